"""Acts that are reserved until people have accounts: nobody can tell then who sends a request, only where it is from.

Ruling, signing, deleting, erasing and renaming are done at the machine that serves the pages, or by every visitor if
those who run it say so.
"""

from typing import Final

from flask import Flask, request

from app.matches.installation import this_installation
from app.text.language import _
from app.web.http.errors import Refusal

RESERVED: Final = frozenset(
    {
        "disputes.review",
        "disputes.rule_on",
        "disputes.close",
        "issued_verdicts.issue",
        "matches.delete",
        "refusals.delete",
        "stored_uploads.delete",
        "deleted.undo",
        "hand_search.delete",
        "erasing.erase",
        "matches.rename",
        "house_rules.rename",
        "house_rules.remove",
        "people.join",
        "people.split",
        "api.delete",
        "api.delete_refusal",
        "api.delete_upload",
        "api.undo",
        "api.rename",
    }
)
"""The endpoints of these acts.  To join two players is to rename one of them; to bring back is to undo a deletion."""
_READING: Final = ("GET", "HEAD", "OPTIONS")


def reserve(app: Flask) -> None:
    """Refuses the reserved acts of an application, with 403, where they are not allowed, before their views run.

    Templates ask ``reserved_allowed()`` before they offer a form, and say ``reserved_words()`` in its place;
    ``visitors_trusted()`` is whether every visitor may do these acts.
    """

    @app.before_request
    def refuse_visitors() -> None:
        if request.endpoint in RESERVED and request.method not in _READING and not reserved_allowed():
            raise Refusal(403, reserved_words())

    app.jinja_env.globals.update(
        reserved_allowed=reserved_allowed, reserved_words=reserved_words, visitors_trusted=visitors_trusted
    )


def reserved_allowed() -> bool:
    """Whether the current request may do a reserved act.

    It may if the server is for the person at its own machine, see `app.web.http.alone`, or if every visitor is trusted.
    """
    return not this_installation().config.read_only


def visitors_trusted() -> bool:
    """Whether the server was started so that every visitor may do the reserved acts."""
    return this_installation().config.trust_visitors


def reserved_words() -> str:
    """Why a reserved act is not done, and what allows it."""
    return _(
        "Ruling, signing, deleting, erasing and renaming are done only on the machine that serves these pages, because "
        "people have no accounts here yet. A server that was started with fupan serve --trust-visitors lets every "
        "visitor do them."
    )

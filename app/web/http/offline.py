"""Which answers a browser may keep for use without a connection: those that this module marks, and no others.

An answer is marked where its view is marked with ``may_be_kept``, it was asked for with all hands open, without a list
of hands of other matches, without a search and without a review, it was made without the visitor's session, and it sets
no cookie.  One that was made with the session, as all are for those who are logged in, is marked only where the service
worker says that the reader wants the whole match kept.  The service worker of the site keeps what is marked and the
files whose addresses carry their hashes.  So forms, disputes, drafts and answers for programs are kept nowhere.
"""

from collections.abc import Callable
from typing import Final, TypeVar

from flask import Response, current_app, request

from engine.replay.views import ALL

HEADER: Final = "Fupan-Offline"
KEEP: Final = "keep"
ASKED: Final = "asked"
"""What the service worker sends in the header, where the reader wants what it asks for kept."""
_MARK: Final = "may_be_kept"
_VIEW: Final = "view"
_PASSING: Final = frozenset({"list", "where", "review"})
V = TypeVar("V", bound=Callable[..., object])


def may_be_kept(view: V) -> V:
    """Marks a view whose answers may be kept where they show all hands; of other views no copy stays anywhere."""
    setattr(view, _MARK, True)
    return view


def mark(response: Response, *, personal: bool) -> None:
    """Marks the answer to the request if it may be kept; ``personal`` says that it was made with the session."""
    if not getattr(current_app.view_functions.get(request.endpoint or ""), _MARK, False):
        return
    if request.args.get(_VIEW, ALL.name) != ALL.name:
        response.headers["Cache-Control"] = "no-store"
    elif (
        _PASSING.isdisjoint(request.args)
        and request.method == "GET"
        and response.status_code == 200
        and (request.headers.get(HEADER) == ASKED if personal else "Set-Cookie" not in response.headers)
    ):
        response.headers[HEADER] = KEEP

"""What admins, recorders and operators changed: what concerns one's own account, and all of it for admins."""

from typing import Final

from flask import Response, make_response, render_template, request
from werkzeug.exceptions import NotFound

from app.accounts import acts, members
from app.accounts.roles import stored_role
from app.database.seeing import Visibility
from app.matches.installation import this_installation
from app.text.language import _
from app.web.club.role_words import role_words
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from app.web.http.this_login import nothing_unsaid, this_login

OWN: Final = Pages("own_changes", __name__)
ALL: Final = Pages("all_changes", __name__)


@OWN.get("/account/changes", may=May.TAKE_PART, of=Of.ACCOUNT)
def page() -> Response:
    """What others did that concerns one's own account, the latest first; with ``?before=`` what was done before."""
    me = this_login()
    if me is None:
        raise NotFound
    nothing_unsaid()
    return _page(me.account)


@ALL.get("/club/changes", may=May.MANAGE, of=Of.ACCOUNT)
def listed() -> Response:
    """What was done with any account."""
    return _page()


def seen_by_words(code: str) -> str:
    """Who sees a match, as the record has it: a few words."""
    if code not in tuple(Visibility):
        return _("damaged")
    match Visibility(code):
        case Visibility.PRIVATE:
            return _("private")
        case Visibility.OFFERED:
            return _("not taken in yet")
        case Visibility.CLUB:
            return _("the club")
        case Visibility.UNLISTED:
            return _("who has the link")
        case Visibility.PUBLIC:
            return _("everybody")


def _page(account: int | None = None) -> Response:
    with this_installation().sessions() as session:
        account_acts = acts.latest(session, account, whole(request.args.get("before")))
        names = {member.id: member.name for member in members.accounts(session)}
    shown = account_acts[: acts.SHOWN]
    answer = make_response(
        render_template(
            "club/changes.html",
            own=account is not None,
            acts=shown,
            names=names,
            role_called=lambda code: role_words(stored_role(code or "")) if stored_role(code or "") else _("damaged"),
            seen_by_called=seen_by_words,
            before=shown[-1].id if len(account_acts) > acts.SHOWN else None,
        )
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer

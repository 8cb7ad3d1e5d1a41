"""The people of the club: inviting them, their roles, links for those who forgot a password."""

from collections.abc import Callable
from typing import Final, TypeVar

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from sqlalchemy.orm import Session
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from app.accounts import links, members
from app.accounts.members import LastAdmin, role_of
from app.accounts.roles import Role, role_named
from app.database.opening import transact
from app.database.tables.accounts import Account
from app.matches.installation import this_installation
from app.text.language import _
from app.web.club.role_words import role_words
from app.web.http.errors import Refusal

BLUEPRINT: Final = Blueprint("club_members", __name__)
T = TypeVar("T")
_GIVEN: Final = (Role.MEMBER, Role.RECORDER, Role.ARBITER, Role.ADMIN)


@BLUEPRINT.get("/club/members")
def listed() -> Response:
    """Everybody who has an account, and the form that invites."""
    return _page()


@BLUEPRINT.post("/club/members/invite")
def invite() -> Response:
    """Makes an invitation.  The answer alone has its link."""
    role = _role_asked()

    def work(session: Session) -> str:
        links.clear(session)
        return links.invite(session, role)

    return _page(secret=transact(this_installation().sessions, work), days=links.LASTS.days)


@BLUEPRINT.post("/club/members/<int:identity>/recover")
def recover(identity: int) -> Response:
    """Makes a link that gives an account a new password.  The answer alone has it."""
    return _page(secret=_with_account(identity, links.recover), days=links.RECOVERY_LASTS.days)


@BLUEPRINT.post("/club/members/<int:identity>/role")
def set_role(identity: int) -> BaseResponse:
    """Gives an account another role; it has to log in again."""
    role = _role_asked()
    _with_account(identity, lambda session, account: members.set_role(session, account, role))
    return redirect(url_for("club_members.listed"), 303)


@BLUEPRINT.post("/club/members/<int:identity>/remove")
def remove(identity: int) -> BaseResponse:
    """Removes an account."""
    _with_account(identity, members.remove)
    return redirect(url_for("club_members.listed"), 303)


def _role_asked() -> Role:
    try:
        return role_named(request.form.get("role", ""))
    except ValueError:
        raise Refusal(400, _("Choose a role.")) from None


def _with_account(identity: int, work: Callable[[Session, Account], T]) -> T:
    """What is done with an account; 404 if there is no such account, 409 if the club would have no admin."""

    def within(session: Session) -> T:
        account = session.get(Account, identity)
        if account is None:
            raise NotFound
        return work(session, account)

    try:
        return transact(this_installation().sessions, within)
    except LastAdmin as refused:
        raise Refusal(409, str(refused)) from None


def _page(*, secret: str = "", days: int = 0) -> Response:
    with this_installation().sessions() as session:
        found = members.accounts(session)
    answer = make_response(
        render_template(
            "club/members.html",
            members=[(account, role_of(account).name.lower()) for account in found],
            roles=[(role.name.lower(), role_words(role)) for role in _GIVEN],
            link=url_for("one_use_links.form", secret=secret, _external=True) if secret else "",
            days=days,
        )
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer

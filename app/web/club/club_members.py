"""The people of the club: inviting them, their roles, links for those who forgot a password."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from flask import Response, make_response, redirect, render_template, request, url_for
from sqlalchemy.orm import Session
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from app.accounts import links, members
from app.accounts.logins import LoggedIn
from app.accounts.members import LastAdmin, role_of
from app.accounts.roles import Role, role_named
from app.database.opening import transact
from app.database.tables.accounts import Account
from app.matches.installation import this_installation
from app.matches.thread_share import checks_password
from app.text.language import _
from app.web.club.password_checks import NotConfirmed, confirmed_account
from app.web.club.role_words import duties_of, role_words
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.this_login import this_login

BLUEPRINT: Final = Pages("club_members", __name__)
T = TypeVar("T")
_GIVEN: Final = (Role.MEMBER, Role.RECORDER, Role.ARBITER, Role.ADMIN)


@dataclass(frozen=True, slots=True)
class _Made:
    """A link that the answer shows."""

    secret: str
    days: int
    invited: str = ""
    """The role of an invitation, as people read it."""
    recovered: str = ""
    """The name of the account that gets a new password."""


@BLUEPRINT.get("/club/members", may=May.MANAGE, of=Of.ACCOUNT)
def listed() -> Response:
    """Everybody who has an account, the invitations that are open, and the form that invites."""
    return _page()


@BLUEPRINT.post("/club/members/invite", may=May.MANAGE, of=Of.ACCOUNT)
@checks_password
def invite() -> Response:
    """Makes an invitation.  The answer alone has its link."""
    role = _role_asked()
    try:
        by = confirmed_account(_me()).id
    except NotConfirmed as refused:
        return refused.answer(_page(refused=str(refused)))

    def work(session: Session) -> str:
        links.clear(session)
        return links.invite(session, role, by)

    return _page(_Made(transact(this_installation().sessions, work), links.LASTS.days, invited=role_words(role)))


@BLUEPRINT.post("/club/members/invitations/<int:link>/end", may=May.MANAGE, of=Of.ACCOUNT)
def revoke(link: int) -> BaseResponse:
    """Ends an invitation, so that nobody redeems it any more."""
    if not transact(this_installation().sessions, lambda session: links.revoke(session, link, _me().account)):
        raise Refusal(404, _("This invitation is not open any more."))
    return redirect(url_for("club_members.listed"), 303)


@BLUEPRINT.post("/club/members/<int:identity>/recover", may=May.MANAGE, of=Of.ACCOUNT)
@checks_password
def recover(identity: int) -> Response:
    """Makes a link that gives an account a new password.  The answer alone has it."""
    try:
        by = confirmed_account(_me()).id
    except NotConfirmed as refused:
        return refused.answer(_page(refused=str(refused)))
    secret, name = _with_account(identity, lambda session, account: (links.recover(session, account, by), account.name))
    return _page(_Made(secret, links.RECOVERY_LASTS.days, recovered=name))


@BLUEPRINT.post("/club/members/<int:identity>/role", may=May.MANAGE, of=Of.ACCOUNT)
@checks_password
def set_role(identity: int) -> BaseResponse:
    """Gives an account another role; it has to log in again."""
    role = _role_asked()
    try:
        by = confirmed_account(_me()).id
    except NotConfirmed as refused:
        return refused.answer(_page(refused=str(refused)))
    _with_account(identity, lambda session, account: members.set_role(session, account, role, by))
    return redirect(url_for("club_members.listed"), 303)


@BLUEPRINT.post("/club/members/<int:identity>/remove", may=May.MANAGE, of=Of.ACCOUNT)
def remove(identity: int) -> BaseResponse:
    """Removes an account."""
    _with_account(identity, lambda session, account: members.remove(session, account, _me().account))
    return redirect(url_for("club_members.listed"), 303)


def _me() -> LoggedIn:
    login = this_login()
    if login is None:
        raise NotFound
    return login


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


def _page(made: _Made | None = None, refused: str = "") -> Response:
    with this_installation().sessions() as session:
        accounts, invited = members.accounts(session), links.invitations(session)
    answer = make_response(
        render_template(
            "club/members.html",
            members=[(account, role_of(account).name.lower()) for account in accounts],
            invitations=[(link, role_words(links.role_of(link))) for link in invited],
            roles=[(role.name.lower(), role_words(role), duties_of(role)) for role in _GIVEN],
            link=url_for("one_use_links.form", secret=made.secret, _external=True) if made else "",
            days=made.days if made else 0,
            invited=made.invited if made else "",
            recovered=made.recovered if made else "",
            refused=refused,
        )
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer

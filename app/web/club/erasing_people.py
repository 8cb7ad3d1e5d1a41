"""Erases somebody for good: a member their own account, an admin any account, and any person of the statistics."""

import logging
from collections.abc import Callable
from typing import Final

from flask import Response, make_response, redirect, render_template, request, url_for
from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from app.accounts import acts, members
from app.accounts.acts import Act
from app.accounts.logins import LoggedIn
from app.accounts.members import LastAdmin
from app.database.opening import transact
from app.database.tables.accounts import Account
from app.database.tables.erasures import Erasure
from app.database.tables.matches import Player
from app.matches.installation import this_installation
from app.matches.thread_share import checks_password
from app.players.personal.erasing import erase_somebody
from app.players.personal.whose import Whose, of_account, of_person
from app.players.statistics.people import names_of
from app.text.language import _
from app.web.club.password_checks import NotConfirmed, confirmed_account
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.this_login import empty_browser, leave, this_login
from app.web.parts.acting_as import acting_now

BLUEPRINT: Final = Pages("erasing_people", __name__)
_LOG: Final = logging.getLogger(__name__)
Found = Callable[[Session], tuple[Whose, str]]
"""Whose data they are and what that one is called.  Raises NotFound."""


@BLUEPRINT.get("/account/erase", may=May.TAKE_PART, of=Of.ACCOUNT)
def own_form() -> Response:
    """What is erased of one's own, and what remains."""
    return _page(_account(_me().account), url_for("erasing_people.erase_own"), own=True)


@BLUEPRINT.post("/account/erase", may=May.TAKE_PART, of=Of.ACCOUNT)
@checks_password
def erase_own() -> BaseResponse:
    """Erases oneself; the field ``password`` has one's password."""
    me = _me()
    try:
        confirmed_account(me)
    except NotConfirmed as refused:
        own = _account(me.account)
        return refused.answer(_page(own, url_for("erasing_people.erase_own"), own=True, refused=str(refused)))
    _erase(_account(me.account))
    leave()
    _erase_in_archive()
    return empty_browser(redirect(url_for("home.page"), 303))


@BLUEPRINT.get("/club/members/<int:identity>/erase", may=May.MANAGE, of=Of.ACCOUNT)
def account_form(identity: int) -> Response:
    """What is erased of an account and the person tied to it."""
    return _page(_account(identity), url_for("erasing_people.erase_account", identity=identity))


@BLUEPRINT.post("/club/members/<int:identity>/erase", may=May.MANAGE, of=Of.ACCOUNT)
def erase_account(identity: int) -> BaseResponse:
    """Erases an account and the person tied to it; see `erase_person`."""
    return _confirmed(_account(identity), url_for("erasing_people.erase_account", identity=identity))


@BLUEPRINT.get("/club/people/<int:identity>/erase", may=May.MANAGE, of=Of.ACCOUNT)
def person_form(identity: int) -> Response:
    """What is erased of a person of the statistics, and of the account that is tied to it."""
    return _page(_person(identity), url_for("erasing_people.erase_person", identity=identity))


@BLUEPRINT.post("/club/people/<int:identity>/erase", may=May.MANAGE, of=Of.ACCOUNT)
def erase_person(identity: int) -> BaseResponse:
    """Erases a person of the statistics; the field ``confirm`` has the name, ``logs`` is 1 to destroy logs."""
    return _confirmed(_person(identity), url_for("erasing_people.erase_person", identity=identity))


def _me() -> LoggedIn:
    login = this_login()
    if login is None:
        raise NotFound
    return login


def _account(identity: int) -> Found:
    def found(session: Session) -> tuple[Whose, str]:
        account = session.get(Account, identity)
        if account is None:
            raise NotFound
        return of_account(session, identity), account.name

    return found


def _person(identity: int) -> Found:
    def found(session: Session) -> tuple[Whose, str]:
        if session.get(Player, identity) is None:
            raise NotFound
        return of_person(session, identity), names_of(session, [identity])[identity]

    return found


def _confirmed(whose: Found, address: str) -> BaseResponse:
    with this_installation().sessions() as session:
        name = whose(session)[1]
    if " ".join(request.form.get("confirm", "").split()) != " ".join(name.split()):
        return _page(whose, address, refused=_("Type the name to confirm that this is erased for good."))
    _erase(whose, logs_too=request.form.get("logs") == "1")
    _erase_in_archive()
    return redirect(url_for("club_members.listed"), 303)


def _erase(whose: Found, *, logs_too: bool = False) -> None:
    """Erases somebody.  Raises Refusal for the last admin."""
    acting, by = acting_now(), _me().account

    def work(session: Session) -> None:
        of = whose(session)[0]
        if of.account is not None:
            members.keep_an_admin(session, session.get_one(Account, of.account))
            if of.account != by:
                acts.note(session, Act.ERASED, by, [of.account])
        erase_somebody(session, of, acting, logs_too=logs_too)

    try:
        transact(this_installation().sessions, work)
    except LastAdmin as refused:
        raise Refusal(409, str(refused)) from None


def _erase_in_archive() -> None:
    """Erases all who were erased from the archive that pages show.  Raises Refusal where it cannot be changed."""
    fupan = this_installation()
    folder = fupan.config.archive
    if folder is None:
        return
    from app.players.archive.erasing import erase_in_archive
    from app.players.archive.layout import ArchiveUnusable

    with fupan.sessions() as session:
        erasures = session.scalars(select(Erasure)).all()
    try:
        erase_in_archive(folder, erasures)
    except (ArchiveUnusable, OSError) as error:
        _LOG.error("an erasure was not repeated in the archive: %s", error)
        raise Refusal(
            503,
            _(
                "Everything is erased but in the archive {folder}, which cannot be changed: {reason}. "
                "It is erased there at the next erasure, or by fupan archive erase.",
                folder=folder.name,
                reason=str(error) if isinstance(error, ArchiveUnusable) else error.strerror or "",
            ),
        ) from error


def _page(whose: Found, address: str, *, own: bool = False, refused: str = "") -> Response:
    with this_installation().sessions() as session:
        of, name = whose(session)
    answer = make_response(
        render_template(
            "club/erasing.html",
            name=name,
            address=address,
            own=own,
            has_account=of.account is not None,
            has_person=bool(of.players),
            has_archive=this_installation().config.archive is not None,
            refused=refused,
        ),
        422 if refused else 200,
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer

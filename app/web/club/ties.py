"""Which person of the statistics somebody with an account is: members ask, recorders agree, arbiters may be none."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from flask import redirect, render_template, request, url_for
from sqlalchemy.orm import Session
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from app.accounts import ties
from app.accounts.ties import OwnTie, TieRefused
from app.database.opening import transact
from app.database.tables.accounts import Tie
from app.matches.installation import this_installation
from app.players.statistics.people import is_known, names_of, person_of
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from app.web.http.this_login import this_login

BLUEPRINT: Final = Pages("ties", __name__)
KEY: Final = 1_000
"""Characters of a key in a form."""


@dataclass(frozen=True, slots=True)
class ShownTie:
    """A tie, or one that is asked for, as a page shows it."""

    account: int
    who: str
    person: int
    name: str
    asked_at: datetime
    agreed: bool


@BLUEPRINT.get("/club/ties", may=May.RECORD, of=Of.ACCOUNT)
def listed() -> str:
    """The ties that are asked for, and those that there are."""
    with this_installation().sessions() as session:
        shown_ties = _shown(session, ties.ties(session))
    return render_template(
        "club/ties.html",
        asked=[tie for tie in shown_ties if not tie.agreed],
        agreed=[tie for tie in shown_ties if tie.agreed],
        me=_me(),
    )


@BLUEPRINT.post("/account/tie", may=May.TAKE_PART, of=Of.ACCOUNT)
def ask() -> Response:
    """Asks for the tie to the person with the key in the field ``key``."""
    me, key = _me(), request.form.get("key", "").strip()

    return _done(lambda session: ties.ask(session, me, person_with(session, key)), "own_account.page")


@BLUEPRINT.post("/account/tie/end", may=May.TAKE_PART, of=Of.ACCOUNT)
def end_own() -> Response:
    """Ends one's own tie, or what one asks for."""
    me = _me()
    return _done(lambda session: ties.end(session, me, me), "own_account.page")


@BLUEPRINT.post("/account/plays-nowhere", may=May.RULE, of=Of.ACCOUNT)
def declare() -> Response:
    """Declares that one plays nowhere in the club."""
    me = _me()
    return _done(lambda session: ties.declare(session, me), "own_account.page")


@BLUEPRINT.post("/club/ties/<int:account>/agree", may=May.RECORD, of=Of.ACCOUNT)
def agree(account: int) -> Response:
    """Agrees to the tie of an account to the person with the number in the field ``person``."""
    me, person = _me(), whole(request.form.get("person")) or 0
    return _done(lambda session: ties.agree(session, me, account, person), "ties.listed")


@BLUEPRINT.post("/club/ties/<int:account>/end", may=May.RECORD, of=Of.ACCOUNT)
def end(account: int) -> Response:
    """Ends a tie, or declines what somebody asks for."""
    me = _me()
    return _done(lambda session: ties.end(session, account, me), "ties.listed")


def person_with(session: Session, key: str) -> int:
    """The person with a key.  Raises TieRefused if who asks sees no such person."""
    person = person_of(session, key) if key and len(key) <= KEY else None
    if person is None or not is_known(session, person):
        raise TieRefused(_("There is no person with this key. The page of a player says which keys are theirs."))
    return person


def own_tie(account: int) -> ShownTie | None:
    """The tie of an account, or that which it asks for."""
    with this_installation().sessions() as session:
        tie = ties.tie_of(session, account)
        return None if tie is None else _shown(session, [(tie, "")])[0]


def _shown(session: Session, pairs: list[tuple[Tie, str]]) -> list[ShownTie]:
    people = {tie.account: ties.person_of_tie(session, tie) for tie, _name in pairs}
    names = names_of(session, people.values())
    return [
        ShownTie(
            tie.account, name, people[tie.account], names[people[tie.account]], tie.asked_at, tie.agreed_at is not None
        )
        for tie, name in pairs
    ]


def _done(work: Callable[[Session], None], page: str) -> Response:
    try:
        transact(this_installation().sessions, work)
    except TieRefused as reason:
        raise Refusal(403 if isinstance(reason, OwnTie) else 409, str(reason)) from None
    return redirect(url_for(page), 303)


def _me() -> int:
    login = this_login()
    if login is None:
        raise NotFound
    return login.account

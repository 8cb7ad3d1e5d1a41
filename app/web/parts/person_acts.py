"""Joining two people who are one person, splitting them again, and marking minors."""

from collections.abc import Callable
from typing import Final

from sqlalchemy.orm import Session

from app.accounts.acts import Act
from app.accounts.ties import note_about
from app.database.opening import transact
from app.matches.installation import this_installation
from app.players.statistics import people as joining
from app.players.statistics.people import CannotJoin
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.this_login import this_login
from app.web.parts.person_asked import person_asked
from app.web.parts.statistics_words import archived

_KEY: Final = 10_000
"""Characters of a key in a form."""


def join_to(identity: int, typed: str) -> int:
    """Joins the person with a key to another, and returns who that is.  Raises Refusal."""
    key = typed.strip()
    if not key or len(key) > _KEY:
        raise Refusal(400, _("The key of the other person is missing, or is too long."))

    def work(session: Session) -> int:
        who = person_asked(session, identity)
        joining.join(session, who.key, key)
        _note(session, Act.KEY_JOINED, who.person)
        return who.person

    return _done(work)


def split_from(identity: int, key: str) -> int:
    """Makes the player with a key a person again, and returns to whom it was joined.  Raises Refusal."""

    def work(session: Session) -> int:
        who = person_asked(session, identity)
        if key not in {alias.key for alias in who.aliases}:
            raise CannotJoin(_("{key} is not joined to this person.", key=repr(key)))
        _note(session, Act.KEY_SPLIT, who.person)
        joining.split(session, key)
        return who.person

    return _done(work)


def mark_minor(identity: int, *, minor: bool) -> int:
    """Marks a person as a minor, or takes the mark away, and returns who that is.  Raises Refusal."""

    def work(session: Session) -> int:
        who = person_asked(session, identity)
        joining.mark_minor(session, who.person, minor=minor)
        _note(session, Act.MINOR if minor else Act.NOT_MINOR, who.person)
        return who.person

    return _done(work)


def _note(session: Session, act: Act, person: int) -> None:
    """Notes in a club what is done with a person: it concerns the account that is tied to it."""
    me = this_login()
    if me is not None:
        note_about(session, act, me.account, person)


def _done(work: Callable[[Session], int]) -> int:
    if archived():
        raise Refusal(400, _("Players of an archive are not joined, split or marked."))
    try:
        return transact(this_installation().sessions, work)
    except CannotJoin as reason:
        raise Refusal(400, str(reason)) from None

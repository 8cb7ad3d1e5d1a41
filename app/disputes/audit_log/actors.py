"""Names and texts of people in disputes: stored outside the record, under random ids, and erased there.

Functions take a session and never commit.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.audit_log import ID, ActorRow, RecordText
from app.database.tables.matches import storable
from app.database.tables.verdicts import HandedOut, InVerdict
from app.disputes.audit_log.appending import AppendedEntry, append
from app.disputes.audit_log.binding import new_salt, salted_hash
from app.text.language import _

NAME: Final = 100
"""Characters of a name at most."""
TEXT: Final = 20_000
"""Characters of a text at most."""
_ERASABLE: Final = ((ActorRow, "name"), (RecordText, "text"))


class ActorRole(StrEnum):
    """What somebody acts as."""

    PLAYER = "player"
    ARBITER = "arbiter"


class UnfitText(ValueError):
    """A name or a text is not taken.  Its text is the reason, a sentence."""


def actor_id(session: Session, name: str, role: ActorRole, now: datetime | None = None) -> str:
    """The opaque id of somebody with a name and a role; the first time, one is made.  Raises UnfitText."""
    wanted = " ".join(storable(name).split())
    if not 1 <= len(wanted) <= NAME:
        raise UnfitText(_("A name has 1 to {count} characters.", count=NAME))
    known = select(col(ActorRow.id)).where(col(ActorRow.name) == wanted, col(ActorRow.role) == str(role))
    identity = session.scalars(known.order_by(col(ActorRow.made_at), col(ActorRow.id)).limit(1)).first()
    return identity or _made(session, ActorRow, now, name=wanted, role=str(role))


def actors_named(session: Session, name: str) -> Sequence[ActorRow]:
    """Those with a name, in every role."""
    wanted = " ".join(storable(name).split())
    return session.scalars(select(ActorRow).where(col(ActorRow.name) == wanted).order_by(col(ActorRow.id))).all()


def keep_text(session: Session, text: str, now: datetime | None = None) -> str:
    """Stores a text outside the record, and returns its opaque id.  Raises UnfitText."""
    if len(text) > TEXT:
        raise UnfitText(
            _("The text has {count} characters; {most} is the most.", count=f"{len(text):,}", most=f"{TEXT:,}")
        )
    return _made(session, RecordText, now, text=text)


def erase(session: Session, identity: str, *, actor: str, now: datetime | None = None) -> AppendedEntry | None:
    """Erases the text or name of an opaque id, and appends that to the record, which itself does not change.

    The files of verdicts that have it in clear are erased too; who holds one can still verify it.
    ``actor`` is the opaque id of who does it.  Returns None if the id has no text or name, or no longer has one.
    """
    if not is_kept(session, identity):
        return None
    moment = now or datetime.now(UTC)
    appended = append(session, actor=actor, event="erased", subject=identity, data={"id": identity}, now=moment)
    for table, what in _ERASABLE:
        session.execute(
            update(table).where(col(table.id) == identity).values({what: None, "salt": None, "erased_at": moment})
        )
    holding = select(col(InVerdict.verdict_id)).where(col(InVerdict.identity) == identity)
    session.execute(update(HandedOut).where(col(HandedOut.id).in_(holding)).values(data=None))
    return appended


def is_kept(session: Session, identity: str) -> bool:
    """Whether an opaque id has a name or a text that is not erased."""
    return any(
        session.execute(
            select(col(table.id)).where(col(table.id) == identity, col(getattr(table, what)).is_not(None))
        ).first()
        for table, what in _ERASABLE
    )


@dataclass(frozen=True, slots=True)
class StoredIdentity:
    """The text or name of an opaque id, and the salt with which its hash is made."""

    text: str
    salt: bytes
    role: str | None
    """That of a person; None for a text."""

    @property
    def sha256(self) -> str:
        """The hash that the record has of it."""
        return salted_hash(self.salt, self.text)


def identity_of(session: Session, identity: str) -> StoredIdentity | None:
    """The text or name of an opaque id; None if it has none, it was erased, or it has no salt yet."""
    person, text = session.get(ActorRow, identity), session.get(RecordText, identity)
    if person is not None and person.name is not None and person.salt is not None:
        return StoredIdentity(person.name, person.salt, person.role)
    if text is not None and text.text is not None and text.salt is not None:
        return StoredIdentity(text.text, text.salt, None)
    return None


def _made(session: Session, table: type[ActorRow] | type[RecordText], now: datetime | None, **values: str) -> str:
    identity = secrets.token_hex(ID // 2)
    session.execute(insert(table).values(id=identity, salt=new_salt(), made_at=now or datetime.now(UTC), **values))
    return identity

"""What pages, programs and the command line do with what is kept: delete, bring back, purge."""

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database.opening import transact
from app.database.tables.matches import UploadedFile
from app.matches import store
from app.matches.uploads import deletion
from app.matches.uploads.refusals import refusal

_TITLE: Final = 80
_NAMES: Final = 4


@dataclass(frozen=True, slots=True)
class DeletedThings:
    """What was deleted; it can be brought back for thirty days."""

    deletion: int
    """The number by which it can be undone."""
    what: str
    """In the words of the reader."""


def delete_match(sessions: sessionmaker[Session], identity: int, now: datetime | None = None) -> DeletedThings | None:
    """Deletes a match; None where there is no such match."""
    with sessions() as session:
        stored = store.match(session, identity)
    if stored is None:
        return None
    row = stored.row
    title = _short(row.title or row.match_id or row.event or f"Match {identity}")
    names = ", ".join(_short(name, 24) for name in row.players[:_NAMES])
    return _delete(sessions, f"match {identity}: {title}" + (f" ({names})" if names else ""), now, matches=[identity])


def delete_refusal(sessions: sessionmaker[Session], identity: int, now: datetime | None = None) -> DeletedThings | None:
    """Deletes a file that could not be read; None where there is no such refusal."""
    with sessions() as session:
        stored = refusal(session, identity)
    if stored is None:
        return None
    return _delete(sessions, f"unread file {identity}: {_short(stored.row.source)}", now, refusals=[identity])


def delete_upload(sessions: sessionmaker[Session], identity: int, now: datetime | None = None) -> DeletedThings | None:
    """Deletes all that an upload brought; None where there is no such upload, or nothing left of it."""
    with sessions() as session:
        name = (
            session.scalar(select(col(UploadedFile.name)).where(col(UploadedFile.id) == identity))
            if _possible(identity)
            else None
        )
    if name is None:
        return None
    return _delete(sessions, f"upload {identity}: {_short(name)}", now, uploads=[identity])


def undo(sessions: sessionmaker[Session], identity: int) -> bool:
    """Brings back what a deletion took; False where there is no such deletion."""
    return _possible(identity) and transact(sessions, lambda session: deletion.undo(session, identity))


def purge(sessions: sessionmaker[Session], now: datetime | None = None) -> int:
    """Removes for good what was deleted thirty days ago or longer; returns how many matches and refusals that were.

    Each deletion is committed by itself.
    """
    moment = now or datetime.now(UTC)
    with sessions() as session:
        due = deletion.due(session, moment)
    return sum(transact(sessions, partial(deletion.purge, deletion=number)) for number in due)


def _delete(
    sessions: sessionmaker[Session], what: str, now: datetime | None, **things: list[int]
) -> DeletedThings | None:
    moment = now or datetime.now(UTC)
    number = transact(sessions, lambda session: deletion.delete_kept(session, what, moment, **things))
    return None if number is None else DeletedThings(number, deletion.deleted_words(what))


def _short(text: str, length: int = _TITLE) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"


def _possible(identity: int) -> bool:
    """Whether a number can be a key: databases refuse larger ones."""
    return 0 < identity < 2**31

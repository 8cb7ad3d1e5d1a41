"""Writing, changing and removing notes.

Functions take a session and never commit.  Marks and arrows must fit the frame of their step:
`app.replay.notes.targets.fitted_drawing`.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database import bounded_stores
from app.database.bounded_stores import StoreFull, make_room
from app.database.seeing import account_of, visible
from app.database.tables.matches import Judgement, storable
from app.database.tables.notes import Note
from app.replay.notes.drawn import NOTHING, NoteDrawing
from app.replay.notes.indexing import refresh_hand
from app.replay.notes.reading import KeptNote, note_of_hand
from app.replay.notes.targets import UnfitNote
from app.text.language import _, _n

TEXT: Final = 4_000
"""The most characters of the text of a note."""
AUTHOR: Final = 100
"""The most characters of the name of its author."""
NOTES_OF_STEP: Final = 12
NOTES_OF_HAND: Final = 120


@dataclass(frozen=True, slots=True)
class NoteDraft:
    """A note as somebody writes it."""

    text: str
    author: str = ""
    drawn: NoteDrawing = NOTHING

    @classmethod
    def of(cls, text: str, author: str, drawn: NoteDrawing) -> "NoteDraft":
        """A note with its text and name cleaned of what cannot be stored.

        Ends of lines become line feeds; spaces around the text are removed.  Raises UnfitNote.
        """
        clean = storable(text).replace("\r\n", "\n").replace("\r", "\n").strip()
        name = " ".join(storable(author).split())
        if not clean and not drawn:
            raise UnfitNote(_("The note is empty: write something, or mark a card."))
        if len(clean) > TEXT:
            raise UnfitNote(
                _("The note has {count} characters; {most} is the most.", count=f"{len(clean):,}", most=f"{TEXT:,}")
            )
        if len(name) > AUTHOR:
            raise UnfitNote(_("The name has {count} characters; {most} is the most.", count=len(name), most=AUTHOR))
        return cls(clean, name, drawn)


class ChangedMeanwhile(Exception):
    """A note was changed, or removed, after it was read."""

    def __init__(self, now: KeptNote | None) -> None:
        """``now`` is the note as it is now; None where it is gone."""
        super().__init__()
        self.now: Final = now


def add_note(
    session: Session, match: int, hand: int, step: int, written: NoteDraft, now: datetime | None = None
) -> int:
    """Adds a note to a step of a hand (from 0) of a match, and returns its number.  Raises UnfitNote."""
    listed = select(col(Judgement.id)).where(
        col(Judgement.log_id) == match, col(Judgement.current), visible(session, col(Judgement.log_id), by_link=True)
    )
    if session.scalar(listed.limit(1)) is None:
        raise UnfitNote(_("The match was deleted meanwhile."))
    of_hand = (col(Note.log_id) == match, col(Note.hand) == hand)
    if _count(session, *of_hand, col(Note.step) == step) >= NOTES_OF_STEP:
        raise UnfitNote(
            _n(
                "This step has {count} note; no more are taken.",
                "This step has {count} notes; no more are taken.",
                NOTES_OF_STEP,
            )
        )
    if _count(session, *of_hand) >= NOTES_OF_HAND:
        raise UnfitNote(
            _n(
                "This hand has {count} note; no more are taken.",
                "This hand has {count} notes; no more are taken.",
                NOTES_OF_HAND,
            )
        )
    try:
        make_room(session, bounded_stores.NOTES)
    except StoreFull as full:
        raise UnfitNote(full.sentence) from None
    before = _texts(session, match, hand)
    moment = now or datetime.now(UTC)
    note = Note(
        log_id=match,
        hand=hand,
        step=step,
        text=written.text,
        author=written.author,
        account=account_of(session),
        drawn=written.drawn.text(),
        version=1,
        created_at=moment,
        changed_at=moment,
    )
    session.add(note)
    session.flush()
    refresh_hand(session, match, hand, before)
    assert note.id is not None
    return note.id


def change_note(
    session: Session,
    match: int,
    hand: int,
    identity: int,
    version: int,
    written: NoteDraft,
    now: datetime | None = None,
) -> None:
    """Changes a note that has a version.  Raises ChangedMeanwhile if it no longer has that version."""
    before = _texts(session, match, hand)
    done = session.execute(
        update(Note)
        .where(*_is(match, hand, identity, version))
        .values(
            text=written.text,
            author=written.author,
            drawn=written.drawn.text(),
            version=version + 1,
            changed_at=now or datetime.now(UTC),
        )
        .execution_options(synchronize_session=False)
    )
    _require(session, match, hand, identity, done.rowcount)  # type: ignore[attr-defined]
    refresh_hand(session, match, hand, before)


def remove_note(session: Session, match: int, hand: int, identity: int, version: int) -> None:
    """Removes a note that has a version.  Raises ChangedMeanwhile if it no longer has that version."""
    before = _texts(session, match, hand)
    done = session.execute(
        delete(Note).where(*_is(match, hand, identity, version)).execution_options(synchronize_session=False)
    )
    _require(session, match, hand, identity, done.rowcount)  # type: ignore[attr-defined]
    refresh_hand(session, match, hand, before)


def _is(match: int, hand: int, identity: int, version: int) -> tuple[ColumnElement[bool], ...]:
    return (
        col(Note.id) == identity,
        col(Note.log_id) == match,
        col(Note.hand) == hand,
        col(Note.version) == version,
    )


def _require(session: Session, match: int, hand: int, identity: int, count: int) -> None:
    if not count:
        raise ChangedMeanwhile(note_of_hand(session, match, hand, identity))


def _texts(session: Session, match: int, hand: int) -> list[str]:
    return list(session.scalars(select(col(Note.text)).where(col(Note.log_id) == match, col(Note.hand) == hand)))


def _count(session: Session, *conditions: ColumnElement[bool]) -> int:
    return session.scalar(select(func.count()).select_from(Note).where(*conditions)) or 0

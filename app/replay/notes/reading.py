"""Notes as pages, searches and studies read them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.packing import BytesDamaged
from app.database.seeing import viewer_of, visible
from app.database.tables.notes import NOTED_HANDS, Note
from app.replay.notes.drawn import NOTHING, NoteDrawing


@dataclass(frozen=True, slots=True)
class KeptNote:
    """A note that is stored."""

    id: int
    step: int
    text: str
    author: str
    """Empty where nobody typed a name."""
    account: int | None
    """The account that wrote it, in a club."""
    drawn: NoteDrawing
    version: int
    created_at: datetime
    changed_at: datetime
    damaged: bool = False
    """Whether its marks and arrows are not what was stored; ``drawn`` has none then."""


def notes_of_hand(session: Session, match: int, hand: int) -> list[KeptNote]:
    """The notes of a hand (from 0) of a match, by step, the oldest of a step first."""
    query = _notes(session, match).where(col(Note.hand) == hand).order_by(col(Note.step), col(Note.id))
    return [_kept(note) for note in session.scalars(query)]


def note_of_hand(session: Session, match: int, hand: int, identity: int) -> KeptNote | None:
    """A note by its number; None where the hand has no such note."""
    if not 0 < identity < 2**31:
        return None
    note = session.scalar(_notes(session, match).where(col(Note.hand) == hand, col(Note.id) == identity))
    return None if note is None else _kept(note)


def may_rewrite(session: Session, note: KeptNote) -> bool:
    """Whether who asks may rewrite a note: it is theirs.  Nobody writes under the name of another."""
    viewer = viewer_of(session)
    return viewer is None or (note.account is not None and note.account == viewer.account)


def may_remove(session: Session, note: KeptNote) -> bool:
    """Whether who asks may remove a note: it is theirs, or they may change the records of others."""
    viewer = viewer_of(session)
    return may_rewrite(session, note) or (viewer is not None and viewer.records)


def texts_of_match(session: Session, match: int, limit: int) -> list[str]:
    """The first texts of the notes of a match, by hand and step."""
    query = (
        select(col(Note.text))
        .where(col(Note.log_id) == match, visible(session, col(Note.log_id), by_link=True))
        .order_by(col(Note.hand), col(Note.step), col(Note.id))
        .limit(limit)
    )
    return list(session.scalars(query))


def counts_of(session: Session, matches: Collection[int]) -> Mapping[tuple[int, int], int]:
    """How many notes the hands of some matches have, by match and hand (from 0); those without are left out."""
    columns = NOTED_HANDS.c
    rows = session.execute(
        select(columns.match, columns.hand, columns.notes).where(columns.match.in_(sorted(set(matches))))
    )
    return {(match, hand): notes for match, hand, notes in rows}


def noted_steps(session: Session, matches: Collection[int]) -> Mapping[tuple[int, int], tuple[int, int]]:
    """How many notes the hands of some matches have and the first step with one, by match and hand (from 0)."""
    columns = (col(Note.log_id), col(Note.hand))
    rows = session.execute(
        select(*columns, func.count(), func.min(col(Note.step)))
        .where(columns[0].in_(sorted(set(matches))))
        .group_by(*columns)
    )
    return {(match, hand): (notes, first) for match, hand, notes, first in rows}


def _notes(session: Session, match: int) -> Select[Any]:
    return select(Note).where(col(Note.log_id) == match, visible(session, col(Note.log_id), by_link=True))


def _kept(note: Note) -> KeptNote:
    assert note.id is not None
    try:
        drawn, damaged = NoteDrawing.stored(note.drawn), False
    except BytesDamaged:
        drawn, damaged = NOTHING, True
    return KeptNote(
        id=note.id,
        step=note.step,
        text=note.text,
        author=note.author,
        account=note.account,
        drawn=drawn,
        version=note.version,
        created_at=note.created_at,
        changed_at=note.changed_at,
        damaged=damaged,
    )

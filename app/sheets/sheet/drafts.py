"""Score sheets in the database, each tap kept as it is made.

Functions take a session and never commit: `app.database.opening.transact` opens a transaction that writes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database import bounded_stores
from app.database.bounded_stores import StoreFull, make_room
from app.database.packing import BytesDamaged
from app.database.seeing import visible
from app.database.tables.matches import Sheet, SheetTap
from app.judging.rules_of_match.house import HouseRules
from app.judging.rules_of_match.records import house_by_version
from app.sheets.sheet.sheet import ScoreSheet, SheetRefused, match_of, sheet_of
from app.sheets.sheet.taps import MOST_TAPS, Filling, filling_after, with_tap
from app.text.language import _
from app.text.seats import short_name
from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.record.match import given_value

TITLE: Final = 64
"""Characters of what a sheet is called that the title of its match has, so that lists show the day behind them."""
LISTED: Final = 50
"""Sheets of a list."""
UNDO: Final = "undo"


class SheetChanged(Exception):
    """A sheet was changed by someone else since it was read, or has become a match."""


@dataclass(frozen=True, slots=True)
class SheetDraft:
    """A sheet as it is kept."""

    id: int
    version: int
    filling: Filling
    taps: int
    """How many taps can be undone."""
    created_at: datetime
    changed_at: datetime
    log_id: int | None
    """The match that it has become; None while it is being filled."""
    house: HouseRules | None = None
    """The house rules that its rules begin with."""


@dataclass(frozen=True, slots=True)
class DamagedDraft:
    """What can be read of a sheet that is not what was stored."""

    id: int
    version: int
    created_at: datetime
    changed_at: datetime


def add(session: Session, sheet: ScoreSheet, house: HouseRules | None = None) -> int:
    """Keeps a new sheet, whose rules may begin with house rules; returns its number.

    Raises SheetRefused where it cannot be a match, or where there are too many.
    """
    try:
        make_room(session, bounded_stores.SHEETS)
    except StoreFull as full:
        raise SheetRefused(str(full)) from None
    now = datetime.now(UTC)
    row = Sheet(
        document=write_match(match_of(sheet)).decode(),
        house_version_id=None if house is None else house.id,
        version=0,
        created_at=now,
        changed_at=now,
    )
    session.add(row)
    session.flush()
    assert row.id is not None
    return row.id


def add_again(
    session: Session, document: str, taps: Sequence[str], house: HouseRules | None, log_id: int | None
) -> bool:
    """Keeps a sheet that another installation had, with its taps and the match that it became there.

    Returns False where there is the same one.
    """
    for other in session.scalars(select(col(Sheet.id)).where(col(Sheet.document) == document)):
        there = select(col(SheetTap.tap)).where(col(SheetTap.sheet_id) == other).order_by(col(SheetTap.number))
        if session.scalars(there).all() == list(taps):
            return False
    now = datetime.now(UTC)
    row = Sheet(
        document=document,
        house_version_id=None if house is None else house.id,
        version=len(taps),
        created_at=now,
        changed_at=now,
        log_id=log_id,
    )
    session.add(row)
    session.flush()
    assert row.id is not None
    session.add_all(SheetTap(sheet_id=row.id, number=number, tap=text) for number, text in enumerate(taps))
    return True


def find(session: Session, identity: int) -> SheetDraft | None:
    """The sheet of a number; None where there is none.  Raises BytesDamaged if it is not what was stored."""
    seen = or_(col(Sheet.log_id).is_(None), visible(session, col(Sheet.log_id)))
    row = session.scalar(select(Sheet).where(col(Sheet.id) == identity, seen)) if 0 < identity < 2**31 else None
    if row is None:
        return None
    taps = session.scalars(
        select(col(SheetTap.tap)).where(col(SheetTap.sheet_id) == identity).order_by(col(SheetTap.number))
    ).all()
    house = None if row.house_version_id is None else house_by_version(session, row.house_version_id)
    return _draft(row, taps, house)


def recent(session: Session) -> tuple[list[SheetDraft], list[DamagedDraft]]:
    """The sheets that are being filled, the one changed last first, and those that are damaged; at most ``LISTED``."""
    rows = session.scalars(
        select(Sheet)
        .where(col(Sheet.log_id).is_(None))
        .order_by(col(Sheet.changed_at).desc(), col(Sheet.id).desc())
        .limit(LISTED)
    ).all()
    drafts: list[SheetDraft] = []
    damaged: list[DamagedDraft] = []
    for row in rows:
        assert row.id is not None
        try:
            draft = find(session, row.id)
        except BytesDamaged:
            damaged.append(DamagedDraft(row.id, row.version, row.created_at, row.changed_at))
        else:
            drafts += () if draft is None else (draft,)
    return drafts, damaged


def tap(session: Session, identity: int, version: int, text: str) -> SheetDraft:
    """The sheet after a tap, or without the last one, done to the version that the person who tapped has seen.

    Raises SheetChanged where there is another version by now, and SheetRefused for what cannot be done.
    """
    _change(session, identity, version)
    draft = find(session, identity)
    assert draft is not None
    if text == UNDO:
        last = session.scalar(select(func.max(col(SheetTap.number))).where(col(SheetTap.sheet_id) == identity))
        if last is None:
            raise SheetRefused(_("there is nothing to undo"))
        session.execute(delete(SheetTap).where(col(SheetTap.sheet_id) == identity, col(SheetTap.number) == last))
        undone = find(session, identity)
        assert undone is not None
        return undone
    if draft.taps >= MOST_TAPS:
        raise SheetRefused(_("the sheet was changed {taps} times, the most that are kept", taps=f"{draft.taps:,}"))
    filling = with_tap(draft.filling, text)
    match_of(filling.kept)
    session.add(SheetTap(sheet_id=identity, number=draft.taps, tap=text))
    session.flush()
    return replace(draft, filling=filling, taps=draft.taps + 1)


def become(session: Session, identity: int, version: int, log_id: int) -> None:
    """Notes which match a version of a sheet has become.  Raises SheetChanged where there is another by now."""
    _change(session, identity, version)
    session.execute(update(Sheet).where(col(Sheet.id) == identity).values(log_id=log_id))


def drop(session: Session, identity: int, version: int) -> None:
    """Takes a sheet away.  Raises SheetChanged where there is another version by now."""
    _change(session, identity, version)
    session.execute(delete(SheetTap).where(col(SheetTap.sheet_id) == identity))
    session.execute(delete(Sheet).where(col(Sheet.id) == identity))


def _change(session: Session, identity: int, version: int) -> None:
    changed = session.execute(
        update(Sheet)
        .where(col(Sheet.id) == identity, col(Sheet.version) == version, col(Sheet.log_id).is_(None))
        .values(version=version + 1, changed_at=datetime.now(UTC))
    )
    if changed.rowcount != 1:  # type: ignore[attr-defined]
        raise SheetChanged


def _draft(row: Sheet, taps: Sequence[str], house: HouseRules | None) -> SheetDraft:
    assert row.id is not None
    record = read_match(row.document.encode(), "sheet")
    if record.match is None:
        raise BytesDamaged("it is no match")
    try:
        filling = filling_after(sheet_of(record.match), taps)
    except SheetRefused as refused:
        raise BytesDamaged(str(refused)) from refused
    return SheetDraft(
        id=row.id,
        version=row.version,
        filling=filling,
        taps=len(taps),
        created_at=row.created_at,
        changed_at=row.changed_at,
        log_id=row.log_id,
        house=house,
    )


def title_of(draft: SheetDraft) -> str:
    """What a sheet is called: the match's own id or event, else its number here."""
    info = draft.filling.sheet.info
    named = None if info is None else given_value(info.id) or given_value(info.event)
    return str(named) if named else _("Score sheet {number}", number=draft.id)


def dated_title(draft: SheetDraft) -> str:
    """What the match of a sheet is called: as the sheet, with the day on which it was played, or else begun."""
    info = draft.filling.sheet.info
    played = (None if info is None else given_value(info.played_at)) or f"{draft.created_at:%Y-%m-%d}"
    title, day = short_name(title_of(draft), TITLE), played[:10]
    return title if day in title else _("{title}, {day}", title=title, day=day)

"""Verdicts that were handed out: kept byte for byte, listed, and which of them the engine would not give any more.

A verdict is signed as it is, with the names in its texts: who does not see the names of a match does not see its
verdicts.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, case, func, insert, or_, select
from sqlalchemy.orm import Session, aliased
from sqlmodel import col

from app.database.packing import packed, unpacked
from app.database.row_pages import PER_PAGE
from app.database.seeing import is_named, visible
from app.database.tables.matches import Judgement, Log
from app.database.tables.verdicts import HandedOut, InVerdict
from app.disputes.cases.listing import ERASED, Actor, matches_of_player, number_of_rows, people_of
from app.text.language import _

_OFFERED: Final = 20
"""The most verdicts that the page of a match or a dispute lists."""


@dataclass(frozen=True, slots=True)
class VerdictFilter:
    """Which verdicts a list shows."""

    match: int | None = None
    dispute: int | None = None
    game: str | None = None
    player: str | None = None
    """The beginning of the name of a player of the match."""
    changed: bool = False
    """Only those whose match is judged otherwise now."""


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """A verdict as lists show it."""

    id: int
    match: int | None
    title: str
    game: str | None
    dispute: int | None
    body_sha256: str
    engine: str
    key: str | None
    """The public key that signed it, in hexadecimal."""
    by: Actor
    at: datetime
    kept: bool
    """Whether its file is there: it is not once a text in it is erased."""
    changed: bool
    """Whether its match, under the same rules, is judged otherwise now."""
    replaced_by: int | None = None
    """The number of the first verdict on the dispute with a later ruling or state; None where there is none."""


def keep_verdict(session: Session, values: Mapping[str, Any], raw: bytes, texts: Iterable[str]) -> int:
    """Keeps the file of a verdict, and returns its number.

    ``values`` are those of its columns, each of its own type; ``texts`` the opaque ids of the names and texts that it
    has in clear.
    """
    made = HandedOut(**{"at": datetime.now(UTC), **values}, data=packed(raw), size=len(raw))
    session.add(made)
    session.flush()
    assert made.id is not None
    held = sorted(set(texts))
    session.execute(insert(InVerdict), [{"verdict_id": made.id, "identity": identity} for identity in held])
    return made.id


def last_before(session: Session, dispute: int, ruling: int, state: str) -> str | None:
    """The hash of the body of the last verdict on a dispute with another ruling or state than it has now."""
    return session.scalar(
        select(col(HandedOut.body_sha256))
        .where(
            col(HandedOut.dispute_id) == dispute, or_(col(HandedOut.ruling) != ruling, col(HandedOut.state) != state)
        )
        .order_by(col(HandedOut.id).desc())
        .limit(1)
    )


def verdicts(session: Session, wanted: VerdictFilter, before: int | None = None) -> list[VerdictRow]:
    """The verdicts that a filter lets through, the newest first; one more than a page has if there are more."""
    query = _rows(session, wanted)
    if before is not None:
        query = query.where(col(HandedOut.id) < before)
    return _shown(session, session.execute(query.limit(PER_PAGE + 1)).all())


def number_of_verdicts(session: Session, *filters: VerdictFilter) -> list[int]:
    """How many verdicts of listed matches each of some filters lets through, at most one more than `COUNTED` of
    `app.disputes.cases.listing`.  One query.
    """
    return number_of_rows(session, [_rows(session, verdict_filter, by_link=False) for verdict_filter in filters])


def newest_verdicts(session: Session, wanted: VerdictFilter) -> list[VerdictRow]:
    """The newest verdicts that a filter lets through, as the page of a match or a dispute lists them."""
    return _shown(session, session.execute(_rows(session, wanted).limit(_OFFERED)).all())


def verdict_row(session: Session, number: int) -> VerdictRow | None:
    """A verdict by its number; None where there is none."""
    if not 0 < number < 2**31:
        return None
    rows = _shown(session, session.execute(_rows(session, VerdictFilter()).where(col(HandedOut.id) == number)).all())
    return rows[0] if rows else None


def verdict_bytes(session: Session, number: int) -> bytes | None:
    """The file of a verdict as it was handed out; None where there is none, or where it was erased."""
    if not 0 < number < 2**31:
        return None
    row = session.execute(
        select(col(HandedOut.data), col(HandedOut.size)).where(
            col(HandedOut.id) == number,
            visible(session, col(HandedOut.log_id), by_link=True),
            is_named(session, col(HandedOut.log_id)),
        )
    ).one_or_none()
    return None if row is None or row[0] is None else unpacked(row[0], row[1])


def _rows(session: Session, wanted: VerdictFilter, *, by_link: bool = True) -> Any:
    """The query of a list: the columns that it shows, without the files.

    ``by_link``: whether a match that is asked for by its number may be an unlisted one.
    """
    shown: Any = (
        HandedOut.id,
        HandedOut.log_id,
        HandedOut.dispute_id,
        HandedOut.body_sha256,
        HandedOut.engine,
        HandedOut.key,
        HandedOut.actor_id,
        HandedOut.at,
        case((col(HandedOut.data).is_(None), 0), else_=1).label("kept"),
        Log.title,
        Log.match_id,
        Log.event,
        Log.game,
        case((is_changed(), 1), else_=0).label("changed"),
        _successor().label("replaced_by"),
    )
    query = (
        select(*shown)
        .select_from(HandedOut)
        .outerjoin(Log, col(Log.id) == col(HandedOut.log_id))
        .outerjoin(Judgement, and_(col(Judgement.log_id) == col(HandedOut.log_id), col(Judgement.current).is_(True)))
        .order_by(col(HandedOut.id).desc())
    )
    by_link = by_link and wanted.match is not None
    query = query.where(
        visible(session, col(HandedOut.log_id), by_link=by_link), is_named(session, col(HandedOut.log_id))
    )
    if wanted.match is not None:
        query = query.where(col(HandedOut.log_id) == wanted.match)
    if wanted.dispute is not None:
        query = query.where(col(HandedOut.dispute_id) == wanted.dispute)
    if wanted.game is not None:
        query = query.where(col(Log.game) == wanted.game)
    if wanted.player is not None:
        query = query.where(col(HandedOut.log_id).in_(matches_of_player(wanted.player)))
    return query.where(is_changed()) if wanted.changed else query


def is_changed() -> ColumnElement[bool]:
    """Whether the current judgement of a match is under the rules of a verdict, and gives another report."""
    return and_(
        col(Judgement.rules_sha256) == col(HandedOut.rules_sha256), col(Judgement.digest) != col(HandedOut.digest)
    )


def _successor() -> Any:
    """The number of the first verdict after another on its dispute with a later ruling or state."""
    later = aliased(HandedOut)
    return (
        select(func.min(later.id))
        .where(
            col(later.dispute_id) == col(HandedOut.dispute_id),
            col(later.id) > col(HandedOut.id),
            or_(col(later.ruling) != col(HandedOut.ruling), col(later.state) != col(HandedOut.state)),
        )
        .correlate(HandedOut)
        .scalar_subquery()
    )


def _shown(session: Session, rows: Sequence[Any]) -> list[VerdictRow]:
    people = people_of(session, [row.actor_id for row in rows])
    nobody = Actor(_(ERASED), "")
    return [
        VerdictRow(
            id=row.id,
            match=row.log_id,
            title=row.title or row.match_id or row.event or _("Match {number}", number=row.log_id),
            game=row.game,
            dispute=row.dispute_id,
            body_sha256=row.body_sha256,
            engine=row.engine,
            key=row.key,
            by=people.get(row.actor_id, nobody),
            at=row.at,
            kept=bool(row.kept),
            changed=bool(row.changed),
            replaced_by=row.replaced_by,
        )
        for row in rows
    ]

"""The list of disputes with its filters, and whom the opaque ids in them mean."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, case, func, literal, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.lookup import word_number
from app.database.row_pages import PER_PAGE
from app.database.seeing import visible
from app.database.tables.audit_log import ActorRow, RecordText
from app.database.tables.disputes import Dispute, RulingRow
from app.database.tables.matches import Judgement, Log, MatchPlayer, name_key
from app.database.tables.statistics import COUNTED_MATCHES
from app.text.language import _, marked

COUNTED: Final = 1_000
"""Rows of a list that are counted; of more it is only said that they are more."""
ERASED: Final = marked("(erased)")
"""Stands for a name or a text that was erased."""
_BATCH: Final = 500
"""Texts that are read with one query."""


@dataclass(frozen=True, slots=True)
class DisputeFilter:
    """Which disputes a list shows."""

    state: str | None = None
    match: int | None = None
    game: str | None = None
    player: str | None = None
    """The beginning of the name of a player of the match."""
    event: str | None = None
    """The whole text of an event, as `engine.statistics.person.normal` writes it."""
    changed: bool = False
    """Only those whose match is judged otherwise now."""


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acted."""

    name: str
    role: str


@dataclass(frozen=True, slots=True)
class DisputeRow:
    """A dispute as lists show it."""

    id: int
    match: int | None
    title: str
    game: str | None
    hand: int | None
    action: int | None
    line: int | None
    state: str
    by: Actor
    opened_at: datetime
    changed: bool = False
    """Whether the match is judged otherwise now than when it was ruled on, or else when the dispute was opened."""


def disputes(session: Session, wanted: DisputeFilter, before: int | None = None) -> list[DisputeRow]:
    """The disputes that a filter lets through, the newest first; one more than a page has if there are more."""
    query = filtered_disputes(session, wanted)
    if before is not None:
        query = query.where(col(Dispute.id) < before)
    rows = session.execute(query.order_by(col(Dispute.id).desc()).limit(PER_PAGE + 1)).all()
    people = people_of(session, [dispute.actor_id for dispute, *_ in rows])
    return [row_of(dispute, log, people, bool(changed)) for dispute, log, changed in rows]


def number_of(session: Session, *filters: DisputeFilter) -> list[int]:
    """How many disputes each of some filters lets through, at most one more than `COUNTED`.  One query."""
    return number_of_rows(session, [filtered_disputes(session, dispute_filter) for dispute_filter in filters])


def number_of_rows(session: Session, queries: Iterable[Select[Any]]) -> list[int]:
    """How many rows each of some queries has, at most one more than `COUNTED`.  One query."""
    bounded = [query.with_only_columns(literal(1)).order_by(None).limit(COUNTED + 1).subquery() for query in queries]
    counts = (select(func.count()).select_from(subquery).scalar_subquery() for subquery in bounded)
    return list(session.execute(select(*counts)).one())


def people_of(session: Session, identities: Iterable[str]) -> dict[str, Actor]:
    """The names of the people behind some opaque ids."""
    actors = session.scalars(select(ActorRow).where(col(ActorRow.id).in_(set(identities))))
    return {actor.id: Actor(actor.name or _(ERASED), actor.role) for actor in actors}


def kept_texts(session: Session, identities: Iterable[str]) -> dict[str, str | None]:
    """The texts that some opaque ids replace; None for one that was erased."""
    wanted = sorted(set(identities))
    texts: dict[str, str | None] = {}
    for start in range(0, len(wanted), _BATCH):
        batch = wanted[start : start + _BATCH]
        texts |= {row.id: row.text for row in session.scalars(select(RecordText).where(col(RecordText.id).in_(batch)))}
    return texts


def seat_names(session: Session, matches: Collection[int]) -> dict[int, dict[str, str]]:
    """By match and seat, the names that pages show.  One query."""
    names: dict[int, dict[str, str]] = {}
    rows = session.execute(
        select(col(MatchPlayer.log_id), col(MatchPlayer.seat), col(MatchPlayer.name))
        .where(col(MatchPlayer.log_id).in_(matches))
        .order_by(col(MatchPlayer.place))
    )
    for match, seat, name in rows:
        names.setdefault(match, {})[seat] = name
    return names


def matches_of_player(name: str) -> Select[Any]:
    """The matches with a player whose name begins so."""
    start = name_key(name)
    return select(col(MatchPlayer.log_id)).where(
        col(MatchPlayer.name_key) >= start, col(MatchPlayer.name_key) < start + "\U0010ffff"
    )


def visible_disputes(session: Session, *conditions: ColumnElement[bool]) -> Select[Any]:
    """Disputes about visible matches, each with its match and whether that is judged otherwise now."""
    return (
        select(Dispute, Log, case((_changed(), 1), else_=0).label("changed"))
        .outerjoin(Log, col(Log.id) == col(Dispute.log_id))
        .outerjoin(Judgement, and_(col(Judgement.log_id) == col(Dispute.log_id), col(Judgement.current).is_(True)))
        .where(*conditions, visible(session, col(Dispute.log_id)))
    )


def _changed() -> ColumnElement[bool]:
    ruled_on = (
        select(col(RulingRow.digest))
        .where(col(RulingRow.dispute_id) == col(Dispute.id), col(RulingRow.in_force).is_(True))
        .correlate(Dispute)
        .scalar_subquery()
    )
    return col(Judgement.digest) != func.coalesce(ruled_on, col(Dispute.digest))


def filtered_disputes(session: Session, wanted: DisputeFilter) -> Select[Any]:
    """The disputes that a filter lets through."""
    query = visible_disputes(session, _changed()) if wanted.changed else visible_disputes(session)
    if wanted.state is not None:
        query = query.where(col(Dispute.state) == wanted.state)
    if wanted.match is not None:
        query = query.where(col(Dispute.log_id) == wanted.match)
    if wanted.game is not None:
        query = query.where(col(Log.game) == wanted.game)
    if wanted.player is not None:
        query = query.where(col(Dispute.log_id).in_(matches_of_player(wanted.player)))
    if wanted.event is not None:
        query = query.where(_of_event(session, wanted.event))
    return query


def _of_event(session: Session, event: str) -> ColumnElement[bool]:
    """Whether a match is of an event: its log writes it so, or it is counted as one of the event."""
    written = col(Log.event) == event if event else func.coalesce(col(Log.event), "") == ""
    number = word_number(session, event)
    if number is None:
        return written
    counted = select(COUNTED_MATCHES.c.match).where(COUNTED_MATCHES.c.event == number)
    return or_(written, col(Dispute.log_id).in_(counted))


def row_of(dispute: Dispute, log: Log | None, people: Mapping[str, Actor], changed: bool) -> DisputeRow:
    title = _("a match that is no longer here")
    if log is not None:
        title = log.title or log.match_id or log.event or _("Match {number}", number=log.id)
    return DisputeRow(
        id=dispute.id or 0,
        match=dispute.log_id,
        title=title,
        game=None if log is None else log.game,
        hand=dispute.hand,
        action=dispute.action,
        line=dispute.line,
        state=dispute.state,
        by=people[dispute.actor_id],
        opened_at=dispute.opened_at,
        changed=changed,
    )

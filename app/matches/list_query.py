"""How the matches of a list are found: from the index that leads to the fewest, in its order.

Each match found is looked up in the other filters by a key.  So the time that a page takes depends on the matches of
the filter that lets the fewest through, and not on how many there are.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from heapq import merge
from itertools import groupby, islice
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, false, func, literal, or_, select, tuple_
from sqlalchemy.orm import Session, aliased
from sqlmodel import SQLModel, col

from app.database import search
from app.database.seeing import is_named, unnamed_players, visible
from app.database.tables.matches import Judgement, Log, MatchPair, MatchPlayer, MatchText, Player, name_key, storable
from app.judging.judged import sha256_of
from engine.record import bounds

COUNTED: Final = 10_000
"""Matches of a list that are counted; of more it is only said that they are more."""
COUNTED_EACH: Final = 1_000
"""The same for each game and verdict that a filter offers, and for each index that a list may be read from."""
LEFT_OUT: Final = ("enable_seqscan", "enable_bitmapscan", "enable_sort")
"""What PostgreSQL may not do for a list."""
SHEETS: Final = "sheets"
"""Asks for the score sheets without a fault, where a verdict could be asked for."""
_LAST: Final = "\U0010ffff"
"""Above every character of a name."""
_SPELLINGS: Final = 20
"""Seats of a name whose spelling is compared."""

Ids = ColumnElement[int]
Condition = ColumnElement[bool]

# The tables that a list is read from, under names of their own: a match found is looked up in the same ones again.
_LOG: Final[Any] = aliased(Log, name="listed_logs")
_JUDGEMENT: Final[Any] = aliased(Judgement, name="listed_judgements")
_SEAT: Final[Any] = aliased(MatchPlayer, name="listed_players")
_PAIR: Final[Any] = aliased(MatchPair, name="listed_pairs")


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches a list shows; None, or an empty text, lets all through."""

    game: str | None = None
    player: str | None = None
    """A person's `id`, or a name (whole, in any case)."""
    verdict: str | None = None
    """A verdict, or `SHEETS`."""
    since: date | None = None
    until: date | None = None
    """Days by the table's clock, both included.  A match without a date is in no range."""
    text: str | None = None
    """A part of the match's title, id, event, its source or a player's name, in any case."""
    undated: bool = False
    """Whether only matches without a date are let through."""


@dataclass(frozen=True, slots=True, order=True)
class ListPlace:
    """The place of a match in a list: by its day where the list is in the order of days, then by its id."""

    day: date
    id: int

    def __str__(self) -> str:
        """The place as addresses name it: ``812``, or ``2024-05-01.812``."""
        return str(self.id) if self.day == date.min else f"{self.day}.{self.id}"

    @classmethod
    def read(cls, text: str) -> "ListPlace | None":
        """The place that a text names; None where it names none."""
        day, _, identity = text.rpartition(".")
        if not (identity.isascii() and identity.isdecimal() and len(identity) <= len(str(2**31))):
            return None
        try:
            return cls(date.fromisoformat(day) if day else date.min, min(int(identity), 2**31 - 1))
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class ListStart:
    """Matches in the order of an index."""

    ids: Ids
    where: Condition
    day: ColumnElement[date] | None = None
    """The column of days, where the index has them in front of the ids."""
    repeats: bool = False
    """Whether a match may come several times in a row."""


@dataclass(frozen=True, slots=True)
class Filter:
    """One part of a `MatchFilter`."""

    among: Callable[[Ids], Condition]
    """Whether a match with an id is let through."""
    starts: tuple[tuple[ListStart, ...], ...]
    """What a list may begin with instead, each by itself; those of one are merged."""
    loose: bool = False
    """Whether the starts have matches that are not let through."""


@dataclass(frozen=True, slots=True)
class ListQuery:
    """The matches of a list: where they begin, and what is asked of each."""

    starts: tuple[ListStart, ...]
    asked: tuple[Callable[[Ids], Condition], ...]

    def places(
        self, session: Session, limit: int, place: ListPlace | None = None, *, newer: bool = False
    ) -> list[ListPlace]:
        """The first places older than a place (of all, without one), or the next newer ones, from there on."""
        lists = [
            [
                ListPlace(row[0] if len(row) > 1 else date.min, row[-1])
                for row in session.execute(self.ordered(start, place, newer=newer).limit(limit))
            ]
            for start in self.starts
        ]
        in_order = merge(*lists, reverse=not newer)
        return [place for place, _ in islice(groupby(in_order), limit)]

    def total(self, session: Session) -> int:
        """How many there are, at most one more than `COUNTED`."""
        if len(self.starts) > 1:
            return len(self.places(session, COUNTED + 1))
        (start,) = self.starts
        subquery = self.ordered(start).limit(COUNTED + 1).subquery()
        return session.scalar(select(func.count()).select_from(subquery)) or 0

    def ordered(self, start: ListStart, place: ListPlace | None = None, *, newer: bool = False) -> Select[Any]:
        """The matches of a start that are asked for, in its order: their days where it has them, and their ids."""
        key: list[ColumnElement[Any]] = [start.ids] if start.day is None else [start.day, start.ids]
        selected = self._selected(start, *key)
        if place is not None:
            at = [place.id] if start.day is None else [place.day, place.id]
            here, there = (key[0], literal(at[0])) if len(key) == 1 else (tuple_(*key), tuple_(*map(literal, at)))
            selected = selected.where(here > there if newer else here < there)
        return selected.order_by(*(column.asc() if newer else column.desc() for column in key))

    def _selected(self, start: ListStart, *columns: ColumnElement[Any]) -> Select[Any]:
        selected = select(*columns).where(start.where, *(among(start.ids) for among in self.asked))
        return selected.distinct() if start.repeats else selected


def query_of(session: Session, wanted: MatchFilter) -> ListQuery:
    """The matches that a filter lets through.  Where it has several parts, a query finds the one to begin with."""
    seen = partial(visible, session)
    filters = list(_filters(session, wanted))
    starts = [(list_filter, start) for list_filter in filters for start in list_filter.starts]
    if not starts:
        return ListQuery((_ALL,), (*(list_filter.among for list_filter in filters), seen))
    chosen, start = starts[0 if len(starts) == 1 else _least(session, [start for _, start in starts])]
    asked = [list_filter.among for list_filter in filters if list_filter is not chosen or list_filter.loose]
    return ListQuery(start, (*asked, seen) if wanted.verdict else (*asked, is_listed, seen))


def is_listed(ids: Ids) -> Condition:
    """Whether lists show a match: it is neither deleted nor part of another, and so one of its judgements is current.

    A filter by verdict asks for that itself.
    """
    return _some(Judgement, col(Judgement.current).is_(True), col(Judgement.log_id) == ids)


def _filters(session: Session, wanted: MatchFilter) -> Iterator[Filter]:
    if wanted.player:
        yield _of_player(session, wanted.player)
    if wanted.text:
        yield _of_text(session, wanted.text)
    if wanted.undated:
        yield _UNDATED
    in_days = bool(wanted.since or wanted.until)
    if in_days:
        days = _of_days(wanted)
        yield days if not (wanted.player or wanted.text) else replace(days, starts=())
    if wanted.game:
        yield replace(of_game(wanted.game), starts=()) if in_days else of_game(wanted.game)
    if wanted.verdict:
        yield replace(of_verdict(wanted.verdict), starts=()) if in_days else of_verdict(wanted.verdict)


_ALL: Final = ListStart(_JUDGEMENT.log_id, _JUDGEMENT.current.is_(True))


def of_game(game: str) -> Filter:
    """The matches of a game."""

    def holds(log: Any) -> Condition:
        held: Condition = log.game == storable(game)
        return held

    return Filter(lambda ids: _some(Log, col(Log.id) == ids, holds(Log)), ((ListStart(_LOG.id, holds(_LOG)),),))


def of_verdict(verdict: str) -> Filter:
    """The matches with a verdict; with `SHEETS`, the score sheets without a fault."""
    if verdict == SHEETS:
        return _SHEETS

    def holds(judgement: Any) -> Condition:
        return and_(judgement.current.is_(True), judgement.verdict == storable(verdict))

    return Filter(
        lambda ids: _some(Judgement, col(Judgement.log_id) == ids, holds(Judgement)),
        ((ListStart(_JUDGEMENT.log_id, holds(_JUDGEMENT)),),),
    )


_SHEETS: Final = Filter(
    lambda ids: _some(
        Judgement,
        col(Judgement.log_id) == ids,
        col(Judgement.unchecked_hands).is_not(None),
        col(Judgement.current).is_(True),
    ),
    # Judgements of earlier versions have an entry in the index too.
    ((ListStart(_JUDGEMENT.log_id, _JUDGEMENT.unchecked_hands.is_not(None), repeats=True),),),
    loose=True,
)


def _of_days(wanted: MatchFilter) -> Filter:
    def holds(log: Any) -> Condition:
        since = [] if wanted.since is None else [log.played_on >= wanted.since]
        return and_(*since, log.played_on.is_not(None) if wanted.until is None else log.played_on <= wanted.until)

    start = ListStart(_LOG.id, holds(_LOG), _LOG.played_on)
    return Filter(lambda ids: _some(Log, col(Log.id) == ids, holds(Log)), ((start,),))


_UNDATED: Final = Filter(
    lambda ids: _some(Log, col(Log.id) == ids, col(Log.played_on).is_(None)),
    ((ListStart(_LOG.id, _LOG.played_on.is_(None)),),),
)


def _of_player(session: Session, player: str) -> Filter:
    key, hidden = name_key(player), sorted(unnamed_players(session))
    person = session.scalar(select(col(Player.id)).where(col(Player.key_sha256) == sha256_of(player)))

    def named(seat: Any) -> Condition:
        """Whether a seat has the name, and who asks sees it."""
        return and_(seat.name_key == key, *_not_of(seat.player_id, hidden))

    starts = [ListStart(_SEAT.log_id, named(_SEAT), repeats=True)]
    seated = named(MatchPlayer)
    if person is not None and person not in hidden:
        starts.append(ListStart(_SEAT.log_id, _SEAT.player_id == person, repeats=True))
        seated = or_(seated, col(MatchPlayer.player_id) == person)
    return Filter(lambda ids: _some(MatchPlayer, col(MatchPlayer.log_id) == ids, seated), (tuple(starts),))


def _not_of(player: Any, hidden: Sequence[int]) -> Iterator[Condition]:
    if hidden:
        yield or_(player.is_(None), player.not_in(hidden))


def _of_text(session: Session, text: str) -> Filter:
    """The matches with a text.  One with a name that is hidden from who asks has none: its texts may have the name."""
    # No text kept is longer, and databases bound the patterns that they take.
    sought = search.folded(text) if len(text) <= bounds.TEXT else None
    if sought is None:
        return Filter(lambda _: false(), ((ListStart(_PAIR.log_id, false()),),))
    pairs = search.indexed_pairs(search.looked_up(sought))

    def among(ids: Ids) -> Condition:
        held = (_some(MatchPair, col(MatchPair.pair) == pair, col(MatchPair.log_id) == ids) for pair in pairs)
        return and_(
            *held, _some(MatchText, col(MatchText.log_id) == ids, search.contains(sought)), is_named(session, ids)
        )

    starts = tuple((ListStart(_PAIR.log_id, _PAIR.pair == pair),) for pair in pairs)
    return Filter(among, starts, loose=True)


def _some(table: type[SQLModel], *conditions: Condition) -> Condition:
    """Whether some row of a table meets conditions that a key of it begins with.

    As a number, and not as EXISTS, which a database may turn round to begin with that table.
    """
    count = select(func.count()).select_from(table).where(*conditions).correlate_except(table).scalar_subquery()
    return count > 0


def keep_to_indexes(session: Session, left_out: Sequence[str] = LEFT_OUT) -> None:
    """Has PostgreSQL read from indexes in their order until the transaction ends, whatever it knows of the tables.

    It would read a table through, or sort, where its statistics are old or let it expect few rows.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.execute(select(*(func.set_config(name, "off", True) for name in left_out)))


def _least(session: Session, starts: Sequence[Sequence[ListStart]]) -> int:
    """The start with the fewest matches, counted up to a bound."""
    counts = match_counts(session, starts)
    if min(counts) > COUNTED_EACH:
        counts = match_counts(session, starts, COUNTED)
    return min(range(len(starts)), key=counts.__getitem__)


def match_counts(
    session: Session,
    starts: Sequence[Sequence[ListStart]],
    bound: int | None = None,
    *,
    asked: tuple[Callable[[Ids], Condition], ...] = (),
) -> list[int]:
    """How many matches each of some starts has, at most one more than a bound (`COUNTED_EACH`).  One query.

    ``asked``: only those are counted that this lets through, where the starts have others too.
    """
    limit = (COUNTED_EACH if bound is None else bound) + 1
    numbers = [
        select(func.count())
        .select_from(ListQuery((start,), asked).ordered(start).limit(limit).subquery())
        .scalar_subquery()
        for merged in starts
        for start in merged
    ]
    counts = iter(session.execute(select(*numbers)).one())
    return [sum(islice(counts, len(merged))) for merged in starts]


def names_query(session: Session, start: str, count: int) -> Select[Any]:
    """The first keys of names that begin with a key, at most ``count``.

    With each come the first and the last, in order, of the names of its newest matches, which may differ in case.
    Each key is looked up behind the one before it, so that a name of many matches takes as long as any other.
    """
    key = col(MatchPlayer.name_key)
    hidden = sorted(unnamed_players(session))
    seen = and_(visible(session, col(MatchPlayer.log_id)), *_not_of(col(MatchPlayer.player_id), hidden))
    in_range = and_(key >= start, key < start + _LAST, key != "", seen)
    keys = select(func.min(key).label("key"), literal(1).label("number")).where(in_range).cte(recursive=True)
    behind = select(func.min(key)).where(key > keys.c.key, in_range).correlate(keys).scalar_subquery()
    keys = keys.union_all(select(behind, keys.c.number + 1).where(keys.c.key.is_not(None), keys.c.number < count))
    newest = (
        select(col(MatchPlayer.name).label("name"))
        .where(key == keys.c.key, seen)
        .order_by(col(MatchPlayer.log_id).desc())
        .limit(_SPELLINGS)
        .correlate(keys)
        .subquery()
    )
    first, last = (select(of(newest.c.name)).scalar_subquery() for of in (func.min, func.max))
    return select(keys.c.key, first, last).where(keys.c.key.is_not(None))

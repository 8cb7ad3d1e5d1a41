"""Computed scores and winners, stored next to those after rulings in the tables of facts.

A column ``computed_X`` has what was computed, where rulings put something else into ``X``, and otherwise NULL.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, FromClause, Integer, Table, and_, bindparam, func, literal, null, select, update
from sqlalchemy.orm import Session

from app.database.tables.statistics import FACTS, NO_WORD, PARTNERSHIPS, PLACE_HALVES, SEAT_RESULTS, TALLIES
from app.judging.counted import Counted

UNDECIDED: Final = -1
"""The value of ``computed_won`` where the winner was unknown."""
_COMPUTED: Final = "computed_"
_ADJUSTED: Final = "adjusted"


def columns_of(table: FromClause, as_computed: bool) -> Any:
    """The columns of a table of what is counted, or of an alias of one, by name.

    ``as_computed``: as if there were no rulings: scores and winners are those computed, and no hand is adjusted.
    """
    if not as_computed:
        return table.c
    return _Columns({name: _without_rulings(table.c, name) for name in table.c.keys()})  # noqa: SIM118


class _Columns:
    """Columns by name, which are read as those of a table are."""

    def __init__(self, columns: Mapping[str, ColumnElement[Any]]) -> None:
        self._columns: Final = columns

    def __getitem__(self, name: str) -> ColumnElement[Any]:
        return self._columns[name]

    def __getattr__(self, name: str) -> ColumnElement[Any]:
        try:
            return self._columns[name]
        except KeyError:
            raise AttributeError(name) from None

    def __contains__(self, name: str) -> bool:
        return name in self._columns


def adjusted_hands(c: Any) -> ColumnElement[int]:
    """The number of hands with scores set by rulings, over rows of ``FACTS`` or of sums with the columns ``c``."""
    return func.sum(c[_ADJUSTED]) if _ADJUSTED in c else func.count(c.computed_score)


def _without_rulings(c: Any, name: str) -> ColumnElement[Any]:
    if name == _ADJUSTED:
        return literal(0, Integer)
    if name.startswith(_COMPUTED):
        return null()
    if f"{_COMPUTED}{name}" not in c:
        column: ColumnElement[Any] = c[name]
        return column
    found = func.coalesce(c[f"{_COMPUTED}{name}"], c[name])
    return func.nullif(found, UNDECIDED) if name == "won" else found


def keep_computed(
    session: Session, match: int, computed: Counted, counted: Counted, adjusted: Collection[int], play: int
) -> None:
    """Stores the computed values of a match in its rows, where rulings have replaced them.

    ``adjusted`` are the hands whose scores rulings set; ``play`` is the number of the basis ``play``.
    """
    won = winners_computed(computed, counted)
    scores = {(row.hand, row.seat): row.score for row in computed.rows}
    rows = _facts(session, match, play)
    facts: list[_Values] = [
        {
            **dict(zip(_FACT_KEY, (row.person, match, row.hand, row.seat), strict=True)),
            "computed_score": scores[row.hand, row.seat] if row.hand in adjusted else None,
            "computed_won": won[row.seat],
        }
        for row in rows
        if row.hand in adjusted or won[row.seat] is not None
    ]
    _update(session, FACTS, _FACT_KEY, facts)
    results: list[_Values] = [{"match": match, "seat": seat, "computed_won": each} for seat, each in enumerate(won)]
    _update(session, SEAT_RESULTS, ("match", "seat"), [each for each in results if each["computed_won"] is not None])
    sums: dict[tuple[int, ...], _Sums] = {}
    of_pairs: dict[tuple[int, ...], _Sums] = {}
    by_side: dict[tuple[int, int | None], list[_Fact]] = {}
    for row in rows:
        by_side.setdefault((row.hand, row.side), []).append(row)
    for row in rows:
        score = scores[row.hand, row.seat]
        key = (row.person, row.game, match, row.seat, row.role, row.play)
        sums.setdefault(key, _Sums(won[row.seat])).add(score, row.hand in adjusted, row.place_halves)
        for other in by_side[row.hand, row.side] if row.side is not None else ():
            if other.seat != row.seat:
                pair = (row.person, row.game, other.person, match, row.seat, other.seat, row.role, row.play)
                of_pairs.setdefault(pair, _Sums(won[row.seat])).add(score, row.hand in adjusted, None)
    for table, found in ((TALLIES, sums), (PARTNERSHIPS, of_pairs)):
        names = table.primary_key.columns.keys()
        changed = [
            {**dict(zip(names, key, strict=True)), **each.columns(with_places=table is TALLIES)}
            for key, each in found.items()
            if each.adjusted or each.won is not None
        ]
        _update(session, table, names, changed)


_Values = Mapping[str, float | None]
_FACT_KEY: Final = ("person", "match", "hand", "seat")


class _Fact(NamedTuple):
    """What of a row of facts sums are apart by."""

    person: int
    game: int
    hand: int
    seat: int
    role: int
    play: int
    side: int | None
    place_halves: int | None


@dataclass(slots=True)
class _Sums:
    """What the scores of some hands add up to, as they were computed."""

    won: int | None
    adjusted: int = 0
    score: int = 0
    squares: int = 0
    places: dict[int, int] = field(default_factory=dict)

    def add(self, score: int, adjusted: bool, place_halves: int | None) -> None:
        """Adds a hand."""
        self.adjusted += adjusted
        self.score += score
        self.squares += score * score
        if place_halves is not None:
            self.places[place_halves] = self.places.get(place_halves, 0) + score

    def columns(self, *, with_places: bool) -> _Values:
        """The values of the columns that keep them."""
        places = (
            {f"computed_score_at_{place_halves}": self.places.get(place_halves) for place_halves in PLACE_HALVES}
            if with_places
            else {}
        )
        sums = {"adjusted": self.adjusted, "computed_score": self.score, "computed_squares": float(self.squares)}
        kept: _Values = {**sums, **places}
        return {"computed_won": self.won, **(kept if self.adjusted else dict.fromkeys(kept))}


def winners_computed(computed: Counted, counted: Counted) -> list[int | None]:
    """By seat the value of ``computed_won``: None for all where rulings leave the winner as it was."""
    before, after = ([each.won for each in of.results] for of in (computed, counted))
    if before == after:
        return [None] * len(before)
    return [UNDECIDED if won is None else int(won) for won in before]


def _facts(session: Session, match: int, play: int) -> list[_Fact]:
    c, results = FACTS.c, SEAT_RESULTS.c
    of_seat = and_(c.person == results.person, c.match == results.match, c.seat == results.seat)
    rows = session.execute(
        select(c.person, c.game, c.hand, c.seat, func.coalesce(c.role, NO_WORD), c.basis, c.side, c.place_halves)
        .select_from(SEAT_RESULTS.join(FACTS, of_seat))
        .where(results.match == match)
    )
    return [_Fact(*row[:5], int(row[5] == play), *row[6:]) for row in rows]


def _update(session: Session, table: Table, key: Sequence[str], rows: Sequence[_Values]) -> None:
    """Sets columns of the rows with some keys; each row has the same columns."""
    if not rows:
        return
    values: dict[str, object] = {name: bindparam(f"to_{name}") for name in rows[0] if name not in key}
    statement = update(table).where(*(table.c[name] == bindparam(f"of_{name}") for name in key)).values(values)
    session.connection().execute(
        statement, [{f"{'of' if name in key else 'to'}_{name}": value for name, value in row.items()} for row in rows]
    )

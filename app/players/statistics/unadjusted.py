"""Computed scores and winners, stored next to those after rulings in the tables of facts.

A column ``computed_X`` has what was computed, where rulings put something else into ``X``, and otherwise NULL.
"""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, FromClause, Integer, func, literal, null, select

from app.database.tables.statistics import SEAT_RESULTS
from app.judging.counted import CountOfMatch

UNDECIDED: Final = -1
"""The value of ``computed_won`` where the winner was unknown."""
COMPUTED: Final = "computed_"
"""How the columns with what was computed begin."""
ADJUSTED: Final = "adjusted"
"""The column with the number of hands whose scores rulings set."""


def columns_of(table: FromClause, as_computed: bool) -> Any:
    """The columns of a table of what is counted, or of an alias of one, by name.

    ``as_computed``: as if there were no rulings: scores and winners are those computed, and no hand is adjusted.
    """
    if not as_computed:
        return table.c
    return _Columns({name: _without_rulings(table.c, name) for name in table.c.keys()})  # noqa: SIM118


def won_at_any_seat(
    match: ColumnElement[int], person: ColumnElement[int] | int, *, as_computed: bool
) -> ColumnElement[int | None]:
    """Whether a person won a match at any seat of it (1, 0), also at one that a filter does not let through.

    ``as_computed``: whatever rulings say of the winner.
    """
    seats = columns_of(SEAT_RESULTS, as_computed)
    query = select(func.max(seats.won)).where(seats.match == match, seats.person == person)
    return query.correlate_except(SEAT_RESULTS).scalar_subquery()


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
    return func.sum(c[ADJUSTED]) if ADJUSTED in c else func.count(c.computed_score)


def _without_rulings(c: Any, name: str) -> ColumnElement[Any]:
    if name == ADJUSTED:
        return literal(0, Integer)
    if name.startswith(COMPUTED):
        return null()
    if f"{COMPUTED}{name}" not in c:
        column: ColumnElement[Any] = c[name]
        return column
    value = func.coalesce(c[f"{COMPUTED}{name}"], c[name])
    return func.nullif(value, UNDECIDED) if name == "won" else value


def winners_computed(computed: CountOfMatch, counted: CountOfMatch) -> list[int | None]:
    """By seat the value of ``computed_won``: None for all where rulings leave the winner as it was."""
    before, after = ([result.won for result in of.results] for of in (computed, counted))
    if before == after:
        return [None] * len(before)
    return [UNDECIDED if won is None else int(won) for won in before]

"""The tables of an archive, and how Parquet has their columns."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

import pyarrow
from sqlalchemy import BigInteger, Column, Float, Integer, LargeBinary, MetaData, SmallInteger, String, Table, Text

from app.database.tables.matches import METADATA
from app.database.tables.ratings import RATED_MATCHES, RATING_CHANGES, RATINGS, STANDINGS
from app.database.tables.statistics import (
    BOMBS,
    COUNTED_MATCHES,
    FACTS,
    PARTNERSHIPS,
    PEOPLE,
    PEOPLE_PAIRS,
    SEAT_RESULTS,
    TALLIES,
    WORDS,
)
from app.database.tables.traces import FILE, mark

_ARCHIVE: Final = MetaData()

VERDICTS: Final = Table(
    "judged_matches",
    _ARCHIVE,
    Column("number", Integer, primary_key=True),
    Column("match", Integer),
    Column("copy_of", Integer),
    Column("unit", String),
    Column("sha256", String),
    Column("position", Integer),
    Column("content", String),
    Column("source", Text),
    Column("format", String),
    Column("game", String),
    Column("match_id", Text),
    Column("event", Text),
    Column("day", Integer),
    Column("preset", Text),
    Column("rules", String),
    Column("hands", Integer),
    Column("verdict", String),
    Column("errors", Integer),
    Column("warnings", Integer),
    Column("notices", Integer),
    Column("digest", String),
)
"""The index of verdicts: a row for each match, and for each text that could not be read as one, as inputs have them.

``match`` is the number of a match, NULL for a copy of another match (``copy_of``) and for what could not be read;
``unit`` is the hash of the line or text that it came in, ``sha256`` that of its own bytes, ``content`` that of its
content.
"""

RULES: Final = Table(
    "rules",
    _ARCHIVE,
    Column("options", Integer, primary_key=True),
    Column("sha256", String),
    Column("preset", Text),
    Column("report", LargeBinary),
    Column("report_size", Integer),
)
"""The rules of matches: ``options`` as in other tables; ``report`` has them as a report does, packed."""

PLAYERS: Final = METADATA.tables["players"]

BY_MONTH: Final = (FACTS, VERDICTS)
"""The tables that are apart by month."""
BY_PERSON: Final = (COUNTED_MATCHES, SEAT_RESULTS, TALLIES, PARTNERSHIPS, BOMBS)
"""The tables that pages ask for the rows of a person, or of the newest matches.  Since a query takes time for each file
that it reads, these have one file of older matches and one of newer ones.
"""
NUMBERED: Final = (WORDS, PLAYERS, RULES)
"""The tables of what matches name by number."""
MADE: Final = (PEOPLE, PEOPLE_PAIRS, RATINGS, STANDINGS, RATED_MATCHES, RATING_CHANGES)
"""The tables that are made anew of all matches."""

mark(VERDICTS, source=FILE)

MONTH: Final = "month"
"""A column of parts: YYYYMM, 0 for a match without a date."""
UNDATED: Final = "undated"
ROWS: Final = 16_384
"""The rows of a group at most: what is read of a file at least."""

_ORDER: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {SEAT_RESULTS.name: ("person", "match", "seat"), PEOPLE.name: ("sort", "player")}
)


def order_of(table: Table) -> tuple[str, ...]:
    """The columns by which the rows of a table are in order."""
    return _ORDER.get(table.name, tuple(column.name for column in table.primary_key))


def schema_of(table: Table) -> Any:
    """The columns of a table as Parquet has them."""
    return pyarrow.schema([(column.name, _arrow(column)) for column in table.c])


def month_name(month: int) -> str:
    """The name of a month: ``2024-05``."""
    return f"{month // 100:04}-{month % 100:02}" if month else UNDATED


def _arrow(column: Column[Any]) -> Any:
    kind = column.type
    if isinstance(kind, SmallInteger):
        return pyarrow.int16()
    if isinstance(kind, BigInteger):
        return pyarrow.int64()
    if isinstance(kind, Integer):
        return pyarrow.int32()
    if isinstance(kind, Float):
        return pyarrow.float64()
    return pyarrow.binary() if isinstance(kind, LargeBinary) else pyarrow.string()

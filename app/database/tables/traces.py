"""Whose a column is: the mark on each column that can tell something of a person, and on every other text too.

Columns that repeat what the record of disputes says have a mark with the field of its entries.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Table, or_, select
from sqlmodel import SQLModel

_MARK: Final = "trace"
_FIELD: Final = "field"


class Kind(StrEnum):
    """What a column has of a person."""

    ACCOUNT = "account"
    """The number of an account that the row belongs to."""
    SENDER = "sender"
    """The same, as a sender of requests is called."""
    PLAYER = "player"
    """The number of a player that the row belongs to."""
    ACTOR = "actor"
    """The opaque id of the one in the record of disputes that the row belongs to."""
    NAME = "name"
    """What somebody is called."""
    TEXT = "text"
    """What somebody wrote or brought."""
    FILE = "file"
    """What the file is called that somebody brought."""
    TITLE = "title"
    """What people call a match, or what they did."""
    TEXT_ID = "id of a text"
    """The opaque id of such a text in the record of disputes."""
    COPY = "copy"
    """What is made of a name or a text to find it by."""
    WORD = "word"
    """The number of a text of the dictionary, which may be a name."""
    HASHED = "hashed"
    """A hash, or an opaque id, of somebody's browser, network or name."""
    SECRET = "secret"  # noqa: S105
    """The hash of a secret, or a salt."""
    NOBODY = "nobody"
    """Nothing: words of the program, numbers, what is made of matches by their numbers of seats."""


OWNERS: Final = frozenset({Kind.ACCOUNT, Kind.SENDER, Kind.PLAYER, Kind.ACTOR})
"""What says whose a row is."""
WITH_NAMES: Final = frozenset({Kind.FILE, Kind.TITLE})
"""Texts from which the names of people are taken out who are erased."""


class Fate(StrEnum):
    """What becomes of the row of somebody who is erased."""

    GOES = "goes"
    """It is removed."""
    CLEARED = "cleared"
    """It stays, with nothing in it that is of the person."""
    STAYS = "stays"
    """It stays: the number is that of an account that is gone, or it is counted anew without the person."""


@dataclass(frozen=True, slots=True)
class Trace:
    """What a column has of a person, and who gets it."""

    kind: Kind
    shown: bool = True
    """Whether the person gets it with all that is kept of them."""
    exported: bool = True
    """Whether the export of a club has it as it is."""
    shown_as: str = ""
    """Of the id of a text: what the text itself is called in its place."""
    of_club: bool = False
    """Of the id of a text: whether it stays when its writer is erased."""
    fate: Fate = Fate.GOES
    """Of what says whose a row is: what becomes of the row."""


ACCOUNT: Final = Trace(Kind.ACCOUNT)
FORMER_ACCOUNT: Final = Trace(Kind.ACCOUNT, fate=Fate.STAYS)
"""The number of an account, which may be gone."""
ACCOUNT_OF_FILE: Final = Trace(Kind.ACCOUNT, fate=Fate.CLEARED)
SENDER: Final = Trace(Kind.SENDER)
PLAYER: Final = Trace(Kind.PLAYER)
COUNTED: Final = Trace(Kind.PLAYER, fate=Fate.STAYS)
"""A player in what is made of matches, and made anew when one of them is erased."""
SEATED: Final = Trace(Kind.PLAYER, exported=False, fate=Fate.STAYS)
"""A player in what is made of matches; an export has the player's key in the place of the number."""
PLAYER_BY_KEY: Final = Trace(Kind.PLAYER, exported=False)
"""A player whose key an export has in the place of the number."""
ACTOR: Final = Trace(Kind.ACTOR, fate=Fate.STAYS)
NAME: Final = Trace(Kind.NAME)
TEXT: Final = Trace(Kind.TEXT)
FILE: Final = Trace(Kind.FILE)
WORD: Final = Trace(Kind.WORD)
TITLE: Final = Trace(Kind.TITLE)
COPY: Final = Trace(Kind.COPY, shown=False, exported=False)
SHOWN_COPY: Final = Trace(Kind.COPY, exported=False)
HASHED: Final = Trace(Kind.HASHED)
SECRET: Final = Trace(Kind.SECRET, shown=False, exported=False)
SALT: Final = Trace(Kind.SECRET, shown=False)
"""It goes with the hashes that it was used for."""
PACKED: Final = Trace(Kind.TEXT, shown=False, exported=False)
"""Bytes, and how many they are, that exports have as files."""
NOBODY: Final = Trace(Kind.NOBODY)
ELSEWHERE: Final = Trace(Kind.NOBODY, exported=False)
"""The number of a row that has another one in another installation, and how many bytes something takes there."""


def text_id(shown_as: str, *, of_club: bool = False) -> Trace:
    """The mark of the id of a text, which its writer gets under a name in its place."""
    return Trace(Kind.TEXT_ID, shown_as=shown_as, of_club=of_club)


def mark(of: type[SQLModel] | Table, **columns: Trace) -> None:
    """Marks columns of a table.  Raises KeyError for one that it does not have."""
    table: Table = of if isinstance(of, Table) else of.__table__  # type: ignore[attr-defined]
    for name, trace in columns.items():
        table.c[name].info[_MARK] = trace


def mark_recorded(of: type[SQLModel], **fields: str | None) -> None:
    """Marks all columns of a table as those that repeat what the entries of the record say.

    ``fields`` has, by column, the field of an entry whose value the column repeats, where it is not named as the column
    without ``_id``; None for a column that repeats no field.  Raises KeyError as `mark`.
    """
    table: Table = of.__table__  # type: ignore[attr-defined]
    named = {column.name: column.name.removesuffix("_id") for column in table.c} | fields
    for name, field in named.items():
        if field is not None:
            table.c[name].info[_FIELD] = field


def recorded_fields(table: Table) -> dict[str, Column[Any]]:
    """By the field of the entries of the record, the columns of a table that repeat what they say."""
    return {column.info[_FIELD]: column for column in table.c if _FIELD in column.info}


def trace_of(column: Column[object]) -> Trace | None:
    """The mark of a column; None for one without."""
    trace: Trace | None = column.info.get(_MARK)
    return trace


def traced(table: Table, *kinds: Kind) -> Iterator[tuple[Column[Any], Trace]]:
    """The columns of a table with marks of some kinds, and these."""
    for column in table.c:
        trace = trace_of(column)
        if trace is not None and trace.kind in kinds:
            yield column, trace


def owners(table: Table) -> Iterator[tuple[Column[Any], Trace]]:
    """The columns of a table that say whose a row is, with their marks."""
    return traced(table, *OWNERS)


def referring(table: Table, to: Callable[[Table], ColumnElement[bool] | None]) -> ColumnElement[bool] | None:
    """Which rows of a table refer to some rows, through any number of foreign keys; None if none can.

    ``to`` gives which rows of a table these are, and None for a table that has none of them.
    """
    condition = to(table)
    if condition is not None:
        return condition
    ways = [(key, referring(key.column.table, to)) for key in table.foreign_keys]
    return any_of(key.parent.in_(select(key.column).where(rows)) for key, rows in ways if rows is not None)


def any_of(conditions: Iterable[ColumnElement[bool]]) -> ColumnElement[bool] | None:
    """Whether one of some conditions holds; None without any."""
    all_conditions = tuple(conditions)
    return or_(*all_conditions) if all_conditions else None

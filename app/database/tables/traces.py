"""Whose a column is: the mark on each column that can tell something of a person, and on every other text too."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from sqlalchemy import Column, Table
from sqlmodel import SQLModel

_MARK: Final = "trace"


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
    """What somebody wrote or brought, and what files are called."""
    TEXT_ID = "id of a text"
    """The opaque id of such a text in the record of disputes."""
    COPY = "copy"
    """What is made of a name or a text to find it by."""
    HASHED = "hashed"
    """A hash, or an opaque id, of somebody's browser, network or name."""
    SECRET = "secret"  # noqa: S105
    """The hash of a secret, or a salt."""
    NOBODY = "nobody"
    """Nothing: words of the program, numbers, what is made of matches by their numbers of seats."""


OWNERS: Final = frozenset({Kind.ACCOUNT, Kind.SENDER, Kind.PLAYER, Kind.ACTOR})
"""What says whose a row is."""


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


ACCOUNT: Final = Trace(Kind.ACCOUNT)
SENDER: Final = Trace(Kind.SENDER)
PLAYER: Final = Trace(Kind.PLAYER)
PLAYER_BY_KEY: Final = Trace(Kind.PLAYER, exported=False)
"""A player whose key an export has in the place of the number."""
ACTOR: Final = Trace(Kind.ACTOR)
NAME: Final = Trace(Kind.NAME)
TEXT: Final = Trace(Kind.TEXT)
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
"""The number of a row that has another one in another installation."""


def text_id(shown_as: str) -> Trace:
    """The mark of the id of a text, which its writer gets under a name in its place."""
    return Trace(Kind.TEXT_ID, shown_as=shown_as)


def mark(of: type[SQLModel] | Table, **columns: Trace) -> None:
    """Marks columns of a table.  Raises KeyError for one that it does not have."""
    table: Table = of if isinstance(of, Table) else of.__table__  # type: ignore[attr-defined]
    for name, trace in columns.items():
        table.c[name].info[_MARK] = trace


def trace_of(column: Column[object]) -> Trace | None:
    """The mark of a column; None for one without."""
    found: Trace | None = column.info.get(_MARK)
    return found


def owners(table: Table) -> Iterator[tuple[Column[object], Kind]]:
    """The columns of a table that say whose a row is, and how."""
    for each in table.c:
        trace = trace_of(each)
        if trace is not None and trace.kind in OWNERS:
            yield each, trace.kind

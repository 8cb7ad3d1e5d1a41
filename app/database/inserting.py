"""Inserts many rows of numbers into a table of facts."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import URL, Table, insert
from sqlalchemy.orm import Session

Numbers = Sequence[Any]
"""The values of a row."""

_ROWS: Final = 64
"""Rows of one statement at most: with more, the statement itself takes longer to read."""


def insert_rows(session: Session, table: Table, rows: Iterable[Numbers], columns: Sequence[str] = ()) -> None:
    """Inserts rows, which have the columns of a table in order, or those named.  The driver gets them as they are.

    Many rows go into one statement, which takes half the time of a statement for each.
    """
    whole = rows if isinstance(rows, list) else list(rows)
    if not whole:
        return
    names = tuple(columns or table.c.keys())
    connection = session.connection()
    dialect: Any = connection.dialect
    head, values, order = _statement(table, names, f"{dialect.name}+{dialect.driver}")
    if order != names:
        pick = itemgetter(*(names.index(name) for name in order))
        whole = [pick(row) for row in whole]
    size = max(1, min(_ROWS, dialect.insertmanyvalues_max_parameters // len(names)))
    many = len(whole) // size * size
    if many:
        parts = [tuple(chain.from_iterable(whole[start : start + size])) for start in range(0, many, size)]
        connection.exec_driver_sql(head + ", ".join([values] * size), parts)
    if many < len(whole):
        rest = tuple(chain.from_iterable(whole[many:]))
        connection.exec_driver_sql(head + ", ".join([values] * (len(whole) - many)), rest)


@lru_cache(maxsize=200)
def _statement(table: Table, names: tuple[str, ...], drivername: str) -> tuple[str, str, tuple[str, ...]]:
    """The start of the statement, the placeholders of a row, and the columns in the order of these."""
    dialect: Any = URL.create(drivername).get_dialect()
    in_order = dialect(paramstyle="qmark" if dialect.name == "sqlite" else "format")
    statement: Any = insert(table).compile(dialect=in_order, column_keys=list(names))
    head, word, values = str(statement).partition(" VALUES ")
    return head + word, values, tuple(statement.positiontup)

"""The columns of figures, which no revision names: a table gets those of its model that it does not have.

They are NULL in the rows that are there, until what is counted is counted again.
"""

from collections.abc import Sequence

from sqlalchemy import Column, Connection, Table, inspect, select, text

from app.database.tables.statistics import FACTS, FIGURE_COLUMNS, TALLIES

Missing = Sequence[tuple[Table, "Column[int]"]]
"""Columns that are missing, each with its table."""


def missing_figures(connection: Connection) -> Missing:
    """The columns of figures that the tables of a database do not have; none of a table that is not there.

    A query for each table, which reads no row.
    """
    tables = [(table, _columns_there(connection, table)) for table in (FACTS, TALLIES)]
    return [
        (table, column)
        for table, there in tables
        if there
        for column in table.c
        if column.name in FIGURE_COLUMNS and column.name not in there
    ]


def names_of(missing: Missing) -> str:
    """The names of columns, in a text."""
    return ", ".join(sorted({column.name for _table, column in missing}))


def add_figures(connection: Connection) -> None:
    """Adds these columns, in the transaction of a connection."""
    quote = connection.dialect.identifier_preparer.quote
    for table, column in missing_figures(connection):
        kind = column.type.compile(connection.dialect)
        connection.execute(text(f"ALTER TABLE {quote(table.name)} ADD COLUMN {quote(column.name)} {kind}"))


def _columns_there(connection: Connection, table: Table) -> frozenset[str]:
    if not inspect(connection).has_table(table.name):
        return frozenset()
    nothing = select(text("*")).select_from(text(connection.dialect.identifier_preparer.quote(table.name))).limit(0)
    return frozenset(connection.execute(nothing).keys())

"""The dialect of SQL that DuckDB speaks: that of PostgreSQL, with a driver that is small enough to be here.

DuckDB has one result for each connection: a second statement ends the result of the first.  So each cursor takes all
its rows at once.  (The library duckdb-engine does not, and a result that is read after another statement is empty.)
"""

from collections.abc import Hashable, Iterator, Sequence
from threading import Lock
from types import SimpleNamespace
from typing import Any, Final

import duckdb
from sqlalchemy import Engine, create_engine
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.postgresql.base import PGCompiler, PGDialect
from sqlalchemy.pool import QueuePool

_NAME: Final = "duckdb"
_CONNECTIONS: Final = 8
KEPT: Final = 1_000_000
"""The values in the answers that are kept at most: some 50 MB."""
_Rows = list[tuple[Any, ...]]


class Answers:
    """Query cache keyed by statement and parameters: the files that an open archive reads do not change."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self._lock: Final = Lock()
        self._kept: Final[dict[Hashable, tuple[Any, _Rows]]] = {}
        self._values = 0

    def of(self, connection: Any, statement: str, parameters: Sequence[Any]) -> tuple[Any, _Rows]:
        """The description of the columns of an answer, and its rows."""
        asked = (statement, tuple((type(parameter), parameter) for parameter in parameters))
        with self._lock:
            answer = self._taken(asked)
        if answer is None:
            connection.execute(statement, list(parameters))
            answer = connection.description, connection.fetchall()
        with self._lock:
            self._taken(asked)
            self._kept[asked] = answer
            self._values += _size(answer)
            while self._values > KEPT:
                self._taken(next(iter(self._kept)))
        return answer

    def forget(self) -> None:
        """Drops all answers."""
        with self._lock:
            self._kept.clear()
            self._values = 0

    def _taken(self, asked: Hashable) -> tuple[Any, _Rows] | None:
        answer = self._kept.pop(asked, None)
        self._values -= 0 if answer is None else _size(answer)
        return answer


def _size(answer: tuple[Any, _Rows]) -> int:
    columns, rows = answer
    return len(columns) * (len(rows) + 1)


class _Cursor:
    """The rows of one statement."""

    arraysize = 1
    rowcount = -1

    def __init__(self, connection: Any, answers: Answers) -> None:
        self._connection: Final = connection
        self._answers: Final = answers
        self._rows: Iterator[tuple[Any, ...]] = iter(())
        self.description: Any = None

    def execute(self, statement: str, parameters: Sequence[Any] = ()) -> None:
        """Runs a statement, and takes all its rows."""
        self.description, rows = self._answers.of(self._connection, statement, parameters)
        self._rows = iter(rows)

    def fetchone(self) -> tuple[Any, ...] | None:
        """The next row; None behind the last."""
        return next(self._rows, None)

    def fetchmany(self, size: int = 1) -> list[tuple[Any, ...]]:
        """The next rows, at most a number of them."""
        return [row for _, row in zip(range(size), self._rows, strict=False)]

    def fetchall(self) -> list[tuple[Any, ...]]:
        """All rows that are left."""
        return list(self._rows)

    def close(self) -> None:
        """Drops the rows that are left."""
        self._rows = iter(())


class _Connection:
    """A connection, as SQLAlchemy uses it."""

    def __init__(self, connection: Any, answers: Answers) -> None:
        self.own: Final = connection
        self.answers: Final = answers

    def cursor(self) -> _Cursor:
        """Another cursor."""
        return _Cursor(self.own, self.answers)

    def commit(self) -> None:
        """Ends the transaction."""
        self.own.commit()

    def rollback(self) -> None:
        """Ends the transaction, if there is one."""
        try:
            self.own.rollback()
        except duckdb.TransactionException:
            return

    def close(self) -> None:
        """Closes it."""
        self.own.close()


class _Compiler(PGCompiler):
    def visit_floordiv_binary(self, binary: Any, operator: Any, **named: Any) -> str:  # noqa: ARG002
        """DuckDB divides whole numbers by ``//``; its ``/`` gives a fraction."""
        return f"{self.process(binary.left, **named)} // {self.process(binary.right, **named)}"


class DuckDialect(PGDialect):
    """The dialect; nothing is reflected, and nothing is written through it but by hand."""

    name = _NAME
    driver = _NAME
    supports_statement_cache = True
    default_paramstyle = "numeric_dollar"
    statement_compiler = _Compiler

    @classmethod
    def import_dbapi(cls) -> Any:
        """What SQLAlchemy asks a driver for."""
        return SimpleNamespace(paramstyle="numeric_dollar", Error=duckdb.Error)

    def initialize(self, connection: Any) -> None:
        """Asks the database nothing."""

    def do_begin(self, dbapi_connection: Any) -> None:
        """Begins a transaction."""
        dbapi_connection.own.begin()


def engine_of(database: Any) -> Engine:
    """An engine whose connections are all of one open database."""
    registry.register(_NAME, __name__, DuckDialect.__name__)
    answers = Answers()
    return create_engine(
        f"{_NAME}://",
        creator=lambda: _Connection(database.cursor(), answers),
        poolclass=QueuePool,
        pool_size=_CONNECTIONS,
        pool_reset_on_return="rollback",
    )

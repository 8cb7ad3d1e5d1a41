"""What reaches the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from app.matches.installation import Installation


@contextmanager
def statements(fupan: Installation) -> Iterator[list[str]]:
    """The statements that reach the database inside, without the beginnings of transactions."""
    found: list[str] = []
    engine = fupan.sessions.kw["bind"]

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if not statement.startswith("BEGIN"):
            found.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", note)

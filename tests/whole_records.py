"""Holds the record of each database that a test used against its rows, as `fupan audit verify` does."""

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import sessionmaker

BREAKS: Final = "breaks_record"
"""The marker of a test that changes a record, or the rows that follow it, on purpose."""
_USED: dict[str, Engine] = {}
"""The engines that connected since the last look, by the URL of the database."""


def note(connection: Connection) -> None:
    """Notes the database of a connection."""
    _USED[str(connection.engine.url)] = connection.engine


def broken_records(*, meant: bool) -> list[str]:
    """What is wrong with the records of the databases that were noted, a line for each; notes none of them any more.

    One query for a database without a ruling, and none where the records are ``meant`` to be broken.  A database that
    is not there any more is left out.
    """
    engines = list(_USED.values())
    try:
        return [line for engine in engines if not meant and _is_there(engine) for line in _broken(engine)]
    finally:
        _USED.clear()


def _is_there(engine: Engine) -> bool:
    if engine.dialect.name == "sqlite":
        return bool(engine.url.database) and Path(engine.url.database or "").is_file()
    return engine.dialect.name == "postgresql"


def _broken(engine: Engine) -> list[str]:
    try:
        connection = engine.connect()
    except DBAPIError:
        return []
    # Closed for good afterwards: a test may remove the database, or the user that the engine logs in as.
    connection.detach()
    with connection:
        try:
            ruled = connection.scalar(text("SELECT id FROM rulings LIMIT 1"))
        except DBAPIError:
            return []
        if ruled is None:
            return []
        # What nobody needs who tries the engine alone.
        from app.players.statistics.audited_scores import audit_with_scores

        audited = audit_with_scores(sessionmaker(connection))
    wrong = [f"{engine.url}: the chain breaks: {audited.chain.reason}"] if not audited.chain.whole else []
    return wrong + [f"{engine.url}: entry {each.entry} and its rows differ: {each.what}" for each in audited.differs]

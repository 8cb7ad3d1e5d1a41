"""Databases of versions from before the first release, whose tables are not carried over.

One that is empty, or has nothing but the demo, is replaced.  `app.database.trouble` refuses any other.
"""

from typing import Final

from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, MetaData, func, select, table
from sqlalchemy import column as column_named

from app.database.demo_logs import demo_hashes
from app.database.opening import MIGRATIONS
from app.database.trouble import EARLIER, unknown_revision

_OWN: Final = ("notes", "log_drafts", "sheets", "houses", "saved_searches", "accounts", "clubs")
"""Tables that the demo leaves empty, and that people fill."""


def replace_earlier(engine: Engine) -> None:
    """Removes the tables of such a version if nothing is lost with them; does nothing to any other database."""
    with engine.connect() as connection:
        revision = unknown_revision(connection, ScriptDirectory(str(MIGRATIONS)))
        if revision is None or not EARLIER.fullmatch(revision):
            return
        there = MetaData()
        there.reflect(connection)
        if not _is_demo(connection, there):
            return
    there.drop_all(engine)


def _is_demo(connection: Connection, there: MetaData) -> bool:
    """Whether there is nothing but matches of the demo, or no match, and what the demo itself makes of them."""
    if any(_count(connection, name) for name in _OWN if name in there.tables):
        return False
    if "logs" not in there.tables or not _count(connection, "logs"):
        return True
    logs = table("logs", column_named("blob_sha256"))
    known = demo_hashes()
    return all(digest in known for digest in connection.scalars(select(logs.c.blob_sha256)))


def _count(connection: Connection, name: str) -> int:
    return connection.scalar(select(func.count()).select_from(table(name))) or 0

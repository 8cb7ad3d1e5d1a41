"""The table of searches that were saved with a name."""

from typing import Final

from sqlalchemy import Column, Integer, String, Table, Text

from app.database.tables.matches import METADATA, NAME_KEY, UtcTime
from app.database.tables.traces import ACCOUNT, COPY, HASHED, TEXT, mark

SAVED_SEARCHES: Final = Table(
    "saved_searches",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", String(NAME_KEY), nullable=False, unique=True),
    Column("line", Text, nullable=False),
    Column("saved_at", UtcTime, nullable=False),
    Column("visitor", String(32), index=True),
    Column("account", Integer),
)
"""``name_key`` is the start of the name with case folded; ``line`` is the text that means the query.

``visitor`` is what `app.web.http.visitor.this_visitor` gives of who saved it, and
``account`` its account in a club.
"""

mark(SAVED_SEARCHES, name=TEXT, name_key=COPY, line=TEXT, visitor=HASHED, account=ACCOUNT)

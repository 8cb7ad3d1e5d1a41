"""Alembic's way in.  The caller gives the connection and its transaction."""

from alembic import context

import app.computed.tables
import app.disputes.tables
import app.hall.tables
import app.hand_search.tables
import app.kept.tables
import app.notes.tables
import app.ratings.tables
import app.record.tables
import app.statistics.tables
import app.verdicts.tables
import app.writing.tables  # noqa: F401 (it adds its tables to the metadata)
from app.models import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=context.config.attributes["connection"].dialect.name == "sqlite",
    transactional_ddl=True,
)
context.run_migrations()

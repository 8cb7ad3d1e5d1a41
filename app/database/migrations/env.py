"""Alembic's way in.  The caller gives the connection and its transaction."""

from alembic import context

import app.database.tables.access
import app.database.tables.accounts
import app.database.tables.audit_log
import app.database.tables.disputes
import app.database.tables.erasures
import app.database.tables.hand_search
import app.database.tables.kept_answers
import app.database.tables.notes
import app.database.tables.presentations
import app.database.tables.ratings
import app.database.tables.reviews
import app.database.tables.statistics
import app.database.tables.uploads
import app.database.tables.verdicts
import app.database.tables.writing  # noqa: F401 (it adds its tables to the metadata)
from app.database.tables.matches import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=context.config.attributes["connection"].dialect.name == "sqlite",
    transactional_ddl=True,
)
context.run_migrations()

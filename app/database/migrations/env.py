"""Alembic's way in.  The caller gives the connection and its transaction."""

from alembic import context

from app.database.every_table import TABLES

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=TABLES,
    render_as_batch=context.config.attributes["connection"].dialect.name == "sqlite",
    transactional_ddl=True,
)
context.run_migrations()

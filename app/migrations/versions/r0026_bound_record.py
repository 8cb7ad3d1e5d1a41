"""What binds rows to the record: the salts of names and texts, and the ruling and state that a verdict carries."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the columns.  Names, texts and verdicts of before have none of these; `fupan audit verify` says so."""
    op.add_column("actors", sa.Column("salt", sa.LargeBinary()))
    op.add_column("actors", sa.Column("entry", sa.Integer()))
    op.add_column("record_texts", sa.Column("salt", sa.LargeBinary()))
    op.add_column("rulings", sa.Column("interest", sa.String(32), nullable=False, server_default=""))
    op.add_column("verdicts", sa.Column("ruling", sa.Integer()))
    op.add_column("verdicts", sa.Column("state", sa.String(16)))
    op.add_column("verdicts", sa.Column("replaces", sa.String(64)))


def downgrade() -> None:
    """Drops the columns; the record remains."""
    for table, columns in (
        ("verdicts", ("replaces", "state", "ruling")),
        ("rulings", ("interest",)),
        ("record_texts", ("salt",)),
        ("actors", ("entry", "salt")),
    ):
        for column in columns:
            op.execute(f"ALTER TABLE {table} DROP COLUMN {column}")

"""The hash of the file that somebody gave as evidence, beside that of the bytes that are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column.  It stays empty for files of before, of which nothing says that they were kept as given."""
    op.add_column("dispute_evidence", sa.Column("given_sha256", sa.String(64)))


def downgrade() -> None:
    """Drops the column; the entries of the record keep the hash."""
    op.drop_column("dispute_evidence", "given_sha256")

"""The record of disputes, and beside it the names and texts that its opaque ids replace."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "record_entries",
        sa.Column("n", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("at", sa.String(20), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("event", sa.String(32), nullable=False),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("prev", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("n", name="pk_record_entries"),
        sa.UniqueConstraint("prev", name="uq_record_entries_prev"),
    )
    op.create_index("ix_record_entries_subject", "record_entries", ["subject"])
    op.create_table(
        "actors",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.Text()),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("erased_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id", name="pk_actors"),
    )
    op.create_table(
        "record_texts",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("text", sa.Text()),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("erased_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id", name="pk_record_texts"),
    )


def downgrade() -> None:
    """Takes the tables away, and with them the record: an export of it remains valid."""
    for table in ("record_texts", "actors", "record_entries"):
        op.drop_table(table)

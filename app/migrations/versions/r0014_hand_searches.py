"""Searches of hands that were saved, and the indexes by which matches are walked through by event, preset and game."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_COLUMNS = ("preset", "event")


def upgrade() -> None:
    """Makes the table and the indexes."""
    op.create_table(
        "saved_searches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.String(128), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_saved_searches"),
        sa.UniqueConstraint("name_key", name="uq_saved_searches_name_key"),
    )
    for column in _COLUMNS:
        op.create_index(f"ix_counted_matches_{column}_match", "counted_matches", [column, "match"])


def downgrade() -> None:
    """Drops them."""
    for column in _COLUMNS:
        op.drop_index(f"ix_counted_matches_{column}_match", "counted_matches")
    op.drop_table("saved_searches")

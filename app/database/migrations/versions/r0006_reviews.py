"""Adds the table of hands that are reviewed."""

import sqlalchemy as sa
from alembic import op

revision = "sixth1"
down_revision = "fifth1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Goes from the revision before to this one."""
    op.create_table(
        "reviewed_hands",
        sa.Column("log_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hand", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key_sha256", sa.String(64), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("log_id", "hand", name="pk_reviewed_hands"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_reviewed_hands_log_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Goes back to the revision before."""
    op.drop_table("reviewed_hands")

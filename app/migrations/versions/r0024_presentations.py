"""Matches that are shown in a hall."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "presentations",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("secret_sha256", sa.String(64), nullable=False),
        sa.Column("log_id", sa.Integer(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("view", sa.Text(), nullable=False),
        sa.Column("findings", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_presentations"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_presentations_log_id", ondelete="CASCADE"),
    )
    op.create_index("ix_presentations_log_id", "presentations", ["log_id"])
    op.create_index("ix_presentations_changed_at", "presentations", ["changed_at"])


def downgrade() -> None:
    """Drops the table."""
    op.drop_table("presentations")

"""Adds the table of events whose matches are reviewed one after the other."""

import sqlalchemy as sa
from alembic import op

revision = "ninth1"
down_revision = "eighth1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Goes from the revision before to this one."""
    op.create_table(
        "event_reviews",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("computation", sa.Integer()),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("reviewed", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.Column("unfit", sa.Integer(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("moved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("account", sa.Integer()),
        sa.Column("visitor", sa.String(32)),
        sa.PrimaryKeyConstraint("id", name="pk_event_reviews"),
        sa.UniqueConstraint("event", name="uq_event_reviews_event"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_event_reviews_account", ondelete="CASCADE"),
    )
    for column in ("account", "moved_at", "visitor"):
        op.create_index(f"ix_event_reviews_{column}", "event_reviews", [column])


def downgrade() -> None:
    """Goes back to the revision before."""
    op.drop_table("event_reviews")

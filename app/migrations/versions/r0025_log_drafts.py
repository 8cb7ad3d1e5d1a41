"""Logs that are being written, and their hands."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "log_drafts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("head", sa.Text(), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("house_version_id", sa.Integer()),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("log_id", sa.Integer()),
        sa.PrimaryKeyConstraint("id", name="pk_log_drafts"),
        sa.UniqueConstraint("key", name="uq_log_drafts_key"),
        sa.ForeignKeyConstraint(["house_version_id"], ["house_versions.id"], name="fk_log_drafts_house_version_id"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_log_drafts_log_id", ondelete="SET NULL"),
    )
    op.create_index("ix_log_drafts_house_version_id", "log_drafts", ["house_version_id"])
    op.create_index("ix_log_drafts_changed_at", "log_drafts", ["changed_at"])
    op.create_index("ix_log_drafts_log_id", "log_drafts", ["log_id"])
    op.create_table(
        "log_draft_hands",
        sa.Column("draft_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("draft_id", "number", name="pk_log_draft_hands"),
        sa.ForeignKeyConstraint(
            ["draft_id"], ["log_drafts.id"], name="fk_log_draft_hands_draft_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Takes the tables away."""
    op.drop_table("log_draft_hands")
    op.drop_table("log_drafts")

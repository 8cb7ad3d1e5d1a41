"""Score sheets that are being filled: what they were at first, and what was done to them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "sheets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("log_id", sa.Integer()),
        sa.PrimaryKeyConstraint("id", name="pk_sheets"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_sheets_log_id", ondelete="SET NULL"),
    )
    op.create_index("ix_sheets_log_id", "sheets", ["log_id"])
    op.create_table(
        "sheet_taps",
        sa.Column("sheet_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("tap", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("sheet_id", "number", name="pk_sheet_taps"),
        sa.ForeignKeyConstraint(["sheet_id"], ["sheets.id"], name="fk_sheet_taps_sheet_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Takes the tables away."""
    op.drop_table("sheet_taps")
    op.drop_table("sheets")

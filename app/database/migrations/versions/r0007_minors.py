"""Adds the table of minors."""

import sqlalchemy as sa
from alembic import op

revision = "seventh1"
down_revision = "sixth1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Goes from the revision before to this one."""
    op.create_table(
        "minors",
        sa.Column("player_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_minors"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_minors_player_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Goes back to the revision before."""
    op.drop_table("minors")

"""Adds the index of reviews by seat.

Reviews that are kept have no rows in it, and a revision cannot read them: they are made again when somebody asks.
"""

import sqlalchemy as sa
from alembic import op

revision = "eighth1"
down_revision = "seventh1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Goes from the revision before to this one."""
    op.execute("DELETE FROM reviewed_hands")
    op.execute("DELETE FROM jobs WHERE kind = 'review'")
    op.create_table(
        "reviewed_seats",
        sa.Column("match", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hand", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("judgement", sa.Integer(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("cost", sa.BigInteger(), nullable=False),
        sa.Column("loss", sa.BigInteger()),
        sa.Column("fault", sa.Integer(), nullable=False),
        sa.Column("inaccuracy", sa.Integer(), nullable=False),
        sa.Column("lucky", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("match", "hand", "seat", name="pk_reviewed_seats"),
        sa.ForeignKeyConstraint(
            ["match", "hand"],
            ["reviewed_hands.log_id", "reviewed_hands.hand"],
            name="fk_reviewed_seats_match",
            ondelete="CASCADE",
        ),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Goes back to the revision before."""
    op.drop_table("reviewed_seats")

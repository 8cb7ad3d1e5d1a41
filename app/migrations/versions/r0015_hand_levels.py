"""The levels of hands, by which they are searched.

Every match is counted again by the job that counts what is pending: until then its hands are found by all but levels.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table, and notes that every judgement is to be counted again."""
    op.create_table(
        "hand_levels",
        sa.Column("level", sa.SmallInteger(), nullable=False, autoincrement=False),
        sa.Column("match", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("hand", sa.SmallInteger(), nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("level", "match", "hand", name="pk_hand_levels"),
        sqlite_with_rowid=False,
    )
    op.execute("UPDATE judgements SET counted = 0 WHERE counts IS NOT NULL")


def downgrade() -> None:
    """Drops the table."""
    op.drop_table("hand_levels")

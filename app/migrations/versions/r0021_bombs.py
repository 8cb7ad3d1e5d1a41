"""What became of bombs, and what settings of cards lost against the best ones.

Every match is counted again by the job that counts what is pending: until then its bombs are in no table of a person.
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_COLUMNS = (
    ("facts", ("settings_compared", "points_lost")),
    ("tallies", ("settings_compared", "points_lost", "points_lost_high")),
)
_KEY = ("person", "game", "match", "seat", "role", "kind", "size")
_COUNTS = ("played", "won", "beaten", "last", "hands", "placed", "places2")


def upgrade() -> None:
    """Makes the table, adds the columns, and notes that every judgement is to be counted again."""
    op.create_table(
        "bombs_played",
        *(
            sa.Column(
                name,
                sa.SmallInteger() if name in ("seat", "size") else sa.Integer(),
                primary_key=True,
                autoincrement=False,
            )
            for name in _KEY
        ),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("player", "preset", "event")),
        sa.Column("day", sa.Integer()),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in _COUNTS),
        sa.Column("score", sa.BigInteger(), nullable=False),
        sa.Column("squares", sa.Float(53), nullable=False),
        sa.Column("computed_score", sa.BigInteger()),
        sa.Column("computed_squares", sa.Float(53)),
        sqlite_with_rowid=False,
    )
    for table, columns in _COLUMNS:
        there = {column["name"] for column in sa.inspect(op.get_bind()).get_columns(table)}
        for name in columns:
            # The upgrade to 0013 makes the table of sums with the columns of the running version.
            if name not in there:
                large = name.startswith("points_lost")
                op.add_column(table, sa.Column(name, sa.BigInteger() if large else sa.Integer()))
    op.execute("UPDATE judgements SET counted = 0 WHERE counts IS NOT NULL")


def downgrade() -> None:
    """Takes the table and the columns away."""
    op.drop_table("bombs_played")
    for table, columns in _COLUMNS:
        for name in columns:
            op.execute(f"ALTER TABLE {table} DROP COLUMN {name}")

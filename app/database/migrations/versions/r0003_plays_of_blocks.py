"""Keeps what was played in a block of hands of a match in one row, with a bit for each hand and seat."""

import sqlalchemy as sa
from alembic import op

revision = "third1"
down_revision = "second1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Goes from the revision before to this one."""
    _put_aside()
    op.create_table(
        "hand_plays",
        sa.Column("play", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("match", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("block", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("seats", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("play", "match", "block", name="pk_hand_plays"),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO hand_plays SELECT CAST(kind AS BIGINT) * 4096 + size * 32 + rank + 1, match, hand / 12,"
        " CAST(sum(CAST(1 AS BIGINT) << (hand % 12 * 5 + seat)) AS BIGINT) FROM plays_before"
        " GROUP BY kind, size, rank, match, hand / 12"
    )
    op.drop_table("plays_before")


def downgrade() -> None:
    """Goes back to the revision before."""
    _put_aside()
    op.create_table(
        "hand_plays",
        sa.Column("kind", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("size", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("rank", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("match", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hand", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("kind", "size", "rank", "match", "hand", "seat", name="pk_hand_plays"),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO hand_plays"
        " WITH RECURSIVE bits(bit) AS (SELECT 0 UNION ALL SELECT bit + 1 FROM bits WHERE bit < 59)"
        " SELECT play / 4096, play / 32 % 128, play % 32 - 1, match, block * 12 + bit / 5, bit % 5"
        " FROM plays_before JOIN bits ON (seats >> bit) & 1 = 1"
    )
    op.drop_table("plays_before")


def _put_aside() -> None:
    op.rename_table("hand_plays", "plays_before")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE plays_before RENAME CONSTRAINT pk_hand_plays TO pk_plays_before")

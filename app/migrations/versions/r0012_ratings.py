"""Ratings: the matches in the order in which they are rated, the ratings after each, and the last ones."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_TABLES = ("rating_changes", "standings", "ratings", "rated_matches")


def _key(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), primary_key=True, autoincrement=False) for name in names]


def upgrade() -> None:
    """Makes the tables, and notes that every game with counted matches is still to be rated."""
    op.create_table(
        "rated_matches",
        *_key("game", "place"),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("signature", sa.String(64), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rated_matches_match", "rated_matches", ["match"])
    op.create_table(
        "ratings",
        *_key("game", "person", "partner", "place"),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("mean", sa.Float(53), nullable=False),
        sa.Column("deviation", sa.Float(53), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_game_place", "ratings", ["game", "place"])
    op.create_table(
        "standings",
        *_key("game", "person", "partner"),
        sa.Column("pair", sa.SmallInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("mean", sa.Float(53), nullable=False),
        sa.Column("deviation", sa.Float(53), nullable=False),
        sa.Column("sure", sa.Float(53), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_standings_game_pair_sure", "standings", ["game", "pair", "sure"])
    op.create_table(
        "rating_changes",
        *_key("game"),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
    )
    counted = sa.table("counted_matches", sa.column("game"))
    changes = sa.table("rating_changes", sa.column("game"), sa.column("changes"), sa.column("rated"))
    op.execute(
        sa.insert(changes).from_select(
            ["game", "changes", "rated"], sa.select(counted.c.game, sa.literal(1), sa.literal(0)).distinct()
        )
    )


def downgrade() -> None:
    """Drops the tables."""
    for table in _TABLES:
        op.drop_table(table)

"""Sums of the facts by seat and match, for the pages of people; the list of people and the index of its texts."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.orm import Session

from app.models import NameKey
from app.statistics.directory import fill_people
from app.statistics.tables import FIGURES, LARGE, PLACES2, WORDS, high_part
from app.statistics.tallying import add_tallies

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

_TABLES = ("people_pairs", "people", "partnerships", "tallies")
_BATCH = 500


def _key(*names: str, small: tuple[str, ...] = ("seat", "partner_seat", "play")) -> list[sa.Column[int]]:
    return [
        sa.Column(name, sa.SmallInteger() if name in small else sa.Integer(), primary_key=True, autoincrement=False)
        for name in names
    ]


def _of_match() -> list[sa.Column[Any]]:
    return [
        sa.Column("preset", sa.Integer(), nullable=False),
        sa.Column("event", sa.Integer(), nullable=False),
        sa.Column("day", sa.Integer()),
        sa.Column("won", sa.SmallInteger()),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.Column("score", sa.BigInteger(), nullable=False),
        sa.Column("squares", sa.Float(53), nullable=False),
    ]


def upgrade() -> None:
    """Makes the tables, and fills them from the facts that there are."""
    op.create_table(
        "tallies",
        *_key("person", "game", "match", "seat", "role", "play"),
        sa.Column("player", sa.Integer(), nullable=False),
        *_of_match(),
        sa.Column("errors", sa.Integer(), nullable=False),
        *(sa.Column(f"{what}_{place2}", sa.BigInteger()) for what in ("at", "score_at") for place2 in PLACES2),
        *(sa.Column(name, sa.BigInteger() if name in LARGE else sa.Integer()) for name in FIGURES),
        *(sa.Column(high_part(name), sa.BigInteger()) for name in FIGURES if name in LARGE),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tallies_match", "tallies", ["match"])
    op.create_table(
        "partnerships",
        *_key("person", "game", "partner", "match", "seat", "partner_seat", "role", "play"),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("partner_player", sa.Integer(), nullable=False),
        *_of_match(),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_partnerships_match", "partnerships", ["match"])
    op.create_table(
        "people",
        *_key("player"),
        sa.Column("sort", NameKey, nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
    )
    op.create_index("ix_people_sort_player", "people", ["sort", "player"])
    op.create_table(
        "people_pairs",
        sa.Column("pair", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("player", sa.Integer(), primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_counted_matches_game_match", "counted_matches", ["game", "match"])
    _fill()


def _fill() -> None:
    there = {column["name"] for column in sa.inspect(op.get_bind()).get_columns("facts")}
    for name in FIGURES:
        # What later versions count is summed up too: the queries are those of the running version.
        if name not in there:
            op.add_column("facts", sa.Column(name, sa.BigInteger() if name in LARGE else sa.Integer()))
    with Session(op.get_bind()) as session:
        play = session.scalar(sa.select(WORDS.c.id).where(WORDS.c.text == "play")) or -1
        matches = session.scalars(sa.text("SELECT match FROM counted_matches ORDER BY match")).all()
        for start in range(0, len(matches), _BATCH):
            add_tallies(session, matches[start : start + _BATCH], play)
        fill_people(session)
        session.flush()


def downgrade() -> None:
    """Drops the tables."""
    op.drop_index("ix_counted_matches_game_match", "counted_matches")
    for table in _TABLES:
        op.drop_table(table)

"""The tables of ratings: matches in the order in which they are rated, each rating after them, and the last ones."""

from typing import Final

from sqlalchemy import Column, Float, Index, Integer, SmallInteger, String, Table

from app.database.tables.matches import METADATA
from app.database.tables.traces import NOBODY, PLAYER, WORD, mark

RATED_MATCHES: Final = Table(
    "rated_matches",
    METADATA,
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("match", Integer, nullable=False),
    Column("signature", String(64), nullable=False),
    Index(None, "match"),
    sqlite_with_rowid=False,
)
"""The rated matches of a game, numbered from 1 in the order of play.

``signature`` is the SHA-256 of everything that the ratings after it depend on: who sat where, and the places.
"""

RATINGS: Final = Table(
    "ratings",
    METADATA,
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("partner", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("matches", Integer, nullable=False),
    Column("mean", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Index(None, "game", "place"),
    sqlite_with_rowid=False,
)
"""A rating after each match that changed it, and the number of matches so far; ``partner`` is 0 for a single person,
and otherwise the greater number of a partnership.
"""

STANDINGS: Final = Table(
    "standings",
    METADATA,
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("partner", Integer, primary_key=True, autoincrement=False),
    Column("pair", SmallInteger, nullable=False),
    Column("place", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("mean", Float(53), nullable=False),
    Column("deviation", Float(53), nullable=False),
    Column("sure", Float(53), nullable=False),
    Index(None, "game", "pair", "sure"),
    sqlite_with_rowid=False,
)
"""The last rating of each person (``pair`` 0) and of each partnership (1); ``sure`` orders a leaderboard."""

RATING_CHANGES: Final = Table(
    "rating_changes",
    METADATA,
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("changes", Integer, nullable=False),
    Column("rated", Integer, nullable=False),
)
"""How often results of a game have changed, and how often they had when the ratings were last brought up to date."""

mark(RATED_MATCHES, signature=NOBODY)
mark(RATING_CHANGES, game=WORD)
mark(RATINGS, person=PLAYER, partner=PLAYER)
mark(STANDINGS, person=PLAYER, partner=PLAYER)

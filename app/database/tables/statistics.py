"""The tables of what is counted: numbers, with texts coded by the numbers of a dictionary.

None of them refers to another table by a foreign key.  Rows of a match are written, and removed, by
`app.players.statistics.fact_rows` in the transaction that changes which judgement of the match is shown.
"""

from typing import Any, Final

from sqlalchemy import BigInteger, Column, Float, Index, Integer, SmallInteger, String, Table, Text

from app.database.tables.matches import METADATA, NameKey
from app.database.tables.traces import COPY, COUNTED, NAME, PLAYER, SHOWN_COPY, WORD, mark
from engine.games.figures import FIGURES

NOBODY: Final = 0
"""The person of a seat that has neither a name nor an `id`."""

PLACE_HALVES: Final = range(2, 11)
"""Twice each place that a seat can have, shared ones too: there are up to five seats in games with places."""

NO_WORD: Final = 0
"""The number of no text: of the event of a match that has none."""

BASE: Final[tuple[str, ...]] = (
    "player",
    "game",
    "preset",
    "options",
    "event",
    "day",
    "basis",
    "role",
    "side",
    "place_halves",
    "score",
    "won",
    "complete",
    "errors",
)
"""The columns of ``facts`` that every game has, besides the key."""

STRENGTH: Final = ("strength", "expected", "result")
"""The columns of ``facts`` that set results against dealt cards, in thousandths."""

KEY: Final = ("person", "match", "hand", "seat")


def _figure_columns() -> list[Column[int]]:
    """A column a figure, in the order in which figures are shown."""
    return [Column(figure.name, BigInteger if figure.large else Integer) for figure in FIGURES.values()]


WORDS: Final = Table(
    "words",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("text_sha256", String(64), nullable=False, unique=True),
    Column("text", Text, nullable=False),
)
"""The dictionary: texts of every kind (presets, digests of options, events, roles, names, kinds of plays) by number."""

ALIASES: Final = Table(
    "aliases",
    METADATA,
    Column("player_id", Integer, primary_key=True, autoincrement=False),
    Column("of_player_id", Integer, nullable=False, index=True),
)
"""Players that were joined to another: they are the person of that one, or of the one that it is joined to."""

COUNTED_MATCHES: Final = Table(
    "counted_matches",
    METADATA,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("judgement", Integer, nullable=False),
    Column("game", Integer, nullable=False),
    Column("preset", Integer, nullable=False),
    Column("options", Integer, nullable=False),
    Column("event", Integer, nullable=False),
    Column("day", Integer),
    Column("moment", BigInteger),
    Column("hands", Integer, nullable=False),
    Column("decided", SmallInteger, nullable=False),
    Index(None, "game", "match"),
    Index(None, "preset", "match"),
    Index(None, "event", "match"),
    Index(None, "event", "game", "day", "match"),
    Index(None, "game", "day", "match"),
)
"""A match that counts: its judgement, its number of counted hands, and whether its winner is known (1, 0).

``day`` is the date as the log writes it, as the number YYYYMMDD; ``moment`` the time in microseconds since 1970 UTC,
NULL where the log has none or no offset.
"""

SEAT_RESULTS: Final = Table(
    "seat_results",
    METADATA,
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("person", Integer, nullable=False),
    Column("player", Integer, nullable=False),
    Column("name", Integer, nullable=False),
    Column("team", SmallInteger, nullable=False),
    Column("total", BigInteger),
    Column("won", SmallInteger),
    Column("hands", Integer, nullable=False),
    Column("computed_won", SmallInteger),
    Index(None, "person", "name", "player"),
    sqlite_with_rowid=False,
)
"""A seat of a counted match: its person, the player that the log names and under which name, its team (of a game
without teams its own number), its total, whether it won (1, 0; NULL where the winner is unknown), and its counted
hands.  Total and winner are those after rulings; where rulings change the winner, ``computed_won`` has what was
computed (`app.players.statistics.unadjusted`).
"""

FACTS: Final = Table(
    "facts",
    METADATA,
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("hand", SmallInteger, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player", Integer, nullable=False),
    Column("game", Integer, nullable=False),
    Column("preset", Integer, nullable=False),
    Column("options", Integer, nullable=False),
    Column("event", Integer, nullable=False),
    Column("day", Integer),
    Column("basis", Integer, nullable=False),
    Column("role", Integer),
    Column("side", SmallInteger),
    Column("place_halves", SmallInteger),
    Column("score", BigInteger, nullable=False),
    Column("won", SmallInteger),
    Column("complete", SmallInteger, nullable=False),
    Column("errors", Integer, nullable=False),
    *_figure_columns(),
    *(Column(name, Integer) for name in STRENGTH),
    Column("computed_score", BigInteger),
    Column("computed_won", SmallInteger),
    sqlite_with_rowid=False,
)
"""One row a counted hand and seat, clustered by person.

``hand`` and ``seat`` count from 0, the seat in order of play; ``player`` is the one that the log names, ``person`` the
one that it is joined to, or it itself.  ``place_halves`` is twice the place.  A figure that the game does not have is
NULL; those that are counted later are NULL too until a job has worked them out.  So are ``strength`` of the dealt
cards, the result that the cards of the table let the seat ``expected``, and its ``result``, all in thousandths of the
unit of `engine.replay.strength.Strength`; they stay NULL where cards, or what the result follows from, are not known.

``score`` and ``won`` are those after rulings.  Where a ruling sets the scores of the hand, ``computed_score`` has what
was computed; where rulings change the winner of the match, ``computed_won`` has (`app.players.statistics.unadjusted`).
"""


def high_part(name: str) -> str:
    """The column of sums with what a large figure has above its low bits."""
    return f"{name}_high"


FIGURE_COLUMNS: Final = frozenset({*FIGURES, *(high_part(name) for name, figure in FIGURES.items() if figure.large)})
"""The columns of figures in ``FACTS`` and ``TALLIES``, which `app.database.figure_columns` adds to a database."""


def _sum_columns() -> list[Column[int]]:
    places = [
        Column(f"{what}_{place_halves}", BigInteger) for what in ("at", "score_at") for place_halves in PLACE_HALVES
    ]
    high = (Column(high_part(figure.name), BigInteger) for figure in FIGURES.values() if figure.large)
    return [*places, *_figure_columns(), *high]


def _computed_columns() -> list[Column[Any]]:
    return [
        Column("adjusted", Integer),
        Column("computed_score", BigInteger),
        Column("computed_squares", Float(53)),
        Column("computed_won", SmallInteger),
    ]


TALLIES: Final = Table(
    "tallies",
    METADATA,
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("role", Integer, primary_key=True, autoincrement=False),
    Column("play", SmallInteger, primary_key=True, autoincrement=False),
    Column("player", Integer, nullable=False),
    Column("preset", Integer, nullable=False),
    Column("event", Integer, nullable=False),
    Column("day", Integer),
    Column("won", SmallInteger),
    Column("hands", Integer, nullable=False),
    Column("score", BigInteger, nullable=False),
    Column("squares", Float(53), nullable=False),
    Column("errors", Integer, nullable=False),
    *_sum_columns(),
    *_computed_columns(),
    *(Column(f"computed_score_at_{place_halves}", BigInteger) for place_halves in PLACE_HALVES),
    sqlite_with_rowid=False,
)
"""What the facts of a seat in a match add up to, apart by role (``NO_WORD``: none) and by whether the basis is play.

``squares`` is the sum of the squares of the scores; ``at_K`` and ``score_at_K`` the number and the score of the hands
with the place K / 2.  Figures are sums; what large figures have above their 20 low bits is summed apart.
Those that are counted later are NULL until they are worked out.  ``adjusted`` is the number of hands whose scores
rulings set; where there are any, the columns ``computed_X`` have the sums without rulings, and otherwise all of these
are NULL.
"""

PARTNERSHIPS: Final = Table(
    "partnerships",
    METADATA,
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("partner", Integer, primary_key=True, autoincrement=False),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("partner_seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("role", Integer, primary_key=True, autoincrement=False),
    Column("play", SmallInteger, primary_key=True, autoincrement=False),
    Column("player", Integer, nullable=False),
    Column("partner_player", Integer, nullable=False),
    Column("preset", Integer, nullable=False),
    Column("event", Integer, nullable=False),
    Column("day", Integer),
    Column("won", SmallInteger),
    Column("hands", Integer, nullable=False),
    Column("score", BigInteger, nullable=False),
    Column("squares", Float(53), nullable=False),
    *_computed_columns(),
    sqlite_with_rowid=False,
)
"""The same, without figures, for each two seats that were on the same side."""

BOMBS: Final = Table(
    "bombs_played",
    METADATA,
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("role", Integer, primary_key=True, autoincrement=False),
    Column("kind", Integer, primary_key=True, autoincrement=False),
    Column("size", SmallInteger, primary_key=True, autoincrement=False),
    Column("player", Integer, nullable=False),
    Column("preset", Integer, nullable=False),
    Column("event", Integer, nullable=False),
    Column("day", Integer),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("beaten", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("hands", Integer, nullable=False),
    Column("placed", Integer, nullable=False),
    Column("place_halves", Integer, nullable=False),
    Column("score", BigInteger, nullable=False),
    Column("squares", Float(53), nullable=False),
    Column("computed_score", BigInteger),
    Column("computed_squares", Float(53)),
    sqlite_with_rowid=False,
)
"""What became of the bombs of a seat in a match, apart by role (``NO_WORD``: none), kind and number of cards.

``played``, ``won`` (the trick), ``beaten`` and ``last`` (the seat went out with it) count bombs; the rest is about the
hands in which there was one: their number, how many of them gave the seat a place and twice these places together, and
their scores with their squares.
"""

PEOPLE: Final = Table(
    "people",
    METADATA,
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("sort", NameKey, nullable=False),
    Column("folded", Text, nullable=False),
    Index(None, "sort", "player"),
)
"""Players of counted matches: the key as pages put it in order, and all texts in which one is searched:
the key and every name that was written with it.  The row stays when the last match of a player is deleted.
"""

PEOPLE_PAIRS: Final = Table(
    "people_pairs",
    METADATA,
    Column("pair", BigInteger, primary_key=True, autoincrement=False),
    Column("player", Integer, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
"""The pairs of characters of these texts, as `app.database.search` makes them."""

RECOUNTS: Final = Table(
    "recounts",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("after", Integer, nullable=False),
)
"""Where a recount of everything was stopped: matches with numbers above ``after`` are left.  At most one row."""

HAND_PLAYS: Final = Table(
    "hand_plays",
    METADATA,
    Column("play", BigInteger, primary_key=True, autoincrement=False),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("block", SmallInteger, primary_key=True, autoincrement=False),
    Column("seats", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Combinations that were played, a row each for a block of hands of a match: ``play`` has kind, number of cards and
rank, ``seats`` a bit for each hand and seat (`app.players.statistics.plays`).
"""

HAND_CODES: Final = Table(
    "hand_codes",
    METADATA,
    Column("code", Integer, primary_key=True, autoincrement=False),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("hand", SmallInteger, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
"""Codes of the findings of a hand; ``seat`` is -1 for a finding about no seat."""

HAND_LEVELS: Final = Table(
    "hand_levels",
    METADATA,
    Column("level", SmallInteger, primary_key=True, autoincrement=False),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("hand", SmallInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
"""The levels of counted hands, of games that have levels; an index into the levels of the game."""

RULED_HANDS: Final = Table(
    "ruled_hands",
    METADATA,
    Column("adjusted", SmallInteger, primary_key=True, autoincrement=False),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("hand", SmallInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
"""Hands on which a ruling is in force; ``adjusted``: whether one sets their scores (1, 0)."""

mark(PEOPLE, player=PLAYER, sort=SHOWN_COPY, folded=SHOWN_COPY)
mark(WORDS, text_sha256=COPY, text=NAME)
mark(ALIASES, player_id=PLAYER, of_player_id=PLAYER)
mark(BOMBS, person=COUNTED, player=COUNTED, kind=WORD)
mark(COUNTED_MATCHES, game=WORD, preset=WORD, options=WORD, event=WORD)
mark(FACTS, person=COUNTED, player=COUNTED, basis=WORD, role=WORD)
mark(HAND_CODES, code=WORD)
mark(PARTNERSHIPS, person=COUNTED, partner=COUNTED, player=COUNTED, partner_player=COUNTED)
mark(PEOPLE_PAIRS, player=PLAYER)
mark(SEAT_RESULTS, person=COUNTED, player=COUNTED, name=WORD)
mark(TALLIES, person=COUNTED, player=COUNTED)

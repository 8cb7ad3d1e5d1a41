"""What is counted for statistics: tables of facts, their dictionary, people who were joined.

The tables are filled later, from the logs, by `app.statistics.recount`.

Keys of players are written in Unicode NFC and without outer white space from now on; players whose keys become the same
become one, and a player whose key becomes empty becomes nobody.
"""

from hashlib import sha256
from unicodedata import normalize

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_TABLES = ("recounts", "hand_codes", "hand_plays", "facts", "seat_results", "counted_matches", "aliases", "words")
_PLAYERS = sa.table("players", *(sa.column(name) for name in ("id", "key_sha256", "key", "name", "name_key")))
_SEATS = sa.table(
    "match_players",
    sa.column("log_id"),
    sa.column("place"),
    sa.column("player_id"),
    sa.column("name"),
    sa.column("recorded_name"),
)


def upgrade() -> None:
    """Makes the tables, and writes the keys of players again."""
    op.add_column("judgements", sa.Column("counted", sa.SmallInteger(), nullable=False, server_default="0"))
    op.add_column("judgements", sa.Column("counts", sa.LargeBinary()))
    op.add_column("judgements", sa.Column("counts_size", sa.Integer(), nullable=False, server_default="0"))
    pending = sa.text("counted < 2")
    op.create_index(
        "ix_judgements_counted_log_id",
        "judgements",
        ["counted", "log_id"],
        sqlite_where=pending,
        postgresql_where=pending,
    )
    _make_words()
    _make_matches()
    _make_facts()
    _make_search()
    _write_keys_again()


def downgrade() -> None:
    """Takes the tables away.  Keys of players stay as they are."""
    for table in _TABLES:
        op.drop_table(table)
    op.drop_index("ix_judgements_counted_log_id", "judgements")
    for column in ("counts_size", "counts", "counted"):
        op.execute(f"ALTER TABLE judgements DROP COLUMN {column}")


def _number(name: str, kind: type[sa.types.TypeEngine[int]] = sa.Integer, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, kind(), nullable=nullable, autoincrement=False)


def _make_words() -> None:
    op.create_table(
        "words",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("text_sha256", sa.String(64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_words"),
        sa.UniqueConstraint("text_sha256", name="uq_words_text_sha256"),
    )
    op.create_table(
        "aliases",
        _number("player_id"),
        _number("of_player_id"),
        sa.PrimaryKeyConstraint("player_id", name="pk_aliases"),
    )
    op.create_index("ix_aliases_of_player_id", "aliases", ["of_player_id"])
    op.create_table(
        "recounts",
        _number("id"),
        _number("after"),
        sa.PrimaryKeyConstraint("id", name="pk_recounts"),
    )


def _make_matches() -> None:
    op.create_table(
        "counted_matches",
        *(_number(name) for name in ("match", "judgement", "game", "preset", "options", "event")),
        _number("day", nullable=True),
        _number("moment", sa.BigInteger, nullable=True),
        _number("hands"),
        _number("decided", sa.SmallInteger),
        sa.PrimaryKeyConstraint("match", name="pk_counted_matches"),
    )
    op.create_table(
        "seat_results",
        _number("match"),
        _number("seat", sa.SmallInteger),
        *(_number(name) for name in ("person", "player", "name")),
        _number("team", sa.SmallInteger),
        _number("total", sa.BigInteger, nullable=True),
        _number("won", sa.SmallInteger, nullable=True),
        _number("hands"),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_seat_results"),
        sqlite_with_rowid=False,
    )
    for column in ("person", "player"):
        op.create_index(f"ix_seat_results_{column}_name", "seat_results", [column, "name"])


_FIGURES = (
    *("plays", "leads", "lead_cards", "passes", "passes_able", "seconds", "seconds_fine", "timed"),
    *("banker", "doubles_made", "doubles_suffered", "tributes_paid", "tributes_received", "resisted", "at_a"),
    *("at_a_won", "bombs", "straight_flushes", "joker_bombs", "wild_cards", "wild_in_bombs"),
    *("alone", "declared", "protected", "exposed", "overcalled", "captured", "fours_played"),
    *("units", "rows_won", "rows_lost", "scoops_made", "scoops_suffered", "fouls", "naturals", "surrenders"),
    "royalties",
)
_LARGE = ("seconds", "seconds_fine", "units", "royalties")


def _make_facts() -> None:
    op.create_table(
        "facts",
        *(_number(name) for name in ("person", "match")),
        *(_number(name, sa.SmallInteger) for name in ("hand", "seat")),
        *(_number(name) for name in ("player", "game", "preset", "options", "event")),
        _number("day", nullable=True),
        _number("basis"),
        _number("role", nullable=True),
        *(_number(name, sa.SmallInteger, nullable=True) for name in ("side", "place2")),
        _number("score", sa.BigInteger),
        _number("won", sa.SmallInteger, nullable=True),
        _number("complete", sa.SmallInteger),
        _number("errors"),
        *(_number(name, sa.BigInteger if name in _LARGE else sa.Integer, nullable=True) for name in _FIGURES),
        sa.PrimaryKeyConstraint("person", "match", "hand", "seat", name="pk_facts"),
        sqlite_with_rowid=False,
    )


def _make_search() -> None:
    op.create_table(
        "hand_plays",
        _number("kind"),
        *(_number(name, sa.SmallInteger) for name in ("size", "rank")),
        _number("match"),
        *(_number(name, sa.SmallInteger) for name in ("hand", "seat")),
        sa.PrimaryKeyConstraint("kind", "size", "rank", "match", "hand", "seat", name="pk_hand_plays"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "hand_codes",
        *(_number(name) for name in ("code", "match")),
        *(_number(name, sa.SmallInteger) for name in ("hand", "seat")),
        sa.PrimaryKeyConstraint("code", "match", "hand", "seat", name="pk_hand_codes"),
        sqlite_with_rowid=False,
    )


def _plain(text: str) -> str:
    return normalize("NFC", text).strip()


def _sha256(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _write_keys_again() -> None:
    """Gives every player whose key is written otherwise the key as it is now, or makes it the one that has it."""
    connection = op.get_bind()
    changed = {}
    for identity, key in connection.execute(sa.select(_PLAYERS.c.id, _PLAYERS.c.key).order_by(_PLAYERS.c.id)):
        if _plain(key) != key:
            changed[identity] = _plain(key)
    for identity, key in changed.items():
        if key:
            _rename(identity, key)
        else:
            _leave_seats(identity)


def _rename(identity: int, key: str) -> None:
    connection = op.get_bind()
    other = _with_key(key)
    if other is None:
        connection.execute(_PLAYERS.update().where(_PLAYERS.c.id == identity).values(key=key, key_sha256=_sha256(key)))
        return
    connection.execute(_SEATS.update().where(_SEATS.c.player_id == identity).values(player_id=other))
    connection.execute(_PLAYERS.delete().where(_PLAYERS.c.id == identity))


def _leave_seats(identity: int) -> None:
    """Makes the seats of a player whose `id` is empty those of nobody."""
    op.get_bind().execute(_SEATS.update().where(_SEATS.c.player_id == identity).values(player_id=None))
    op.get_bind().execute(_PLAYERS.delete().where(_PLAYERS.c.id == identity))


def _with_key(key: str) -> int | None:
    found: int | None = op.get_bind().scalar(sa.select(_PLAYERS.c.id).where(_PLAYERS.c.key_sha256 == _sha256(key)))
    return found

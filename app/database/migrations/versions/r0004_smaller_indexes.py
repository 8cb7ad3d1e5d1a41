"""Keeps smaller numbers of pairs of characters, the seats of matches without row numbers, and an index less."""

import sqlalchemy as sa
from alembic import op

revision = "fourth1"
down_revision = "third1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Goes from the revision before to this one."""
    _pairs_anew()
    op.execute("INSERT INTO match_pairs SELECT DISTINCT pair % 32749, log_id FROM pairs_before")
    op.drop_table("pairs_before")
    op.drop_index("ix_seat_results_player_name", "seat_results")
    op.drop_index("ix_seat_results_person_name", "seat_results")
    op.create_index("ix_seat_results_person_name_player", "seat_results", ["person", "name", "player"])
    _seats_anew(with_rowid=False)


def downgrade() -> None:
    """Goes back to the revision before."""
    _seats_anew(with_rowid=True)
    op.drop_index("ix_seat_results_person_name_player", "seat_results")
    op.create_index("ix_seat_results_person_name", "seat_results", ["person", "name"])
    op.create_index("ix_seat_results_player_name", "seat_results", ["player", "name"])
    _pairs_anew()
    op.drop_table("pairs_before")
    bind = op.get_bind()
    for log_id, folded in bind.execute(sa.text("SELECT log_id, folded FROM match_texts")).all():
        pairs = {ord(each) for each in folded if not each.isascii() and each != "\uffff"}
        for part in folded.split("\uffff"):
            pairs |= {ord(part[at]) << 21 | ord(part[at + 1]) for at in range(len(part) - 1)}
        rows = [{"pair": pair, "log_id": log_id} for pair in pairs]
        if rows:
            bind.execute(sa.text("INSERT INTO match_pairs (pair, log_id) VALUES (:pair, :log_id)"), rows)


def _pairs_anew() -> None:
    op.rename_table("match_pairs", "pairs_before")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE pairs_before RENAME CONSTRAINT pk_match_pairs TO pk_pairs_before")
    op.create_table(
        "match_pairs",
        sa.Column("pair", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("log_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("pair", "log_id", name="pk_match_pairs"),
        sqlite_with_rowid=False,
    )


def _seats_anew(*, with_rowid: bool) -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    for column in ("name_key", "player_id"):
        op.drop_index(f"ix_match_players_{column}_log_id", "match_players")
    op.rename_table("match_players", "seats_before")
    op.create_table(
        "match_players",
        sa.Column("log_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer()),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.String(128), nullable=False),
        sa.Column("recorded_name", sa.Text()),
        sa.PrimaryKeyConstraint("log_id", "place", name="pk_match_players"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_match_players_log_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_match_players_player_id"),
        sqlite_with_rowid=with_rowid,
    )
    op.execute("INSERT INTO match_players SELECT * FROM seats_before ORDER BY log_id, place")
    op.drop_table("seats_before")
    for column in ("name_key", "player_id"):
        op.create_index(f"ix_match_players_{column}_log_id", "match_players", [column, "log_id"])

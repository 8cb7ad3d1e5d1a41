"""The indexes and tables that lists are read from, and comparisons that are kept with judgements.

`app.migrations.filling` fills the index of texts before 0008.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_INDEXES = (
    ("ix_logs_game", "logs", ("game",)),
    ("ix_logs_played_on", "logs", ("played_on",)),
    ("ix_match_players_name_key", "match_players", ("name_key",)),
    ("ix_match_players_player_id", "match_players", ("player_id",)),
    ("ix_judgements_verdict_current_log_id", "judgements", ("verdict", "current", "log_id")),
)
"""Those of the revision before."""
_NEW_INDEXES = (
    ("ix_logs_game_id", "logs", ("game", "id")),
    ("ix_logs_played_on_id", "logs", ("played_on", "id")),
    ("ix_match_players_name_key_log_id", "match_players", ("name_key", "log_id")),
    ("ix_match_players_player_id_log_id", "match_players", ("player_id", "log_id")),
    ("ix_judgements_current_verdict_log_id", "judgements", ("current", "verdict", "log_id")),
)


def upgrade() -> None:
    """Makes the indexes, columns and tables."""
    for name, table, _ in _INDEXES:
        op.drop_index(name, table)
    if op.get_bind().dialect.name == "postgresql":
        # Character by character, so that an index finds the names with a beginning.
        key = sa.String(128, collation="C")
        op.alter_column("match_players", "name_key", type_=key, existing_nullable=False)
    for name, table, columns in _NEW_INDEXES:
        op.create_index(name, table, list(columns))
    op.create_table(
        "match_texts",
        sa.Column("log_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("log_id", name="pk_match_texts"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_match_texts_log_id", ondelete="CASCADE"),
    )
    op.create_table(
        "match_pairs",
        sa.Column("pair", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("log_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("pair", "log_id", name="pk_match_pairs"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "comparisons",
        sa.Column("judgement_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("engine", sa.String(64), nullable=False),
        sa.Column("work", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("judgement_id", name="pk_comparisons"),
        sa.ForeignKeyConstraint(
            ["judgement_id"], ["judgements.id"], name="fk_comparisons_judgement_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Makes the indexes of the revision before, and removes the tables and indexes of this one."""
    for table in ("comparisons", "match_pairs", "match_texts"):
        op.drop_table(table)
    for name, table, _ in _NEW_INDEXES:
        op.drop_index(name, table)
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("match_players", "name_key", type_=sa.String(128, collation="default"), existing_nullable=False)
    for name, table, columns in _INDEXES:
        op.create_index(name, table, list(columns))

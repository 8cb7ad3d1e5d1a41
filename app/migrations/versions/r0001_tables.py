"""The first tables: blobs, logs, players, who sat where, judgements."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "blobs",
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("data", sa.LargeBinary()),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", name="pk_blobs"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key_sha256", sa.String(64), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("key_sha256", name="uq_players_key_sha256"),
    )
    op.create_table(
        "logs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("blob_sha256", sa.String(64), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("format", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64)),
        sa.Column("match_id", sa.Text()),
        sa.Column("event", sa.Text()),
        sa.Column("played_at", sa.Text()),
        sa.Column("played_on", sa.Date()),
        sa.Column("uploaded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("hands", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_logs"),
        sa.ForeignKeyConstraint(["blob_sha256"], ["blobs.sha256"], name="fk_logs_blob_sha256"),
        sa.UniqueConstraint("blob_sha256", "position", name="uq_logs_blob_sha256_position"),
    )
    op.create_index("ix_logs_game", "logs", ["game"])
    op.create_index("ix_logs_played_on", "logs", ["played_on"])
    op.create_table(
        "match_players",
        sa.Column("log_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer()),
        sa.Column("seat", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.String(128), nullable=False),
        sa.PrimaryKeyConstraint("log_id", "place", name="pk_match_players"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_match_players_log_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_match_players_player_id"),
    )
    op.create_index("ix_match_players_name_key", "match_players", ["name_key"])
    op.create_index("ix_match_players_player_id", "match_players", ["player_id"])
    op.create_table(
        "judgements",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("log_id", sa.Integer(), nullable=False),
        sa.Column("rules_sha256", sa.String(64), nullable=False),
        sa.Column("rules_key", sa.Text(), nullable=False),
        sa.Column("preset", sa.Text()),
        sa.Column("engine", sa.String(64), nullable=False),
        sa.Column("own", sa.Boolean(), nullable=False),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.Column("verdict", sa.String(16), nullable=False),
        sa.Column("errors", sa.Integer(), nullable=False),
        sa.Column("warnings", sa.Integer(), nullable=False),
        sa.Column("notices", sa.Integer(), nullable=False),
        sa.Column("report", sa.LargeBinary(), nullable=False),
        sa.Column("report_size", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(80), nullable=False),
        sa.Column("judged_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_judgements"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_judgements_log_id"),
        sa.UniqueConstraint("log_id", "rules_sha256", "engine", name="uq_judgements_log_id_rules_sha256_engine"),
    )
    op.create_index("ix_judgements_current_log_id", "judgements", ["current", "log_id"])
    op.create_index("ix_judgements_verdict_current_log_id", "judgements", ["verdict", "current", "log_id"])


def downgrade() -> None:
    """Takes the tables away."""
    for table in ("judgements", "match_players", "logs", "players", "blobs"):
        op.drop_table(table)

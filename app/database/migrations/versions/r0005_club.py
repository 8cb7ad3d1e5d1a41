"""Adds the tables of a club: its accounts, who may see its matches, and answers to its programs."""

import sqlalchemy as sa
from alembic import op

revision = "fifth1"
down_revision = "fourth1"
branch_labels = None
depends_on = None

_TABLES = (
    "job_workers",
    "kept_answers",
    "proposed_rulings",
    "erasures",
    "former_ties",
    "ties",
    "match_uploaders",
    "match_access",
    "login_failures",
    "known_addresses",
    "tokens",
    "logins",
    "account_links",
    "accounts",
    "clubs",
)
_OF_ACCOUNTS = ("jobs", "uploads", "notes", "saved_searches", "log_drafts")
"""The tables whose rows say which account made them."""
_NAME_KEY = sa.String(128).with_variant(sa.String(128, collation="C"), "postgresql")
_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Goes from the revision before to this one."""
    op.create_table(
        "clubs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("made_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_clubs"),
    )
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", _NAME_KEY, nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("made_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("name_key", name="uq_accounts_name_key"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "account_links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("secret_sha256", sa.String(64), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("account", sa.Integer(), nullable=True),
        sa.Column("ends_at", _MOMENT, nullable=False),
        sa.Column("used_at", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_account_links"),
        sa.UniqueConstraint("secret_sha256", name="uq_account_links_secret_sha256"),
        _of_account("account_links"),
    )
    op.create_table(
        "logins",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_sha256", sa.String(64), nullable=False),
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("begun_at", _MOMENT, nullable=False),
        sa.Column("used_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_logins"),
        sa.UniqueConstraint("token_sha256", name="uq_logins_token_sha256"),
        _of_account("logins"),
    )
    op.create_table(
        "tokens",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("secret_sha256", sa.String(64), nullable=False),
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("scopes", sa.String(64), nullable=False),
        sa.Column("made_at", _MOMENT, nullable=False),
        sa.Column("ends_at", _MOMENT, nullable=False),
        sa.Column("used_at", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_tokens"),
        sa.UniqueConstraint("secret_sha256", name="uq_tokens_secret_sha256"),
        _of_account("tokens"),
    )
    op.create_table(
        "known_addresses",
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(32), nullable=False),
        sa.Column("used_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("account", "address", name="pk_known_addresses"),
        _of_account("known_addresses"),
    )
    op.create_table(
        "login_failures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("of_sha256", sa.String(64), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_login_failures"),
    )
    op.create_table(
        "match_access",
        sa.Column("log_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("visibility", sa.String(16), nullable=False),
        sa.Column("link", sa.String(32), nullable=True),
        sa.PrimaryKeyConstraint("log_id", name="pk_match_access"),
        sa.UniqueConstraint("link", name="uq_match_access_link"),
        _of_match("match_access"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "match_uploaders",
        sa.Column("log_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("account", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("log_id", "account", name="pk_match_uploaders"),
        _of_match("match_uploaders"),
        _of_account("match_uploaders"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "kept_answers",
        sa.Column("sender", sa.String(40), nullable=False),
        sa.Column("key_sha256", sa.String(64), nullable=False),
        sa.Column("request_sha256", sa.String(64), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("content_type", sa.String(100), nullable=True),
        sa.Column("location", sa.String(200), nullable=True),
        sa.Column("body", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("sender", "key_sha256", name="pk_kept_answers"),
    )
    op.create_table(
        "ties",
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("asked_at", _MOMENT, nullable=False),
        sa.Column("agreed_at", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("account", name="pk_ties"),
        _of_account("ties"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_ties_player_id", ondelete="CASCADE"),
    )
    op.create_table(
        "job_workers",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("seen_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_job_workers"),
    )
    agreed = sa.text("agreed_at IS NOT NULL")
    op.create_index(
        "uq_ties_player_id", "ties", ["player_id"], unique=True, sqlite_where=agreed, postgresql_where=agreed
    )
    op.create_index("ix_ties_player_id", "ties", ["player_id"])
    op.create_table(
        "former_ties",
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("ended_at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("account", "player_id", name="pk_former_ties"),
        _of_account("former_ties"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_former_ties_player_id", ondelete="CASCADE"),
    )
    op.create_index("ix_former_ties_player_id", "former_ties", ["player_id"])
    op.create_table(
        "proposed_rulings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dispute_id", sa.Integer(), nullable=False),
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(80), nullable=False),
        sa.Column("decision", sa.Text(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_proposed_rulings"),
        sa.UniqueConstraint("dispute_id", name="uq_proposed_rulings_dispute_id"),
        sa.ForeignKeyConstraint(["dispute_id"], ["disputes.id"], name="fk_proposed_rulings_dispute_id"),
        _of_account("proposed_rulings"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_proposed_rulings_account", "proposed_rulings", ["account"])
    op.add_column("ruling_votes", sa.Column("own", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "erasures",
        sa.Column("of_sha256", sa.String(64), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("logs_too", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("of_sha256", name="pk_erasures"),
    )
    op.add_column("blobs", sa.Column("erased_at", _MOMENT, nullable=True))
    op.add_column("logs", sa.Column("name_erased_at", _MOMENT, nullable=True))
    for table in _OF_ACCOUNTS:
        op.add_column(table, sa.Column("account", sa.Integer(), nullable=True))
    op.create_index("ix_match_uploaders_account", "match_uploaders", ["account"])
    op.create_index("ix_account_links_account", "account_links", ["account"])
    op.create_index("ix_logins_account", "logins", ["account"])
    op.create_index("ix_tokens_account", "tokens", ["account"])
    op.create_index("ix_login_failures_of_sha256_at", "login_failures", ["of_sha256", "at"])


def downgrade() -> None:
    """Goes back to the revision before."""
    for table in _OF_ACCOUNTS:
        op.drop_column(table, "account")
    op.drop_column("ruling_votes", "own")
    op.drop_column("logs", "name_erased_at")
    op.drop_column("blobs", "erased_at")
    for table in _TABLES:
        op.drop_table(table)


def _of_account(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=f"fk_{table}_account", ondelete="CASCADE")


def _of_match(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name=f"fk_{table}_log_id", ondelete="CASCADE")

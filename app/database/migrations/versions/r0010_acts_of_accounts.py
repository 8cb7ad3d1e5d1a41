"""Adds the record of acts on accounts and declarations to play nowhere, and counts attempts to log in by network."""

import sqlalchemy as sa
from alembic import op

revision = "tenth1"
down_revision = "ninth1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Goes from the revision before to this one."""
    _count_attempts()
    _add_acts()
    _add_declarations()


def downgrade() -> None:
    """Goes back to the revision before."""
    _drop_declarations()
    _count_failures()
    op.drop_column("accounts", "acts_said")
    op.drop_table("account_acts")


def _count_attempts() -> None:
    """Has attempts to log in name the network and the name; those of the last minute are forgotten."""
    op.drop_table("login_failures")
    op.create_table(
        "login_attempts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name_sha256", sa.String(64), nullable=False),
        sa.Column("network", sa.String(32), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("failed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_login_attempts"),
    )
    op.create_index("ix_login_attempts_name_sha256_network", "login_attempts", ["name_sha256", "network"])
    op.create_index("ix_login_attempts_network_at", "login_attempts", ["network", "at"])
    op.create_index("ix_login_attempts_at", "login_attempts", ["at"])


def _count_failures() -> None:
    op.drop_table("login_attempts")
    op.create_table(
        "login_failures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("of_sha256", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_login_failures"),
    )
    op.create_index("ix_login_failures_of_sha256_at", "login_failures", ["of_sha256", "at"])


def _add_acts() -> None:
    """Adds the record, and to accounts what of it was said at a login."""
    op.create_table(
        "account_acts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("act", sa.String(16), nullable=False),
        sa.Column("by_account", sa.Integer()),
        sa.Column("account", sa.Integer()),
        sa.Column("subject", sa.Integer()),
        sa.Column("before", sa.String(16)),
        sa.Column("after", sa.String(16)),
        sa.PrimaryKeyConstraint("id", name="pk_account_acts"),
    )
    for column in ("account", "by_account"):
        op.create_index(f"ix_account_acts_{column}", "account_acts", [column])
    op.add_column("accounts", sa.Column("acts_said", sa.Integer(), nullable=False, server_default="0"))


def _add_declarations() -> None:
    op.add_column("accounts", sa.Column("plays_nowhere_at", sa.DateTime(timezone=True), nullable=True))


def _drop_declarations() -> None:
    op.drop_column("accounts", "plays_nowhere_at")

"""Adds when an account declared that its person plays nowhere in the club."""

import sqlalchemy as sa
from alembic import op

revision = "tenth1"
down_revision = "ninth1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Goes from the revision before to this one."""
    _add_declarations()


def downgrade() -> None:
    """Goes back to the revision before."""
    _drop_declarations()


def _add_declarations() -> None:
    op.add_column("accounts", sa.Column("plays_nowhere_at", sa.DateTime(timezone=True), nullable=True))


def _drop_declarations() -> None:
    op.drop_column("accounts", "plays_nowhere_at")

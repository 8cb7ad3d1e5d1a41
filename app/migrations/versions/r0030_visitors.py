"""Who filled a place of a store that all visitors share: a hash of the network, in the rows of six stores."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

_TABLES = ("log_drafts", "presentations", "jobs", "computations", "saved_searches", "houses")


def upgrade() -> None:
    """Adds the columns, empty, with their indexes."""
    for table in _TABLES:
        op.add_column(table, sa.Column("visitor", sa.String(32)))
        op.create_index(f"ix_{table}_visitor", table, ["visitor"])


def downgrade() -> None:
    """Drops them."""
    for table in _TABLES:
        op.drop_index(f"ix_{table}_visitor", table)
        op.drop_column(table, "visitor")

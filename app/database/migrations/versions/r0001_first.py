"""All tables of the first release."""

from alembic import op

from app.database.migrations.first_schema import TABLES, disputes, matches, players  # noqa: F401 (they add their tables)

revision = "first2"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables."""
    TABLES.create_all(op.get_bind(), checkfirst=False)


def downgrade() -> None:
    """Drops them."""
    TABLES.drop_all(op.get_bind(), checkfirst=False)

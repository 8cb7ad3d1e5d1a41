"""The house rules under which a score sheet is filled."""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the column; sheets that are there are under no house rules.

    The table is altered in place: SQLite would drop a table that is made anew, and with it the taps of its sheets.
    """
    op.execute(
        "ALTER TABLE sheets ADD COLUMN house_version_id INTEGER"
        " CONSTRAINT fk_sheets_house_version_id REFERENCES house_versions (id)"
    )
    op.create_index("ix_sheets_house_version_id", "sheets", ["house_version_id"])


def downgrade() -> None:
    """Takes the column away, in place too."""
    op.drop_index("ix_sheets_house_version_id", "sheets")
    op.execute("ALTER TABLE sheets DROP COLUMN house_version_id")

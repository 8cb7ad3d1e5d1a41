"""Expected results and results of dealt cards sum to zero over the table: all that is counted is counted once more."""

from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Notes that what is counted of every match lacks its figures, so that a job works them out again; until then no
    page shows them.
    """
    op.execute("UPDATE facts SET strength = NULL, expected = NULL, result = NULL WHERE strength IS NOT NULL")
    op.execute("UPDATE judgements SET counted = 1 WHERE counted = 2 AND counts IS NOT NULL")


def downgrade() -> None:
    """Changes nothing: what is counted stays, and the next upgrade has it counted once more."""

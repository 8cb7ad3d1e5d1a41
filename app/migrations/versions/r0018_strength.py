"""The strength of dealt cards, the result to be expected from them, and the result, in the facts.

They are filled later, from the logs, by `app.statistics.recount`: all that is counted waits for it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_COLUMNS = ("strength", "expected", "result")


def upgrade() -> None:
    """Adds the columns, and notes that what is counted of every match lacks them."""
    for name in _COLUMNS:
        op.add_column("facts", sa.Column(name, sa.Integer()))
    op.execute("UPDATE judgements SET counted = 1 WHERE counted = 2 AND counts IS NOT NULL")


def downgrade() -> None:
    """Takes the columns away."""
    for name in _COLUMNS:
        op.execute(f"ALTER TABLE facts DROP COLUMN {name}")

"""Rulings in what is counted: scores and winners follow them, and what was computed is kept beside them.

The matches that are ruled on are counted again by the job that counts what is pending, or by `fupan stats`: until then
their figures are those computed.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_Columns = tuple[tuple[str, sa.types.TypeEngine[Any]], ...]

_SUMS: _Columns = (
    ("adjusted", sa.Integer()),
    ("computed_score", sa.BigInteger()),
    ("computed_squares", sa.Float(53)),
    ("computed_won", sa.SmallInteger()),
)
_COLUMNS: tuple[tuple[str, _Columns], ...] = (
    ("facts", (("computed_score", sa.BigInteger()), ("computed_won", sa.SmallInteger()))),
    ("seat_results", (("computed_won", sa.SmallInteger()),)),
    ("tallies", (*_SUMS, *((f"computed_score_at_{place2}", sa.BigInteger()) for place2 in range(2, 11)))),
    ("partnerships", _SUMS),
)
_LACKING = (
    "UPDATE judgements SET counted = 1 WHERE counted = 2 AND counts IS NOT NULL AND log_id IN ("
    "SELECT disputes.log_id FROM disputes JOIN rulings ON rulings.dispute_id = disputes.id"
    " WHERE rulings.in_force AND disputes.log_id IS NOT NULL)"
)


def upgrade() -> None:
    """Adds the columns and the table, and notes which matches lack what rulings change."""
    for table, columns in _COLUMNS:
        for name, kind in columns:
            op.add_column(table, sa.Column(name, kind))
    op.create_table(
        "ruled_hands",
        sa.Column("adjusted", sa.SmallInteger(), nullable=False, autoincrement=False),
        sa.Column("match", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("hand", sa.SmallInteger(), nullable=False, autoincrement=False),
        sa.PrimaryKeyConstraint("adjusted", "match", "hand", name="pk_ruled_hands"),
        sqlite_with_rowid=False,
    )
    op.execute(_LACKING)


def downgrade() -> None:
    """Takes the columns and the table away."""
    op.drop_table("ruled_hands")
    for table, columns in _COLUMNS:
        for name, _ in columns:
            op.execute(f"ALTER TABLE {table} DROP COLUMN {name}")

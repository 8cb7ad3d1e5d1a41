"""Which judgements are of score sheets without a fault, and how many of their hands cannot be checked."""

import msgspec
import sqlalchemy as sa
from alembic import op

from app.packing import unpacked
from engine.verdict.score_sheet import unchecked_hands

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

_JUDGEMENTS = sa.table(
    "judgements",
    *(sa.column(name) for name in ("id", "verdict", "report", "report_size", "unchecked_hands")),
)
_BATCH = 200


def upgrade() -> None:
    """Adds the column, and fills it from the reports that can be of score sheets."""
    op.add_column("judgements", sa.Column("unchecked_hands", sa.Integer()))
    connection = op.get_bind()
    batch = (
        sa.select(_JUDGEMENTS.c.id, _JUDGEMENTS.c.report, _JUDGEMENTS.c.report_size)
        .where(_JUDGEMENTS.c.verdict == "incomplete")
        .order_by(_JUDGEMENTS.c.id)
        .limit(_BATCH)
    )
    last = 0
    while rows := connection.execute(batch.where(_JUDGEMENTS.c.id > last)).all():
        last = rows[-1].id
        for row in rows:
            unchecked = unchecked_hands(msgspec.json.decode(unpacked(row.report, row.report_size)))
            if unchecked is not None:
                connection.execute(
                    sa.update(_JUDGEMENTS).where(_JUDGEMENTS.c.id == row.id).values(unchecked_hands=unchecked)
                )


def downgrade() -> None:
    """Drops the column."""
    op.drop_column("judgements", "unchecked_hands")

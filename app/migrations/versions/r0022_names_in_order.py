"""The list of people is ordered by pinyin where their names are Chinese."""

from collections.abc import Callable

import sqlalchemy as sa
from alembic import op
from sqlalchemy.orm import Session

from app.models import name_key
from app.sort_keys import sort_key
from app.statistics.people import keys_of

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_BATCH = 500
_PEOPLE = sa.table("people", sa.column("player", sa.Integer), sa.column("sort", sa.String))


def upgrade() -> None:
    """Writes the text by which each person is put in order."""
    _write(sort_key)


def downgrade() -> None:
    """Writes the start of each key."""
    _write(name_key)


def _write(sort: Callable[[str], str]) -> None:
    with Session(op.get_bind()) as session:
        players = list(session.scalars(sa.select(_PEOPLE.c.player).order_by(_PEOPLE.c.player)))
        for start in range(0, len(players), _BATCH):
            keys = keys_of(session, players[start : start + _BATCH])
            session.connection().execute(
                sa.update(_PEOPLE)
                .where(_PEOPLE.c.player == sa.bindparam("of_player"))
                .values(sort=sa.bindparam("written")),
                [{"of_player": player, "written": sort(key)} for player, key in keys.items()],
            )
        session.flush()

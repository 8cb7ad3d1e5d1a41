"""Filling new tables from the rows of older ones, which is too much for one transaction.

Each batch is committed by itself, so that a stopped upgrade continues with the next batch.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import sqlalchemy as sa
from sqlalchemy import Connection, func, select

from app.search import add_texts

BATCH: Final = 500
"""Matches that are committed together."""

_LOGS: Final = sa.table("logs", *(sa.column(name) for name in ("id", "title", "match_id", "event", "source")))
_SEATS: Final = sa.table("match_players", sa.column("log_id"), sa.column("name"))
_TEXTS: Final = sa.table("match_texts", sa.column("log_id"))


def fill_texts(connection: Connection, after: int) -> int | None:
    """Puts the next matches above an id into the index of texts.  The last of their ids; None where there are none."""
    missing = ~select(sa.literal(1)).where(_TEXTS.c.log_id == _LOGS.c.id).exists()
    found = connection.execute(select(_LOGS).where(_LOGS.c.id > after, missing).order_by(_LOGS.c.id).limit(BATCH)).all()
    if not found:
        return None
    texts: dict[int, list[str]] = {
        row.id: [row.title or "", row.match_id or "", row.event or "", row.source] for row in found
    }
    for log_id, name in connection.execute(
        select(_SEATS.c.log_id, _SEATS.c.name).where(_SEATS.c.log_id.in_(list(texts)))
    ):
        texts[log_id].append(name)
    add_texts(connection, texts)
    return max(texts)


def count_matches(connection: Connection) -> int:
    """How many matches there are."""
    return connection.execute(select(func.count()).select_from(_LOGS)).scalar_one()


FILLED_BEFORE: Final[Mapping[str, Callable[[Connection, int], int | None]]] = MappingProxyType({"0008": fill_texts})
"""By revision what must be filled before it is reached."""

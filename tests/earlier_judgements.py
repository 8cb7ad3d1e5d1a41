"""Stored judgements made to look as if a version before this one had made them."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from sqlalchemy import select, update
from sqlmodel import col

from app.database.packing import Content, packed_for, unpacked
from app.database.tables.matches import Judgement
from app.matches.installation import Installation

EARLIER: Final = "0.0.9"
"""A version that is never the one that runs."""
Facts = dict[str, Any]


def _as_it_is(_report: Facts) -> None:
    """Changes nothing."""


def age(fupan: Installation, change: Callable[[Facts], None] = _as_it_is, *, log_id: int | None = None) -> None:
    """Rewrites the judgements of a match, or of all, to those of the earlier version, which wrote no ``basis``.

    ``change`` may change the report besides.
    """
    wanted = [] if log_id is None else [col(Judgement.log_id) == log_id]
    with fupan.sessions() as session:
        for each in session.scalars(select(Judgement).where(*wanted)).all():
            report: Facts = msgspec.json.decode(unpacked(each.report, each.report_size))
            report["engine"] = EARLIER
            for hand in report.get("hands", ()):
                hand.pop("basis", None)
            change(report)
            text = msgspec.json.encode(report)
            session.execute(
                update(Judgement)
                .where(col(Judgement.id) == each.id)
                .values(
                    engine=EARLIER,
                    verdict=report["verdict"],
                    digest=report["digest"],
                    report=packed_for(report["log"]["game"], Content.REPORT, text),
                    report_size=len(text),
                )
            )
        session.commit()

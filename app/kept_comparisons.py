"""Comparisons of presets, kept with the judgements that they belong to: each takes many replays to make."""

from dataclasses import asdict
from typing import Any, Final

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.models import KeptComparison
from app.packing import packed, unpacked
from engine import __version__
from engine.games import GAMES
from engine.rulebook.options import RuleSet, RulesUnknown
from engine.verdict.comparison import Column, Comparison, Difference
from engine.verdict.outcomes import Outcome
from engine.verdict.report import Source

_UNLIKE: Final = (msgspec.MsgspecError, LookupError, TypeError, ValueError)
"""What reading raises where another state of the program wrote."""


def kept_comparison(session: Session, judgement_id: int) -> tuple[Comparison, int] | None:
    """The comparison kept with a judgement, and how many actions might be replayed for it.  One query.

    None where there is none by this version of the engine.
    """
    found = session.execute(
        select(col(KeptComparison.data), col(KeptComparison.size), col(KeptComparison.work)).where(
            col(KeptComparison.judgement_id) == judgement_id, col(KeptComparison.engine) == __version__
        )
    ).one_or_none()
    if found is None:
        return None
    data, size, work = found
    try:
        return read_comparison(unpacked(data, size)), work
    except _UNLIKE:
        return None


def keep_comparison(session: Session, judgement_id: int, comparison: Comparison, work: int) -> None:
    """Keeps a comparison with a judgement, in place of one that is there."""
    text = write_comparison(comparison)
    session.execute(delete(KeptComparison).where(col(KeptComparison.judgement_id) == judgement_id))
    session.execute(
        insert(KeptComparison).values(
            judgement_id=judgement_id, engine=__version__, work=work, data=packed(text), size=len(text)
        )
    )


def write_comparison(comparison: Comparison) -> bytes:
    """All of a comparison as JSON; `read_comparison` gives it back."""
    return msgspec.json.encode(
        {
            "source": comparison.source,
            "columns": [
                {
                    "name": column.name,
                    "game": column.rules.game,
                    "preset": column.rules.preset,
                    "options": dict(column.rules.options),
                    "checked": column.checked,
                    "outcome": asdict(column.outcome),
                }
                for column in comparison.columns
            ],
            "differences": [asdict(each) for each in comparison.differences],
            "replays": comparison.replays,
        }
    )


def read_comparison(text: bytes) -> Comparison:
    """The comparison that was written.

    Raises msgspec.MsgspecError, LookupError, TypeError or ValueError for what another state of the program wrote.
    """
    facts: dict[str, Any] = msgspec.json.decode(text)
    return Comparison(
        source=msgspec.convert(facts["source"], Source),
        columns=tuple(
            Column(each["name"], _rules(each), each["checked"], msgspec.convert(each["outcome"], Outcome))
            for each in facts["columns"]
        ),
        differences=tuple(msgspec.convert(each, Difference) for each in facts["differences"]),
        replays=facts["replays"],
    )


def _rules(facts: dict[str, Any]) -> RuleSet:
    try:
        return GAMES[facts["game"]].rules.resolve(facts["preset"], facts["options"])
    except RulesUnknown as unknown:
        raise ValueError(str(unknown)) from None

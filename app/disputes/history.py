"""Who did what in a dispute and when, as the record has it, with the hash of each entry."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import and_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.disputes.listing import Person, people_of
from app.record.appending import line_of
from app.record.tables import RecordEntry
from engine.verdict.proof.chain import hash_of

MOST: Final = 1_000
"""The most entries that are read about a dispute, and about its match; the oldest are left out."""
_OF_MATCH: Final = ("verdict-issued", "reprocessed")


@dataclass(frozen=True, slots=True)
class Step:
    """An entry of the record about a dispute."""

    n: int
    at: str
    """A moment as the record writes it."""
    by: Person | None
    """None where the program acted by itself."""
    words: str
    hash: str


def history(session: Session, dispute: int, match: int | None) -> list[Step]:
    """The entries about a dispute, in order."""
    subject = col(RecordEntry.subject)
    of_match = and_(subject == f"match {match}", col(RecordEntry.event).in_(_OF_MATCH))
    newest = col(RecordEntry.n).desc()
    of_dispute = select(RecordEntry).where(subject == f"dispute {dispute}").order_by(newest).limit(MOST)
    beside = select(RecordEntry).where(of_match).order_by(newest).limit(MOST)
    rows = sorted((*session.scalars(of_dispute), *session.scalars(beside)), key=lambda row: row.n)
    found = [(row, msgspec.json.decode(row.data, type=dict[str, Any])) for row in rows]
    found = [(row, data) for row, data in found if row.event not in _OF_MATCH or _concerns(data, dispute)]
    people = people_of(session, [row.actor for row, _ in found])
    return [
        Step(row.n, row.at, people.get(row.actor), event_words(row.event, data), hash_of(line_of(row)[:-1]))
        for row, data in found
    ]


def event_words(event: str, data: Mapping[str, Any]) -> str:
    """What an entry of the record says that somebody did: ``ruled``, ``set the scores of hand 3``."""
    if event == "state":
        return "took it under review" if data["to"] == "under review" else f"made it {data['to']}"
    if event == "vote":
        return f"voted {'for' if data['agrees'] else 'against'} ruling {data['ruling']}"
    if event == "ruled":
        return f"ruled: {data['outcome']} (ruling {data['ruling']})"
    if event == "adjusted":
        return f"set the scores of hand {data['hand'] + 1} (ruling {data['ruling']})"
    if event == "evidence":
        return f"showed evidence: a {'log' if data['kind'] == 'log' else 'photo'} of {data['bytes']:,} bytes"
    if event == "verdict-issued":
        return f"issued verdict {data['id']}"
    if event == "reprocessed":
        verdict, engine = data["verdict"], data["engine"]
        still = verdict["before"] == verdict["after"]
        change = f"still {verdict['after']}" if still else f"{verdict['before']} → {verdict['after']}"
        return f"the match was judged again, by engine {engine['after']} in place of {engine['before']}: {change}"
    return _WORDS.get(event, event)


_WORDS: Final[Mapping[str, str]] = {
    "dispute-opened": "opened the dispute",
    "claimed": "said what it should be",
    "commented": "commented",
    "appealed": "appealed",
}


def _concerns(data: Mapping[str, Any], dispute: int) -> bool:
    return data.get("dispute") == dispute or dispute in data.get("disputes", ())

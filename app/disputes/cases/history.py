"""Who did what in a dispute and when, as the record has it, with the hash of each entry."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import msgspec
from sqlalchemy import and_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.packing import BytesDamaged, stored_json
from app.database.tables.audit_log import RecordEntry
from app.disputes.audit_log.appending import line_of
from app.disputes.cases.interest import Interest, interest_kept
from app.disputes.cases.listing import ERASED, Actor, people_of
from app.disputes.cases.states import DisputeState, state_words
from app.text.language import _, marked
from engine.verdict.proof.chain import hash_of

MOST: Final = 1_000
"""The most entries that are read about a dispute, and about its match; the oldest are left out."""
_OF_MATCH: Final = ("verdict-issued", "reprocessed")


class ValueChange(msgspec.Struct, frozen=True):
    """What something was before, and what it is now."""

    before: str = ""
    after: str = ""


class Data(msgspec.Struct, frozen=True):
    """The data of an entry that the history shows; an event has some of the fields."""

    to: str = ""
    agrees: bool = False
    ruling: int = 0
    outcome: str = ""
    interest: tuple[str, ...] = ()
    voter: str | None = None
    party: bool | None = None
    hand: int = 0
    bytes: int = 0
    kind: str = ""
    id: int | str = 0
    dispute: int | None = None
    disputes: tuple[int, ...] = ()
    verdict: ValueChange = ValueChange()
    engine: ValueChange | str = ""
    damaged: bool = False
    """Whether what is stored is something else."""


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """An entry of the record about a dispute."""

    n: int
    at: str
    """A moment as the record writes it."""
    by: Actor | None
    """None where the program acted by itself."""
    words: str
    hash: str


def history(session: Session, dispute: int, match: int | None) -> list[HistoryStep]:
    """The entries about a dispute, in order."""
    subject = col(RecordEntry.subject)
    of_match = and_(subject == f"match {match}", col(RecordEntry.event).in_(_OF_MATCH))
    newest = col(RecordEntry.n).desc()
    of_dispute = select(RecordEntry).where(subject == f"dispute {dispute}").order_by(newest).limit(MOST)
    beside = select(RecordEntry).where(of_match).order_by(newest).limit(MOST)
    rows = sorted((*session.scalars(of_dispute), *session.scalars(beside)), key=lambda row: row.n)
    pairs = [(row, _data_of(row)) for row in rows]
    pairs = [(row, data) for row, data in pairs if row.event not in _OF_MATCH or _concerns(data, dispute)]
    people = people_of(session, [*(row.actor for row, _ in pairs), *(data.voter or "" for _, data in pairs)])
    return [
        HistoryStep(
            row.n,
            row.at,
            people.get(row.actor),
            event_words(row.event, data, _reported(row.actor, data, people)),
            hash_of(line_of(row)[:-1]),
        )
        for row, data in pairs
    ]


def _data_of(row: RecordEntry) -> Data:
    try:
        return stored_json(row.data, Data)
    except BytesDamaged:
        return Data(damaged=True)


def event_words(event: str, data: Data, voter: str = "") -> str:
    """What an entry of the record says that somebody did: ``ruled``, ``set the scores of hand 3``.

    ``voter`` is the name of the arbiter for whom a vote was entered; empty for one who entered the own vote.
    """
    if data.damaged:
        return _("did something unknown: the entry in the record is damaged")
    if event == "state":
        if data.to == DisputeState.REVIEW:
            return _("took it under review")
        return _("made it {state}", state=state_words(data.to))
    if event == "vote":
        if voter and data.party is not None:
            return _(
                "entered the vote of {name}, given with their own account, for ruling {number}",
                name=voter,
                number=data.ruling,
            )
        if voter:
            return _(_REPORTED[bool(data.agrees)], name=voter, number=data.ruling)
        return _(_VOTES[bool(data.agrees)], number=data.ruling)
    if event == "ruled":
        words = _("ruled: {outcome} (ruling {number})", outcome=_(_OUTCOMES[data.outcome]), number=data.ruling)
        interest = interest_kept(" ".join(data.interest))
        says = _INTERESTS if data.party is None else _OF_SOME
        return _("{ruled}; {interest}", ruled=words, interest=_(says[interest])) if interest else words
    if event == "adjusted":
        return _("set the scores of hand {hand} (ruling {number})", hand=data.hand + 1, number=data.ruling)
    if event == "evidence":
        size = f"{data.bytes:,}"
        if data.kind == "log":
            return _("showed evidence: a log of {count} bytes", count=size)
        return _("showed evidence: a photo of {count} bytes", count=size)
    if event == "verdict-issued":
        return _("issued verdict {number}", number=data.id)
    if event == "reprocessed" and isinstance(data.engine, ValueChange):
        before, after = _(data.verdict.before), _(data.verdict.after)
        return _(
            "the match was judged again, by engine {engine} in place of {other}: {change}",
            engine=data.engine.after,
            other=data.engine.before,
            change=_("still {verdict}", verdict=after) if before == after else f"{before} → {after}",
        )
    return _(_WORDS[event]) if event in _WORDS else event


_WORDS: Final[Mapping[str, str]] = {
    "dispute-opened": marked("opened the dispute"),
    "claimed": marked("said what it should be"),
    "commented": marked("commented"),
    "appealed": marked("appealed"),
}
_VOTES: Final[Mapping[bool, str]] = {
    True: marked("voted for ruling {number}"),
    False: marked("voted against ruling {number}"),
}
_REPORTED: Final[Mapping[bool, str]] = {
    True: marked("reported that {name} voted for ruling {number}"),
    False: marked("reported that {name} voted against ruling {number}"),
}
_INTERESTS: Final[Mapping[tuple[Interest, ...], str]] = {
    (Interest.SEAT,): marked("has the name of a player of the match"),
    (Interest.OPENED,): marked("has the name of the one who opened the dispute"),
    (Interest.SEAT, Interest.OPENED): marked(
        "has the name of a player of the match, and of the one who opened the dispute"
    ),
}
_OF_SOME: Final[Mapping[tuple[Interest, ...], str]] = {
    (Interest.SEAT,): marked("an arbiter of it has the name of a player of the match"),
    (Interest.OPENED,): marked("an arbiter of it has the name of the one who opened the dispute"),
    (Interest.SEAT, Interest.OPENED): marked(
        "arbiters of it have the names of a player of the match, and of the one who opened the dispute"
    ),
}
"""Of a ruling that was given with accounts: several may have voted for it."""
_OUTCOMES: Final[Mapping[str, str]] = {
    "upheld": marked("upheld"),
    "corrected": marked("corrected"),
    "stands": marked("stands"),
    "adjusted": marked("adjusted"),
    "void": marked("void"),
}


def _reported(actor: str, data: Data, people: Mapping[str, Actor]) -> str:
    """The name of the arbiter for whom somebody else entered a vote; empty where nobody did."""
    voter = actor if data.voter is None else data.voter
    return "" if voter == actor else people[voter].name if voter in people else _(ERASED)


def _concerns(data: Data, dispute: int) -> bool:
    return data.dispute == dispute or dispute in data.disputes

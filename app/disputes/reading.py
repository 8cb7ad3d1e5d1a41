"""Reading disputes: the list with its filters, and all of one dispute."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.disputes.tables import Comment, Dispute, Evidence, Party, Ruling, RulingAdjustment, RulingVote
from app.models import Log, MatchPlayer, name_key
from app.record.tables import Actor, RecordText

PER_PAGE: Final = 50
ERASED: Final = "(erased)"
"""Stands for a name or a text that was erased."""


@dataclass(frozen=True, slots=True)
class DisputeFilter:
    """Which disputes a list shows."""

    state: str | None = None
    match: int | None = None
    game: str | None = None
    player: str | None = None
    """The beginning of the name of a player of the match."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who acted."""

    name: str
    role: str


@dataclass(frozen=True, slots=True)
class DisputeRow:
    """A dispute as lists show it."""

    id: int
    match: int | None
    title: str
    game: str | None
    hand: int | None
    action: int | None
    line: int | None
    state: str
    by: Person
    opened_at: datetime


@dataclass(frozen=True, slots=True)
class Said:
    """A comment or the reason of an appeal."""

    by: Person
    text: str
    at: datetime
    appeal: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A piece of evidence."""

    id: int
    by: Person
    name: str
    kind: str
    size: int
    sha256: str
    said: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Set:
    """The scores that a ruling sets for a hand (from 0)."""

    hand: int
    scores: Mapping[str, int]
    rule: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling with its votes and adjustments."""

    number: int
    outcome: str
    text: str
    dissent: str
    by: Person
    at: datetime
    in_force: bool
    votes: tuple[tuple[Person, bool], ...]
    adjustments: tuple[Set, ...]


@dataclass(frozen=True, slots=True)
class Whole:
    """All of a dispute."""

    row: DisputeRow
    digest: str
    claim: Mapping[str, Any]
    found: dict[str, Any]
    parties: tuple[Person, ...]
    comments: tuple[Said, ...]
    evidence: tuple[Shown, ...]
    rulings: tuple[Ruled, ...]
    """The newest first."""


def disputes(session: Session, wanted: DisputeFilter, before: int | None = None) -> list[DisputeRow]:
    """The disputes that a filter lets through, the newest first; one more than a page has if there are more."""
    found = select(Dispute, Log).outerjoin(Log, col(Log.id) == col(Dispute.log_id))
    if wanted.state is not None:
        found = found.where(col(Dispute.state) == wanted.state)
    if wanted.match is not None:
        found = found.where(col(Dispute.log_id) == wanted.match)
    if wanted.game is not None:
        found = found.where(col(Log.game) == wanted.game)
    if wanted.player is not None:
        start = name_key(wanted.player)
        of_player = select(col(MatchPlayer.log_id)).where(
            col(MatchPlayer.name_key) >= start, col(MatchPlayer.name_key) < start + "\U0010ffff"
        )
        found = found.where(col(Dispute.log_id).in_(of_player))
    if before is not None:
        found = found.where(col(Dispute.id) < before)
    rows = session.execute(found.order_by(col(Dispute.id).desc()).limit(PER_PAGE + 1)).all()
    people = people_of(session, [each.actor_id for each, _ in rows])
    return [_row(dispute, log, people) for dispute, log in rows]


def dispute(session: Session, identity: int) -> Whole | None:
    """All of a dispute; None where there is none of the number.  The number of queries is the same for each."""
    if not 0 < identity < 2**31:
        return None
    row = session.execute(
        select(Dispute, Log).outerjoin(Log, col(Log.id) == col(Dispute.log_id)).where(col(Dispute.id) == identity)
    ).first()
    if row is None:
        return None
    found, log = row
    parties = list(session.scalars(select(col(Party.actor_id)).where(col(Party.dispute_id) == identity)))
    comments = session.scalars(
        select(Comment).where(col(Comment.dispute_id) == identity).order_by(col(Comment.id))
    ).all()
    evidence = session.scalars(
        select(Evidence).where(col(Evidence.dispute_id) == identity).order_by(col(Evidence.id))
    ).all()
    rulings = session.scalars(
        select(Ruling).where(col(Ruling.dispute_id) == identity).order_by(col(Ruling.number).desc())
    ).all()
    of_rulings = select(col(Ruling.id)).where(col(Ruling.dispute_id) == identity)
    votes = session.scalars(select(RulingVote).where(col(RulingVote.ruling_id).in_(of_rulings))).all()
    adjustments = session.scalars(
        select(RulingAdjustment)
        .where(col(RulingAdjustment.ruling_id).in_(of_rulings))
        .order_by(col(RulingAdjustment.hand))
    ).all()
    claim = msgspec.json.decode(found.claim)
    texts = texts_of(
        session,
        [
            *(each.text_id for each in comments),
            *(each.name_id for each in evidence),
            *(each.text_id for each in rulings),
            *(each.dissent_id for each in rulings if each.dissent_id),
            *(each.reason_id for each in adjustments),
            *([claim["text"]] if "text" in claim else []),
        ],
    )
    people = people_of(session, [found.actor_id, *parties, *(each.actor_id for each in votes)])
    if "text" in claim:
        claim["text"] = texts[claim["text"]]
    return Whole(
        row=_row(found, log, people),
        digest=found.digest,
        claim=claim,
        found=msgspec.json.decode(found.found),
        parties=tuple(sorted((people[each] for each in parties), key=lambda each: (each.role, each.name))),
        comments=tuple(Said(people[each.actor_id], texts[each.text_id], each.at, each.appeal) for each in comments),
        evidence=tuple(
            Shown(
                each.id or 0,
                people[each.actor_id],
                texts[each.name_id],
                each.kind,
                each.size,
                each.blob_sha256,
                each.said,
                each.at,
            )
            for each in evidence
        ),
        rulings=tuple(
            Ruled(
                number=each.number,
                outcome=each.outcome,
                text=texts[each.text_id],
                dissent=texts[each.dissent_id] if each.dissent_id else "",
                by=people[each.actor_id],
                at=each.at,
                in_force=each.in_force,
                votes=tuple((people[vote.actor_id], vote.agrees) for vote in votes if vote.ruling_id == each.id),
                adjustments=tuple(
                    Set(one.hand, msgspec.json.decode(one.scores), one.rule, texts[one.reason_id])
                    for one in adjustments
                    if one.ruling_id == each.id
                ),
            )
            for each in rulings
        ),
    )


def for_verdict(found: Whole) -> dict[str, Any] | None:
    """The dispute and its ruling in force, with the fields of a verdict; None without a ruling."""
    if not found.rulings:
        return None
    ruling = found.rulings[0]
    row = found.row
    return {
        "id": f"dispute {row.id}",
        "subject": {"hand": row.hand, "action": row.action, "line": row.line},
        "claim": dict(found.claim),
        "outcome": ruling.outcome,
        "adjustments": [
            {"hand": each.hand, "scores": dict(each.scores), "rule": each.rule, "reason": each.reason}
            for each in ruling.adjustments
        ],
        "text": ruling.text,
    }


def people_of(session: Session, identities: Iterable[str]) -> dict[str, Person]:
    """The names of the people behind some opaque ids."""
    found = session.scalars(select(Actor).where(col(Actor.id).in_(set(identities))))
    return {each.id: Person(each.name or ERASED, each.role) for each in found}


def texts_of(session: Session, identities: Iterable[str]) -> dict[str, str]:
    """The texts that some opaque ids replace."""
    found = session.scalars(select(RecordText).where(col(RecordText.id).in_(set(identities))))
    return {each.id: ERASED if each.text is None else each.text for each in found}


def _row(dispute: Dispute, log: Log | None, people: Mapping[str, Person]) -> DisputeRow:
    title = "a match that is no longer here"
    if log is not None:
        title = log.title or log.match_id or log.event or f"Match {log.id}"
    return DisputeRow(
        id=dispute.id or 0,
        match=dispute.log_id,
        title=title,
        game=None if log is None else log.game,
        hand=dispute.hand,
        action=dispute.action,
        line=dispute.line,
        state=dispute.state,
        by=people[dispute.actor_id],
        opened_at=dispute.opened_at,
    )

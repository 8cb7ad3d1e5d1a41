"""Reading disputes: all of one, and those that were ruled on."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, exists, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.packing import BytesDamaged, stored_json
from app.database.row_pages import PER_PAGE
from app.database.tables.disputes import CommentRow, Dispute, Evidence, Party, RulingAdjustment, RulingRow, RulingVote
from app.database.tables.matches import Blob
from app.disputes.audit_check.checking import DisputeAudit
from app.disputes.cases.claims import claim_facts
from app.disputes.cases.history import HistoryStep
from app.disputes.cases.inquiry import Inquiry
from app.disputes.cases.interest import Interest, interest_kept
from app.disputes.cases.listing import (
    ERASED,
    Actor,
    DisputeFilter,
    DisputeRow,
    filtered_disputes,
    kept_texts,
    number_of_rows,
    people_of,
    row_of,
    visible_disputes,
)
from app.disputes.cases.proposals import Proposal
from app.disputes.cases.states import RulingOutcome
from app.disputes.verdicts.issued import VerdictRow
from app.text.language import _
from app.text.language.keeping import text_kept
from engine.verdict.proof.form import Claim


@dataclass(frozen=True, slots=True)
class DisputeRemark:
    """A comment or the reason of an appeal."""

    by: Actor
    text: str
    at: datetime
    appeal: bool


@dataclass(frozen=True, slots=True)
class ShownEvidence:
    """A piece of evidence."""

    id: int
    by: Actor
    name: str
    kind: str
    size: int
    sha256: str
    given_sha256: str | None
    """The hash of the file that was given; None where it is not known."""
    said: str
    at: datetime
    erased_at: datetime | None
    """When the file was destroyed, because it had the name of somebody who was erased."""

    @property
    def changed(self) -> bool:
        """Whether what is kept is known to differ from the file that was given."""
        return self.given_sha256 not in (None, self.sha256)


@dataclass(frozen=True, slots=True)
class ScoresOfRuling:
    """The scores that a ruling sets for a hand (from 0)."""

    hand: int
    scores: Mapping[str, int]
    rule: str | None
    reason: str


@dataclass(frozen=True, slots=True)
class RulingWithVotes:
    """A ruling with its votes and adjustments."""

    number: int
    outcome: RulingOutcome
    text: str
    dissent: str
    by: Actor
    at: datetime
    in_force: bool
    digest: str | None
    """That of the report that it was made on; None where that is not known."""
    votes: tuple[tuple[Actor, bool], ...]
    """Who voted, and whether they agree: the one who ruled first, the others in the order of their names."""
    reported: tuple[bool, ...]
    """Of each vote, whether the one who ruled entered it for another arbiter."""
    interest: tuple[Interest, ...]
    """What ties those who ruled, each with their own vote, to the match."""
    adjustments: tuple[ScoresOfRuling, ...]

    @property
    def ruler(self) -> str:
        """The name of the one who ruled; empty where several did, each with their own vote."""
        return self.by.name if self.reported.count(False) == 1 else ""


@dataclass(frozen=True, slots=True)
class DamagedDispute:
    """A dispute with a part that is not what was stored."""

    dispute: DisputeRow
    cause: BytesDamaged


@dataclass(frozen=True, slots=True)
class WholeDispute:
    """All of a dispute."""

    dispute: DisputeRow
    digest: str
    claim: Claim
    found: Inquiry
    parties: tuple[Actor, ...]
    comments: tuple[DisputeRemark, ...]
    evidence: tuple[ShownEvidence, ...]
    rulings: tuple[RulingWithVotes, ...]
    """The newest first."""
    texts: tuple[str, ...]
    """The opaque ids of the texts of the claim and of the newest ruling, which a verdict has in clear."""
    erased: bool
    """Whether one of these is erased."""
    proposal: Proposal | None = None
    """The ruling that an arbiter proposes, for those who may rule."""
    verdicts: tuple[VerdictRow, ...] = ()
    """The newest verdicts that were issued on it."""
    history: tuple[HistoryStep, ...] = ()
    """What the record has of it, the oldest first."""
    audited: DisputeAudit | None = None
    """What was found of its record; None where nobody looked."""

    @property
    def judged_as(self) -> str:
        """The digest of the report that the newest ruling was made on, or else that the dispute was opened with."""
        return (self.rulings[0].digest if self.rulings else None) or self.digest


def dispute(session: Session, identity: int) -> WholeDispute | None:
    """All of a dispute; None where there is none of the number.  The number of queries is the same for each.

    Raises BytesDamaged if a part of it is not what was stored.
    """
    if not 0 < identity < 2**31:
        return None
    for whole_dispute in _wholes(
        session, session.execute(visible_disputes(session, col(Dispute.id) == identity)).all(), discussed=True
    ):
        if isinstance(whole_dispute, DamagedDispute):
            raise whole_dispute.cause
        return whole_dispute
    return None


def ruled_disputes(session: Session, wanted: DisputeFilter, after: int = 0) -> list[WholeDispute | DamagedDispute]:
    """The disputes with a ruling that a filter lets through, from the first on, without what was said and shown.

    One more than a page has if there are more.
    """
    query = filtered_disputes(session, wanted).where(_is_ruled(), col(Dispute.id) > after)
    return _wholes(session, session.execute(query.order_by(col(Dispute.id)).limit(PER_PAGE + 1)).all(), discussed=False)


def numbers_of_ruled(session: Session, wanted: DisputeFilter) -> tuple[int, int, int]:
    """Of the disputes that a filter lets through, those with a ruling and those without; and all with a ruling.

    Each is counted no further than one above `COUNTED`.
    """
    query = filtered_disputes(session, wanted)
    all_ruled = filtered_disputes(session, DisputeFilter()).where(_is_ruled())
    ruled, open_ones, every = number_of_rows(session, (query.where(_is_ruled()), query.where(~_is_ruled()), all_ruled))
    return ruled, open_ones, every


def _is_ruled() -> ColumnElement[bool]:
    return exists().where(col(RulingRow.dispute_id) == col(Dispute.id))


def _wholes(session: Session, rows: Sequence[Any], *, discussed: bool) -> list[WholeDispute | DamagedDispute]:
    """All of some disputes, with as many queries whatever their number; ``discussed``: with comments and evidence."""
    identities = [table_row.id for table_row, *_ in rows]
    if not identities:
        return []
    parties = session.scalars(select(Party).where(col(Party.dispute_id).in_(identities))).all()
    comments: Sequence[CommentRow] = ()
    evidence: Sequence[Evidence] = ()
    erased: Mapping[int | None, datetime | None] = {}
    if discussed:
        comments = session.scalars(
            select(CommentRow).where(col(CommentRow.dispute_id).in_(identities)).order_by(col(CommentRow.id))
        ).all()
        shown = session.execute(
            select(Evidence, col(Blob.erased_at))
            .join(Blob, col(Blob.sha256) == col(Evidence.blob_sha256))
            .where(col(Evidence.dispute_id).in_(identities))
            .order_by(col(Evidence.id))
        ).all()
        evidence = [piece for piece, _erased in shown]
        erased = {piece.id: moment for piece, moment in shown}
    rulings = session.scalars(
        select(RulingRow).where(col(RulingRow.dispute_id).in_(identities)).order_by(col(RulingRow.number).desc())
    ).all()
    of_rulings = [ruling.id for ruling in rulings]
    votes = session.scalars(select(RulingVote).where(col(RulingVote.ruling_id).in_(of_rulings))).all()
    adjustments = session.scalars(
        select(RulingAdjustment)
        .where(col(RulingAdjustment.ruling_id).in_(of_rulings))
        .order_by(col(RulingAdjustment.hand))
    ).all()
    votes_of: defaultdict[int | None, list[RulingVote]] = defaultdict(list)
    for vote in votes:
        votes_of[vote.ruling_id].append(vote)
    adjusted_of: defaultdict[int | None, list[RulingAdjustment]] = defaultdict(list)
    for adjustment in adjustments:
        adjusted_of[adjustment.ruling_id].append(adjustment)
    claims: dict[int | None, Claim] = {}
    damaged: dict[int | None, BytesDamaged] = {}
    for dispute_row, *_rest in rows:
        try:
            claims[dispute_row.id] = stored_json(dispute_row.claim, Claim)
        except BytesDamaged as cause:
            damaged[dispute_row.id] = cause
    stored_texts = kept_texts(
        session,
        [
            *(comment.text_id for comment in comments),
            *(piece.name_id for piece in evidence),
            *(ruling.text_id for ruling in rulings),
            *(ruling.dissent_id for ruling in rulings if ruling.dissent_id),
            *(ruling_adjustment.reason_id for ruling_adjustment in adjustments),
            *(filed_claim.text for filed_claim in claims.values() if isinstance(filed_claim.text, str)),
        ],
    )
    texts = {identity: ERASED if text is None else text for identity, text in stored_texts.items()}
    acting = [table_row.actor_id for table_row, *_ in rows]
    acting += [party.actor_id for party in parties] + [ruling_vote.actor_id for ruling_vote in votes]
    people = people_of(session, acting)
    wholes: list[WholeDispute | DamagedDispute] = []
    for case, log, changed in rows:
        row = row_of(case, log, people, bool(changed))
        of_dispute = [ruling for ruling in rulings if ruling.dispute_id == case.id]
        try:
            inquired = stored_json(case.found, Inquiry)
            ruled_on = tuple(
                _ruled(ruling_row, people, texts, votes_of[ruling_row.id], adjusted_of[ruling_row.id])
                for ruling_row in of_dispute
            )
        except BytesDamaged as cause:
            damaged.setdefault(case.id, cause)
        if case.id in damaged:
            wholes.append(DamagedDispute(row, damaged[case.id]))
            continue
        claim = claims[case.id]
        said = {claim.text} if isinstance(claim.text, str) else set()
        if of_dispute:
            said.add(of_dispute[0].text_id)
            said.update(ruling_adjustment.reason_id for ruling_adjustment in adjusted_of[of_dispute[0].id])
        if isinstance(claim.text, str):
            claim = msgspec.structs.replace(claim, text=texts[claim.text])
        wholes.append(
            WholeDispute(
                dispute=row,
                digest=case.digest,
                claim=claim,
                found=inquired,
                parties=tuple(
                    sorted(
                        (people[party.actor_id] for party in parties if party.dispute_id == case.id),
                        key=lambda person: (person.role, person.name),
                    )
                ),
                comments=tuple(
                    DisputeRemark(people[comment.actor_id], texts[comment.text_id], comment.at, comment.appeal)
                    for comment in comments
                    if comment.dispute_id == case.id
                ),
                evidence=tuple(
                    _shown(piece, erased[piece.id], people, texts) for piece in evidence if piece.dispute_id == case.id
                ),
                rulings=ruled_on,
                texts=tuple(sorted(said)),
                erased=any(stored_texts[identity] is None for identity in said),
            )
        )
    return wholes


class NoVerdict(ValueError):
    """A dispute cannot go into a verdict.  The text is the reason, a sentence without its end."""


def for_verdict(case: WholeDispute, replaces: str | None = None) -> dict[str, object]:
    """The dispute and its ruling in force, with the fields of a verdict.

    ``replaces`` is the hash of the body of the last verdict on it with an earlier ruling or state; None without one.

    Raises NoVerdict without a ruling, and if a text of the claim or of the ruling was erased.
    """
    if not case.rulings:
        raise NoVerdict(_("dispute {number} is not ruled on yet", number=case.dispute.id))
    if case.erased:
        raise NoVerdict(
            _("a text of dispute {number} was erased, and a verdict would have to repeat it", number=case.dispute.id)
        )
    ruling = case.rulings[0]
    row = case.dispute
    return {
        "id": f"dispute {row.id}",
        "ruling": ruling.number,
        "state": row.state,
        "replaces": replaces,
        "subject": {"hand": row.hand, "action": row.action, "line": row.line},
        "claim": claim_facts(case.claim),
        "outcome": ruling.outcome,
        "adjustments": [
            {"hand": setting.hand, "scores": dict(setting.scores), "rule": setting.rule, "reason": setting.reason}
            for setting in ruling.adjustments
        ],
        "text": ruling.text,
    }


def _shown(
    evidence: Evidence, erased_at: datetime | None, people: Mapping[str, Actor], texts: Mapping[str, str]
) -> ShownEvidence:
    return ShownEvidence(
        evidence.id or 0,
        people[evidence.actor_id],
        texts[evidence.name_id],
        evidence.kind,
        evidence.size,
        evidence.blob_sha256,
        evidence.given_sha256,
        text_kept(evidence.said),
        evidence.at,
        erased_at,
    )


def _ruled(
    ruling: RulingRow,
    people: Mapping[str, Actor],
    texts: Mapping[str, str],
    votes: Sequence[RulingVote],
    adjustments: Sequence[RulingAdjustment],
) -> RulingWithVotes:
    if ruling.outcome not in tuple(RulingOutcome):
        raise BytesDamaged(f"{ruling.outcome[:40]!r} is no outcome")
    votes = sorted(
        votes, key=lambda vote: (vote.actor_id != ruling.actor_id, people[vote.actor_id].name, vote.actor_id)
    )
    return RulingWithVotes(
        number=ruling.number,
        outcome=RulingOutcome(ruling.outcome),
        text=texts[ruling.text_id],
        dissent=texts[ruling.dissent_id] if ruling.dissent_id else "",
        by=people[ruling.actor_id],
        at=ruling.at,
        in_force=ruling.in_force,
        digest=ruling.digest,
        votes=tuple((people[vote.actor_id], vote.agrees) for vote in votes),
        reported=tuple(not vote.own and vote.actor_id != ruling.actor_id for vote in votes),
        interest=interest_kept(ruling.interest),
        adjustments=tuple(
            ScoresOfRuling(
                setting.hand, stored_json(setting.scores, dict[str, int]), setting.rule, texts[setting.reason_id]
            )
            for setting in adjustments
        ),
    )

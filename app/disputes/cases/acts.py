"""What people do in a dispute: open it, comment, take it up, appeal, close it.

Every act writes its entry into the record in the same transaction.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import func, insert, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.opening import transact
from app.database.seeing import has_played, viewer_of, visible
from app.database.tables.disputes import CommentRow, Dispute, Party
from app.database.tables.matches import Judgement, Table
from app.disputes.audit_log.actors import UnfitText, actor_id, keep_text
from app.disputes.audit_log.appending import append, next_moment
from app.disputes.cases.claims import check_claim, check_subject, claim_facts
from app.disputes.cases.inquiry import inquire
from app.disputes.cases.partial import refuse_to_appeal, refuse_to_move
from app.disputes.cases.states import FOLLOWING, Acting, CannotAct, DisputeState, MayNot, require_arbiter, state_words
from app.matches.installation import Installation
from app.text.language import _, marked
from engine.verdict.proof import canonical
from engine.verdict.proof.form import Claim, Subject

MOST_DISPUTES: Final = 100
"""The most disputes about one match."""
MOST_COMMENTS: Final = 500
"""The most comments in one dispute."""
_ACTS: Final[Mapping[DisputeState, str]] = {
    DisputeState.REVIEW: marked("takes a dispute under review"),
    DisputeState.FINAL: marked("makes a ruling final"),
}

Result = TypeVar("Result")


def open_dispute(
    fupan: Installation, match: int, acting: Acting, subject: Subject, claim: Claim, now: datetime | None = None
) -> int:
    """Opens a dispute about a stored match, and returns its number.  Raises CannotAct."""
    stored = fupan.match(match)
    if stored is None:
        raise CannotAct(_("There is no match {number}.", number=match))
    with fupan.sessions() as session:
        refuse_stranger(session, match)
        _refuse_too_many(session, match)
    check_subject(subject, stored.report, fupan.decoded.get(stored))
    check_claim(claim, subject, stored.report)
    inquiry_facts = msgspec.to_builtins(inquire(fupan, stored, subject, claim))

    def work(session: Session) -> int:
        current = select(col(Judgement.id)).where(
            col(Judgement.log_id) == match, col(Judgement.id) == stored.judgement_id, col(Judgement.current)
        )
        if session.scalar(current) is None:
            raise CannotAct(_("The match was deleted or judged under other rules meanwhile. Load its page again."))
        refuse_stranger(session, match)
        _refuse_too_many(session, match)
        moment = next_moment(session, now)
        actor = actor_id(session, acting.name, acting.role, moment)
        facts, text = claim_facts(claim), None
        if isinstance(claim.text, str):
            text = facts["text"] = keep_text(session, claim.text.strip(), moment)
        dispute = Dispute(
            log_id=match,
            judgement_id=stored.judgement_id,
            digest=stored.report.digest,
            hand=subject.hand,
            action=subject.action,
            line=subject.line,
            claim=canonical.write(facts).decode(),
            text_id=text,
            found=canonical.write(inquiry_facts).decode(),
            state=str(DisputeState.OPEN),
            actor_id=actor,
            opened_at=moment,
            changed_at=moment,
        )
        session.add(dispute)
        session.flush()
        assert dispute.id is not None
        join(session, dispute.id, actor)
        where = {"hand": subject.hand, "action": subject.action, "line": subject.line}
        log = {"sha256": stored.sha256, "position": stored.position}
        opened = {"match": match, "log": log, "report": dispute.digest, "subject": where}
        note(session, dispute.id, actor, "dispute-opened", opened, moment)
        note(session, dispute.id, actor, "claimed", {"claim": facts, "found": inquiry_facts}, moment)
        return dispute.id

    return act(fupan, work)


def comment(fupan: Installation, dispute: int, acting: Acting, text: str, now: datetime | None = None) -> None:
    """Adds a comment.  Raises CannotAct, also once the dispute is final."""

    def work(session: Session) -> None:
        row = dispute_of(session, dispute)
        if row.state == DisputeState.FINAL:
            raise CannotAct(_("The dispute is final: nothing is added to it."))
        moment = next_moment(session, now)
        actor, stored_text = _say(session, row, acting, text, moment, appeal=False)
        note(session, dispute, actor, "commented", {"text": stored_text}, moment)

    act(fupan, work)


def take_up(fupan: Installation, dispute: int, acting: Acting, now: datetime | None = None) -> None:
    """Takes an open dispute under review.  Raises CannotAct, in a club also for who played in the match."""
    _change(fupan, dispute, acting, DisputeState.REVIEW, now)


def close(fupan: Installation, dispute: int, acting: Acting, now: datetime | None = None) -> None:
    """Makes the ruling of a dispute final.  Raises CannotAct: see `app.disputes.cases.partial`."""
    _change(fupan, dispute, acting, DisputeState.FINAL, now)


def appeal(fupan: Installation, dispute: int, acting: Acting, text: str, now: datetime | None = None) -> None:
    """Appeals against the ruling, with a reason.  It remains in force until another one.

    Raises CannotAct, in a club also for all but who opened the dispute and the players of the match.
    """

    def work(session: Session) -> None:
        row = dispute_of(session, dispute)
        refuse_to_appeal(session, row, acting)
        moment = next_moment(session, now)
        actor, stored_text = _say(session, row, acting, text, moment, appeal=True)
        move(session, row, DisputeState.APPEALED, moment)
        note(session, dispute, actor, "appealed", {"text": stored_text}, moment)

    act(fupan, work)


def act(fupan: Installation, work: Callable[[Session], Result]) -> Result:
    """Does an act in a transaction that writes.  Raises CannotAct for what it refuses."""
    try:
        return transact(fupan.sessions, work)
    except UnfitText as unfit:
        raise CannotAct(str(unfit)) from None


def dispute_of(session: Session, dispute: int) -> Dispute:
    """A dispute.  Raises CannotAct if there is none of the number."""
    wanted = select(Dispute).where(col(Dispute.id) == dispute, visible(session, col(Dispute.log_id)))
    row = session.scalar(wanted) if 0 < dispute < 2**31 else None
    if row is None:
        raise CannotAct(_("There is no dispute {number}.", number=dispute))
    return row


def move(session: Session, dispute: Dispute, state: DisputeState, moment: datetime) -> None:
    """Brings a dispute to another state.  Raises CannotAct if that one does not follow."""
    if state not in FOLLOWING[DisputeState(dispute.state)]:
        raise CannotAct(
            _(
                "The dispute is {state}, so it cannot become {wanted}. Load its page again: somebody may have acted "
                "meanwhile.",
                state=state_words(dispute.state),
                wanted=state_words(state),
            )
        )
    session.execute(update(Dispute).where(col(Dispute.id) == dispute.id).values(state=str(state), changed_at=moment))


def note(session: Session, dispute: int, actor: str, event: str, data: Mapping[str, object], moment: datetime) -> None:
    """Appends an entry about a dispute to the record.  Its rows have the same moment, that of `next_moment`."""
    append(session, actor=actor, event=event, subject=f"dispute {dispute}", data=data, now=moment)


def join(session: Session, dispute: int, actor: str) -> None:
    """Adds a party to a dispute (idempotent)."""
    if session.get(Party, (dispute, actor)) is None:
        session.execute(insert(Party).values(dispute_id=dispute, actor_id=actor))


def _change(fupan: Installation, dispute: int, acting: Acting, state: DisputeState, now: datetime | None) -> None:
    require_arbiter(acting, _ACTS[state])

    def work(session: Session) -> None:
        row = dispute_of(session, dispute)
        refuse_to_move(session, row, acting)
        before = row.state
        moment = next_moment(session, now)
        actor = actor_id(session, acting.name, acting.role, moment)
        move(session, row, state, moment)
        join(session, dispute, actor)
        note(session, dispute, actor, "state", {"from": before, "to": str(state)}, moment)

    act(fupan, work)


def _say(
    session: Session, dispute: Dispute, acting: Acting, text: str, moment: datetime, *, appeal: bool
) -> tuple[str, str]:
    assert dispute.id is not None
    if not text.strip():
        raise CannotAct(_("The text is empty."))
    if _count(session, CommentRow, col(CommentRow.dispute_id) == dispute.id) >= MOST_COMMENTS:
        raise CannotAct(_("There are {count} comments in this dispute; no more are taken.", count=MOST_COMMENTS))
    actor = actor_id(session, acting.name, acting.role, moment)
    stored_text = keep_text(session, text.strip(), moment)
    session.execute(
        insert(CommentRow).values(dispute_id=dispute.id, actor_id=actor, text_id=stored_text, at=moment, appeal=appeal)
    )
    join(session, dispute.id, actor)
    return actor, stored_text


def may_dispute(session: Session, match: int) -> bool:
    """Whether who asks may open a dispute about a match: members of a club who played in it, recorders about any."""
    viewer = viewer_of(session)
    return viewer is None or viewer.records or has_played(session, viewer.players, match)


def refuse_stranger(session: Session, match: int) -> None:
    """Raises MayNot for somebody who may not open a dispute about a match."""
    if not may_dispute(session, match):
        raise MayNot(
            _(
                "You open a dispute about a match that you played in. Say on the page of your account which person of "
                "the statistics you are, or ask a recorder to open it."
            )
        )


def _refuse_too_many(session: Session, match: int) -> None:
    if _count(session, Dispute, col(Dispute.log_id) == match) >= MOST_DISPUTES:
        raise CannotAct(
            _("There are {count} disputes about this match already; no more are taken.", count=MOST_DISPUTES)
        )


def _count(session: Session, table: type[Table], condition: Any) -> int:
    return session.scalar(select(func.count()).select_from(table).where(condition)) or 0

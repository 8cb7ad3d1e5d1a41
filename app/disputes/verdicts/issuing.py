"""Issuing verdicts: on a record that was read from a file, or on a stored match, which its record of disputes notes."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from sqlalchemy.orm import Session

from app.database.opening import transact
from app.disputes.audit_log.actors import ActorRole, actor_id
from app.disputes.audit_log.appending import append, chain_now, next_moment
from app.disputes.cases.partial import refuse_to_sign
from app.disputes.cases.reading import NoVerdict, WholeDispute, for_verdict
from app.disputes.cases.reading import dispute as read_dispute
from app.disputes.verdicts.ed25519 import key_of
from app.disputes.verdicts.issued import keep_verdict, last_before
from app.judging.fault_barrier import guarded_check, is_fault
from app.judging.judged import rules_sha256_of
from app.judging.rereading import LogLost
from app.matches import store
from app.matches.ingest import reread
from app.matches.installation import Installation
from app.text.language import _
from app.text.language.errors import text_of
from app.text.moments import moment
from engine.logs import LogRecord
from engine.rulebook.options import RulesUnknown
from engine.verdict.check import Checker
from engine.verdict.proof import canonical
from engine.verdict.proof.building import build
from engine.verdict.proof.form import Body, Chain, Signature, VerdictFile
from engine.verdict.report import Report

Signer = Callable[[Body], Signature]
_ID_BYTES: Final = 8


class CannotIssue(ValueError):
    """No verdict can be issued.  The text says why."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What an issuer puts on a verdict."""

    issuer: str
    sign: Signer | None
    """None: nobody signs it."""
    identity: str | None = None
    """None: a random one."""
    dispute: Mapping[str, object] | None = None
    """The dispute and its ruling, with the fields of the contract."""


def issue(record: LogRecord, position: int, report: Report, stamp: Stamp, chain: Chain | None = None) -> VerdictFile:
    """The verdict on a judged match.

    Raises CannotIssue for a report that could not be made again from the verdict, FormFault for a dispute without the
    form of one, and what the signer raises.
    """
    if is_fault(report):
        raise CannotIssue(_("Fupan failed on the log"))
    body = build(
        record,
        position,
        report,
        identity=stamp.identity if stamp.identity is not None else secrets.token_hex(_ID_BYTES),
        issued_at=moment(),
        issuer=stamp.issuer,
        dispute=stamp.dispute,
        chain=chain,
    )
    return VerdictFile(body=body, signatures=[] if stamp.sign is None else [stamp.sign(body)])


def report_for(record: LogRecord, checker: Checker, *, claimed: bool) -> Report:
    """The report of a record.  ``claimed`` says whether the checker judges under the rules that logs claim.

    Raises CannotIssue for an unreadable log under other rules: the report of such a log names no rules.
    """
    report = guarded_check(checker, record)
    if report.rules is None and not claimed:
        raise CannotIssue(_("the log cannot be read under these rules; a verdict that it is unreadable names no rules"))
    return report


@dataclass(frozen=True, slots=True)
class IssuedVerdict:
    """A verdict that was handed out: its number here, and its file."""

    number: int
    raw: bytes


def issue_stored(
    fupan: Installation,
    identity: int,
    checker: Checker | None,
    stamp: Stamp,
    dispute: int | None = None,
    ruling: int | None = None,
) -> IssuedVerdict:
    """The file of a verdict on a stored match, which is kept, and which the record of disputes notes.

    It is judged by ``checker``, or else under the rules of the match.  ``dispute`` is the number of the dispute about
    the match whose ruling it carries, and ``ruling`` the number of the ruling that the issuer has seen.

    Raises CannotIssue, FormFault, what the signer raises, UnfitText for an issuer whose name cannot be kept, and
    MayNot for one of a club who does not sign it: see `app.disputes.cases.partial`.
    """
    stored = fupan.match(identity)
    if stored is None:
        raise CannotIssue(_("there is no match {number}", number=identity))
    try:
        match, record = reread(stored)
    except LogLost as lost:
        raise CannotIssue(
            _("match {number} cannot be judged again: {reason}", number=identity, reason=text_of(lost))
        ) from None
    if checker is not None or match is None:
        report = report_for(record, checker or fupan.checker, claimed=checker is None)
    else:
        try:
            report = guarded_check(fupan.checker, record, fupan.rules(stored, match))
        except RulesUnknown:
            report = guarded_check(fupan.checker, record)

    def work(session: Session) -> IssuedVerdict:
        refuse_to_sign(session, identity)
        if store.match(session, identity) is None:
            raise CannotIssue(_("match {number} was deleted meanwhile", number=identity))
        ruled = None if dispute is None else _ruled(session, dispute, identity, report, ruling)
        number, state, replaces = (None, None, None) if ruled is None else _place(session, ruled)
        stamped = stamp if ruled is None else replace(stamp, dispute=for_verdict(ruled, replaces))
        verdict = issue(record, stored.position, report, stamped, chain_now(session))
        raw = verdict.as_bytes()
        body = sha256(canonical.write(verdict.body)).hexdigest()
        at = next_moment(session)
        actor = actor_id(session, stamp.issuer, ActorRole.ARBITER, at)
        values = {
            "log_id": identity,
            "dispute_id": dispute,
            "ruling": number,
            "state": state,
            "replaces": replaces,
            "body_sha256": body,
            "engine": verdict.body.engine,
            "rules_sha256": rules_sha256_of(report),
            "digest": report.digest,
            "key": key_of(verdict.signatures[0]).hex() if verdict.signatures else None,
            "actor_id": actor,
            "at": at,
        }
        made = keep_verdict(session, values, raw, {actor} if ruled is None else {actor, *ruled.texts})
        noted = {"id": made, "dispute": dispute, "body": body, "report": report.digest, "rules": values["rules_sha256"]}
        noted |= {"engine": values["engine"], "key": values["key"]}
        append(session, actor=actor, event="verdict-issued", subject=f"match {identity}", data=noted, now=at)
        return IssuedVerdict(made, raw)

    return transact(fupan.sessions, work)


def match_of_dispute(fupan: Installation, dispute: int) -> int:
    """The number of the match that a dispute is about.  Raises CannotIssue."""
    with fupan.sessions() as session:
        whole_dispute = read_dispute(session, dispute)
    if whole_dispute is None:
        raise CannotIssue(_("there is no dispute {number}", number=dispute))
    if whole_dispute.dispute.match is None:
        raise CannotIssue(_("the match of dispute {number} is not here any more", number=dispute))
    return whole_dispute.dispute.match


def _place(session: Session, ruled: WholeDispute) -> tuple[int, str, str | None]:
    """The number of the newest ruling of a dispute, its state, and the verdict that one issued now replaces."""
    number, state = ruled.rulings[0].number, ruled.dispute.state
    return number, state, last_before(session, ruled.dispute.id, number, state)


def _ruled(session: Session, dispute: int, match: int, report: Report, seen: int | None) -> WholeDispute:
    """A dispute whose newest ruling is on a report, and was seen.  Raises CannotIssue."""
    whole_dispute = read_dispute(session, dispute)
    if whole_dispute is None or whole_dispute.dispute.match != match:
        raise CannotIssue(_("there is no dispute {dispute} about match {match}", dispute=dispute, match=match))
    try:
        for_verdict(whole_dispute)
    except NoVerdict as reason:
        raise CannotIssue(text_of(reason)) from None
    if seen is not None and seen != whole_dispute.rulings[0].number:
        raise CannotIssue(_("somebody has ruled on dispute {number} meanwhile; load its page again", number=dispute))
    on = whole_dispute.rulings[0].digest
    if on is not None and on != report.digest:
        raise CannotIssue(
            _(
                "match {match} is judged otherwise now than when dispute {dispute} was ruled on, so its ruling does "
                "not fit: an arbiter rules again after an appeal, or the version of Fupan that was ruled with issues "
                "it",
                match=match,
                dispute=dispute,
            )
        )
    return whole_dispute

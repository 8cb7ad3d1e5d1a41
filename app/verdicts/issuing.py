"""Issuing verdicts: on a record that was read from a file, or on a stored match, which its record of disputes notes."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from sqlalchemy.orm import Session

from app import store
from app.database import transact
from app.fault_barrier import check_carefully, is_fault
from app.fupan import Fupan
from app.ingest import reread
from app.moments import moment
from app.record.actors import Role, actor_id
from app.record.appending import append, chain_now
from app.rereading import LogLost
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
    dispute: Mapping[str, Any] | None = None
    """The dispute and its ruling, with the fields of the contract."""


def issue(record: LogRecord, position: int, report: Report, stamp: Stamp, chain: Chain | None = None) -> VerdictFile:
    """The verdict on a judged match.

    Raises CannotIssue for a report that could not be made again from the verdict, FormFault for a dispute without the
    form of one, and what the signer raises.
    """
    if is_fault(report):
        raise CannotIssue("Fupan failed on the log")
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
    report = check_carefully(checker, record)
    if report.rules is None and not claimed:
        raise CannotIssue("the log cannot be read under these rules; a verdict that it is unreadable names no rules")
    return report


def issue_stored(fupan: Fupan, identity: int, checker: Checker | None, stamp: Stamp) -> bytes:
    """The file of a verdict on a stored match, which the record of disputes notes with the SHA-256 of its body.

    It is judged by ``checker``, or else under the rules of the match.  Raises CannotIssue, FormFault, what the signer
    raises, and UnfitText for an issuer whose name cannot be kept.
    """
    stored = fupan.match(identity)
    if stored is None:
        raise CannotIssue(f"there is no match {identity}")
    try:
        match, record = reread(stored)
    except LogLost as lost:
        raise CannotIssue(f"match {identity} cannot be judged again: {lost}") from None
    if checker is not None or match is None:
        report = report_for(record, checker or fupan.checker, claimed=checker is None)
    else:
        try:
            report = check_carefully(fupan.checker, record, fupan.rules(stored, match))
        except RulesUnknown:
            report = check_carefully(fupan.checker, record)

    def work(session: Session) -> bytes:
        if store.match(session, identity) is None:
            raise CannotIssue(f"match {identity} was deleted meanwhile")
        verdict = issue(record, stored.position, report, stamp, chain_now(session))
        append(
            session,
            actor=actor_id(session, stamp.issuer, Role.ARBITER),
            event="verdict-issued",
            subject=f"match {identity}",
            data={"id": verdict.body.id, "body": sha256(canonical.write(verdict.body)).hexdigest()},
        )
        return verdict.as_bytes()

    return transact(fupan.sessions, work)

"""The checks of a verdict: its form, who signed it, and whether the log gives the same result under its rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import BinaryIO, Final

import msgspec

from app.disputes.verdicts.ed25519 import holds, key_of
from app.disputes.verdicts.log_of_verdict import Search, find_match
from app.disputes.verdicts.printed_hash import body_hash
from app.disputes.verdicts.public_keys import fingerprint
from app.judging.fault_barrier import guarded_check
from app.text.language import marked
from app.text.language.errors import text_of
from engine import __version__
from engine.games import GAMES
from engine.logs import Limits, LogRecord
from engine.rulebook.options import RulesUnknown
from engine.rulebook.sentences import say
from engine.verdict.check import Checker
from engine.verdict.proof import canonical
from engine.verdict.proof.arithmetic import (
    NOTHING_STATED,
    StatedTotals,
    depends_on_log,
    difference,
    ruled_scores,
    stated_totals,
)
from engine.verdict.proof.building import misnamed_place, same_report
from engine.verdict.proof.fields import FormFault
from engine.verdict.proof.form import Body, VerdictFile, read_verdict
from engine.verdict.proof.report_form import ReportRules, reduced
from engine.verdict.report import Report

CHECKS: Final = ("form", "signature", "key", "log", "result", "arithmetic", "head")
HASH: Final = "hash"
"""The check of the hash on a print."""
_DECISIVE: Final = ("signature", "key", "result")
"""The checks without which a verdict is not verified."""


class CheckOutcome(StrEnum):
    """The outcome of a check."""

    OK = "ok"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class Check:
    """A check and why it has its outcome: a sentence without its end."""

    outcome: CheckOutcome
    reason: str


class OverallResult(StrEnum):
    """Overall result of the checks."""

    VERIFIED = "verified"
    NOT_VERIFIED = "not verified"
    FAILED = "failed"


_DIFFERS: Final[Mapping[str, str]] = {
    "verdict": marked("verdict differs ({ours} instead of {theirs})"),
    "log": marked("log differs"),
    "rules": marked("rules differ"),
    "findings": marked("findings differ"),
    "hands": marked("hands differ"),
    "totals": marked("totals differ"),
    "winner": marked("winner differs"),
}
"""What says that a field of a report is another, in the order in which they are compared."""
STATUS: Final[Mapping[OverallResult, int]] = {
    OverallResult.VERIFIED: 0,
    OverallResult.FAILED: 1,
    OverallResult.NOT_VERIFIED: 3,
}
"""The exit statuses of `fupan verify`."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The checks of a file, by name, and the verdict in it (None if it has not the form of one)."""

    checks: Mapping[str, Check]
    verdict: VerdictFile | None
    record: LogRecord | None = None
    """The match that it is about, if a log was given that has it."""
    keys: frozenset[bytes] = frozenset()
    """The public keys that were given."""

    @property
    def standing(self) -> OverallResult:
        """Overall result of the checks."""
        outcomes = [check.outcome for check in self.checks.values()]
        if CheckOutcome.FAILED in outcomes:
            return OverallResult.FAILED
        sure = all(self.checks[name].outcome is CheckOutcome.OK for name in _DECISIVE)
        return OverallResult.VERIFIED if sure else OverallResult.NOT_VERIFIED

    def facts(self) -> dict[str, dict[str, dict[str, str]]]:
        """The checks as JSON has them."""
        return {
            "checks": {
                name: {"outcome": str(check.outcome), "reason": str(check.reason)}
                for name, check in self.checks.items()
            }
        }


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is read and judged; None: as much as a match may have."""

    limits: Limits | None = None
    actions: int | None = None
    """The most actions of a match that is judged again."""


UNBOUNDED: Final = Bounds()


def verify(
    raw: bytes,
    logs: Sequence[tuple[str, BinaryIO]] = (),
    keys: Sequence[bytes] = (),
    head: str | None = None,
    bounds: Bounds = UNBOUNDED,
    printed: str | None = None,
) -> Verification:
    """The checks of the bytes of a file.

    ``logs`` are the names and bytes of logs; the match should be in one of them.  ``keys`` are public keys of 32 bytes;
    each should have signed.  ``head`` is the hash that the record should have had.  ``printed`` is the hash on a print,
    which should be that of the verdict; without it, that check is left out.  Raises what the logs raise.
    """
    try:
        verdict = read_verdict(raw)
    except FormFault as fault:
        skipped = Check(CheckOutcome.SKIPPED, say("the file has not the form of a verdict"))
        return Verification(
            dict.fromkeys(CHECKS if printed is None else (*CHECKS, HASH), skipped)
            | {"form": Check(CheckOutcome.FAILED, text_of(fault))},
            None,
        )
    body = verdict.body
    search = find_match(logs, body.log, bounds.limits) if logs else None
    record = None if search is None else search.record
    checks = {
        "form": Check(CheckOutcome.OK, say("a verdict in its exact form")),
        "signature": _signature(verdict),
        "key": _key(verdict, keys),
        "log": _log(search),
        "result": _result(body, search, record, bounds),
        "arithmetic": _arithmetic(body, record),
        "head": _head(body, head),
    }
    if printed is not None:
        checks[HASH] = _hash(body, printed)
    return Verification(checks, verdict, record, frozenset(keys))


def _signature(verdict: VerdictFile) -> Check:
    if not verdict.signatures:
        return Check(CheckOutcome.SKIPPED, say("nobody has signed it"))
    message = verdict.body.signed()
    bad = [fingerprint(key_of(signature)) for signature in verdict.signatures if not holds(signature, message)]
    if bad:
        return Check(CheckOutcome.FAILED, say("a signature does not hold: that of the key {key}", key=bad[0]))
    count = len(verdict.signatures)
    return Check(
        CheckOutcome.OK, say("the signature holds") if count == 1 else say("all {count} signatures hold", count=count)
    )


def _key(verdict: VerdictFile, keys: Sequence[bytes]) -> Check:
    if not keys:
        return Check(
            CheckOutcome.SKIPPED,
            say("no key was given: a signature that holds does not say who made it, and anyone can sign"),
        )
    message = verdict.body.signed()
    signed = {key_of(signature) for signature in verdict.signatures if holds(signature, message)}
    missing = [fingerprint(key) for key in keys if key not in signed]
    if missing:
        return Check(CheckOutcome.FAILED, say("a key that was given has not signed it: {key}", key=missing[0]))
    return Check(
        CheckOutcome.OK,
        say("the key given has signed it") if len(set(keys)) == 1 else say("all keys given have signed it"),
    )


def _log(search: Search | None) -> Check:
    if search is None:
        return Check(CheckOutcome.SKIPPED, say("no log was given"))
    if search.record is None:
        return Check(CheckOutcome.FAILED, search.reason)
    return Check(CheckOutcome.OK, say("the log that it is about: {source}", source=search.record.source))


def _result(body: Body, search: Search | None, record: LogRecord | None, bounds: Bounds) -> Check:
    if search is None:
        return Check(CheckOutcome.SKIPPED, say("no log was given"))
    if record is None:
        return Check(CheckOutcome.SKIPPED, say("no log was given that has the match"))
    if bounds.actions is not None and record.match is not None:
        actions = sum(len(hand.actions) for hand in record.match.hands)
        if actions > bounds.actions:
            return Check(
                CheckOutcome.SKIPPED,
                say(
                    "the match has {count} actions, and at most {most} are judged here; in a terminal, fupan verify "
                    "judges a match of any length",
                    count=f"{actions:,}",
                    most=f"{bounds.actions:,}",
                ),
            )
    report = _judged_again(body, record)
    fault = misnamed_place(body, record.match)
    same = isinstance(report, Report) and same_report(body.report, report)
    if same and not fault:
        return Check(
            CheckOutcome.OK,
            say("version {version} of the engine, judging it again, gives the same report", version=__version__),
        )
    what = fault if same else report if isinstance(report, str) else _differing(body, report)
    if body.engine != __version__:
        return Check(
            CheckOutcome.SKIPPED,
            say(
                "version {version} of the engine made it, and version {installed}, which is installed, says "
                "otherwise: {difference}",
                version=body.engine,
                installed=__version__,
                difference=what,
            ),
        )
    if same:
        return Check(CheckOutcome.FAILED, say("the dispute names what is not there: {fault}", fault=fault))
    return Check(CheckOutcome.FAILED, say("judging it again gives another report: {difference}", difference=what))


def _judged_again(body: Body, record: LogRecord) -> Report | str:
    """The report of a match under the rules of a verdict, or why there is none."""
    rules = body.report.rules
    checker = Checker()
    if not isinstance(rules, ReportRules):
        return guarded_check(checker, record)
    try:
        return guarded_check(checker, record, GAMES[rules.game].rules.resolve(rules.preset, rules.options))
    except RulesUnknown as unknown:
        return say("it does not have these rules ({rules})", rules=unknown.recorded)


def _differing(body: Body, report: Report) -> str:
    """The first field in which a report differs from that of a verdict, in words."""
    ours = reduced(report.as_dict())
    theirs = msgspec.to_builtins(body.report)
    for name in _DIFFERS:
        if canonical.write(ours.get(name)) != canonical.write(theirs.get(name)):
            if name == "verdict":
                return say(_DIFFERS[name], ours=str(ours.get(name)), theirs=str(theirs.get(name)))
            return say(_DIFFERS[name])
    return say("its digest differs")


def _arithmetic(body: Body, record: LogRecord | None) -> Check:
    follows = Check(
        CheckOutcome.OK, say("the hands, the totals and the winner follow from the report and the adjustments")
    )
    stated = NOTHING_STATED if record is None or record.match is None else stated_totals(record.match)
    fault = difference(body, stated)
    if not fault:
        return follows
    if record is None and depends_on_log(body) and _may_follow(body):
        return Check(
            CheckOutcome.SKIPPED,
            say("the totals depend on those that the log states before its hands, and no log was given"),
        )
    return Check(CheckOutcome.FAILED, fault)


def _may_follow(body: Body) -> bool:
    """Whether there are totals before the hands of a log from which those of a verdict follow."""
    unknown = StatedTotals({}, True)
    if not difference(body, unknown):
        return True
    above = _above_sums(body)
    return above is not None and not difference(body, StatedTotals(above, False))


def _above_sums(body: Body) -> Mapping[str, int] | None:
    """By seat, what the totals of a verdict are above the sums of its hands; None if they are unknown."""
    sums = ruled_scores(body.report, body.adjustments, NOTHING_STATED).totals or {}
    above = {seat: (total, sums.get(seat)) for seat, total in (body.totals or {}).items()}
    if any(total is None or summed is None for total, summed in above.values()):
        return None
    return {seat: (total or 0) - (summed or 0) for seat, (total, summed) in above.items()}


def _hash(body: Body, printed: str) -> Check:
    own = body_hash(body)
    if own != printed:
        return Check(
            CheckOutcome.FAILED, say("the print is of another verdict: this one has the hash {hash}", hash=own)
        )
    return Check(CheckOutcome.OK, say("the print is of this verdict"))


def _head(body: Body, head: str | None) -> Check:
    if head is None:
        return Check(CheckOutcome.SKIPPED, say("no head of a record was given"))
    if body.chain is None:
        return Check(CheckOutcome.FAILED, say("it names no record"))
    if body.chain.head != head:
        return Check(CheckOutcome.FAILED, say("the head that it names is another: {head}", head=body.chain.head))
    return Check(CheckOutcome.OK, say("the record had {count} entries and this head", count=f"{body.chain.length:,}"))

"""Reading and checking in which a fault of this program in one match does not stop the others."""

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, Final

from engine.logs import Limits, LogFormat, LogRecord, Meter, limit_exceeded, read_logs, read_unit, write_record
from engine.record.match import Match
from engine.records import CannotPair, Compared, compare_records
from engine.records.comparing import MOST_WORK
from engine.rulebook.codes import MALFORMED
from engine.rulebook.findings import Finding, finding
from engine.rulebook.options import RuleSet, RulesUnknown
from engine.verdict.alone import Effects, each_alone
from engine.verdict.check import Checker
from engine.verdict.claimed import Answer, rules_for_claim
from engine.verdict.comparison import REPLAYS, Comparison, check_and_compare, compare
from engine.verdict.proof.form import Claim, Subject
from engine.verdict.reconciliation import MOST_ACTIONS, MOST_SETS, Goal, Reconciliation, reconcile
from engine.verdict.report import Report, Source

TRACEBACK: Final = "FUPAN_TRACEBACK"
"""The setting that lets an exception of the program pass, for debugging."""
_FAULT: Final = "fault"
"""The variant of the finding `malformed` for a fault of the check."""
_FAULTS: Final = (_FAULT, "read-fault")
_LOG: Final = logging.getLogger(__name__)


def read_carefully(
    stream: BinaryIO, name: str, *, format: str | None = None, limits: Limits | None = None
) -> Iterator[LogRecord]:
    """The records of an input, as `engine.logs.read_logs` gives them.

    If a reader fails on a match, the record is a refusal that says so, the program's log gets a line, and reading
    continues.  Raises ValueError for an unknown format, and whatever the stream raises.
    """
    return read_logs(stream, name, format=format, limits=limits, failed=_log_reading)


def limit_exceeded_carefully(stream: BinaryIO, name: str, meter: Meter) -> str | None:
    """The first limit of a meter that an input exceeds, as `engine.logs.limit_exceeded` gives it."""
    return limit_exceeded(stream, name, meter, _log_reading)


def read_unit_carefully(known: LogFormat, raw: bytes, source: str) -> list[LogRecord]:
    """The matches of one unit of a format; if its reader fails, a refusal that says so."""
    return read_unit(known, raw, source, _log_reading)


def _log_reading(source: str, fault: Exception) -> None:
    if os.environ.get(TRACEBACK):
        raise fault
    _LOG.error("a reader failed on %s", source, exc_info=fault)


def check_carefully(
    checker: Checker, record: LogRecord, rules: RuleSet | None = None, *, written: bool = False
) -> Report:
    """The report of a record, under ``rules`` or else those of the checker.

    If the engine fails, it is a refusal that says so, and the program's log gets a line.  With ``written`` the report
    is also written as JSON, so that `Report.as_json` cannot fail later.
    """
    try:
        report = checker.check(record) if rules is None else checker.check(record, rules)
    except Exception as fault:
        return refused(record, fault, record.findings)
    try:
        if written:
            report.as_json()
    except Exception as fault:
        return refused(record, fault)
    return report


def refused(record: LogRecord, fault: Exception, others: Iterable[Finding] = ()) -> Report:
    """The refusal of a record on which the engine failed, after other findings.  The program's log gets the exception.

    Raises the exception instead if the setting for that is on.
    """
    if os.environ.get(TRACEBACK):
        raise fault
    _LOG.error("the engine failed on %s", record.source, exc_info=fault)
    source = Source(source=record.source, sha256=record.sha256, game=record.game, match=record.match_id)
    refusal = finding(MALFORMED, "log.format", variant=_FAULT, reason=type(fault).__name__)
    return Report(source, None, [*others, refusal])


def write_carefully(record: LogRecord, write: Callable[[LogRecord], bytes] = write_record) -> bytes | None:
    """A match as a line of `fupan/1`, or as another writer has it; None if the writer fails on it, which is written to
    the program's log.
    """
    try:
        return write(record)
    except Exception as fault:
        if os.environ.get(TRACEBACK):
            raise
        _LOG.error("the writer failed on %s", record.source, exc_info=fault)
        return None


def is_fault(report: Report) -> bool:
    """Whether a report says only that the engine failed."""
    return report.rules is None and any(
        each.code is MALFORMED and each.variant in _FAULTS for each in report.findings[-1:]
    )


def reconcile_carefully(
    checker: Checker,
    record: LogRecord,
    goal: Goal,
    rules: RuleSet | None = None,
    *,
    most_sets: int = MOST_SETS,
    most_actions: int = MOST_ACTIONS,
) -> Reconciliation | None:
    """The rules nearest to the claim of a record, or to ``rules``, that come to a goal.

    None if the record has no match, or if the engine fails, which is logged.  Raises RulesUnknown if the claimed rules
    do not exist.
    """
    try:
        return reconcile(checker, record, goal, rules, most_sets=most_sets, most_actions=most_actions)
    except RulesUnknown:
        raise
    except Exception:
        if os.environ.get(TRACEBACK):
            raise
        _LOG.exception("the engine failed on %s in a search for other rules", record.source)
        return None


def each_alone_carefully(checker: Checker, record: LogRecord, rules: RuleSet, most_actions: int) -> Effects | None:
    """What each option changes alone; None if the match is unreadable, or if the engine fails, which is logged."""
    try:
        return each_alone(checker, record, rules, most_actions=most_actions)
    except Exception:
        if os.environ.get(TRACEBACK):
            raise
        _LOG.exception("the engine failed on %s with one option changed", record.source)
        return None


def rules_for_claim_carefully(
    checker: Checker, record: LogRecord, rules: RuleSet, subject: Subject, claim: Claim, most_actions: int
) -> Answer | None:
    """Which rules give what is claimed; None if nothing can be compared, or if the engine fails, which is logged."""
    try:
        return rules_for_claim(checker, record, rules, subject, claim, most_actions=most_actions)
    except Exception:
        if os.environ.get(TRACEBACK):
            raise
        _LOG.exception("the engine failed on %s in a search for rules that give a claim", record.source)
        return None


def compare_records_carefully(checker: Checker, first: Match, second: Match, work: int = MOST_WORK) -> Compared | None:
    """The comparison of two records of one match; None if the engine fails, which is logged.

    Raises CannotPair if they cannot be of one match.
    """
    try:
        return compare_records(checker, first, second, work)
    except CannotPair:
        raise
    except Exception:
        if os.environ.get(TRACEBACK):
            raise
        _LOG.exception("the engine failed on two records that were compared")
        return None


def check_and_compare_carefully(
    checker: Checker, record: LogRecord, rules: RuleSet | None = None, replays: int = REPLAYS
) -> tuple[Report, Comparison | None]:
    """The report of a record, as ``check_carefully`` gives it but without facts, and its comparison.

    The comparison is None if there is none, or if the engine fails, which is logged.
    """
    try:
        return check_and_compare(checker, record, rules, replays)
    except Exception:
        if os.environ.get(TRACEBACK):
            raise
        _LOG.exception("the engine failed on %s under other rules", record.source)
        return check_carefully(checker, record, rules), None


def compare_carefully(checker: Checker, record: LogRecord, report: Report, replays: int = REPLAYS) -> Comparison | None:
    """The match of a record under every preset; None if there is no comparison, or if the engine fails, which is
    logged.
    """
    try:
        return compare(checker, record, report, replays)
    except Exception:
        if os.environ.get(TRACEBACK):
            raise
        _LOG.exception("the engine failed on %s under other rules", record.source)
        return None

"""Turns an engine crash on one match into a refusal, so that the other matches are judged."""

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, Final, TypeVar

from engine.logs import (
    FUPAN,
    Limits,
    LogFormat,
    LogRecord,
    Meter,
    UndecodedText,
    limit_exceeded,
    read_logs,
    read_records,
    read_unit,
    undecoded_texts,
)
from engine.rulebook.codes import MALFORMED
from engine.rulebook.findings import Finding, finding
from engine.rulebook.options import RuleSet
from engine.verdict.check import Checker
from engine.verdict.report import Report, Source

T = TypeVar("T")

TRACEBACK: Final = "FUPAN_TRACEBACK"
"""The setting that lets an exception of the program pass, for debugging."""
_FAULT: Final = "fault"
"""The variant of the finding `malformed` for a fault of the check."""
_FAULTS: Final = (_FAULT, "read-fault")
_LOG: Final = logging.getLogger(__name__)


def guarded_read(
    stream: BinaryIO, name: str, *, format: str | None = None, limits: Limits | None = None
) -> Iterator[LogRecord]:
    """The records of an input, as `engine.logs.read_logs` gives them.

    If a reader fails on a match, the record is a refusal that says so, the program's log gets a line, and reading
    continues.  Raises ValueError for an unknown format, and whatever the stream raises.
    """
    return read_logs(stream, name, format=format, limits=limits, failed=_log_reading)


def guarded_undecoded(stream: BinaryIO, name: str, *, format: str | None = None) -> Iterator[UndecodedText | LogRecord]:
    """The lines and texts of an input, as `engine.logs.undecoded` gives them.  Faults are as in `guarded_read`."""
    return undecoded_texts(stream, name, format=format, failed=_log_reading)


def guarded_decoded(log: UndecodedText | LogRecord) -> list[LogRecord]:
    """The matches of a line or a text, as `engine.logs.decoded` gives them; if the reader fails, a refusal says so."""
    return read_records(log, _log_reading)


def guarded_limit_exceeded(stream: BinaryIO, name: str, meter: Meter) -> str | None:
    """The first limit of a meter that an input exceeds, as `engine.logs.limit_exceeded` gives it."""
    return limit_exceeded(stream, name, meter, _log_reading)


def guarded_read_unit(known: LogFormat, raw: bytes, source: str) -> list[LogRecord]:
    """The matches of one unit of a format; if its reader fails, a refusal that says so."""
    return read_unit(known, raw, source, _log_reading)


def _log_reading(source: str, fault: Exception) -> None:
    note_fault(f"a reader failed on {source}", fault)


def guarded_clean(checker: Checker, log: UndecodedText | LogRecord, rules: RuleSet | None = None) -> Report | None:
    """The report of what the compiled lane finds clean, from its bytes, under ``rules`` or else those of the checker.

    None for every other line, text and record, and if the lane fails: it is to be decoded and checked.
    """
    if log.format != FUPAN.name or (isinstance(log, LogRecord) and log.match is None):
        return None
    raw = log.raw if isinstance(log, LogRecord) else log.unit.raw
    return guarded_work(f"the compiled lane on {log.source}", lambda: checker.clean(raw, log.source, rules))


def guarded_check(
    checker: Checker, record: LogRecord, rules: RuleSet | None = None, *, written: bool = False, as_read: bool = False
) -> Report:
    """The report of a record, under ``rules`` or else those of the checker.

    If the engine fails, it is a refusal that says so, and the program's log gets a line.  With ``written`` the report
    is also written as JSON, so that `Report.as_json` cannot fail later.  With ``as_read`` the match of the record is
    that of its bytes, so that the compiled lane may give the report.
    """
    try:
        clean = guarded_clean(checker, record, rules) if as_read else None
        report = clean or (checker.check(record) if rules is None else checker.check(record, rules))
    except Exception as fault:
        return refusal_of_fault(record, fault, record.findings)
    try:
        if written:
            report.as_json()
    except Exception as fault:
        return refusal_of_fault(record, fault)
    return report


def refusal_of_fault(record: LogRecord, fault: Exception, others: Iterable[Finding] = ()) -> Report:
    """The refusal of a record on which the engine failed, after other findings.  The program's log gets the exception.

    Raises the exception instead if the setting for that is on.
    """
    note_fault(f"the engine failed on {record.source}", fault)
    source = Source(source=record.source, sha256=record.sha256, game=record.game, match=record.match_id)
    refusal = finding(MALFORMED, "log.format", variant=_FAULT, reason=type(fault).__name__)
    return Report(source, None, [*others, refusal])


def guarded_work(
    what: str, work: Callable[[], T], *through: type[Exception], failed: Callable[[Exception], object] | None = None
) -> T | None:
    """What some work gives; None if the program fails at it, and then its log gets ``what`` and the exception.

    ``failed`` gets the exception too.  Exceptions of the classes ``through`` are raised, and so is every exception if
    the setting for that is on.
    """
    try:
        return work()
    except through:
        raise
    except Exception as fault:
        note_fault(f"failed: {what}", fault)
        if failed is not None:
            failed(fault)
        return None


def note_fault(what: str, fault: Exception) -> None:
    """Puts an exception into the log of the program, after ``what``; raises it if the setting for that is on."""
    if os.environ.get(TRACEBACK):
        raise fault
    _LOG.error(what, exc_info=fault)


def is_fault(report: Report) -> bool:
    """Whether a report says only that the engine failed."""
    return report.rules is None and any(
        fault.code is MALFORMED and fault.variant in _FAULTS for fault in report.findings[-1:]
    )

"""Checking where one match must not hold up the others, whatever is wrong with this program."""

import logging
import os
from typing import Final

from engine.logs import LogRecord
from engine.rulebook.codes import MALFORMED
from engine.rulebook.findings import finding
from engine.rulebook.options import RuleSet
from engine.verdict.check import Checker
from engine.verdict.comparison import REPLAYS, Comparison, compare
from engine.verdict.report import Report, Source

TRACEBACK: Final = "FUPAN_TRACEBACK"
"""The setting that lets a fault of the program go through, for whoever looks for it."""
_FAULT: Final = "fault"
"""The variant of the finding `malformed` that says so."""
_LOG: Final = logging.getLogger(__name__)


def check_carefully(checker: Checker, record: LogRecord, rules: RuleSet | None = None) -> Report:
    """The report of a record, under ``rules`` or else those of the checker.

    Where the engine fails on it, it is a refusal that says so, and the program's log has a line.
    """
    try:
        return checker.check(record) if rules is None else checker.check(record, rules)
    except Exception as fault:
        if os.environ.get(TRACEBACK):
            raise
        _LOG.exception("the engine failed on %s", record.source)
        source = Source(source=record.source, sha256=record.sha256, game=record.game, match=record.match_id)
        refusal = finding(MALFORMED, "log.format", variant=_FAULT, reason=type(fault).__name__)
        return Report(source, None, [*record.findings, refusal])


def is_fault(report: Report) -> bool:
    """Whether a report says no more than that the engine failed."""
    return report.rules is None and any(
        each.code is MALFORMED and each.variant == _FAULT for each in report.findings[-1:]
    )


def compare_carefully(checker: Checker, record: LogRecord, report: Report, replays: int = REPLAYS) -> Comparison | None:
    """The match of a record under every preset; None where there is none, or the engine fails, which the log says."""
    try:
        return compare(checker, record, report, replays)
    except Exception:
        if os.environ.get(TRACEBACK):
            raise
        _LOG.exception("the engine failed on %s under other rules", record.source)
        return None

"""Searches and comparisons in which a fault of this program in one match does not stop the others."""

import logging
import os
from typing import Final

from app.judging.fault_barrier import TRACEBACK, check_carefully
from engine.logs import LogRecord
from engine.match_diff import CannotPair, Compared, compare_records
from engine.match_diff.comparing import MOST_WORK
from engine.record.match import Match
from engine.rulebook.options import RuleSet, RulesUnknown
from engine.verdict.check import Checker
from engine.verdict.claimed import Answer, rules_for_claim
from engine.verdict.comparison import REPLAYS, Comparison, check_and_compare, compare
from engine.verdict.option_effects import Effects, each_alone
from engine.verdict.proof.form import Claim, Subject
from engine.verdict.reconciliation import MOST_ACTIONS, MOST_SETS, Goal, Reconciliation, reconcile
from engine.verdict.report import Report

_LOG: Final = logging.getLogger(__name__)


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

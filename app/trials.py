"""Reports of stored matches under rules that are only tried; they are cached for a while and never stored."""

from collections import OrderedDict
from dataclasses import replace
from threading import Lock
from typing import Final

from app.fault_barrier import check_carefully
from app.ingest import reread
from app.language import _, _n
from app.rereading import LogLost
from app.rule_choice.refusal import RulesRefused
from app.store import StoredMatch
from engine import __version__
from engine.record import bounds
from engine.record.match import Match
from engine.rulebook.options import RuleSet
from engine.verdict.check import Checker
from engine.verdict.report import Report

ACTIONS_AT_ONCE: Final = 60_000
"""The most actions of a match that is judged when a page is opened."""
BYTES_AT_ONCE: Final = 4 * 1024 * 1024
"""The most bytes of its log; this limits a match of few actions with very many cards each."""
ACTIONS: Final = 2_000_000
"""The most actions of a match that is judged when its rules are chosen on a page."""
COUNT: Final = 64
SIZE: Final = 16 * 1024 * 1024
"""The most bytes of reports that are cached."""

Key = tuple[str, int, str, str]


def report_under(
    checker: Checker, stored: StoredMatch, rules: RuleSet, most: int = ACTIONS, most_bytes: int = bounds.MATCH_BYTES
) -> Report:
    """The report of a stored match under some rules.

    Raises RulesRefused if its log cannot be read or has more than ``most_bytes``, if the match has more than ``most``
    actions, or if the engine fails on it.
    """
    if len(stored.raw) > most_bytes:
        raise RulesRefused(
            _too_much(
                _n(
                    "the log of this match has {count} byte", "the log of this match has {count} bytes", len(stored.raw)
                ),
                most_bytes,
            )
        )
    try:
        match, record = reread(stored)
    except LogLost as lost:
        raise RulesRefused(_("this match cannot be judged again: {reason}", reason=_(str(lost)))) from None
    actions = 0 if match is None else actions_of(match)
    if actions > most:
        raise RulesRefused(
            _too_much(_n("this match has {count} action", "this match has {count} actions", actions), most)
        )
    report = check_carefully(checker, record, rules)
    if report.rules is None:
        raise RulesRefused(_("Fupan failed on this match under these rules"))
    return report


def _too_much(what: str, most: int) -> str:
    return _(
        "{what}; at most {most} are judged here. In a terminal, fupan import --rules judges a match of any length",
        what=what,
        most=f"{most:,}",
    )


def actions_of(match: Match) -> int:
    """The number of actions of a match."""
    return sum(len(hand.actions) for hand in match.hands)


class Trials:
    """The reports tried last, by the bytes of the match and the rules.  Safe to use from several threads."""

    def __init__(self, checker: Checker, count: int = COUNT, size: int = SIZE) -> None:
        """Keeps at most ``count`` reports, with at most ``size`` bytes together."""
        self._checker: Final = checker
        self._count: Final = count
        self._size: Final = size
        self._lock: Final = Lock()
        self._kept: Final[OrderedDict[Key, bytes]] = OrderedDict()
        self._held = 0

    def under(self, stored: StoredMatch, rules: RuleSet) -> StoredMatch:
        """A stored match as if it had been judged under some rules.

        Raises RulesRefused if it cannot be judged, or is longer than `ACTIONS_AT_ONCE` and `BYTES_AT_ONCE` allow.
        """
        key = (stored.sha256, stored.position, stored.source, f"{rules.preset} {rules.key}")
        with self._lock:
            report = self._kept.get(key)
            if report is not None:
                self._kept.move_to_end(key)
        if report is None:
            report = report_under(self._checker, stored, rules, ACTIONS_AT_ONCE, BYTES_AT_ONCE).as_json()
            self._keep(key, report)
        return replace(stored, report_json=report, engine=__version__)

    def __len__(self) -> int:
        with self._lock:
            return len(self._kept)

    def _keep(self, key: Key, report: bytes) -> None:
        with self._lock:
            if key not in self._kept:
                self._kept[key] = report
                self._held += len(report)
            while self._kept and (len(self._kept) > self._count or self._held > self._size):
                _, dropped = self._kept.popitem(last=False)
                self._held -= len(dropped)

"""A sheet as it is filled, judged: the result of each hand, the totals, and what comes next."""

from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import msgspec

from app.judging.fault_barrier import guarded_check
from app.sheets.sheet.sheet import match_of
from app.sheets.sheet.taps import Filling
from engine.games import GAMES
from engine.logs import LogRecord
from engine.record.match import Hand, Match
from engine.replay.dues import Dues
from engine.replay.fold import openings
from engine.verdict.check import Checker
from engine.verdict.recorded_sheet.sheet import Sheet
from engine.verdict.recorded_sheet.sheet import sheet_of as entries_of
from engine.verdict.stored_report import StoredHand, StoredReport, as_stored

SOURCE: Final = "score sheet"


@dataclass(frozen=True, slots=True)
class HandOpening:
    """What is known before a hand."""

    level: str
    """The level that it is played at; empty in games without levels, ``?`` where it is unknown."""
    dues: Dues | None
    """The tribute that is due; None where it is not known."""
    tribute: bool
    """Whether there is tribute in the game at all."""


@dataclass(frozen=True, slots=True)
class JudgedSheet:
    """A sheet and the report of its match."""

    match: Match
    report: StoredReport
    entries: Sheet
    """Recorded and computed values."""
    now: HandOpening
    """Before the row that taps change."""
    after: HandOpening | None
    """After it, before the next hand; None while its result is not known, and once the match is won."""

    @property
    def outcomes(self) -> list[StoredHand]:
        """What the report says of each hand."""
        return self.report.hands


def judged_sheet(filling: Filling, checker: Checker) -> JudgedSheet:
    """A sheet as the engine judges it under the rules that it claims.

    The last hand is left out while it is being filled and its result is not known yet.
    """
    match = match_of(filling.kept)
    report = _report(match, checker)
    outcomes = report.hands
    if filling.at == len(outcomes) - 1 and outcomes[-1].basis is None:
        # The totals are those before a hand as long as the hand is not written down to its end.
        match = match_of(replace(filling.kept, rows=filling.kept.rows[:-1]))
        report = _report(match, checker)
        outcomes = report.hands
    is_known = filling.at < len(outcomes) and outcomes[filling.at].basis is not None and not report.winner
    now, *after = _openings(match, filling.at, checker, 1 + is_known)
    return JudgedSheet(
        match=match,
        report=report,
        entries=entries_of(match, report) if report.rules is not None else Sheet({}, ()),
        now=now,
        after=after[0] if after else None,
    )


def _report(match: Match, checker: Checker) -> StoredReport:
    record = LogRecord(source=SOURCE, raw=b"", format="fupan", match=match, game=match.game, match_id=None)
    return as_stored(guarded_check(checker, record))


def _openings(match: Match, index: int, checker: Checker, count: int) -> list[HandOpening]:
    """What is known before so many hands from an index on; they need not be written down."""
    missing = index + count - len(match.hands)
    whole = msgspec.structs.replace(match, hands=[*match.hands, *([Hand(actions=[])] * missing)])
    judge = checker.judge(checker.rules(match))
    game = GAMES[match.game]
    hand_openings = []
    for replay in islice(openings(judge, whole, index), count):
        facts = dict(replay.frame(0, 0, None).facts)
        dues = None if game.dues is None else game.dues(replay)
        hand_openings.append(HandOpening(level=facts.get("level", ""), dues=dues, tribute=game.dues is not None))
    return hand_openings

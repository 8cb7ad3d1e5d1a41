"""The match of a verdict judged again, for the sentences of its findings and pictures of the table."""

from dataclasses import dataclass
from typing import Final

from app.drawing.table.drawn import drawing_of
from app.drawing.table.shapes import Drawing
from app.drawing.table.sight import Sight, team_numbers
from app.judging.fault_barrier import guarded_check
from app.text.seats import player_names
from engine.games import GAMES
from engine.logs import LogRecord
from engine.replay.fold import HandStarts, frame
from engine.replay.game import Judge
from engine.rulebook.options import RulesUnknown
from engine.verdict.check import Checker
from engine.verdict.proof.building import same_report
from engine.verdict.proof.form import Body
from engine.verdict.proof.report_form import ReportRules
from engine.verdict.report import Report

MOST_PICTURES: Final = 40
"""Pictures of one print."""


@dataclass(slots=True)
class RejudgedMatch:
    """A match judged again under the rules of a verdict."""

    report: Report
    same: bool
    """Whether the report is that of the verdict, so that its findings are the same, one by one."""
    starts: HandStarts | None = None
    """The match before each of its hands; None if it cannot be replayed."""
    judge: Judge | None = None
    pictures: int = 0

    def steps(self, hand: int) -> int:
        """How many steps a hand has, from 0; 0 where nothing can be replayed."""
        return 0 if self.starts is None else len(self.starts.match.hands[hand].actions)

    def picture(self, hand: int, step: int) -> Drawing | None:
        """The table of a hand (from 0) at a step; None where it cannot be replayed, and beyond `MOST_PICTURES`."""
        if not self.same or self.starts is None or self.judge is None or self.pictures >= MOST_PICTURES:
            return None
        self.pictures += 1
        match = self.starts.match
        shown = frame(self.judge, match, hand, step, before=self.starts.before(hand))
        return drawing_of(
            shown,
            Sight(
                names=player_names(match.players),
                game=match.game,
                teams=team_numbers(match.game, match.seats),
            ),
        )


def rejudged_match(body: Body, record: LogRecord) -> RejudgedMatch:
    """The match of a log, judged again under the rules of a verdict."""
    rules = body.report.rules
    checker = Checker()
    if not isinstance(rules, ReportRules):
        report = guarded_check(checker, record)
        return RejudgedMatch(report, same_report(body.report, report))
    try:
        chosen = GAMES[rules.game].rules.resolve(rules.preset, rules.options)
    except RulesUnknown:
        return RejudgedMatch(guarded_check(checker, record), False)
    report = guarded_check(checker, record, chosen)
    if report.replay is None or record.match is None:
        return RejudgedMatch(report, same_report(body.report, report))
    judge = checker.judge(chosen)
    return RejudgedMatch(report, same_report(body.report, report), HandStarts(judge, record.match), judge)

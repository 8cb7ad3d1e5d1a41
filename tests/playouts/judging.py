"""What the engine says of made-up matches."""

from engine.logs.record import LogRecord
from engine.record.match import Match
from engine.replay.fold import Replay, frames
from engine.replay.frames import Frame
from engine.rulebook.findings import Severity
from engine.verdict.check import Checker
from engine.verdict.report import Report

HASH = "0" * 64


def judged(match: Match, checker: Checker | None = None) -> Report:
    """The report of a match; the hash of its bytes is made the same for all, so that digests can be compared."""
    record = LogRecord(
        source="made up", raw=b"", format="fupan", match=match, game=match.game, match_id=None, hashed=HASH
    )
    return (checker or Checker()).check(record)


def replayed(match: Match) -> Replay:
    """What the replay of a match comes to."""
    replay = judged(match).replay
    assert replay is not None
    return replay


def faults(report: Report) -> list[str]:
    """The errors and warnings of a report, in words."""
    return [
        f"hand {each.hand} action {each.action}: {each.code.id}: {each.message}"
        for each in report.findings
        if each.severity is not Severity.NOTICE
    ]


def every_frame(match: Match, hand: int) -> list[Frame]:
    """The frames of a hand."""
    checker = Checker()
    return list(frames(checker.judge(checker.rules(match)), match, hand))

"""The reason for the winner of a match that the clock stopped, in words, for pages and the command line."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.text.language import _
from engine.games import GAMES
from engine.record.match import Match
from engine.verdict.recorded_sheet.outcomes import is_cut_off
from engine.verdict.stored_report import StoredReport


@dataclass(frozen=True, slots=True)
class ByTheClock:
    """The winner of a match whose last hand the clock cut off."""

    winner: tuple[str, ...]
    """The seats that win."""
    hand: int
    """The hand that was cut off, from 1."""
    reason: str
    """The reason, in words that follow a verb: ``with the highest total``."""


def by_the_clock(match: Match, report: StoredReport) -> ByTheClock | None:
    """The winner by the clock, from a report.

    None if the last hand was not cut off, if there is no winner yet, or if the match was over before the last hand.
    """
    winner, hands = report.winner, report.hands
    last = len(hands) - 1
    if not winner or not hands or len(hands) != len(match.hands) or not is_cut_off(match, last, hands[last]):
        return None
    if report.after_match is not None:
        return None
    return ByTheClock(tuple(winner), last + 1, _reason(match, winner))


def _reason(match: Match, winner: Sequence[str]) -> str:
    if "levels" in GAMES[match.game].result_fields:
        return (
            _("as both teams are at the same level") if len(winner) == len(match.players) else _("at the higher level")
        )
    return _("with the highest total") if len(winner) == 1 else _("with equal highest totals")

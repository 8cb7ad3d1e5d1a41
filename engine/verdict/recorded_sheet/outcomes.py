"""Hands that the clock cut off."""

from engine.record.match import Match
from engine.recorded.basis import hand_cut_off
from engine.replay.outcome import HandOutcome
from engine.verdict.stored_report import StoredHand


def is_cut_off(match: Match, index: int, outcome: HandOutcome | StoredHand) -> bool:
    """Whether the clock cut off a hand (``index`` counts from 0)."""
    return not outcome.complete and hand_cut_off(match) == index

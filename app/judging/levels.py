"""The levels of the teams of a match before a hand, and the level of a hand."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.text.seats import teams
from engine.record.match import Match, given_value, setup_of
from engine.verdict.stored_report import StoredHand

FIRST_LEVEL: Final = "2"
"""The level of a match's first hand, where the log does not say another."""


def levels_before(match: Match, hands: Sequence[StoredHand], index: int) -> dict[str, str]:
    """By seat, the level of its team before a hand (``index`` from 0), from the log or else from the report.

    Seats of a team whose level is in neither are left out.  ``hands`` are those of the report.
    """
    recorded: Mapping[str, str] | None = given_value(setup_of(match.hands[index]).levels)
    before = given_value(hands[index - 1].levels) if index else None
    known = {seat: level for seat, level in (recorded or before or {}).items() if level}
    return {
        seat: known[named]
        for party in teams(match.game, match.seats)
        for named in party
        if named in known
        for seat in party
    }


def level_before(match: Match, index: int, hands: Sequence[StoredHand]) -> str:
    """The level of a hand, counted from 0.  Empty if neither log nor report says it, and in games without levels."""
    setup = setup_of(match.hands[index])
    if not hands[index].has_levels:
        return ""
    if (stated := given_value(setup.level)) is not None:
        return str(stated)
    if index:
        return _left_for_next(match, hands[index - 1])
    return FIRST_LEVEL if given_value(setup.levels) is None else ""


def _left_for_next(match: Match, last: StoredHand) -> str:
    """The level that a hand leaves for the next."""
    return level_of(ahead_after(match, last), last)


def ahead_after(match: Match, outcome: StoredHand) -> Sequence[str]:
    """The team whose level the next hand is played at: that which scored, or that of the first one out."""
    finish, scores = given_value(outcome.finish) or (), outcome.scores or {}
    first = next((seat for seat, score in scores.items() if score), None) or (finish[0][0] if finish else None)
    return next((party for party in teams(match.game, match.seats) if first in party), ())


def level_of(party: Sequence[str], outcome: StoredHand) -> str:
    """The level of a team after a hand; empty where it is unknown."""
    levels: Mapping[str, str | None] = given_value(outcome.levels) or {}
    return next((level for seat in party if (level := levels.get(seat))), "")

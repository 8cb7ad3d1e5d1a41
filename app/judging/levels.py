"""The levels of the teams of a match before a hand."""

from collections.abc import Mapping, Sequence

from app.text.seats import teams
from engine.record.match import Match, given_value, setup_of
from engine.verdict.stored_report import StoredHand


def levels_before(match: Match, hands: Sequence[StoredHand], index: int) -> dict[str, str]:
    """Each team's level before a hand, counted from 0, by seat, as far as the log or the report says it.

    ``hands`` are those of the report.
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

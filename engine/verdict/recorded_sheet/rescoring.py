"""What a hand would come to if its recorded result were right."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from engine.games import GAMES
from engine.record.match import Hand, HandResult, Match, MatchResult, Setup, given_value, setup_of
from engine.recorded.beyond_play import MOST_FACTOR
from engine.replay.fold import HandStarts
from engine.replay.outcome import HandOutcome
from engine.rulebook.options import RulesUnknown
from engine.verdict.stored_report import StoredReport

_MOST_ACTIONS: Final = 100_000
"""A match with more actions is not replayed for this."""


@dataclass(frozen=True, slots=True)
class RescoredHand:
    """The outcome of a hand by a result, and who has then won the match (None: nobody yet)."""

    outcome: HandOutcome
    winner: tuple[str, ...] | None


class Rescorer:
    """Scores hands of a match by results that are not those of their play.

    The match is replayed once, the first time that a hand is scored.
    """

    def __init__(self, match: Match, report: StoredReport) -> None:
        """``report`` must have the hands of the match."""
        self._match: Final = match
        self._report: Final = report
        self._starts: HandStarts | None = None
        self._true: Final[dict[int, HandResult | None]] = {}
        self._fits: Final = sum(len(hand.actions) for hand in match.hands) <= _MOST_ACTIONS

    def outcome(self, index: int, result: HandResult, setup: Setup | None = None) -> RescoredHand | None:
        """The outcome of a hand (``index`` from 0) if nothing but ``result`` is known of it.

        ``setup`` replaces its setup.  None if the rules of the report no longer exist, or the match is too long.
        """
        if self._starts is None and not self._begin():
            return None
        assert self._starts is not None
        hand = self._match.hands[index]
        standing = self._starts.before(index)
        written = Hand(setup=hand.setup if setup is None else setup, actions=[], result=result)
        outcome = standing.close(standing.open(index, written), written)
        ended = self._match.result if isinstance(self._match.result, MatchResult) else None
        _, winner, undecided = standing.conclude(ended)
        return RescoredHand(outcome, None if winner is None or undecided else tuple(winner))

    def as_written(self, index: int) -> HandResult | None:
        """The result of a hand as recorded, with the derived value of what was not recorded.

        It has no scores and no levels.  None if the scores do not follow from such a result.
        """
        true = self._true_result(index)
        recorded = self._match.hands[index].result
        if true is None or not isinstance(recorded, HandResult):
            return true
        stated: dict[str, Any] = {
            name: value
            for name in ("finish", "factor", "exposed")
            if (value := given_value(getattr(recorded, name))) is not None
        }
        roles: Mapping[str, str] = given_value(recorded.roles) or {}
        if roles:
            stated["roles"] = {**(given_value(true.roles) or {}), **roles}
        units: Mapping[str, Any] = given_value(recorded.units) or {}
        if units:
            pairs = {frozenset(name.split("-")) for name in units}
            others = {
                name: won
                for name, won in (given_value(true.units) or {}).items()
                if frozenset(name.split("-")) not in pairs
            }
            stated["units"] = {**others, **units}
        return msgspec.structs.replace(true, **stated)

    def setup_with(self, index: int, **facts: Any) -> Setup:
        """The setup of a hand with some facts replaced."""
        return msgspec.structs.replace(setup_of(self._match.hands[index]), **facts)

    def _begin(self) -> bool:
        rules = self._report.rules
        if rules is None or not self._fits:
            return False
        game = GAMES[self._match.game]
        try:
            resolved = game.rules.resolve(rules.preset, rules.options)
        except RulesUnknown:
            return False
        self._starts = HandStarts(game.judge(resolved), self._match)
        return True

    def _true_result(self, index: int) -> HandResult | None:
        if index not in self._true:
            self._true[index] = self._reproducing(index)
        return self._true[index]

    def _reproducing(self, index: int) -> HandResult | None:
        """The result whose derived scores are those of the report, with a factor or exposure that it needs."""
        derived = self._report.hands[index]
        values = {
            name: value for name in ("finish", "roles", "units") if (value := given_value(getattr(derived, name)))
        }
        recorded = GAMES[self._match.game].result_fields
        others: list[dict[str, Any]] = [{}]
        if "factor" in recorded:
            others += [{"factor": number} for number in range(2, MOST_FACTOR + 1)]
        if "exposed" in recorded:
            others += [{"exposed": True}]
        for extra in others:
            result = HandResult(**values, **extra)
            hand = self.outcome(index, result)
            if hand is None:
                return None
            if hand.outcome.scores == derived.scores:
                return result
        return None


def scores_alone(scores: Mapping[str, int], levels: Mapping[str, str] | None = None) -> HandResult:
    """A result with known scores, and levels after the hand, and nothing else."""
    return HandResult(scores=dict(scores), levels=msgspec.UNSET if levels is None else dict(levels))

"""Recorded scores and totals that a rule set does not prove: it merely takes them over, or cannot decide them."""

from collections.abc import Iterable, Mapping
from typing import Final

from engine.record.match import HandResult, Match, MatchResult, given_value
from engine.recorded.basis import Basis
from engine.recorded.points import whole_points
from engine.replay.outcome import HandOutcome
from engine.verdict.course import ConcludedPart, EndedPart
from engine.verdict.steps import Part


class UnprovedSteps:
    """The steps of a match that leave unproved what the claimed rules decide."""

    def __init__(self, match: Match, claimed: Iterable[Part]) -> None:
        """``claimed`` is the result of each step under the claimed rules."""
        self._match: Final = match
        self._hands: Final = {part.index: part.outcome for part in claimed if isinstance(part, EndedPart)}
        self._totals_known: Final = any(isinstance(part, ConcludedPart) and _known(part.totals) for part in claimed)

    def has(self, part: Part) -> bool:
        """Whether a step takes over recorded scores that the claimed rules do not take over, or does not come to
        recorded scores or totals because of something unknown that the claimed rules know.
        """
        if isinstance(part, EndedPart):
            claimed = self._hands.get(part.index)
            if part.outcome.basis is Basis.SCORES:
                return claimed is None or claimed.basis is not Basis.SCORES
            return claimed is not None and _decided(claimed) and not self._agrees(part.index, part.outcome)
        if isinstance(part, ConcludedPart):
            return self._totals_known and not _known(part.totals) and self._has_totals
        return False

    def _agrees(self, hand: int, outcome: HandOutcome) -> bool:
        result = self._match.hands[hand].result
        recorded = whole_points(given_value(result.scores) or {}) if isinstance(result, HandResult) else {}
        scores = outcome.scores or {}
        return all(scores.get(seat) == recorded[seat] for seat in self._match.seats if seat in recorded)

    @property
    def _has_totals(self) -> bool:
        result = self._match.result
        return isinstance(result, MatchResult) and bool(given_value(result.totals))


def _decided(outcome: HandOutcome) -> bool:
    """Whether the scores of a hand follow from the play or from a recorded result, and hang on nothing unknown."""
    return outcome.basis in (Basis.PLAY, Basis.RESULT) and _known(outcome.scores or {}) and not outcome.undecided


def _known(points: Mapping[str, int | None]) -> bool:
    return bool(points) and None not in points.values()

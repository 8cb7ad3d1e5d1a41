"""Which hands of a match count."""

from engine.replay.game import HandReplay
from engine.replay.outcome import HandOutcome
from engine.rulebook.codes import AFTER_MATCH


class CountedHands:
    """Says of each hand of a match, in order, whether it counts."""

    def __init__(self) -> None:
        self._over = False

    def include(self, replay: HandReplay, outcome: HandOutcome) -> bool:
        """Whether the next hand counts: it has a basis, is no void deal, and the match was not won before it."""
        self._over = self._over or any(finding.code is AFTER_MATCH for finding in replay.findings)
        return not self._over and outcome.basis is not None and not _is_void(outcome)


def _is_void(outcome: HandOutcome) -> bool:
    """Whether a deal is void: in a game with places it is complete, and no seat has a place."""
    return outcome.complete and outcome.finish == []

"""The recorded end of a hand of a climbing game whose actions do not reach the end."""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from engine.record.match import HandResult, given_value
from engine.recorded.basis import all_scores
from engine.recorded.ends import Finish, contradicts, ended_finish
from engine.recorded.results import bad_finish, finish_mismatch, read_finish
from engine.rulebook.findings import Finding


class RecordedEnd:
    """The recorded finish and scores of a hand, and the findings about the finish."""

    def __init__(self, game: str, recorded: HandResult, played: Finish, seats: Sequence[str], hand: int) -> None:
        """``played`` are the seats that certainly went out, one at each place."""
        self.findings: Final[list[Finding]] = []
        self._played: Final = played
        self._seats: Final = seats
        places = read_finish(given_value(recorded.finish) or [], {seat: number for number, seat in enumerate(seats)})
        self._places: list[list[int]] | None = None
        if isinstance(places, str):
            self.findings.append(bad_finish(places, seats, hand=hand))
        elif contradicts(places, played):
            self.findings.append(finish_mismatch(places, played, seats, hand=hand, rule=f"{game}.end"))
        else:
            self._places = places
        self.scores: Final = all_scores(given_value(recorded.scores), seats)
        """By seat; None if a seat has no score, or one that is not a whole number."""

    @property
    def places(self) -> list[list[int]] | None:
        """The recorded finish, unchanged; None if it cannot be read or contradicts the play."""
        return self._places

    def finish(self, is_over: Callable[[Collection[int]], bool]) -> list[list[int]] | None:
        """The whole finish; None if it does not follow from what was recorded and played.

        ``is_over`` returns whether the hand is over when the given seats are out.
        """
        if self._places is None:
            return None
        return ended_finish(self._places, self._played, is_over, len(self._seats))

"""What a climbing game adds to the machinery that all of them share."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from engine.cards.packed import Card
from engine.climbing.reader import Play
from engine.replay.hand_findings import HandFindings


class ClimbingGame(HandFindings, ABC):
    """The questions that the machinery asks of a game; those that have an answer here need none from most."""

    higher = "a higher play of the same kind, a bomb"
    """What beats a play, in words."""

    def barred(self, seat: int, text: str) -> bool:
        """Whether a play or pass has no place yet where the hand's first may stand; reports it if so."""
        del seat, text
        return False

    def as_held(self, seat: int, play: Play, text: str) -> Play:
        """A play as the game reads it from the cards that the seat holds."""
        del seat, text
        return play

    def too_early(self, seat: int, play: Play, text: str) -> bool:
        """Whether cards may not be played yet that would otherwise do; reports it if so."""
        del seat, play, text
        return False

    def laid(self, seat: int, play: Play, missing: Sequence[Card]) -> None:
        """Called when cards that the book wants looked at have left a hand, all but the missing ones.

        What was the play to beat still is; the seat goes out afterwards if it holds nothing then.
        """
        del seat, play, missing

    def may_be_out(self, seat: int) -> bool:
        """Whether a seat may have no cards left, though nobody can tell."""
        del seat
        return False

    def said(self, seat: int, action: object) -> None:
        """Does an action of the play, as the book has it, that only says something."""
        del seat, action

    @abstractmethod
    def open_play(self, seat: int, text: str) -> bool:
        """Called at the first play or pass: sets the turn to whom the rules name, or to ANYBODY.

        Returns whether it found fault with the action's being there; whoever plays then has the lead.
        """

    @abstractmethod
    def lead_topic(self) -> str:
        """The rule that says who leads first."""

    @abstractmethod
    def other(self, seat: int, action: object, text: str) -> None:
        """Does an action that is neither play nor pass, as the book has it."""

    @abstractmethod
    def heard_when_out(self, action: object) -> bool:
        """Whether an action, as the book has it, may come from a seat that has no cards left."""

    @abstractmethod
    def ambiguous(self, seat: int, play: Play) -> None:
        """Remarks on a play led that can be read in more than one way."""

    @abstractmethod
    def lead_after_out(self, seat: int) -> int:
        """Who leads when the round was won by a seat that has no cards left."""

    @abstractmethod
    def is_over(self) -> bool:
        """Whether the hand is over, a seat having just gone out."""

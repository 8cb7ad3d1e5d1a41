"""What a climbing game adds to the replay that all climbing games share."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any

from engine.cards.packed import Card
from engine.climbing.reader import Form, Play
from engine.rulebook.sentences import say


class ClimbingHooks(ABC):
    """The questions that the shared replay asks of a game.  Most games keep the answers that are here."""

    higher: str = say("a higher play of the same kind, a bomb")
    """What would have beaten the play on the table, in the words of findings."""

    aside: Any = None
    """What the opening of the hand has left for the outcome alone."""

    def in_play(self, actions: Sequence[str]) -> Hashable | None:
        """What the actions so far, which are given, have left for those that follow; None if that is not known."""
        del actions
        return None

    @abstractmethod
    def follow(self, action: str) -> None:
        """Records what every seat has seen of the action just done."""

    def shows_cards(self, action: str) -> bool:
        """Whether an action shows all that matters of the cards that it moves."""
        del action
        return True

    def barred(self, seat: int, text: str) -> bool:
        """Reports a play or pass that is not allowed before the first play.  Returns whether it did."""
        del seat, text
        return False

    def as_read_from_holding(self, seat: int, play: Play, text: str) -> Play:
        """The play as it counts with the cards that the seat holds."""
        del seat, text
        return play

    def as_listed(self, seat: int, play: Play, text: str) -> Play:
        """The play as it counts with the cards that the seat may hold, in a log that leaves out seats."""
        del seat, text
        return play

    def after_listed(self, seat: int, play: Play) -> None:
        """Called after a play has left the hand, in a log that leaves out seats."""
        del seat, play

    @abstractmethod
    def other_listed(self, seat: int, action: object, text: str) -> None:
        """Does an action that is neither a play nor a pass, in a log that leaves out seats."""

    def too_early(self, seat: int, play: Play, text: str) -> bool:
        """Reports cards that the rules forbid as long as the seat holds others.  Returns whether it did."""
        del seat, play, text
        return False

    def after_play(self, seat: int, play: Play, missing: Sequence[Card]) -> None:
        """Called after a play that the fast path does not do has left the hand, except for the missing cards.

        The play to beat has not changed yet.  The seat goes out afterwards if it holds no cards then.
        """
        del seat, play, missing

    def may_be_out(self, seat: int) -> bool:
        """Whether it is unknown if a seat still holds cards."""
        del seat
        return False

    def said(self, seat: int, action: object) -> None:
        """Does an action, as the reader reads it, that changes neither cards nor turn: a report."""
        del seat, action

    def heard_when_out(self, action: object) -> bool:
        """Whether a seat without cards may do an action.  ``action`` is as the reader reads it."""
        del action
        return False

    def ambiguous(self, seat: int, play: Play) -> None:
        """Reports that a lead can be read in more than one way."""
        del seat, play

    def stands_for(self, play: Play, form: Form) -> tuple[str, ...]:
        """What the wild cards of a play stand for that counts as a form, as logs write it."""
        del play, form
        return ()

    @abstractmethod
    def beats_by(self, play: Play, form: Form, against: Form) -> str:
        """What makes a play that counts as a form beat another form, or capture it, in words."""

    def lead_topic(self) -> str:
        """The last part of the name of the rule that says which seat leads first."""
        return "lead"

    @abstractmethod
    def open_play(self, seat: int, text: str) -> bool:
        """Called at the first play or pass: sets the turn to the seat that the rules name, or to ANYBODY.

        Returns whether it has reported that something is missing before this action; then the seat that plays leads.
        """

    @abstractmethod
    def other(self, seat: int, action: object, text: str) -> None:
        """Does an action that is neither a play nor a pass.  ``action`` is as the reader reads it."""

    @abstractmethod
    def lead_after_out(self, seat: int) -> int:
        """The seat that leads after a round that a seat has won with its last cards."""

    @abstractmethod
    def is_over(self) -> bool:
        """Whether the hand is over; asked when a seat has gone out."""

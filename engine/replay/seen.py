"""What a seat knows of the cards of the others, and the deals of the rest that fit it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.cards.packed import Card, Holding
from engine.replay.endgame import Endgame, Position

World = tuple[Endgame, Position]
"""The rest of a hand with its roles, and where it stands."""


@dataclass(frozen=True, slots=True)
class SeatKnowledge:
    """What a seat knows before an action."""

    known: tuple[Holding, ...]
    """By seat, the cards that it is known to hold; of the own seat all."""
    unseen: tuple[Card, ...]
    """The cards of the other seats that the seat does not see, in the order in which actions name cards."""
    free: tuple[int, ...]
    """By seat, how many of them it holds."""
    deciding: frozenset[Card]
    """The cards whose places decide whether a deal fits, and which seat has which role."""
    kind: Callable[[Card], Card]
    """What the rules tell apart of a card that is not seen."""
    world: Callable[[Sequence[Holding]], World | None]
    """The rest of the hand if the seats hold some cards; None if that does not fit what is known to all."""


class Sight(Protocol):
    """What the seats know during one hand."""

    def seen(self, seat: int) -> SeatKnowledge:
        """What a seat, by number, knows after the actions done so far."""


class SightOf(Protocol):
    """Makes the sight of a hand whose cards and roles are all known.

    Each of its actions must be followed (``HandReplay.follow``).
    """

    def __call__(self, replay: Any, endgame: Any) -> Sight: ...

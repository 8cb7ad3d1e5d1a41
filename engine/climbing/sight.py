"""What a seat of a climbing game knows: its own cards, those that all have seen, and how many each hand has."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from engine.cards.packed import (
    BLACK_JOKER,
    EMPEROR_JOKER,
    ONE,
    PROTECTOR_JOKER,
    RED_JOKER,
    Card,
    Holding,
    bare_of,
    copies,
    rank_of,
    size,
    unpack,
)
from engine.climbing.endgame import ClimbingEndgame
from engine.climbing.hand import ClimbingHand
from engine.climbing.public_cards import still_held
from engine.replay.seen import SeatKnowledge, World

HandT = TypeVar("HandT", bound=ClimbingHand)
_JOKERS: Final = (BLACK_JOKER, PROTECTOR_JOKER, RED_JOKER, EMPEROR_JOKER)


class ClimbingSight(ABC, Generic[HandT]):
    """What the seats know during one hand whose cards and roles are all known."""

    def __init__(self, replay: HandT, endgame: ClimbingEndgame) -> None:
        """Each action of the hand must be followed, so that the table has the public cards."""
        self.replay: Final = replay
        self.endgame: Final = endgame
        self._endgames: Final[dict[int, ClimbingEndgame]] = {}

    @abstractmethod
    def finder(self) -> Callable[[Sequence[Holding]], int | None]:
        """Finds the seat whose role the cards decide in some hands (0 if none); None if they do not fit.

        It goes by what is known now, and is asked later.
        """

    @abstractmethod
    def with_role(self, seat: int) -> ClimbingEndgame:
        """The rest of the hand if a seat has the role that the cards decide."""

    def role_seats(self) -> Sequence[int]:
        """The seats that may have the role that the cards decide."""
        return range(len(self.replay.table.seats))

    def deciding(self) -> frozenset[Card]:
        """The cards whose places decide whether a deal fits."""
        return frozenset()

    def kind(self) -> Callable[[Card], Card]:
        """What the rules tell apart of a card."""
        return bare_of

    def public(self, seat: int) -> Holding:
        """The cards that all know to be in a hand."""
        return self.replay.table.public[seat]

    def seen(self, seat: int) -> SeatKnowledge:
        """What a seat knows after the actions done so far."""
        holdings = self.replay.table.holdings
        held = [holdings.shown(place) for place in range(len(holdings.known))]
        known = [
            cards if place == seat else _part(cards, still_held(self.public(place), cards))
            for place, cards in enumerate(held)
        ]
        rest = [cards - part for cards, part in zip(held, known, strict=True)]
        worlds: dict[int, World] = {}
        for role_seat in self.role_seats():
            endgame = self._endgames.get(role_seat) or self._endgames.setdefault(role_seat, self.with_role(role_seat))
            position = endgame.position(self.replay)
            if not endgame.is_over(position[4]):
                worlds[role_seat] = endgame, position
        find = self.finder()

        def world(hands: Sequence[Holding]) -> World | None:
            number = find(hands)
            if number is None or number not in worlds:
                return None
            endgame, (_, turn, owner, laid, course) = worlds[number]
            return endgame, (tuple(hands), turn, owner, laid, course)

        return SeatKnowledge(
            known=tuple(known),
            unseen=tuple(sorted((card for cards in rest for card in unpack(cards)), key=as_named)),
            free=tuple(map(size, rest)),
            deciding=self.deciding(),
            kind=self.kind(),
            world=world,
        )


def as_named(card: Card) -> tuple[int, int]:
    """The place of a card among those that an action names: by rank and suit, then the jokers."""
    if card in _JOKERS:
        return BLACK_JOKER, _JOKERS.index(card)
    return rank_of(card), card


def _part(held: Holding, public: Holding) -> Holding:
    """The cards of a hand that are known to all; of a card without a suit the first of its rank."""
    part = 0
    for card in unpack(public):
        other: Card | None = card
        if not copies(held - part, card):
            other = next((candidate for candidate in unpack(held - part) if bare_of(candidate) == bare_of(card)), None)
        part += 0 if other is None else ONE[other]
    return part

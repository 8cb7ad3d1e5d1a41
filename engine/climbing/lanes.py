"""The quick reading of plays: the words of a play are looked up and added, and the sum shows what the cards form.

The weight of a word has lanes that count cards.  The first sixteen lanes count the cards of each rank and
whatever else matters in the game; four more count the cards of each suit.  The packed card is above the lanes.
"""

from abc import abstractmethod
from collections.abc import Callable, Container, Mapping, Sequence
from typing import ClassVar, Final

from engine.cards.holdings import Deck
from engine.cards.packed import GUARDS, MOST_COPIES, SUITS, Card
from engine.climbing.reader import ActionReader, Form, PlainPlay
from engine.memo import BoundedMemo

LANES: Final = 16
"""The number of lanes that count cards of a rank, and the like."""

_LANE_BITS: Final = 4
_MOST_CARDS: Final = (1 << _LANE_BITS) - 1
"""The most cards that a lane can count.  No lane overflows in a play of this many cards."""
_FULL_LANE: Final = (1 << _LANE_BITS) - 1
_COUNTS: Final = (1 << _LANE_BITS * LANES) - 1
_CARD_SHIFT: Final = _LANE_BITS * (LANES + len(SUITS))
_KEPT: Final = 2_000


def lane(number: int) -> int:
    """One card in a lane."""
    return 1 << _LANE_BITS * number


def suit_lane(suit: int) -> int:
    """One card in the lane of a suit, for games in which it matters whether all cards are of one suit."""
    return lane(LANES + suit)


_SUIT_LANES: Final = sum(suit_lane(suit) for suit in range(len(SUITS))) * _FULL_LANE
_OF_ONE_SUIT: Final = frozenset(
    suit_lane(suit) * count for suit in range(len(SUITS)) for count in range(1, _MOST_CARDS + 1)
)
ONE_SUIT: Final = lane(LANES)
"""Added to the counts of a play in which all cards that have a suit are of the same suit."""


def counts_of(key: int) -> list[int]:
    """The counts of the lanes, without those of suits."""
    return [key >> _LANE_BITS * number & _FULL_LANE for number in range(LANES)]


def weight_of(packed: int, lanes: int) -> int:
    """The weight of a word: its packed card, and one card in each of some lanes."""
    return packed << _CARD_SHIFT | lanes


def weights_of(deck: Deck, lanes_of: Callable[[Card], int]) -> dict[str, int]:
    """The weight of each spelling of each card of a deck."""
    return {text: weight_of(packed, lanes_of(deck.spellings[text])) for text, packed in deck.packed.items()}


class LaneReader(ActionReader):
    """A reader that reads most plays by adding up the weights of their words."""

    suited_sizes: ClassVar[frozenset[int]] = frozenset()
    """The numbers of cards of the plays for which it matters whether all cards are of one suit."""

    def __init__(self, seats: Sequence[str], weights: Mapping[str, int]) -> None:
        """``weights`` are what words add to a play; words without a weight are read closely."""
        super().__init__(seats)
        self._weights: Final = dict(weights)
        self._forms: Final[BoundedMemo[int, tuple[Form, Container[object]] | tuple[()]]] = BoundedMemo(_KEPT)
        """By the counts of lanes, what cards form and what beats it; empty for cards that have to be read closely."""

    def read_cards(self, cards: str) -> PlainPlay | None:
        """The play of some cards; None for what has to be read closely, such as a single card with a claim."""
        words = cards.split(" ")
        count = len(words)
        if count > _MOST_CARDS or (count == 1 and "=" in cards):
            return None
        try:
            weight = sum(map(self._weights.__getitem__, words))
        except KeyError:
            weight = self._learn_words(words)
        packed, key = weight >> _CARD_SHIFT, weight & _COUNTS
        if not packed or (count > MOST_COPIES and packed & GUARDS):
            return None
        if count in self.suited_sizes and weight & _SUIT_LANES in _OF_ONE_SUIT:
            key |= ONE_SUIT
        formed = self._forms.get(key)
        if formed is None:
            form = self.form_of_lanes(key)
            formed = self._forms.keep(key, () if form is None else (form, self.beaters(form)))
        return (count, packed, *formed) if formed else None

    def _learn_words(self, words: Sequence[str]) -> int:
        """Keeps the weights of words that have none yet, and weighs the words; 0 if they have to be read closely."""
        for word in words:
            if word not in self._weights:
                weight = self.weigh(word)
                if weight is None:
                    return 0
                self._weights[word] = weight
        return sum(map(self._weights.__getitem__, words))

    def weigh(self, word: str) -> int | None:
        """The weight of a word; None if it has to be read closely.  A game with claims also weighs those."""
        return self._weights.get(word)

    @abstractmethod
    def form_of_lanes(self, key: int) -> Form | None:
        """What cards form, from the counts of their lanes; None for what has to be read closely."""

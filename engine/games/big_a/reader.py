"""What the texts of actions mean in Big A, for one Big A."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.cards.holdings import Deck
from engine.cards.packed import (
    BLACK_JOKER,
    RANKS,
    RED_JOKER,
    SUITED,
    Card,
    rank_of,
)
from engine.climbing.lanes import LaneReader, counts_of, lane, weights_of
from engine.climbing.reader import Form, Play
from engine.games.big_a.combinations import BigACombination, all_beaters, form_of_counts
from engine.memo import BoundedMemo
from engine.record.actions import UnreadableAction, Wants, Word, Words, no_card, whole_number
from engine.record.verbs import NOTHING
from engine.rulebook.findings import Phrase
from engine.rulebook.sentences import marked, say

DECK: Final = Deck.of([*SUITED, BLACK_JOKER, RED_JOKER] * 2)
VERBS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "play": marked("one or more cards"),
        "pass": NOTHING,
        "expose": marked("one ace, or two aces of the same suit, and optionally ^ and the number of cards drawn"),
        "reveal": marked("one ace"),
        "capture": marked("one or more fours"),
        "redeal": NOTHING,
    }
)
"""The verbs of this game, each with what follows it, in words."""
COPIES: Final = 2
"""The number of copies of each card in the deck, and so of the Big A."""

ACE: Final = RANKS.index("A")
FOUR: Final = RANKS.index("4")

_BLACK_LANE: Final = len(RANKS)
_BIG: Final = lane(len(RANKS) + 2)
_READERS_KEPT: Final = 64


@dataclass(frozen=True, slots=True)
class Expose:
    """One or both copies of an ace exposed during the drawing."""

    ace: Card
    count: int
    drawn: int | None
    """The number of cards that the seat had drawn; None if the log does not say."""
    column: int
    drawn_column: int | None = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """An ace revealed after the last card was drawn."""

    ace: Card
    column: int


@dataclass(frozen=True, slots=True)
class BigARedeal:
    """The redeal of a void deal."""


@dataclass(frozen=True, slots=True)
class Capture(Play):
    """Fours that capture the cards on the table; they form something only if all are of rank 4."""


@lru_cache(maxsize=100_000)
def _form_of_lanes(key: int) -> Form | None:
    """What cards form, from the counts of their lanes: ranks, black jokers, red jokers and Big A."""
    counts = counts_of(key)
    black, red, big = counts[_BLACK_LANE:]
    return form_of_counts(counts[:_BLACK_LANE], black, red, big)


class BigAReader(LaneReader):
    """The reader of actions of a table; ``big`` is the Big A, or None before it is set: plays are then read closely."""

    verbs = VERBS

    def __init__(self, seats: Sequence[str], big: Card | None) -> None:
        self.big: Final = big
        self._beaters: Final = all_beaters()
        super().__init__(seats, {} if big is None else weights_of(DECK, self._lanes_of))

    def _lanes_of(self, card: Card) -> int:
        """The lanes of a card: its rank or the colour of a joker, and one more if it is a Big A."""
        if card >= BLACK_JOKER:
            return lane(_BLACK_LANE + card - BLACK_JOKER)
        return lane(rank_of(card)) | (_BIG if card == self.big else 0)

    def form_of_lanes(self, key: int) -> Form | None:
        """What cards form, from their lanes; None if they have to be read closely: no combination, or a Big A among
        them.
        """
        return None if key >= _BIG else _form_of_lanes(key)

    def form(self, cards: Sequence[Card]) -> Form | None:
        """What some cards form; None if they form nothing."""
        ranks = [0] * len(RANKS)
        for card in cards:
            if card < BLACK_JOKER:
                ranks[rank_of(card)] += 1
        big = 0 if self.big is None else cards.count(self.big)
        return form_of_counts(ranks, cards.count(BLACK_JOKER), cards.count(RED_JOKER), big)

    def beaters(self, form: Form) -> Container[object]:
        """The forms that beat a form."""
        return self._beaters[form]

    def words(self, form: Form) -> Phrase:
        """A form in words."""
        return BigACombination(form)

    def plain(self, play: Play) -> bool:
        """Whether a play can be judged by its form and its packed cards alone: no capture, and no Big A among the
        cards.
        """
        return not isinstance(play, Capture) and self.big is not None and self.big not in play.cards

    def read_arguments(self, words: Words) -> Play | Expose | Reveal | BigARedeal | UnreadableAction | None:
        """The action of some words; None for a pass."""
        verb = words.verb.text
        if words.drawn is not None and verb != "expose":
            return _WANTS.drawn(words)
        if verb in ("play", "capture"):
            return self.read_play(words)
        if verb in ("expose", "reveal"):
            return self._read_aces(words, COPIES if verb == "expose" else 1)
        if words.arguments:
            return _WANTS.too_many(words, words.arguments[0])
        return BigARedeal() if verb == "redeal" else None

    def read_play(self, words: Words) -> Play | UnreadableAction:
        """The play or the capture of some words."""
        cards = _cards(words)
        if isinstance(cards, UnreadableAction):
            return cards
        captures = words.verb.text == "capture"
        form = None if captures and any(_rank(card) != FOUR for card in cards) else self.form(cards)
        kind = Capture if captures else Play
        return kind(cards, form, () if form is None else (form,))

    def _read_aces(self, words: Words, most: int) -> Expose | Reveal | UnreadableAction:
        cards = _cards(words)
        if isinstance(cards, UnreadableAction):
            return cards
        for place, (card, word) in enumerate(zip(cards, words.arguments, strict=True)):
            if place == most:
                return _WANTS.too_many(words, word)
            if _rank(card) != ACE or card != cards[0]:
                return _WANTS.argument(words, word)
        column = words.arguments[0].column
        if most == 1:
            return Reveal(cards[0], column)
        if words.drawn is None:
            return Expose(cards[0], len(cards), None, column)
        drawn = whole_number(words.drawn.text)
        if drawn is None:
            return _WANTS.argument(words, Word("^" + words.drawn.text, words.drawn.column))
        return Expose(cards[0], len(cards), drawn, column, words.drawn.column)


class Readers:
    """The readers of the tables that a judge has replayed, one for each Big A."""

    def __init__(self) -> None:
        self._readers: Final[BoundedMemo[tuple[tuple[str, ...], Card | None], BigAReader]] = BoundedMemo(_READERS_KEPT)

    def reader(self, seats: tuple[str, ...], big: Card | None) -> BigAReader:
        """The reader of a table for a Big A; None for the drawing."""
        return self._readers.get((seats, big)) or self._readers.keep((seats, big), BigAReader(seats, big))


_WANTS: Final = Wants(VERBS)


def _rank(card: Card) -> int | None:
    return rank_of(card) if card < BLACK_JOKER else None


def _cards(words: Words) -> tuple[Card, ...] | UnreadableAction:
    """The cards in the arguments of an action, at least one."""
    if not words.arguments:
        return _WANTS.too_few(words)
    cards: list[Card] = []
    for word in words.arguments:
        card = DECK.spellings.get(word.text)
        if card is None:
            return _no_card(words, word)
        cards.append(card)
    return tuple(cards)


def _no_card(words: Words, word: Word) -> UnreadableAction:
    card, mark, _ = word.text.partition("=")
    if mark and card in DECK.spellings:
        reason = {"reason": say("Big A has no wild cards"), "wanted": say("{card} alone", card=card)}
        return UnreadableAction("claim", words.seat, word.column, word.text, reason)
    return no_card(words, word, DECK.examples)

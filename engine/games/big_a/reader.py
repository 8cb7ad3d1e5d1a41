"""What the texts of actions mean at a table of Big A, for one Big A."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.cards.holdings import Deck
from engine.cards.packed import (
    BLACK_JOKER,
    GUARDS,
    HOLDING_BITS,
    MOST_COPIES,
    RANKS,
    RED_JOKER,
    SUITED,
    Card,
    overfull,
    pack,
    rank_of,
)
from engine.climbing.reader import OTHER, ActionReader, Form, PlainPlay, Play, ReadAction
from engine.games.big_a.combinations import Combination, all_beaters, form_of_counts
from engine.record.actions import Elsewhere, Malformed, Wants, Word, Words, no_card, split_action, whole_number
from engine.record.verbs import NOTHING
from engine.rulebook.findings import Phrase

DECK: Final = Deck.of([*SUITED, BLACK_JOKER, RED_JOKER] * 2)
VERBS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "play": "one or more cards",
        "pass": NOTHING,
        "expose": "one ace, or two aces of the same suit, and optionally ^ and the number of cards drawn",
        "reveal": "one ace",
        "capture": "one or more fours",
        "redeal": NOTHING,
    }
)
"""The verbs of this game, each with what follows it, in words."""
COPIES: Final = 2
"""Copies of each card in the deck, and so of the Big A."""

ACE: Final = RANKS.index("A")
FOUR: Final = RANKS.index("4")

_LANE: Final = 4
_FULL_LANE: Final = (1 << _LANE) - 1
_BIG: Final = 1 << _LANE * (len(RANKS) + 2)
_QUICK_CARDS: Final = 15
_KEPT: Final = 20_000
_READERS_KEPT: Final = 320
_CARD_BITS: Final = HOLDING_BITS
_CARD_MASK: Final = (1 << _CARD_BITS) - 1


@dataclass(frozen=True, slots=True)
class Expose:
    """One or both copies of an ace laid open while drawing."""

    ace: Card
    count: int
    drawn: int | None
    """How many cards the seat had drawn, where the log says it."""
    column: int
    drawn_column: int | None = None


@dataclass(frozen=True, slots=True)
class Reveal:
    """An ace shown when all cards are up."""

    ace: Card
    column: int


@dataclass(frozen=True, slots=True)
class Redeal:
    """The cards thrown in."""


@dataclass(frozen=True, slots=True)
class Capture(Play):
    """Fours that take the cards on the table; they form something only if all are of rank 4."""


@lru_cache(maxsize=100_000)
def _form_of_lanes(key: int) -> Form | None:
    """What cards form that are given as lanes of ranks, black jokers, red jokers and Big A."""
    counts = [key >> _LANE * lane & _FULL_LANE for lane in range(len(RANKS) + 3)]
    black, red, big = counts[len(RANKS) :]
    return form_of_counts(counts[: len(RANKS)], black, red, big)


class BigAReader(ActionReader):
    """The actions of a table; ``big`` is the Big A, None before it is set: then every play wants a closer look."""

    def __init__(self, seats: Sequence[str], big: Card | None) -> None:
        super().__init__(seats)
        self.big: Final = big
        self._beaters: Final[Mapping[Form, frozenset[Form]]] = all_beaters()
        self._weights: Final = {
            text: packed | self._lanes(DECK.spellings[text]) << _CARD_BITS for text, packed in DECK.packed.items()
        }
        self._forms: Final[dict[int, tuple[Form, frozenset[Form]] | None]] = {}
        """By lanes; None for what needs a closer look: no combination, or a Big A in it."""

    def _lanes(self, card: Card) -> int:
        if card >= BLACK_JOKER:
            return 1 << _LANE * (len(RANKS) + card - BLACK_JOKER)
        return 1 << _LANE * rank_of(card) | (_BIG if card == self.big else 0)

    def read_cards(self, cards: str) -> PlainPlay | None:
        """What cards are that are played; None for what needs a closer look."""
        words = cards.split(" ")
        count = len(words)
        if count > _QUICK_CARDS or self.big is None:
            return None
        try:
            weight = sum(map(self._weights.__getitem__, words))
        except KeyError:
            return None
        packed, key = weight & _CARD_MASK, weight >> _CARD_BITS
        formed = self._forms[key] if key in self._forms else self._learn_form(key)
        return None if formed is None or (count > MOST_COPIES and packed & GUARDS) else (count, packed, *formed)

    def _learn_form(self, key: int) -> tuple[Form, frozenset[Form]] | None:
        form = _form_of_lanes(key)
        known = None if form is None or key >= _BIG else (form, self._beaters[form])
        if len(self._forms) >= _KEPT:
            self._forms.clear()
        self._forms[key] = known
        return known

    def form(self, cards: Sequence[Card]) -> Form | None:
        """What some cards form; None where they form nothing."""
        ranks = [0] * len(RANKS)
        for card in cards:
            if card < BLACK_JOKER:
                ranks[rank_of(card)] += 1
        big = 0 if self.big is None else cards.count(self.big)
        return form_of_counts(ranks, cards.count(BLACK_JOKER), cards.count(RED_JOKER), big)

    def play(self, text: str) -> Play:
        """The play of a text whose entry is one."""
        words = split_action(text, self.numbers, VERBS)
        assert isinstance(words, Words)
        play = self._read_cards(words)
        assert isinstance(play, Play)
        return play

    def beaters(self, form: Form) -> Container[object]:
        """The forms that beat a form."""
        return self._beaters[form]

    def words(self, form: Form) -> Phrase:
        """A form in words."""
        return Combination(form)

    def read_closely(self, text: str) -> ReadAction:
        """What an action's text means, read word by word."""
        words = split_action(text, self.numbers, VERBS)
        if isinstance(words, Malformed):
            return -1, OTHER, 0, words, None
        if isinstance(words, Elsewhere):
            return words.seat, OTHER, 0, words, None
        action = self._read_arguments(words)
        if action is None:
            return self.passes[words.seat]
        if isinstance(action, Play) and not isinstance(action, Capture) and action.form is not None:
            packed = 0 if overfull(action.cards) else pack(action.cards)
            if packed and self.big is not None and self.big not in action.cards:
                return words.seat, len(action.cards), packed, action.form, self.beaters(action.form)
        return words.seat, OTHER, 0, action, None

    def _read_arguments(self, words: Words) -> Play | Expose | Reveal | Redeal | Malformed | None:
        verb = words.verb.text
        if words.drawn is not None and verb != "expose":
            return _WANTS.drawn(words)
        if verb in ("play", "capture"):
            return self._read_cards(words)
        if verb in ("expose", "reveal"):
            return self._read_aces(words, COPIES if verb == "expose" else 1)
        if words.arguments:
            return _WANTS.too_many(words, words.arguments[0])
        return Redeal() if verb == "redeal" else None

    def _read_cards(self, words: Words) -> Play | Malformed:
        cards = _cards(words)
        if isinstance(cards, Malformed):
            return cards
        captures = words.verb.text == "capture"
        form = None if captures and any(_rank(card) != FOUR for card in cards) else self.form(cards)
        kind = Capture if captures else Play
        return kind(cards, form, () if form is None else (form,))

    def _read_aces(self, words: Words, most: int) -> Expose | Reveal | Malformed:
        cards = _cards(words)
        if isinstance(cards, Malformed):
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
    """The readers of the tables that a judge has met, one for each Big A."""

    def __init__(self) -> None:
        self._readers: Final[dict[tuple[tuple[str, ...], Card | None], BigAReader]] = {}

    def reader(self, seats: tuple[str, ...], big: Card | None) -> BigAReader:
        """The reader of a table for a Big A; None for the drawing."""
        reader = self._readers.get((seats, big))
        if reader is None:
            if len(self._readers) >= _READERS_KEPT:
                self._readers.clear()
            reader = self._readers[seats, big] = BigAReader(seats, big)
        return reader


_WANTS: Final = Wants(VERBS)


def _rank(card: Card) -> int | None:
    return rank_of(card) if card < BLACK_JOKER else None


def _cards(words: Words) -> tuple[Card, ...] | Malformed:
    """The cards that are an action's arguments, one at least."""
    if not words.arguments:
        return _WANTS.too_few(words)
    cards: list[Card] = []
    for word in words.arguments:
        card = DECK.spellings.get(word.text)
        if card is None:
            return _no_card(words, word)
        cards.append(card)
    return tuple(cards)


def _no_card(words: Words, word: Word) -> Malformed:
    card, mark, _ = word.text.partition("=")
    if mark and card in DECK.spellings:
        reason = {"reason": "Big A has no wild cards"}
        return Malformed("claim", words.seat, word.column, word.text, reason)
    return no_card(words, word)

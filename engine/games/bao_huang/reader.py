"""What the texts of actions mean at a table of Bao Huang."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from engine.cards.holdings import Deck
from engine.cards.packed import (
    BLACK_JOKER,
    EMPEROR_JOKER,
    GUARDS,
    HOLDING_BITS,
    MOST_COPIES,
    PROTECTOR_JOKER,
    RANKS,
    RED_JOKER,
    SUITED,
    UNKNOWN,
    Card,
    card_of,
    overfull,
    pack,
)
from engine.climbing.reader import OTHER, ActionReader, Form, PlainPlay, Play, ReadAction
from engine.games.bao_huang.combinations import (
    BLACK,
    ORDER,
    RED,
    Combination,
    beaters,
    classify,
    form_of,
    parts,
    strength,
)
from engine.games.bao_huang.rules import JokerRule
from engine.record.actions import Elsewhere, Malformed, Wants, Words, no_card, split_action
from engine.record.verbs import NOTHING
from engine.rulebook.findings import Phrase

DECLARATIONS: Final = ("uprising", "protector", "solo")
VERBS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "play": "one or more cards",
        "pass": NOTHING,
        "tribute": "one or more cards",
        "take": "one or more cards",
        "accept": NOTHING,
        "decline": NOTHING,
        "declare": f"one of {', '.join(DECLARATIONS)}",
        "show": "three or four cards of the same rank and suit",
        "ask": NOTHING,
        "redeal": NOTHING,
    }
)
"""The verbs of this game, each with what follows it, in words."""
SMALL_DECK: Final = 168
_LOW_RANKS: Final = "345"
_PACKS: Final = 4
_JOKERS: Final = (
    *[RED_JOKER] * 3,
    EMPEROR_JOKER,
    *[BLACK_JOKER] * 3,
    PROTECTOR_JOKER,
)

_LANE: Final = 5
_FULL_LANE: Final = (1 << _LANE) - 1
_CARD_MASK: Final = (1 << HOLDING_BITS) - 1
_QUICK_CARDS: Final = 15
_KEPT: Final = 20_000


@cache
def deck_of(cards: int, *, bare: bool) -> Deck:
    """The deck of 168 or 216 cards; ``bare``: whether a rank alone may stand for a card.

    Of the smaller deck 3, 4 and 5 are read as well, being cards of the game: a hand just cannot hold them.
    """
    ranks = [rank for rank, text in enumerate(RANKS) if cards != SMALL_DECK or text not in _LOW_RANKS]
    suited = [card_of(rank, suit) for rank in ranks for suit in range(4) for _ in range(_PACKS)]
    return Deck.of([*suited, *_JOKERS], also=SUITED, bare=bare)


def weights_of(deck: Deck) -> Mapping[str, int]:
    """What each word of a play adds to it: the card packed, and above it a count in the lane of its strength."""
    return {
        text: packed | 1 << HOLDING_BITS + _LANE * strength(deck.spellings[text])
        for text, packed in deck.packed.items()
    }


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards given, taken or shown: `tribute`, `take`, `show`, and where in the action's text each stands."""

    verb: str
    cards: tuple[Card, ...]
    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The emperor card accepted or declined."""

    accepts: bool


@dataclass(frozen=True, slots=True)
class Declare:
    """A declaration of one of ``DECLARATIONS``, and where it stands in the action's text."""

    what: str
    column: int


@dataclass(frozen=True, slots=True)
class Ask:
    """ "Do not beat me"."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """The end of a void deal."""


class BaoHuangReader(ActionReader):
    """The actions of a table under some options."""

    def __init__(
        self, seats: Sequence[str], deck: Deck, weights: Mapping[str, int], joker_rule: JokerRule, lowest: int | None
    ) -> None:
        """``weights`` are the deck's; ``lowest``: the place in ``ORDER`` of the rank kept to the end, if one is."""
        super().__init__(seats)
        self.deck: Final = deck
        self.lowest: Final = lowest
        self._joker_rule: Final = joker_rule
        self._weights: Final = weights
        self._forms: Final[dict[int, tuple[Form, Container[object]] | None]] = {}

    def read_cards(self, cards: str) -> PlainPlay | None:
        """What cards are that are played; None for what needs a closer look."""
        words = cards.split(" ")
        count = len(words)
        if count > _QUICK_CARDS:
            return None
        try:
            weight = sum(map(self._weights.__getitem__, words))
        except KeyError:
            return None
        packed, key = weight & _CARD_MASK, weight >> HOLDING_BITS
        if count > MOST_COPIES and packed & GUARDS:
            return None
        forms = self._forms[key] if key in self._forms else self._learn_forms(key)
        return None if forms is None else (count, packed, *forms)

    def _learn_forms(self, key: int) -> tuple[Form, Container[object]] | None:
        """What cards form that are given as lanes by strength; None for what needs a closer look."""
        counts = [key >> _LANE * place & _FULL_LANE for place in range(RED + 1)]
        ranks = [place for place in range(len(ORDER)) if counts[place]]
        known = None
        if len(ranks) < 2 and self.lowest not in ranks:
            rank = ranks[0] if ranks else 0
            form = form_of(rank, counts[rank] if ranks else 0, counts[BLACK], counts[RED])
            known = (form, self.beaters(form))
        if len(self._forms) >= _KEPT:
            self._forms.clear()
        self._forms[key] = known
        return known

    def play(self, text: str) -> Play:
        """The play of a text whose entry is one."""
        words = split_action(text, self.numbers, VERBS)
        assert isinstance(words, Words)
        play = self._read_play(words)
        assert isinstance(play, Play)
        return play

    def beaters(self, form: Form) -> Container[object]:
        """The forms that beat a form."""
        return beaters(form, self._joker_rule)

    def words(self, form: Form) -> Phrase:
        """A form in words."""
        return Combination(form)

    def has_lowest(self, play: Play) -> bool:
        """Whether a play has cards of the rank that is kept to the end."""
        return self.lowest is not None and any(strength(card) == self.lowest for card in play.cards)

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
        if isinstance(action, Play) and action.form is not None and self._plain(action):
            return words.seat, len(action.cards), pack(action.cards), action.form, self.beaters(action.form)
        return words.seat, OTHER, 0, action, None

    def _plain(self, play: Play) -> bool:
        """Whether a play can be judged by its form and its packed cards alone."""
        assert play.form is not None
        rank, equal, _, _ = parts(play.form)
        return not overfull(play.cards) and not (equal and rank == self.lowest)

    def _read_arguments(self, words: Words) -> Play | Cards | Answer | Declare | Ask | Redeal | Malformed | None:
        verb, arguments = words.verb.text, words.arguments
        drawn = _WANTS.drawn(words)
        if drawn is not None:
            return drawn
        if verb == "play":
            return self._read_play(words)
        if verb in ("tribute", "take", "show"):
            return self._read_cards(words)
        if verb == "declare":
            return _read_declaration(words)
        if arguments:
            return _WANTS.too_many(words, arguments[0])
        if verb in ("accept", "decline"):
            return Answer(verb == "accept")
        return None if verb == "pass" else Ask() if verb == "ask" else Redeal()

    def _read_play(self, words: Words) -> Play | Malformed:
        cards = self._cards_of(words, hidden=False)
        if isinstance(cards, Malformed):
            return cards
        form = classify(cards.cards)
        return Play(cards.cards, form, () if form is None else (form,))

    def _read_cards(self, words: Words) -> Cards | Malformed:
        cards = self._cards_of(words, hidden=words.verb.text != "show")
        if words.verb.text == "show" and isinstance(cards, Cards):
            if len(cards.cards) < 3:
                return _WANTS.too_few(words)
            if len(cards.cards) > 4:
                return _WANTS.too_many(words, words.arguments[4])
        return cards

    def _cards_of(self, words: Words, *, hidden: bool) -> Cards | Malformed:
        if not words.arguments:
            return _WANTS.too_few(words)
        cards: list[Card] = []
        for word in words.arguments:
            card = UNKNOWN if hidden and word.text == "??" else self.deck.spellings.get(word.text)
            if card is None:
                return no_card(words, word)
            cards.append(card)
        return Cards(words.verb.text, tuple(cards), tuple(word.column for word in words.arguments))


_WANTS: Final = Wants(VERBS)


def _read_declaration(words: Words) -> Declare | Malformed:
    if not words.arguments:
        return _WANTS.too_few(words)
    what = words.arguments[0]
    if what.text not in DECLARATIONS:
        return _WANTS.argument(words, what)
    if len(words.arguments) > 1:
        return _WANTS.too_many(words, words.arguments[1])
    return Declare(what.text, what.column)

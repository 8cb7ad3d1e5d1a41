"""What the texts of actions mean in Bao Huang."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from engine.cards.holdings import Deck
from engine.cards.packed import (
    BLACK_JOKER,
    EMPEROR_JOKER,
    PROTECTOR_JOKER,
    RANKS,
    RED_JOKER,
    SUITED,
    UNKNOWN,
    Card,
    card_of,
)
from engine.climbing.lanes import LaneReader, counts_of, lane, weights_of
from engine.climbing.reader import Form, Play
from engine.games.bao_huang.combinations import (
    BLACK,
    ORDER,
    RED,
    BaoHuangCombination,
    BaoHuangCombinationRules,
    OpenBeaters,
    OpenCombinationRules,
    beaters,
    classify,
    form_of,
    parts,
    strength,
)
from engine.record.actions import UnreadableAction, Wants, Words, no_card
from engine.record.verbs import NOTHING
from engine.rulebook.findings import Phrase
from engine.rulebook.sentences import Text, marked, say_of

DECLARATIONS: Final = ("uprising", "protector", "solo")
_DECLARED: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "uprising": say_of("bao_huang", "uprising"),
        "protector": say_of("bao_huang declaration", "protector"),
        "solo": say_of("bao_huang", "solo"),
    }
)
VERBS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "play": marked("one or more cards"),
        "pass": NOTHING,
        "tribute": marked("one or more cards"),
        "take": marked("one or more cards"),
        "accept": NOTHING,
        "decline": NOTHING,
        "declare": marked("one of uprising, protector, solo"),
        "show": marked("three or four cards of the same rank and suit"),
        "ask": NOTHING,
        "redeal": NOTHING,
    }
)
"""The verbs of this game, each with what follows it, in words."""
SMALL_DECK: Final = 168
SIXES_GONE: Final = 165
"""The deck without three of the sixes of the small one."""
_SIXES_LEFT: Final = 13
_LOW_RANKS: Final = "345"
_PACKS: Final = 4
_JOKERS: Final = (
    *[RED_JOKER] * 3,
    EMPEROR_JOKER,
    *[BLACK_JOKER] * 3,
    PROTECTOR_JOKER,
)


@cache
def deck_of(cards: int, *, bare: bool) -> Deck:
    """The deck of 168, 216 or 165 cards; ``bare`` says whether a rank alone is a card.

    With the smaller deck, 3, 4 and 5 are also read, because they are cards of the game; but no hand can hold them.
    """
    ranks = [rank for rank, text in enumerate(RANKS) if cards not in (SMALL_DECK, SIXES_GONE) or text not in _LOW_RANKS]
    suited = [card_of(rank, suit) for rank in ranks for suit in range(4) for _ in range(_PACKS)]
    limits = {RANKS.index("6"): _SIXES_LEFT} if cards == SIXES_GONE else {}
    return Deck.of([*suited, *_JOKERS], also=SUITED, bare=bare, limits=limits)


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards given, taken or shown (`tribute`, `take`, `show`), each with its column in the text of the action."""

    verb: str
    cards: tuple[Card, ...]
    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CrownAnswer:
    """An answer for the emperor card: accepted or declined."""

    accepts: bool


@dataclass(frozen=True, slots=True)
class Declare:
    """A declaration of one of ``DECLARATIONS``, with its column in the text of the action."""

    what: str
    column: int


@dataclass(frozen=True, slots=True)
class Ask:
    """ "Do not beat me"."""


@dataclass(frozen=True, slots=True)
class BaoHuangRedeal:
    """The redeal of a void deal."""


def declaration(what: str) -> str:
    """A declaration in words; as it is if the game does not have it."""
    return _DECLARED.get(what, what)


class BaoHuangReader(LaneReader):
    """The reader of the actions of a table under some options."""

    verbs = VERBS

    def __init__(
        self, seats: Sequence[str], deck: Deck, rules: BaoHuangCombinationRules | OpenCombinationRules
    ) -> None:
        super().__init__(seats, weights_of(deck, lambda card: lane(strength(card))))
        self.deck: Final = deck
        self.lowest: Final = rules.lowest
        self.rules: Final = rules
        self._open_beaters: Final[dict[Form, OpenBeaters]] = {}

    def form_of_lanes(self, key: int) -> Form | None:
        """What cards form, from the counts of their lanes; None for what has to be read closely."""
        counts = counts_of(key)
        ranks = [place for place in range(len(ORDER)) if counts[place]]
        if len(ranks) > 1 or self.lowest in ranks:
            return None
        rank = ranks[0] if ranks else 0
        return form_of(rank, counts[rank] if ranks else 0, counts[BLACK], counts[RED])

    def beaters(self, form: Form) -> Container[object]:
        """The forms that beat a form."""
        if isinstance(self.rules, BaoHuangCombinationRules):
            return beaters(form, self.rules.joker_rule)
        return self._open_beaters.get(form) or self._open_beaters.setdefault(form, OpenBeaters(form, self.rules))

    def words(self, form: Form) -> Phrase:
        """A form in words."""
        return BaoHuangCombination(form)

    def has_lowest(self, play: Play) -> bool:
        """Whether a play has cards of the rank that is played last."""
        return self.lowest is not None and any(strength(card) == self.lowest for card in play.cards)

    def plain(self, play: Play) -> bool:
        """Whether a play can be judged by its form and its packed cards alone."""
        assert play.form is not None
        rank, equal, _, _ = parts(play.form)
        return not (equal and rank == self.lowest)

    def read_arguments(
        self, words: Words
    ) -> Play | Cards | CrownAnswer | Declare | Ask | BaoHuangRedeal | UnreadableAction | None:
        """The action of some words; None for a pass."""
        verb, arguments = words.verb.text, words.arguments
        drawn = _WANTS.drawn(words)
        if drawn is not None:
            return drawn
        if verb == "play":
            return self.read_play(words)
        if verb in ("tribute", "take", "show"):
            return self._read_cards(words)
        if verb == "declare":
            return _read_declaration(words)
        if arguments:
            return _WANTS.too_many(words, arguments[0])
        if verb in ("accept", "decline"):
            return CrownAnswer(verb == "accept")
        return None if verb == "pass" else Ask() if verb == "ask" else BaoHuangRedeal()

    def read_play(self, words: Words) -> Play | UnreadableAction:
        """The play of some words."""
        cards = self._cards_of(words, hidden=False)
        if isinstance(cards, UnreadableAction):
            return cards
        form = classify(cards.cards)
        return Play(cards.cards, form, () if form is None else (form,))

    def _read_cards(self, words: Words) -> Cards | UnreadableAction:
        cards = self._cards_of(words, hidden=words.verb.text != "show")
        if words.verb.text == "show" and isinstance(cards, Cards):
            if len(cards.cards) < 3:
                return _WANTS.too_few(words)
            if len(cards.cards) > 4:
                return _WANTS.too_many(words, words.arguments[4])
        return cards

    def _cards_of(self, words: Words, *, hidden: bool) -> Cards | UnreadableAction:
        if not words.arguments:
            return _WANTS.too_few(words)
        cards: list[Card] = []
        for word in words.arguments:
            card = UNKNOWN if hidden and word.text == "??" else self.deck.spellings.get(word.text)
            if card is None:
                return no_card(words, word, self.deck.examples)
            cards.append(card)
        return Cards(words.verb.text, tuple(cards), tuple(word.column for word in words.arguments))


_WANTS: Final = Wants(VERBS)


def _read_declaration(words: Words) -> Declare | UnreadableAction:
    if not words.arguments:
        return _WANTS.too_few(words)
    what = words.arguments[0]
    if what.text not in DECLARATIONS:
        return _WANTS.argument(words, what)
    if len(words.arguments) > 1:
        return _WANTS.too_many(words, words.arguments[1])
    return Declare(what.text, what.column)

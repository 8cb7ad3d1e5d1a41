"""What the texts of actions mean at a table of Guandan, at one level."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from engine.cards.holdings import Deck
from engine.cards.packed import (
    BLACK_JOKER,
    GUARDS,
    MOST_COPIES,
    RANKS,
    RED_JOKER,
    SUITED,
    SUITS,
    UNKNOWN,
    Card,
    overfull,
    pack,
    parse_card,
    parse_rank,
    rank_of,
    suit_of,
)
from engine.climbing.reader import OTHER, SAID, ActionReader, Form, PlainPlay, Play, ReadAction
from engine.games.guandan.combinations import (
    LEVEL_STRENGTH,
    PLATE,
    SINGLE,
    TUBE,
    Claim,
    Combination,
    Shape,
    at_level,
    beats,
    every_form,
    readings,
    shape_of,
    wild_card,
)
from engine.record.actions import Elsewhere, Malformed, Wants, Words, no_card, split_action, whole_number
from engine.record.verbs import NOTHING
from engine.rulebook.findings import Phrase

DECK: Final = Deck.of([*SUITED, BLACK_JOKER, RED_JOKER] * 2)
VERBS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "play": "one or more cards",
        "pass": NOTHING,
        "tribute": "one card, and optionally > and the seat of the receiver",
        "return": "one card, and optionally > and the seat of the receiver",
        "resist": NOTHING,
        "report": "the number of cards left",
    }
)
"""The verbs of this game, each with what follows it, in words."""

UNJUDGED: Final = 0
"""The form of every play at an unknown level."""

_LANE: Final = 4
_FULL_LANE: Final = (1 << _LANE) - 1
_WILD_LANE: Final = 15
_SUIT_LANES: Final = 16
_RANK_BITS: Final = (1 << _LANE * _SUIT_LANES) - 1
_ANY_SUIT: Final = len(SUITS)
_SUIT_BITS: Final = ((1 << _LANE * len(SUITS)) - 1) << _LANE * _SUIT_LANES
_ANY_SUIT_BITS: Final = _FULL_LANE << _LANE * (_SUIT_LANES + _ANY_SUIT)
_CARD_LANES: Final = _SUIT_LANES + _ANY_SUIT + 1
_FLUSH: Final = 1 << _LANE * _SUIT_LANES
_LOOSE: Final = 1 << _LANE * (_SUIT_LANES + 1)
_FLUSH_CARDS: Final = 5
_ONE_SUIT: Final = frozenset(
    count << _LANE * (_SUIT_LANES + suit) for count in range(1, _FLUSH_CARDS + 1) for suit in range(len(SUITS))
)
_QUICK_CARDS: Final = 10
_KEPT: Final = 20_000


class _Everything(Container[object]):
    def __contains__(self, form: object) -> bool:
        return True


_EVERYTHING: Final = _Everything()


@dataclass(frozen=True, slots=True)
class Handed:
    """A card that goes to another seat: `tribute` or `return`."""

    verb: str
    card: Card
    to: int | None
    column: int
    """Where the card stands in the action's text."""
    to_column: int | None = None
    """Where the receiver stands in it."""


@dataclass(frozen=True, slots=True)
class Resist:
    """Both red jokers shown against tribute."""


@dataclass(frozen=True, slots=True)
class Count:
    """A report of cards left."""

    number: int
    column: int


@lru_cache(maxsize=100_000)
def _readings_of_lanes(key: int, joker_pair: bool) -> tuple[Form, ...]:
    """The readings, at no level, of cards that are given as lanes of ranks, jokers and wild cards."""
    counts = [key >> _LANE * lane & _FULL_LANE for lane in range(_SUIT_LANES)]
    black, red, wild = counts[len(RANKS) :]
    flush = bool(key & _FLUSH)
    loose = wild > 0 or not flush or bool(key & _LOOSE)
    shape = Shape(
        ranks=tuple((rank, count) for rank, count in enumerate(counts[: len(RANKS)]) if count),
        black=black,
        red=red,
        wild=wild,
        flush=flush,
        loose=loose,
    )
    return readings(shape, -1, joker_pair)


@cache
def _beaters() -> Mapping[Form, frozenset[Form]]:
    forms = every_form()
    return {form: frozenset(other for other in forms if beats(other, form)) for form in forms}


class GuandanReader(ActionReader):
    """The actions of a table at a level; at an unknown one (None) every play counts and beats every other."""

    def __init__(self, seats: Sequence[str], level: int | None, joker_pair_in_full_house: bool) -> None:
        """``joker_pair_in_full_house`` is the option of that name."""
        super().__init__(seats)
        self.level: Final = level
        self._joker_pair: Final = joker_pair_in_full_house
        self._wild: Final = None if level is None else wild_card(level)
        self._forms: Final[dict[int, tuple[Form, frozenset[Form]] | None]] = {}
        self._weights: Final = {} if level is None else {text: self._weight(text) for text in DECK.spellings}
        self._beaters: Final = _beaters()

    def _weight(self, text: str, claim: Claim | None = None) -> int:
        """What a word adds to a play: lanes for its rank, joker or wildness and for suits, and above them the card."""
        card = DECK.spellings[text]
        if claim is not None:
            lane = 1 << _LANE * claim.rank | 1 << _LANE * (
                _SUIT_LANES + (_ANY_SUIT if claim.suit is None else claim.suit)
            )
        elif card == self._wild:
            lane = 1 << _LANE * _WILD_LANE
        elif card >= BLACK_JOKER:
            lane = 1 << _LANE * (len(RANKS) + card - BLACK_JOKER)
        else:
            lane = 1 << _LANE * rank_of(card) | 1 << _LANE * (_SUIT_LANES + suit_of(card))
        return DECK.packed[text] << _LANE * _CARD_LANES | lane

    def read_cards(self, cards: str) -> PlainPlay | None:
        """What cards are that are played; None for what needs a closer look."""
        words = cards.split(" ")
        count = len(words)
        if count > _QUICK_CARDS:
            return None
        try:
            weight = sum(map(self._weights.__getitem__, words))
        except KeyError:
            weight = self._learn_claims(words)
        packed = weight >> _LANE * _CARD_LANES
        if not packed or (count > MOST_COPIES and packed & GUARDS) or (count == 1 and "=" in cards):
            return None
        key = weight & _RANK_BITS
        if count == _FLUSH_CARDS:
            if weight & _SUIT_BITS in _ONE_SUIT:
                key |= _FLUSH
            if weight & _ANY_SUIT_BITS:
                key |= _LOOSE
        forms = self._forms[key] if key in self._forms else self._learn_forms(key)
        return None if forms is None else (count, packed, *forms)

    def _learn_forms(self, key: int) -> tuple[Form, frozenset[Form]] | None:
        """Works out what cards of some lanes form; None for what needs a closer look."""
        assert self.level is not None
        forms = at_level(_readings_of_lanes(key, self._joker_pair), self.level)
        known = None if not forms or _ambiguous(forms) else (forms[0], self._beaters[forms[0]])
        if len(self._forms) >= _KEPT:
            self._forms.clear()
        self._forms[key] = known
        return known

    def _learn_claims(self, words: Sequence[str]) -> int:
        """Remembers the claims among some words, and weighs the words; 0 where one of them cannot be read so."""
        if self.level is None:
            return 0
        for word in words:
            if word not in self._weights:
                text, mark, claim_text = word.partition("=")
                card = DECK.spellings.get(text)
                claim = self._claim(card, claim_text) if mark and card is not None else None
                if claim is None:
                    return 0
                self._weights[word] = self._weight(text, claim)
        return sum(map(self._weights.__getitem__, words))

    def _readings(self, cards: Sequence[Card], claims: Sequence[Claim | None] = ()) -> tuple[Form, ...]:
        assert self.level is not None
        shape = shape_of(cards, self.level, claims)
        forms = readings(shape, self.level, self._joker_pair)
        if claims and len(cards) == 1:
            return tuple(form for form in forms if form == SINGLE << 8 | LEVEL_STRENGTH)
        return forms

    def play(self, text: str) -> Play:
        """The play of a text whose entry is one."""
        words = split_action(text, self.numbers, VERBS)
        assert isinstance(words, Words)
        play = self._read_play(words)
        assert isinstance(play, Play)
        return play

    def beaters(self, form: Form) -> Container[object]:
        """The forms that beat a form."""
        return _EVERYTHING if form == UNJUDGED else self._beaters[form]

    def words(self, form: Form) -> Phrase:
        """A form in words."""
        return Combination(form, self.level)

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
        if isinstance(action, Play) and action.form is not None and not action.ambiguous:
            packed = pack(action.cards)
            if not overfull(action.cards):
                return words.seat, len(action.cards), packed, action.form, self.beaters(action.form)
        return words.seat, SAID if isinstance(action, Count) else OTHER, 0, action, None

    def _read_arguments(self, words: Words) -> Play | Handed | Resist | Count | Malformed | None:
        verb, arguments = words.verb.text, words.arguments
        drawn = _WANTS.drawn(words)
        if drawn is not None:
            return drawn
        if verb == "play":
            return self._read_play(words)
        if verb in ("tribute", "return"):
            return self._read_handed(words)
        if verb == "report":
            if len(arguments) != 1:
                return _wrong_count(words, 1)
            number = whole_number(arguments[0].text)
            if number is None:
                return _WANTS.argument(words, arguments[0])
            return Count(number, arguments[0].column)
        if arguments:
            return _wrong_count(words, 0)
        return Resist() if verb == "resist" else None

    def _read_play(self, words: Words) -> Play | Malformed:
        if not words.arguments:
            return _wrong_count(words, 1)
        cards: list[Card] = []
        claims: list[Claim | None] = []
        for word in words.arguments:
            text, mark, claim_text = word.text.partition("=")
            card = DECK.spellings.get(text)
            if card is None:
                return no_card(words, word)
            claim = self._claim(card, claim_text) if mark else None
            if mark and claim is None:
                reason = self._claim_fault(card)
                return Malformed("claim", words.seat, word.column, word.text, {"reason": reason})
            cards.append(card)
            claims.append(claim)
        if self.level is None:
            return Play(tuple(cards), UNJUDGED, (UNJUDGED,))
        claimed = any(claims)
        forms = self._readings(cards, claims if claimed else ())
        return Play(
            cards=tuple(cards),
            form=forms[0] if forms else None,
            readings=forms,
            claimed=claimed,
            ambiguous=not claimed and _ambiguous(forms),
        )

    def _claim(self, card: Card, text: str) -> Claim | None:
        may_be_wild = card == self._wild or (self.level is None and card in SUITED and SUITS[suit_of(card)] == "h")
        if not may_be_wild:
            return None
        rank = parse_rank(text)
        if rank is not None:
            return Claim(rank, None)
        meant = parse_card(text)
        if meant is None or meant not in SUITED:
            return None
        return Claim(rank_of(meant), suit_of(meant))

    def _claim_fault(self, card: Card) -> str:
        if self._wild is not None and card != self._wild:
            return f"only the wild card {RANKS[rank_of(self._wild)]}h can be played as another card"
        return "a wild card can be played as any card except a joker"

    def _read_handed(self, words: Words) -> Handed | Malformed:
        arguments = words.arguments
        if len(arguments) not in (1, 3):
            return _wrong_count(words, 1)
        card = UNKNOWN if arguments[0].text == "??" else DECK.spellings.get(arguments[0].text)
        if card is None:
            return no_card(words, arguments[0])
        if len(arguments) == 1:
            return Handed(words.verb.text, card, None, arguments[0].column)
        if arguments[1].text != ">":
            return _WANTS.argument(words, arguments[1])
        to = self.numbers.get(arguments[2].text)
        if to is None:
            listed = ", ".join(self.seats)
            return Malformed("unknown-seat", words.seat, arguments[2].column, arguments[2].text, {"seats": listed})
        return Handed(words.verb.text, card, to, arguments[0].column, arguments[2].column)


_WANTS: Final = Wants(VERBS)


def _ambiguous(forms: Sequence[Form]) -> bool:
    return len(forms) > 1 and {TUBE, PLATE} <= {form >> 8 for form in forms}


def _wrong_count(words: Words, wanted: int) -> Malformed:
    if len(words.arguments) < wanted or not words.arguments:
        return _WANTS.too_few(words)
    named = words.verb.text in ("tribute", "return") and len(words.arguments) > 1 and words.arguments[1].text == ">"
    if named and len(words.arguments) == 2:
        return _WANTS.argument(words, words.arguments[1])
    return _WANTS.too_many(words, words.arguments[3 if named else wanted])

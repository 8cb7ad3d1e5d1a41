"""What the texts of actions mean in Guandan at one level, and the setup of a hand."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from engine.cards.holdings import Deck
from engine.cards.packed import (
    BLACK_JOKER,
    CARD_TEXTS,
    FIRST_BARE,
    ONE,
    RANKS,
    RED_JOKER,
    SUITED,
    SUITS,
    UNKNOWN,
    Card,
    card_of,
    parse_card,
    parse_rank,
    rank_of,
    suit_of,
)
from engine.climbing.lanes import ONE_SUIT, LaneReader, counts_of, lane, suit_lane, weight_of, weights_of
from engine.climbing.reader import Form, Play
from engine.games.guandan.combinations import (
    LEVEL_STRENGTH,
    PLATE,
    SEQUENCES,
    SINGLE,
    TUBE,
    GuandanCombination,
    GuandanCombinationRules,
    Shape,
    WildClaim,
    at_level,
    beats,
    every_form,
    form_of,
    kind_of,
    of_two_pairs,
    readings,
    shape_of,
    wild_card,
)
from engine.games.guandan.suitless import BARE, HandHoldings, SuitlessPlay, choices_of
from engine.record.actions import UnreadableAction, Wants, Words, no_card, whole_number
from engine.record.verbs import NOTHING
from engine.rulebook.findings import Phrase
from engine.rulebook.sentences import Text, say

DECK: Final = Deck.of([*SUITED, BLACK_JOKER, RED_JOKER] * 2)
NAMED: Final[Mapping[str, Card]] = MappingProxyType({**DECK.spellings, **BARE})
"""What names a card in an action: a card of the deck, or its rank alone."""
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

_BLACK_LANE: Final = len(RANKS)
_WILD_LANE: Final = len(RANKS) + 2


class _Everything(Container[object]):
    def __contains__(self, form: object) -> bool:
        return True


_EVERYTHING: Final = _Everything()


@dataclass(frozen=True, slots=True)
class HandedCard:
    """A card given to another seat: `tribute` or `return`."""

    verb: str
    card: Card
    to: int | None
    column: int
    """The column of the card in the text of the action."""
    to_column: int | None = None
    """The column of the receiver."""


@dataclass(frozen=True, slots=True)
class Resist:
    """Resistance to tribute: both red jokers are shown."""


@dataclass(frozen=True, slots=True)
class CardsLeft:
    """A report of cards left."""

    number: int
    column: int


@cache
def _reading_of_lanes(rules: GuandanCombinationRules) -> Callable[[int], tuple[Form, ...]]:
    """A function that gives the readings of cards from the counts of lanes.  Readers with the same rules share it."""

    @lru_cache(maxsize=10_000)
    def readings_of_lanes(key: int) -> tuple[Form, ...]:
        return readings(_shape_of_lanes(key), rules)

    return readings_of_lanes


def _shape_of_lanes(key: int) -> Shape:
    """The shape of cards from the counts of lanes."""
    counts = counts_of(key)
    black, red, wild = counts[_BLACK_LANE:]
    flush = bool(key & ONE_SUIT)
    return Shape(
        ranks=tuple((rank, count) for rank, count in enumerate(counts[:_BLACK_LANE]) if count),
        black=black,
        red=red,
        wild=wild,
        flush=flush,
        loose=wild > 0 or not flush,
    )


@cache
def _weights() -> Mapping[str, int]:
    """The weights of all words at no level."""
    return weights_of(DECK, _lanes_of)


def _lanes_of(card: Card) -> int:
    """The lanes of a card: its rank and suit, or the colour of a joker."""
    if card >= BLACK_JOKER:
        return lane(_BLACK_LANE + card - BLACK_JOKER)
    return lane(rank_of(card)) | suit_lane(suit_of(card))


@cache
def _weights_with(wild: Card) -> Mapping[str, int]:
    """The weights of all words at the level of a wild card, which has a lane of its own."""
    weight = weight_of(ONE[wild], lane(_WILD_LANE))
    return {**_weights(), **{text: weight for text, card in DECK.spellings.items() if card == wild}}


@cache
def _beaters() -> Mapping[Form, frozenset[Form]]:
    forms = every_form()
    return {form: frozenset(other for other in forms if beats(other, form)) for form in forms}


class GuandanReader(LaneReader):
    """The reader of the actions of a table at a level.  At an unknown level (None) every play beats every other."""

    verbs = VERBS
    announcements = (CardsLeft,)
    suited_sizes = frozenset(kind.size for kind, run in SEQUENCES if run.one_suit is not None)

    def __init__(self, seats: Sequence[str], rules: GuandanCombinationRules) -> None:
        self.level: Final = rules.level
        self._wild: Final = None if rules.level is None else wild_card(rules.level)
        self._rules: Final = rules
        self._at_no_level: Final = _reading_of_lanes(replace(rules, level=None, full_house_wild="high"))
        self._beaters: Final = _beaters()
        super().__init__(seats, {} if self._wild is None else _weights_with(self._wild))

    def weigh(self, word: str) -> int | None:
        """The weight of a wild card with a claim; None if it has to be read closely."""
        if self._rules.full_house_wild == "high_only":
            return None
        text, mark, claim_text = word.partition("=")
        card = DECK.spellings.get(text)
        claim = self._claim(card, claim_text) if mark and card is not None and self.level is not None else None
        if claim is None:
            return None
        return weight_of(DECK.packed[text], lane(claim.rank) | (0 if claim.suit is None else suit_lane(claim.suit)))

    def form_of_lanes(self, key: int) -> Form | None:
        """The highest form that the cards of some lanes can be read as; None for what has to be read closely."""
        assert self.level is not None
        forms = at_level(self._at_no_level(key), self.level)
        if self._rules.full_house_wild != "high" and len(forms) > 1:
            forms = of_two_pairs(forms, _shape_of_lanes(key), self._rules)
        return None if not forms or _ambiguous(forms) else forms[0]

    def _readings(self, cards: Sequence[Card], claims: Sequence[WildClaim | None] = ()) -> tuple[Form, ...]:
        forms = readings(shape_of(cards, self.level, claims), self._rules)
        if claims and len(cards) == 1:
            return tuple(form for form in forms if form == form_of(SINGLE, LEVEL_STRENGTH))
        return forms

    def plain(self, play: Play) -> bool:
        """Whether a play can be judged, and counted, by its form and its packed cards alone."""
        plain = not play.ambiguous and not (self.level is None and play.claimed)
        return plain and all(card < FIRST_BARE for card in play.cards)

    def beaters(self, form: Form) -> Container[object]:
        """The forms that beat a form."""
        return _EVERYTHING if form == UNJUDGED else self._beaters[form]

    def words(self, form: Form) -> Phrase:
        """A form in words."""
        return GuandanCombination(form, self.level)

    def read_arguments(self, words: Words) -> Play | HandedCard | Resist | CardsLeft | UnreadableAction | None:
        """The action of some words; None for a pass."""
        verb, arguments = words.verb.text, words.arguments
        drawn = _WANTS.drawn(words)
        if drawn is not None:
            return drawn
        if verb == "play":
            return self.read_play(words)
        if verb in ("tribute", "return"):
            return self._read_handed(words)
        if verb == "report":
            if len(arguments) != 1:
                return _wrong_count(words, 1)
            number = whole_number(arguments[0].text)
            if number is None:
                return _WANTS.argument(words, arguments[0])
            return CardsLeft(number, arguments[0].column)
        if arguments:
            return _wrong_count(words, 0)
        return Resist() if verb == "resist" else None

    def read_play(self, words: Words) -> Play | UnreadableAction:
        """The play of some words, as it counts on a lead."""
        if not words.arguments:
            return _wrong_count(words, 1)
        cards: list[Card] = []
        claims: list[WildClaim | None] = []
        for word in words.arguments:
            text, mark, claim_text = word.text.partition("=")
            card = NAMED.get(text)
            if card is None:
                return no_card(words, word, DECK.examples)
            if mark and card >= FIRST_BARE:
                card = card_of(rank_of(card), SUITS.index("h"))
            claim = self._claim(card, claim_text) if mark else None
            if mark and claim is None:
                reason = self._claim_fault(card)
                return UnreadableAction(
                    "claim", words.seat, word.column, word.text, {"reason": reason, "wanted": self._claim_example()}
                )
            cards.append(card)
            claims.append(claim)
        claimed = any(claims)
        if self.level is None:
            forms = self._readings(cards, claims) if claimed else ()
            return Play(tuple(cards), UNJUDGED, (UNJUDGED, *forms), claimed)
        if any(card >= FIRST_BARE for card in cards):
            return self._suitless(tuple(cards), tuple(claims))
        forms = self._readings(cards, claims if claimed else ())
        return Play(
            cards=tuple(cards),
            form=forms[0] if forms else None,
            readings=forms,
            claimed=claimed,
            ambiguous=not claimed and _ambiguous(forms),
        )

    def _suitless(self, cards: tuple[Card, ...], claims: tuple[WildClaim | None, ...]) -> SuitlessPlay:
        play = SuitlessPlay(cards, None, claimed=any(claims), claims=claims)
        forms = tuple(sorted({form for choice in self.choices(play) for form in choice}, reverse=True))
        return replace(play, form=forms[0] if forms else None, readings=forms)

    def choices(self, play: Play, held: HandHoldings | None = None) -> list[tuple[Form, ...]]:
        """What a play can be read as by each choice of suits, or by each that a hand can hold; see ``choices_of``."""
        if not isinstance(play, SuitlessPlay):
            return [play.readings] if play.readings else []
        return choices_of(play, self._rules, held)

    def _claim(self, card: Card, text: str) -> WildClaim | None:
        may_be_wild = card == self._wild or (self.level is None and card in SUITED and SUITS[suit_of(card)] == "h")
        if not may_be_wild:
            return None
        rank = parse_rank(text)
        if rank is not None:
            return WildClaim(rank, None)
        meant = parse_card(text)
        if meant is None or meant not in SUITED:
            return None
        return WildClaim(rank_of(meant), suit_of(meant))

    def _claim_example(self) -> Text:
        wild = "2h" if self._wild is None else CARD_TEXTS[self._wild]
        return say("a claim on a wild card, such as {claim}", claim=f"{wild}=9s")

    def _claim_fault(self, card: Card) -> Text:
        if self._wild is not None and card != self._wild:
            card_text = CARD_TEXTS[self._wild]
            return say("only the wild card {card} can be played as another card", card=card_text)
        return say("a wild card can be played as any card except a joker")

    def _read_handed(self, words: Words) -> HandedCard | UnreadableAction:
        arguments = words.arguments
        if len(arguments) not in (1, 3):
            return _wrong_count(words, 1)
        card = UNKNOWN if arguments[0].text == "??" else NAMED.get(arguments[0].text)
        if card is None:
            return no_card(words, arguments[0], DECK.examples)
        if len(arguments) == 1:
            return HandedCard(words.verb.text, card, None, arguments[0].column)
        if arguments[1].text != ">":
            return _WANTS.argument(words, arguments[1])
        to = self.numbers.get(arguments[2].text)
        if to is None:
            listed = ", ".join(self.seats)
            return UnreadableAction(
                "unknown-seat", words.seat, arguments[2].column, arguments[2].text, {"seats": listed}
            )
        return HandedCard(words.verb.text, card, to, arguments[0].column, arguments[2].column)


_WANTS: Final = Wants(VERBS)


def _ambiguous(forms: Sequence[Form]) -> bool:
    return len(forms) > 1 and {TUBE, PLATE} <= {kind_of(form) for form in forms}


def _wrong_count(words: Words, wanted: int) -> UnreadableAction:
    if len(words.arguments) < wanted or not words.arguments:
        return _WANTS.too_few(words)
    named = words.verb.text in ("tribute", "return") and len(words.arguments) > 1 and words.arguments[1].text == ">"
    if named and len(words.arguments) == 2:
        return _WANTS.argument(words, words.arguments[1])
    return _WANTS.too_many(words, words.arguments[3 if named else wanted])

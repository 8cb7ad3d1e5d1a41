"""What some cards form in Big A, and which forms beat which.

A form is an integer, whose bits are, from high to low: the kind, the number of cards, the rank within the kind.  Bombs
have higher kinds than other combinations, in the order in which they beat one another.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.cards.packed import BLACK_JOKER, RANKS, Card, rank_of
from engine.rulebook.sentences import Text, marked, say, say_of

Form = int

SINGLE, PAIR, SEQUENCE, DOUBLE_SEQUENCE = range(1, 5)
(
    TRIPLE,
    FOUR,
    FIVE,
    SIX,
    TWO_JOKERS,
    TRIPLE_SEQUENCE,
    FAKE_EIGHT,
    SEVEN,
    TRUE_EIGHT,
    THREE_JOKERS,
    FOUR_JOKERS,
    BIG_ACE_PAIR,
) = range(5, 17)

KIND_NAMES: Final[Mapping[int, str]] = {
    SINGLE: "single",
    PAIR: "pair",
    SEQUENCE: "sequence",
    DOUBLE_SEQUENCE: "double_sequence",
    TRIPLE: "triple",
    FOUR: "four",
    FIVE: "five",
    SIX: "six",
    TWO_JOKERS: "two_jokers",
    TRIPLE_SEQUENCE: "triple_sequence",
    FAKE_EIGHT: "fake_eight",
    SEVEN: "seven",
    TRUE_EIGHT: "true_eight",
    THREE_JOKERS: "three_jokers",
    FOUR_JOKERS: "four_jokers",
    BIG_ACE_PAIR: "big_ace_pair",
}
KIND_WORDS: Final[Mapping[int, str]] = {
    SINGLE: marked("single"),
    PAIR: marked("pair"),
    SEQUENCE: marked("sequence"),
    DOUBLE_SEQUENCE: marked("double sequence"),
    TRIPLE: marked("triple"),
    FOUR: marked("four"),
    FIVE: marked("five"),
    SIX: marked("six"),
    TWO_JOKERS: marked("two jokers"),
    TRIPLE_SEQUENCE: marked("triple sequence"),
    FAKE_EIGHT: marked("fake eight"),
    SEVEN: marked("seven"),
    TRUE_EIGHT: marked("true eight"),
    THREE_JOKERS: marked("three jokers"),
    FOUR_JOKERS: marked("four jokers"),
    BIG_ACE_PAIR: marked("big ace pair"),
}
"""The kinds in words."""
BOMBS: Final = TRIPLE
"""Kinds from this number on are bombs."""
CAPTURED: Final = frozenset({TRIPLE, FOUR, FIVE, SIX})
"""The kinds that fours can capture."""

ORDER: Final = "456789TJQKA23"
"""The ranks, from low to high, for single cards and sets of one rank."""
STRENGTHS: Final[Mapping[int, int]] = {RANKS.index(rank): strength for strength, rank in enumerate(ORDER)}
BLACK_STRENGTH: Final = len(ORDER)
RED_STRENGTH: Final = BLACK_STRENGTH + 1
BIG_STRENGTH: Final = BLACK_STRENGTH + 2

LOW_ACE: Final = 1
HIGH_ACE: Final = 14
"""The place of the ace in sequences; 2 to K have the places 2 to 13."""
TOPS: Final = "?A23456789TJQKA"
LONGEST: Final = 14
SHORTEST: Final = 3

_OF_A_RANK: Final[Mapping[int, int]] = {
    1: SINGLE,
    2: PAIR,
    3: TRIPLE,
    4: FOUR,
    5: FIVE,
    6: SIX,
    7: SEVEN,
    8: TRUE_EIGHT,
}
_JOKERS: Final[Mapping[int, int]] = {2: TWO_JOKERS, 3: THREE_JOKERS, 4: FOUR_JOKERS}
_BOTH_COLOURS: Final = 2
"""The number of jokers of each colour."""
_ACE: Final = RANKS.index("A")
_RUN_WIDTHS: Final[Mapping[int, int]] = {1: SEQUENCE, 2: DOUBLE_SEQUENCE, 3: TRIPLE_SEQUENCE, 4: FAKE_EIGHT}
RUNS: Final[Mapping[int, int]] = {kind: width for width, kind in _RUN_WIDTHS.items()}
"""By kind of sequence, the number of cards of each rank."""
JOKER_KINDS: Final = frozenset(_JOKERS.values())
"""The kinds of two jokers or more; their rank is the number of red ones."""
_RUN_LENGTHS: Final[Mapping[int, range]] = {
    SEQUENCE: range(SHORTEST, LONGEST + 1),
    DOUBLE_SEQUENCE: range(SHORTEST, LONGEST + 1),
    TRIPLE_SEQUENCE: range(3, 4),
    FAKE_EIGHT: range(2, 3),
}


def form_of(kind: int, size: int, strength: int) -> Form:
    """The form of a kind, a number of cards, and a rank within the kind."""
    return kind << 16 | size << 8 | strength


def kind_of(form: Form) -> int:
    """The kind of a form."""
    return form >> 16


def size_of(form: Form) -> int:
    """The number of cards of a form."""
    return form >> 8 & 0xFF


def strength_of(form: Form) -> int:
    """The rank of a form within its kind."""
    return form & 0xFF


def card_strength(card: Card, big: Card | None) -> int:
    """The place of a card in the order of single cards, the lowest 0; ``big`` is the Big A, None if there is none."""
    if card == big:
        return BIG_STRENGTH
    return BLACK_STRENGTH + card - BLACK_JOKER if card >= BLACK_JOKER else STRENGTHS[rank_of(card)]


def beats(form: Form, other: Form) -> bool:
    """Whether a form beats another: a higher one of the same kind, or a bomb that beats the kind of the other."""
    kind, against = kind_of(form), kind_of(other)
    if kind == against:
        return _higher(form, other)
    if against >= BOMBS:
        return kind > against
    if kind == TRIPLE:
        return against in (PAIR, SEQUENCE) or (against == SINGLE and strength_of(other) < BLACK_STRENGTH)
    if kind == FOUR:
        return against != SINGLE or strength_of(other) < BIG_STRENGTH
    return kind > FOUR


def beats_by(form: Form, other: Form) -> Text:
    """What makes a form beat another, in words."""
    kind, against = kind_of(form), kind_of(other)
    if kind == against:
        return say("a higher play of the same kind")
    if against < BOMBS:
        template = marked("{play} beat {table}") if kind in JOKER_KINDS else marked("{play} beats {table}")
    elif kind in JOKER_KINDS:
        template = marked("{play} are a higher bomb than {table}")
    else:
        template = marked("{play} is a higher bomb than {table}")
    return say(template, play=_with_article(kind), table=_with_article(against))


def _with_article(kind: int) -> Text:
    if kind in JOKER_KINDS:
        return say(KIND_WORDS[kind])
    return say("the Big Ace pair") if kind == BIG_ACE_PAIR else say("a {kind}", kind=say(KIND_WORDS[kind]))


def _higher(form: Form, other: Form) -> bool:
    kind = kind_of(form)
    if kind == TWO_JOKERS:
        return strength_of(form) == _BOTH_COLOURS > strength_of(other)
    if kind == THREE_JOKERS or size_of(form) != size_of(other):
        return False
    return form > other


_TWO_JOKERS: Final = (say("two black jokers"), say("a black and a red joker"), say("two red jokers"))
_SINGLES: Final[Mapping[str, Text]] = {
    "BJ": say_of("big_a", "BJ"),
    "RJ": say_of("big_a", "RJ"),
    "Big A": say("Big A"),
}
"""The single cards whose rank has words of its own."""
_WITH_RANK: Final[Mapping[int, str]] = {
    SINGLE: marked("single {rank}"),
    PAIR: marked("pair of {rank}s"),
    TRIPLE: marked("triple of {rank}"),
    FOUR: marked("four {rank}s"),
    FIVE: marked("five {rank}s"),
    SIX: marked("six {rank}s"),
    SEVEN: marked("seven {rank}s"),
    TRUE_EIGHT: marked("eight {rank}s"),
    TRIPLE_SEQUENCE: marked("triple sequence to {rank}"),
    FAKE_EIGHT: marked("fake eight to {rank}"),
}
"""The combinations that are known by their rank."""


@dataclass(frozen=True, slots=True)
class BigACombination:
    """A form in words."""

    form: Form

    @property
    def kind(self) -> str:
        """The name of the kind on the rules page."""
        return KIND_NAMES[kind_of(self.form)]

    @property
    def rank(self) -> str:
        """The rank of the combination, as cards are written; ``Big A``, ``BJ`` and ``RJ`` for single ones of those."""
        strength = strength_of(self.form)
        if kind_of(self.form) in _RUN_LENGTHS:
            return TOPS[strength]
        if strength >= BLACK_STRENGTH:
            return ("BJ", "RJ", "Big A")[strength - BLACK_STRENGTH]
        return ORDER[strength]

    def phrase(self) -> Text:
        """The combination in words: ``pair of 9s``, ``sequence of 5 cards to K``, ``two red jokers``."""
        kind = kind_of(self.form)
        if kind == SEQUENCE:
            return say("sequence of {count} cards to {rank}", count=size_of(self.form), rank=self.rank)
        if kind == DOUBLE_SEQUENCE:
            return say("double sequence of {count} pairs to {rank}", count=size_of(self.form) // 2, rank=self.rank)
        if kind == BIG_ACE_PAIR:
            return say("Big Ace pair")
        if kind == TWO_JOKERS:
            return _TWO_JOKERS[strength_of(self.form)]
        if kind in JOKER_KINDS:
            return say(KIND_WORDS[kind])
        rank = _SINGLES.get(self.rank, self.rank) if kind == SINGLE else self.rank
        return say(_WITH_RANK[kind], rank=rank)


def form_of_counts(ranks: Sequence[int], black: int, red: int, big: int) -> Form | None:
    """What cards form: the number of each rank (with the Big A among the aces), of jokers, and of copies of the Big A.

    None if they form nothing.
    """
    size = sum(ranks) + black + red
    jokers = black + red
    if jokers:
        if jokers != size:
            return None
        if jokers == 1:
            return form_of(SINGLE, 1, RED_STRENGTH if red else BLACK_STRENGTH)
        kind = _JOKERS.get(jokers)
        return None if kind is None or max(black, red) > _BOTH_COLOURS else form_of(kind, jokers, red)
    if big == size == 1:
        return form_of(SINGLE, 1, BIG_STRENGTH)
    if big == size == 2:
        return form_of(BIG_ACE_PAIR, 2, 0)
    kinds = sum(1 for count in ranks if count)
    if kinds == 1:
        kind = _OF_A_RANK.get(size)
        rank = next(rank for rank, count in enumerate(ranks) if count)
        return None if kind is None else form_of(kind, size, STRENGTHS[rank])
    return _run(ranks, size) if kinds else None


def _run(ranks: Sequence[int], size: int) -> Form | None:
    """The sequence of singles, pairs, triples or fours that the cards are; a 14th rank is a second ace."""
    width = min(count for count in ranks if count)
    kind = _RUN_WIDTHS.get(width)
    length, over = divmod(size, width)
    if kind is None or over or length not in _RUN_LENGTHS[kind]:
        return None
    both_ends = length == LONGEST
    if any(count != (2 * width if both_ends and rank == _ACE else width) for rank, count in enumerate(ranks) if count):
        return None
    for top in range(HIGH_ACE, length - 1, -1):
        if all(ranks[(place - 2) % len(RANKS)] for place in range(top - length + 1, top + 1)):
            return form_of(kind, size, top)
    return None


@cache
def every_form() -> tuple[Form, ...]:
    """All forms, of every kind, size and rank."""
    forms = [form_of(kind, size, rank) for size, kind in _OF_A_RANK.items() for rank in range(len(ORDER))]
    forms += [form_of(SINGLE, 1, rank) for rank in (BLACK_STRENGTH, RED_STRENGTH, BIG_STRENGTH)]
    for width, kind in _RUN_WIDTHS.items():
        for length in _RUN_LENGTHS[kind]:
            lowest = HIGH_ACE if length == LONGEST - 1 else length
            forms += [form_of(kind, length * width, top) for top in range(lowest, HIGH_ACE + 1)]
    forms += [form_of(TWO_JOKERS, 2, red) for red in range(3)]
    forms += [form_of(THREE_JOKERS, 3, red) for red in (1, 2)]
    return (*forms, form_of(FOUR_JOKERS, 4, 2), form_of(BIG_ACE_PAIR, 2, 0))


@cache
def all_beaters() -> Mapping[Form, frozenset[Form]]:
    """By form, the forms that beat it."""
    forms = every_form()
    return {form: frozenset(other for other in forms if beats(other, form)) for form in forms}

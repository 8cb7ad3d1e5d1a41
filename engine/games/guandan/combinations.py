"""What some cards form in Guandan, and which forms beat which.

A form is an integer.  Its upper bits are the kind, its lower eight the rank within the kind; bombs of
every size lie above all regular kinds, in the order in which they beat one another, so that a form beats
another when it is greater and either a bomb or of the same kind.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards.packed import BLACK_JOKER, RANKS, RED_JOKER, Card, card_of, rank_of, suit_of

Form = int

SINGLE, PAIR, TRIPLE, FULL_HOUSE, STRAIGHT, TUBE, PLATE = range(1, 8)
BOMBS: Final = 0x10
"""Kinds from here on are bombs."""

BOMB_TIERS: Final[Mapping[int, int]] = {4: 0, 5: 1, 6: 3, 7: 4, 8: 5, 9: 6, 10: 7}
STRAIGHT_FLUSH: Final = BOMBS + 2
JOKER_BOMB: Final = BOMBS + 8

KIND_NAMES: Final[Mapping[int, str]] = {
    SINGLE: "single",
    PAIR: "pair",
    TRIPLE: "triple",
    FULL_HOUSE: "full_house",
    STRAIGHT: "straight",
    TUBE: "tube",
    PLATE: "plate",
    STRAIGHT_FLUSH: "straight_flush",
    JOKER_BOMB: "joker_bomb",
} | {BOMBS + tier: "bomb" for tier in BOMB_TIERS.values()}

LEVEL_STRENGTH: Final = 13
BLACK_STRENGTH: Final = 14
RED_STRENGTH: Final = 15

_SIZES: Final = ("", "", "", "", "four", "five", "six", "seven", "eight", "nine", "ten")
_HEARTS: Final = 1
_BY_NATURE: Final = frozenset({STRAIGHT, TUBE, PLATE, STRAIGHT_FLUSH, JOKER_BOMB})
_ACE: Final = 12


def wild_card(level: int) -> Card:
    """The wild card of a level: the heart of its rank."""
    return card_of(level, _HEARTS)


def level_order(card: Card, level: int) -> int:
    """The place of a card in level order, the lowest 0."""
    if card >= BLACK_JOKER:
        return BLACK_STRENGTH if card == BLACK_JOKER else RED_STRENGTH
    return rank_strength(rank_of(card), level)


def rank_strength(rank: int, level: int) -> int:
    """The place of a rank in level order."""
    return LEVEL_STRENGTH if rank == level else rank


def beats(form: Form, other: Form) -> bool:
    """Whether a form beats another: a higher one of its kind, or a bomb that is higher."""
    return form > other and (form >> 8 >= BOMBS or form >> 8 == other >> 8)


@dataclass(frozen=True, slots=True)
class Combination:
    """A form in words, at a level."""

    form: Form
    level: int | None

    @property
    def kind(self) -> str:
        """The name that the rules page gives the kind."""
        return KIND_NAMES[self.form >> 8]

    @property
    def size(self) -> int:
        """How many cards it has."""
        kind = self.form >> 8
        for size, tier in BOMB_TIERS.items():
            if kind == BOMBS + tier:
                return size
        return {SINGLE: 1, PAIR: 2, TRIPLE: 3, TUBE: 6, PLATE: 6, JOKER_BOMB: 4}.get(kind, 5)

    @property
    def rank(self) -> str:
        """The rank it is ranked by, as cards are written; ``BJ`` and ``RJ`` for jokers."""
        strength = self.form & 0xFF
        if strength in (BLACK_STRENGTH, RED_STRENGTH):
            return "BJ" if strength == BLACK_STRENGTH else "RJ"
        if strength == LEVEL_STRENGTH:
            return "?" if self.level is None else RANKS[self.level]
        return RANKS[strength]

    def phrase(self) -> str:
        """The combination in English: ``pair of 9``, ``straight to K``; nothing where the level is unknown."""
        if self.level is None:
            return ""
        kind = self.kind
        if kind == "joker_bomb":
            return "joker bomb"
        if kind == "bomb":
            return f"bomb of {_SIZES[self.size]} {self.rank}s"
        if kind == "single":
            return f"single {self.rank}"
        link = "to" if kind in ("straight", "tube", "plate", "straight_flush") else "of"
        return f"{kind.replace('_', ' ')} {link} {self.rank}"


@dataclass(frozen=True, slots=True)
class Claim:
    """What a wild card is said to stand for; without a suit, any card of the rank."""

    rank: int
    suit: int | None


@dataclass(frozen=True, slots=True)
class Shape:
    """The cards of a play without order: how many of each rank, jokers, free wild cards and suits."""

    ranks: tuple[tuple[int, int], ...]
    """(rank, how many) of the cards that stand for themselves or were claimed, by rank."""
    black: int
    red: int
    wild: int
    flush: bool
    """Whether the ranked cards can all be of one suit."""
    loose: bool
    """Whether they can be of several: true unless they are of one suit and none is free to be another."""

    @property
    def size(self) -> int:
        """How many cards the play has."""
        return sum(count for _, count in self.ranks) + self.black + self.red + self.wild


def shape_of(cards: Sequence[Card], level: int | None, claims: Sequence[Claim | None] = ()) -> Shape:
    """The shape of a play at a level; with claims, one for each card, None where there is none."""
    counts: dict[int, int] = {}
    suits: set[int] = set()
    black = red = wild = free_suits = 0
    for place, card in enumerate(cards):
        claim = claims[place] if claims else None
        if claim is not None:
            counts[claim.rank] = counts.get(claim.rank, 0) + 1
            if claim.suit is None:
                free_suits += 1
            else:
                suits.add(claim.suit)
        elif card == BLACK_JOKER:
            black += 1
        elif card == RED_JOKER:
            red += 1
        elif level is not None and card == wild_card(level):
            wild += 1
        else:
            rank = rank_of(card)
            counts[rank] = counts.get(rank, 0) + 1
            suits.add(suit_of(card))
    return Shape(
        ranks=tuple(sorted(counts.items())),
        black=black,
        red=red,
        wild=wild,
        flush=len(suits) <= 1,
        loose=len(suits) > 1 or wild + free_suits > 0,
    )


def readings(shape: Shape, level: int, joker_pair_in_full_house: bool) -> tuple[Form, ...]:
    """Every form that the cards can be read as, the highest first; none where they form nothing.

    At level -1 no rank is lifted.
    Of a pair of free wild cards and of the pair of a full house only what counts is told apart.
    """
    forms = set(_readings(shape, level, joker_pair_in_full_house))
    return tuple(sorted(forms, reverse=True))


def at_level(forms: Sequence[Form], level: int) -> tuple[Form, ...]:
    """Readings made at no level (-1), as they are at one: its rank is lifted in the kinds that level order ranks."""
    lifted = tuple(
        form & ~0xFF | LEVEL_STRENGTH if form & 0xFF == level and form >> 8 not in _BY_NATURE else form
        for form in forms
    )
    return tuple(sorted(lifted, reverse=True)) if len(lifted) > 1 else lifted


def _readings(shape: Shape, level: int, joker_pair_in_full_house: bool) -> Iterator[Form]:
    size = shape.size
    jokers = shape.black + shape.red
    if jokers:
        yield from _with_jokers(shape, level, joker_pair_in_full_house)
        return
    counts = dict(shape.ranks)
    kinds = {1: SINGLE, 2: PAIR, 3: TRIPLE}
    if size == 1 and shape.wild:
        yield _form(SINGLE, LEVEL_STRENGTH)
    elif len(counts) <= 1 and size in kinds:
        ranks: Iterable[int] = counts or (range(len(RANKS)) if size == 2 else ())
        yield from (_form(kinds[size], rank_strength(rank, level)) for rank in ranks)
    elif len(counts) == 1 and size in BOMB_TIERS:
        yield _form(BOMBS + BOMB_TIERS[size], rank_strength(next(iter(counts)), level))
    if size == 5:
        yield from _full_houses(counts, shape.wild, level)
        yield from _straights(shape, counts)
    elif size == 6:
        yield from (_form(TUBE, top) for top in _runs(counts, 3, 2))
        yield from (_form(PLATE, top) for top in _runs(counts, 2, 3))


def _form(kind: int, strength: int) -> Form:
    return kind << 8 | strength


def _with_jokers(shape: Shape, level: int, joker_pair_in_full_house: bool) -> Iterator[Form]:
    jokers = shape.black + shape.red
    strength = RED_STRENGTH if shape.red else BLACK_STRENGTH
    one_colour = not shape.black or not shape.red
    if jokers == shape.size:
        if jokers == 1:
            yield _form(SINGLE, strength)
        elif jokers == 2 and one_colour:
            yield _form(PAIR, strength)
        elif shape.black == shape.red == 2:
            yield _form(JOKER_BOMB, 0)
    elif shape.size == 5 and jokers == 2 and one_colour and len(shape.ranks) == 1 and joker_pair_in_full_house:
        yield _form(FULL_HOUSE, rank_strength(shape.ranks[0][0], level))


def _full_houses(counts: Mapping[int, int], wild: int, level: int) -> Iterator[Form]:
    """Triple and pair of two ranks; where only one rank is there, wild cards make the other."""
    if len(counts) == 2:
        for triple, pair in (tuple(counts), tuple(counts)[::-1]):
            if counts[triple] <= 3 and counts[pair] <= 2:
                yield _form(FULL_HOUSE, rank_strength(triple, level))
    elif len(counts) == 1 and wild == 2:
        (rank,) = counts
        yield _form(FULL_HOUSE, rank_strength(rank, level))


def _straights(shape: Shape, counts: Mapping[int, int]) -> Iterator[Form]:
    for top in _runs(counts, 5, 1):
        if shape.flush:
            yield _form(STRAIGHT_FLUSH, top)
        if shape.loose:
            yield _form(STRAIGHT, top)


def _runs(counts: Mapping[int, int], length: int, each: int) -> Iterator[int]:
    """The tops of the runs of some length in nature order that the counts fit into; an ace may be low."""
    if not counts or max(counts.values()) > each:
        return
    for top in range(length - 2, _ACE + 1):
        if all(top - length < rank <= top or (rank == _ACE and top == length - 2) for rank in counts):
            yield top


def every_form() -> tuple[Form, ...]:
    """All forms there are, of every kind and rank."""
    ranked = range(len(RANKS))
    strengths = (*ranked, LEVEL_STRENGTH)
    forms = [_form(SINGLE, s) for s in (*strengths, BLACK_STRENGTH, RED_STRENGTH)]
    forms += [_form(PAIR, s) for s in (*strengths, BLACK_STRENGTH, RED_STRENGTH)]
    forms += [_form(kind, s) for kind in (TRIPLE, FULL_HOUSE) for s in strengths]
    for kind, length in ((STRAIGHT, 5), (TUBE, 3), (PLATE, 2), (STRAIGHT_FLUSH, 5)):
        forms += [_form(kind, top) for top in range(length - 2, _ACE + 1)]
    forms += [_form(BOMBS + tier, s) for tier in BOMB_TIERS.values() for s in strengths]
    return (*forms, _form(JOKER_BOMB, 0))

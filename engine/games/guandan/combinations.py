"""What some cards form in Guandan, and which forms beat which.

A form is an integer.  Its upper bits are the number of its kind, its lower eight bits the rank within the kind.  Bombs
of every size have higher kinds than other combinations, in the order in which they beat one another.  So a form beats
another if it is greater and is either a bomb or of the same kind.

The kinds are the rows of a table.  To add a kind, add a row, and name it in ``KINDS`` and its name in ``KindName``.
That is all for a kind whose cards are of one rank or a sequence.  For any other kind, ``readings`` also has to find it,
and ``engine/logs/foreign/guandan/wilds.py`` has to say which ranks its wild cards fill.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Self

from engine.cards.packed import BLACK_JOKER, RANKS, RED_JOKER, Card, card_of, rank_of, suit_of
from engine.games.guandan.rules import GuandanRules
from engine.rulebook.sentences import Text, say, say_of

KindName = Literal[
    "single",
    "pair",
    "triple",
    "full_house",
    "straight",
    "tube",
    "plate",
    "bomb",
    "straight_flush",
    "joker_bomb",
]
"""The names of the kinds on the rules page.  Bombs of all sizes have the same name."""

LEVEL_STRENGTH: Final = 13
BLACK_STRENGTH: Final = 14
RED_STRENGTH: Final = 15

BOMBS: Final = 0x10
"""Kinds from this number on are bombs."""

_ACE: Final = len(RANKS) - 1
_BY_LEVEL: Final = tuple(range(LEVEL_STRENGTH + 1))
_BY_LEVEL_WITH_JOKERS: Final = (*_BY_LEVEL, BLACK_STRENGTH, RED_STRENGTH)


@dataclass(frozen=True, slots=True)
class Run:
    """Ranks that follow one another in natural order; an ace may be below 2."""

    length: int
    """The number of ranks."""
    each: int
    """The number of cards of each rank."""
    one_suit: bool | None = None
    """Whether all cards must be of one suit, or must not be; None if suits do not matter."""

    @property
    def tops(self) -> tuple[int, ...]:
        """The ranks that can be the highest."""
        return tuple(range(self.length - 2, _ACE + 1))


@dataclass(frozen=True, slots=True, eq=False)
class CombinationKind:
    """A kind of combination."""

    number: int
    """The upper bits of its forms.  A bomb beats the bombs with a lower number."""
    name: KindName
    size: int
    """The number of cards."""
    called: Text
    """The name of the kind in words."""
    words: Text
    """A combination of the kind in words, with ``{rank}`` for its rank."""
    strengths: tuple[int, ...]
    """The ranks that it can have: places in level order, the highest card of a sequence, or 0 if it has no rank."""
    equal: bool = False
    """Whether all its cards are of one rank."""
    run: Run | None = None
    """For a sequence, its ranks."""

    @property
    def bomb(self) -> bool:
        """Whether the kind is a bomb."""
        return self.number >= BOMBS


def _sequence(number: int, name: KindName, called: Text, words: Text, run: Run) -> CombinationKind:
    return CombinationKind(number, name, run.length * run.each, called, words, run.tops, run=run)


def _bomb(number: int, size: int, called: Text, words: Text) -> CombinationKind:
    return CombinationKind(number, "bomb", size, called, words, _BY_LEVEL, equal=True)


SINGLE: Final = CombinationKind(
    0x01,
    "single",
    1,
    say_of("guandan", "single"),
    say_of("guandan", "single {rank}"),
    _BY_LEVEL_WITH_JOKERS,
    equal=True,
)
PAIR: Final = CombinationKind(
    0x02, "pair", 2, say_of("guandan", "pair"), say_of("guandan", "pair of {rank}s"), _BY_LEVEL_WITH_JOKERS, equal=True
)
TRIPLE: Final = CombinationKind(
    0x03, "triple", 3, say_of("guandan", "triple"), say_of("guandan", "triple of {rank}"), _BY_LEVEL, equal=True
)
FULL_HOUSE: Final = CombinationKind(
    0x04, "full_house", 5, say_of("guandan", "full house"), say_of("guandan", "full house of {rank}"), _BY_LEVEL
)
STRAIGHT: Final = _sequence(
    0x05, "straight", say_of("guandan", "straight"), say_of("guandan", "straight to {rank}"), Run(5, 1, one_suit=False)
)
TUBE: Final = _sequence(0x06, "tube", say_of("guandan", "tube"), say_of("guandan", "tube to {rank}"), Run(3, 2))
PLATE: Final = _sequence(0x07, "plate", say_of("guandan", "plate"), say_of("guandan", "plate to {rank}"), Run(2, 3))
BOMB_OF_4: Final = _bomb(0x10, 4, say_of("guandan", "bomb of four"), say_of("guandan", "bomb of four {rank}s"))
BOMB_OF_5: Final = _bomb(0x11, 5, say_of("guandan", "bomb of five"), say_of("guandan", "bomb of five {rank}s"))
STRAIGHT_FLUSH: Final = _sequence(
    0x12,
    "straight_flush",
    say_of("guandan", "straight flush"),
    say_of("guandan", "straight flush to {rank}"),
    Run(5, 1, one_suit=True),
)
BOMB_OF_6: Final = _bomb(0x13, 6, say_of("guandan", "bomb of six"), say_of("guandan", "bomb of six {rank}s"))
BOMB_OF_7: Final = _bomb(0x14, 7, say_of("guandan", "bomb of seven"), say_of("guandan", "bomb of seven {rank}s"))
BOMB_OF_8: Final = _bomb(0x15, 8, say_of("guandan", "bomb of eight"), say_of("guandan", "bomb of eight {rank}s"))
BOMB_OF_9: Final = _bomb(0x16, 9, say_of("guandan", "bomb of nine"), say_of("guandan", "bomb of nine {rank}s"))
BOMB_OF_10: Final = _bomb(0x17, 10, say_of("guandan", "bomb of ten"), say_of("guandan", "bomb of ten {rank}s"))
JOKER_BOMB: Final = CombinationKind(
    0x18, "joker_bomb", 4, say_of("guandan", "joker bomb"), say_of("guandan", "joker bomb"), (0,)
)

KINDS: Final = (
    SINGLE,
    PAIR,
    TRIPLE,
    FULL_HOUSE,
    STRAIGHT,
    TUBE,
    PLATE,
    BOMB_OF_4,
    BOMB_OF_5,
    STRAIGHT_FLUSH,
    BOMB_OF_6,
    BOMB_OF_7,
    BOMB_OF_8,
    BOMB_OF_9,
    BOMB_OF_10,
    JOKER_BOMB,
)

BY_NUMBER: Final[Mapping[int, CombinationKind]] = {kind.number: kind for kind in KINDS}
EQUAL_CARDS: Final[Mapping[int, CombinationKind]] = {kind.size: kind for kind in KINDS if kind.equal}
"""By number of cards, the kind whose cards are all of one rank."""
SEQUENCES: Final = tuple((kind, kind.run) for kind in KINDS if kind.run is not None)


def kind_named(name: KindName, size: int) -> CombinationKind | None:
    """The kind with a given name and number of cards; None if there is none."""
    return next((kind for kind in KINDS if kind.name == name and kind.size == size), None)


JOKER_RANKS: Final[Mapping[Card, int]] = {BLACK_JOKER: _ACE + 1, RED_JOKER: _ACE + 2}
"""The jokers as ranks of a single or a pair."""


def missing_ranks(kind: CombinationKind, lowest: int, ranks: Sequence[int], level: int) -> list[int] | None:
    """The ranks that the wild cards fill, from low to high; None if the other cards do not fit.

    ``lowest`` is the rank of the play, for a sequence its lowest rank, which can be an ace below 2.  ``ranks`` are
    those of the other cards; the ranks of jokers are ``JOKER_RANKS``.
    """
    needs = _needs(kind, lowest, ranks, level)
    if needs is None:
        return None
    for rank in ranks:
        if not needs.get(rank):
            return None
        needs[rank] -= 1
    missing = [rank for rank, count in needs.items() for _ in range(count)]
    return None if any(rank > _ACE for rank in missing) else missing


def rank_with_jokers(card: Card) -> int:
    """The rank of a card; of a joker, that of ``JOKER_RANKS``."""
    return JOKER_RANKS[card] if card in JOKER_RANKS else rank_of(card)


def _needs(kind: CombinationKind, lowest: int, ranks: Sequence[int], level: int) -> dict[int, int] | None:
    """The number of cards of each rank in the play, from the lowest rank up."""
    if kind is FULL_HOUSE:
        pair = next((rank for rank in ranks if rank != lowest), level)
        return {lowest: 3, pair: 2} if lowest <= _ACE and pair != lowest else None
    if kind.run is None:
        return None if kind.bomb and lowest > _ACE else {lowest: kind.size}
    start = -1 if lowest == _ACE else lowest
    if start < -1 or start + kind.run.length - 1 > _ACE:
        return None
    return {rank % len(RANKS): kind.run.each for rank in range(start, start + kind.run.length)}


Form = int

_JOKERS: Final[Mapping[str, Text]] = {"BJ": say("BJ"), "RJ": say("RJ")}
"""The jokers as words have them."""

_HEARTS: Final = 1
_CHANGED_BY_LEVEL: Final = frozenset(kind.number for kind in KINDS if LEVEL_STRENGTH in kind.strengths)
"""The numbers of the kinds that are ranked in level order."""


@dataclass(frozen=True, slots=True)
class GuandanCombinationRules:
    """The rules of the table that decide what cards form."""

    level: int | None
    """The level of the hand, as an index into ``RANKS``; None if it is not known, or if no rank is raised above the
    ace.
    """
    joker_pair_in_full_house: bool
    """The option of that name."""
    full_house_wild: Literal["high", "low", "high_only"] = "high"
    """The option of that name."""

    @classmethod
    def of(cls, level: int | None, rules: GuandanRules) -> Self:
        """Those of a table at a level."""
        return cls(level, rules.joker_pair_in_full_house, rules.full_house_wild)


def wild_card(level: int) -> Card:
    """The wild card of a level: the heart of its rank."""
    return card_of(level, _HEARTS)


def level_order(card: Card, level: int) -> int:
    """The place of a card in level order, the lowest 0."""
    if card in JOKER_RANKS:
        return BLACK_STRENGTH if card == BLACK_JOKER else RED_STRENGTH
    return rank_strength(rank_of(card), level)


def rank_strength(rank: int, level: int | None) -> int:
    """The place of a rank in level order; without a level, in natural order."""
    return LEVEL_STRENGTH if rank == level else rank


def beats(form: Form, other: Form) -> bool:
    """Whether a form beats another: a higher one of the same kind, or a higher bomb."""
    return form > other and (form >> 8 >= BOMBS or form >> 8 == other >> 8)


def form_of(kind: CombinationKind, strength: int) -> Form:
    """The form of a kind and a rank within it."""
    return kind.number << 8 | strength


def kind_of(form: Form) -> CombinationKind:
    """The kind of a form."""
    return BY_NUMBER[form >> 8]


@dataclass(frozen=True, slots=True)
class GuandanCombination:
    """A form in words, at a level."""

    form: Form
    level: int | None

    @property
    def kind(self) -> str:
        """The name of the kind on the rules page."""
        return kind_of(self.form).name

    @property
    def size(self) -> int:
        """The number of cards."""
        return kind_of(self.form).size

    @property
    def rank(self) -> str:
        """The rank of the combination, as cards are written; ``BJ`` and ``RJ`` for jokers."""
        strength = self.form & 0xFF
        if strength in (BLACK_STRENGTH, RED_STRENGTH):
            return "BJ" if strength == BLACK_STRENGTH else "RJ"
        if strength == LEVEL_STRENGTH:
            return "?" if self.level is None else RANKS[self.level]
        return RANKS[strength]

    def phrase(self) -> str:
        """The combination in words: ``pair of 9s``, ``straight to K``; empty if the level is unknown."""
        if self.level is None:
            return ""
        rank = self.rank
        return say_of("guandan", kind_of(self.form).words.template, rank=_JOKERS.get(rank, rank))


@dataclass(frozen=True, slots=True)
class WildClaim:
    """The card that a wild card is claimed to stand for; without a suit, any card of the rank."""

    rank: int
    suit: int | None


@dataclass(frozen=True, slots=True)
class Shape:
    """The cards of a play without their order: the number of cards of each rank, of jokers and of free wild cards, and
    suits.
    """

    ranks: tuple[tuple[int, int], ...]
    """(rank, number of cards) for the cards that count as themselves or have a claim, by rank."""
    black: int
    red: int
    wild: int
    flush: bool
    """Whether the ranked cards can all be of one suit."""
    loose: bool
    """Whether they can be of several suits: true unless they are all of one suit and none has a free suit."""
    claimed: tuple[int, ...] = ()
    """The ranks that wild cards are claimed to stand for; they are among ``ranks``."""

    @property
    def size(self) -> int:
        """The number of cards in the play."""
        return sum(count for _, count in self.ranks) + self.black + self.red + self.wild


def shape_of(cards: Sequence[Card], level: int | None, claims: Sequence[WildClaim | None] = ()) -> Shape:
    """The shape of a play at a level.  ``claims`` has one item for each card, None if it has no claim."""
    counts: dict[int, int] = {}
    suits: set[int] = set()
    """The suits; a card without one is of a suit of its own."""
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
            suits.add(suit_of(card) if card < BLACK_JOKER else card)
    return Shape(
        ranks=tuple(sorted(counts.items())),
        black=black,
        red=red,
        wild=wild,
        flush=len(suits) <= 1,
        loose=len(suits) > 1 or wild + free_suits > 0,
        claimed=tuple(claim.rank for claim in claims if claim is not None),
    )


def readings(shape: Shape, rules: GuandanCombinationRules) -> tuple[Form, ...]:
    """Every form that the cards can be read as, that which counts first of all first; empty if they form nothing.

    The highest counts first, but for a full house of two pairs and a wild card with ``full_house_wild = low``.
    Readings that differ only in the rank of the pair of a full house count as one.
    """
    forms_of = _with_jokers if shape.black or shape.red else _without_jokers
    return of_two_pairs(tuple(sorted(set(forms_of(shape, rules)), reverse=True)), shape, rules)


def of_two_pairs(forms: tuple[Form, ...], shape: Shape, rules: GuandanCombinationRules) -> tuple[Form, ...]:
    """Of some readings, the highest first, those that the option ``full_house_wild`` leaves, in the order in which they
    count.  It decides about two pairs and one wild card, and about nothing at an unknown level.
    """
    if rules.full_house_wild == "high" or rules.level is None or shape.size != FULL_HOUSE.size:
        return forms
    if shape.wild == 1 and not shape.claimed and [form >> 8 for form in forms] == [FULL_HOUSE.number] * 2:
        return forms[::-1] if rules.full_house_wild == "low" else forms[:1]
    if rules.full_house_wild == "high_only" and not shape.wild and len(shape.claimed) == 1:
        counts = dict(shape.ranks)
        counts[shape.claimed[0]] -= 1
        if list(counts.values()) == [2, 2]:
            higher = max(counts, key=lambda rank: rank_strength(rank, rules.level))
            return forms if shape.claimed[0] == higher else ()
    return forms


def at_level(forms: Sequence[Form], level: int) -> tuple[Form, ...]:
    """Readings that were made without a level, at a level: in kinds ranked in level order, the rank of the level is
    raised.
    """
    lifted = tuple(
        form & ~0xFF | LEVEL_STRENGTH if form & 0xFF == level and form >> 8 in _CHANGED_BY_LEVEL else form
        for form in forms
    )
    return tuple(sorted(lifted, reverse=True)) if len(lifted) > 1 else lifted


def _without_jokers(shape: Shape, rules: GuandanCombinationRules) -> Iterator[Form]:
    size = shape.size
    counts = dict(shape.ranks)
    equal = EQUAL_CARDS.get(size)
    if size == 1 and shape.wild:
        yield form_of(SINGLE, LEVEL_STRENGTH)
    elif equal is not None and len(counts) <= 1:
        ranks = counts or (range(len(RANKS)) if size == 2 else ())
        yield from (form_of(equal, rank_strength(rank, rules.level)) for rank in ranks)
    if size == FULL_HOUSE.size:
        yield from _full_houses(counts, shape.wild, rules)
    for kind, run in SEQUENCES:
        if size == kind.size and (run.one_suit is None or (shape.flush if run.one_suit else shape.loose)):
            yield from (form_of(kind, top) for top in _tops(counts, run))


def _with_jokers(shape: Shape, rules: GuandanCombinationRules) -> Iterator[Form]:
    jokers = shape.black + shape.red
    strength = RED_STRENGTH if shape.red else BLACK_STRENGTH
    one_colour = not shape.black or not shape.red
    if jokers == shape.size:
        equal = EQUAL_CARDS.get(jokers)
        if equal is not None and one_colour and strength in equal.strengths:
            yield form_of(equal, strength)
        elif shape.black == shape.red == 2:
            yield form_of(JOKER_BOMB, 0)
    elif not rules.joker_pair_in_full_house:
        return
    elif shape.size == FULL_HOUSE.size and jokers == 2 and one_colour and len(shape.ranks) == 1:
        yield form_of(FULL_HOUSE, rank_strength(shape.ranks[0][0], rules.level))


def _full_houses(counts: Mapping[int, int], wild: int, rules: GuandanCombinationRules) -> Iterator[Form]:
    """Full houses, as triple and pair of two ranks; if the cards have only one rank, wild cards make the other."""
    if len(counts) == 2:
        for triple, pair in (tuple(counts), tuple(counts)[::-1]):
            if counts[triple] <= 3 and counts[pair] <= 2:
                yield form_of(FULL_HOUSE, rank_strength(triple, rules.level))
    elif len(counts) == 1 and wild == 2:
        (rank,) = counts
        yield form_of(FULL_HOUSE, rank_strength(rank, rules.level))


def _tops(counts: Mapping[int, int], run: Run) -> Iterator[int]:
    """The highest ranks of the runs that the counts fit into; an ace may be low."""
    if not counts or max(counts.values()) > run.each:
        return
    for top in run.tops:
        low_ace = top == run.length - 2
        if all(top - run.length < rank <= top or (rank == _ACE and low_ace) for rank in counts):
            yield top


def every_form() -> tuple[Form, ...]:
    """All forms, of every kind and rank."""
    return tuple(form_of(kind, strength) for kind in KINDS for strength in kind.strengths)

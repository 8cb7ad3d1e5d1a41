"""Naturals: which naturals thirteen cards are or can still be, and how equal naturals compare."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from types import MappingProxyType
from typing import Final

from engine.cards.packed import RANKS, SUITS, Card, card_of, rank_of, suit_of
from engine.games.chinese_poker.rules import (
    BOARD_CARDS,
    EXTENDED,
    FUJIAN_ONLY,
    FUJIAN_POINTS,
    NATURAL_POINTS,
    ChinesePokerRules,
)

Key = tuple[tuple[int, ...], ...]
"""The value by which equal naturals compare; the greater wins."""

ACE: Final = len(RANKS) - 1
_EIGHT: Final = RANKS.index("8")
_SIX: Final = RANKS.index("6")
_BLACK: Final = frozenset(SUITS.index(suit) for suit in "sc")
_BROADWAY: Final = frozenset(RANKS.index(rank) for rank in "JQKA")
_PICTURES: Final = frozenset(RANKS.index(rank) for rank in "JQK")

_LOW_OR_HIGH: Final = ("all_low", "all_high")
_STRAIGHTS_OR_FLUSHES: Final = ("three_straights", "three_flushes")
_BY_CARDS: Final = (*_STRAIGHTS_OR_FLUSHES, "three_straight_flushes", "six_and_a_half_pairs")


class Naturals:
    """The naturals of a rule set: their points, and their order."""

    def __init__(self, rules: ChinesePokerRules) -> None:
        self._rules: Final = rules

    @property
    def played(self) -> bool:
        """Whether naturals can be claimed."""
        return self._rules.naturals != "none"

    @property
    def qka(self) -> bool:
        """Whether Q-K-A may be the front of three straights."""
        return self._rules.natural_qka

    @property
    def points(self) -> Mapping[str, int]:
        """By name, the points of the naturals that can be claimed."""
        changes = self._rules.natural_table
        return {name: points for name, usual in self._usual.items() if (points := changes.get(name, usual))}

    @property
    def _usual(self) -> Mapping[str, int]:
        """The naturals of the option, with the points that they have unless a table gives others."""
        kind = self._rules.naturals
        if kind in ("none", "fujian"):
            return FUJIAN_POINTS if kind == "fujian" else {}
        barred = FUJIAN_ONLY if kind == "extended" else FUJIAN_ONLY | EXTENDED
        return {name: points for name, points in NATURAL_POINTS.items() if name not in barred}

    def compare(self, one: str, other: str) -> int:
        """1 if the first of two naturals that meet is of the stronger kind, -1 if the second is, otherwise 0."""
        if self._rules.naturals_meet == "even":
            return 0
        difference = self._strength(one) - self._strength(other)
        return (difference > 0) - (difference < 0)

    def _strength(self, name: str) -> int:
        """The strength of a kind of natural; all low and all high are equal unless a rule says otherwise."""
        order = list(NATURAL_POINTS)
        if name in _LOW_OR_HIGH:
            return -2 * order.index(_LOW_OR_HIGH[0]) + (self._rules.all_high_first and name == "all_high")
        if self._rules.flushes_first and name in _STRAIGHTS_OR_FLUSHES:
            name = next(other for other in _STRAIGHTS_OR_FLUSHES if other != name)
        return -2 * order.index(name)

    def by_cards(self, name: str) -> bool:
        """Whether two naturals of a name compare by their cards."""
        return self._rules.naturals_meet == "stronger" and name in _BY_CARDS

    def held(self, name: str, cards: Sequence[Card]) -> bool:
        """Whether thirteen cards are a natural."""
        return _HELD[name](cards, self.qka)

    def key(self, name: str, cards: Sequence[Card]) -> Key:
        """The value by which a natural compares with an equal one; empty if two such naturals always draw."""
        if name == "three_straights":
            best = _runs(self.qka).get(rank_counts(cards))
            return () if best is None else (best,)
        if name == "three_flushes":
            return best_flushes(cards) or ()
        if name == "three_straight_flushes":
            return (best_straight_flushes(cards, qka=self.qka) or (),)
        if name == "six_and_a_half_pairs":
            return (tuple(sorted(_pairs(cards), reverse=True)),)
        return ()


def rank_counts(cards: Iterable[Card]) -> tuple[int, ...]:
    """The number of cards of each rank."""
    counts = [0] * len(RANKS)
    for card in cards:
        counts[rank_of(card)] += 1
    return tuple(counts)


def suit_counts(cards: Iterable[Card]) -> tuple[int, ...]:
    """The number of cards of each suit."""
    counts = [0] * len(SUITS)
    for card in cards:
        counts[suit_of(card)] += 1
    return tuple(counts)


def allowed_cards(name: str) -> frozenset[Card] | None:
    """The cards to which all thirteen of a natural are restricted; None if the natural is not defined by such cards
    alone.
    """
    ranks = _RANKS_ALLOWED.get(name)
    return None if ranks is None else frozenset(card_of(rank, suit) for rank in ranks for suit in range(len(SUITS)))


_RANKS_ALLOWED: Final[Mapping[str, frozenset[int]]] = MappingProxyType(
    {
        "twelve_royalties": _BROADWAY,
        "all_low": frozenset(range(_EIGHT + 1)),
        "all_high": frozenset(range(_EIGHT, ACE + 1)),
        "no_broadway": frozenset(range(ACE + 1)) - _PICTURES,
        "six_and_above": frozenset(range(_SIX, ACE + 1)),
    }
)


def _among(ranks: frozenset[int]) -> Callable[[Sequence[Card], bool], bool]:
    return lambda cards, _: all(rank_of(card) in ranks for card in cards)


def _of_one_color(cards: Sequence[Card]) -> int:
    black = sum(suit_of(card) in _BLACK for card in cards)
    return max(black, len(cards) - black)


def _pairs(cards: Sequence[Card]) -> Iterator[int]:
    for rank, count in enumerate(rank_counts(cards)):
        yield from [rank] * (count // 2)


def run_ranks(top: int, length: int) -> list[int]:
    """The ranks of a run with a top card; an ace may be below the 2."""
    return [rank if rank >= 0 else ACE for rank in range(top - length + 1, top + 1)]


def run_tops(length: int, *, qka: bool = True) -> range:
    """The top cards that runs of a length can have; ``qka`` says whether a short one may end with the ace."""
    return range(length - 2, ACE + 1 if length > FRONT_CARDS or qka else ACE)


FRONT_CARDS: Final = 3
LONG_CARDS: Final = 5


@cache
def _runs(qka: bool) -> Mapping[tuple[int, ...], tuple[int, int, int]]:
    """The counts of ranks that can be set as three straights, with the best tops of back, middle and front."""
    runs: dict[tuple[int, ...], tuple[int, int, int]] = {}
    for tops in product(run_tops(LONG_CARDS), run_tops(LONG_CARDS), run_tops(FRONT_CARDS, qka=qka)):
        counts = [0] * len(RANKS)
        for top, length in zip(tops, (LONG_CARDS, LONG_CARDS, FRONT_CARDS), strict=True):
            for rank in run_ranks(top, length):
                counts[rank] += 1
        runs[tuple(counts)] = tops  # The tops rise, so the last entry with the same counts is the best.
    return MappingProxyType(runs)


def straight_counts(*, qka: bool) -> Iterable[tuple[int, ...]]:
    """The counts of ranks that can be set as three straights."""
    return _runs(qka).keys()


def best_flushes(cards: Sequence[Card]) -> Key | None:
    """The ranks of back, middle and front of the strongest three flushes; None if there are none."""
    by_suit = [sorted((rank_of(card) for card in cards if suit_of(card) == suit), reverse=True) for suit in range(4)]
    best: Key | None = None
    for suits in flush_suits(tuple(map(len, by_suit))):
        left = [list(ranks) for ranks in by_suit]
        rows = []
        for suit, length in zip(suits, (LONG_CARDS, LONG_CARDS, FRONT_CARDS), strict=True):
            rows.append(tuple(left[suit][:length]))
            del left[suit][:length]
        key = tuple(rows)
        if best is None or key > best:
            best = key
    return best


def flush_suits(counts: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """The suits that back, middle and front can have when they use all cards of each suit."""
    for back, middle, front in product(range(len(SUITS)), repeat=3):
        suits = (back, middle, front)
        needed = [0] * len(SUITS)
        for suit, length in zip(suits, (LONG_CARDS, LONG_CARDS, FRONT_CARDS), strict=True):
            needed[suit] += length
        if tuple(needed) == counts:
            yield suits


def straight_flush(top: int, suit: int, length: int) -> frozenset[Card]:
    """The cards of a straight flush."""
    return frozenset(card_of(rank, suit) for rank in run_ranks(top, length))


def best_straight_flushes(cards: Sequence[Card], *, qka: bool) -> tuple[int, int, int] | None:
    """The tops of back, middle and front of the strongest three straight flushes; None if there are none."""
    for arranged in straight_flush_rows(frozenset(cards), qka=qka):
        if len(frozenset().union(*(row for _, row in arranged))) == len(cards):
            back, middle, front = (top for top, _ in arranged)
            return back, middle, front
    return None


def straight_flush_rows(cards: frozenset[Card], *, qka: bool) -> Iterator[list[tuple[int, frozenset[Card]]]]:
    """Three straight flushes among some cards, with the top of each: back, middle, front, the strongest first."""
    lengths = (LONG_CARDS, LONG_CARDS, FRONT_CARDS)

    def rows(number: int, left: frozenset[Card]) -> Iterator[list[tuple[int, frozenset[Card]]]]:
        if number == len(lengths):
            yield []
            return
        for top in reversed(run_tops(lengths[number], qka=qka)):
            for suit in range(len(SUITS)):
                row = straight_flush(top, suit, lengths[number])
                if row <= left:
                    for others in rows(number + 1, left - row):
                        yield [(top, row), *others]

    return rows(0, cards)


_HELD: Final[Mapping[str, Callable[[Sequence[Card], bool], bool]]] = MappingProxyType(
    {
        "clean_dragon": lambda cards, _: BOARD_CARDS in suit_counts(cards),
        "dragon": lambda cards, _: set(rank_counts(cards)) == {1},
        **{name: _among(ranks) for name, ranks in _RANKS_ALLOWED.items()},
        "three_straight_flushes": lambda cards, qka: best_straight_flushes(cards, qka=qka) is not None,
        "three_quads": lambda cards, _: rank_counts(cards).count(4) == 3,
        "full_colored": lambda cards, _: _of_one_color(cards) == BOARD_CARDS,
        "four_triples": lambda cards, _: sum(count >= 3 for count in rank_counts(cards)) == 4,
        "five_pairs_and_triple": lambda cards, _: sorted(filter(None, rank_counts(cards))) == [2, 2, 2, 2, 2, 3],
        "six_and_a_half_pairs": lambda cards, _: sum(1 for _ in _pairs(cards)) == 6,
        "three_straights": lambda cards, qka: rank_counts(cards) in _runs(qka),
        "three_flushes": lambda cards, _: best_flushes(cards) is not None,
        "one_color_twelve": lambda cards, _: _of_one_color(cards) >= BOARD_CARDS - 1,
    }
)


_BLACK_SUITS: Final = tuple(SUITS.index(suit) for suit in "sc")
_RED: Final = tuple(SUITS.index(suit) for suit in "hd")


def may_be(name: str, known: Collection[Card], others: Collection[Card], *, qka: bool) -> bool:
    """Whether thirteen cards can be a natural: the known ones, and the rest of them from some others."""
    allowed = allowed_cards(name)
    if allowed is not None:
        return allowed.issuperset(known) and len(known) + len(allowed.intersection(others)) >= BOARD_CARDS
    if name == "three_straight_flushes":
        return _straight_flushes_may_be(known, others, qka=qka)
    if name in ("clean_dragon", "full_colored", "one_color_twelve", "three_flushes"):
        return _suits_may_be(name, known, others)
    return _ranks_may_be(name, rank_counts(known), rank_counts((*known, *others)), qka=qka)


def _bits(cards: Iterable[Card]) -> int:
    return sum(1 << card for card in cards)


def _every_straight_flush(length: int, *, qka: bool = True) -> tuple[int, ...]:
    suits = range(len(SUITS))
    return tuple(_bits(straight_flush(top, suit, length)) for top in run_tops(length, qka=qka) for suit in suits)


_LONG: Final = _every_straight_flush(LONG_CARDS)
_SHORT: Final = (_every_straight_flush(FRONT_CARDS, qka=False), _every_straight_flush(FRONT_CARDS))


def _straight_flushes_may_be(known: Collection[Card], others: Collection[Card], *, qka: bool) -> bool:
    must, may = _bits(known), _bits({*known, *others})
    long = [row for row in _LONG if not row & ~may]
    short = [row for row in _SHORT[qka] if not row & ~may]
    for back, middle in combinations(long, 2):
        if not back & middle:
            both = back | middle
            left = must & ~both
            if left.bit_count() <= FRONT_CARDS and any(not front & both and not left & ~front for front in short):
                return True
    return False


def _suits_may_be(name: str, known: Collection[Card], others: Collection[Card]) -> bool:
    least, most = suit_counts(known), suit_counts((*known, *others))
    if name == "clean_dragon":
        return any(count == BOARD_CARDS and least[suit] == len(known) for suit, count in enumerate(most))
    if name == "three_flushes":
        return any(
            all(low <= count <= high for low, count, high in zip(least, counts, most, strict=True))
            for counts in _FLUSH_COUNTS
        )
    strange = 1 if name == "one_color_twelve" else 0
    for color in (_BLACK_SUITS, _RED):
        outside = sum(suit_of(card) not in color for card in known)
        inside = sum(most[suit] for suit in color)
        if outside <= strange and inside >= BOARD_CARDS - strange:
            return True
    return False


def _ranks_may_be(name: str, least: Sequence[int], most: Sequence[int], *, qka: bool) -> bool:
    if name == "three_straights":
        return any(
            all(low <= count <= high for low, count, high in zip(least, counts, most, strict=True))
            for counts in straight_counts(qka=qka)
        )
    weigh, wanted = _WEIGHTS[name]
    reached = {(0, 0)}
    for low, high in zip(least, most, strict=True):
        reached = {
            (cards + count, weight + weigh(count))
            for cards, weight in reached
            for count in range(low, high + 1)
            if cards + count <= BOARD_CARDS
        }
    return (BOARD_CARDS, wanted) in reached


_TRIPLE: Final = BOARD_CARDS
"""The weight of three of a kind, above that of all pairs."""
_WEIGHTS: Final[Mapping[str, tuple[Callable[[int], int], int]]] = MappingProxyType(
    {
        "dragon": (lambda count: int(count == 1), len(RANKS)),
        "three_quads": (lambda count: int(count == 4), 3),
        "four_triples": (lambda count: int(count >= 3), 4),
        "five_pairs_and_triple": (lambda count: {2: 1, 3: _TRIPLE}.get(count, 0), _TRIPLE + 5),
        "six_and_a_half_pairs": (lambda count: count // 2, 6),
    }
)


def _flush_counts() -> frozenset[tuple[int, ...]]:
    suits = range(len(SUITS))
    counts = {
        tuple(5 * (suit == back) + 5 * (suit == middle) + 3 * (suit == front) for suit in suits)
        for back in suits
        for middle in suits
        for front in suits
    }
    return frozenset(counts)


_FLUSH_COUNTS: Final = _flush_counts()

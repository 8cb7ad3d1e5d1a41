"""Naturals, royalties and settlement of Chinese poker, worked out slowly from the rules page alone.

It shares no code with the engine; rows and what they are worth are in the module beside it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any

from tests.bruteforce.chinese_poker_rows import (
    FOUR,
    FULL_HOUSE,
    PAIR,
    ROWS,
    SIZES,
    THREE,
    Options,
    Row,
    Rows,
    breaks_up,
    duel,
    is_fouled,
    is_low,
    royalty,
    strength,
    value,
)

# Naturals, the strongest first.

NATURALS: Mapping[str, int] = {
    "clean_dragon": 108,
    "dragon": 36,
    "twelve_royalties": 24,
    "three_straight_flushes": 24,
    "three_quads": 20,
    "all_low": 12,
    "all_high": 12,
    "full_colored": 10,
    "four_triples": 8,
    "five_pairs_and_triple": 0,
    "six_and_a_half_pairs": 6,
    "three_straights": 3,
    "three_flushes": 3,
    "no_broadway": 3,
    "six_and_above": 0,
    "one_color_twelve": 0,
}
FUJIAN: Mapping[str, int] = {
    "clean_dragon": 108,
    "dragon": 36,
    "twelve_royalties": 24,
    "three_straight_flushes": 22,
    "three_quads": 20,
    "all_low": 12,
    "all_high": 15,
    "full_colored": 10,
    "four_triples": 6,
    "five_pairs_and_triple": 5,
    "six_and_a_half_pairs": 4,
    "three_straights": 3,
    "three_flushes": 3,
}
"""The naturals of the Fujian table, and no others."""
EXTENDED = ("no_broadway", "six_and_above", "one_color_twelve")
FIVE_PAIRS = "five_pairs_and_triple"
ARRANGED = ("three_straight_flushes", "three_straights", "three_flushes")


def natural_points(name: str, options: Options) -> int:
    """What a natural is worth; 0: the table does not play it."""
    table = {
        "none": {},
        "standard": {natural: points for natural, points in NATURALS.items() if natural not in (*EXTENDED, FIVE_PAIRS)},
        "extended": {natural: points for natural, points in NATURALS.items() if natural != FIVE_PAIRS},
        "fujian": FUJIAN,
    }[options["naturals"]]
    return int(options["natural_table"].get(name, table[name])) if name in table else 0


def holds_natural(name: str, cards: Sequence[str], options: Options) -> bool:
    """Whether thirteen cards are a natural, whatever it is worth."""
    ranks = Counter(value(card) for card in cards)
    of_a_rank = list(ranks.values())
    suits = Counter(card[1] for card in cards)
    black = suits["s"] + suits["c"]
    if name in ARRANGED:
        return next(arrangements(name, tuple(sorted(cards)), options["natural_qka"]), None) is not None
    return {
        "clean_dragon": len(ranks) == 13 and len(suits) == 1,
        "dragon": len(ranks) == 13,
        "twelve_royalties": min(ranks) >= 11,
        "three_quads": of_a_rank.count(4) == 3,
        "all_low": max(ranks) <= 8,
        "all_high": min(ranks) >= 8,
        "full_colored": black in (0, 13),
        "four_triples": sum(count >= 3 for count in of_a_rank) >= 4,
        "five_pairs_and_triple": sorted(of_a_rank) == [2, 2, 2, 2, 2, 3],
        "six_and_a_half_pairs": sum(count // 2 for count in of_a_rank) >= 6,
        "no_broadway": not ranks.keys() & {11, 12, 13},
        "six_and_above": min(ranks) >= 6,
        "one_color_twelve": max(black, 13 - black) >= 12,
    }[name]


def straight_top(row: Sequence[str], *, qka: bool = True) -> int | None:
    """The top card of a straight of three or five cards of a natural (the ace low: 3 or 5), None for no straight."""
    values = sorted({value(card) for card in row})
    if len(values) != len(row):
        return None
    if values[-1] - values[0] == len(row) - 1:
        return None if len(row) == 3 and values[-1] == 14 and not qka else values[-1]
    return len(row) if values == [*range(2, len(row) + 1), 14] else None


def arrangements(name: str, cards: Row, qka: bool) -> Iterator[Rows]:
    """Every way to set thirteen cards as three straights, flushes or straight flushes."""

    def fits(row: Row) -> bool:
        straight = name == "three_flushes" or straight_top(row, qka=qka) is not None
        flush = name == "three_straights" or len({card[1] for card in row}) == 1
        return straight and flush

    for front in combinations(cards, 3):
        if fits(front):
            rest = [card for card in cards if card not in front]
            for back in combinations(rest, 5):
                middle = tuple(card for card in rest if card not in back)
                if fits(back) and fits(middle):
                    yield front, middle, back


@cache
def strongest_arrangement(name: str, cards: Row, qka: bool) -> tuple[tuple[int, ...], ...]:
    """What an arranged natural is compared by: back, then middle, then front, of the arrangement that makes most of it.

    Straights count by their top card, flushes by all their cards.
    """

    def worth(row: Row) -> tuple[int, ...]:
        if name == "three_flushes":
            return tuple(sorted(map(value, row), reverse=True))
        top = straight_top(row)
        assert top is not None
        return (top,)

    return max((worth(back), worth(middle), worth(front)) for front, middle, back in arrangements(name, cards, qka))


def pairs_of(cards: Sequence[str]) -> list[int]:
    """The ranks of the pairs in some cards, from the highest; a four counts as two."""
    counts = Counter(value(card) for card in cards)
    return sorted((rank for rank, count in counts.items() for _ in range(count // 2)), reverse=True)


def place_of(natural: str, options: Options) -> int:
    """The place of a natural by its strength, the lowest for the strongest; naturals in one place tie."""
    places = list(NATURALS)
    straights, flushes = places.index("three_straights"), places.index("three_flushes")
    if options["flushes_first"]:
        places[straights], places[flushes] = places[flushes], places[straights]
    if natural in ("all_low", "all_high") and options["all_high_first"]:
        natural = "all_low" if natural == "all_high" else "all_high"
    elif natural == "all_high":
        natural = "all_low"
    return places.index(natural)


def stronger_natural(one: "Set", other: "Set", options: Options) -> int:
    """1 where the first claimed natural wins, -1 where the second does, 0 where neither does."""
    assert one.natural is not None
    assert other.natural is not None
    if options["naturals_meet"] == "even":
        return 0
    mine, theirs = place_of(one.natural, options), place_of(other.natural, options)
    if mine != theirs:
        return 1 if mine < theirs else -1
    if options["naturals_meet"] == "kind":
        return 0
    ours: tuple[Any, Any]
    if one.natural in ARRANGED:
        first, second = (
            strongest_arrangement(one.natural, tuple(sorted(each.cards)), options["natural_qka"])
            for each in (one, other)
        )
        ours = first, second
    elif one.natural == "six_and_a_half_pairs":
        ours = pairs_of(one.cards), pairs_of(other.cards)
    else:
        return 0
    return int(ours[0] > ours[1]) - int(ours[0] < ours[1])


# Settlement.


@dataclass(frozen=True)
class Set:
    """Thirteen cards of a seat as they were brought to the settlement."""

    cards: Row = ()
    """All thirteen; only a natural needs them."""
    rows: Rows | None = None
    natural: str | None = None
    surrendered: bool = False
    broken: bool = False
    """Whether the rows have wrong sizes or a card twice, so that they count as mis-set whatever they are."""
    announced: frozenset[str] = frozenset()

    def fouled(self, options: Options) -> bool:
        """Whether it is mis-set."""
        return self.rows is not None and (self.broken or is_fouled(self.rows, options))

    def spoiled(self, place: int) -> bool:
        """Whether a row has a wrong size or a card twice, so that it wins against no row in order."""
        assert self.rows is not None
        row = self.rows[place]
        return len(row) != SIZES[place] or len(set(row)) != len(row)


def held_royalties(hand: Set, options: Options) -> list[int]:
    """The royalty of each row, before anything is asked of announcing, limits, and who wins the row."""
    if hand.rows is None or hand.fouled(options):
        return [0, 0, 0]
    return [royalty(place, row, options) for place, row in enumerate(hand.rows)]


def payable_royalties(hand: Set, options: Options, won: Sequence[int] = (0, 0, 0)) -> list[int]:
    """The royalties of a hand that can be paid.

    ``won`` tells of each row whether it wins it (1) or not; where one royalty alone counts and several are the
    dearest, it is one in a row that is won, if there is one, and of several such the one farthest back.
    """
    held = held_royalties(hand, options)
    if hand.rows is None:
        return held
    if options["royalty_announced"] and options["dealing"] == "closed":
        held = [points if row in hand.announced else 0 for row, points in zip(ROWS, held, strict=True)]
    if not options["royalty_broken"]:
        held = [0 if breaks_up(hand.rows, place) else points for place, points in enumerate(held)]
    if options["royalty_limit"] == "one" and any(held):
        dearest = max(range(3), key=lambda place: (held[place], won[place] == 1, place))
        held = [points if place == dearest else 0 for place, points in enumerate(held)]
    return held


@dataclass(frozen=True)
class Settled:
    """What two hands come to: units of the first, apart from royalties and with them, and who scooped by rows."""

    plain: int = 0
    royalties: int = 0
    by_rows: bool = False
    scoop: int = 0
    rows: tuple[int, ...] = ()

    def times(self, factor: int, options: Options) -> "Settled":
        """The same in a scoop that counts more than once."""
        royalties = self.royalties * (factor if options["scoop_multiplies_royalties"] else 1)
        return Settled(self.plain * factor, royalties, self.by_rows, self.scoop, self.rows)


def settle_pair(one: Set, other: Set, options: Options, banker: int = 0) -> Settled:
    """One hand against another, by the items of the page in their order.

    ``banker``: 1 where the first is a hand of the banker, with whom alone the others settle, -1 where the second is.
    """
    if one.natural or other.natural:
        return settle_naturals(one, other, options)
    if one.surrendered or other.surrendered:
        return Settled((other.surrendered - one.surrendered) * options["surrender"])
    assert one.rows is not None
    assert other.rows is not None
    mine, theirs = one.fouled(options), other.fouled(options)
    if options["misset"] == "scooped" and (mine or theirs):
        if mine and theirs:
            return Settled()
        sign = -1 if mine else 1
        price = 3 * options["row_unit"] + options["overall"] + options["scoop_bonus"]
        extra = sum(payable_royalties(other if mine else one, options)) if options["royalties_against_foul"] else 0
        return Settled(sign * price * options["scoop_multiplier"], sign * extra)
    return settle_rows(one, other, options, banker)


def settle_naturals(one: Set, other: Set, options: Options) -> Settled:
    """One hand against another where either holds a claimed natural: the stronger wins its points."""
    if one.natural is None or other.natural is None:
        stronger = 1 if other.natural is None else -1
    else:
        stronger = stronger_natural(one, other, options)
    winner = one if stronger > 0 else other
    assert winner.natural is not None
    return Settled(stronger * natural_points(winner.natural, options))


def duel_in(place: int, one: Set, other: Set, options: Options) -> int:
    """1 where the first hand wins a row, -1 where the second does."""
    assert one.rows is not None
    assert other.rows is not None
    mine, theirs = one.spoiled(place), other.spoiled(place)
    if mine or theirs:
        return theirs - mine
    return duel(place, one.rows[place], other.rows[place], options)


def settle_rows(one: Set, other: Set, options: Options, banker: int) -> Settled:
    """One hand against another row by row."""
    assert one.rows is not None
    assert other.rows is not None
    equal = banker if options["banker_ties"] == "banker" else 0
    rows = tuple(duel_in(place, one, other, options) or equal for place in range(3))
    units = sum(rows) * options["row_unit"]
    for sign in (1, -1):
        units += sign * options["overall"] * (rows.count(sign) >= 2)
        units += sign * options["scoop_bonus"] * (rows.count(sign) == 3)
    scoop = 1 if rows.count(1) == 3 else -1 if rows.count(-1) == 3 else 0
    gained = 0
    ours = payable_royalties(one, options, rows)
    others = payable_royalties(other, options, [-winner for winner in rows])
    for mine, theirs, winner in zip(ours, others, rows, strict=True):
        if options["royalty_rule"] == "net":
            gained += mine - theirs
        elif options["royalty_rule"] == "winner" or not (mine and theirs):
            gained += mine if winner > 0 else -theirs if winner < 0 else 0
    settled = Settled(units, gained, True, scoop, rows)
    return settled.times(options["scoop_multiplier"], options) if scoop else settled


@dataclass
class Table:
    """What a hand of Chinese poker comes to: units of every two seats by their numbers, and scores."""

    units: dict[tuple[int, int], int] = field(default_factory=dict)
    scores: list[int] = field(default_factory=list)


def settle(
    seats: Sequence[Sequence[Set]],
    options: Options,
    stakes: Mapping[tuple[int, int], int] | None = None,
    dealer: int | None = None,
) -> Table:
    """The settlement of a table; each seat has one hand, or two in criss-cross.

    ``stakes`` lack those of 1.  The seats are in order of play; where only pairs with the banker are settled,
    the dealer must be known.
    """
    if options["scoring"] == "best_row":
        return Table({}, best_rows([hands[0] for hands in seats], options))
    count = len(seats)
    settled: dict[tuple[int, int], list[Settled]] = {
        (one, other): [
            settle_pair(mine, theirs, options, banker_of((one, other), options, dealer))
            for mine in seats[one]
            for theirs in seats[other]
        ]
        if options["settle"] == "all" or dealer in (one, other)
        else []
        for one in range(count)
        for other in range(one + 1, count)
    }
    for seat in range(count) if options["settle"] == "all" else (dealer,):
        against = [
            (pair, each, 1 if pair[0] == seat else -1)
            for pair, all_of in settled.items()
            for each in all_of
            if seat in pair
        ]
        enough = count == 4 if options["home_run_needs"] == "three" else count >= 3
        if enough and all(each.by_rows and each.scoop == sign for _, each, sign in against):
            for pair, each, _ in against:
                settled[pair] = [each.times(options["home_run_multiplier"], options)]
    units = {pair: sum(each.plain + each.royalties for each in all_of) for pair, all_of in settled.items()}
    if options["loss_cap"]:
        units = capped(units, count, options["loss_cap"], 0 if dealer is None else (dealer + 1) % count)
    table = Table(units, [0] * count)
    for pair, won in units.items():
        money = won * (stakes or {}).get(pair, 1)
        table.scores[pair[0]] += money
        table.scores[pair[1]] -= money
    return table


def banker_of(pair: tuple[int, int], options: Options, dealer: int | None) -> int:
    """1 where the first of two seats is the banker, -1 where the second is, 0 where neither is or there is none."""
    if options["settle"] == "all":
        return 0
    return (pair[0] == dealer) - (pair[1] == dealer)


def capped(units: Mapping[tuple[int, int], int], count: int, cap: int, first: int) -> dict[tuple[int, int], int]:
    """What passes between the seats where each begins the hand with so many units, pair after pair from a seat on."""
    left = [cap] * count
    passed = dict.fromkeys(units, 0)
    order = [(first + step) % count for step in range(count)]
    for one, other in combinations(order, 2):
        pair = min(one, other), max(one, other)
        winner, loser = pair if units[pair] > 0 else pair[::-1]
        paid = min(abs(units[pair]), left[loser], left[winner])
        left[winner] += paid
        left[loser] -= paid
        passed[pair] = paid if winner == pair[0] else -paid
    return passed


def best_rows(hands: Sequence[Set], options: Options) -> list[int]:
    """The points of each hand where the best row of the table gains one."""
    points = [0] * len(hands)
    for place in range(3):
        for seat, hand in enumerate(hands):
            others = [*hands[:seat], *hands[seat + 1 :]]
            points[seat] += all(duel_in(place, hand, other, options) > 0 for other in others)
    return [4 if gained == 3 and len(hands) == 4 else gained for gained in points]


# Fantasyland.


def fantasyland_cards(rows: Rows, before: int | None, options: Options) -> int | None:
    """With how many cards a seat sets its next hand at once, None where it plays it like the others.

    ``before``: with how many it set this one.
    """
    if options["fantasyland"] == "none" or is_fouled(rows, options):
        return None
    category, values = strength(rows[0])
    progressive = options["fantasyland"] == "progressive" and options["dealing"] == "pineapple"
    usual = 13 if options["dealing"] == "open_face" else 14
    if before is not None:
        stays = category == THREE or strength(rows[2])[0] >= FOUR
        if options["fantasyland_stay"] == "full_house" and not is_low(1, options):
            stays = stays or strength(rows[1])[0] >= FULL_HOUSE
        return (14 if progressive else before) if stays else None
    if category == THREE:
        return 17 if progressive else usual
    if category == PAIR and values[0] >= 12:
        return int(values[0]) + 2 if progressive else usual
    return None

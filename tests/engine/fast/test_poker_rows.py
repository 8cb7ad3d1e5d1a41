"""What rows and thirteen cards are worth in Chinese poker, in the compiled lane and in the engine."""

from collections import Counter
from collections.abc import Iterator
from ctypes import Structure, byref, c_bool, c_int8, c_int32
from itertools import combinations, pairwise
from random import Random

from engine.cards.packed import SUITED
from engine.fast.library import Library
from engine.games.chinese_poker.naturals import Naturals, run_ranks, run_tops
from engine.games.chinese_poker.ranks import has_broken_group, high_order, low_order
from engine.games.chinese_poker.rules import NATURAL_POINTS, RULES, ChinesePokerRules
from tests.engine.fast.test_lane import lane
from tests.profiles import examples

__all__ = ["lane"]

BOARD = 13


class Row(Structure):
    _fields_ = [("strength", c_int32), ("kind", c_int32), ("top", c_int32)]


def test_rows_stand_in_the_same_order_in_both(lane: Library) -> None:
    read, row = lane.judge("poker_read_row"), Row()
    for second, low, order in (
        (False, False, high_order("lowest")),
        (True, False, high_order("second")),
        (False, True, low_order()),
    ):
        strengths = []
        for found in order.classes:
            cards = found.example()
            read((c_int8 * len(cards))(*cards), len(cards), second, low, byref(row))
            assert (row.kind, row.top) == (found.kind, found.ranks[0]), found
            strengths.append(row.strength)
        assert all(one < other for one, other in pairwise(strengths))


def test_rows_are_read_the_same_in_both(lane: Library) -> None:
    read, row, rng, order = lane.judge("poker_read_row"), Row(), Random(1), high_order()
    for _ in range(examples(20_000)):
        low = rng.randrange(40)
        cards = rng.sample(range(low, low + rng.choice((8, 12))), rng.choice((3, 5)))
        read((c_int8 * len(cards))(*cards), len(cards), False, False, byref(row))
        found = order.classes[order.strength(cards)]
        assert (row.kind, row.top) == (found.kind, found.ranks[0]), cards


def thirteens(count: int) -> Iterator[list[int]]:
    """Thirteen cards, most of which nearly are a natural."""
    rng = Random(2)
    for _ in range(count):
        suits = rng.choice(((0,), (0, 3), (1, 2), (0, 1, 2), (0, 1, 2, 3)))
        ranks = rng.choice((range(13), range(7), range(6, 13), range(4, 13), range(9, 13), (*range(9), 12)))
        wanted = [rank * 4 + suit for rank in ranks for suit in suits]
        match rng.randrange(6):
            case 0:
                wanted = [rank * 4 + suit for rank in rng.sample(range(13), 6) for suit in rng.sample(range(4), 2)]
            case 1:
                wanted = [rank * 4 + suit for rank in rng.sample(range(13), 4) for suit in rng.sample(range(4), 3)]
            case 2:
                wanted = [rank * 4 + suit for rank in rng.sample(range(13), 3) for suit in range(4)]
            case 3:
                one_suit = rng.random() < 0.5
                low = rng.randrange(8)
                wanted = []
                for length, suit in zip((5, 5, 3), rng.sample(range(4), 3), strict=True):
                    tops = [top for top in run_tops(length) if low <= top <= low + 8]
                    for rank in run_ranks(rng.choice(tops), length):
                        wanted.append(rank * 4 + (suit if one_suit else rng.randrange(4)))
            case 4:
                lengths = rng.choice(((5, 5, 3), (8, 5), (10, 3), (13,), (6, 4, 3)))
                pairs = zip(rng.sample(range(4), len(lengths)), lengths, strict=True)
                wanted = [rank * 4 + suit for suit, length in pairs for rank in rng.sample(range(13), length)]
        cards = list(dict.fromkeys(wanted))
        cards = rng.sample(cards, min(len(cards), BOARD))
        others = [card for card in SUITED if card not in cards]
        yield cards + rng.sample(others, BOARD - len(cards))


def test_naturals_are_held_and_compare_the_same_in_both(lane: Library) -> None:
    holds, found = lane.judge("poker_holds"), Counter[tuple[str, bool]]()
    holds.restype = c_bool
    rules = [Naturals(ChinesePokerRules.of(RULES.resolve(options={"natural_qka": qka}))) for qka in (False, True)]
    keys: dict[str, list[tuple[bytes, object]]] = {name: [] for name in NATURAL_POINTS}
    for cards in thirteens(examples(10_000)):
        given, key = (c_int8 * BOARD)(*cards), (c_int8 * BOARD)()
        for naturals in rules:
            for number, name in enumerate(NATURAL_POINTS):
                held = holds(number, given, naturals.qka, key)
                assert held == naturals.held(name, cards), (name, cards)
                found[name, held] += 1
                if held and naturals.by_cards(name):
                    keys[name].append((bytes(key), naturals.key(name, cards)))
    assert len(found) == 2 * len(NATURAL_POINTS)
    for of_name in keys.values():
        for (mine, theirs), (my_other, their_other) in combinations(of_name[:200], 2):
            assert (mine > my_other, mine == my_other) == (theirs > their_other, theirs == their_other)  # type: ignore[operator]


def test_groups_are_broken_up_the_same_in_both(lane: Library) -> None:
    rng, function, found = Random(3), lane.judge("poker_broken"), Counter[tuple[bool, ...]]()
    for cards in thirteens(examples(20_000)):
        laid = sorted(cards, key=rng.choice((lambda card: card, lambda card: (card % 4, card), lambda _: rng.random())))
        start = rng.randrange(BOARD)
        laid = laid[start:] + laid[:start]
        theirs = has_broken_group([laid[:3], laid[3:8], laid[8:]])
        assert function((c_int8 * BOARD)(*laid)) == sum(lost << row for row, lost in enumerate(theirs)), laid
        found[tuple(theirs)] += 1
    assert len(found) >= 5

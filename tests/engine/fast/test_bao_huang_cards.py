"""What a seat holds, what cards form and what beats what in Bao Huang, in the compiled lane and in the engine."""

from collections.abc import Callable, Iterator
from ctypes import Structure, byref, c_bool, c_int, c_size_t, c_uint8
from itertools import product
from random import Random
from typing import Any

import pytest

from engine.cards.packed import CARD_TEXTS, EMPEROR_JOKER, FIRST_BARE, JOKERS, RANKS, SPELLINGS, bare_of, pack
from engine.cards.suitless import LooseHoldings
from engine.fast.library import Library
from engine.games.bao_huang.combinations import (
    MOST_EQUAL,
    ORDER,
    BaoHuangCombinationRules,
    JokerRule,
    beats,
    can_beat,
    form_of,
    strength,
)
from engine.games.bao_huang.statistics import counts
from tests.engine.fast.test_lane import lane
from tests.profiles import examples

__all__ = ["lane"]

RULES: tuple[JokerRule, ...] = ("every_card", "jokers_only")
COPIES = 4
NEVER = -1


class OfRank(Structure):
    _fields_ = [("suits", c_uint8 * 4), *((name, c_uint8) for name in ("bare", "gone", "left"))]


class Holding(Structure):
    _fields_ = [("ranks", OfRank * 13), ("jokers", c_uint8 * 4), ("left", c_int)]


@pytest.fixture(scope="module")
def functions(lane: Library) -> Callable[[str], Any]:
    def named(name: str) -> Any:
        function = lane.judge(f"bao_huang_{name}")
        function.restype = c_int if name == "card" else c_bool
        return function

    return named


def holding_of(functions: Callable[[str], Any], cards: list[int]) -> Holding:
    holding = Holding()
    for card in cards:
        functions("give")(byref(holding), card)
    return holding


def drawn(rng: Random) -> list[int]:
    """Cards of few ranks, some of them without a suit, and jokers."""
    ranks = rng.sample(range(13), rng.choice((1, 1, 2, 5)))
    suited = [rank * 4 + suit for rank in ranks for suit in range(4) for _ in range(rng.randrange(COPIES))]
    bare = rng.choice((0, 0, 0.3, 1))
    cards = [bare_of(card) if rng.random() < bare else card for card in suited]
    return cards + rng.choices(JOKERS, k=rng.choice((0, 1, 3)))


def forms() -> Iterator[tuple[int, int, int, int]]:
    """Every form: the rank, equal cards, black and red jokers."""
    for rank, equal, black, red in product(range(len(ORDER)), range(MOST_EQUAL + 1), range(5), range(5)):
        if equal + black + red > 0 and (equal or not rank):
            yield rank, equal, black, red


def number(rank: int, equal: int, black: int, red: int) -> int:
    return red << 24 | black << 16 | equal << 8 | rank


def test_cards_are_read_the_same_in_both(functions: Callable[[str], Any]) -> None:
    function = functions("card")
    function.argtypes = None
    words = {*SPELLINGS, "", "*", "J*", "RJ**", "RJx", "XJ*", "5x*", "2s*", "1", "10*", "110", "??", "RJ *"}
    for word, bare in product(sorted(words), (True, False)):
        theirs = SPELLINGS.get(word, NEVER)
        theirs = NEVER if theirs > EMPEROR_JOKER and (not bare or theirs >= FIRST_BARE + len(RANKS)) else theirs
        assert function(word.encode(), c_size_t(len(word)), bare) == theirs, (word, bare)


def test_cards_leave_and_come_to_hands_the_same_in_both(functions: Callable[[str], Any]) -> None:
    rng, refused = Random(3), 0
    for _ in range(examples(3_000)):
        cards = drawn(rng)
        mine, theirs = holding_of(functions, cards), LooseHoldings(0, [pack(cards)], [0], counted=False)
        for _ in range(2 * len(cards)):
            card = rng.choice(cards)
            card = bare_of(card) if rng.random() < 0.4 else card ^ rng.choice((0, 0, 1)) if card < FIRST_BARE else card
            if rng.random() < 0.15:
                functions("give")(byref(mine), card)
                theirs.give(0, card)
                continue
            held = not theirs.lacking(0, [card])
            assert functions("take")(byref(mine), card) == held, (cards, CARD_TEXTS[card])
            theirs.take(0, [card])
            assert mine.left == theirs.count(0)
            refused += not held
    assert refused > 1_000


def test_forms_beat_the_same_in_both(functions: Callable[[str], Any]) -> None:
    rng, every, function = Random(4), list(forms()), functions("beats")
    few = [each for each in every if sum(each[1:]) < 5]
    pairs = [*product(few, repeat=2), *((rng.choice(every), rng.choice(every)) for _ in range(20_000))]
    for one, other in pairs:
        for rule in RULES:
            theirs = beats(form_of(*one), form_of(*other), rule)
            assert function(number(*one), number(*other), rule == "jokers_only") == theirs, (one, other, rule)


def test_holdings_beat_the_same_and_have_the_same_features_in_both(functions: Callable[[str], Any]) -> None:
    rng, every, features, found = Random(5), [each for each in forms() if sum(each[1:]) < 8], (c_uint8 * 9)(), set()
    for _ in range(examples(2_000)):
        cards = drawn(rng)
        holding = holding_of(functions, cards)
        lowest = rng.choice((None, None, 0, 3, strength(cards[0]) if cards and cards[0] not in JOKERS else 0))
        for form, rule in product(rng.sample(every, 10), RULES):
            theirs = can_beat(pack(cards), form_of(*form), BaoHuangCombinationRules(rule, lowest))
            low = NEVER if lowest is None else lowest
            assert functions("can_beat")(byref(holding), number(*form), rule == "jokers_only", low) == theirs
            found.add(theirs)
        functions("features")(byref(holding), features)
        assert tuple(features) == counts(cards, None, "")[:9], cards
    assert found == {True, False}

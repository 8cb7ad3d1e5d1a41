"""What cards form in Big A, and what beats what, in the compiled lane and in the engine."""

from collections import Counter
from ctypes import Structure, byref, c_bool, c_uint8
from itertools import product
from random import Random

from engine.cards.packed import BLACK_JOKER, RANKS, RED_JOKER, pack
from engine.fast.library import Library
from engine.games.big_a.beating import can_beat
from engine.games.big_a.combinations import CAPTURED, beats, every_form, form_of_counts, kind_of, size_of
from engine.games.big_a.statistics import counts
from tests.engine.fast.test_lane import lane
from tests.profiles import examples

__all__ = ["lane"]

COPIES = 2
ACES = range(48, 52)


class Shape(Structure):
    _fields_ = [("counts", c_uint8 * 13), *((name, c_uint8) for name in ("size", "black", "red", "big"))]


def drawn(rng: Random, most: int = 14) -> list[int]:
    """Cards of some ranks in a row, mostly as many of each, so that they often form something."""
    low, span, each = rng.randrange(13), rng.choice((1, 1, 2, 3, 4, 5, 12, 13, 13)), rng.choice((1, 1, 2, 3, 4, 6, 8))
    cards = [(low + step) % 13 * 4 + suit for step in range(span) for suit in rng.choices(range(4), k=each)]
    if rng.random() < 0.2:
        cards += rng.choices((BLACK_JOKER, RED_JOKER, rng.choice(ACES)), k=rng.choice((1, 2, 3, 4)))
    if rng.random() < 0.2:
        cards = rng.choices((BLACK_JOKER, RED_JOKER), k=rng.choice((1, 2, 3, 4)))
    if rng.random() < 0.2:
        cards = [rng.choice(ACES)] * rng.choice((1, 2)) + rng.choices(ACES, k=rng.choice((0, 0, 1)))
    if rng.random() < 0.2:
        cards = [rank * 4 + rng.randrange(4) for rank in (*range(13), 12)]
    return [card for card, count in Counter(cards).items() for _ in range(min(count, COPIES))][:most]


def test_cards_form_the_same_in_both(lane: Library) -> None:
    rng, kinds = Random(1), set()
    for _ in range(examples(50_000)):
        cards, big = drawn(rng), rng.choice(ACES)
        shape = Shape()
        for card in cards:
            lane.judge("big_a_add")(byref(shape), card, 1, big)
        ranks = [sum(card < BLACK_JOKER and card // 4 == rank for card in cards) for rank in range(len(RANKS))]
        theirs = form_of_counts(ranks, cards.count(BLACK_JOKER), cards.count(RED_JOKER), cards.count(big)) or 0
        assert lane.judge("big_a_form")(byref(shape)) == theirs, (cards, big)
        kinds.add(kind_of(theirs))
    assert kinds == {0, *map(kind_of, every_form())}


def test_forms_beat_and_are_captured_the_same_in_both(lane: Library) -> None:
    function, captures = lane.judge("big_a_beats"), lane.judge("big_a_captures")
    function.restype = captures.restype = c_bool
    every = every_form()
    assert all(function(one, other) == beats(one, other) for one, other in product(every, repeat=2))
    assert all(
        captures(fours, form) == (kind_of(form) in CAPTURED and size_of(form) == fours + 1)
        for fours, form in product(range(10), every)
    )


def test_holdings_beat_the_same_and_have_the_same_features_in_both(lane: Library) -> None:
    rng, every, found = Random(2), every_form(), set()
    function, features = lane.judge("big_a_can_beat"), (c_uint8 * 13)()
    function.restype = c_bool
    for _ in range(examples(5_000)):
        both = Counter(card for _ in range(rng.choice((1, 2, 3))) for card in drawn(rng))
        cards = [card for card, count in both.items() for _ in range(min(count, COPIES))]
        big = rng.choice(ACES)
        held = (c_uint8 * 54)(*map(cards.count, range(54)))
        for form in rng.sample(every, 20):
            theirs = can_beat(pack(cards), form, big)
            assert function(held, big, form) == theirs, (cards, big, form)
            found.add((kind_of(form), theirs))
        lane.judge("big_a_features")(held, features)
        assert tuple(features) == counts(cards, None, "")[:13], cards
    assert len(found) == 2 * len({*map(kind_of, every)}) - 1

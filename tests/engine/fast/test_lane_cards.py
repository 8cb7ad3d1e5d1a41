"""What cards form, and what beats what, in the compiled lane and in the engine."""

from collections import Counter
from ctypes import Structure, byref, c_bool, c_int, c_uint, c_uint8, c_uint16
from itertools import product
from random import Random
from typing import Any

import pytest

from engine.cards.packed import RED_JOKER, SPELLINGS, UNKNOWN, pack, rank_of, suit_of
from engine.fast.library import Library, library
from engine.games.guandan.beating import Ranks
from engine.games.guandan.combinations import (
    GuandanCombinationRules,
    WildClaim,
    beats,
    every_form,
    level_order,
    readings,
    shape_of,
    wild_card,
)
from engine.games.guandan.reader import DECK
from engine.games.guandan.statistics import STRENGTH, counts
from tests.profiles import examples

WILD_CARDS = 2
"""In the deck."""
BOTH = 1 << 6 | 1 << 7
"""The bits of tubes and plates among those of the kinds."""


class Shape(Structure):
    _fields_ = [
        ("counts", c_uint8 * 13),
        ("most", c_uint8),
        ("ranked", c_uint16),
        ("distinct", c_uint8),
        ("ranks", c_uint8 * 2),
        *((name, c_uint8) for name in ("size", "black", "red", "wild", "suits")),
        ("free_suit", c_bool),
    ]


class Readings(Structure):
    _fields_ = [("forms", c_int * 32), ("count", c_uint), ("kinds", c_uint)]


@pytest.fixture(scope="module")
def lane() -> Library:
    found = library()
    if found is None:
        pytest.skip("the library is not compiled: python -m engine.fast.compiling")
    return found


def forms_of(lane: Library, cards: list[int], level: int, claims: list[WildClaim | None], joker_pair: bool) -> Any:
    shape, found = Shape(), Readings()
    for card, claim in zip(cards, claims, strict=True):
        if claim is None:
            lane.judge("add_card")(byref(shape), card, level)
        else:
            lane.judge("add_claim")(byref(shape), claim.rank, -1 if claim.suit is None else claim.suit)
    lane.judge("read_shape")(byref(shape), level, joker_pair, byref(found))
    return found


def drawn(rng: Random, level: int) -> list[int]:
    """Cards of few ranks, so that they often form something."""
    size = rng.choice((1, 2, 2, 3, 4, 5, 5, 5, 6, 6, 6, 7, 8, 9, 10, 11))
    low, span = rng.randrange(13), rng.choice((1, 1, 2, 3, 5, 6))
    ranks = [(low + step) % 13 for step in range(span)]
    suits = rng.choice(((0,), (1,), (0, 1, 2, 3), (2, 2, 2, 2, 0)))
    cards = [ranks[at % span] * 4 + rng.choice(suits) for at in range(size)]
    for place in range(rng.choice((0, 0, 1, 2, 2))):
        cards[place % size] = wild_card(level)
    if rng.random() < 0.15:
        jokers = rng.choice(([52], [53], [52, 52], [53, 53], [52, 53], [52, 52, 53, 53], [52, 52, 53]))
        cards = (jokers + cards)[: rng.choice((len(jokers), max(size, 1)))]
    return cards


def test_cards_form_the_same_in_both(lane: Library) -> None:
    rng = Random(1)
    sizes = set()
    for _ in range(examples(100_000)):
        level, joker_pair = rng.randrange(13), rng.random() < 0.5
        cards = drawn(rng, level)
        if cards.count(wild_card(level)) > WILD_CARDS:
            continue
        claims = [
            WildClaim(rng.randrange(13), rng.choice((None, 0, 1, 2, 3)))
            if card == wild_card(level) and rng.random() < 0.3
            else None
            for card in cards
        ]
        theirs = readings(shape_of(cards, level, claims), GuandanCombinationRules(level, joker_pair))
        found = forms_of(lane, cards, level, claims, joker_pair)
        assert set(found.forms[: found.count]) == set(theirs), (cards, level, claims, joker_pair)
        sizes |= {form >> 8 for form in theirs}
        for other in (0, *rng.sample(every_form(), 5)):
            best = next((form for form in theirs if other == 0 or beats(form, other)), 0)
            assert lane.judge("highest_that_beats")(byref(found), other) == best
        kinds = {form >> 8 for form in theirs}
        assert (found.kinds & BOTH == BOTH) == ({6, 7} <= kinds)
    assert sizes == {form >> 8 for form in every_form()}


def test_forms_beat_the_same_in_both(lane: Library) -> None:
    function = lane.judge("beats")
    function.restype = c_bool
    assert all(function(one, other) == beats(one, other) for one, other in product(every_form(), repeat=2))


def test_holdings_beat_the_same_and_have_the_same_features_in_both(lane: Library) -> None:
    rng, every, found = Random(2), every_form(), set()
    can_beat, features = lane.judge("can_beat"), (c_uint8 * len(STRENGTH.features))()
    can_beat.restype = c_bool
    for _ in range(examples(5_000)):
        level, joker_pair = rng.randrange(13), rng.random() < 0.5
        both = Counter((*drawn(rng, level), *drawn(rng, level)))
        cards = [card for card, count in both.items() for _ in range(min(count, rng.choice((1, 2, 2))))]
        held = (c_uint8 * 54)(*map(cards.count, range(54)))
        theirs = Ranks(pack(cards), GuandanCombinationRules(level, joker_pair))
        for form in rng.sample(every, 20):
            assert can_beat(held, level, joker_pair, form) == theirs.can_beat(form), (cards, level, joker_pair, form)
            found.add((form >> 8, theirs.can_beat(form)))
        lane.judge("count_features")(held, level, features)
        assert tuple(features) == counts(cards, level, ""), (cards, level)
    assert len(found) > 25


def test_cards_are_spelled_and_ordered_the_same_in_both(lane: Library) -> None:
    parse = lane.judge("parse_card")
    parts = ["", *"23456789TJQKAtjqkaBbRr1x0", "10"]
    for text in {*SPELLINGS, *("".join(each) for each in product(parts, [*"shdcSHDCJjx*=", ""], ["", "s", "h"]))}:
        card = DECK.spellings.get(text)
        assert parse(text.encode(), len(text)) == (-1 if card is None or card == UNKNOWN else card), text
    order = lane.judge("level_order")
    assert all(order(card, level) == level_order(card, level) for card in range(RED_JOKER + 1) for level in range(13))
    assert [lane.judge("wild_card")(level) for level in range(13)] == [wild_card(level) for level in range(13)]


def test_the_shapes_of_both_have_the_same_cards(lane: Library) -> None:
    """Cards and claims count for the rank and the suit that they have."""
    for card in range(52):
        level = (rank_of(card) + 1) % 13
        shape = Shape()
        lane.judge("add_card")(byref(shape), card, level)
        assert (shape.counts[rank_of(card)], shape.suits, shape.size) == (1, 1 << suit_of(card), 1)

"""What cards can be read as in Guandan: the engine's answer against trying every card a wild one may stand for."""

import itertools
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from engine.games.guandan.combinations import GuandanCombination, GuandanCombinationRules
from engine.games.guandan.reader import GuandanReader
from tests.offenders import for_every
from tests.playouts.guandan.forms import (
    BOMB,
    CARDS,
    FLUSH_TIER,
    FULL_HOUSE,
    HEARTS,
    JOKERS,
    PAIR,
    PLATE,
    RANKS,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUITS,
    TIERS,
    TRIPLE,
    TUBE,
    Claim,
    Form,
    beats,
    readings,
    window,
)
from tests.playouts.guandan.holding import PlayHolding
from tests.profiles import tried

KINDS = {
    "single": SINGLE,
    "pair": PAIR,
    "triple": TRIPLE,
    "full_house": FULL_HOUSE,
    "straight": STRAIGHT,
    "tube": TUBE,
    "plate": PLATE,
    "bomb": BOMB,
    "straight_flush": STRAIGHT_FLUSH,
    "joker_bomb": JOKERS,
}
SEATS = ("E", "N", "W", "S")


def engine_form(form: int, level: int) -> Form:
    """A form of the engine as the playouts have it."""
    combination = GuandanCombination(form, level)
    kind = KINDS[combination.kind]
    tier = 0
    if kind == BOMB:
        tier = TIERS[combination.size]
    elif kind in (STRAIGHT_FLUSH, JOKERS):
        tier = FLUSH_TIER if kind == STRAIGHT_FLUSH else 9
    return (tier, kind, form & 0xFF)


def engine_readings(cards: list[int], claims: list[Claim | None], level: int, joker_pair: bool) -> tuple[Form, ...]:
    """The readings that the book of actions gives, and its entry agreeing with the highest."""
    words = [
        CARDS[card]
        if claim is None
        else CARDS[card] + "=" + RANKS[claim[0]] + ("" if claim[1] is None else SUITS[claim[1]])
        for card, claim in zip(cards, claims, strict=True)
    ]
    text = "E play " + " ".join(words)
    book = GuandanReader(SEATS, GuandanCombinationRules(level, joker_pair))
    play = book.play(text)
    entry = book.entry(text)
    if entry[1] > 0:
        assert entry[3] == play.form
        assert entry[1] == len(cards)
    else:
        assert play.form is None or play.ambiguous or max(map(cards.count, cards)) > 7
    return tuple(engine_form(form, level) for form in play.readings)


@st.composite
def plays(draw: st.DrawFn) -> tuple[list[int], list[Claim | None], int, bool]:
    """Cards that are near to something, in a deck of any size, some wild ones claimed."""
    level = draw(st.integers(0, 12))
    wild = level * 4 + HEARTS
    rng = Random(draw(st.integers(0, 2**32)))
    length, copies = draw(
        st.sampled_from(((1, 1), (1, 2), (1, 3), (1, 4), (1, 6), (1, 8), (5, 1), (3, 2), (2, 3), (2, 2)))
    )
    low, suit = rng.randrange(13), rng.randrange(4)
    one_suit = rng.random() < 0.4
    cards = [
        (low + step) % 13 * 4 + (suit if one_suit else rng.randrange(4))
        for step in range(length)
        for _ in range(copies)
    ]
    for _ in range(draw(st.integers(0, 2))):
        if rng.random() < 0.7:
            cards[rng.randrange(len(cards))] = wild
        else:
            cards.append(wild)
    for _ in range(draw(st.sampled_from((0, 0, 0, 1, 2)))):
        change = rng.randrange(3)
        if change == 0:
            cards.append(rng.choice((cards[0], rng.randrange(54), 52, 53)))
        elif change == 1 and len(cards) > 1:
            cards.pop()
        else:
            cards[rng.randrange(len(cards))] = rng.choice((52, 53, rng.randrange(54)))
    claims: list[Claim | None] = [None] * len(cards)
    if draw(st.booleans()):
        for place, card in enumerate(cards):
            if card == wild and rng.random() < 0.7:
                claims[place] = (
                    rng.choice((cards[0] // 4 % 13, rng.randrange(13))),
                    rng.choice((None, suit, rng.randrange(4))),
                )
    return cards, claims, level, draw(st.booleans())


@tried(1500)
@given(play=plays())
def test_readings_are_those_found_by_trial(play: tuple[list[int], list[Claim | None], int, bool]) -> None:
    cards, claims, level, joker_pair = play
    assume(cards.count(level * 4 + HEARTS) <= 2)
    assert engine_readings(cards, claims, level, joker_pair) == readings(cards, claims, level, joker_pair)


@for_every("suit", range(4))
@for_every("top", range(3, 13))
def test_claims_in_five_consecutive_cards_of_one_suit(top: int, suit: int) -> None:
    """One or two wild cards stand for cards of the run: of a rank alone, of its suit, of another, or unclaimed."""
    run = [rank * 4 + suit for rank in window(top, 5)]
    for level, places in itertools.product((0, 7, 12), [*itertools.combinations(range(5), 1), (0, 4), (1, 2)]):
        wild = level * 4 + HEARTS
        if wild in run:
            continue
        cards = [wild if place in places else card for place, card in enumerate(run)]
        for suits in itertools.product((None, suit, (suit + 1) % 4, "unclaimed"), repeat=len(places)):
            claims: list[Claim | None] = [None] * 5
            for place, meant in zip(places, suits, strict=True):
                claims[place] = None if isinstance(meant, str) else (run[place] // 4, meant)
            found = engine_readings(cards, claims, level, True)
            assert found == readings(cards, claims, level, True)
            if "unclaimed" not in suits:
                one_suit = (suit + 1) % 4 not in suits
                straight = (0, STRAIGHT, top)
                flush = (FLUSH_TIER, STRAIGHT_FLUSH, top)
                assert found == (*[flush] * one_suit, *[straight] * (set(suits) != {suit}))


@for_every("level", [0, 3, 8, 12])
def test_forms_beat_one_another_alike(level: int) -> None:
    book = GuandanReader(SEATS, GuandanCombinationRules(level, True))
    forms = {engine_form(form, level): form for form in book._beaters}
    assert len(forms) == len(book._beaters)
    for one, other in itertools.product(forms, repeat=2):
        assert (forms[one] in book._beaters[forms[other]]) == beats(one, other), (one, other)


@tried(25)
@given(seed=st.integers(0, 2**32), level=st.integers(0, 12), wild=st.integers(0, 2), joker_pair=st.booleans())
def test_the_playouts_know_every_play(seed: int, level: int, wild: int, joker_pair: bool) -> None:
    """Of a small holding, the forms offered are those of all its subsets, each with cards that make it.

    A straight may be offered where all its cards are of one suit: it then is played as a straight flush.
    """
    rng = Random(seed)
    wild_card = level * 4 + HEARTS
    ranks = rng.sample(range(13), rng.choice((2, 3, 5)))
    if rng.random() < 0.5:
        low = rng.randrange(13)
        ranks = [(low + step) % 13 for step in range(5)]
    few_suits = rng.choice((1, 4))
    pool = [rank * 4 + suit for rank in ranks for suit in range(few_suits)] * 2 + [52, 52, 53, 53] * (seed % 2)
    cards = [card for card in rng.sample(pool, min(7, len(pool))) if card != wild_card] + [wild_card] * wild
    holding = PlayHolding(cards, level, joker_pair)
    offered = {option.form for option in holding.options()}
    found = {
        form
        for size in range(1, len(cards) + 1)
        for chosen in {tuple(sorted(each)) for each in itertools.combinations(cards, size)}
        for form in readings(chosen, [None] * size, level, joker_pair)
    }
    assert found <= offered
    assert {form[1] for form in offered - found} <= {STRAIGHT}
    for form in sorted(offered):
        play = holding.choose(form, rng)
        claims = [None if meant is None else meant for _, meant in play]
        if form[1] != STRAIGHT:
            assert form in readings([card for card, _ in play], [None] * len(play), level, joker_pair)
        if form[1] not in (SINGLE, STRAIGHT):
            assert form in readings([card for card, _ in play], claims, level, joker_pair)

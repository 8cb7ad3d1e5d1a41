"""How many sets of cards of the full pack form what: closed formulas, brute force and engine agree, set by set."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb
from pathlib import Path
from random import Random

import pytest
from bruteforce.guandan import COPIES, KINDS, NATURAL, RANKS, SUITS, Cards, Reading, count, readings_of, sets_of

from engine.cards.packed import parse_card
from engine.climbing.reader import Play
from engine.games.guandan.combinations import GuandanCombination, GuandanCombinationRules, readings, shape_of
from engine.games.guandan.reader import GuandanReader
from tests.offenders import for_every
from tests.profiles import cases

Found = dict[Cards, set[Reading]]

PUBLISHED = json.loads((Path(__file__).parents[3] / "data" / "guandan_counts.json").read_text(encoding="utf-8"))
KIND_OF_54 = (*NATURAL, "BJ", "RJ")
CARD = {text: parse_card(text) for text in KIND_OF_54}

COMPARED = "2359TKA"
"""The levels at which engine and brute force are compared set by set: from 5 to T a rank lies in five straights
and three tubes, so that these levels are alike; the ends differ."""
PUSHED = "2A"
"""Those of them that the push profile tries."""


def engine_readings(cards: Iterable[str], level: str | None, joker_pair: bool = True) -> set[Reading]:
    """The engine's readings of some cards, as the brute force writes them."""
    numbers = [card for card in map(CARD.get, cards) if card is not None]
    index = None if level is None else RANKS.index(level)
    forms = readings(shape_of(numbers, index), GuandanCombinationRules(index, joker_pair))
    assert list(forms) == sorted(set(forms), reverse=True)
    return {as_reading(form, index) for form in forms}


@cache
def as_reading(form: int, level: int | None) -> Reading:
    """A form as the brute force writes it."""
    combination = GuandanCombination(form, level)
    kind = combination.kind
    return kind, combination.size, "" if kind == "joker_bomb" else combination.rank


# The published table.


@for_every("level", cases([None, *RANKS], [None, "2", "9", "A"]))
def test_the_published_table_is_what_brute_force_finds(level: str | None) -> None:
    assert count(level) == PUBLISHED["none" if level is None else level]


def test_the_published_table_has_every_level() -> None:
    assert list(PUBLISHED) == ["none", *RANKS]


def of_a_rank(kinds: int, size: int) -> int:
    """The sets of so many cards out of so many kinds, two of each kind."""
    doubled = range(min(size // 2, kinds) + 1)
    return sum(comb(kinds, twice) * comb(kinds - twice, size - 2 * twice) for twice in doubled)


def test_closed_formulas_without_wild_cards() -> None:
    table = PUBLISHED["none"]
    triples, pairs = of_a_rank(4, 3), of_a_rank(4, 2)
    assert (triples, pairs) == (16, 10)
    assert table["single"] == 13 * 4 + 2
    assert table["pair"] == 13 * pairs + 2
    assert table["triple"] == 13 * triples
    assert table["full_house"] == 13 * 12 * triples * pairs + 13 * triples * 2
    assert table["straight_flush"] == 10 * 4
    assert table["straight"] == 10 * (4**5 - 4)
    assert table["tube"] == 12 * pairs**3
    assert table["plate"] == 13 * triples**2
    assert [table[f"bomb_{size}"] for size in range(4, 9)] == [13 * of_a_rank(4, size) for size in range(4, 9)]
    assert not {"bomb_9", "bomb_10"} & set(table)
    assert table["joker_bomb"] == 1


@for_every("level", RANKS)
def test_closed_formulas_with_wild_cards(level: str) -> None:
    """Of a rank, 0 to 2 cards may be wild: 12 ranks have 4 kinds of other cards, the level's has 3."""
    table = PUBLISHED[level]

    def sets(size: int) -> int:
        return sum(12 * of_a_rank(4, size - wild) + of_a_rank(3, size - wild) for wild in range(3) if size >= wild)

    assert table["single"] == 54
    assert table["pair"] == sets(2) - 12 + 2
    assert table["triple"] == sets(3)
    assert [table[f"bomb_{size}"] for size in range(4, 11)] == [
        sets(4), sets(5), sets(6), sets(7), sets(8), sets(9), sets(10)
    ]  # fmt: skip
    assert table["bomb_10"] == 12
    assert table["joker_bomb"] == 1


@for_every(("one", "other"), ["56", "67", "78", "89", "9T"])
def test_the_levels_from_5_to_ten_are_alike(one: str, other: str) -> None:
    assert PUBLISHED[one] == PUBLISHED[other]
    assert PUBLISHED["4"] != PUBLISHED["5"]
    assert PUBLISHED["J"] != PUBLISHED["T"]


# The brute force against itself: by patterns, and by putting every card in the place of each wild one.


@for_every("level", [None, *"2A"])
def test_patterns_and_substitution_agree(level: str | None) -> None:
    found = sets_of(level)
    by_wild: dict[int, list[tuple[str, ...]]] = {}
    for cards in sorted(found):
        by_wild.setdefault(cards.count(f"{level}h"), []).append(cards)
    assert set(by_wild) == ({0} if level is None else {0, 1, 2})
    chance = Random(f"substitution {level}")
    for wild, amount in ((0, 1000), (1, 300), (2, 30)):
        for cards in chance.sample(by_wild[wild], amount) if wild in by_wild else ():
            assert readings_of(cards, level) == found[cards], cards
    for _ in range(200):
        cards = tuple(sorted(random_cards(chance, chance.randint(1, 6))))
        if cards.count(f"{level}h") < 2:
            assert readings_of(cards, level) == found.get(cards, set()), cards


def random_cards(chance: Random, size: int) -> list[str]:
    """Cards of the pack, of three ranks or of all."""
    ranks = chance.sample(RANKS, 3) if chance.random() < 0.5 else RANKS
    pack = [card for card in KIND_OF_54 * COPIES if card[0] in ranks or card in ("BJ", "RJ")]
    return chance.sample(pack, size)


# The engine against the brute force.


@pytest.fixture(scope="module", params=cases([None, *COMPARED], [None, *PUSHED]))
def level(request: pytest.FixtureRequest) -> str | None:
    """A level at which the two are compared; None: no card is wild."""
    return request.param


@pytest.fixture(scope="module")
def found(level: str | None) -> Found:
    """Every set that can be read as anything at the level, and its readings."""
    return sets_of(level)


def test_every_set_that_can_be_played_has_the_same_readings(level: str | None, found: Found) -> None:
    assert len(found) > 50_000
    assert [cards for cards, expected in found.items() if engine_readings(cards, level) != expected] == []


def test_without_joker_pairs_in_full_houses() -> None:
    found = sets_of("7", joker_pair=False)
    assert len(found) < PUBLISHED["7"]["sets"]
    wrong = [cards for cards, expected in found.items() if engine_readings(cards, "7", False) != expected]
    assert wrong == []
    barred = [cards for cards in sets_of("7") if cards not in found]
    assert len(barred) == 752
    assert {len(cards) for cards in barred} == {5}
    assert [cards for cards in barred if engine_readings(cards, "7", False)] == []


def every_set(size: int) -> Iterator[tuple[str, ...]]:
    """All sets of so many cards of the pack."""
    for cards in combinations_with_replacement(sorted(KIND_OF_54), size):
        if size <= COPIES or all(cards[place] != cards[place + COPIES] for place in range(size - COPIES)):
            yield cards


ALL_SETS = [(1, "2"), (2, "2"), (3, "9"), (3, "2"), (3, "A"), (4, "T")]


@for_every(("size", "level"), cases(ALL_SETS, ALL_SETS[:3]))
def test_of_all_sets_those_are_played_that_can_be(size: int, level: str) -> None:
    found = sets_of(level)
    seen = sets = 0
    for cards in every_set(size):
        sets += 1
        forms = engine_readings(cards, level)
        assert forms == found.get(cards, set()), cards
        seen += bool(forms)
    assert sets == of_a_rank(54, size)
    assert seen == sum(len(cards) == size for cards in found)


def classes(size: int, level: str) -> Iterator[tuple[list[str], int]]:
    """Every class of sets of so many cards, by a set of it and how many it has.

    Of a class are the sets with the same number of cards of each rank, of each joker and of wild cards, and that
    alike are of one suit or not.
    """
    wild = level + "h"
    for black, red, free in product(range(3), repeat=3):
        natural = size - black - red - free
        if natural < 0:
            continue
        fixed = ["BJ"] * black + ["RJ"] * red + [wild] * free
        for ranks in combinations_with_replacement(RANKS, natural):
            counts = Counter(ranks)
            kinds = {rank: [rank + suit for suit in SUITS if rank + suit != wild] for rank in counts}
            sets = 1
            for rank, cards in counts.items():
                sets *= of_a_rank(len(kinds[rank]), cards)
            suits = [suit for suit in SUITS if all(r + suit in kinds[r] and c <= COPIES for r, c in counts.items())]
            alike = len(suits) if natural else 0
            if alike:
                yield fixed + [rank + suits[0] for rank in ranks], alike
            if sets > alike:
                yield fixed + mixed(counts, kinds), sets - alike


def mixed(counts: Counter[str], kinds: dict[str, list[str]]) -> list[str]:
    """Cards of these ranks, of several suits where there is more than one card."""
    cards: list[str] = []
    for number, (rank, amount) in enumerate(counts.items()):
        order = kinds[rank][number % 2 :] + kinds[rank][: number % 2]
        cards += (order * COPIES)[:amount]
    return cards


ALL_CLASSES = [(4, "9"), (5, "2"), (5, "A"), (5, "5"), (6, "9")]


@for_every(("size", "level"), cases(ALL_CLASSES, ALL_CLASSES[:3]))
def test_the_engine_counts_the_same_over_all_sets(size: int, level: str) -> None:
    """Over one set of each class, and with how many sets the class has."""
    counted: Counter[str] = Counter()
    total = 0
    for cards, sets in classes(size, level):
        total += sets
        for kind in {kind for kind, _, _ in engine_readings(cards, level)}:
            counted[kind] += sets
    assert total == of_a_rank(54, size)
    table = PUBLISHED[level]
    of_size = {
        4: ["bomb_4", "joker_bomb"],
        5: ["full_house", "straight", "straight_flush", "bomb_5"],
        6: ["tube", "plate", "bomb_6"],
    }[size]
    assert counted == {kind.removesuffix(f"_{size}"): table[kind] for kind in of_size}


def test_what_is_nearly_a_combination_is_none(level: str | None, found: Found) -> None:
    """Tubes, plates and bombs of 6 to 10 cards with one card changed for any other."""
    long = sorted(cards for cards in found if len(cards) >= 6)
    chance = Random(f"nearly {level}")
    seen = 0
    for cards in chance.sample(long, 2000):
        changed = list(cards)
        changed[chance.randrange(len(cards))] = chance.choice(KIND_OF_54)
        key = tuple(sorted(changed))
        if max(Counter(key).values()) <= COPIES:
            assert engine_readings(key, level) == found.get(key, set()), key
            seen += key not in found
    assert seen > 800


def test_cards_at_random_and_in_any_order(level: str | None, found: Found) -> None:
    chance = Random(f"random {level}")
    for _ in range(2000):
        cards = random_cards(chance, chance.randint(5, 11))
        assert engine_readings(cards, level) == found.get(tuple(sorted(cards)), set()), cards
    for cards in chance.sample(sorted(found), 1000):
        shuffled = chance.sample(cards, len(cards))
        assert engine_readings(shuffled, level) == found[cards], shuffled


@pytest.mark.parametrize("level", cases("29A", PUSHED), indirect=True)
def test_an_actions_text_is_read_the_same(level: str, found: Found) -> None:
    """The book reads most texts by a way of its own."""
    rules = GuandanCombinationRules(RANKS.index(level), True)
    book = GuandanReader("ENWS", rules)
    chance = Random(f"texts {level}")
    drawn = [random_cards(chance, chance.randint(1, 10)) for _ in range(2000)]
    for cards in [*drawn, *chance.sample(sorted(found), 2000)]:
        numbers = [number for number in map(CARD.get, cards) if number is not None]
        forms = readings(shape_of(numbers, rules.level), rules)
        text = f"E play {' '.join(chance.sample(cards, len(cards)))}"
        seat, size, _, form, _ = book.entry(text)
        assert seat == 0
        assert book.play(text).readings == forms, cards
        if isinstance(form, Play):
            assert form.form == (forms[0] if forms else None), cards
            assert form.ambiguous or not forms, cards
        else:
            assert (size, form) == (len(cards), forms[0]), cards


def test_every_kind_is_counted() -> None:
    kinds = {kind for readings_found in sets_of("2").values() for kind, _, _ in readings_found}
    assert kinds == set(KINDS)

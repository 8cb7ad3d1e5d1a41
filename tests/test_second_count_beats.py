"""Whether cards can beat a play, as the second count works it out, is what trying every set of them finds."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

from tests.bruteforce import bao_huang, big_a, guandan
from tests.bruteforce.statistics import bao_huang_plays, big_a_plays
from tests.bruteforce.statistics.guandan_plays import has_above
from tests.bruteforce.statistics.holdings import Held

LEVEL = "7"


def sets_of(cards: list[str], most: int = 99) -> Iterator[tuple[str, ...]]:
    for size in range(1, min(len(cards), most) + 1):
        yield from sorted(set(combinations(sorted(cards), size)))


def near(random: Random, pack: list[str], ranks: str, many: int) -> list[str]:
    """Some cards of a few neighbouring ranks, with jokers and sevens among them, so that they make much."""
    start = random.randrange(len(ranks) - 4)
    wanted = (*ranks[start : start + 5], "7", "B", "R")
    return random.sample([card for card in pack if card[0] in wanted], many)


def test_guandan() -> None:
    random = Random(7)
    pack = 2 * [*guandan.NATURAL, *guandan.JOKERS]
    seen: Counter[bool] = Counter()
    for _ in range(60):
        held = near(random, pack, guandan.RANKS, 7)
        made: set[guandan.Reading] = set()
        for cards in sets_of(held):
            made |= guandan.readings_of(cards, LEVEL)
        for lying in random.sample(LYING, 40):
            can = any(guandan.beats(each, lying, LEVEL) for each in made)
            assert has_above(Counter(held), lying, LEVEL, True) == can, (held, lying)
            seen[can] += 1
    assert min(seen[True], seen[False]) > 300


LYING: list[guandan.Reading] = [
    *(reading for reading, _ in guandan.patterns()),
    ("single", 1, "BJ"),
    ("single", 1, "RJ"),
    ("pair", 2, "BJ"),
]


def test_big_a() -> None:
    random = Random(7)
    readings = big_a.every_reading()
    seen: Counter[bool] = Counter()
    for _ in range(60):
        held = near(random, 2 * list(big_a.PACK), big_a.LINE, 9)
        sets = list(sets_of(held))
        made = {reading for cards in sets if (reading := big_a.reading_of(cards, "As"))}
        found = set(big_a_plays.makes(Counter(held), "As"))
        for lying in random.sample(readings, 60):
            can = any(big_a.beats(each, lying) for each in made)
            assert any(big_a.beats(each, lying) for each in found) == can, (held, lying)
            seen[can] += 1
    assert min(seen[True], seen[False]) > 300


def test_bao_huang() -> None:
    plays = [cards for size in (1, 2, 3, 4) for cards in bao_huang.combinations(size, "6789A2")]
    for joker_rule in bao_huang.RULES:
        for one in plays:
            for other in (each for each in plays if len(each) == len(one)):
                mine, theirs = (tuple(map(plain, cards)) for cards in (one, other))
                by_sorting = bao_huang_plays.beats(mine, theirs, joker_rule)
                assert by_sorting == bao_huang.beats(one, other, joker_rule), (one, other)


def test_bao_huang_makes_every_set_of_equal_cards_and_jokers() -> None:
    held = Counter({"7s": 2, "7h": 1, "8": 2, "RJ*": 1, "BJ": 2})
    cards = [plain(card) for card in held.elements()]
    for size in (1, 2, 3, 4):
        playable = {tuple(sorted(each)) for each in combinations(cards, size) if len({*each} - {"BJ", "RJ"}) <= 1}
        assert {tuple(sorted(each)) for each in bao_huang_plays.makes(Held(held), size, bao_huang.RANKS)} == playable


def plain(card: str) -> str:
    return card[:2] if card[1:2] == "J" else card[0]

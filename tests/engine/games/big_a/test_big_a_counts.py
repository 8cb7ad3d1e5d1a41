"""How many sets of cards of the full pack form what: closed formulas, brute force and engine agree."""

from collections import Counter
from itertools import product
from math import comb
from random import Random

from bruteforce import big_a as slow
from made_big_a import DECK, SEATS

from engine.cards.packed import parse_card
from engine.games.big_a.combinations import BigACombination, beats, every_form, form_of_counts, kind_of, size_of
from engine.games.big_a.reader import BigAReader
from tests.offenders import for_every

BIG = "As"
RANKS = "23456789TJQKA"
BOOK = BigAReader(SEATS, parse_card(BIG))
ACE = RANKS.index("A")


def of_a_rank(size: int) -> int:
    """The sets of so many cards of one rank: of four suits, two copies each."""
    return sum(
        comb(4, twice) * comb(4 - twice, size - 2 * twice) for twice in range(size // 2 + 1) if size >= 2 * twice
    )


SETS = [of_a_rank(size) for size in range(9)]


def counted() -> Counter[str]:
    """How many sets the engine finds of each kind, whichever suit is Big A: by how many cards are of each rank."""
    found: Counter[str] = Counter()
    for size in range(1, 9):
        for rank in range(len(RANKS)):
            found[kind([size if each == rank else 0 for each in range(len(RANKS))])] += SETS[size]
    for width, length in [*product((1, 2), range(3, 15)), (3, 3), (4, 2)]:
        for bottom in range(15 - length):
            ranks = [0] * len(RANKS)
            for place in range(bottom, bottom + length):
                ranks[(place - 1) % len(RANKS)] += width
            if length == len(RANKS) and bottom:
                continue
            ways = 1
            for count in ranks:
                ways *= SETS[count]
            found[kind(ranks)] += ways
    for black, red in product(range(3), repeat=2):
        if black + red:
            found[kind([0] * len(RANKS), black, red)] += 1
    # Of the pairs of aces one is both Big A.
    found["pair"] -= 1
    found["big_ace_pair"] += 1
    return found


def kind(ranks: list[int], black: int = 0, red: int = 0) -> str:
    """What so many cards of each rank form."""
    form = form_of_counts(ranks, black, red, 0)
    assert form is not None
    assert size_of(form) == sum(ranks) + black + red
    return BigACombination(form).kind


def test_the_counts_are_what_brute_force_finds() -> None:
    assert dict(counted()) == slow.count()


def test_closed_formulas() -> None:
    counts = slow.count()
    assert SETS[:5] == [1, 4, 10, 16, 19]
    assert counts["single"] == 13 * 4 + 2
    assert counts["pair"] == 13 * 10 - 1
    assert [counts[name] for name in ("triple", "four", "five", "six", "seven", "true_eight")] == [
        13 * SETS[size] for size in range(3, 9)
    ]
    runs = [(15 - length) * 4**length for length in range(3, 13)]
    assert counts["sequence"] == sum(runs) + 4**13 + 10 * 4**12
    pairs = [(15 - length) * 10**length for length in range(3, 13)]
    assert counts["double_sequence"] == sum(pairs) + 10**13 + 19 * 10**12
    assert counts["triple_sequence"] == 12 * 16**3
    assert counts["fake_eight"] == 13 * 19**2
    assert [counts[name] for name in ("two_jokers", "three_jokers", "four_jokers", "big_ace_pair")] == [3, 2, 1, 1]


def test_every_reading_is_a_form_and_every_form_a_reading() -> None:
    assert Counter(BigACombination(form).kind for form in every_form()) == Counter(
        reading[0] for reading in slow.every_reading()
    )


def engine_form(cards: list[str]) -> int | None:
    """What the engine makes of cards where the aces of spades are Big A."""
    return BOOK.form([card for card in map(parse_card, cards) if card is not None])


def test_the_forms_beat_one_another_as_the_readings_do() -> None:
    readings = slow.every_reading()
    forms = {reading: engine_form(slow.cards_for(reading, BIG)) for reading in readings}
    assert len(set(forms.values())) == len(readings)
    for one, other in product(readings, repeat=2):
        mine, others = forms[one], forms[other]
        assert mine is not None
        assert others is not None
        assert beats(mine, others) is slow.beats(one, other), (one, other)


@for_every("seed", range(6))
def test_sets_drawn_at_random_form_what_brute_force_says(seed: int) -> None:
    rng = Random(seed)
    found = 0
    for _ in range(3000):
        few_ranks = rng.sample(RANKS, rng.randint(1, 4)) if rng.random() < 0.8 else ["BJ", "RJ", rng.choice(RANKS)]
        pack = [card for card in DECK if card in few_ranks or card[0] in few_ranks]
        cards = rng.sample(pack, rng.randint(1, min(10, len(pack))))
        reading, form = slow.reading_of(cards, BIG), engine_form(cards)
        assert (reading is None) == (form is None), cards
        if reading is not None and form is not None:
            found += 1
            assert (BigACombination(form).kind, size_of(form)) == reading[:2]
            assert kind_of(form) == list(slow.KINDS).index(reading[0]) + 1
    assert found > 200

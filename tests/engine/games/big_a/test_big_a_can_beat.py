"""Whether a holding beats or captures a play: the engine against every subset of small holdings, as the brute force
reads them.
"""

from collections import Counter
from itertools import chain, combinations
from random import Random

from bruteforce.big_a import PACK, RANKS, Reading, beats, cards_for, every_reading, rank_of, reading_of
from profiles import examples

from engine.cards.packed import pack, parse_card
from engine.games.big_a.beating import can_beat
from engine.games.big_a.combinations import Form
from engine.games.big_a.reader import BigAReader
from tests.offenders import for_every

BIG = "Ah"
READER = BigAReader("ABCDE", parse_card(BIG))
MOST = 9
CAPTURED = ("triple", "four", "five", "six")


def parsed(cards: list[str]) -> list[int]:
    return [card for card in map(parse_card, cards) if card is not None]


def form_of(reading: Reading) -> Form:
    form = READER.form(parsed(cards_for(reading, BIG)))
    assert form is not None
    return form


FORMS = {reading: form_of(reading) for reading in every_reading()}
BETTER = {reading: {one for one in FORMS if beats(one, reading)} for reading in FORMS}
WANTED = {reading: Counter(rank_of(card) for card in cards_for(reading, "As")) for reading in FORMS}
"""By reading, how many cards it has of each rank; a Big A is an ace here."""


def some_holding(rng: Random) -> list[str]:
    """A few cards that likely form much."""
    start = rng.randrange(len(RANKS))
    near = {RANKS[(start + step) % len(RANKS)] for step in range(rng.randrange(1, 6))} | set(rng.choice(("", "4", "A")))
    pool = [card for card in PACK if card[0] in near for _ in range(2)]
    pool += rng.sample(["BJ", "BJ", "RJ", "RJ", BIG, BIG], rng.randrange(5))
    while pool.count(BIG) > 2:
        pool.remove(BIG)
    return rng.sample(pool, min(rng.randrange(1, MOST + 1), len(pool)))


def some_run(rng: Random) -> list[str]:
    """Most ranks once or twice, for long sequences; no joker and no Big A."""
    each = rng.choice((1, 1, 2))
    held = [rank + suit for rank in RANKS for suit in rng.sample("sdc", each) if rng.random() < 0.8]
    return [*held, "As", "Ac"]


def makes(held: list[str]) -> set[Reading]:
    """Every reading of every subset."""
    cards = sorted(held)
    subsets = set(chain.from_iterable(combinations(cards, size) for size in range(1, len(cards) + 1)))
    return {reading for subset in subsets if (reading := reading_of(subset, BIG)) is not None}


@for_every("seed", range(4))
def test_it_is_what_the_subsets_beat(seed: int) -> None:
    rng = Random(seed)
    for _ in range(examples(100)):
        held = some_holding(rng)
        made = makes(held)
        cards = pack(parsed(held))
        fours = sum(card[0] == "4" for card in held)
        for reading, form in FORMS.items():
            able = not made.isdisjoint(BETTER[reading])
            able = able or (reading[0] in CAPTURED and fours >= reading[1] - 1)
            assert can_beat(cards, form, parse_card(BIG)) == able, (held, reading)


def test_long_sequences() -> None:
    rng = Random(0)
    for _ in range(examples(100)):
        held = some_run(rng)
        cards = pack(parsed(held))
        counts = Counter(map(rank_of, held))
        for reading, form in FORMS.items():
            if "sequence" in reading[0]:
                runs = [one for one in BETTER[reading] if one[0] in ("sequence", "double_sequence")]
                sets = [one for one in BETTER[reading] if one not in runs and one[2] in tuple(RANKS)]
                able = any(WANTED[one] <= counts for one in (*runs, *sets))
                assert can_beat(cards, form, parse_card(BIG)) == able, (held, reading)

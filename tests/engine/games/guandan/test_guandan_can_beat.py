"""Whether a holding beats a play: the engine against every subset of small holdings, as the brute force reads them."""

from functools import cache
from itertools import chain, combinations
from random import Random

from bruteforce.guandan import RANKS, SUITS, Cards, Reading, beats, sets_of
from profiles import PROFILE, examples

from engine.cards.packed import pack, parse_card
from engine.games.guandan.beating import Ranks
from engine.games.guandan.combinations import Form, GuandanCombination, GuandanCombinationRules, every_form
from tests.offenders import for_every

DECK = [rank + suit for rank in RANKS for suit in SUITS] * 2 + ["BJ", "BJ", "RJ", "RJ"]
LEVELS = ("2", "9", "A", None)[: 4 if PROFILE == "long" else 2]
MOST = 9


@cache
def sets(level: str | None, joker_pair: bool) -> dict[Cards, set[Reading]]:
    return sets_of(level, joker_pair)


@cache
def forms_at(level: str | None) -> dict[Reading, Form]:
    lifted = None if level is None else RANKS.index(level)
    found: dict[Reading, Form] = {}
    for form in every_form():
        combination = GuandanCombination(form, lifted)
        by_level = combination.kind in ("single", "pair", "triple", "full_house", "bomb")
        if (by_level and form & 0xFF == lifted) or combination.rank == "?":
            continue
        rank = "" if combination.kind == "joker_bomb" else combination.rank
        found[combination.kind, combination.size, rank] = form
    return found


def some_holding(rng: Random, level: str | None) -> list[str]:
    """A few cards that likely form much: wild cards, one suit, or few ranks."""
    size = rng.randrange(1, MOST + 1)
    start = rng.randrange(len(RANKS))
    near = [RANKS[(start + step) % len(RANKS)] for step in range(rng.randrange(1, 6))]
    suits = rng.choice((SUITS, SUITS, rng.choice(SUITS)))
    likely = [card for card in DECK if card[0] in near and card[1] in suits]
    wild = [level + "h"] * 2 if level else []
    pool = [*likely, *rng.sample(["BJ", "BJ", "RJ", "RJ"], rng.randrange(5))]
    for card in wild:
        if card in pool:
            pool.remove(card)
    held = wild[: rng.randrange(3)]
    return held + rng.sample(pool, min(size, len(pool)))


def makes(held: list[str], level: str | None, joker_pair: bool) -> set[Reading]:
    """Every reading of every subset."""
    found = sets(level, joker_pair)
    cards = sorted(held)
    subsets = set(chain.from_iterable(combinations(cards, size) for size in range(1, len(cards) + 1)))
    return {reading for subset in subsets for reading in found.get(subset, ())}


@for_every("joker_pair", [True, False])
@for_every("level", LEVELS)
def test_it_is_what_the_subsets_beat(level: str | None, joker_pair: bool) -> None:
    rng = Random(f"{level} {joker_pair}")
    forms = forms_at(level)
    better = {reading: {one for one in forms if beats(one, reading, level)} for reading in forms}
    for _ in range(examples(500)):
        held = some_holding(rng, level)
        cards = [card for card in map(parse_card, held) if card is not None]
        rules = GuandanCombinationRules(None if level is None else RANKS.index(level), joker_pair)
        asked = Ranks(pack(cards), rules)
        made = makes(held, level, joker_pair)
        for reading, form in forms.items():
            able = not made.isdisjoint(better[reading])
            assert asked.can_beat(form) == able, (held, reading)

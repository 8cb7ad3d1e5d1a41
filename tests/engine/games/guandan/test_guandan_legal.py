"""The legal plays of small holdings: the generator against every subset, as the brute force and the judge read them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import chain, combinations
from random import Random
from time import process_time

from bruteforce.guandan import RANKS, SUITS, Cards, Reading, beats, natural_readings, readings_of, sets_of
from bruteforce.statistics.guandan_plays import height
from profiles import PROFILE, examples

from engine.cards.packed import cards_text, pack, parse_card
from engine.games.guandan.beating import Ranks
from engine.games.guandan.combinations import Form, GuandanCombination, GuandanCombinationRules, every_form
from engine.games.guandan.combinations import beats as form_beats
from engine.games.guandan.legal import GuandanChoices, kinds_in
from engine.games.guandan.reader import GuandanReader
from tests.offenders import for_every

DECK = [rank + suit for rank in RANKS for suit in SUITS] * 2 + ["BJ", "BJ", "RJ", "RJ"]
LEVELS = ("2", "9", "A")[: 3 if PROFILE == "long" else 2]
MOST = 8
FOLLOWED = 6

Forms = tuple[Form, ...]


@cache
def forms_at(level: str) -> Mapping[Reading, Form]:
    lifted = RANKS.index(level)
    found: dict[Reading, Form] = {}
    for form in every_form():
        combination = GuandanCombination(form, lifted)
        by_level = combination.kind in ("single", "pair", "triple", "full_house", "bomb")
        if not (by_level and form & 0xFF == lifted):
            rank = "" if combination.kind == "joker_bomb" else combination.rank
            found[combination.kind, combination.size, rank] = form
    return found


@cache
def sets(level: str, joker_pair: bool) -> dict[Cards, set[Reading]]:
    return sets_of(level, joker_pair)


def some_holding(rng: Random, level: str) -> list[str]:
    """A few cards that likely form much: wild cards, one or two suits, or few ranks."""
    start = rng.randrange(len(RANKS))
    near = [RANKS[(start + step) % len(RANKS)] for step in range(rng.choice((1, 2, 3, 5, 6)))]
    suits = rng.choice((SUITS, rng.sample(SUITS, 2), rng.choice(SUITS)))
    wild = level + "h"
    pool = [card for card in DECK if card[0] in near and card[1] in suits and card != wild]
    pool += rng.sample(["BJ", "BJ", "RJ", "RJ"], rng.choice((0, 1, 2, 4)))
    held = [wild] * rng.randrange(3)
    return held + rng.sample(pool, min(MOST - len(held) + rng.randrange(2), len(pool)))


def parsed(cards: Iterable[str]) -> tuple[int, ...]:
    return tuple(card for card in map(parse_card, cards) if card is not None)


def subsets(held: list[str]) -> set[Cards]:
    cards = sorted(held)
    return set(chain.from_iterable(combinations(cards, size) for size in range(1, len(cards) + 1)))


def made(held: list[str], level: str, joker_pair: bool) -> list[set[Reading]]:
    known = sets(level, joker_pair)
    return [readings for subset in subsets(held) if (readings := known.get(subset))]


def generated(held: list[str], level: str, joker_pair: bool, on: Form | None) -> Counter[Forms]:
    """The numbers of choices of cards, by the forms that they may count as, the highest first."""
    beaten_by = None if on is None else frozenset(form for form in every_form() if form_beats(form, on))
    choices = GuandanChoices(pack(parsed(held)), GuandanCombinationRules(RANKS.index(level), joker_pair))
    found: Counter[Forms] = Counter()
    for choice in choices(beaten_by, kinds_in(beaten_by)):
        found[choice.form, *choice.others] += choice.ways
    return found


@for_every("joker_pair", [True, False])
@for_every("level", LEVELS)
def test_they_are_the_subsets_that_the_rules_allow(level: str, joker_pair: bool) -> None:
    rng = Random(f"{level} {joker_pair}")
    forms = forms_at(level)
    for _ in range(examples(40)):
        held = some_holding(rng, level)
        every = made(held, level, joker_pair)
        asked = Ranks(pack(parsed(held)), GuandanCombinationRules(RANKS.index(level), joker_pair))
        by_kind = {reading[:2]: reading for reading in sorted(forms, key=lambda _: rng.random())}
        for on in (None, *by_kind.values(), *rng.sample(sorted(forms), FOLLOWED)):
            wanted: Counter[Forms] = Counter()
            for readings in every:
                legal = [one for one in readings if on is None or beats(one, on, level)]
                if legal:
                    legal.sort(key=lambda one: height(one, level), reverse=True)
                    wanted[tuple(forms[one] for one in legal)] += 1
            found = generated(held, level, joker_pair, None if on is None else forms[on])
            assert found == wanted, (held, on)
            if on is not None:
                assert bool(found) == asked.can_beat(forms[on]), (held, on)


@for_every("level", LEVELS)
def test_the_judge_reads_the_cards_of_each_choice_as_its_forms(level: str) -> None:
    rng = Random(level)
    rules = GuandanCombinationRules(RANKS.index(level), joker_pair_in_full_house=True)
    reader = GuandanReader("NESW", rules)
    for _ in range(examples(40)):
        held = some_holding(rng, level)
        listed = list(GuandanChoices(pack(parsed(held)), rules)(None))
        assert len({tuple(sorted(choice.cards)) for choice in listed}) == len(listed)
        for choice in listed:
            assert reader.play(f"N play {cards_text(choice.cards)}").readings == (choice.form, *choice.others)
            assert not Counter(choice.cards) - Counter(parsed(held))
        legal = sum(bool(reader.play(f"N play {' '.join(subset)}").readings) for subset in subsets(held))
        assert legal == sum(choice.ways for choice in listed)


def test_the_brute_force_reads_by_patterns_what_it_reads_by_substitution() -> None:
    rng = Random(0)
    for _ in range(20):
        subset = tuple(sorted(some_holding(rng, "9")[: rng.randrange(1, 6)]))
        assert sets("9", True).get(subset, set()) == readings_of(subset, "9")
    assert natural_readings(["9h"]) == {("single", 1, "9")}


def test_a_lead_of_27_cards_with_two_wild_cards_takes_less_than_50_ms() -> None:
    rng = Random(1)
    rules = GuandanCombinationRules(0, joker_pair_in_full_house=True)
    near = [rank + suit for rank in RANKS[1:9] for suit in SUITS] * 2
    every = [rank + suit for rank in RANKS[1:] for suit in SUITS] * 2
    two_of_each = [rank + suit for rank in RANKS[1:] for suit in "sh"]
    hands = [rng.sample(near, 25), rng.sample(every, 25), [*rng.sample(every, 21), "BJ", "BJ", "RJ", "RJ"], two_of_each]
    for held in hands:
        holding = pack(parsed([*held, "2h", "2h"]))
        times = []
        for _ in range(3):
            before = process_time()
            assert len(list(GuandanChoices(holding, rules)(None))) > 200
            times.append(process_time() - before)
        assert min(times) < 0.05, (held, times)

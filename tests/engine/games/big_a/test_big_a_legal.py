"""The legal plays of small holdings: the generator against every subset, as the brute force and the judge read them."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain, combinations
from random import Random

from bruteforce.big_a import PACK, RANKS, Cards, Reading, beats, cards_for, every_reading, reading_of
from profiles import examples

from engine.cards.packed import cards_text, pack, parse_card
from engine.games.big_a.beating import can_beat
from engine.games.big_a.combinations import Form
from engine.games.big_a.legal import BigAChoices
from engine.games.big_a.reader import BigAReader
from tests.offenders import for_every

BIG = "Ah"
READER = BigAReader("ABCDE", parse_card(BIG))
MOST = 9
CAPTURED = ("triple", "four", "five", "six")
FOLLOWED = 8


def parsed(cards: Iterable[str]) -> tuple[int, ...]:
    return tuple(card for card in map(parse_card, cards) if card is not None)


def form_of(reading: Reading) -> Form:
    form = READER.form(parsed(cards_for(reading, BIG)))
    assert form is not None
    return form


FORMS = {reading: form_of(reading) for reading in every_reading()}
BETTER = {reading: {one for one in FORMS if beats(one, reading)} for reading in FORMS}


def some_holding(rng: Random) -> list[str]:
    """A few cards that likely form much: near ranks, fours, jokers, aces with and without the Big A."""
    start = rng.randrange(len(RANKS))
    near = {RANKS[(start + step) % len(RANKS)] for step in range(rng.randrange(1, 6))} | set(rng.choice(("", "4", "A")))
    pool = [card for card in PACK if card[0] in near and card != BIG for _ in range(2)]
    pool += rng.sample(["BJ", "BJ", "RJ", "RJ", BIG, BIG], rng.randrange(6))
    return rng.sample(pool, min(rng.randrange(5, MOST + 1), len(pool)))


def subsets(held: list[str]) -> set[Cards]:
    cards = sorted(held)
    return set(chain.from_iterable(combinations(cards, size) for size in range(1, len(cards) + 1)))


@for_every("seed", range(4))
def test_they_are_the_subsets_that_the_rules_allow(seed: int) -> None:
    rng = Random(seed)
    for _ in range(examples(50)):
        held = some_holding(rng)
        every = Counter(reading for subset in subsets(held) if (reading := reading_of(subset, BIG)) is not None)
        fours = Counter(len(subset) for subset in subsets(held) if {card[0] for card in subset} == {"4"})
        choices = BigAChoices(pack(parsed(held)), parse_card(BIG))
        by_kind = {reading[:2]: reading for reading in sorted(FORMS, key=lambda _: rng.random())}
        for on in (None, *by_kind.values(), *rng.sample(sorted(FORMS), FOLLOWED)):
            wanted = Counter({FORMS[one]: count for one, count in every.items() if on is None or one in BETTER[on]})
            captures = fours[on[1] - 1] if on is not None and on[0] in CAPTURED else 0
            found: Counter[Form] = Counter()
            captured = 0
            for choice in choices(None if on is None else FORMS[on]):
                if choice.captures:
                    captured += choice.ways
                else:
                    found[choice.form] += choice.ways
            assert found == wanted, (held, on)
            assert captured == captures, (held, on)
            if on is not None:
                able = can_beat(pack(parsed(held)), FORMS[on], parse_card(BIG))
                assert bool(found or captured) == able, (held, on)


def test_long_sequences() -> None:
    rng = Random(0)
    for _ in range(examples(25)):
        held = [rank + rng.choice("sdc") for rank in RANKS if rng.random() < 0.9]
        held += rng.sample([BIG, "As", "Ac"], 2)
        every = Counter(reading for subset in subsets(held) if (reading := reading_of(subset, BIG)) is not None)
        found: Counter[Form] = Counter()
        for choice in BigAChoices(pack(parsed(held)), parse_card(BIG))(None):
            found[choice.form] += choice.ways
        assert found == {FORMS[one]: count for one, count in every.items()}, held


def test_the_judge_reads_the_cards_of_each_choice_as_its_form() -> None:
    rng = Random(5)
    for _ in range(examples(100)):
        held = some_holding(rng)
        listed = list(BigAChoices(pack(parsed(held)), parse_card(BIG))(None))
        assert len({tuple(sorted(choice.cards)) for choice in listed}) == len(listed)
        for choice in listed:
            assert READER.play(f"A play {cards_text(choice.cards)}").form == choice.form
            assert not Counter(choice.cards) - Counter(parsed(held))
        legal = sum(READER.play(f"A play {' '.join(subset)}").form is not None for subset in subsets(held))
        assert legal == sum(choice.ways for choice in listed)

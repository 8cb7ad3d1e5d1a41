"""The legal plays of small holdings: the generator against every subset, as the brute force and the judge read them."""

from collections import Counter
from collections.abc import Iterable
from itertools import chain, combinations
from random import Random
from time import process_time

from bruteforce import bao_huang as page
from profiles import examples

from engine.cards.packed import card_text, cards_text, pack, parse_card
from engine.climbing.reader import Form
from engine.games.bao_huang.combinations import BaoHuangCombinationRules, beaters, can_beat, classify, size
from engine.games.bao_huang.legal import BaoHuangChoices
from engine.games.bao_huang.reader import BaoHuangReader, deck_of
from tests.offenders import for_every

LOW, OTHERS = "36", "QA2"
MOST = 9

Cards = tuple[str, ...]


def parsed(cards: Iterable[str]) -> tuple[int, ...]:
    return tuple(card for card in map(parse_card, cards) if card is not None)


def form_of(play: Cards) -> Form:
    form = classify(parsed(play))
    assert form is not None
    return form


def plain(cards: Cards) -> Cards:
    return tuple(card.rstrip("*") for card in cards)


def playable(held: list[str], lowest: str | None) -> list[Cards]:
    """The sets of cards that may be led; those with the lowest rank only if nothing else is held."""
    cards = sorted(held)
    only_lowest = all(card[0] == lowest for card in cards)
    found = []
    for subset in set(chain.from_iterable(combinations(cards, count) for count in range(1, len(cards) + 1))):
        ranks = {card[0] for card in plain(subset) if card not in page.JOKERS}
        if len(ranks) <= 1 and (lowest not in ranks or only_lowest):
            found.append(subset)
    return found


def some_holding(rng: Random, ranks: str) -> list[str]:
    few = rng.sample(ranks, rng.randrange(1, 4))
    pool = [rank + suit for rank in few for suit in "sh" for _ in range(3)] + ["BJ", "BJ", "BJ*", "RJ", "RJ", "RJ*"]
    kinds = pool if rng.random() < 0.8 else [card for card in pool if card[0] == few[0]]
    return rng.sample(kinds, min(rng.randrange(1, MOST), len(kinds)))


def choices_of(held: list[str], lowest: str | None) -> BaoHuangChoices:
    only_lowest = all(card[0] == lowest for card in held)
    place = None if lowest is None else page.RANKS.index(lowest)
    return BaoHuangChoices(pack(parsed(held)), place, only_lowest=only_lowest)


@for_every("lowest", [None, "3", "6"])
@for_every("joker_rule", page.RULES)
def test_they_are_the_subsets_that_the_rules_allow(joker_rule: str, lowest: str | None) -> None:
    rng = Random(f"{joker_rule} {lowest}")
    ranks = (lowest or LOW) + OTHERS
    plays = [cards for size in (1, 2, 3, 4) for cards in page.combinations(size, ranks)]
    place = None if lowest is None else page.RANKS.index(lowest)
    rules = BaoHuangCombinationRules(joker_rule, place)  # type: ignore[arg-type]
    for _ in range(examples(150)):
        held = some_holding(rng, ranks)
        every = playable(held, lowest)
        for on in (None, *rng.sample(plays, 12)):
            wanted = Counter(
                form_of(cards) for cards in every if on is None or page.beats(plain(cards), on, joker_rule)
            )
            found: Counter[Form] = Counter()
            against = None if on is None else beaters(form_of(on), rules.joker_rule)
            for choice in choices_of(held, lowest)(against, None if on is None else len(on)):
                found[choice.form] += choice.ways
            assert found == wanted, (held, on)
            if on is not None:
                assert bool(found) == can_beat(pack(parsed(held)), form_of(on), rules), (held, on)


def test_the_judge_reads_the_cards_of_each_choice_as_its_form() -> None:
    rng = Random(7)
    rules = BaoHuangCombinationRules("every_card", None)
    reader = BaoHuangReader("ABCDE", deck_of(216, bare=False), rules)
    for _ in range(examples(150)):
        held = some_holding(rng, LOW + OTHERS)
        listed = list(choices_of(held, None)(None, None))
        assert len({tuple(sorted(choice.cards)) for choice in listed}) == len(listed)
        for choice in listed:
            assert reader.play(f"A play {cards_text(choice.cards)}").form == choice.form
            assert not Counter(map(card_text, choice.cards)) - Counter(held)
        subsets = set(chain.from_iterable(combinations(sorted(held), size) for size in range(1, len(held) + 1)))
        legal = sum(reader.play(f"A play {' '.join(subset)}").form is not None for subset in subsets)
        assert legal == sum(choice.ways for choice in listed)


def test_cards_without_suits_are_one_way() -> None:
    choices = BaoHuangChoices(pack(parsed(["9", "9", "9", "9s"])), None, only_lowest=False)
    assert [(size(choice.form), choice.ways) for choice in choices(None, None)] == [(1, 2), (2, 2), (3, 2), (4, 1)]


def test_a_lead_of_44_cards_takes_less_than_50_ms() -> None:
    ranks = [rank + suit for rank in page.RANKS for suit in "shd"][:36]
    many = [rank + suit for rank in "KA2" for suit in "shdc" for _ in range(3)]
    jokers = ["BJ", "BJ", "BJ", "BJ*", "RJ", "RJ", "RJ", "RJ*"]
    for held in (ranks, many):
        choices = choices_of([*held, *jokers], None)
        times = []
        for _ in range(3):
            before = process_time()
            assert len(list(choices(None, None))) > 1000
            times.append(process_time() - before)
        assert min(times) < 0.05, times

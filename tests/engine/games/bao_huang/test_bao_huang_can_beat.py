"""Whether a holding beats a play: the engine against every subset of small holdings, as the brute force reads them."""

from itertools import combinations
from random import Random

from profiles import examples

from engine.cards.packed import pack, parse_card
from engine.games.bao_huang.combinations import BaoHuangCombinationRules, can_beat, classify
from tests.bruteforce import bao_huang as page
from tests.offenders import for_every

LOW, OTHERS = "36", "QA2"
MOST = 7


def parsed(cards: tuple[str, ...]) -> list[int]:
    return [card for card in map(parse_card, cards) if card is not None]


def subsets(held: tuple[str, ...], size: int, *, lowest: str | None) -> set[tuple[str, ...]]:
    """The playable subsets of a size, with plain jokers; those with the lowest rank if nothing else is held."""
    plain = tuple(sorted(card.rstrip("*") for card in held))
    only_lowest = all(card[0] == lowest for card in plain)
    found = set()
    for cards in set(combinations(plain, size)):
        ranks = {card[0] for card in cards if card not in page.JOKERS}
        if len(ranks) <= 1 and (lowest not in ranks or only_lowest):
            found.add(cards)
    return found


@for_every("lowest", [None, "3", "6"])
@for_every("joker_rule", page.RULES)
def test_it_is_what_the_subsets_beat(joker_rule: str, lowest: str | None) -> None:
    rng = Random(f"{joker_rule} {lowest}")
    rules = BaoHuangCombinationRules(joker_rule, None if lowest is None else page.RANKS.index(lowest))  # type: ignore[arg-type]
    ranks = (lowest or LOW) + OTHERS
    plays = [cards for size in (1, 2, 3, 4) for cards in page.combinations(size, ranks)]
    pool = [rank + suit for rank in ranks for suit in "sh" for _ in range(3)] + ["BJ", "BJ*", "RJ", "RJ*", "BJ", "RJ"]
    for _ in range(examples(500)):
        few = rng.sample(ranks, rng.randrange(1, 4))
        cards = [card for card in pool if card[0] in few or card[1] == "J"]
        held = tuple(rng.sample(cards, rng.randrange(1, MOST)))
        for play in rng.sample(plays, 25):
            able = any(page.beats(mine, play, joker_rule) for mine in subsets(held, len(play), lowest=lowest))
            form = classify(parsed(play))
            assert form is not None
            assert can_beat(pack(parsed(held)), form, rules) == able, (held, play)

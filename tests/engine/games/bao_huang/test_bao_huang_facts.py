"""Facts from other programs' tests, each held against the engine; every difference is listed with its reason."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bao_huang_builders import SEATS, deck, finished, hand, judge, sizes
from builders import Deal

from engine.cards.packed import parse_card
from engine.games.bao_huang.combinations import beats, classify, strength
from engine.games.bao_huang.rules import RULES, BaoHuangRules
from engine.games.bao_huang.scoring import Roles, winning_side
from engine.games.bao_huang.tribute import debts_after

Fact = dict[str, Any]

DIFFERENCES: dict[str, str] = json.loads(
    (Path(__file__).parents[3] / "data" / "bao_huang_fact_differences.json").read_text(encoding="utf-8")
)
COUNTS = {
    "score": 15,
    "place_pair": 20,
    "solo_place": 8,
    "beats": 57,
    "sixes_last_violation": 4,
    "deck_fact": 8,
    "tribute_delta_sorted": 1,
    "classify": 5,
}
NAMES = {
    "black joker": "BJ",
    "red joker": "RJ",
    "B": "BJ",
    "R": "RJ",
    "10": "T",
    "EM": "RJ*",
    "GD": "BJ*",
    "8*": "BJ*",
    "EJ": "RJ*",
}
BIG_AND_SMALL = NAMES | {"BJ": "RJ", "SJ": "BJ"}
"""Programs that say big and small joker."""


@pytest.fixture(scope="module")
def facts(shared: Path) -> list[Fact]:
    """The facts, in their order."""
    path = shared / "peers" / "bao_huang" / "facts.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def form(cards: list[str], names: dict[str, str]) -> int | None:
    """What cards are; the suits of the facts come as they may."""
    numbers = [parse_card(names.get(card, card)) for card in cards]
    return classify([number for number in numbers if number is not None])


def beats_fact(fact: Fact) -> bool:
    names = BIG_AND_SMALL if "wh-baohuang" in fact["rule"] else NAMES
    joker_rule = "jokers_only" if "jokers strict" in fact["rule"] else "every_card"
    play, table = form(fact["candidate"], names), form(fact["previous"], names)
    expected = fact["expect"] is True
    return (play is not None and table is not None and beats(play, table, joker_rule)) == expected


def order_with(emperor_place: int, protector_place: int | None) -> str:
    """An order of finish with emperor A and protector C, or A alone, at these places from 1."""
    farmers = iter("BCDE" if protector_place is None else "BDE")
    return "".join(
        "A" if place == emperor_place else "C" if place == protector_place else next(farmers) for place in range(1, 6)
    )


def until_over(order: str, protector: str) -> str:
    """As much of an order as is played."""
    side = {"A", protector}
    return next(order[:end] for end in range(1, 6) if side <= set(order[:end]) or set(SEATS) - side <= set(order[:end]))


def score_of(order: str, protector: str = "C", *words: str, **options: Any) -> list[int]:
    """The scores of a hand with emperor A, in the order of the seats."""
    done = judge(finished(until_over(order, protector), protector=protector, opening=words), **options)
    assert done.said == []
    return [done.hands[0]["scores"][seat] for seat in SEATS]


def score(fact: Fact) -> bool:
    assert fact["emperor"] == 0
    if "deduct" in fact:
        return deductions(fact) == fact["deduct"]
    order = "".join(SEATS[seat] for seat in fact["finish_order"])
    words = ("A accept", "B declare uprising") if fact["doubled"] else ()
    return score_of(order, SEATS[fact["eunuch"]], *words) == fact["scores"]


def deductions(fact: Fact) -> list[int]:
    """What each seat loses under 4-2-0, which is nearest; cards revealed are announcements."""
    if "place_of_seat" in fact:
        order = "".join(sorted(SEATS, key=lambda seat: fact["place_of_seat"][SEATS.index(seat)]))
        protector = SEATS[fact["eunuch"]]
        words = [f"{protector} declare protector"] if fact["revealed"][fact["eunuch"]] else []
    else:
        order, protector = ("ABCDE" if fact["emperor_first_out"] else "BACDE"), "A"
        words = ["A declare solo"] if sum(fact["revealed"]) > 1 else []
    scores = score_of(order, protector, "A accept", *words, preset="shanghai")
    return [max(-points, 0) for points in scores]


def place_pair(fact: Fact) -> bool:
    """Scores under both scorings, and who has won under each winner rule."""
    order = order_with(fact["emperor_place"], fact["eunuch_place"])

    def agrees(scores: list[int], expected: dict[str, int]) -> bool:
        emperor, protector, farmer = (expected[role] for role in ("emperor", "eunuch", "farmer_each"))
        return scores == [emperor, farmer, protector, farmer, farmer]

    finish = [[SEATS.index(seat)] for seat in order]
    named = {"emperor": "emperor", "farmers": "farmers", None: None}
    rules = {
        "outcome_by_points": {"winner_rule": "points"},
        "seed000_main_winner": {"winner_rule": "first_vs_last"},
        "seed001_text_winner_first_team_all_out": {"winner_rule": "team_out_first"},
    }
    winners = all(
        named[winning_side(finish, Roles(0, 2), BaoHuangRules.of(RULES.resolve(None, options)))]
        == (None if fact[name] in ("zero", "tie") else fact[name])
        for name, options in rules.items()
    )
    return (
        winners
        and agrees(score_of(order), fact["score_001_002"])
        and agrees(score_of(order, scoring="4-2-0"), fact["seed000_alt_scores"])
    )


def solo_place(fact: Fact) -> bool:
    words = ("A accept", "A declare solo") if fact["multiplier"] == 2 else ()
    scores = score_of(order_with(fact["emperor_place"], None), "A", *words)
    return scores == [fact["emperor"], *[fact["each_other"]] * 4]


def sixes_last_violation(fact: Fact) -> bool:
    """A holds these cards alone, and plays them after a lead of B's; sizes and ranks are wrong besides."""
    played = " ".join(fact["played"])
    deal: Deal = {"A": " ".join([*fact["played"], *fact["hand_after"]]), "B": "9s RJ*"}
    done = judge(hand(["B play 9s", f"A play {played}"], deal), lowest_last=True)
    return any(each.startswith("lowest-too-early") for each in done.said) == fact["violates"]


def deck_fact(fact: Fact) -> bool:
    cards = deck()
    return bool(
        {
            "deck": len(cards),
            "ranks_per_ordinary_rank": sum(card[0] == "7" for card in cards),
            "small_jokers": sum(card.startswith("BJ") for card in cards),
            "big_jokers": sum(card.startswith("RJ") for card in cards),
            "marked_small": cards.count("BJ*"),
            "marked_big": cards.count("RJ*"),
            "hand_sizes_sorted": sorted(sizes().values()),
        }.get(fact["fact"])
        == fact["value"]
    )


def tribute_delta_sorted(fact: Fact) -> bool:
    """What the seats gain and give, after a hand won or lost with and without a protector."""
    rules = BaoHuangRules.of(RULES.resolve(None, {"winner_rule": "first_vs_last"}))
    found = set()
    for protector, order in ((2, "ACBDE"), (2, "BDEAC"), (0, "ABCDE"), (0, "BCDEA")):
        debts = debts_after([[SEATS.index(seat)] for seat in order], Roles(0, protector), rules)
        assert debts is not None
        found.add(tuple(sorted(debts.takers.get(seat, 0) - debts.givers.get(seat, 0) for seat in range(5))))
    return found == {tuple(delta) for delta in fact["allowed"]}


def classify_fact(fact: Fact) -> bool:
    found = form([card.replace("S", "s").replace("H", "h") for card in fact["cards"]], NAMES)
    return (found is None) == (fact["expect"] is None)


AGREES: dict[str, Callable[[Fact], bool]] = {
    "score": score,
    "place_pair": place_pair,
    "solo_place": solo_place,
    "beats": beats_fact,
    "sixes_last_violation": sixes_last_violation,
    "deck_fact": deck_fact,
    "tribute_delta_sorted": tribute_delta_sorted,
    "classify": classify_fact,
}


@pytest.mark.parametrize("kind", AGREES)
def test_every_fact_holds_or_is_listed_with_its_reason(facts: list[Fact], kind: str) -> None:
    of_kind = [fact for fact in facts if fact["kind"] == kind]
    assert len(of_kind) == COUNTS[kind]
    differing = {fact["id"] for fact in of_kind if not AGREES[kind](fact)}
    listed = {fact["id"] for fact in of_kind} & set(DIFFERENCES)
    assert sorted(differing - listed) == [], "differ and are not listed"
    assert sorted(listed - differing) == [], "are listed and agree"


def test_no_fact_is_left_out(facts: list[Fact]) -> None:
    assert Counter(fact["kind"] for fact in facts) == COUNTS
    assert set(DIFFERENCES) <= {fact["id"] for fact in facts}
    assert all(DIFFERENCES.values())


def test_the_order_of_the_facts_cards_is_ours() -> None:
    order = [*"6789TJQKA2", "BJ", "RJ"]
    places = [strength(card) for card in map(parse_card, order) if card is not None]
    assert places == sorted(set(places))

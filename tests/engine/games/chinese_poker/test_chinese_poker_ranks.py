"""The order of rows: against counts that are known, a definition by the letter, and other programs."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest
from phevaluator import evaluate_cards

from engine.cards.packed import SUITED, Card, card_text, parse_card, rank_of, suit_of
from engine.games.chinese_poker.ranks import (
    Order,
    PokerKind,
    RowClass,
    high_order,
    low_class,
    low_order,
    low_strength,
    low_words,
    row_class,
    row_kind,
    row_strength,
    row_words,
)
from tests.offenders import for_every
from tests.profiles import examples

ACE = 12
WHEEL = (12, 3, 2, 1, 0)
FREQUENCIES = {
    PokerKind.STRAIGHT_FLUSH: 40,
    PokerKind.FOUR: 624,
    PokerKind.FULL_HOUSE: 3_744,
    PokerKind.FLUSH: 5_108,
    PokerKind.STRAIGHT: 10_200,
    PokerKind.THREE: 54_912,
    PokerKind.TWO_PAIR: 123_552,
    PokerKind.PAIR: 1_098_240,
    PokerKind.HIGH_CARD: 1_302_540,
}
FACT_CLASSES = {
    "high_card": PokerKind.HIGH_CARD,
    "pair": PokerKind.PAIR,
    "two_pair": PokerKind.TWO_PAIR,
    "three_of_a_kind": PokerKind.THREE,
    "straight": PokerKind.STRAIGHT,
    "flush": PokerKind.FLUSH,
    "full_house": PokerKind.FULL_HOUSE,
    "four_of_a_kind": PokerKind.FOUR,
    "straight_flush": PokerKind.STRAIGHT_FLUSH,
    "royal_flush": PokerKind.STRAIGHT_FLUSH,
}


def row(text: str) -> tuple[Card, ...]:
    cards = tuple(parse_card(each) for each in text.split())
    assert None not in cards
    return cards  # type: ignore[return-value]


def by_the_letter(cards: tuple[Card, ...], wheel: str) -> tuple[object, ...]:
    """What a row is worth, worked out from the words of the page; missing cards count -1."""
    ranks = [rank_of(card) for card in cards]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [count for count, _ in groups]
    worth = [rank for _, rank in groups] + [-1] * (5 - len(groups))
    full = len(cards) == 5
    flush = full and len({suit_of(card) for card in cards}) == 1
    in_a_row = full and len(set(ranks)) == 5 and max(ranks) - min(ranks) == 4
    if wheel != "none" and sorted(ranks) == [0, 1, 2, 3, ACE]:
        in_a_row = True
        worth = [11.5 if wheel == "second" else 3]
    if in_a_row and flush:
        return (8, worth[0])
    if shape[0] == 4:
        return (7, *worth)
    if shape[:2] == [3, 2]:
        return (6, *worth)
    if flush:
        return (5, *worth)
    if in_a_row:
        return (4, worth[0])
    if shape[0] == 3:
        return (3, *worth)
    if shape[:2] == [2, 2]:
        return (2, *worth)
    return (1 if shape[0] == 2 else 0, *worth)


def one_of_each(size: int) -> Iterator[tuple[Card, ...]]:
    """One row of each class of a size: by its ranks, and whether it is of one suit."""
    of_rank = [[card for card in SUITED if rank_of(card) == rank] for rank in range(13)]
    for ranks in combinations_with_replacement(range(13), size):
        if max(map(ranks.count, ranks)) > 4:
            continue
        cards = [of_rank[rank][ranks[:place].count(rank)] for place, rank in enumerate(ranks)]
        if len({*ranks}) == 5:
            yield tuple(cards)
            cards[0] = of_rank[ranks[0]][1]
        yield tuple(cards)


@pytest.fixture(scope="module")
def fives() -> list[tuple[Card, ...]]:
    return list(one_of_each(5))


@pytest.fixture(scope="module")
def threes() -> list[tuple[Card, ...]]:
    return list(one_of_each(3))


def test_there_are_7462_classes_of_the_known_frequencies() -> None:
    order = high_order()
    hands = Counter(map(order.strength, combinations(SUITED, 5)))
    assert len(hands) == 7462
    kinds: Counter[PokerKind] = Counter()
    for strength, count in hands.items():
        kinds[order.classes[strength].kind] += count
    assert dict(kinds) == FREQUENCIES
    assert hands.total() == 2_598_960
    assert all(order.classes[strength].hands == count for strength, count in hands.items())
    assert all(order.classes[strength].size == 5 for strength in hands)


def test_there_are_455_classes_of_three_cards(threes: list[tuple[Card, ...]]) -> None:
    rows = Counter(map(row_strength, combinations(SUITED, 3)))
    assert len(rows) == len(threes) == 455
    assert Counter(row_kind(cards) for cards in combinations(SUITED, 3)) == {
        PokerKind.THREE: 13 * 4,
        PokerKind.PAIR: 13 * 6 * 48,
        PokerKind.HIGH_CARD: 22_100 - 13 * 4 - 13 * 6 * 48,
    }
    classes = high_order().classes
    assert len(classes) == 7462 + 455
    assert all((classes[strength].size, classes[strength].hands) == (3, count) for strength, count in rows.items())


@pytest.mark.parametrize("wheel", ["lowest", "second"])
def test_rows_of_both_sizes_stand_in_the_order_of_the_page(
    wheel: str, fives: list[tuple[Card, ...]], threes: list[tuple[Card, ...]]
) -> None:
    assert len(fives) == 7462
    rows = fives + threes
    assert sorted(rows, key=lambda cards: row_strength(cards, wheel=wheel)) == sorted(
        rows, key=lambda cards: by_the_letter(cards, wheel)
    )
    assert len({row_strength(cards, wheel=wheel) for cards in rows}) == len({by_the_letter(c, wheel) for c in rows})
    assert all(row_kind(cards, wheel=wheel) == by_the_letter(cards, wheel)[0] for cards in rows)


def test_no_row_of_three_equals_a_row_of_five(fives: list[tuple[Card, ...]], threes: list[tuple[Card, ...]]) -> None:
    assert not {row_strength(cards) for cards in threes} & {row_strength(cards) for cards in fives}


def test_lows_stand_in_the_order_of_deuce_to_seven(fives: list[tuple[Card, ...]]) -> None:
    assert sorted(fives, key=low_strength) == sorted(fives, key=lambda c: by_the_letter(c, "none"), reverse=True)
    assert {low_strength(cards) for cards in fives} == set(range(7462))
    best = max(fives, key=low_strength)
    assert sorted(map(rank_of, best)) == [0, 1, 2, 3, 5]
    assert low_class(row("As 2h 3d 4c 5s")) == RowClass(PokerKind.HIGH_CARD, WHEEL)
    assert low_class(row("As 2s 3s 4s 5s")) == RowClass(PokerKind.FLUSH, WHEEL)


def test_every_class_stands_where_phevaluator_has_it(fives: list[tuple[Card, ...]]) -> None:
    order = high_order()
    theirs = [evaluate_cards(*map(card_text, cards)) for cards in fives]
    assert sorted(theirs) == list(range(1, 7463))
    ours = [order.strength(cards) for cards in fives]
    ranks = {strength: 7462 - place for place, strength in enumerate(sorted(ours))}
    assert [ranks[strength] for strength in ours] == theirs


def test_hands_of_any_suits_are_what_phevaluator_says(fives: list[tuple[Card, ...]]) -> None:
    order = high_order()
    theirs = {order.strength(cards): evaluate_cards(*map(card_text, cards)) for cards in fives}
    dealt = random.Random(7462)
    for _ in range(examples(200_000)):
        cards = tuple(dealt.sample(SUITED, 5))
        assert theirs[order.strength(cards)] == evaluate_cards(*map(card_text, cards)), cards


def test_a_class_has_its_ranks_in_the_order_in_which_they_count() -> None:
    assert row_class(row("6s Ah 6d")) == RowClass(PokerKind.PAIR, (4, ACE))
    assert row_class(row("2s 2h 2d")) == RowClass(PokerKind.THREE, (0,))
    assert row_class(row("As 2s 3s 4s 5s"), wheel="second") == RowClass(PokerKind.STRAIGHT_FLUSH, (3,))


@for_every("order", [high_order(), high_order("second"), low_order()])
def test_every_class_has_an_example(order: Order) -> None:
    for strength, found in enumerate(order.classes):
        cards = found.example()
        assert len({*cards}) == len(cards) == found.size
        assert order.strength(cards) == strength


def test_the_wheel_is_the_lowest_straight_or_the_second() -> None:
    wheel, six_high = row("As 2h 3d 4c 5s"), row("2s 3h 4d 5c 6s")
    king_high, ace_high = row("9s Th Jd Qc Ks"), row("Ts Jh Qd Kc As")
    three_aces = row("As Ah Ad Kc Qs")
    assert row_strength(three_aces) < row_strength(wheel) < row_strength(six_high)
    second = [row_strength(cards, wheel="second") for cards in (king_high, wheel, ace_high)]
    assert second == sorted(second)
    steel_wheel, king_high_flush, royal = row("Ah 2h 3h 4h 5h"), row("9h Th Jh Qh Kh"), row("Th Jh Qh Kh Ah")
    assert row_strength(steel_wheel) < row_strength(row("2h 3h 4h 5h 6h"))
    flushes = [row_strength(cards, wheel="second") for cards in (king_high_flush, steel_wheel, royal)]
    assert flushes == sorted(flushes)


def test_missing_cards_are_the_lowest() -> None:
    assert row_strength(row("Ah Kd Qc")) < row_strength(row("As Ks Qd 3h 2c"))
    assert row_strength(row("Ah Kd Qc")) > row_strength(row("As Ks Jd Th 9c"))
    assert row_strength(row("6h 6d 3c")) < row_strength(row("6s 6c 4d 3h 2c"))
    assert row_strength(row("6h 6d 6c")) > row_strength(row("Ah As Kh Ks Qd"))
    assert row_strength(row("6h 6d 6c")) < row_strength(row("7h 7d 7c 3d 2h"))
    assert row_kind(row("7h 8h 9h")) is PokerKind.HIGH_CARD


@for_every(
    "text",
    [
        "",
        "As",
        "As Kh",
        "As Kh Qd Jc",
        "2s 3s 4s 5s 6s 7s",
        "As Ah Ad Ac As",
        "As Kh BJ",
        "As Kh ??",
        "2s " * 8 + "As Kh",
    ],
)
def test_other_cards_are_no_row(text: str) -> None:
    for order in (row_strength, row_kind, row_words, low_strength, low_words):
        with pytest.raises(ValueError, match="not a row"):
            order(row(text))


@for_every(
    ("text", "words"),
    [
        ("Ks Jh 8d", "king high, jack eight"),
        ("As Kh Td 9c 2s", "ace high, king ten nine two"),
        ("As Ah Kd Tc 9s", "pair of aces, king ten nine"),
        ("6s 6h Kd", "pair of sixes, king"),
        ("Ts Th 9d 9c Qs", "two pair, tens and nines, queen"),
        ("6s 6h 6d", "three sixes"),
        ("6s 6h 6d Kc 2s", "three sixes, king two"),
        ("As 2h 3d 4c 5s", "straight, five high"),
        ("Kh Jh 9h 8h 7h", "flush, king jack nine eight seven"),
        ("3s 3h 3d 2c 2d", "full house, threes over twos"),
        ("6s 6h 6d 6c Ks", "four sixes, king"),
        ("9s 8s 7s 6s 5s", "straight flush, nine high"),
        ("As Ks Qs Js Ts", "royal flush"),
    ],
)
def test_rows_in_words(text: str, words: str) -> None:
    assert row_words(row(text)) == words


def test_lows_in_words() -> None:
    assert low_words(row("9s 2h 5d 3c 8s")) == "nine eight five three two"
    assert low_words(row("As 2h 3d 4c 5s")) == "ace five four three two"
    assert low_words(row("As 2s 3s 4s 5s")) == "flush, ace five four three two"
    assert low_words(row("7s 7h 3d 4c 5s")) == "pair of sevens, five four three"


def facts(shared: Path, kind: str) -> list[dict[str, object]]:
    lines = (shared / "peers" / "chinese_poker" / "facts.jsonl").read_text("utf-8").splitlines()
    found = [fact for fact in map(json.loads, lines) if fact["kind"] == kind]
    assert found
    return found


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def compared(one: object, other: object) -> int:
    return sign(row_strength(row(str(one))) - row_strength(row(str(other))))


def test_facts_of_kinds(shared: Path) -> None:
    for fact in facts(shared, "class5"):
        cards = row(str(fact["cards"]))
        assert row_kind(cards) is FACT_CLASSES[str(fact["class"])], fact["id"]
        assert (row_words(cards) == "royal flush") == (fact["class"] == "royal_flush")
    for fact in facts(shared, "royalty"):
        if "class" in fact:
            assert row_kind(row(str(fact["cards"]))) is FACT_CLASSES[str(fact["class"])], fact["id"]


def test_facts_of_comparisons(shared: Path) -> None:
    for fact in facts(shared, "cmp3") + facts(shared, "cmp5"):
        # The one peer that ranks suits says 1 where the page says that they are equal.
        assert compared(fact["a"], fact["b"]) == fact["expect"], fact["id"]
    for fact in facts(shared, "cmp_front_middle"):
        assert compared(fact["front"], fact["middle"]) == fact["expect"], fact["id"]
        assert (compared(fact["front"], fact["middle"]) > 0) == fact["foul"], fact["id"]


def test_facts_of_boards(shared: Path) -> None:
    for fact in facts(shared, "board"):
        rows = [row(str(fact[name])) for name in ("front", "middle", "back")]
        assert [row_kind(cards) for cards in rows] == [
            FACT_CLASSES[str(fact[f"{name}_class"])] for name in ("front", "middle", "back")
        ], fact["id"]
        front, middle, back = map(row_strength, rows)
        assert (front <= middle <= back) == fact["legal"], fact["id"]


def test_facts_of_rows_head_to_head(shared: Path) -> None:
    for fact in facts(shared, "h2h"):
        one, other = fact["a"], fact["b"]
        assert isinstance(one, dict)
        assert isinstance(other, dict)
        rows = [compared(one[name], other[name]) for name in ("front", "middle", "back")]
        assert rows == fact["rows_a"], fact["id"]
        for setting in (one, other):
            front, middle, back = (row_strength(row(setting[name])) for name in ("front", "middle", "back"))
            assert (front <= middle <= back) == setting["legal"], fact["id"]


def test_facts_of_lows(shared: Path) -> None:
    # In 2-7 pineapple a middle of ten high or lower, with no pair, straight or flush, qualifies.
    ten_high = 8
    for fact in facts(shared, "middle_27"):
        found = low_class(row(str(fact["cards"])))
        assert (found.kind is PokerKind.HIGH_CARD and found.ranks[0] <= ten_high) == fact["qualifies"], fact["id"]

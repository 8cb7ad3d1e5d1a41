"""The best settings: against given rows, and against opponents dealt by a seed."""

import random
from fractions import Fraction
from statistics import variance

import numpy as np
import pytest

from engine.cards.packed import SUITED, Card, cards_text, parse_card
from engine.games.chinese_poker.rules import ROW_SIZES, RULES, ChinesePokerRules
from engine.games.chinese_poker.settle import Board, Scoring
from engine.games.chinese_poker.solver.choices import CHOOSER, ArrangementChooser
from engine.games.chinese_poker.solver.payoffs import (
    ALL_ROWS,
    RIVALS,
    UNIT,
    Measure,
    arrangements,
    dealt_hands,
    row_orders,
)
from engine.replay.analysis import Mean, Rows
from tests.offenders import for_every

DEAL = "As Ah Kd Kc Qs Jd Ts 9h 8h 5c 5d 3s 2h"
AMY = "6h 6d 4c / Th Td 9c Qs 8d / 3s 3h 3d 2c 2d"
BOB = "As Kd Qc / 9s 9d 5c 5d 4h / Kh Jh 9h 8h 7h"


def cards_of(text: str) -> tuple[Card, ...]:
    cards = tuple(parse_card(each) for each in text.replace("/", " ").split())
    assert None not in cards
    return cards  # type: ignore[return-value]


def rows_of(text: str) -> Rows:
    front, middle, back = map(cards_of, text.split("/"))
    return front, middle, back


def board(scoring: Scoring, rows: Rows, seat: int) -> Board:
    laid = Board(seat, str(seat), announced=ALL_ROWS)
    scoring.lay(laid, rows)
    return laid


def units(scoring: Scoring, boards: list[Board]) -> int:
    """What the first board wins of the others."""
    pairs = scoring.settle(boards, len(boards))
    return sum(pair.units or 0 for (one, _), pair in pairs.items() if one == 0)


def test_the_best_against_given_rows_has_its_settlement() -> None:
    found = ArrangementChooser(RULES.resolve("one-six")).against(cards_of(BOB), [rows_of(AMY)], 5)
    assert [choice.points for choice in found.choices] == [1] * 5
    assert found.best >= 5
    assert sum(reason.points for reason in found.reasons) == 1
    assert {(reason.opponent, reason.rule) for reason in found.reasons} == {("opponent 1", "chinese_poker.rows")}
    assert any(f"{CHOOSER}'s" in reason.text for reason in found.reasons)
    # As Bob set them on the page, they lost one.
    scoring = Scoring(ChinesePokerRules.of(RULES.resolve("one-six")))
    assert units(scoring, [board(scoring, rows_of(BOB), 0), board(scoring, rows_of(AMY), 1)]) == -1


def test_the_best_against_given_rows_is_the_best_of_all() -> None:
    rng = random.Random(13)
    for preset in (name for name in RULES.presets if name != "fujian_banker"):
        pack = rng.sample(SUITED, 52)
        rules = RULES.resolve(preset)
        scoring = Scoring(ChinesePokerRules.of(rules))
        given: list[Rows] = [
            (tuple(pack[at : at + 3]), tuple(pack[at + 3 : at + 8]), tuple(pack[at + 8 : at + 13])) for at in (13, 26)
        ]
        found = ArrangementChooser(rules).against(pack[:13], given, 4)
        assert sorted((choice.points for choice in found.choices), reverse=True) == [c.points for c in found.choices]
        assert sum(reason.points for reason in found.reasons) == found.choices[0].points
        ways = arrangements(pack[:13], scoring.rules)
        if preset != "eleven":
            others = [board(scoring, rows, seat) for seat, rows in enumerate(given, 1)]
            tried = rng.sample(range(len(ways.numbers)), 200)
            assert (
                max(units(scoring, [board(scoring, ways.rows(each), 0), *others]) for each in tried)
                <= found.choices[0].points
            )


def test_equal_settings_are_put_in_order_by_how_good_they_look() -> None:
    chooser = ArrangementChooser(RULES.resolve())
    found = chooser.against(cards_of(DEAL), [rows_of("4c 4d 4h / 7s 7d 8c 6h 2c / 9c 9d 9s 4s 3d")], 60)
    measure = Measure(chooser.scoring)
    looks = [
        (choice.points, int(measure.of(np.array(board(chooser.scoring, choice.rows, 0).strengths)[:, None])[0]))
        for choice in found.choices
    ]
    assert looks == sorted(looks, reverse=True)
    assert len(set(looks)) > 50


def test_the_order_of_the_cards_makes_no_difference() -> None:
    chooser = ArrangementChooser(RULES.resolve("taiwanese"))
    cards = list(cards_of(DEAL))
    found = chooser.against(cards, [rows_of(AMY)], 10)
    random.Random(3).shuffle(cards)
    assert chooser.against(cards, [rows_of(AMY)], 10) == found
    assert chooser.at_random(cards, 1, 20, 5, 10) == chooser.at_random(sorted(cards), 1, 20, 5, 10)


def test_deals_are_of_the_cards_that_are_left() -> None:
    held = cards_of(DEAL)
    hands = dealt_hands(held, 3, 1, range(500))
    assert hands.shape == (500, 3, 13)
    for deal in hands.tolist():
        assert sorted([*held, *(card for hand in deal for card in hand)]) == list(SUITED)
        assert all(hand == sorted(hand, reverse=True) for hand in deal)


def test_a_deal_hangs_on_its_seed_and_number_alone() -> None:
    held = cards_of(DEAL)
    hands = dealt_hands(held, 2, 99, range(40))
    assert (dealt_hands(held, 2, 99, range(10, 20)) == hands[10:20]).all()
    assert (dealt_hands(held, 1, 99, range(40))[:, 0] == hands[:, 0]).all()
    assert (dealt_hands(held, 2, 100, range(40)) != hands).any(axis=(1, 2)).all()


def test_deals_are_the_same_on_every_machine() -> None:
    first = dealt_hands(cards_of(DEAL), 2, 1, range(2)).tolist()
    assert [[cards_text(hand) for hand in deal] for deal in first] == FIRST_DEALS


FIRST_DEALS = [
    ["Ad Qh Js Td 9d 8d 8s 7s 6d 6h 4d 4h 3d", "Kh Qc Qd Jc 7c 7d 7h 6c 5h 5s 4s 2c 2d"],
    ["Ad Jc Tc Th 8s 6h 5h 4c 4d 3c 3d 2c 2d", "Ac Kh Td 9c 9d 8d 7s 6d 6s 5s 4s 3h 2s"],
]
"""SplitMix64 from the seed 1, its output drawn upon in order."""


def test_every_card_left_comes_as_often_as_another() -> None:
    deals = 6_000
    counts = np.bincount(dealt_hands(cards_of(DEAL), 1, 7, range(deals)).ravel(), minlength=52)
    left = [card for card in SUITED if card not in cards_of(DEAL)]
    # A third of the deals, give or take five standard deviations.
    deviation = (deals * 1 / 3 * 2 / 3) ** 0.5
    assert all(abs(counts[card] - deals / 3) < 5 * deviation for card in left)
    assert counts.sum() == deals * 13


@for_every("options", [{}, {"middle": "deuce_to_seven"}, {"wheel": "second"}])
def test_the_measure_is_the_chance_to_beat_random_rows(options: dict[str, str]) -> None:
    rules = ChinesePokerRules.of(RULES.resolve("two-four", {**options, "royalties": "none"}))
    measure = Measure(Scoring(rules))
    for row, order in enumerate(row_orders(rules)):
        fitting = [place for place, found in enumerate(order.classes) if found.size == ROW_SIZES[row]]
        hands = [order.classes[place].hands for place in fitting]
        for index in range(0, len(fitting), 97):
            strengths = np.zeros((3, 1), dtype=np.int64)
            nothing = int(measure.of(strengths)[0])
            strengths[row, 0] = fitting[index]
            beaten = Fraction(2 * sum(hands[:index]) + hands[index], 2 * sum(hands))
            promised = Fraction(int(measure.of(strengths)[0]) - nothing, 2 * UNIT)
            assert abs(promised - beaten ** RIVALS[row]) < Fraction(1, 100_000)


def test_royalties_are_part_of_the_measure() -> None:
    scoring = Scoring(ChinesePokerRules.of(RULES.resolve("open-face")))
    with_royalties = Measure(scoring)
    without = Measure(Scoring(ChinesePokerRules.of(RULES.resolve("open-face", {"royalties": "none"}))))
    rng = random.Random(6)
    changed = 0
    for _ in range(60):
        cards = tuple(rng.sample(SUITED, 13))
        (ways, best), (_, plain) = with_royalties.best(cards), without.best(cards)
        more = [sum(board(scoring, ways.rows(index), 0).royalties.values()) for index in (best, plain)]
        assert more[0] >= more[1]
        changed += more[0] > more[1]
    assert changed > 10


@for_every(("preset", "opponents"), [("two-four", 1), ("taiwanese", 3), ("eleven", 3)])
def test_sampled_means_are_those_of_the_deals(preset: str, opponents: int) -> None:
    rules = RULES.resolve(preset)
    chooser, scoring = ArrangementChooser(rules), Scoring(ChinesePokerRules.of(rules))
    deals = 12
    found = chooser.at_random(cards_of(DEAL), opponents, deals, 4, 5)
    measure = Measure(scoring)
    won: list[list[int]] = [[] for _ in found.choices]
    for hands in dealt_hands(tuple(sorted(cards_of(DEAL), reverse=True)), opponents, 4, range(deals)).tolist():
        others = []
        for seat, hand in enumerate(hands, 1):
            ways, best = measure.best(tuple(hand))
            others.append(board(scoring, ways.rows(best), seat))
        for each, choice in zip(won, found.choices, strict=True):
            reasons = chooser.reasons([board(scoring, choice.rows, 0), *others])
            each.append(sum(reason.points for reason in reasons))
    for each, choice in zip(won, found.choices, strict=True):
        assert (choice.points, choice.mean.total, choice.mean.count) == (sum(each), sum(each), deals)
        above, below = choice.mean.variance
        assert Fraction(above, below) == variance(map(Fraction, each)) / deals
        differences = [best - own for best, own in zip(won[0], each, strict=True)]
        assert choice.behind == Mean(sum(differences), sum(each**2 for each in differences), deals)
    assert [choice.points for choice in found.choices] == sorted(map(sum, won), reverse=True)
    assert found.choices[0].behind == Mean(0, 0, deals)


def test_more_deals_begin_with_the_same() -> None:
    chooser = ArrangementChooser(RULES.resolve())
    few, many = (chooser.at_random(cards_of(DEAL), 1, deals, 8, 3) for deals in (30, 60))
    assert few == chooser.at_random(cards_of(DEAL), 1, 30, 8, 3)
    assert few.count == many.count
    assert many.choices[0].mean.count == 60


def test_what_else_can_be_done_with_a_hand() -> None:
    dragon = cards_of("2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As")
    chooser = ArrangementChooser(RULES.resolve())
    assert chooser.naturals(dragon) == {"dragon": 36, "three_straights": 3}
    assert chooser.naturals(cards_of(DEAL)) == {}
    assert chooser.surrender(2) == -6
    for preset in ("taiwanese", "eleven", "open-face"):
        assert ArrangementChooser(RULES.resolve(preset)).surrender(1) is None
    assert ArrangementChooser(RULES.resolve("criss-cross")).naturals(dragon) == {}


def test_cards_that_are_no_hand() -> None:
    with pytest.raises(ValueError, match="not thirteen cards"):
        ArrangementChooser(RULES.resolve()).against(cards_of(DEAL)[:12], [rows_of(AMY)], 5)

"""All ways to set thirteen cards, and what each would win: against counts, one-by-one settlement, slow readings."""

import math
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from engine.cards.packed import SUITED, Card, parse_card, rank_of
from engine.games.chinese_poker.analysis import ANALYSIS
from engine.games.chinese_poker.best_row import best_rows
from engine.games.chinese_poker.ranks import low_strength, row_strength
from engine.games.chinese_poker.rules import RULES, ChinesePokerRules
from engine.games.chinese_poker.settle import Board, Scoring
from engine.games.chinese_poker.solver.choices import losses
from engine.games.chinese_poker.solver.payoffs import (
    ALL_ROWS,
    Arrangements,
    DistinctArrangements,
    Payoffs,
    arrangements,
    splits,
)
from engine.replay.analysis import Rows
from tests.offenders import for_every
from tests.playouts.chinese_poker.rules import draw_rules
from tests.profiles import cases, examples

DEAL = "As Ah Kd Kc Qs Jd Ts 9h 8h 5c 5d 3s 2h"


def cards_of(text: str) -> tuple[Card, ...]:
    cards = tuple(parse_card(each) for each in text.split())
    assert None not in cards
    return cards  # type: ignore[return-value]


def every_way(cards: tuple[Card, ...]) -> Iterator[Rows]:
    """Every way to set a hand, one after another."""
    for front in combinations(cards, 3):
        left = [card for card in cards if card not in front]
        for middle in combinations(left, 5):
            yield front, middle, tuple(card for card in left if card not in middle)


def by_set(rows: Rows) -> tuple[frozenset[Card], ...]:
    return tuple(map(frozenset, rows))


def test_there_are_72072_ways() -> None:
    assert math.comb(13, 3) * math.comb(10, 5) == ANALYSIS.arrangements == len(splits().front)
    ways = splits()
    masks = [(1 << rows).sum(axis=1) for rows in (ways.threes, ways.fives, ways.fives)]
    front, middle, back = (mask[each] for mask, each in zip(masks, (ways.front, ways.middle, ways.back), strict=True))
    assert ((front | middle | back) == (1 << 13) - 1).all()
    assert len(np.unique(front << 13 | middle)) == ANALYSIS.arrangements


ORDERS: list[dict[str, Any]] = [{}, {"wheel": "second"}, {"middle": "deuce_to_seven"}]
DEALS = [DEAL, "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", "As Ah Ad Ac 2s 3h 4d 5c 5s 5h 3d 2c 4h"]


@for_every(("options", "deal"), cases(product(ORDERS, DEALS), zip(ORDERS, [DEALS[0], DEALS[2], DEALS[1]], strict=True)))
def test_the_legal_ways_are_those_in_order(options: dict[str, Any], deal: str) -> None:
    rules = ChinesePokerRules.of(RULES.resolve("two-four", options))
    cards = cards_of(deal)
    wheel = rules.wheel
    legal = {}
    for front, middle, back in every_way(cards):
        first, last = row_strength(front, wheel=wheel), row_strength(back, wheel=wheel)
        if rules.middle == "high":
            second = row_strength(middle, wheel=wheel)
            in_order = first <= second <= last
        else:
            second = low_strength(middle)
            in_order = first <= last
        if in_order:
            legal[by_set((front, middle, back))] = (first, second, last)
    found = arrangements(cards, rules)
    assert len(found.numbers) == len(legal)
    strengths = found.strengths.T.tolist()
    assert legal == {by_set(found.rows(index)): tuple(strengths[index]) for index in range(len(found.numbers))}


@for_every("deal", ["", "As Ah", DEAL + " 4c", DEAL.replace("Ah", "As"), DEAL.replace("Ah", "RJ")])
def test_other_cards_are_no_hand(deal: str) -> None:
    with pytest.raises(ValueError, match="not thirteen cards of one pack"):
        arrangements(cards_of(deal), ChinesePokerRules.of(RULES.resolve()))


def test_rows_stand_with_the_cards_first_that_count_most() -> None:
    found = arrangements(cards_of("2c 2d 2h 3s 3c 9d 9h 9s 5d 5c Ah 4s 4c"), ChinesePokerRules.of(RULES.resolve()))
    wanted = by_set((cards_of("4s 4c Ah"), cards_of("3s 3c 5d 5c 2c"), cards_of("9s 9h 9d 2h 2d")))
    index = next(index for index in range(len(found.numbers)) if by_set(found.rows(index)) == wanted)
    assert found.rows(index) == (cards_of("4s 4c Ah"), cards_of("5d 5c 3s 3c 2c"), cards_of("9s 9h 9d 2h 2d"))


def dealt(rng: random.Random, seats: int) -> list[tuple[Card, ...]]:
    """Hands for some seats; often from few ranks, so that royalties, fours and ties come about."""
    pack = list(SUITED)
    if rng.random() < 0.5 or seats == 4:
        rng.shuffle(pack)
    else:
        pack.sort(key=lambda card: rank_of(card) * rng.random(), reverse=True)
    return [tuple(pack[number * 13 :][:13]) for number in range(seats)]


def any_board(rng: random.Random, scoring: Scoring, seat: int, cards: tuple[Card, ...]) -> Board:
    """A board that is set well or badly, or not at all."""
    pairs = scoring.rules.scoring == "pairs"
    announced = frozenset(row for row in ALL_ROWS if rng.random() < 0.7)
    board = Board(seat, f"S{seat}", announced=announced)
    kind = rng.random()
    if pairs and kind < 0.1:
        board.surrendered = True
    elif pairs and kind < 0.2 and scoring.naturals.points:
        board.natural = rng.choice(list(scoring.naturals.points))
        board.cards = cards
    elif kind < 0.4:
        scoring.lay(board, (cards[:3], cards[3:8], cards[8:]))
    elif kind < 0.45:
        scoring.lay(board, (cards[:4], cards[4:8], cards[8:]))
    else:
        scoring.lay(board, any_legal(rng, scoring.rules, cards))
    return board


def any_legal(rng: random.Random, rules: ChinesePokerRules, cards: tuple[Card, ...]) -> Rows:
    """A legal setting; mostly a strong one, so that scoops come about."""
    ways = arrangements(cards, rules)
    drawn = rng.sample(range(len(ways.numbers)), rng.choice((1, 60)))
    return ways.rows(max(drawn, key=lambda index: int(ways.strengths[:, index].sum())))


def settled_one_by_one(scoring: Scoring, boards: list[Board], seat: int, stakes: dict[tuple[int, int], int]) -> int:
    """What a seat wins of those that are not settled by a natural or a surrender, by the settlement of the hand."""
    if scoring.rules.scoring == "best_row":
        points = best_rows(scoring, boards, [board.name for board in boards]).scores[seat]
        assert points is not None
        return points
    total = 0
    for (one, other), pair in scoring.settle(boards, len(boards)).items():
        if seat in (one, other):
            rival = boards[other if one == seat else one]
            if rival.natural is None and not rival.surrendered:
                assert pair.units is not None
                total += pair.units * stakes.get((one, other), 1) * (1 if one == seat else -1)
    return total


COVERED: dict[str, Any] = {"settle": "all", "row_compare": "full", "loss_cap": 0}
"""The values at which the solver covers the rules."""


def tables(
    count: int,
) -> Iterator[tuple[random.Random, Scoring, list[Board], tuple[Card, ...], dict[tuple[int, int], int]]]:
    """Tables under rules of every kind: the boards, the first one's cards, and the stakes."""
    for number in range(count):
        rng = random.Random(number)
        preset, options = draw_rules(rng)
        options |= {"hands_each": 1, "dealing": "closed"} | COVERED
        if number % 3 == 0:
            options |= {"scoring": "pairs", "home_run_multiplier": 2, "home_run_needs": "all", "misset": "played"}
        rules = ChinesePokerRules.of(RULES.resolve(preset, options))
        scoring = Scoring(rules)
        hands = dealt(rng, rng.randint(2, 4))
        boards = [any_board(rng, scoring, seat, cards) for seat, cards in enumerate(hands)]
        stakes = {pair: rng.choice((1, 10)) for pair in combinations(range(len(boards)), 2) if rng.random() < 0.5}
        yield rng, scoring, boards, hands[0], stakes


def board_of(settings: DistinctArrangements, number: int, scoring: Scoring, announced: frozenset[int]) -> Board:
    board = Board(0, "S0", announced=announced)
    scoring.lay(board, settings.ways.rows(int(settings.first[number])))
    return board


def test_settings_win_what_the_settlement_says() -> None:
    seen: Counter[str] = Counter()
    for rng, scoring, boards, cards, stakes in tables(examples(150)):
        others, announced = boards[1:], boards[0].announced
        payoffs = Payoffs(scoring)
        settings = payoffs.settings(arrangements(cards, scoring.rules), announced)
        won = payoffs.won(settings, others, [stakes.get((0, board.seat), 1) for board in others], len(boards))
        chosen = {int(np.argmax(won)), int(np.argmin(won)), *rng.sample(range(len(won)), min(8, len(won)))}
        for number in sorted(chosen):
            mine = board_of(settings, number, scoring, announced)
            assert not mine.misset
            assert won[number] == settled_one_by_one(scoring, [mine, *others], 0, stakes)
            royalties = settings.royalties[:, number].tolist()
            assert {row: points for row, points in enumerate(royalties) if points} == mine.royalties
            pairs = scoring.settle([mine, *others], len(boards)) if scoring.rules.scoring == "pairs" else {}
            seen["home run"] += any("home-run" in rule for pair in pairs.values() for rule, _, _ in pair.lines)
            seen["royalty"] += bool(mine.royalties)
            seen["misset"] += any(board.misset for board in others)
            seen["best row"] += not pairs
    assert min(seen.values()) > examples(150) // 8, seen


@for_every(
    "deal",
    [
        "As 2s 3s 4s 5s 6s 9s 9h 9d 9c Ks Kh Kd",
        "As Ks Qs Js Ts 9s Ah Kh Qh Jh Th Tc Td",
        "As 2s 3s 4s 5s Ts Js Qs Ks Kh Kd 5h 5d",
        "2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As",
    ],
)
def test_settings_lose_the_royalties_of_what_they_break_up(deal: str) -> None:
    scoring = Scoring(ChinesePokerRules.of(RULES.resolve("open-face", {"dealing": "closed", "royalty_broken": False})))
    whole = Scoring(ChinesePokerRules.of(RULES.resolve("open-face", {"dealing": "closed"})))
    settings = Payoffs(scoring).settings(arrangements(cards_of(deal), scoring.rules))
    lost = 0
    drawn = random.Random(deal).sample(range(len(settings.first)), 400)
    for number in drawn:
        mine = board_of(settings, number, scoring, ALL_ROWS)
        royalties = settings.royalties[:, number].tolist()
        assert {row: points for row, points in enumerate(royalties) if points} == mine.royalties
        lost += mine.royalties != board_of(settings, number, whole, ALL_ROWS).royalties
    assert 0 < lost < len(drawn)


@for_every("rule", ["winner", "cancel", "net"])
def test_settings_count_the_royalty_that_the_settlement_counts(rule: str) -> None:
    """One royalty alone counts; many settings draw the front and lose the back, both with a royalty."""
    options = {"royalties": "open_face", "royalty_value": "flat", "royalty_limit": "one", "royalty_rule": rule}
    scoring = Scoring(ChinesePokerRules.of(RULES.resolve("two-four", options)))
    other = Board(1, "S1")
    scoring.lay(other, (cards_of("Kd Kc 7c"), cards_of("As Ad 9c 8s 4d"), cards_of("Qd Jd Td 6d 2d")))
    ways = arrangements(cards_of("Ks Kh 7s Ah Ac 9s 8d 4c Jh Th 6h 4h 2h"), scoring.rules)
    payoffs = Payoffs(scoring)
    settings = payoffs.settings(ways)
    won = payoffs.won(settings, [other], [1], 2)
    mixed = 0
    for number in range(len(won)):
        mine = board_of(settings, number, scoring, ALL_ROWS)
        assert won[number] == settled_one_by_one(scoring, [mine, other], 0, {})
        front, _, back = (mine.strengths[row] - other.strengths[row] for row in range(3))
        mixed += front == 0 and back < 0 and {0, 2} <= mine.royalties.keys()
    assert mixed


def test_settings_that_differ_stand_for_all_legal_ones() -> None:
    for rng, scoring, boards, cards, stakes in tables(examples(25)):
        ways = arrangements(cards, scoring.rules)
        payoffs = Payoffs(scoring)
        settings = payoffs.settings(ways)
        assert settings.alike.sum() == len(ways.numbers)
        # Each arrangement by itself, none left out for another.
        drawn = np.array(rng.sample(range(len(ways.numbers)), 60))
        alone = [
            payoffs.settings(Arrangements(ways.cards, ways.numbers[[each]], ways.strengths[:, [each]]))
            for each in drawn
        ]
        others = boards[1:]
        at = [stakes.get((0, board.seat), 1) for board in others]
        won = set(payoffs.won(settings, others, at, len(boards)).tolist())
        for one in alone:
            found = payoffs.won(one, others, at, len(boards))
            same = (settings.strengths == one.strengths).all(axis=0) & (settings.royalties == one.royalties).all(axis=0)
            assert same.sum() == 1
            assert int(found[0]) in won


def test_losses_are_what_the_best_setting_would_have_won_more() -> None:
    count = 0
    for _, scoring, boards, _, stakes in tables(examples(60)):
        names = [board.name for board in boards]
        for loss in losses(scoring, boards, names, stakes):
            count += 1
            assert loss.board == names[loss.seat]
            assert loss.rows == boards[loss.seat].rows
            assert loss.won == settled_one_by_one(scoring, boards, loss.seat, stakes)
            better = Board(loss.seat, loss.board, announced=boards[loss.seat].announced)
            scoring.lay(better, loss.best_rows)
            assert not better.misset
            assert by_set(loss.best_rows) != by_set(loss.rows) or loss.lost == 0
            assert {card for row in loss.best_rows for card in row} == {card for row in loss.rows for card in row}
            changed = [better if board.seat == loss.seat else board for board in boards]
            assert loss.best == settled_one_by_one(scoring, changed, loss.seat, stakes)
            if not boards[loss.seat].misset:
                assert loss.lost >= 0
    assert count > examples(60)


def test_no_setting_wins_more_than_the_best() -> None:
    for _, scoring, boards, cards, stakes in tables(6):
        for loss in losses(scoring, boards, [board.name for board in boards], stakes):
            if loss.seat == 0:
                most = max(
                    settled_one_by_one(scoring, [laid, *boards[1:]], 0, stakes)
                    for rows in list(every_way(cards))[::29]
                    if not (laid := laid_out(scoring, rows, boards[0].announced)).misset
                )
                assert most <= loss.best


def laid_out(scoring: Scoring, rows: Rows, announced: frozenset[int]) -> Board:
    board = Board(0, "S0", announced=announced)
    scoring.lay(board, rows)
    return board


def test_boards_that_nobody_was_compared_with_have_no_loss() -> None:
    scoring = Scoring(ChinesePokerRules.of(RULES.resolve()))
    cards = cards_of(DEAL)
    alone = laid_out(scoring, (cards[:3], cards[3:8], cards[8:]), ALL_ROWS)
    assert losses(scoring, [alone, Board(1, "B", surrendered=True)], ["S0", "B"], {}) == []


def test_all_ways_take_less_than_a_few_rows_one_by_one() -> None:
    """Every arrangement of a hand, with its legality, in less time than one row after another for a tenth of them."""
    from time import perf_counter

    cards, rules = cards_of(DEAL), ChinesePokerRules.of(RULES.resolve())
    arrangements(cards, rules)
    begun = perf_counter()
    for _ in range(5):
        arrangements(cards, rules)
    together = (perf_counter() - begun) / 5
    ways = [rows for number, rows in enumerate(every_way(cards)) if number % 10 == 0]
    begun = perf_counter()
    for front, middle, back in ways:
        row_strength(front), row_strength(middle), row_strength(back)
    assert together < perf_counter() - begun

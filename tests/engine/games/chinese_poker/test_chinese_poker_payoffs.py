"""What the solver says that settings win, against the settlement, under the options that decide what is paid."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np

from engine.cards.packed import SUITED, Card, parse_card, rank_of
from engine.games.chinese_poker.rules import RULES, ChinesePokerRules
from engine.games.chinese_poker.settle import Board, Pair, Rows, Scoring
from engine.games.chinese_poker.solver.payoffs import ALL_ROWS, Payoffs, arrangements
from tests.offenders import for_every

POINTS = {
    "front": {"pair_9": 3, "pair_J": 5, "pair_Q": 7, "pair_K": 11, "pair_A": 13, "three": 17},
    "middle": {"three": 19, "straight": 23, "flush": 29, "full_house": 31, "four": 37, "straight_flush": 41},
    "back": {"three": 43, "straight": 47, "flush": 53, "full_house": 59, "four": 61, "straight_flush": 67},
}
"""A table in which no two rows earn the same by anything."""
TABLES = 12


def drawn_rules(rng: random.Random, **fixed: Any) -> ChinesePokerRules:
    """Rules of a closed game, with royalties in every row; every option is drawn that decides what is paid."""
    options: dict[str, Any] = {
        "royalties": "open_face",
        "royalty_table": POINTS,
        "row_unit": rng.choice((1, 2)),
        "overall": rng.choice((0, 1, 3)),
        "scoop_bonus": rng.choice((0, 3)),
        "scoop_multiplier": rng.choice((1, 2, 3)),
        "home_run_multiplier": rng.choice((1, 2, 3)),
        "home_run_needs": rng.choice(("three", "all")),
        "royalty_rule": rng.choice(("winner", "cancel", "net")),
        "royalty_limit": rng.choice(("all", "one")),
        "royalty_value": rng.choice(("table", "table", "flat")),
        "royalty_broken": rng.choice((True, False)),
        "royalties_against_foul": rng.choice((True, False)),
        "scoop_multiplies_royalties": rng.choice((True, False)),
        "misset": rng.choice(("scooped", "played")),
        "middle": rng.choice(("high", "deuce_to_seven")),
    }
    return ChinesePokerRules.of(RULES.resolve("two-four", options | fixed))


def hands(rng: random.Random, seats: int, strong: int | None) -> list[tuple[Card, ...]]:
    """Thirteen cards for each seat, the best of them for one seat if it is named; in no order."""
    pack = list(SUITED)
    rng.shuffle(pack)
    if strong is not None:
        pack.sort(key=lambda card: rank_of(card) + 4 * rng.random(), reverse=True)
    dealt = [pack[13 * seat :][:13] for seat in range(seats)]
    if strong is not None:
        dealt[0], dealt[strong] = dealt[strong], dealt[0]
    for cards in dealt:
        rng.shuffle(cards)
    return [tuple(cards) for cards in dealt]


def laid(scoring: Scoring, seat: int, rows: Rows) -> Board:
    """A board with its rows as they lie."""
    board = Board(seat, f"S{seat}", announced=ALL_ROWS)
    scoring.lay(board, rows)
    return board


def legal(rng: random.Random, scoring: Scoring, cards: tuple[Card, ...], tries: int) -> Rows:
    """The strongest of some legal settings."""
    ways = arrangements(cards, scoring.rules)
    drawn = rng.sample(range(len(ways.numbers)), min(tries, len(ways.numbers)))
    return ways.rows(max(drawn, key=lambda each: int(ways.strengths[:, each].sum())))


def foul(cards: tuple[Card, ...]) -> Rows:
    """The cards of which there are most of a rank in front, then those in the middle: hardly ever in order."""
    ordered = sorted(
        cards, key=lambda card: (sum(rank_of(card) == rank_of(each) for each in cards), card), reverse=True
    )
    return tuple(ordered[:3]), tuple(ordered[3:8]), tuple(ordered[8:])


def of_first(scoring: Scoring, boards: list[Board], stakes: list[int]) -> tuple[int, list[Pair]]:
    """The points that the first board wins of the others by the settlement, and what was settled with each."""
    pairs = scoring.settle(boards, len(boards))
    mine = [pairs[0, other] for other in range(1, len(boards))]
    return sum((pair.units or 0) * stake for pair, stake in zip(mine, stakes, strict=True)), mine


def compared(rng: random.Random, scoring: Scoring, cards: tuple[Card, ...], others: list[Board]) -> Counter[str]:
    """Compares some settings of a hand against some boards; counts the rules that were paid by, and which way."""
    stakes = [rng.choice((1, 10, 100)) for _ in others]
    payoffs = Payoffs(scoring)
    settings = payoffs.settings(arrangements(cards, scoring.rules))
    won = payoffs.won(settings, others, stakes, len(others) + 1)
    strongest = int(np.argmax(settings.strengths.sum(axis=0)))
    chosen = {strongest, int(np.argmax(won)), int(np.argmin(won)), *rng.sample(range(len(won)), min(9, len(won)))}
    seen: Counter[str] = Counter()
    for number in sorted(chosen):
        mine = laid(scoring, 0, settings.ways.rows(int(settings.first[number])))
        total, pairs = of_first(scoring, [mine, *others], stakes)
        assert won[number] == total
        seen += Counter(
            f"{rule.partition('.')[2]} {'+' if units > 0 else '-'}"
            for pair in pairs
            for rule, _, units in pair.lines
            if units
        )
    return seen


@for_every("seats", [2, 3, 4])
def test_settings_win_what_the_settlement_says(seats: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(TABLES * 2):
        rng = random.Random(100 * seats + number)
        scoring = Scoring(drawn_rules(rng))
        mine, *rest = hands(rng, seats, rng.choice((None, 0, seats - 1)))
        others = [
            laid(scoring, seat, foul(cards) if rng.random() < 0.2 else legal(rng, scoring, cards, rng.choice((1, 60))))
            for seat, cards in enumerate(rest, 1)
        ]
        seen += compared(rng, scoring, mine, others)
    assert {f"{rule} {sign}" for rule in ("rows", "royalties", "scoop") for sign in "+-"} <= set(seen)
    assert "misset +" in seen


@for_every("multiplies_royalties", [False, True])
@for_every(("seats", "needs"), [(2, "all"), (3, "three"), (3, "all"), (4, "three"), (4, "all")])
def test_home_runs(seats: int, needs: str, multiplies_royalties: bool) -> None:
    """Of the setting's own and of a seat that scoops it: each has more cards of high ranks than all others."""
    seen: Counter[str] = Counter()
    for number in range(TABLES):
        rng = random.Random(number)
        scoring = Scoring(
            drawn_rules(
                rng,
                home_run_multiplier=rng.choice((2, 3)),
                home_run_needs=needs,
                scoop_multiplies_royalties=multiplies_royalties,
                middle="high",
            )
        )
        strong = number % 2 * (seats - 1)
        mine, *rest = hands(rng, seats, strong)
        others = [
            laid(scoring, seat, legal(rng, scoring, cards, 200 if seat == strong else 1))
            for seat, cards in enumerate(rest, 1)
        ]
        seen += compared(rng, scoring, mine, others)
    enough = seats == 4 or (seats == 3 and needs == "all")
    assert {"home-run +", "home-run -"} <= set(seen) if enough else "home-run" not in " ".join(seen)


def test_an_opponent_that_is_mis_set_prevents_a_home_run() -> None:
    options = {"home_run_multiplier": 3, "home_run_needs": "all", "misset": "scooped", "middle": "high"}
    ended: Counter[str] = Counter()
    for number in range(TABLES):
        rng = random.Random(number)
        scoring = Scoring(drawn_rules(rng, **options))
        mine, one, other = hands(rng, 3, 0)
        boards = [laid(scoring, 1, legal(rng, scoring, one, 1)), laid(scoring, 2, foul(other))]
        ended += compared(rng, scoring, mine, boards)
    assert "misset +" in ended
    assert "home-run +" not in ended


@for_every("rule", ["winner", "cancel", "net"])
@for_every("limit", ["all", "one"])
@for_every("misset", ["scooped", "played"])
@for_every("against_foul", [False, True])
def test_a_mis_set_opponent(rule: str, limit: str, misset: str, against_foul: bool) -> None:
    """Under ``scooped`` every setting wins the same, and its own royalties where they are paid against a foul."""
    options = {"royalty_rule": rule, "royalty_limit": limit, "misset": misset, "royalties_against_foul": against_foul}
    seen: Counter[str] = Counter()
    for number in range(3):
        rng = random.Random(number)
        scoring = Scoring(drawn_rules(rng, **options, middle="high"))
        mine, other = hands(rng, 2, 0)
        board = laid(scoring, 1, foul(other))
        assert board.misset
        seen += compared(rng, scoring, mine, [board])
    assert ("misset +" in seen) == (misset == "scooped")
    assert ("royalties +" in seen) == (misset == "played" or against_foul)
    assert "royalties -" not in seen


@for_every("rule", ["winner", "cancel", "net"])
@for_every("limit", ["all", "one"])
@for_every("broken", [True, False])
@for_every("middle", ["high", "deuce_to_seven"])
def test_royalties_row_by_row(rule: str, limit: str, broken: bool, middle: str) -> None:
    options = {"royalty_rule": rule, "royalty_limit": limit, "royalty_broken": broken, "middle": middle}
    rows: Counter[int] = Counter()
    for number in range(6):
        rng = random.Random(number)
        scoring = Scoring(drawn_rules(rng, **options, royalty_value="table"))
        seats = rng.randint(2, 4)
        mine, *rest = hands(rng, seats, rng.choice((None, 0, 1)))
        others = [laid(scoring, seat, legal(rng, scoring, cards, 20)) for seat, cards in enumerate(rest, 1)]
        compared(rng, scoring, mine, others)
        rows.update(row for board in others for row in board.royalties)
    assert {0, 2} <= set(rows)


def cards_of(text: str) -> tuple[Card, ...]:
    """The cards of a text."""
    cards = tuple(parse_card(each) for each in text.split())
    assert None not in cards
    return cards  # type: ignore[return-value]


@for_every(("row", "points"), [(0, 17), (1, 31), (2, 61)])
def test_a_row_earns_what_the_table_has_for_that_row(row: int, points: int) -> None:
    """Three threes in front, a full house of fives and a four of nines, all won of rows without a royalty."""
    table = {name: cells for name, cells in POINTS.items() if name == ("front", "middle", "back")[row]}
    rules = ChinesePokerRules.of(RULES.resolve("two-four", {"royalties": "none", "royalty_table": table, "overall": 0}))
    scoring = Scoring(rules)
    mine = tuple(map(cards_of, ("3s 3h 3d", "5s 5h 5d 7c 7d", "9s 9h 9d 9c 2c")))
    other = laid(scoring, 1, tuple(map(cards_of, ("Ks Qh 4d", "As Qd 8c 6h 2d", "Ah Kd Jc Th 8s"))))  # type: ignore[arg-type]
    payoffs = Payoffs(scoring)
    settings = payoffs.settings(arrangements(tuple(card for cards in mine for card in cards), rules))
    wanted = [laid(scoring, 0, mine).strengths]  # type: ignore[arg-type]
    (number,) = [each for each in range(len(settings.first)) if tuple(settings.strengths[:, each]) in wanted]
    assert payoffs.won(settings, [other], [1], 2)[number] == 3 + points


def test_every_seat_against_every_other() -> None:
    """What all seats win together is nothing, whoever of them is the one whose settings are looked at."""
    for number in range(6):
        rng = random.Random(number)
        scoring = Scoring(drawn_rules(rng, home_run_needs="all"))
        dealt = hands(rng, 3, 0)
        rows = [legal(rng, scoring, cards, 30) for cards in dealt]
        boards = [laid(scoring, seat, each) for seat, each in enumerate(rows)]
        stakes = {pair: rng.choice((1, 10)) for pair in combinations(range(3), 2)}
        total = 0
        for seat, cards in enumerate(dealt):
            payoffs = Payoffs(scoring)
            settings = payoffs.settings(arrangements(cards, scoring.rules))
            others = [board for board in boards if board.seat != seat]
            at = [stakes[min(seat, other.seat), max(seat, other.seat)] for other in others]
            mine = boards[seat]
            same = [
                each
                for each in range(len(settings.first))
                if tuple(settings.strengths[:, each]) == mine.strengths
                and {row: int(points) for row, points in enumerate(settings.royalties[:, each]) if points}
                == mine.royalties
            ]
            assert len(same) == 1
            total += int(payoffs.won(settings, others, at, 3)[same[0]])
        assert total == 0

"""The settlement of a whole hand: units between every two seats, points, and the reasons for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Final, NamedTuple

from engine.games.chinese_poker import reasons
from engine.games.chinese_poker.loss_cap import units_passed
from engine.games.chinese_poker.reasons import UnitReason
from engine.games.chinese_poker.settle import Board, Pair, Scoring
from engine.replay.outcome import LinesOnRequest, ScoreLine

CAP_RULE: Final = "chinese_poker.loss-cap"


class Between(NamedTuple):
    """What was settled between two boards, and the points a unit."""

    one: Board
    other: Board
    stake: int
    pair: Pair


@dataclass(frozen=True, slots=True)
class Settlement:
    """The settlement of a hand: units between every two seats, points of each seat, and the reasons."""

    units: Mapping[tuple[int, int], int | None]
    scores: tuple[int | None, ...]
    lines: Sequence[ScoreLine]
    between: tuple[Between, ...] = ()
    """By two boards, in the order of the lines; empty if the best row of the table scores."""


def settlement_of(
    scoring: Scoring,
    boards: Sequence[Board],
    seats: Sequence[str],
    stakes: Mapping[tuple[int, int], int],
    *,
    order: Sequence[int] = (),
    banker: int | None = None,
) -> Settlement:
    """The settlement of a hand between every two seats; ``stakes`` are by seats, the lower number first.

    ``order`` are the seats in the order in which they act, and ``banker`` is the seat of the banker, if there is one.
    """
    by_pair: dict[tuple[int, int], list[Between]] = {pair: [] for pair in combinations(range(len(seats)), 2)}
    for (first, second), pair in scoring.settle(boards, len(seats), banker).items():
        one, other = boards[first], boards[second]
        of_seats = one.seat, other.seat
        by_pair[of_seats].append(Between(one, other, stakes.get(of_seats, 1), pair))
    units: dict[tuple[int, int], int | None] = {}
    scores: list[int | None] = [0] * len(seats)
    for of_seats, between in by_pair.items():
        total: int | None = 0
        for account in between:
            won = account.pair.units
            total = None if total is None or won is None else total + won
        units[of_seats] = total
    cap = scoring.rules.loss_cap
    if cap:
        due, units = units, units_passed(units, order or range(len(seats)), cap)
        for of_seats, total in units.items():
            if total is not None and total != due[of_seats]:
                by_pair[of_seats] = _capped(by_pair[of_seats], due[of_seats], total)
    for of_seats, total in units.items():
        for seat, sign in zip(of_seats, (1, -1), strict=True):
            score = scores[seat]
            points = None if total is None else sign * total * stakes.get(of_seats, 1)
            scores[seat] = None if points is None or score is None else score + points
    settlements = tuple(part for between in by_pair.values() for part in between)
    lines = LinesOnRequest(
        sum([len(part.pair.reasons) for part in settlements]), partial(_lines_between, settlements, seats)
    )
    return Settlement(units, tuple(scores), lines, settlements)


def _capped(between: list[Between], due: int | None, total: int) -> list[Between]:
    """What was settled between the boards of two seats, with what the bound on losses leaves unpaid."""
    assert due is not None
    last = between[-1]
    words = partial(reasons.unpaid, due, total)
    pair = last.pair._replace(
        units=None if last.pair.units is None else last.pair.units + total - due,
        reasons=(*last.pair.reasons, UnitReason(CAP_RULE, words, total - due)),
    )
    return [*between[:-1], last._replace(pair=pair)]


def _lines_between(settlements: Sequence[Between], seats: Sequence[str]) -> list[ScoreLine]:
    return [
        ScoreLine(
            reason.rule,
            reasons.between(settlement.one.name, settlement.other.name, reason.words(), settlement.stake),
            {
                seats[settlement.one.seat]: reason.units * settlement.stake,
                seats[settlement.other.seat]: -reason.units * settlement.stake,
            },
        )
        for settlement in settlements
        for reason in settlement.pair.reasons
    ]

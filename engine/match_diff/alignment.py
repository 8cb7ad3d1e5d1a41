"""Which hand of one record is which of another, and within a hand which action."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.match_diff.keys import ActionKey, action_key, cards_key
from engine.record.match import Hand, Match, given_value

MOST_EDITS: Final = 600
"""Actions that two records of a hand may have unlike each other; of more, the middle part is taken as unlike."""
_MOST_CELLS: Final = 40_000
_DEAL, _RESULT, _PLACE = 100, 10, 1


@dataclass(frozen=True, slots=True)
class AlignedAction:
    """An action of the first record, of the second, or the same of both; counted from 0."""

    first: int | None
    second: int | None
    same: bool


@dataclass(frozen=True, slots=True)
class HandPair:
    """A hand of the first record, of the second, or of both; counted from 0."""

    first: int | None
    second: int | None


def paired_hands(first: Match, second: Match) -> list[HandPair]:
    """The hands of two records with the same seats, in order; a hand that only one has is alone."""
    keys, others = _hand_keys(first, "first"), _hand_keys(second, "second")
    pairs: list[HandPair] = []
    row = column = 0
    for step in [*edits(keys, others), AlignedAction(len(keys), len(others), same=True)]:
        if not step.same:
            continue
        assert step.first is not None
        assert step.second is not None
        pairs += _between(first, second, range(row, step.first), range(column, step.second))
        if step.first < len(keys):
            pairs.append(HandPair(step.first, step.second))
        row, column = step.first + 1, step.second + 1
    return pairs


def paired_actions(first: Sequence[str], second: Sequence[str]) -> list[AlignedAction]:
    """The actions of two records of a hand in order.

    An action in the place of another is a pair with it, of one seat if that can be, or else the same under another
    seat.
    """
    keys, others = [action_key(action) for action in first], [action_key(action) for action in second]
    steps: list[AlignedAction] = []
    only: tuple[list[int], list[int]] = ([], [])
    for step in [*edits(keys, others), None]:
        if step is not None and not step.same:
            if step.first is not None:
                only[0].append(step.first)
            if step.second is not None:
                only[1].append(step.second)
            continue
        steps += _replaced(*only, lambda one, other: _alike(keys[one], others[other]))
        only = ([], [])
        if step is not None:
            steps.append(step)
    return steps


def edits(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[AlignedAction]:
    """A shortest way from one sequence to another: what both have, what only the first has, what only the second has.

    (The greedy algorithm of Myers, 1986.)  Sequences that are further apart than `MOST_EDITS` have only their equal
    beginnings and ends in common.
    """
    start = _common(first, second)
    end = _common(first[start:][::-1], second[start:][::-1])
    rows, columns = len(first) - end, len(second) - end
    middle = _middle(first[start:rows], second[start:columns])
    return [
        *(AlignedAction(place, place, same=True) for place in range(start)),
        *(
            AlignedAction(
                None if step.first is None else step.first + start,
                None if step.second is None else step.second + start,
                step.same,
            )
            for step in middle
        ),
        *(AlignedAction(rows + place, columns + place, same=True) for place in range(end)),
    ]


def _common(first: Sequence[Hashable], second: Sequence[Hashable]) -> int:
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count


def _middle(first: Sequence[Hashable], second: Sequence[Hashable]) -> list[AlignedAction]:
    rows, columns = len(first), len(second)
    reached: dict[int, int] = {1: 0}
    trace: list[dict[int, int]] = []
    for cost in range(min(rows + columns, MOST_EDITS) + 1):
        trace.append(dict(reached))
        for diagonal in range(-cost, cost + 1, 2):
            down = diagonal == -cost or (diagonal != cost and reached[diagonal - 1] < reached[diagonal + 1])
            row = reached[diagonal + 1] if down else reached[diagonal - 1] + 1
            while row < rows and row - diagonal < columns and first[row] == second[row - diagonal]:
                row += 1
            reached[diagonal] = row
            if row >= rows and row - diagonal >= columns:
                return _walked_back(trace, rows, columns)
    return [
        *(AlignedAction(place, None, same=False) for place in range(rows)),
        *(AlignedAction(None, place, same=False) for place in range(columns)),
    ]


def _walked_back(trace: Sequence[dict[int, int]], row: int, column: int) -> list[AlignedAction]:
    steps: list[AlignedAction] = []
    for cost in range(len(trace) - 1, -1, -1):
        reached = trace[cost]
        diagonal = row - column
        down = diagonal == -cost or (diagonal != cost and reached[diagonal - 1] < reached[diagonal + 1])
        before = diagonal + 1 if down else diagonal - 1
        while row > reached[before] and column > reached[before] - before:
            row, column = row - 1, column - 1
            steps.append(AlignedAction(row, column, same=True))
        if not cost:
            break
        if down:
            column -= 1
            steps.append(AlignedAction(None, column, same=False))
        else:
            row -= 1
            steps.append(AlignedAction(row, None, same=False))
    return steps[::-1]


def _replaced(first: Sequence[int], second: Sequence[int], likeness: Callable[[int, int], int]) -> list[AlignedAction]:
    """Unlike actions between two that both records have: as many pairs as there can be, those that are most alike."""
    rows, columns = len(first), len(second)
    if not rows or not columns or rows * columns > _MOST_CELLS:
        both = min(rows, columns)
        return [
            *(AlignedAction(one, other, same=False) for one, other in zip(first, second, strict=False)),
            *(AlignedAction(place, None, same=False) for place in first[both:]),
            *(AlignedAction(None, place, same=False) for place in second[both:]),
        ]
    best = [[(0, 0)] * (columns + 1) for _ in range(rows + 1)]
    """By place, the most pairs from there on, and how alike they are."""
    for row in range(rows - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            pairs, alike = best[row + 1][column + 1]
            paired = pairs + 1, alike + likeness(first[row], second[column])
            best[row][column] = max(paired, best[row + 1][column], best[row][column + 1])
    actions: list[AlignedAction] = []
    row = column = 0
    while row < rows and column < columns:
        if best[row][column] == best[row + 1][column]:
            actions.append(AlignedAction(first[row], None, same=False))
            row += 1
        elif best[row][column] == best[row][column + 1]:
            actions.append(AlignedAction(None, second[column], same=False))
            column += 1
        else:
            actions.append(AlignedAction(first[row], second[column], same=False))
            row, column = row + 1, column + 1
    return [
        *actions,
        *(AlignedAction(place, None, same=False) for place in first[row:]),
        *(AlignedAction(None, place, same=False) for place in second[column:]),
    ]


def _alike(one: ActionKey, other: ActionKey) -> int:
    """How alike two actions are: of one seat, the same under another seat, or neither."""
    if one.seat == other.seat:
        return 2
    return int(one[1:] == other[1:])


def _hand_keys(match: Match, record: str) -> list[Hashable]:
    """Keys that hands of two records share if they agree in all actions; a hand without actions is like no other."""
    return [tuple(map(action_key, hand.actions)) or (record, place) for place, hand in enumerate(match.hands)]


def _between(first: Match, second: Match, rows: range, columns: range) -> list[HandPair]:
    """The pairs of hands without two that have the same actions: those that have the most in common, in order."""
    if not rows or not columns or len(rows) * len(columns) > _MOST_CELLS:
        both = min(len(rows), len(columns))
        return [
            *(HandPair(row, column) for row, column in zip(rows, columns, strict=False)),
            *(HandPair(row, None) for row in rows[both:]),
            *(HandPair(None, column) for column in columns[both:]),
        ]
    facts = {row: _hand_facts(first.hands[row]) for row in rows}
    others = {column: _hand_facts(second.hands[column]) for column in columns}
    best = [[0] * (len(columns) + 1) for _ in range(len(rows) + 1)]
    for row in range(len(rows) - 1, -1, -1):
        for column in range(len(columns) - 1, -1, -1):
            same = _likeness(facts[rows[row]], others[columns[column]]) + _PLACE
            best[row][column] = max(same + best[row + 1][column + 1], best[row + 1][column], best[row][column + 1])
    pairs: list[HandPair] = []
    row = column = 0
    while row < len(rows) or column < len(columns):
        if column == len(columns) or (row < len(rows) and best[row][column] == best[row + 1][column]):
            pairs.append(HandPair(rows[row], None))
            row += 1
        elif row == len(rows) or best[row][column] == best[row][column + 1]:
            pairs.append(HandPair(None, columns[column]))
            column += 1
        else:
            pairs.append(HandPair(rows[row], columns[column]))
            row, column = row + 1, column + 1
    return pairs


def _hand_facts(hand: Hand) -> "Counter[Any]":
    hand_facts: Counter[Any] = Counter(map(action_key, hand.actions))
    for seat, cards in (given_value(hand.deal) or {}).items():
        hand_facts[seat, cards_key(cards)] = _DEAL
    result = given_value(hand.result)
    if result is not None:
        for name in ("finish", "scores", "levels", "roles"):
            value = given_value(getattr(result, name))
            if value is not None:
                hand_facts[name, repr(sorted(value.items()) if isinstance(value, dict) else value)] = _RESULT
    return hand_facts


def _likeness(first: "Counter[Any]", second: "Counter[Any]") -> int:
    return sum((first & second).values())

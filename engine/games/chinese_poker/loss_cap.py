"""What passes between seats where a seat can lose only so much in a hand."""

from collections.abc import Mapping, Sequence
from itertools import combinations

Units = Mapping[tuple[int, int], int | None]
"""By two seats, the lower number first, what the first wins from the second; None if it is not known."""


def units_passed(due: Units, order: Sequence[int], cap: int) -> dict[tuple[int, int], int | None]:
    """The units that pass between every two seats, of those that are due.

    Each seat begins with ``cap`` units.  The first seat of the order settles with each seat after it, then the second,
    and so on.  The loser pays no more than it has, and the winner wins no more than it has.
    """
    units: dict[tuple[int, int], int | None] = dict(due)
    has: dict[int, int | None] = dict.fromkeys(order, cap)
    for one, other in combinations(order, 2):
        pair = (min(one, other), max(one, other))
        won = due[pair]
        if won == 0:
            continue
        mine, theirs = has[one], has[other]
        if won is not None and 0 in (mine, theirs):
            units[pair] = 0
        elif won is None or mine is None or theirs is None:
            units[pair] = has[one] = has[other] = None
        else:
            amount = min(abs(won), mine, theirs)
            units[pair] = amount if won > 0 else -amount
            wins = won > 0 if pair == (one, other) else won < 0
            has[one] = mine + (amount if wins else -amount)
            has[other] = theirs - (amount if wins else -amount)
    return units

"""What became of bombs: whether they won the trick, were beaten, or were the last cards of their seat."""

from collections.abc import Iterable

from engine.climbing.table import Table
from engine.replay.statistics import BombsPlayed

_WON, _BEATEN, _LAST = 1, 2, 3
"""Places in the counts of bombs; the first is how many were played."""


def bombs_played(table: Table, bombs: Iterable[tuple[int, str, int]]) -> tuple[BombsPlayed, ...]:
    """What became of some plays of a hand: each given by its place in ``Table.plays``, its kind and its size.

    A bomb won the trick if the next play was a lead, or if there was none.  Cards that form nothing do not beat it.
    Once it is not known which seats hold cards, it is not known either which plays were leads.
    """
    leads = frozenset(table.leads)
    found: dict[tuple[int, str, int], list[int]] = {}
    for place, kind, size in bombs:
        counts = found.setdefault((table.plays[place][0], kind, size), [0, 0, 0, 0])
        counts[0] += 1
        if not table.round.holders_unknown:
            counts[_WON if _wins(table, place, leads) else _BEATEN] += 1
        counts[_LAST] += place in table.last_plays
    return tuple(BombsPlayed(*key, *counts) for key, counts in sorted(found.items()))


def _wins(table: Table, place: int, leads: frozenset[int]) -> bool:
    plays = table.plays
    after = place + 1
    while after < len(plays) and after not in leads and plays[after][3] is None:
        after += 1
    return after == len(plays) or after in leads

"""What became of bombs: whether they won the trick, were beaten, or were the last cards of their seat."""

from collections.abc import Iterable, Sequence

from engine.climbing.table import CountedPlay, Table
from engine.replay.statistics import BombsPlayed

_WON, _BEATEN, _LAST = 1, 2, 3
"""Places in the counts of bombs; the first is how many were played."""


def bombs_played(table: Table, bombs: Iterable[tuple[int, str, int]]) -> tuple[BombsPlayed, ...]:
    """What became of some plays of a hand: each given by its place in ``PlayNotes.plays``, its kind and its size.

    A bomb won the trick if the next play was a lead, or if there was none.  Cards that form nothing do not beat it.
    Once it is not known which seats hold cards, it is not known either which plays were leads.
    """
    notes = table.notes
    leads = frozenset(notes.leads)
    by_kind: dict[tuple[int, str, int], list[int]] = {}
    for place, kind, size in bombs:
        counts = by_kind.setdefault((notes.plays[place][0], kind, size), [0, 0, 0, 0])
        counts[0] += 1
        if not table.round.holders_unknown:
            counts[_WON if _wins(notes.plays, place, leads) else _BEATEN] += 1
        counts[_LAST] += place in notes.last_plays
    return tuple(BombsPlayed(*key, *counts) for key, counts in sorted(by_kind.items()))


def _wins(plays: Sequence[CountedPlay], place: int, leads: frozenset[int]) -> bool:
    after = place + 1
    while after < len(plays) and after not in leads and plays[after][3] is None:
        after += 1
    return after == len(plays) or after in leads

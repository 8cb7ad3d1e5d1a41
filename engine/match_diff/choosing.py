"""Which of two records to take at each difference, so that the record made of both has the fewest errors."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from engine.match_diff.differences import Difference, DifferenceKind
from engine.match_diff.weighing import BEGUN, CourseSoFar, Numbers, Weighing

_FIXED: Final = frozenset({DifferenceKind.MATCH, DifferenceKind.PLAYER})
"""What no error depends on."""


_ENDED: Final = ("result", "ended")
"""The last hand may depend on it."""


@dataclass(frozen=True, slots=True)
class ChosenDifferences:
    """The differences to take from the second record."""

    numbers: Numbers
    errors: int | None
    """The errors of the record that is then made; None if neither record can be judged."""
    bounded: bool
    """Whether combinations were left out, because they would take too many replays."""


_Rank = tuple[int, int, tuple[int, ...]]
"""The errors, the differences decided against what is preferred, and the numbers: the least is the best."""


def fewest_errors(weighing: Weighing, differences: Sequence[Difference], work: int) -> ChosenDifferences:
    """The choice with the fewest errors; of several, one that takes what the first record leaves out, and else keeps
    to the first.

    It never has more errors than either record.  After ``work`` more actions were replayed, no more is tried but the
    two records as they are.
    """
    return _DifferenceSearch(weighing, differences, weighing.spent + work).best()


class _DifferenceSearch:
    def __init__(self, weighing: Weighing, differences: Sequence[Difference], until: int) -> None:
        self._weighing: Final = weighing
        self._numbers: Final = tuple(difference.number for difference in differences)
        self._preferred: Final = frozenset(difference.number for difference in differences if difference.first is None)
        self._until: Final = until
        self._best: tuple[_Rank, Numbers] | None = None

    @property
    def _exhausted(self) -> bool:
        return self._weighing.spent >= self._until

    def best(self) -> ChosenDifferences:
        self._try(frozenset())
        self._try(frozenset(self._numbers))
        if self._best is None:
            return ChosenDifferences(frozenset(), None, bounded=False)
        bounded = False
        if not self._is_final:
            bounded = not self._descend() or not self._try_all()
        rank, numbers = self._best
        return ChosenDifferences(numbers, rank[0], bounded and rank[0] > 0)

    @property
    def _is_final(self) -> bool:
        return self._best is not None and self._best[0][:2] == (0, 0)

    def _rank(self, errors: int, chosen: Numbers) -> _Rank:
        return errors, len(chosen ^ self._preferred), tuple(sorted(chosen))

    def _try(self, chosen: Numbers) -> bool:
        """Judges a choice.  Returns whether it is the best so far."""
        judged = self._weighing.judged(chosen)
        return judged is not None and self._found(self._rank(judged.errors, chosen), chosen)

    def _found(self, rank: _Rank, chosen: Numbers) -> bool:
        better = self._best is None or rank < self._best[0]
        if better:
            self._best = rank, chosen
        return better

    def _descend(self) -> bool:
        """Turns single differences about as long as it makes the best choice better.  Returns whether it came to an
        end.
        """
        if self._exhausted:
            return False
        self._try(self._preferred)
        turned = True
        while turned and not self._is_final:
            turned = False
            for number in self._numbers:
                if self._exhausted:
                    return False
                assert self._best is not None
                turned = self._try(self._best[1] ^ {number}) or turned
        return True

    def _try_all(self) -> bool:
        """Tries every choice, hand after hand.  Returns whether none was left out."""
        assert self._best is not None
        if not self._best[0][0]:
            return True
        weighing = self._weighing
        fixed = frozenset(difference.number for difference in weighing.of_head if difference.kind in _FIXED)
        ending = frozenset(
            difference.number
            for difference in weighing.of_head
            if difference.kind is DifferenceKind.OUTCOME and difference.path != _ENDED
        )
        outline = [difference.number for difference in weighing.of_head if difference.number not in fixed | ending]
        outline += [
            difference.number
            for hand in weighing.of_hands
            for difference in hand
            if difference.kind is DifferenceKind.HAND
        ]
        within = [
            [difference.number for difference in hand if difference.kind is not DifferenceKind.HAND]
            for hand in weighing.of_hands
        ]
        ways = sum(2 ** min(len(hand), 64) for hand in (*within, ending))
        if 2 ** min(len(outline), 64) * ways > self._until - weighing.spent:
            return False
        return all(self._try_hands((self._preferred & fixed) | chosen, within, ending) for chosen in _subsets(outline))

    def _try_hands(self, outline: Numbers, within: Sequence[Sequence[int]], ending: Numbers) -> bool:
        """Tries every choice that agrees on what hands there are.  Returns whether none was left out."""
        head = self._weighing.head(outline)
        if head is None:
            return True
        courses: dict[object, tuple[_Rank, CourseSoFar, Numbers]] = {None: (self._rank(0, outline), BEGUN, outline)}
        index = 0
        for place, numbers in enumerate(within):
            if self._weighing.hand(place, outline) is None:
                continue
            reached: dict[object, tuple[_Rank, CourseSoFar, Numbers]] = {}
            for _, course, before in courses.values():
                for more in _subsets(numbers):
                    if self._exhausted:
                        return False
                    chosen = before | more
                    after = self._weighing.after(head, self._weighing.match(head, chosen), index, course)
                    rank = self._rank(after.errors, chosen)
                    if after.left not in reached or rank < reached[after.left][0]:
                        reached[after.left] = rank, after, chosen
            assert self._best is not None
            courses = {left: so_far for left, so_far in reached.items() if so_far[1].errors < self._best[0][0]}
            index += 1
        for _, course, before in courses.values():
            for more in _subsets(sorted(ending)):
                chosen = before | more
                ended = self._weighing.head(chosen)
                assert ended is not None
                judged = self._weighing.end(ended, self._weighing.match(ended, chosen), course)
                self._found(self._rank(judged.errors, chosen), chosen)
        return True


def _subsets(numbers: Sequence[int]) -> Iterator[Numbers]:
    """All subsets, the smaller first."""
    return (frozenset(subset) for size in range(len(numbers) + 1) for subset in combinations(numbers, size))

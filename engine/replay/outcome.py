"""The result of a replayed hand, and the reasons for its points."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Final, overload

from msgspec import UNSET, Struct, UnsetType

from engine.recorded.basis import Basis


class ScoreLine(Struct):
    """One reason for points: the rule, a text, and the points of each seat."""

    rule: str
    text: str
    points: dict[str, int]


class LinesOnRequest(Sequence[ScoreLine]):
    """Score lines that are made when they are first read, because most hands are judged without their words."""

    def __init__(self, count: int, make: Callable[[], list[ScoreLine]]) -> None:
        """``count`` is the number of lines.  What ``make`` gives must not depend on when it is called."""
        self._count: Final = count
        self._make: Final = make

    @cached_property
    def _lines(self) -> list[ScoreLine]:
        return self._make()

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[ScoreLine]:
        return iter(self._lines)

    @overload
    def __getitem__(self, index: int) -> ScoreLine: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[ScoreLine]: ...

    def __getitem__(self, index: int | slice) -> ScoreLine | Sequence[ScoreLine]:
        return self._lines[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._lines == list(other)

    __hash__ = None  # type: ignore[assignment]


class HandOutcome(Struct):
    """The result of replaying a hand.  The fields are those of the report; one that the game does not have is unset."""

    complete: bool
    basis: Basis | None
    scores: dict[str, int | None] | None = None
    breakdown: Sequence[ScoreLine] = []
    finish: list[list[str]] | UnsetType = UNSET
    roles: dict[str, str] | UnsetType = UNSET
    levels: dict[str, str | None] | UnsetType | None = UNSET
    units: dict[str, int | None] | UnsetType | None = UNSET
    undecided: bool = False
    """Whether a result depends on something unknown."""
    cut_off: bool = False
    """Whether the clock cut off the hand.  It then does not count, and does not make the match incomplete."""

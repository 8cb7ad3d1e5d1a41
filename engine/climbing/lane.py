"""What the compiled lanes of the climbing games share: options as numbers, and counts as C has them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from struct import Struct
from typing import Any, Final, TypeVar

from engine.replay.statistics import BombsPlayed
from engine.rulebook.options import Option, RuleSet

FATES: Final = 4
"""The counts of what became of bombs of a kind: played, won, beaten, last."""

T = TypeVar("T")


def numbers_of(options: Iterable[Option], rules: RuleSet) -> list[int]:
    """The values of some options that are no tables: the number among the choices; a number or a flag is itself."""
    values = ((option.choices, rules.options[option.name]) for option in options)
    return [choices.index(value) if isinstance(value, str) else int(value) for choices, value in values]  # type: ignore[arg-type]


def by_hand(
    counted: bytes | None, layout: Struct, made: Callable[[Iterable[Any]], T], seats: int
) -> list[tuple[T, ...]] | None:
    """By hand, the counts of each of so many seats; None if nothing was counted."""
    if counted is None:
        return None
    each = map(made, layout.iter_unpack(counted))
    return list(zip(*[each] * seats, strict=True))


def bombs_of(seat: int, fates: bytes, kinds: Sequence[tuple[str, int]]) -> Iterator[BombsPlayed]:
    """What became of the bombs of a seat.  ``kinds`` are the names and sizes of the bombs, as ``fates`` has them."""
    if any(fates):
        for number, kind in enumerate(kinds):
            found = fates[number * FATES : (number + 1) * FATES]
            if found[0]:
                yield BombsPlayed(seat, *kind, *found)

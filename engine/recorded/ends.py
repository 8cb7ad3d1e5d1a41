"""The end of a hand as it was recorded: whether it fits what was played, and what order of finish follows from it."""

from collections.abc import Callable, Collection, Sequence
from itertools import accumulate

Finish = Sequence[Sequence[int]]
"""An order of finish: seats by number, those that share a place together."""


def contradicts(recorded: Finish, played: Finish) -> bool:
    """Whether a recorded order of finish places a seat that went out elsewhere, or another seat at its place.

    ``played`` has the seats that went out, one a place.
    """
    group_at = [seats for seats in recorded for _ in seats]
    placed = {seat for seats in recorded for seat in seats}
    for place, seat in enumerate(seat for seats in played for seat in seats):
        if place < len(group_at):
            if seat not in group_at[place]:
                return True
        elif seat in placed:
            return True
    return False


def ended_finish(
    recorded: Finish, played: Finish, is_over: Callable[[Collection[int]], bool], seats: int
) -> list[list[int]] | None:
    """The whole order of finish that a recorded one gives together with what was played; None where it gives none.

    ``is_over`` says whether a hand is over once some seats are out.  The shortest beginning that ends the hand
    counts; the seats after it share the places left.  An order in which seats share a place before the end gives
    none: no play can have it.
    """
    recorded_seats = sum(map(len, recorded))
    reached = [*accumulate(map(len, played))]
    out: list[int] = []
    for group in [*recorded, *(seats for seats, end in zip(played, reached, strict=True) if end > recorded_seats)]:
        if is_over(out):
            break
        if len(group) != 1:
            return None
        out += group
    if not is_over(out):
        return None
    left = [seat for seat in range(seats) if seat not in out]
    return [*([seat] for seat in out), *([left] if left else [])]

"""The recorded finish of a hand: whether it contradicts the play, and which whole finish follows from it."""

from collections.abc import Callable, Collection, Sequence
from itertools import accumulate

Finish = Sequence[Sequence[int]]
"""The finish of a hand: for each place in order, the numbers of the seats that have or share it."""


def contradicts(recorded: Finish, played: Finish) -> bool:
    """Whether a recorded finish gives a seat that went out another place, or gives its place to another seat.

    ``played`` are the seats that went out, one at each place.
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
    """The whole finish that follows from a recorded finish and from what was played; None if none follows.

    ``is_over`` returns whether the hand is over when the given seats are out.  The shortest beginning that ends the
    hand counts, and the other seats share the places left.  If seats share a place before the end of the hand, no
    finish follows, because no play can have this result.
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

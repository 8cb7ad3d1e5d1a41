"""From what became of the bombs of a match to the rows of their table."""

from collections.abc import Iterator, Mapping, Sequence

from app.database.tables.statistics import NO_WORD
from app.judging.counted import CountOfMatch, SeatHand


def bomb_rows(
    match: int,
    counted: CountOfMatch,
    players: Sequence[tuple[int, int, int]],
    words: Sequence[int],
    day: int | None,
    numbers: Mapping[str, int],
) -> Iterator[tuple[float | None, ...]]:
    """The rows of a match.

    ``players`` has by seat the person and the player; ``words`` the numbers of the game, the preset, the options and
    the event; ``numbers`` those of kinds and roles.
    """
    if not counted.bombs:
        return
    game, preset, _, event = words
    hands = {(row.hand, row.seat): row for row in counted.rows}
    sums: dict[tuple[int, int, str, int], list[int]] = {}
    for hand, seat, kind, size, *counts in counted.bombs:
        row = hands[hand, seat]
        role = NO_WORD if row.role is None else numbers[row.role]
        sums_of_size = sums.setdefault((seat, role, kind, size), [0] * 9)
        for place, count in enumerate((*counts, *_of_hand(row))):
            sums_of_size[place] += count
    for (seat, role, kind, size), sums_of_size in sums.items():
        person, player, _ = players[seat]
        *values, squares = sums_of_size
        of_match = (person, game, match, seat, role, numbers[kind], size, player, preset, event, day)
        yield (*of_match, *values, float(squares))


def _of_hand(row: SeatHand) -> tuple[int, int, int, int, int]:
    """What is counted of a hand with a bomb: itself, whether it has a place, the place, the score and its square."""
    return (1, int(row.place_halves is not None), row.place_halves or 0, row.score, row.score**2)

"""The scores of a finished hand of Big A."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.games.big_a.rules import BigARules

Points = tuple[int, int, int]
"""The points of the declarer, of its partner, and of each opponent."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table of scores with a partner: the places, and the points in both columns."""

    places: str
    plain: Points
    exposed: Points


FIRST_AND_SECOND: Final = Row("1 and 2", (6, 3, -3), (9, 9, -6))
FIRST_AND_THIRD: Final = Row("1 and 3", (4, 2, -2), (6, 6, -4))
FIRST_AND_FOURTH: Final = Row("1 and 4", (2, 1, -1), (3, 3, -2))
NOTHING: Final = Row("1 and 5, 2 and 3, 2 and 4, 3 and 4", (0, 0, 0), (0, 0, 0))
PARTNER_LAST_OF_TWO: Final = Row("declarer 2, partner 5", (-2, -1, 1), (-3, -3, 2))
DECLARER_LAST_OF_TWO: Final = Row("declarer 5, partner 2", (-4, -2, 2), (-6, -6, 4))
PARTNER_LAST_OF_THREE: Final = Row("declarer 3, partner 5", (-2, -1, 1), (-3, -3, 2))
DECLARER_LAST_OF_THREE: Final = Row("declarer 5, partner 3", (-4, -2, 2), (-6, -6, 4))
BOTH_LAST: Final = Row("4 and 5", (-6, -3, 3), (-9, -9, 6))

TABLE: Final[Mapping[tuple[int, int], Row]] = {
    (1, 2): FIRST_AND_SECOND,
    (2, 1): FIRST_AND_SECOND,
    (1, 3): FIRST_AND_THIRD,
    (3, 1): FIRST_AND_THIRD,
    (1, 4): FIRST_AND_FOURTH,
    (4, 1): FIRST_AND_FOURTH,
    (1, 5): NOTHING,
    (5, 1): NOTHING,
    (2, 3): NOTHING,
    (3, 2): NOTHING,
    (2, 4): NOTHING,
    (4, 2): NOTHING,
    (3, 4): NOTHING,
    (4, 3): NOTHING,
    (2, 5): PARTNER_LAST_OF_TWO,
    (5, 2): DECLARER_LAST_OF_TWO,
    (3, 5): PARTNER_LAST_OF_THREE,
    (5, 3): DECLARER_LAST_OF_THREE,
    (4, 5): BOTH_LAST,
    (5, 4): BOTH_LAST,
}
"""The rows by the places of declarer and partner."""

PRINTED_FOR_OPPONENTS: Final = 2
"""The points that the source prints for the opponents if the declarer is fourth and the partner is fifth."""

ALONE: Final[Mapping[int, tuple[int, int]]] = {1: (32, -8), 5: (-32, 8)}
"""By the place of a declarer who is alone, its points and those of each opponent; 0 for places that are not listed."""

LAST_TWO: Final = 2
"""The number of seats that share the last places if declarer and partner are the last two."""

_ORDINALS: Final = ("", "first", "second", "third", "fourth", "fifth")
_TWICE: Final = 2


@dataclass(frozen=True, slots=True)
class Settled:
    """The scores of a finished hand: the points of each seat by number, and the reasons."""

    points: tuple[int, ...]
    text: str


def places(finish: Sequence[Sequence[int]]) -> dict[int, tuple[int, ...]]:
    """By seat, the places that it has or shares, from 1."""
    found: dict[int, tuple[int, ...]] = {}
    taken = 0
    for seats in finish:
        shared = tuple(range(taken + 1, taken + len(seats) + 1))
        found |= dict.fromkeys(seats, shared)
        taken += len(seats)
    return found


def settle(
    finish: Sequence[Sequence[int]],
    declarer: int,
    partner: int,
    *,
    exposed: bool,
    rules: BigARules,
    seats: Sequence[str],
) -> Settled:
    """Scores a finished hand.  A declarer who is alone is also given as partner.

    ``exposed`` says whether both copies of the Big A were shown before the play.
    """
    where = places(finish)
    shown = "both Big A exposed" if exposed else "not both Big A exposed"
    twice = exposed and rules.exposed_scores == "double"
    if declarer == partner:
        place = where[declarer][0]
        own, each = ALONE.get(place, (0, 0))
        if exposed:
            own, each = own * _TWICE, each * _TWICE
        row = _ORDINALS[place] if place in ALONE else "second to fourth"
        text = f"declarer {seats[declarer]} alone is {_ORDINALS[place]}: alone, row {row}; {shown}"
        return Settled(tuple(own if seat == declarer else each for seat in range(len(seats))), text)
    one, other = _places_of_two(where[declarer], where[partner])
    row_of_two = TABLE[one, other]
    points = row_of_two.exposed if exposed and not twice else row_of_two.plain
    note = ""
    if row_of_two is BOTH_LAST and rules.four_five == "printed" and points is row_of_two.plain:
        points = (*points[:2], PRINTED_FOR_OPPONENTS)
        note = f", {PRINTED_FOR_OPPONENTS} for each opponent as printed"
    if twice:
        points = (points[0] * _TWICE, points[1] * _TWICE, points[2] * _TWICE)
        note += ", doubled"
    share = "share places" if where[declarer] == where[partner] else "take places"
    text = (
        f"declarer {seats[declarer]} and partner {seats[partner]} {share} {one} and {other}: "
        f"row {row_of_two.places}{note}; {shown}"
    )
    by_seat = {declarer: points[0], partner: points[1]}
    return Settled(tuple(by_seat.get(seat, points[2]) for seat in range(len(seats))), text)


def _places_of_two(declarer: tuple[int, ...], partner: tuple[int, ...]) -> tuple[int, int]:
    """The places of the two seats; if they share the last two places, which seat has which does not matter."""
    return (declarer[0], partner[-1]) if declarer == partner else (declarer[0], partner[0])

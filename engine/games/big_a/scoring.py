"""The scores of a finished hand of Big A."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.games.big_a.rules import BigARules
from engine.rulebook.sentences import Text, marked, say, say_of

Points = tuple[int, int, int]
"""The points of the declarer, of its partner, and of each opponent."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table of scores with a partner: the places, and the points in both columns."""

    places: str
    plain: Points
    exposed: Points


FIRST_AND_SECOND: Final = Row(marked("1 and 2"), (6, 3, -3), (9, 9, -6))
FIRST_AND_THIRD: Final = Row(marked("1 and 3"), (4, 2, -2), (6, 6, -4))
FIRST_AND_FOURTH: Final = Row(marked("1 and 4"), (2, 1, -1), (3, 3, -2))
NOTHING: Final = Row(marked("1 and 5, 2 and 3, 2 and 4, 3 and 4"), (0, 0, 0), (0, 0, 0))
PARTNER_LAST_OF_TWO: Final = Row(marked("declarer 2, partner 5"), (-2, -1, 1), (-3, -3, 2))
DECLARER_LAST_OF_TWO: Final = Row(marked("declarer 5, partner 2"), (-4, -2, 2), (-6, -6, 4))
PARTNER_LAST_OF_THREE: Final = Row(marked("declarer 3, partner 5"), (-2, -1, 1), (-3, -3, 2))
DECLARER_LAST_OF_THREE: Final = Row(marked("declarer 5, partner 3"), (-4, -2, 2), (-6, -6, 4))
BOTH_LAST: Final = Row(marked("4 and 5"), (-6, -3, 3), (-9, -9, 6))

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

_ORDINALS: Final = (
    say_of("big_a", "first"),
    say_of("big_a", "second"),
    say_of("big_a", "third"),
    say_of("big_a", "fourth"),
    say_of("big_a", "fifth"),
)
_TWICE: Final = 2


@dataclass(frozen=True, slots=True)
class BigAResult:
    """The scores of a finished hand: the points of each seat by number, and the reasons."""

    points: tuple[int, ...]
    text: Text


def places(finish: Sequence[Sequence[int]]) -> dict[int, tuple[int, ...]]:
    """By seat, the places that it has or shares, from 1."""
    by_seat: dict[int, tuple[int, ...]] = {}
    taken = 0
    for seats in finish:
        shared = tuple(range(taken + 1, taken + len(seats) + 1))
        by_seat |= dict.fromkeys(seats, shared)
        taken += len(seats)
    return by_seat


def settle(
    finish: Sequence[Sequence[int]],
    declarer: int,
    partner: int,
    *,
    exposed: bool,
    rules: BigARules,
    seats: Sequence[str],
) -> BigAResult:
    """Scores a finished hand.  A declarer who is alone is also given as partner.

    ``exposed`` says whether both copies of the Big A were shown before the play.
    """
    where = places(finish)
    shown = say("both Big A exposed") if exposed else say("not both Big A exposed")
    twice = exposed and rules.exposed_scores == "double"
    if declarer == partner:
        place = where[declarer][0]
        own, others = ALONE.get(place, (0, 0))
        if exposed:
            own, others = own * _TWICE, others * _TWICE
        text = say(
            "declarer {declarer} alone is {place}: alone, row {row}; {shown}",
            declarer=seats[declarer],
            place=_ORDINALS[place - 1],
            row=_ORDINALS[place - 1] if place in ALONE else say("second to fourth"),
            shown=shown,
        )
        return BigAResult(tuple(own if seat == declarer else others for seat in range(len(seats))), text)
    one, other = _places_of_two(where[declarer], where[partner])
    row_of_two = TABLE[one, other]
    points = row_of_two.exposed if exposed and not twice else row_of_two.plain
    row = say(row_of_two.places)
    if row_of_two is BOTH_LAST and rules.four_five == "printed" and points is row_of_two.plain:
        points = (*points[:2], PRINTED_FOR_OPPONENTS)
        row = say("{row}, {points} for each opponent as printed", row=row, points=PRINTED_FOR_OPPONENTS)
    if twice:
        points = (points[0] * _TWICE, points[1] * _TWICE, points[2] * _TWICE)
        row = say("{row}, doubled", row=row)
    template = (
        marked("declarer {declarer} and partner {partner} share places {one} and {other}: row {row}; {shown}")
        if where[declarer] == where[partner]
        else marked("declarer {declarer} and partner {partner} take places {one} and {other}: row {row}; {shown}")
    )
    text = say(template, declarer=seats[declarer], partner=seats[partner], one=one, other=other, row=row, shown=shown)
    by_seat = {declarer: points[0], partner: points[1]}
    return BigAResult(tuple(by_seat.get(seat, points[2]) for seat in range(len(seats))), text)


def _places_of_two(declarer: tuple[int, ...], partner: tuple[int, ...]) -> tuple[int, int]:
    """The places of the two seats; if they share the last two places, which seat has which does not matter."""
    return (declarer[0], partner[-1]) if declarer == partner else (declarer[0], partner[0])

"""How one match changes ratings: the model of Plackett and Luce, as the library `openskill` has it.

A match is one game between its sides.  A seat without a person, and the seats of a person who sits at two of them,
count as newcomers whose rating is not kept.  A rating is a mean and a standard deviation: the mean rises with results
that were not expected, the deviation falls with every match.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

NOBODY: Final = 0
Rated = tuple[int, ...]
"""Who is rated: one person, or the persons of a partnership in rising order."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The estimate of a strength."""

    mean: float
    deviation: float

    @property
    def sure(self) -> float:
        """The strength that is reached with a probability of 99.7 %: three deviations below the mean."""
        return self.mean - 3 * self.deviation


NEWCOMER: Final = Rating(25.0, 25.0 / 3)


@dataclass(frozen=True, slots=True)
class RatedSide:
    """A side of a match: the persons of its seats, and its place (the least is the best; equal places are a tie)."""

    people: tuple[int, ...]
    place: int


def rated_in(sides: Sequence[RatedSide]) -> list[Rated]:
    """Who is rated by a match: each person, and each partnership of a side whose seats are all rated."""
    known = [_known(side, _repeated(sides)) for side in sides]
    people = [(person,) for side in known for person in side if person != NOBODY]
    return sorted(people) + sorted(_partnership(side) for side in known if _is_partnership(side))


def rate(sides: Sequence[RatedSide], before: Mapping[Rated, Rating]) -> dict[Rated, Rating]:
    """The ratings after a match of those who are rated by it.  Who is not in ``before`` is a newcomer."""
    repeated = _repeated(sides)
    known = [_known(side, repeated) for side in sides]
    places = [float(side.place) for side in sides]
    teams: list[list[Rated | None]] = [[None if person == NOBODY else (person,) for person in side] for side in known]
    after = _rate(teams, places, before)
    if any(_is_partnership(side) for side in known):
        pairs: list[list[Rated | None]] = [[_partnership(side) if _is_partnership(side) else None] for side in known]
        after |= _rate(pairs, places, before)
    return after


def _rate(
    teams: Sequence[Sequence[Rated | None]], places: list[float], before: Mapping[Rated, Rating]
) -> dict[Rated, Rating]:
    model = PlackettLuce()

    def found(who: Rated | None) -> PlackettLuceRating:
        rating = NEWCOMER if who is None else before.get(who, NEWCOMER)
        return model.rating(mu=rating.mean, sigma=rating.deviation)

    done = model.rate([[found(who) for who in team] for team in teams], ranks=places)
    return {
        who: Rating(rating.mu, rating.sigma)
        for team, ratings in zip(teams, done, strict=True)
        for who, rating in zip(team, ratings, strict=True)
        if who is not None
    }


def _repeated(sides: Sequence[RatedSide]) -> frozenset[int]:
    seats = Counter(person for side in sides for person in side.people)
    return frozenset(person for person, count in seats.items() if count > 1)


def _known(side: RatedSide, repeated: frozenset[int]) -> tuple[int, ...]:
    return tuple(NOBODY if person in repeated else person for person in side.people)


def _is_partnership(people: tuple[int, ...]) -> bool:
    return len(people) > 1 and NOBODY not in people


def _partnership(people: tuple[int, ...]) -> Rated:
    return tuple(sorted(people))

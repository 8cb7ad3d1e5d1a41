"""What decisions of a person cost on average: a second count of the rows, what counts, and where it is said."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from app.database.opening import transact
from app.database.seeing import Visibility
from app.matches import access
from app.matches.installation import Installation
from app.players.statistics import accuracy
from app.players.statistics.accuracy import accuracy_of, accuracy_words
from app.players.statistics.filters import FactFilter
from app.players.statistics.intervals import t_quantile
from app.players.statistics.people import join, keys_of, split

pytestmark = pytest.mark.databases_differ

Rows = list[dict[str, Any]]


def costs_of(rows: dict[str, Rows], person: int, game: str) -> dict[tuple[int, int], tuple[int, int]]:
    """By match and hand the decisions of a person and their cost, added up from all rows."""
    shown = {row["match"]: row["judgement"] for row in rows["counted_matches"]}
    own = {
        (row["match"], row["hand"], row["seat"])
        for row in rows["facts"]
        if (row["person"], row["game"]) == (person, game)
    }
    found: defaultdict[tuple[int, int], tuple[int, int]] = defaultdict(lambda: (0, 0))
    for row in rows["reviewed_seats"]:
        place = row["match"], row["hand"], row["seat"]
        if place in own and row["decisions"] and row["judgement"] == shown[row["match"]]:
            before = found[place[:2]]
            found[place[:2]] = before[0] + row["decisions"], before[1] + row["cost"]
    return found


def test_the_mean_and_its_interval_are_those_of_the_rows(
    played: Installation, every_row: Callable[[], dict[str, Rows]], monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = every_row()
    people = sorted({(row["person"], row["game"]) for row in rows["facts"] if row["person"]})
    enough = 0
    for person, game in people:
        costs = costs_of(rows, person, game)
        decisions = sum(number for number, _ in costs.values())
        with played.sessions() as session:
            wanted = FactFilter(player=keys_of(session, [person])[person])
            few = accuracy_of(session, game, wanted)
            with monkeypatch.context() as patch:
                patch.setattr(accuracy, "LEAST", 5)
                found = accuracy_of(session, game, wanted)
        counts = decisions, len(costs), len({match for match, _ in costs})
        assert (found.decisions, found.hands, found.matches) == counts
        assert few.mean is None or decisions >= 100
        if decisions < 5 or found.mixed:
            assert (found.mean, found.half) == (None, None)
            continue
        enough += 1
        mean = Fraction(sum(cost for _, cost in costs.values()), decisions)
        assert found.mean == float(round(mean / 1_000, 3))
        left = [float(cost - mean * number) for number, cost in costs.values()]
        spread = sqrt(sum(each * each for each in left) * len(left) / (len(left) - 1)) / decisions
        assert found.half == pytest.approx(t_quantile(len(left) - 1) * spread / 1_000, abs=0.0006)
    assert enough > 10


def test_unlisted_matches_do_not_count_and_joined_people_are_one(
    played: Installation, every_row: Callable[[], dict[str, Rows]]
) -> None:
    rows = every_row()
    people = sorted({row["person"] for row in rows["facts"] if row["person"] and row["game"] == "guandan"})
    one, other = sorted(people, key=lambda each: -len(costs_of(rows, each, "guandan")))[:2]

    def counted(key: str) -> tuple[int, int]:
        with played.sessions() as session:
            found = accuracy_of(session, "guandan", FactFilter(player=key))
        return found.decisions, found.hands

    with played.sessions() as session:
        keys = keys_of(session, [one, other])
    before, beside = counted(keys[one]), counted(keys[other])
    transact(played.sessions, lambda session: join(session, keys[one], keys[other]))
    together = {**costs_of(rows, one, "guandan"), **costs_of(rows, other, "guandan")}
    assert counted(keys[one]) == (before[0] + beside[0], len(together))
    transact(played.sessions, lambda session: split(session, keys[other]))
    assert counted(keys[one]) == before
    match = next(iter(costs_of(rows, one, "guandan")))[0]
    transact(played.sessions, lambda session: access.show_to(session, match, Visibility.UNLISTED))
    left = [number for (at, _), (number, _) in costs_of(rows, one, "guandan").items() if at != match]
    assert counted(keys[one]) == (sum(left), len(left))


def test_how_many_decisions_are_missing_is_said() -> None:
    few = accuracy.Accuracy(99, 30, 4, mixed=False, mean=None, half=None)
    assert accuracy_words(few, "guandan") == "said from 100 decisions on: 1 is missing"
    enough = accuracy.Accuracy(200, 60, 9, mixed=False, mean=0.25, half=0.125)
    assert accuracy_words(enough, "guandan") == "0.250 ± 0.125 levels a decision"
    assert accuracy_words(enough, "big_a") == "0.250 ± 0.125 points a decision"
    mixed = accuracy.Accuracy(200, 60, 9, mixed=True, mean=None, half=None)
    assert accuracy_words(mixed, "big_a").startswith("No average")

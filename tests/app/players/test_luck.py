"""Results set against the dealt cards, against a second count: loops over replayed hands, without a query."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from statistics import variance
from typing import Any, NamedTuple

import pytest
from sqlalchemy import select, update

from app.database.tables.statistics import FACTS, STRENGTH
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.players.statistics.filters import FactFilter
from app.players.statistics.intervals import mean, t_quantile
from app.players.statistics.luck import LEAST, LEAST_MATCHES, Luck, ValueSum, lucks, scale
from app.players.statistics.recount import count_pending, pending
from engine.games import GAMES
from engine.logs import FORMATS
from engine.record.match import Hand
from engine.replay.fold import replay
from engine.replay.game import HandReplay
from engine.replay.outcome import HandOutcome
from engine.replay.strength import HandStrength
from engine.statistics.person import person_key
from engine.verdict.check import Checker
from tests.databases import fill_once
from tests.offenders import for_every
from tests.short_matches import MATCHES, put_short_matches, put_short_matches_by

pytestmark = pytest.mark.databases_differ

Take = Callable[..., list[IngestResult]]
CHECKER = Checker(counting=True)


class Seat(NamedTuple):
    """A counted hand of a seat."""

    game: str
    person: str | None
    match: int
    event: str
    strength: int | None
    expected: int | None
    result: int | None


def second_count() -> Iterator[Seat]:
    for number, document in enumerate(MATCHES):
        (record,) = FORMATS["fupan"].read(json.dumps(document).encode(), "x")
        match = record.match
        assert match is not None
        report = CHECKER.check(record)
        assert report.facts is not None
        assert report.rules is not None
        measure = GAMES[match.game].strength
        assert measure is not None
        found: list[HandStrength | None] = []

        def watch(
            hand_replay: HandReplay, hand: Hand, outcome: HandOutcome, into: Any = found, by: Any = measure
        ) -> None:
            into.append(by.measure(hand_replay, hand, outcome))

        replay(CHECKER.judge(report.rules), match, watch)
        event = document["match"].get("event", "").strip()
        for fact in report.facts.seats:
            of_hand = found[fact.hand] or HandStrength((None,) * len(match.players), None, None)
            yield Seat(
                match.game,
                person_key(match.players[fact.seat]),
                number,
                event,
                of_hand.seats[fact.seat],
                of_hand.expected[fact.seat] if of_hand.expected else None,
                of_hand.result[fact.seat] if of_hand.result else None,
            )


SEATS = tuple(second_count())


@pytest.fixture
def full(fupan: Installation) -> Installation:
    fill_once(fupan, put_short_matches)
    return fupan


def as_recorded(document: dict[str, Any]) -> dict[str, Any]:
    """A match whose hands are known by their results alone: the deals are there, and no action is."""
    return document | {"hands": [hand | {"actions": []} for hand in document["hands"]]}


class Known(NamedTuple):
    """A hand of a seat of which all cards and the result are known."""

    match: int
    strength: int
    expected: int
    result: int


def summed(hands: list[Known], value: Callable[[Known], int]) -> ValueSum:
    """The sums of a value, match by match."""
    values: list[list[int]] = [[] for _ in MATCHES]
    for hand in hands:
        values[hand.match].append(value(hand))
    return ValueSum.of(values)


def check(found: Luck, seats: list[Seat]) -> None:
    known = [
        Known(each.match, each.strength, each.expected, each.result)
        for each in seats
        if each.strength is not None and each.expected is not None and each.result is not None
    ]
    assert found.hands == len(seats)
    assert found.known == len(known)
    assert found.strength == summed(known, lambda hand: hand.strength)
    assert found.expected == summed(known, lambda hand: hand.expected)
    assert found.result == summed(known, lambda hand: hand.result)
    assert found.beyond == summed(known, lambda hand: hand.result - hand.expected)
    for each in found.bins:
        inside = [
            hand
            for hand in known
            if (each.low is None or hand.strength >= each.low) and (each.high is None or hand.strength < each.high)
        ]
        assert each.expected == summed(inside, lambda hand: hand.expected)
        assert each.result == summed(inside, lambda hand: hand.result)
    assert sum(each.result.count for each in found.bins) == len(known)


@pytest.mark.parametrize("wanted", [{}, {"event": "Cup"}, {"event": ""}, {"player": "Li"}])
def test_the_sums_are_those_of_the_hands(full: Installation, wanted: dict[str, str]) -> None:
    count_pending(full.sessions)
    seen = 0
    for game in GAMES:
        seats = [
            seat
            for seat in SEATS
            if seat.game == game
            and seat.person is not None
            and wanted.get("event") in (None, seat.event)
            and wanted.get("player") in (None, seat.person)
        ]
        with full.sessions() as session:
            found = lucks(session, game, FactFilter(**wanted), binned=True)  # type: ignore[arg-type]
            listed = lucks(session, game, FactFilter(**wanted))  # type: ignore[arg-type]
        assert listed == [replace(each, bins=()) for each in found]
        assert {each.key for each in found} == {seat.person for seat in seats}
        assert [(-each.known, each.key) for each in found] == sorted((-each.known, each.key) for each in found)
        for each in found:
            check(each, [seat for seat in seats if seat.person == each.key])
            assert each.enough == (each.known >= LEAST and each.beyond.matches >= LEAST_MATCHES)
            assert each.enough or each.needed is None
            seen += each.known
    assert seen


def test_hands_that_are_known_by_their_results_alone_do_not_count(fupan: Installation, take: Take) -> None:
    take(b"\n".join(json.dumps(as_recorded(match)).encode() for match in MATCHES))
    count_pending(fupan.sessions)
    with fupan.sessions() as session:
        found = lucks(session, "guandan", FactFilter(), binned=True)
    assert found
    assert all(each.hands and not each.known for each in found)
    assert not any(one.result.count for each in found for one in each.bins)


def put_without_the_lane(fupan: Installation) -> None:
    """Keeps the short matches as the engine judges them: the lane counts at once what the engine counts later."""
    put_short_matches_by(fupan, Checker(counting=True, pure=True))


def test_nothing_is_known_before_the_job_has_counted_it(fupan: Installation) -> None:
    fill_once(fupan, put_without_the_lane)
    with fupan.sessions() as session:
        waiting = pending(session)
        assert waiting.uncounted + waiting.short == len(MATCHES)
        assert not any(each.known for each in lucks(session, "guandan", FactFilter()))
        before = session.execute(select(*(FACTS.c[name] for name in STRENGTH)).distinct()).all()
        assert [tuple(row) for row in before] == [(None, None, None)]
    count_pending(fupan.sessions)
    with fupan.sessions() as session:
        assert pending(session).total == 0
        assert max(each.known for each in lucks(session, "guandan", FactFilter())) > 0
        assert lucks(session, "guandan", FactFilter(preset="no such preset")) == []


@for_every("game", GAMES)
def test_the_ranges_of_strength_leave_nothing_out(game: str) -> None:
    strength = GAMES[game].strength
    assert strength is not None
    first, step, count = scale(strength.fitted)
    assert 5 <= count <= 12
    assert strength.fitted.deciles[0].strength <= first < strength.fitted.deciles[0].strength + step
    last = first + (count - 2) * step
    assert last <= strength.fitted.deciles[-1].strength < last + step


def test_large_numbers_are_summed_exactly(full: Installation) -> None:
    count_pending(full.sessions)
    with full.sessions() as session:
        large = 10**9
        session.execute(update(FACTS).values(strength=-large, expected=-large, result=large))
        for each in lucks(session, "guandan", FactFilter()):
            count, weights = each.beyond.count, each.beyond.weights
            assert each.beyond.total == 2 * large * count
            assert each.beyond.products == 2 * large * weights
            assert each.beyond.squares == 4 * large**2 * weights
            assert each.expected.squares == large**2 * weights
        session.rollback()


def of_matches(*sizes: int) -> list[list[int]]:
    """Made-up values of matches of some sizes."""
    return [[(7 * match + 3 * hand) % 11 - 3 for hand in range(size)] for match, size in enumerate(sizes)]


@for_every(
    "values", [[3, 4, 5, 9], [-1000, 2500, 0, 300, 3000, -700], [7, 7], list(range(-40, 61)), [-9, -8, -12, -10]]
)
def test_matches_of_one_hand_have_the_interval_of_a_mean(values: list[int]) -> None:
    found = ValueSum.of([value] for value in values)
    known = mean(len(values), sum(values), sum(value * value for value in values))
    assert known is not None
    assert found.mean == Fraction(sum(values), len(values))
    assert found.variance == variance(map(Fraction, values))
    assert found.half is not None
    assert float(found.half) == pytest.approx(known.half or 0, abs=1e-5)
    needed = found.needed
    assert needed is not None
    assert found.is_noise == (needed > found.count) == (found.chance > 0.05)


@for_every("sizes", [(3, 1, 4, 1, 5), (8, 8, 8, 8), (2, 30), (1, 2, 3, 4, 5, 6, 7, 8, 9)])
def test_the_interval_takes_the_match_as_the_sample(sizes: tuple[int, ...]) -> None:
    matches = of_matches(*sizes)
    found = ValueSum.of([*matches, []])
    hands = [value for match in matches for value in match]
    assert found.mean == Fraction(sum(hands), len(hands))
    apart = [sum(match) - found.mean * len(match) for match in matches]
    spread = sum(each**2 for each in apart) * Fraction(len(sizes), len(sizes) - 1) / len(hands) ** 2
    assert found.variance == spread * len(hands)
    assert found.half is not None
    assert float(found.half) == pytest.approx(t_quantile(len(sizes) - 1) * sqrt(spread), abs=1e-5)


def test_hands_of_one_match_say_nothing_of_chance() -> None:
    found = ValueSum.of([[5] * 1000])
    assert (found.half, found.needed, found.chance, found.is_noise) == (None, None, 1.0, True)
    assert ValueSum().mean == 0
    assert ValueSum.of([[5], [-5]]).needed is None


def half_of(count: int, spread: Fraction) -> float:
    """Half the interval of a mean of so many numbers with a variance."""
    squares = float(spread * (count - 1))
    return mean(count, 0, squares).half or 0  # type: ignore[union-attr]


def test_the_number_of_hands_needed_is_the_least() -> None:
    for values in ([3, 4, 5, 9], [-1000, 2500, 0, 300, 3000, -700], list(range(-40, 61))):
        found = ValueSum.of([value] for value in values)
        needed = found.needed or 0
        assert half_of(needed, found.variance) < abs(found.mean)
        assert half_of(needed - 1, found.variance) >= abs(found.mean)
    assert ValueSum.of([[10**6], [1 - 10**6]]).needed == pytest.approx(1.96**2 * 8e12, rel=1e-3)

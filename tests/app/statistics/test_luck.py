"""Results set against the dealt cards, against a second count: loops over replayed hands, without a query."""

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from statistics import variance
from typing import Any, NamedTuple

import msgspec
import pytest
from sqlalchemy import select, text, update
from sqlmodel import col

from app.config import Config
from app.fupan import Fupan
from app.ingest import Ingested
from app.models import Judgement
from app.packing import packed, unpacked
from app.statistics.counted import WHOLE
from app.statistics.filters import FactFilter
from app.statistics.intervals import mean
from app.statistics.luck import LEAST, Luck, Summed, lucks, scale
from app.statistics.recount import count_pending, pending
from app.statistics.tables import FACTS, STRENGTH
from engine.games import GAMES
from engine.logs import FORMATS
from engine.record.match import Hand
from engine.replay.fold import replay
from engine.replay.game import HandReplay
from engine.replay.outcome import HandOutcome
from engine.replay.strength import HandStrength
from engine.statistics.person import person_key
from engine.verdict.check import Checker
from tests.fact_rows import fact_rows
from tests.short_matches import MATCHES

Take = Callable[..., list[Ingested]]
CHECKER = Checker(counting=True)
BEFORE = "0017"


class Seat(NamedTuple):
    """A counted hand of a seat."""

    game: str
    person: str | None
    event: str
    strength: int | None
    expected: int | None
    result: int | None


def second_count() -> Iterator[Seat]:
    for document in MATCHES:
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
                event,
                of_hand.seats[fact.seat],
                of_hand.expected[fact.seat] if of_hand.expected else None,
                of_hand.result[fact.seat] if of_hand.result else None,
            )


SEATS = tuple(second_count())


@pytest.fixture
def full(fupan: Fupan, take: Take) -> Fupan:
    take(b"\n".join(json.dumps(match).encode() for match in MATCHES))
    return fupan


def summed(values: list[int]) -> Summed:
    return Summed(len(values), sum(values), sum(value * value for value in values))


def check(found: Luck, seats: list[Seat]) -> None:
    known = [(each.strength, each.expected, each.result) for each in seats if None not in each[3:]]
    assert found.hands == len(seats)
    assert found.known == len(known)
    assert found.strength == summed([strength or 0 for strength, _, _ in known])
    assert found.expected == summed([expected or 0 for _, expected, _ in known])
    assert found.result == summed([result or 0 for _, _, result in known])
    assert found.beyond == summed([(result or 0) - (expected or 0) for _, expected, result in known])
    for each in found.bins:
        inside = [
            (expected or 0, result or 0)
            for strength, expected, result in known
            if (each.low is None or (strength or 0) >= each.low) and (each.high is None or (strength or 0) < each.high)
        ]
        assert each.expected == summed([expected for expected, _ in inside])
        assert each.result == summed([result for _, result in inside])
    assert sum(each.result.count for each in found.bins) == len(known)


@pytest.mark.parametrize("wanted", [{}, {"event": "Cup"}, {"event": ""}, {"player": "Li"}])
def test_the_sums_are_those_of_the_hands(full: Fupan, wanted: dict[str, str]) -> None:
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
            found = lucks(session, game, FactFilter(**wanted))  # type: ignore[arg-type]
        assert {each.key for each in found} == {seat.person for seat in seats}
        assert [(-each.known, each.key) for each in found] == sorted((-each.known, each.key) for each in found)
        for each in found:
            check(each, [seat for seat in seats if seat.person == each.key])
            assert each.enough == (each.known >= LEAST)
            assert each.enough or each.needed is None
            seen += each.known
    assert seen


def test_nothing_is_known_before_the_job_has_counted_it(full: Fupan) -> None:
    with full.sessions() as session:
        waiting = pending(session)
        assert waiting.uncounted + waiting.short == len(MATCHES)
        assert not any(each.known for each in lucks(session, "guandan", FactFilter()))
        before = session.execute(select(*(FACTS.c[name] for name in STRENGTH)).distinct()).all()
        assert [tuple(row) for row in before] == [(None, None, None)]
    count_pending(full.sessions)
    with full.sessions() as session:
        assert pending(session).total == 0
        assert max(each.known for each in lucks(session, "guandan", FactFilter())) > 0
        assert lucks(session, "guandan", FactFilter(preset="no such preset")) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_ranges_of_strength_leave_nothing_out(game: str) -> None:
    strength = GAMES[game].strength
    assert strength is not None
    first, step, count = scale(strength.fitted)
    assert 5 <= count <= 12
    assert strength.fitted.deciles[0].strength <= first < strength.fitted.deciles[0].strength + step
    last = first + (count - 2) * step
    assert last <= strength.fitted.deciles[-1].strength < last + step


def test_large_numbers_are_summed_exactly(full: Fupan) -> None:
    count_pending(full.sessions)
    with full.sessions() as session:
        session.execute(update(FACTS).values(strength=-(10**9), expected=-(10**9), result=10**9))
        for each in lucks(session, "guandan", FactFilter()):
            count = each.hands
            assert each.beyond == Summed(count, count * 2 * 10**9, count * 4 * 10**18)
            assert each.expected == Summed(count, -count * 10**9, count * 10**18)
        session.rollback()


@pytest.mark.parametrize(
    "values", [[3, 4, 5, 9], [-1000, 2500, 0, 300, 3000, -700], [7, 7], list(range(-40, 61)), [-9, -8, -12, -10]]
)
def test_means_have_their_interval_and_say_how_many_hands_they_need(values: list[int]) -> None:
    found = summed(values)
    known = mean(found.count, found.total, found.squares)
    assert known is not None
    assert found.mean == Fraction(sum(values), len(values))
    assert found.variance == variance(map(Fraction, values))
    assert found.half is not None
    assert float(found.half) == pytest.approx(known.half or 0, abs=1e-5)
    needed = found.needed
    assert needed is not None
    assert found.is_noise == (needed > found.count)


def half_of(count: int, spread: Fraction) -> float:
    """Half the interval of a mean of so many numbers with a variance."""
    squares = float(spread * (count - 1))
    return mean(count, 0, squares).half or 0  # type: ignore[union-attr]


def test_the_number_of_hands_needed_is_the_least() -> None:
    for values in ([3, 4, 5, 9], [-1000, 2500, 0, 300, 3000, -700], list(range(-40, 61))):
        found = summed(values)
        needed = found.needed or 0
        assert half_of(needed, found.variance) < abs(found.mean)
        assert half_of(needed - 1, found.variance) >= abs(found.mean)
    assert summed([5, -5]).needed is None
    assert summed([5]).needed is None
    assert summed([5]).half is None
    assert Summed().mean == 0
    assert summed([10**6, 1 - 10**6]).needed == pytest.approx(1.96**2 * 8e12, rel=1e-3)


def without_strength(data: bytes) -> bytes:
    """What the version before kept of a match: rows that end with their figures."""
    fields = msgspec.msgpack.decode(data)
    fields[4] = [row[:10] for row in fields[4]]
    return msgspec.msgpack.encode(fields)


def test_what_an_earlier_version_counted_is_completed(full: Fupan, database_url: str) -> None:
    from tests.app.statistics.test_migration_statistics import go_to

    count_pending(full.sessions)
    with full.sessions() as session:
        expected = fact_rows(session)
    go_to(full, BEFORE)
    with full.sessions() as session:
        assert session.scalar(text("SELECT count(*) FROM judgements WHERE counted = 2")) == len(MATCHES)
        rows = session.execute(select(col(Judgement.id), col(Judgement.counts), col(Judgement.counts_size))).all()
        for identity, data, size in rows:
            old = without_strength(unpacked(data, size))
            session.execute(
                update(Judgement)
                .where(col(Judgement.id) == identity)
                .values(counted=WHOLE, counts=packed(old), counts_size=len(old))
            )
        session.commit()
    fupan = Fupan.open(Config(database_url=database_url, secret_key="for tests alone"))
    with fupan.sessions() as session:
        waiting = pending(session)
        assert waiting.uncounted + waiting.short == len(MATCHES)
        assert not any(each.known for each in lucks(session, "guandan", FactFilter()))
    assert count_pending(fupan.sessions) == len(MATCHES)
    with fupan.sessions() as session:
        assert fact_rows(session) == expected
    fupan.close()

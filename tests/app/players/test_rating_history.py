"""Ratings kept in the database are those of all matches in order, whatever came, changed or went in between."""

from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete, insert, select

from app.database.opening import transact
from app.database.tables.matches import Blob, Log
from app.database.tables.ratings import RATED_MATCHES, RATING_CHANGES, RATINGS, STANDINGS
from app.database.tables.statistics import COUNTED_MATCHES, SEAT_RESULTS
from app.matches.installation import Installation
from app.players.ratings import history
from app.players.ratings.changes import mark_changed, pending_games
from app.players.ratings.history import bring_up_to_date
from app.players.ratings.leaderboard import coverage, leaders, rating_of, steps
from app.players.ratings.model import Rated, RatedSide, Rating, rate

pytestmark = pytest.mark.databases_differ

TEAMS, SINGLES = 1, 2
_NOW = datetime(2026, 1, 1, tzinfo=UTC)
PEOPLE = range(1, 9)


@dataclass(frozen=True)
class Played:
    """A match to be rated."""

    match: int
    game: int
    moment: int | None
    people: tuple[int, ...]
    results: tuple[int | None, ...]

    @property
    def sha256(self) -> str:
        """The hash of its log."""
        return sha256(str(self.match).encode()).hexdigest()

    @property
    def sides(self) -> list[RatedSide]:
        """Its sides with their places, worked out from the results alone."""
        if self.game == TEAMS:
            won = [self.results[0], self.results[1]]
            pairs = [(self.people[0], self.people[2]), (self.people[1], self.people[3])]
            return [RatedSide(pair, 0 if result else 1) for pair, result in zip(pairs, won, strict=True)]
        order = sorted({result for result in self.results if result is not None}, reverse=True)
        return [
            RatedSide((person,), sum(1 for other in self.results if (other or 0) > (result or 0)))
            for person, result in zip(self.people, self.results, strict=True)
            if order
        ]

    @property
    def is_rated(self) -> bool:
        """Whether it has a moment and a known result."""
        return self.moment is not None and None not in self.results


def draw(random: Random, match: int) -> Played:
    """A match of either game."""
    game = random.choice((TEAMS, SINGLES))
    people = tuple(random.sample(PEOPLE, 4))
    if random.random() < 0.1:
        people = (0, *people[1:])
    if game == TEAMS:
        first = random.choice((0, 1, 0, 1, None))
        second = None if first is None else 1 - first
        results: tuple[int | None, ...] = (first, second, first, second)
    else:
        results = tuple(random.randint(-3, 3) for _ in people)
    return Played(match, game, random.choice((None, *range(10))), people, results)


def write(fupan: Installation, played: Played) -> None:
    """Puts a match, with its results, into the tables; one with the same number is replaced."""

    def work(session: Any) -> None:
        session.execute(delete(SEAT_RESULTS).where(SEAT_RESULTS.c.match == played.match))
        session.execute(delete(COUNTED_MATCHES).where(COUNTED_MATCHES.c.match == played.match))
        if session.get(Blob, played.sha256) is None:
            session.add(Blob(sha256=played.sha256, size=0))
            session.flush()
            session.execute(
                insert(Log).values(
                    id=played.match,
                    blob_sha256=played.sha256,
                    source="",
                    format="fupan/1",
                    uploaded_at=_NOW,
                    hands=1,
                    position=0,
                )
            )
        session.execute(
            insert(COUNTED_MATCHES),
            {
                "match": played.match,
                "judgement": 1,
                "game": played.game,
                "preset": 0,
                "options": 0,
                "event": 0,
                "moment": played.moment,
                "hands": 1,
                "decided": 1,
            },
        )
        session.execute(
            insert(SEAT_RESULTS),
            [
                {
                    "match": played.match,
                    "seat": seat,
                    "person": person,
                    "player": person,
                    "name": 0,
                    "team": seat % 2 if played.game == TEAMS else seat,
                    "total": None if played.game == TEAMS else result,
                    "won": result if played.game == TEAMS else None,
                    "hands": 1,
                }
                for seat, (person, result) in enumerate(zip(played.people, played.results, strict=True))
            ],
        )
        mark_changed(session, [played.game])

    transact(fupan.sessions, work)


def remove(fupan: Installation, played: Played) -> None:
    """Takes a match out of the tables."""

    def work(session: Any) -> None:
        session.execute(delete(SEAT_RESULTS).where(SEAT_RESULTS.c.match == played.match))
        session.execute(delete(COUNTED_MATCHES).where(COUNTED_MATCHES.c.match == played.match))
        mark_changed(session, [played.game])

    transact(fupan.sessions, work)


def expected(matches: list[Played], game: int) -> dict[Rated, tuple[Rating, int]]:
    """The ratings after all matches of a game, from nothing."""
    known: dict[Rated, tuple[Rating, int]] = {}
    rated = [each for each in matches if each.game == game and each.is_rated]
    for each in sorted(rated, key=lambda each: (each.moment, each.sha256)):
        for who, rating in rate(each.sides, {who: found[0] for who, found in known.items()}).items():
            known[who] = rating, known[who][1] + 1 if who in known else 1
    return known


def kept(fupan: Installation, game: int) -> dict[Rated, tuple[Rating, int]]:
    """The last ratings in the tables."""
    with fupan.sessions() as session:
        rows = session.execute(select(STANDINGS).where(STANDINGS.c.game == game)).mappings()
        return {
            (row["person"], row["partner"]) if row["partner"] else (row["person"],): (
                Rating(row["mean"], row["deviation"]),
                row["matches"],
            )
            for row in rows
        }


@pytest.mark.parametrize("seed", range(3))
def test_kept_ratings_are_those_of_all_matches_in_order(
    fupan: Installation, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(history, "_AT_ONCE", 3)
    monkeypatch.setattr("app.players.ratings.results.BATCH", 4)
    random = Random(seed)
    there: dict[int, Played] = {}
    for turn in range(60):
        act = random.random()
        if act < 0.6 or not there:
            number = random.choice([turn + 1, *there]) if there else turn + 1
            if number in there:
                remove(fupan, there[number])
            there[number] = draw(random, number)
            write(fupan, there[number])
        elif act < 0.75:
            remove(fupan, there.pop(random.choice(sorted(there))))
        else:
            for game in (TEAMS, SINGLES):
                bring_up_to_date(fupan.sessions, game)
                assert kept(fupan, game) == expected(list(there.values()), game)
            with fupan.sessions() as session:
                assert pending_games(session) == []
    for game in (TEAMS, SINGLES):
        bring_up_to_date(fupan.sessions, game)
        assert kept(fupan, game) == expected(list(there.values()), game)


def test_only_what_follows_a_change_is_rated_again(fupan: Installation) -> None:
    matches = [Played(number, SINGLES, number, (1, 2, 3), (number % 3, 1, -1)) for number in range(1, 9)]
    for each in matches:
        write(fupan, each)
    assert bring_up_to_date(fupan.sessions, SINGLES) == 8
    assert bring_up_to_date(fupan.sessions, SINGLES) == 0
    write(fupan, Played(9, SINGLES, 9, (1, 2, 3), (0, 0, 0)))
    assert bring_up_to_date(fupan.sessions, SINGLES) == 1
    write(fupan, Played(7, SINGLES, 7, (1, 2, 4), (5, 0, 0)))
    assert bring_up_to_date(fupan.sessions, SINGLES) == 3
    with fupan.sessions() as session:
        assert [step.match for step in steps(session, SINGLES, (4,), 10)] == [7]
        assert [step.match for step in steps(session, SINGLES, (1,), 3)] == [7, 8, 9]


def test_a_rating_that_was_stopped_goes_on(fupan: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.players.ratings.results.BATCH", 2)
    matches = [Played(number, SINGLES, number, (1, 2), (number % 2, 0)) for number in range(1, 8)]
    for each in matches:
        write(fupan, each)
    calls = 0

    class Stopped(Exception):
        pass

    def stop(_: int) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise Stopped

    with pytest.raises(Stopped):
        bring_up_to_date(fupan.sessions, SINGLES, stop)
    with fupan.sessions() as session:
        assert pending_games(session) == [SINGLES]
        assert coverage(session, SINGLES).rated == 4
    assert bring_up_to_date(fupan.sessions, SINGLES) == 3
    assert kept(fupan, SINGLES) == expected(matches, SINGLES)


def test_a_change_while_ratings_are_made_leaves_them_behind(fupan: Installation) -> None:
    write(fupan, Played(1, SINGLES, 1, (1, 2), (1, 0)))
    bring_up_to_date(fupan.sessions, SINGLES, lambda _: write(fupan, Played(2, SINGLES, 2, (1, 2), (1, 0))))
    with fupan.sessions() as session:
        assert pending_games(session) == [SINGLES]
    bring_up_to_date(fupan.sessions, SINGLES)
    with fupan.sessions() as session:
        assert pending_games(session) == []


def test_leaders_are_in_the_order_of_what_is_sure(fupan: Installation) -> None:
    for number in range(1, 7):
        write(fupan, Played(number, TEAMS, number, (1, 2, 3, 4), (1, 0, 1, 0)))
    write(fupan, Played(7, TEAMS, 7, (1, 2, 5, 4), (1, 0, 1, 0)))
    write(fupan, Played(8, TEAMS, None, (1, 2, 5, 4), (1, 0, 1, 0)))
    write(fupan, Played(9, TEAMS, 9, (1, 2, 5, 4), (None, None, None, None)))
    bring_up_to_date(fupan.sessions, TEAMS)
    with fupan.sessions() as session:
        people, total = leaders(session, TEAMS, pairs=False, page=1, size=2)
        assert total == 5
        assert [place.who for place in people] == [(1,), (3,)]
        assert people[0].rating.sure > people[1].rating.sure
        rest, _ = leaders(session, TEAMS, pairs=False, page=2, size=2)
        assert [place.place for place in rest] == [3, 4]
        pairs, count = leaders(session, TEAMS, pairs=True, page=1, size=10)
        assert count == 3
        assert pairs[0].who == (1, 3)
        assert rating_of(session, TEAMS, (1, 3)) == (pairs[0].rating, 6)
        assert rating_of(session, TEAMS, (7,)) is None
        found = coverage(session, TEAMS)
        assert (found.rated, found.undated, found.counted, found.pending) == (7, 1, 9, False)


def test_the_tables_hold_a_row_for_each_rating_and_match(fupan: Installation) -> None:
    write(fupan, Played(1, TEAMS, 1, (1, 2, 3, 4), (1, 0, 1, 0)))
    bring_up_to_date(fupan.sessions, TEAMS)
    with fupan.sessions() as session:
        assert len(session.execute(select(RATINGS)).all()) == 6
        assert len(session.execute(select(RATED_MATCHES)).all()) == 1
        assert session.execute(select(RATING_CHANGES)).all() == [(TEAMS, 1, 1)]

"""Times of the pages of people over a large database: ``python -m tests.benchmarks.people URL``.

The database is filled with made-up sums and facts: 100,000 matches of ten hands, 10,000 of them of one person.  Facts
are written for that person only; nothing that is timed reads those of the others.
"""

import sys
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Any

from sqlalchemy import func, insert, select, text

from app import create_app
from app.config import Config
from app.fupan import Fupan
from app.models import Player
from app.saving import sha256_of
from app.statistics.figures import figures_of
from app.statistics.tables import BOMBS, COUNTED_MATCHES, FACTS, PARTNERSHIPS, PEOPLE, SEAT_RESULTS, TALLIES
from app.statistics.words import word_numbers
from engine.games import GAMES

MATCHES, HANDS, PEOPLE_NUMBER, OWN = 100_000, 10, 200, 10
"""Every ``OWN``-th match is one of the person."""
_BATCH = 500
GAME = GAMES["guandan"]
KINDS = list(GAME.statistics.bombs)[:5]
"""The bombs that are played in every match."""
Row = dict[str, Any]


def fill(fupan: Fupan) -> None:
    """Fills an empty database; does nothing with one that is filled."""
    with fupan.sessions() as session:
        if session.scalar(select(func.count()).select_from(COUNTED_MATCHES)):
            return
        words = word_numbers(
            session, [*GAMES, *dict(KINDS), "play", "tournament", "club", *(f"Cup {each}" for each in range(90))]
        )
        people = [f"p{number}" for number in range(PEOPLE_NUMBER)]
        session.execute(insert(Player), [{"key_sha256": sha256_of(key), "key": key, "name": key} for key in people])
        session.execute(
            insert(PEOPLE), [{"player": number, "sort": key, "folded": key} for number, key in enumerate(people, 1)]
        )
        session.commit()
        for start in range(1, MATCHES + 1, _BATCH):
            _write(session, words, range(start, start + _BATCH))
            session.commit()
        session.execute(text("ANALYZE"))
        session.commit()


def _write(session: Any, words: dict[str, int], matches: range) -> None:
    counted, results, facts, tallies, beside, bombs = [], [], [], [], [], []
    for match in matches:
        rng = Random(match)
        seats = rng.sample(range(2, PEOPLE_NUMBER + 1), 4)
        if match % OWN == 0:
            seats[rng.randrange(4)] = 1
        day = 20180101 + match // 300 % 28 + match // 8_400 % 12 * 100 + match // 100_800 * 10_000
        of_match = {
            "game": words["guandan"],
            "preset": words[rng.choice(("tournament", "club"))],
            "event": words[f"Cup {match // 2_000}"],
            "day": day,
        }
        shared = {"options": 1, "hands": HANDS, "decided": 1, "judgement": match, "moment": match}
        counted.append(of_match | shared | {"match": match})
        for seat, person in enumerate(seats):
            who = {"person": person, "player": person, "match": match, "seat": seat, "won": int(seat % 2 == match % 2)}
            results.append(who | {"name": 0, "team": seat % 2, "total": 0, "hands": HANDS})
            rows = [_fact(rng, words) | who | of_match | {"hand": hand, "side": seat % 2} for hand in range(HANDS)]
            if person == 1:
                facts += rows
                of_seat = who | of_match | {"role": 0}
                del of_seat["won"]
                bombs += [of_seat | _bombs(rng, words[kind]) | {"size": size} for kind, size in KINDS]
            tallies.append(_sum(rows) | who | of_match | {"role": 0, "play": 1})
            beside.append(
                {name: tallies[-1][name] for name in ("hands", "score", "squares", "role", "play")}
                | who
                | of_match
                | {"partner": seats[seat - 2], "partner_player": seats[seat - 2], "partner_seat": (seat + 2) % 4}
            )
    for table, rows in (
        (COUNTED_MATCHES, counted),
        (SEAT_RESULTS, results),
        (FACTS, facts),
        (TALLIES, tallies),
        (PARTNERSHIPS, beside),
        (BOMBS, bombs),
    ):
        if rows:
            session.execute(insert(table), rows)


def _fact(rng: Random, words: dict[str, int]) -> Row:
    figures = {
        figure.name: int(rng.random() * (1 if figure.per and figure.share else 2 if figure.share else 3))
        for figure in figures_of(GAME)
    }
    return {
        **figures,
        "options": 1,
        "basis": words["play"],
        "role": None,
        "place2": rng.choice((2, 4, 6, 8)),
        "score": rng.choice((0, 0, 1, 2, 3)),
        "complete": 1,
        "errors": 0,
    }


def _bombs(rng: Random, kind: int) -> Row:
    played = rng.randrange(1, 6)
    won = rng.randrange(played + 1)
    counts = {"played": played, "won": won, "beaten": played - won, "last": 0, "hands": played, "placed": played}
    return counts | {"kind": kind, "places2": 5 * played, "score": played, "squares": float(played)}


def _sum(rows: list[Row]) -> Row:
    found: Row = {
        "hands": len(rows),
        "score": sum(row["score"] for row in rows),
        "squares": float(sum(row["score"] ** 2 for row in rows)),
        "errors": 0,
        "seconds_high": 0,
        "seconds_fine_high": 0,
    }
    for figure in figures_of(GAME):
        found[figure.name] = sum(row[figure.name] for row in rows)
    for place2 in (2, 4, 6, 8):
        of_place = [row["score"] for row in rows if row["place2"] == place2]
        found |= {f"at_{place2}": len(of_place), f"score_at_{place2}": sum(of_place)}
    return found


def timed(url: str) -> Iterator[tuple[str, float]]:
    """The pages, each with the least of five times in seconds."""
    app = create_app(Config(database_url=url, secret_key="for timing"))
    fill(app.extensions["fupan"])
    client = app.test_client()
    for address in (
        "/people/",
        "/people/?text=p17",
        "/people/1",
        "/people/1?preset=club",
        "/people/1?since=2018-03-01&until=2018-05-31",
        "/people/1?event=Cup+7",
        "/people/1?partner=p9",
        "/people/1/hands?count=bombs",
        "/people/1/months.csv",
    ):
        times = []
        for _ in range(5):
            start = perf_counter()
            answer = client.get(address)
            times.append(perf_counter() - start)
            assert answer.status_code == 200, (address, answer.status_code)
        yield address, min(times)
    app.extensions["fupan"].close()


if __name__ == "__main__":
    for page, seconds in timed(sys.argv[1]):
        print(f"{1000 * seconds:7.1f} ms  {page}")

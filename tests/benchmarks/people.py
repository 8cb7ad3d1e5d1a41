"""Times of the pages of people over a large database: ``python -m tests.benchmarks.people URL``.

The database is filled with made-up sums and facts: 100,000 matches of ten hands, 10,000 of them of one person.  Facts
are written for that person only; nothing that is timed reads those of the others.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any

from sqlalchemy import func, insert, select, text

from app.database.config import Config
from app.database.inserting import insert_rows
from app.database.lookup import word_numbers
from app.database.tables.matches import Player
from app.database.tables.statistics import BOMBS, COUNTED_MATCHES, FACTS, PARTNERSHIPS, PEOPLE, SEAT_RESULTS, TALLIES
from app.judging.judged import sha256_of
from app.matches.installation import Installation
from app.web.create_app import create_app
from engine.games import GAMES

MATCHES, HANDS, PEOPLE_NUMBER, OWN = 100_000, 10, 200, 10
"""Every ``OWN``-th match is one of the person."""
_BATCH = 500
GAME = GAMES["guandan"]
KINDS = list(GAME.statistics.bombs)[:5]
"""The bombs that are played in every match."""
REPEATS = 7
PAGES = (
    "/people/",
    "/people/?text=p17",
    "/people/1",
    "/people/1?preset=club",
    "/people/1?since=2018-03-01&until=2018-05-31",
    "/people/1?event=Cup+7",
    "/people/1?partner=p9",
    "/people/1/hands?count=bombs",
    "/people/1/months.csv",
    "/people/1/luck",
    "/people/1/luck?preset=club",
    "/people/1/luck?partner=p9",
)
Row = dict[str, Any]


def fill(fupan: Installation) -> None:
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
        rng = Random(0)
        others = [_sum([_fact(rng, words) for _ in range(HANDS)]) for _ in range(_BATCH)]
        for start in range(1, MATCHES + 1, _BATCH):
            _write(session, words, others, range(start, start + _BATCH))
            session.commit()
        session.execute(text("ANALYZE"))
        session.commit()


def _write(session: Any, words: dict[str, int], others: list[Row], matches: range) -> None:
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
            summed = others[rng.randrange(len(others))]
            if person == 1:
                rows = [_fact(rng, words) | {"hand": hand, "side": seat % 2} for hand in range(HANDS)]
                facts += [row | who | of_match for row in rows]
                of_seat = who | of_match | {"role": 0}
                del of_seat["won"]
                bombs += [of_seat | _bombs(rng, words[kind]) | {"size": size} for kind, size in KINDS]
                summed = _sum(rows)
            tallies.append(summed | who | of_match | {"role": 0, "play": 1})
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
        names = tuple(rows[0]) if rows else ()
        insert_rows(session, table, [tuple(row[name] for name in names) for row in rows], names)


def _fact(rng: Random, words: dict[str, int]) -> Row:
    figures = {
        figure.name: int(rng.random() * (1 if figure.per and figure.share else 2 if figure.share else 3))
        for figure in GAME.statistics.figures
    }
    return {
        **figures,
        "options": 1,
        "basis": words["play"],
        "role": None,
        "place_halves": rng.choice((2, 4, 6, 8)),
        "score": rng.choice((0, 0, 1, 2, 3)),
        "complete": 1,
        "errors": 0,
        "strength": rng.randrange(-3_000, 12_000),
        "expected": rng.randrange(-1_500, 1_500),
        "result": rng.randrange(-3_000, 3_000),
    }


def _bombs(rng: Random, kind: int) -> Row:
    played = rng.randrange(1, 6)
    won = rng.randrange(played + 1)
    counts = {"played": played, "won": won, "beaten": played - won, "last": 0, "hands": played, "placed": played}
    return counts | {"kind": kind, "place_halves": 5 * played, "score": played, "squares": float(played)}


def _sum(rows: list[Row]) -> Row:
    found: Row = {
        "hands": len(rows),
        "score": sum(row["score"] for row in rows),
        "squares": float(sum(row["score"] ** 2 for row in rows)),
        "errors": 0,
        "seconds_high": 0,
        "seconds_fine_high": 0,
    }
    for figure in GAME.statistics.figures:
        found[figure.name] = sum(row[figure.name] for row in rows)
    for place_halves in (2, 4, 6, 8):
        of_place = [row["score"] for row in rows if row["place_halves"] == place_halves]
        found |= {f"at_{place_halves}": len(of_place), f"score_at_{place_halves}": sum(of_place)}
    return found


def timed(url: str) -> Iterator[tuple[str, float, float]]:
    """The pages, each with the least of some times in seconds: until it is there, and of work of the processors."""
    app = create_app(Config(database_url=url, secret_key="for timing"))
    fupan: Installation = app.extensions["fupan"]
    fill(fupan)
    client = app.test_client()
    for address in PAGES:
        times, busy = [], []
        for _ in range(REPEATS):
            start, begin = perf_counter(), _worked(fupan)
            answer = client.get(address)
            times.append(perf_counter() - start)
            busy.append(_worked(fupan) - begin)
            assert answer.status_code == 200, (address, answer.status_code)
        yield address, min(times), min(busy)
    fupan.close()


def _worked(fupan: Installation) -> float:
    """The CPU time of this process, and of that of PostgreSQL that answers it, if it runs on this machine."""
    own = process_time()
    with fupan.sessions() as session:
        if session.get_bind().dialect.name != "postgresql":
            return own
        server = Path(f"/proc/{session.scalar(text('SELECT pg_backend_pid()'))}/schedstat")
    return own + (int(server.read_text().split()[0]) / 1e9 if server.is_file() else 0)


if __name__ == "__main__":
    for page, seconds, work in timed(sys.argv[1]):
        print(f"{1000 * seconds:7.1f} ms {1000 * work:7.1f} ms of CPU  {page}", flush=True)

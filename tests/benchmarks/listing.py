"""Measures the list of matches on a database of many: ``python -m tests.benchmarks.listing --matches 80000``.

The database is made from the sample logs, each judged once and kept again and again under other bytes, names, days and
ids.  It stays in the folder named with ``--folder``, and is not made again where it is there.
"""

import argparse
import random
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from app.database.config import Config
from app.database.opening import writing
from app.matches.entries import MatchEntry
from app.matches.installation import Installation
from app.matches.store import save_all
from app.web.create_app import create_app
from engine.logs import LogRecord, read_logs
from engine.record.match import MatchInfo, given_value
from engine.verdict.check import Checker
from engine.verdict.report import Report

SAMPLES: Final = Path(__file__).parents[2] / "sample_logs"
BATCH: Final = 500
PEOPLE: Final = 2_000
SEED: Final = 7
FAMILIES: Final = "李王张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗"
GIVEN: Final = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英"
QUERIES: Final = (
    "",
    "verdict=clean",
    "verdict=unreadable",
    "game=guandan",
    "game=big_a&verdict=misscored",
    "player={player}",
    "text={player}",
    "text=Cup+4711",
    "text=no+such+text",
    "since=2024-05-01&until=2024-05-31",
    "since=2024-01-01&player={player}",
)


def main() -> None:
    """Makes the database where it is missing, then prints how long each query takes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=80_000)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--database", default="", help="another database URL than SQLite in the folder")
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds for each query")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    url = chosen.database or f"sqlite:///{chosen.folder / 'listing.sqlite3'}"
    app = create_app(Config(database_url=url, secret_key="for measuring alone"))
    fupan: Installation = app.extensions["fupan"]
    fill(fupan, chosen.matches)
    client = app.test_client()
    player = people(random.Random(SEED))[17]
    for query in QUERIES:
        address = f"/matches/?{query.format(player=player)}"
        client.get(address)
        begin, busy, count = time.perf_counter(), time.process_time(), 0
        while time.perf_counter() - begin < chosen.seconds:
            assert client.get(address).status_code == 200
            count += 1
        took, busy = (time.perf_counter() - begin) / count, (time.process_time() - busy) / count
        print(f"{took * 1e3:8.1f} ms {1 / took:8.1f} requests/s {busy * 1e3:8.1f} ms of CPU  {address}", flush=True)


def fill(fupan: Installation, matches: int) -> None:
    """Keeps made-up matches until there are so many."""
    with fupan.sessions() as session:
        from sqlalchemy import func, select

        from app.database.tables.matches import Log

        there = session.scalar(select(func.count()).select_from(Log)) or 0
    begin = time.perf_counter()
    batch: list[MatchEntry] = []
    for entry in made(there, matches):
        batch.append(entry)
        if len(batch) == BATCH:
            with writing(fupan.sessions) as session:
                save_all(session, batch)
            batch = []
    if batch:
        with writing(fupan.sessions) as session:
            save_all(session, batch)
    if matches > there:
        print(f"{matches - there} matches kept in {time.perf_counter() - begin:.0f} s", flush=True)


def made(first: int, last: int) -> Iterator[MatchEntry]:
    """Matches that are those of the samples but for bytes, ids, days and names; the same for the same numbers."""
    names = people(random.Random(SEED))
    known = judged()
    for number in range(first, last):
        chance = random.Random(number)
        record, report = chance.choice(known)
        match = record.match
        if match is not None:
            players = [replace(each, name=chance.choice(names)) for each in match.players]
            day = date(2020, 1, 1) + timedelta(days=number % 2_000)
            info = replace(
                given_value(match.match) or MatchInfo(), id=f"cup-{number}", event=f"Cup {number}", played_at=f"{day}"
            )
            match = replace(match, players=players, match=info)
        yield MatchEntry(
            replace(
                record,
                raw=record.raw + b" " * 8 + str(number).encode(),
                source=f"archive.jsonl:{number}",
                match=match,
                match_id=None if match is None else f"cup-{number}",
            ),
            report,
        )


def people(chance: random.Random) -> list[str]:
    """Names of persons, Chinese ones and others."""
    return [
        f"{chance.choice(FAMILIES)}{chance.choice(GIVEN)}{chance.choice(GIVEN)}" if number % 2 else f"Player {number}"
        for number in range(PEOPLE)
    ]


def judged() -> list[tuple[LogRecord, Report]]:
    """The small samples, each with its report."""
    checker = Checker()
    found = []
    for path in sorted(SAMPLES.rglob("*.json")):
        with path.open("rb") as stream:
            for record in read_logs(stream, path.name):
                if len(record.raw) < 20_000:
                    found.append((record, checker.check(record)))
    return found


if __name__ == "__main__":
    main()

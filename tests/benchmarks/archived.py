"""Times of the pages and queries of a large archive: ``python -m tests.benchmarks.archived FOLDER``.

The archive is filled with made-up facts: ``--hands`` hands (10 million), a hundredth of them (100,000) of one person,
in matches of ten hands over two years.  It is written by what ``fupan archive build`` writes with, and is kept for the
next run.  What is printed is how long pages of that person, and the 50 people with the most hands, take when they are
asked for the first time, and their work of the processors; and the same of pages when they are asked for again.
"""

import argparse
from collections.abc import Callable, Iterator
from math import ceil
from pathlib import Path
from random import Random
from resource import RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from flask import Flask
from sqlalchemy import func, select

from app.database.config import Config
from app.database.packing import packed
from app.database.tables.statistics import FACTS
from app.judging.counted import CountOfMatch, SeatHand, SeatResult, pack
from app.players.archive.building import Builder, Unit
from app.players.archive.compacting import compact
from app.players.archive.entries import ArchivedMatch, ArchivedRules
from app.players.archive.layout import being_built
from app.web.create_app import create_app
from engine.games import GAMES
from engine.verdict.report import Verdict

GAME = GAMES["guandan"]
HANDS_OF_MATCH, MATCHES_OF_UNIT, PEOPLE, OWN = 10, 100, 2_000, 100
"""Every ``OWN``-th match is one of the person."""
RULES = ArchivedRules("0" * 64, "tournament", packed(b'{"rules":{"options":{}}}'), 24)
PAGES = ("/people/{person}", "/people/{person}?partner=p9", "/people/{person}/luck", "/people/")


def matches(number: int) -> Iterator[Unit]:
    """Units of a hundred matches."""
    rng = Random(0)
    kinds = list(GAME.statistics.bombs)[:5]
    drawn = [_counted(rng, kinds) for _ in range(200)]
    for start in range(0, number, MATCHES_OF_UNIT):
        whole = range(start, min(number, start + MATCHES_OF_UNIT))
        yield Unit(f"{start:064x}", [_match(rng, drawn, each, number) for each in whole])


def _counted(rng: Random, kinds: list[tuple[str, int]]) -> CountOfMatch:
    figures = [figure.name for figure in GAME.statistics.figures]
    rows = []
    for hand in range(HANDS_OF_MATCH):
        for seat, place in enumerate(rng.sample(range(1, 5), 4)):
            counts = tuple(rng.randrange(9) for _ in figures)
            score = rng.choice((-3, -2, -1, 1, 2, 3))
            rows.append(
                SeatHand(
                    hand, seat, "play", seat % 2, 2 * place, score, None, True, 0, counts, *[rng.randrange(900)] * 3
                )
            )
    bombs = [(hand, seat, kind, size, 1, 1, 0, 0) for hand in range(3) for seat, (kind, size) in enumerate(kinds[:4])]
    results = [SeatResult(seat % 2, 5 - 10 * (seat % 2), seat % 2 == 0) for seat in range(4)]
    plays = [(hand, seat, kind, size, 5) for hand, seat, kind, size, *_ in bombs]
    return CountOfMatch("guandan", HANDS_OF_MATCH, figures, results, rows, plays, [], True, [], bombs)


def _match(rng: Random, drawn: list[CountOfMatch], number: int, of: int) -> ArchivedMatch:
    seats = rng.sample(range(1, PEOPLE), 4)
    if number % OWN == 0:
        seats[rng.randrange(4)] = 0
    count = pack(drawn[rng.randrange(len(drawn))])
    month = number * 24 // of
    return ArchivedMatch(
        *("made-up", f"{number:064x}", 0, f"{number * 2_654_435_761 % 2**64:016x}", "fupan/1", "guandan", None),
        *(
            f"Cup {month // 3}",
            f"{2023 + month // 12}-{1 + month % 12:02}-{1 + number % 28:02}T20:00:00Z",
            HANDS_OF_MATCH,
        ),
        *([(f"p{each}", f"p{each}") for each in seats], str(Verdict.CLEAN), 0, 0, 0, "", RULES, count.data, count.size),
    )


def fill(folder: Path, hands: int) -> None:
    """Fills an archive, unless it is filled."""
    begun = perf_counter()
    with being_built(folder) as archive:
        builder = Builder(archive)
        if builder.matches >= hands // HANDS_OF_MATCH:
            return
        for unit in matches(hands // HANDS_OF_MATCH):
            builder.add([unit])
        builder.write_part()
        written = perf_counter()
        compact(archive)
    memory = getrusage(RUSAGE_SELF).ru_maxrss // 1024
    print(f"{hands:,} hands: parts {written - begun:.0f} s, compacted {perf_counter() - written:.0f} s, {memory} MiB")


def measured(app: Flask, repeats: int) -> None:
    """Prints the times."""
    client = app.test_client()
    with app.extensions["fupan"].statistics() as session:
        most = select(FACTS.c.person, func.count()).group_by(FACTS.c.person).order_by(func.count().desc()).limit(50)
        person = session.execute(most).all()[0][0]
        answers = session.connection().connection.driver_connection.answers
        _print("top 50 people by hands, over all facts", lambda: session.execute(most).all(), answers.forget, repeats)
    for page in PAGES:
        address = page.format(person=person)
        assert client.get(address).status_code == 200
        for what, before in (address, answers.forget), (f"{address} again", lambda: None):
            _print(what, lambda address=address: client.get(address), before, repeats)
    print(f"memory of this process: {getrusage(RUSAGE_SELF).ru_maxrss // 1024} MiB")


def _print(what: str, work: Callable[[], object], before: Callable[[], None], repeats: int) -> None:
    times, busy = [], []
    for _ in range(repeats):
        before()
        begun, worked = perf_counter(), process_time()
        work()
        times.append(perf_counter() - begun)
        busy.append(process_time() - worked)
    print(f"{what}: {_spread(times)}; of CPU {_spread(busy)}", flush=True)


def _spread(times: list[float]) -> str:
    ordered = sorted(times)
    median, p99 = ordered[len(ordered) // 2], ordered[ceil(0.99 * len(ordered)) - 1]
    return f"median {median * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms"


def main() -> None:
    """Fills the archive, and measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--hands", type=int, default=10_000_000)
    parser.add_argument("--repeats", type=int, default=100)
    asked = parser.parse_args()
    fill(asked.folder, asked.hands)
    with TemporaryDirectory() as data:
        url = f"sqlite:///{data}/fupan.sqlite3"
        measured(create_app(Config(database_url=url, secret_key="for benchmarks", archive=asked.folder)), asked.repeats)


if __name__ == "__main__":
    main()

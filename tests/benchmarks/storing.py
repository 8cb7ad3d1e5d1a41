"""What matches take of a database, and how long reading them takes: ``python -m tests.benchmarks.storing``.

Made-up matches of every game, short ones of three hands and whole ones, are stored in new databases.  For each it
prints the bytes a match and a hand, by table with its indexes, and the CPU time of a match's page and of a step of its
replay, each of a match that is not in memory.  With ``--database``, an empty PostgreSQL database is filled in place of
SQLite files.  ``python -m tests.benchmarks.beside OTHER storing`` sets both beside those of another tree.
"""

import argparse
import gc
import json
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from statistics import median
from time import process_time
from typing import Final

from sqlalchemy import Engine, text

from app.database.config import Config
from app.database.tables.matches import METADATA
from app.matches.ingest import ingest
from app.matches.installation import Installation
from app.web.create_app import create_app
from engine.games import GAMES
from tests.made_up_matches import made_up

SEED: Final = 400_000_000
PAGES: Final = ("/matches/{match}", "/matches/{match}/hands/1?step=3")
_SQLITE: Final = (
    "SELECT coalesce(m.tbl_name, 'sqlite_schema'), sum(s.pgsize) FROM dbstat s LEFT JOIN sqlite_master m"
    " ON m.name = s.name GROUP BY 1"
)
_POSTGRESQL: Final = (
    "SELECT relname, pg_total_relation_size(oid) FROM pg_class"
    " WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace"
)


@dataclass(frozen=True)
class Stored:
    """What some matches took."""

    matches: int
    hands: int
    tables: dict[str, int]
    """The bytes of each table with its indexes."""
    pages: dict[str, float]
    """The median CPU time of each page, in milliseconds."""

    @property
    def bytes(self) -> int:
        """The bytes of the whole database."""
        return sum(self.tables.values())


def stored(lines: Sequence[tuple[str, bytes]], url: str, reads: int = 0) -> Stored:
    """Stores matches, of each game together, in an empty database; reads ``reads`` of them."""
    app = create_app(Config(database_url=url, secret_key="for measuring alone"))
    fupan: Installation = app.extensions["fupan"]
    try:
        matches = hands = 0
        for name, data in lines:
            for saved in ingest(fupan.sessions, fupan.checker, BytesIO(data), f"{name}.jsonl"):
                assert saved.new
                matches += 1
        with fupan.sessions() as session:
            hands = session.execute(text("SELECT sum(hands) FROM logs")).scalar_one()
        sizes = _sizes(fupan.sessions.kw["bind"])
        client = app.test_client()
        pages = {}
        for page in PAGES:
            client.get(page.format(match=1))
            gc.collect()
            times = []
            for number in range(reads):
                address = page.format(match=1 + number * matches // reads)
                start = process_time()
                assert client.get(address).status_code == 200
                times.append(1_000 * (process_time() - start))
            pages[page] = median(times) if times else 0.0
        return Stored(matches, int(hands), sizes, pages)
    finally:
        fupan.close()


def _sizes(engine: Engine) -> dict[str, int]:
    with engine.connect() as connection:
        asked = _SQLITE if connection.dialect.name == "sqlite" else _POSTGRESQL
        return {str(name): int(size) for name, size in connection.execute(text(asked))}


def _emptied(url: str) -> None:
    app = create_app(Config(database_url=url, secret_key="for measuring alone"))
    fupan: Installation = app.extensions["fupan"]
    with fupan.sessions.begin() as session:
        session.execute(text(f"TRUNCATE {', '.join(METADATA.tables)} RESTART IDENTITY CASCADE"))
    fupan.close()


def lines(games: Sequence[str], hands: int, each: int | None) -> list[tuple[str, bytes]]:
    """By game, matches of ``each`` hands (None: whole) that have ``hands`` hands together."""
    found = []
    for game in games:
        of_game, there, seed = [], 0, SEED
        while there < hands:
            match = made_up(game, seed, each)
            of_game.append(match)
            there += len(json.loads(match)["hands"])
            seed += 1
        found.append((game, b"\n".join(of_game)))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints what each kind of matches takes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=sorted(GAMES))
    parser.add_argument("--hands", type=int, default=300, help="hands of each game, in each of both databases")
    parser.add_argument("--reads", type=int, default=100, help="matches of which pages are read")
    parser.add_argument("--database", default="", help="an empty PostgreSQL database in place of SQLite files")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    for name, each in (("three hands", 3), ("whole", None)):
        with tempfile.TemporaryDirectory() as folder:
            if chosen.database:
                _emptied(chosen.database)
            url = chosen.database or f"sqlite:///{Path(folder) / 'stored.db'}"
            found = stored(lines(chosen.games, chosen.hands, each), url, chosen.reads)
        if chosen.json:
            figures = {f"{name}: bytes a match": found.bytes / found.matches}
            figures[f"{name}: bytes a hand"] = found.bytes / found.hands
            figures |= {f"{name}: {table}, bytes a match": size / found.matches for table, size in _largest(found)}
            figures |= {f"{name}: {page}, ms": taken for page, taken in found.pages.items()}
            print(json.dumps({"figures": figures}), flush=True)
            continue
        print(
            f"{name}: {found.matches} matches, {found.hands} hands, {found.bytes / found.matches:,.0f} bytes a match,"
            f" {found.bytes / found.hands:,.0f} a hand"
        )
        for table, size in _largest(found):
            share, of_match, of_hand = size / found.bytes, size / found.matches, size / found.hands
            print(f"  {table:20} {share:6.1%} {of_match:8,.0f} a match {of_hand:8,.0f} a hand")
        for page, taken in found.pages.items():
            print(f"  {page:32} {taken:7.2f} ms", flush=True)
    return 0


def _largest(found: Stored) -> list[tuple[str, int]]:
    return sorted(found.tables.items(), key=lambda each: -each[1])[:14]


if __name__ == "__main__":
    raise SystemExit(main())

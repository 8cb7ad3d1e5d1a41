"""What facts cost an import: ``python -m tests.benchmarks.importing [GAME ...]``.

The same made-up matches are stored again and again in new databases, without facts and with them in turns, and the CPU
times of each pair are compared, since other work on the machine slows both.  Without facts nothing is counted while a
match is judged, and nothing of it is written.
"""

import argparse
import gc
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Final
from unittest.mock import patch

from msgspec.structs import replace
from sqlalchemy import text
from sqlalchemy.orm import sessionmaker

from app.cli.matches.judging import collect_seldom
from app.database.config import Config
from app.database.opening import open_database
from app.database.tables.matches import METADATA
from app.database.tables.statistics import COUNTED_MATCHES, FACTS
from app.judging import judged
from app.judging.counted import NOWHERE
from app.matches.followers import CARRIED
from app.matches.ingest import ingest
from app.web.installation import FOLLOWERS, open_installation
from engine.games import GAMES
from engine.logs import write_match
from engine.record.match import MatchInfo
from engine.verdict.check import Checker
from tests.benchmarks.corpora import RECIPES, corpus

WANTED: Final = 4 / 3
"""With facts an import takes at most so much of what it takes without."""
PEOPLE: Final = 120
EVENTS: Final = 9
SEED: Final = 5


@dataclass(frozen=True)
class Cost:
    """The CPU times of imports in pairs, without facts and with them, in seconds."""

    matches: int
    hands: int
    pairs: tuple[tuple[float, float], ...]

    @property
    def ratio(self) -> float:
        """How many times as long the import takes with facts: the median over the pairs."""
        return median(within / without for without, within in self.pairs)

    @property
    def least(self) -> tuple[float, float]:
        """The least time without facts, and the least with them."""
        return min(pair[0] for pair in self.pairs), min(pair[1] for pair in self.pairs)


def cost(lines: bytes, repeats: int, folder: Path, url: str = "") -> Cost:
    """What imports of some matches cost, without facts and with them right after each other.

    ``url`` names an empty PostgreSQL database, whose tables are emptied between imports; without it each import has a
    SQLite file of its own.  Only this process is timed, not a server.
    """
    pristine = folder / "pristine.db"
    open_installation(Config(database_url=url or f"sqlite:///{pristine}", secret_key="for timing")).close()
    pairs = []
    found = (0, 0)
    for _ in range(repeats):
        taken = []
        for facts in (False, True):
            database = folder / "import.db"
            if not url:
                shutil.copy(pristine, database)
            seconds, counted = _imported(lines, url or f"sqlite:///{database}", facts=facts)
            for left in folder.glob("import.db*"):
                left.unlink()
            taken.append(seconds)
            found = max(found, counted)
        pairs.append((taken[0], taken[1]))
    return Cost(*found, tuple(pairs))


def _imported(lines: bytes, url: str, *, facts: bool) -> tuple[float, tuple[int, int]]:
    engine = open_database(url)
    followers = FOLLOWERS if facts else FOLLOWERS[1:]
    sessions = sessionmaker(engine, expire_on_commit=False, info={CARRIED: followers})
    try:
        with ExitStack() as stack:
            if not facts:
                stack.enter_context(patch.object(judged, "count_of", lambda report: NOWHERE))
            gc.collect()
            start = process_time()
            for each in ingest(sessions, Checker(counting=facts), BytesIO(lines), "benchmark.jsonl"):
                assert each.new
                assert not each.unread
            seconds = process_time() - start
        with sessions() as session:
            counted = session.query(COUNTED_MATCHES).count()
            hands = session.query(FACTS.c.match, FACTS.c.hand).distinct().count()
            assert bool(counted) == facts
            if engine.dialect.name == "postgresql":
                session.execute(text(f"TRUNCATE {', '.join(METADATA.tables)} CASCADE"))
                session.commit()
        return seconds, (counted, hands)
    finally:
        engine.dispose()


def _lines(game: str, recipe: str, hands: int, folder: Path | None) -> bytes:
    """Matches of different people on different days."""
    source = corpus(game, recipe, hands, SEED, folder)
    assert source is not None
    rng = Random(SEED)
    names = [f"{rng.choice('李王张刘陈杨赵黄周吴')}{rng.choice('伟芳娜敏静')}{number}" for number in range(PEOPLE)]
    found = []
    for number, line in enumerate(source.lines):
        match = source.notation.read(line).match  # type: ignore[attr-defined]
        chosen = rng.sample(range(PEOPLE), len(match.players))
        players = [
            replace(each, name=names[who], id=f"p{who}") for each, who in zip(match.players, chosen, strict=True)
        ]
        day = f"2026-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}T19:00:00+08:00"
        info = MatchInfo(id=f"made-up-{number}", event=f"Cup {number % EVENTS}", played_at=day)
        found.append(write_match(replace(match, players=players, match=info)))
    return b"\n".join(found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints what each game costs; 1 if facts cost more than they may, and that was to be checked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(GAMES))
    parser.add_argument("--recipe", action="append", choices=list(RECIPES))
    parser.add_argument("--hands", type=int, default=1_200)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--folder", type=Path, help="where made-up matches are kept")
    parser.add_argument("--database", default="", help="an empty PostgreSQL database in place of SQLite files")
    parser.add_argument("--check", action="store_true", help="end with status 1 where facts cost more than they may")
    chosen = parser.parse_args(arguments)
    collect_seldom()
    missed = False
    for game in chosen.games:
        for recipe in chosen.recipe or ["greedy", "uniform"]:
            with tempfile.TemporaryDirectory() as folder:
                lines = _lines(game, recipe, chosen.hands, chosen.folder)
                found = cost(lines, chosen.repeats, Path(folder), chosen.database)
            without, within = (1_000 * seconds / found.matches for seconds in found.least)
            print(
                f"{game:14} {recipe:8} {found.matches:5} matches {found.hands:5} hands"
                f"  {without:6.2f} ms a match without, {within:6.2f} with facts"
                f"  {100 * (found.ratio - 1):+5.0f} % (median), {100 * (within / without - 1):+5.0f} % (least)",
                flush=True,
            )
            missed = missed or found.ratio > WANTED
    return int(missed and chosen.check)


if __name__ == "__main__":
    raise SystemExit(main())

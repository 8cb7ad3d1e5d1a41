"""What facts cost an import: ``python -m tests.benchmarks.importing [GAME ...]``.

The same made-up matches are stored again and again in new databases, in turns with facts and without, and the least CPU
time of each is compared.  Without facts nothing is counted while a match is judged, and nothing of it is written.
"""

import argparse
import gc
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final
from unittest.mock import patch

from msgspec.structs import replace
from sqlalchemy import text

from app import saving
from app.config import Config
from app.fupan import Fupan
from app.ingest import ingest
from app.statistics.counted import NOWHERE
from app.statistics.tables import COUNTED_MATCHES, FACTS
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
    """The CPU time of an import, in seconds."""

    matches: int
    hands: int
    without: float
    within: float

    @property
    def ratio(self) -> float:
        """How many times as long the import takes with facts."""
        return self.within / self.without


def cost(game: str, recipe: str, hands: int, repeats: int, url: str = "", folder: Path | None = None) -> Cost:
    """The least CPU time of some imports, in turns without and with facts.

    ``url`` names an empty PostgreSQL database, whose tables are emptied between imports; without it each import has a
    new SQLite file.
    """
    lines = _lines(game, recipe, hands, folder)
    taken: dict[bool, list[float]] = {False: [], True: []}
    found = (0, 0)
    for _ in range(repeats):
        for facts in (False, True):
            with tempfile.TemporaryDirectory() as place:
                seconds, counted = _imported(lines, url or f"sqlite:///{place}/fupan.db", facts=facts)
            taken[facts].append(seconds)
            found = max(found, counted)
    return Cost(*found, min(taken[False]), min(taken[True]))


def _imported(lines: bytes, url: str, *, facts: bool) -> tuple[float, tuple[int, int]]:
    fupan = Fupan.open(Config(database_url=url, secret_key="for timing"))
    checker = Checker(counting=facts)
    try:
        with ExitStack() as stack:
            if not facts:
                stack.enter_context(patch.object(saving, "refresh", lambda *_: None))
                stack.enter_context(patch.object(saving, "count_of", lambda report: NOWHERE))
            gc.collect()
            start = process_time()
            for each in ingest(fupan.sessions, checker, BytesIO(lines), "benchmark.jsonl"):
                assert each.new
                assert not each.unread
            seconds = process_time() - start
        with fupan.sessions() as session:
            counted = session.query(COUNTED_MATCHES).count()
            hands = session.query(FACTS.c.match, FACTS.c.hand).distinct().count()
            assert bool(counted) == facts
            if session.get_bind().dialect.name == "postgresql":
                _empty(session)
        return seconds, (counted, hands)
    finally:
        fupan.close()


def _empty(session: Any) -> None:
    from app.models import METADATA

    session.execute(text(f"TRUNCATE {', '.join(METADATA.tables)} CASCADE"))
    session.commit()


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


def costs(games: Sequence[str], chosen: argparse.Namespace) -> Iterator[tuple[str, str, Cost]]:
    """The costs of each game and kind of matches."""
    for game in games:
        for recipe in chosen.recipe:
            yield game, recipe, cost(game, recipe, chosen.hands, chosen.repeats, chosen.database)


def main() -> int:
    """Prints what each game costs; 1 if facts cost more than they may, and that was to be checked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(GAMES))
    parser.add_argument("--recipe", action="append", choices=list(RECIPES))
    parser.add_argument("--hands", type=int, default=1_200)
    parser.add_argument("--repeats", type=int, default=4)
    parser.add_argument("--database", default="", help="an empty PostgreSQL database in place of SQLite files")
    parser.add_argument("--check", action="store_true", help="end with status 1 where facts cost more than they may")
    chosen = parser.parse_args()
    chosen.recipe = chosen.recipe or ["greedy", "uniform"]
    missed = False
    for game, recipe, found in costs(chosen.games, chosen):
        each = 1_000 / found.matches
        print(
            f"{game:14} {recipe:8} {found.matches:5} matches {found.hands:5} hands"
            f"  {found.without * each:6.2f} ms a match without, {found.within * each:6.2f} with facts"
            f"  {100 * (found.ratio - 1):+5.0f} %",
            flush=True,
        )
        missed = missed or found.ratio > WANTED
    return int(missed and chosen.check)


if __name__ == "__main__":
    raise SystemExit(main())

"""Trains the dictionaries that stored values are packed with: ``python -m tests.dictionaries FIRST_ID [CONTENT…]``.

It writes a file for each game and kind of value into the folder of the dictionaries, with numbers from FIRST_ID on,
which must be above all that are there.  What is packed from then on takes the new ones; values in databases name the
dictionary that they need, so that none is ever changed or removed.

The matches are made up, some whole and some short, and those of the samples.
"""

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from io import BytesIO
from itertools import repeat
from pathlib import Path
from typing import Final
from unittest.mock import patch

import zstandard

from app.database import packing
from app.database.packing import DICTIONARIES, Content, shortened, unpacked
from app.judging.counting import count_of, with_later
from engine.games import GAMES
from engine.logs import read_logs
from engine.verdict.check import Checker
from tests.made_up_matches import made_up
from tests.playouts import PLAIN, Style

SAMPLES: Final = Path(__file__).parents[1] / "sample_logs"
MATCHES: Final = 400
SEED: Final = 900_000_000
SIZES: Final = {Content.LOG: 32_768, Content.REPORT: 32_768, Content.COUNTS: 8_192}
LEVEL: Final = 9
STYLES: Final = (PLAIN, PLAIN, Style(shuffled=True), Style(seconds=True, reports=1))


def made_up_matches(game: str) -> Iterator[bytes]:
    """Short and whole matches of different people on different days."""
    for number in range(MATCHES):
        hands = None if number % 4 == 0 else 3
        yield made_up(game, SEED + number, hands, STYLES[number // 2 % len(STYLES)])


def sampled(game: str) -> Iterator[bytes]:
    """The samples of a game."""
    for path in sorted(SAMPLES.rglob("*.json")):
        raw = path.read_bytes()
        if len(raw) < 100_000 and f'"game":"{game}"'.encode() in raw.replace(b" ", b""):
            yield raw


def train(game: str, first: int, contents: Sequence[Content]) -> None:
    """Writes the dictionaries of a game for some contents, with numbers from ``first`` on."""
    checker = Checker(counting=True)
    found: dict[Content, list[bytes]] = {content: [] for content in Content}
    for number, raw in enumerate((*made_up_matches(game), *sampled(game))):
        found[Content.LOG].append(shortened(raw))
        if contents == [Content.LOG]:
            continue
        record = next(read_logs(BytesIO(raw), f"{game}.json"))
        report = checker.check(record)
        found[Content.REPORT].append(report.as_json())
        if record.match is None or report.rules is None:
            continue
        counts = count_of(report)
        if number % 8 == 0:
            counts = with_later(counts, checker.judge(report.rules), record.match)
        if counts.data is not None:
            found[Content.COUNTS].append(unpacked(counts.data, counts.size))
    for number, content in enumerate(contents, first):
        values = found[content]
        trained = zstandard.train_dictionary(SIZES[content], values, level=LEVEL, dict_id=number, k=256, d=8)
        (DICTIONARIES / f"{number}.{game}.{content}.zdict").write_bytes(trained.as_bytes())
        print(f"{number}: {game}, {content}, {len(values)} values", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Trains all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=int)
    parser.add_argument("contents", nargs="*", type=Content, default=[*Content])
    chosen = parser.parse_args(arguments)
    # What is judged here is packed too, before there are dictionaries.
    with patch.object(packing, "newest", dict), ProcessPoolExecutor(2) as pool:
        firsts = range(chosen.first, 1 << 16, len(chosen.contents))
        list(pool.map(train, sorted(GAMES), firsts, repeat(chosen.contents)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

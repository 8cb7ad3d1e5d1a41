"""Made-up matches and their reports as lines of hashes: the same wherever they are made.

``python -m tests.playouts.digests`` prints them.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random

from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.verdict.check import Checker
from tests.playouts import GAMES, Style, drawn_rules, generate
from tests.playouts.mutations import MUTATIONS, mutate
from tests.profiles import examples


def lines() -> list[str]:
    """A line for each match: hash of the log, hash of the report, digest."""
    return list(_lines())


def _lines() -> Iterator[str]:
    checker = Checker()
    for game in GAMES:
        for seed in range(examples(30)):
            preset, options = drawn_rules(game, seed)
            style = Style.drawn(Random(seed))
            match = generate(game, seed, preset=preset, options=options, hands=2, policy="mixed", style=style)
            if seed % 3:
                match = mutate(match, MUTATIONS[seed % len(MUTATIONS)], seed).match
            raw = write_match(match)
            report = checker.check(read_match(raw, "made up"))
            yield f"{game} {seed} {sha256(raw).hexdigest()} {sha256(report.as_json()).hexdigest()} {report.digest}"


def run(hash_seed: str) -> list[str]:
    """The same lines, from a process of its own with another hash seed."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.playouts.digests"],
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


if __name__ == "__main__":
    print("\n".join(lines()))

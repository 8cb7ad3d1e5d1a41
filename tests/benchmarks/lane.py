"""Measures the compiled lane: from bytes to verdicts and to reports, against decoding the same bytes, in one run.

Run from the repository: ``python -m tests.benchmarks.lane --help``.

The steps of one chunk of matches follow one another before the next chunk begins, so that what else the machine does
falls on all alike; the time is that of this process alone.  No match is judged twice by one step.  *Outside* is what
Python does for a report besides the lane: settling, score lines, the digest and the JSON.
"""

import argparse
import gc
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Final

from engine.fast.library import Library, library
from engine.games import GAMES
from engine.verdict.check import Checker
from engine.verdict.lane import found_by_lane
from engine.verdict.report import Report
from tests.benchmarks.corpora import AS_WRITTEN, NAMES, REAL_TOLD, TOLD, Corpus, corpus

_CHUNK: Final = 20


def handed_on(found: Library, source: Corpus) -> Counter[str]:
    """How many matches the lane takes (``clean``), and how many it leaves to the engine, by reason."""
    checker = Checker(pure=True)
    counted: Counter[str] = Counter()
    for line in source.lines:
        match = source.notation.read(line).match
        assert match is not None
        text = found.read(line)
        number = text if isinstance(text, int) else found_by_lane(found, text, checker.rules(match))
        counted[found.reason(number) if isinstance(number, int) else "clean"] += 1
    return counted


def measure(found: Library, source: Corpus, *, pure: bool) -> dict[str, float]:
    """The hands a second of each step: decoding, the lane alone, verdicts, reports; of the engine's if ``pure``."""
    verdicts, reports, engine = Checker(), Checker(), Checker(pure=True)
    steps: dict[str, Callable[[bytes], object]] = {
        "decode": source.notation.decode,
        "verdict": lambda line: _clean(verdicts, source, line).verdict,
        "report": lambda line: _clean(reports, source, line).as_json(),
    }
    if pure:
        steps["engine"] = lambda line: engine.check(source.notation.read(line)).verdict
    spent = dict.fromkeys(steps, 0.0)
    gc.collect()
    gc.disable()
    for start in range(0, len(source.lines), _CHUNK):
        lines = source.lines[start : start + _CHUNK]
        for name, step in steps.items():
            begun = process_time()
            for line in lines:
                step(line)
            spent[name] += process_time() - begun
    gc.enable()
    return {name: source.hands / seconds for name, seconds in spent.items()}


def _clean(checker: Checker, source: Corpus, line: bytes) -> Report:
    return checker.clean(line, "benchmark") or checker.check(source.notation.read(line))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: prints a line of JSON for each corpus."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [*(name for name in NAMES if name not in (TOLD, REAL_TOLD)), AS_WRITTEN]
    parser.add_argument("corpora", nargs="*", metavar="CORPUS", help=f"{', '.join(names)}; all without any")
    parser.add_argument("--game", choices=sorted(GAMES), default="guandan", help="the game whose lane is measured")
    parser.add_argument("--hands", type=int, default=5_000, help="hands made up for each corpus")
    parser.add_argument("--seed", type=int, default=1, help="another number, other hands")
    parser.add_argument("--folder", type=Path, help="where made-up logs are kept (the folder for temporary files)")
    parser.add_argument("--engine", action="store_true", help="measure the engine as well")
    given = parser.parse_args(arguments)
    found = library()
    if found is None:
        print("the lane is not compiled: python -m engine.fast.compiling", file=sys.stderr)
        return 1
    for name in given.corpora or names:
        source = corpus(given.game, name, given.hands, given.seed, given.folder)
        if source is None:
            continue
        speeds = measure(found, source, pure=given.engine)
        reasons = handed_on(found, source)
        outside = 1 / speeds["report"] - 1 / speeds["verdict"]
        print(
            json.dumps(
                {
                    "corpus": f"{given.game} {name}",
                    "hands": source.hands,
                    "bytes a hand": round(sum(map(len, source.lines)) / source.hands),
                    "hands a second": {step: round(speed) for step, speed in speeds.items()},
                    "verdict to decoding": round(speeds["verdict"] / speeds["decode"], 3),
                    "outside, microseconds a hand": round(outside * 1e6, 1),
                    "matches": dict(reasons.most_common()),
                }
            ),
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Runs a benchmark with the engine of this tree and with that of another, in turns, so that both meet the same machine.

Run from the repository: ``python -m tests.benchmarks.beside OTHER replay --game chinese_poker uniform``, or with
``comparing``, ``storing`` or ``readers`` in place of ``replay``.  OTHER is a tree of the commit before (``git worktree
add OTHER COMMIT``).  The benchmarks are those of this tree; what follows their name goes to them.
"""

import argparse
import json
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

REPO: Final = Path(__file__).parents[2]

Figures = dict[str, float]


def figures(benchmark: str, arguments: Sequence[str], engine: Path) -> Figures:
    """What a benchmark of this tree measures of the engine of a tree."""
    with TemporaryDirectory() as folder:
        for path in engine.iterdir():
            if path.name not in ("tests", ".git", ".venv"):
                (Path(folder) / path.name).symlink_to(path)
        (Path(folder) / "tests").symlink_to(REPO / "tests")
        command = [sys.executable, "-m", f"tests.benchmarks.{benchmark}", *arguments, "--json"]
        run = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    found: Figures = {}
    for line in map(json.loads, run.stdout.splitlines()):
        if "game" in line:
            found[f"{line['game']}: check, ms a match"] = line["check"]
            found[f"{line['game']}: --compare, in checks"] = line["compare"] / line["check"]
            found[f"{line['game']}: --compare, ms a match"] = line["compare"]
        found |= line.get("figures", {})
        for corpus, runs in line.get("speeds", {}).items():
            for name, text in (("whole", "hands a second"), ("ratio", "ratio to decoding")):
                found[f"{corpus}: {text}"] = statistics.median(each[name] for each in runs)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: prints the medians of both engines and how the second compares with the first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="the tree of the engine to compare with")
    parser.add_argument("benchmark", choices=["replay", "comparing", "storing", "readers"])
    parser.add_argument("--pairs", type=int, default=3, help="how often both are measured")
    given, rest = parser.parse_known_args(arguments)
    before: list[Figures] = []
    after: list[Figures] = []
    for _ in range(given.pairs):
        before.append(figures(given.benchmark, rest, given.other.resolve()))
        after.append(figures(given.benchmark, rest, REPO))
    runs_of_both = (*before, *after)
    for name in (name for name in before[0] if all(name in run for run in runs_of_both)):
        then, now = (statistics.median(each[name] for each in runs) for runs in (before, after))
        change = statistics.median(new[name] / old[name] for old, new in zip(before, after, strict=True))
        print(f"{name:>48}: {then:10.3f} before, {now:10.3f} after, {change:6.2f} times")
    return 0


if __name__ == "__main__":
    sys.exit(main())

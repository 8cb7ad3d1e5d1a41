"""What it costs to start: ``python -m tests.benchmarks.starting [--beside CHECKOUT] [--runs N] [FILE ...]``.

The CPU time (user and system) of whole processes, in turns: ``python -c "import click"``, ``fupan --version``, and
``fupan check`` of each file (default: the smallest sample log of each game), each as a ratio to the first.  With
``--beside`` the same is measured of another checkout, such as that of the commit before.  Compiled modules are used:
each command runs once before it is measured, and PYTHONDONTWRITEBYTECODE is removed from its environment.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import Final, NamedTuple

from engine.games import GAMES

HERE: Final = Path(__file__).parents[2]
RUNS: Final = 15
PROGRAM: Final = "from app.cli import main; main(prog_name='fupan')"


class Started(NamedTuple):
    """A command that is started, and what it is called in the output."""

    name: str
    arguments: tuple[str, ...]
    """Those of Python."""
    folder: Path = HERE


def smallest_log(game: str) -> Path:
    """The smallest sample log of a game in `fupan/1` that is not one of a fault."""
    logs = [path for path in (HERE / "sample_logs" / game).glob("*.json") if b'"fupan/1"' in path.read_bytes()]
    return min(logs, key=lambda path: (path.stat().st_size, path.name))


def commands(checkouts: Sequence[Path], files: Sequence[Path]) -> list[Started]:
    """What is measured: the import of Click, then the commands of each checkout."""
    found = [Started("import click", ("-c", "import click"))]
    for folder in checkouts:
        called = "fupan" if folder == HERE else f"{folder.name}: fupan"
        found.append(Started(f"{called} --version", ("-c", PROGRAM, "--version"), folder))
        for file in files:
            name = f"{called} check {file.parent.name}/{file.name}"
            found.append(Started(name, ("-c", PROGRAM, "check", str(file.resolve())), folder))
    return found


def cpu_seconds(started: Started) -> float:
    """The CPU time of one run, from the start of Python to its end.  Raises RuntimeError if the command fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = getrusage(RUSAGE_CHILDREN)
    run = subprocess.run(
        [sys.executable, *started.arguments], cwd=started.folder, env=environment, capture_output=True, check=False
    )
    after = getrusage(RUSAGE_CHILDREN)
    if run.returncode > 1:
        raise RuntimeError(f"{started.name}: {run.stderr.decode(errors='replace')}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measured(started: Sequence[Started], runs: int) -> Mapping[str, list[float]]:
    """The CPU times of each command by its name, run in turns so that other work on the machine slows all alike."""
    for each in started:
        cpu_seconds(each)
    times: dict[str, list[float]] = {each.name: [] for each in started}
    for _ in range(runs):
        for each in started:
            times[each.name].append(cpu_seconds(each))
    return times


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints a line for each command: its median CPU time, and how many times that of ``import click`` it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a log to check")
    parser.add_argument("--runs", type=int, default=RUNS, metavar="N", help=f"runs of each command (default: {RUNS})")
    parser.add_argument("--beside", type=Path, metavar="CHECKOUT", help="another checkout to measure in the same turns")
    asked = parser.parse_args(arguments)
    checkouts = [HERE] if asked.beside is None else [HERE, asked.beside.resolve()]
    times = measured(commands(checkouts, asked.files or [smallest_log(game) for game in GAMES]), asked.runs)
    base = median(next(iter(times.values())))
    longest = max(map(len, times))
    for name, each in times.items():
        print(f"{name:{longest}}  {median(each) * 1000:7.1f} ms  {median(each) / base:5.2f} times import click")
    return 0


if __name__ == "__main__":
    sys.exit(main())

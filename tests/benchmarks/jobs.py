"""What several processes cost: ``python -m tests.benchmarks.jobs [check|import] [--jobs N] [--hands N] [--times K]``.

The command runs on the same made-up matches with one process and with N, in turns, since other work on the machine
slows both: first on few of them, then on all.  CPU times are those of all processes, user and system; the difference
between few and all leaves out what it costs to start.  Memory is the proportional share (PSS) of all processes at once.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import Final

from engine.logs.fupan.reading import read_match
from tests.benchmarks.corpora import corpus

REPO: Final = Path(__file__).parents[2]
PROGRAM: Final = "from app.cli import main; main(prog_name='fupan')"
SEED: Final = 7
FEW: Final = 4
"""Few matches are one in so many of all."""
_PAUSE: Final = 0.05


@dataclass(frozen=True)
class Run:
    """What one run of the command cost."""

    cpu: float
    wall: float
    peak: int
    """Bytes of all processes together at their highest."""


def run(arguments: Sequence[str], folder: Path) -> Run:
    """Runs the command with a data folder of its own.  Raises RuntimeError if it cannot be used."""
    before, begun = getrusage(RUSAGE_CHILDREN), time.monotonic()
    environment = os.environ | {"FUPAN_DATA": str(folder / "data"), "PYTHONPATH": str(REPO)}
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments], stdout=subprocess.DEVNULL, cwd=folder, env=environment
    ) as process:
        peak = 0
        while process.poll() is None:
            peak = max(peak, sum(map(_memory, _family(process.pid))))
            time.sleep(_PAUSE)
    after = getrusage(RUSAGE_CHILDREN)
    if process.returncode > 1:
        raise RuntimeError(f"fupan {' '.join(arguments)} ended with {process.returncode}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(cpu, time.monotonic() - begun, peak)


def _family(process: int) -> Iterator[int]:
    yield process
    with suppress(OSError):
        for child in Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split():
            yield from _family(int(child))


def _memory(process: int) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def written(game: str, hands: int, times: int, folder: Path, kept: Path | None) -> tuple[Path, Path, int, int]:
    """A file with few matches and one with all of them, and their hands.  Each match is written some times, under other
    ids, which makes other matches of them.
    """
    source = corpus(game, "greedy", hands, SEED, kept)
    assert source is not None
    few, every = folder / "few.jsonl", folder / "all.jsonl"
    counts = [0, 0]
    with few.open("wb") as small, every.open("wb") as large:
        for turn in range(times):
            for number, line in enumerate(source.lines):
                match = read_match(line, "benchmark").match
                assert match is not None
                named = line.replace(b"{", b'{"match":{"id":"%d-%d"},' % (turn, number), 1) + b"\n"
                large.write(named)
                counts[1] += len(match.hands)
                if number * times + turn < len(source.lines) * times // FEW:
                    small.write(named)
                    counts[0] += len(match.hands)
    return few, every, counts[0], counts[1]


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the cost with one process and with several, and the ratio of the two with start-ups left out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="?", default="check", choices=["check", "import"])
    parser.add_argument("--game", default="guandan")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--hands", type=int, default=2_000, help="hands made up")
    parser.add_argument("--times", type=int, default=5, help="how often each is written")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--folder", type=Path, help="where made-up matches are kept")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        few, every, some, all_hands = written(given.game, given.hands, given.times, folder, given.folder)
        slopes: dict[int, list[float]] = {1: [], given.jobs: []}
        for turn in range(given.repeats):
            for jobs in slopes:
                of_sizes = []
                for file in (few, every):
                    place = folder / f"{turn}-{jobs}-{file.stem}"
                    place.mkdir()
                    of_sizes.append(run([given.command, "--jobs", str(jobs), str(file)], place))
                small, large = of_sizes
                slopes[jobs].append((large.cpu - small.cpu) / (all_hands - some))
                sizes = (
                    f"{count:,} hands {each.cpu:.1f} s CPU, {each.wall:.1f} s, {each.peak / 2**20:.0f} MiB"
                    for count, each in ((some, small), (all_hands, large))
                )
                print(
                    f"{given.command} --jobs {jobs}: {'; '.join(sizes)}; {1e6 * slopes[jobs][-1]:.0f} µs CPU a hand",
                    flush=True,
                )
        ratio = median(many / one for one, many in zip(slopes[1], slopes[given.jobs], strict=True))
        print(f"--jobs {given.jobs}: {ratio:.3f} times the CPU of one process, start-ups left out")
    return 0


if __name__ == "__main__":
    sys.exit(main())

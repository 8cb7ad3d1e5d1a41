"""Measures judging: hands a second from bytes to verdict, against decoding the same bytes; and memory.

Run from the repository: ``python -m tests.benchmarks.replay --help``.

Every repetition judges with a checker that has seen nothing, so that each hand is new to it.  The steps of one
chunk of matches follow one another before the next chunk begins, so that what else the machine does falls on all alike.
No garbage is collected meanwhile: that would fall on decoding most, which makes the most objects.

One step judges nothing: it reads a match, looks each action up by its text, and adds up the cards of each deal.  How it
compares with decoding bounds what judging can come to that looks at every action and every card once.
"""

import argparse
import gc
import json
import resource
import statistics
import subprocess
import sys
import tracemalloc
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time
from typing import Final

import msgspec

from engine.cards.packed import ONE, SPELLINGS, UNKNOWN
from engine.logs import read_logs
from engine.record.match import Match
from engine.verdict.check import Checker
from tests.benchmarks.corpora import NAMES, Corpus, corpus

PACKED: Final = {"|": 0, "??": 0, "": 0} | {text: ONE[card] for text, card in SPELLINGS.items() if card != UNKNOWN}
RATIO_WANTED: Final = 0.15
HANDS_WANTED: Final = 5_000
_CHUNK: Final = 10


@dataclass(frozen=True)
class Speed:
    """Hands a second of one repetition, by step, and what judging is of decoding, and could be at the most."""

    decode: float
    read: float
    judge: float
    whole: float
    ratio: float
    bound: float


def measure(source: Corpus, *, cpu: bool) -> Speed:
    """One repetition: decode, read and judge every match once, chunk by chunk."""
    clock = process_time if cpu else perf_counter
    checker = Checker()
    decode = read = judge = look = 0.0
    gc.collect()
    gc.disable()
    for start in range(0, len(source.lines), _CHUNK):
        lines = source.lines[start : start + _CHUNK]
        begun = clock()
        for line in lines:
            source.notation.decode(line)
        decoded = clock()
        for line in lines:
            _verdict(checker, source, line)
        judged = clock()
        for line in lines:
            source.notation.read(line)
        matched = clock()
        for line in lines:
            _look_at(source.notation.read(line).match, source.known)
        ended = clock()
        decode += decoded - begun
        judge += judged - decoded
        read += matched - judged
        look += ended - matched
    gc.enable()
    hands = source.hands
    return Speed(
        decode=hands / decode,
        read=hands / read,
        judge=hands / max(judge - read, 1e-9),
        whole=hands / judge,
        ratio=decode / judge,
        bound=decode / look,
    )


def _look_at(match: Match | None, known: Mapping[str, object]) -> None:
    """Looks every action up by its text, and adds up the cards of every deal."""
    assert match is not None
    for hand in match.hands:
        if not isinstance(hand.deal, msgspec.UnsetType):
            for cards in hand.deal.values():
                sum(map(PACKED.__getitem__, cards.split(" ")))
        list(map(known.get, hand.actions))


def _verdict(checker: Checker, source: Corpus, line: bytes) -> str:
    return checker.check(source.notation.read(line)).verdict


def decoded_memory(source: Corpus) -> float:
    """Bytes that one decoded hand takes while it is kept, on average."""
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        kept = [source.notation.decode(line) for line in source.lines[:50]]
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    read = [source.notation.read(line).match for line in source.lines[: len(kept)]]
    return (after - before) / sum(len(match.hands) for match in read if match is not None)


def stream_growth(source: Corpus) -> dict[str, int]:
    """Bytes by which a process's peak grows while it judges a file of lines, in a process of its own.

    The first tenth of the matches has been judged before the count begins.
    """
    run = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.replay", "--judge-stream", str(max(len(source.lines) // 10, 1))],
        input=b"".join(line + b"\n" for line in source.lines),
        capture_output=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    return dict(json.loads(run.stdout))


def judge_stream(begin: int) -> dict[str, int]:
    """Judges standard input line by line and says how the peak grew after the first matches."""
    checker = Checker()
    at_first = 0
    for number, record in enumerate(read_logs(sys.stdin.buffer, "benchmark.jsonl"), 1):
        str(checker.check(record).verdict)
        if number == begin:
            at_first = _peak()
    return {"after_first": at_first, "grown": _peak() - at_first}


def _peak() -> int:
    """The most memory that this process has had, in bytes.

    Where the system tells it of the program alone, that is taken: what getrusage says goes back to the parent.
    """
    status = Path("/proc/self/status")
    if status.is_file():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def run(sources: Sequence[Corpus], repeats: int, *, cpu: bool) -> dict[str, list[Speed]]:
    """The repetitions of every corpus, each corpus once in each round."""
    speeds: dict[str, list[Speed]] = {source.name: [] for source in sources}
    for _ in range(repeats):
        for source in sources:
            speeds[source.name].append(measure(source, cpu=cpu))
    return speeds


def table(sources: Sequence[Corpus], speeds: dict[str, list[Speed]]) -> str:
    """Best and median of all repetitions, as text."""
    head = ("corpus", "hands", "act/hand", "B/hand", "decode/s", "read/s", "judge/s", "verdict/s", "ratio", "bound")
    lines = ["".join(f"{name:>16}" if at >= 4 else f"{name:>10}" for at, name in enumerate(head))]
    for source in sources:
        runs = speeds[source.name]
        size = sum(map(len, source.lines)) / source.hands
        cells = [f"{source.name:>10}{source.hands:>10}{source.actions / source.hands:>10.0f}{size:>10.0f}"]
        for name in ("decode", "read", "judge", "whole"):
            values = [getattr(speed, name) for speed in runs]
            cells.append(f"{max(values):>8.0f}/{statistics.median(values):<7.0f}")
        best = max(speed.whole for speed in runs) / max(speed.decode for speed in runs)
        cells.append(f"{best:>8.3f}/{statistics.median(speed.ratio for speed in runs):<7.3f}")
        cells.append(f"{statistics.median(speed.bound for speed in runs):>16.3f}")
        lines.append("".join(cells))
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: prints a table or JSON; 1 where ``--check`` is given and a target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="*", metavar="CORPUS", help=f"{', '.join(NAMES)}; all without any")
    parser.add_argument("--game", default="guandan")
    parser.add_argument("--hands", type=int, default=5_000, help="hands made up for each corpus")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1, help="another number, other hands")
    parser.add_argument("--folder", type=Path, help="where made-up logs are kept (the folder for temporary files)")
    parser.add_argument("--cpu", action="store_true", help="count the time of this process alone")
    parser.add_argument("--memory", action="store_true", help="measure memory as well")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--check", action="store_true", help="fail where `verbose` misses a target (medians)")
    parser.add_argument("--judge-stream", type=int, metavar="N", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.judge_stream is not None:
        print(json.dumps(judge_stream(given.judge_stream)))
        return 0
    unknown = set(given.corpora) - set(NAMES)
    if unknown:
        parser.error(f"no corpus {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    made = {name: corpus(given.game, name, given.hands, given.seed, given.folder) for name in given.corpora or NAMES}
    sources = [source for source in made.values() if source is not None]
    speeds = run(sources, given.repeats, cpu=given.cpu)
    memory = {}
    if given.memory:
        memory = {source.name: {"decoded": decoded_memory(source), **stream_growth(source)} for source in sources}
    if given.json:
        every = {name: [asdict(speed) for speed in runs] for name, runs in speeds.items()}
        print(json.dumps({"speeds": every, "memory": memory}))
    else:
        for name, source in made.items():
            if source is None:
                print(f"{name}: there is none of this game, or the shared folder is not there", file=sys.stderr)
        print(
            "hands a second, best/median; ratio: verdict to decoding alone; bound: looking at each action and card once"
        )
        print(table(sources, speeds))
        for name, sizes in memory.items():
            print(
                f"{name}: a decoded hand kept {sizes['decoded'] / 1024:.1f} KiB; the peak, "
                f"{sizes['after_first'] / 2**20:.1f} MiB after a tenth, grew by {sizes['grown'] / 2**20:.1f} MiB"
            )
    return int(given.check and _misses(speeds))


def _misses(speeds: dict[str, list[Speed]]) -> bool:
    runs = speeds.get("verbose", [])
    return (
        not runs
        or statistics.median(speed.ratio for speed in runs) < RATIO_WANTED
        or statistics.median(speed.whole for speed in runs) < HANDS_WANTED
    )


if __name__ == "__main__":
    sys.exit(main())

"""Measures what it costs to judge matches under every preset, against judging them once: the CPU time of this process.

Run from the repository: ``python -m tests.benchmarks.comparing``.

Each match is new to both checkers, and both judge it one right after the other, so that other work of the machine falls
on both alike.  Of several repetitions, the least time of each match counts.  The matches are made up, in turn, under
each preset of their game; one in a hundred has a fault.
"""

import argparse
import gc
import json
import sys
from collections.abc import Sequence
from time import process_time

from engine.games import GAMES
from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.verdict.check import Checker
from engine.verdict.comparison import check_and_compare
from tests.playouts import generate
from tests.playouts.mutations import MUTATIONS, mutate

_HANDS = 8


def lines_of(game: str, matches: int, seed: int, faulty: int) -> list[bytes]:
    """Made-up matches; one in ``faulty`` has a fault."""
    presets = list(GAMES[game].rules.presets)
    lines = []
    for number in range(matches):
        policy = ("uniform", "greedy")[number // len(presets) % 2]
        match = generate(
            game, seed * 1_000_000 + number, preset=presets[number % len(presets)], policy=policy, hands=_HANDS
        )
        if number % faulty == faulty - 1:
            match = mutate(match, MUTATIONS[number % len(MUTATIONS)], number).match
        lines.append(write_match(match))
    return lines


def measure(lines: Sequence[bytes]) -> list[tuple[float, float]]:
    """By match, the seconds to read and check it, and to read, check and compare it."""
    one, other = Checker(), Checker()
    times = []
    gc.collect()
    gc.disable()
    for line in lines:
        begun = process_time()
        str(one.check(read_match(line, "benchmark")).verdict)
        checked = process_time()
        check_and_compare(other, read_match(line, "benchmark"))
        times.append((checked - begun, process_time() - checked))
    gc.enable()
    return times


def least(runs: Sequence[Sequence[tuple[float, float]]]) -> tuple[float, float]:
    """The sums of the least times of every match."""
    of_match = list(zip(*runs, strict=True))
    return sum(min(plain for plain, _ in each) for each in of_match), sum(
        min(full for _, full in each) for each in of_match
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: prints a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(sorted(GAMES))}; all without any")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--faulty", type=int, default=100, metavar="N", help="one match in N has a fault")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1, help="another number, other matches")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    for game in given.games or sorted(GAMES):
        lines = lines_of(game, given.matches, given.seed, given.faulty)
        plain, comparing = least([measure(lines) for _ in range(given.repeats)])
        cost = 1000 * plain / len(lines)
        if given.json:
            print(json.dumps({"game": game, "check": cost, "compare": cost * comparing / plain}), flush=True)
            continue
        print(f"{game:>14}: check {cost:7.2f} ms a match; with every preset {comparing / plain:5.2f} times that")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Fits the constants of every game, or of those named, and writes them into the engine.

``python -m tests.strength [GAME …] [--outside FILE]``; FILE holds matches of Guandan by other players, as a check.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

from engine.games import GAMES
from engine.logs import read_logs
from tests.strength.fitting import fitted, summed
from tests.strength.predicting import Hands, described
from tests.strength.samples import Sample, made_up, of_record
from tests.strength.writing import path_of, sums_path, sums_text, written

Tables = dict[str, range]
"""By the policy of all players of a table, the seeds of the matches."""

FITTED_ON: Final[dict[str, Tables]] = {
    "guandan": {"steady": range(300), "greedy": range(20_000, 20_300)},
    "bao_huang": {"steady": range(160)},
    "big_a": {"steady": range(120)},
    "chinese_poker": {"steady": range(450)},
}
CHECKED_ON: Final[dict[str, Tables]] = {
    "guandan": {"steady": range(10_000, 10_150), "greedy": range(30_000, 30_080)},
    "bao_huang": {"steady": range(10_000, 10_060)},
    "big_a": {"steady": range(10_000, 10_060)},
    "chinese_poker": {"steady": range(10_000, 10_060)},
}
STRANGERS: Final[Tables] = {"careless": range(10_000, 10_060), "mixed": range(10_000, 10_060)}
"""Players on whom nothing was fitted, in every game."""
_PART: Final = 10


def main() -> None:
    """Fits and writes."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength", description=__doc__)
    parser.add_argument("games", nargs="*", default=[*GAMES], metavar="GAME")
    parser.add_argument("--outside", type=Path, help="matches of Guandan by other players")
    arguments = parser.parse_args()
    for game in arguments.games:
        strangers = samples(game, STRANGERS)
        if arguments.outside and game == "guandan":
            strangers |= outside_check(arguments.outside)
        write(game, samples(game, FITTED_ON[game]), samples(game, CHECKED_ON[game]), strangers)
        print(f"{path_of(game)} written")


def write(game: str, hands: Hands, others: Hands, strangers: Hands) -> None:
    """Writes the constants that some hands give, with how well they predict others; and the sums they rest on."""
    fitted_on = [sample for of_policy in hands.values() for sample in of_policy]
    constants = described(game, fitted(game, fitted_on), others, strangers)
    path_of(game).write_text(written(game, constants), encoding="utf-8")
    sums_path(game).write_text(sums_text(summed(game, fitted_on)), encoding="utf-8")


def samples(game: str, tables: Tables) -> dict[str, list[Sample]]:
    """Made-up hands by policy, in the order of their seeds."""
    found: dict[str, list[Sample]] = {}
    with ProcessPoolExecutor() as pool:
        for policy, seeds in tables.items():
            parts = [seeds[start : start + _PART] for start in range(0, len(seeds), _PART)]
            found[policy] = [sample for part in pool.map(partial(_part, game, policy), parts) for sample in part]
    return found


def _part(game: str, policy: str, seeds: range) -> list[Sample]:
    return list(made_up(game, seeds, policy))


def outside_check(path: Path) -> dict[str, list[Sample]]:
    """The hands of others."""
    with path.open("rb") as file:
        records = [record for record in read_logs(file, path.name) if record.match is not None]
    return {"OpenGuanDan": [sample for record in records for sample in of_record(record)]}


if __name__ == "__main__":
    main()

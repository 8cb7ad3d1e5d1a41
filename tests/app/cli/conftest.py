"""Small whole matches, made here, and ways to run the command."""

import copy
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from app.cli import main

if TYPE_CHECKING:
    from tests.app.cli.behind_proxy import Proxied

REPO = Path(__file__).parents[3]
PATIENCE = 200
"""Seconds that a test waits for a program, which other programs may slow down."""
Log = dict[str, Any]


def _whole_match() -> Log:
    """One hand in which E leads every card, then W; N and S only pass."""
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "shdc" for _ in range(2)] + ["BJ", "BJ", "RJ", "RJ"]
    cards = {seat: deck[number::4] for number, seat in enumerate("ENWS")}
    order = "ENWS"
    actions = []
    for leader, others in (("E", "NWS"), ("W", "SN")):
        for card in cards[leader]:
            actions.append(f"{leader} play {card}")
            actions += [f"{seat} pass" for seat in others]
    while not actions[-1].startswith("W play"):
        actions.pop()
    return {
        "format": "fupan/1",
        "game": "guandan",
        "match": {"id": "table-7"},
        "players": [{"seat": seat, "name": f"Player {seat}"} for seat in order],
        "hands": [
            {
                "deal": {seat: " ".join(held) for seat, held in cards.items()},
                "actions": actions,
                "result": {"finish": ["E", "W"], "scores": {"E": 3, "W": 3}},
            }
        ],
    }


@pytest.fixture
def clean() -> Log:
    """A match with nothing wrong."""
    return _whole_match()


@pytest.fixture
def illegal(clean: Log) -> Log:
    """The match with one play too low: N's action 10 answers a single 3 with another."""
    log = copy.deepcopy(clean)
    actions = log["hands"][0]["actions"]
    assert (actions[8], actions[9]) == ("E play 3s", "N pass")
    actions[9] = "N play 3s"
    actions[12], actions[16] = actions[16], actions[12]
    assert actions[12] == "E play 4s"
    return log


@pytest.fixture
def misscored(clean: Log) -> Log:
    """The match with a wrong score written down."""
    log = copy.deepcopy(clean)
    log["hands"][0]["result"]["scores"] = {"E": 2, "W": 2}
    return log


@pytest.fixture
def incomplete(clean: Log) -> Log:
    """The match broken off after its first trick."""
    log = copy.deepcopy(clean)
    hand = log["hands"][0]
    hand["actions"] = hand["actions"][:4]
    del hand["result"]
    return log


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    """Writes logs into a file, one a line, and returns its path."""

    def write_logs(name: str, *logs: Log | str) -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [log if isinstance(log, str) else json.dumps(log, ensure_ascii=False) for log in logs]
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return str(path)

    return write_logs


@pytest.fixture
def run() -> Callable[..., Result]:
    """Runs the command in this process."""

    def run_here(*arguments: str, given: bytes | str | None = None) -> Result:
        result = CliRunner().invoke(main, list(arguments), input=given)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run_here


@pytest.fixture
def start() -> Callable[..., "subprocess.Popen[bytes]"]:
    """Starts the command as a process of its own, with some variables of the environment set or (None) unset."""

    def start_process(
        *arguments: str, environment: Mapping[str, str | None] | None = None, **streams: Any
    ) -> "subprocess.Popen[bytes]":
        variables: dict[str, str | None] = {**os.environ, "PYTHONPATH": str(REPO), **(environment or {})}
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams
        return subprocess.Popen(
            [sys.executable, "-c", "from app.cli import main; main()", *arguments],
            env={name: value for name, value in variables.items() if value is not None},
            **streams,
        )

    return start_process


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def proxied(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Proxied]":
    """A club's server behind nginx, on each kind of database, which all tests share."""
    from tests.app.cli.behind_proxy import served_on

    with served_on(tmp_path_factory.mktemp("proxied"), request.param) as found:
        yield found

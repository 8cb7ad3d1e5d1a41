"""The conformance sets agree: logs of each game with what their reports must say, made by programs apart from ours."""

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli import main
from engine.games import GAMES
from tests.profiles import cases

GAMES_EITHER_WAY = [(game, way) for way in cases(("usual", "pure"), ("usual",)) for game in GAMES]
"""Every game with the compiled lane, in the long profile without it too: ``test_lane`` compares the two on all sets."""
FUPAN = "import sys; from app.cli import main; main()"


@pytest.fixture(scope="module")
def fupan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command line of this tree as one program, whether or not it is installed."""
    repository = Path(__file__).parent.parent
    program = tmp_path_factory.mktemp("bin") / "fupan"
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH="{repository}" exec "{sys.executable}" -c "{FUPAN}" "$@"\n', encoding="utf-8"
    )
    program.chmod(0o755)
    return program


@pytest.mark.parametrize(("game", "either_way"), GAMES_EITHER_WAY, indirect=["either_way"])
def test_the_conformance_sets_agree(shared: Path, fupan: Path, game: str, either_way: None) -> None:
    done = subprocess.run(
        [sys.executable, shared / "conformance" / "compare.py", "--fupan", fupan, game],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.rstrip().endswith("ALL AGREE"), done.stdout[-4000:]
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("bao_huang", "one_seat"),
        ("bao_huang", "tables"),
        ("big_a", "one_seat"),
        ("guandan", "one_seat"),
        ("chinese_poker", "tables"),
    ],
)
def test_the_sets_of_other_tables_and_of_single_seats_agree(shared: Path, fupan: Path, game: str, name: str) -> None:
    done = subprocess.run(
        [
            sys.executable,
            shared / "conformance" / "compare.py",
            "--fupan",
            fupan,
            "--data",
            shared / "tables",
            game,
            name,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.rstrip().endswith("ALL AGREE"), done.stdout[-4000:]


def test_every_njupt_match_is_clean(shared: Path) -> None:
    records = sorted((shared / "peers" / "guandan" / "njupt").glob("*.jsonl.gz"))
    done = CliRunner().invoke(main, ["check", *map(str, records)])
    assert done.exit_code == 0, done.stdout[-2000:]
    assert done.stdout.rstrip().endswith("40 matches: 40 clean")


def test_the_wrong_leader_of_the_guandan_world_log_is_found(shared: Path) -> None:
    record = shared / "peers" / "guandan" / "guandan_world" / "deals.txt"
    done = CliRunner().invoke(main, ["check", str(record)])
    assert done.exit_code == 1
    _, _, found = done.stdout.partition("error[wrong-leader]: P0 leads, but P1 has the first lead")
    assert "deals.txt, hand 2, action 2, seat P0" in found.splitlines()[1]

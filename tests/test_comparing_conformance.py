"""`fupan check --compare` compares every match of the conformance sets: none ends in a fault of Fupan."""

import gzip
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app.cli import main
from tests.conftest import SHARED
from tests.profiles import PROFILE

SETS = sorted((SHARED / "conformance").glob("*/*.log.jsonl.gz"))
PUSHED = 8
"""Matches of a set that the push profile compares; of Chinese poker, whose options include tables, it takes all."""

Run = Callable[..., Result]


def logs_of(path: Path) -> list[bytes]:
    """The matches of a set that the profile tries."""
    with gzip.open(path) as lines:
        whole = PROFILE == "long" or path.parent.name == "chinese_poker"
        return list(lines if whole else islice(lines, PUSHED))


@pytest.mark.parametrize("path", SETS, ids=lambda path: f"{path.parent.name}/{path.name.partition('.')[0]}")
def test_every_match_is_compared(path: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    logs = logs_of(path)
    log = tmp_path / "set.jsonl"
    log.write_bytes(b"".join(logs))
    result = CliRunner().invoke(main, ["check", "--compare", str(log)])
    assert result.exit_code in (0, 1, 2)
    assert "fault is Fupan" not in result.stdout
    assert "internal error" not in result.stdout
    assert caplog.text == ""
    compared = result.stdout.count("The presets of ") + result.stdout.count("The preset makes no difference")
    assert compared or not logs
    assert f"{len(logs)} match" in result.stdout.splitlines()[-1]


@pytest.mark.usefixtures("shared")
def test_there_are_sets() -> None:
    assert len({path.parent.name for path in SETS}) == 4

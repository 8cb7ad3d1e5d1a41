"""The bar on the standard error: only for long work, only on a terminal."""

import json
import os
import pty
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.cli.inputs import Inputs, as_typed
from app.cli.progress import pace
from tests.offenders import for_every

Log = dict[str, Any]
Start = Callable[..., "subprocess.Popen[bytes]"]


def said_on_a_terminal(start: Start, log: Log, stdout: Any, pause: float, part: int = 30) -> bytes:
    """What a check writes on a terminal as its standard error, its input coming in two parts."""
    ours, theirs = pty.openpty()
    line = json.dumps(log).encode() + b"\n"
    process = start("check", "--json", "-", stdin=subprocess.PIPE, stdout=stdout, stderr=theirs)
    os.close(theirs)
    assert process.stdin is not None
    with process.stdin as given:
        given.write(line * part)
        given.flush()
        time.sleep(pause)
        given.write(line * part)
    assert process.wait(60) == 0
    said = b""
    try:
        while more := os.read(ours, 4096):
            said += more
    except OSError:  # Linux says so where the other end is closed.
        pass
    finally:
        os.close(ours)
    return said


@pytest.mark.parametrize(("pause", "shown"), [(0.0, False), (2.5, True)])
def test_a_bar_comes_when_the_work_takes_long(start: Start, clean: Log, pause: float, shown: bool) -> None:
    said = said_on_a_terminal(start, clean, subprocess.DEVNULL, pause)
    assert (b"matches" in said) is shown
    assert (b" a second" in said) is shown
    assert b"Traceback" not in said


@for_every(
    ("matches", "part", "shown"),
    [
        (9, None, "9 matches, 0.9 a second"),
        (9, 0.25, "9 matches, 0.9 a second, 0:00:30 left"),
        (12_000, 1.0, "9 matches, 1,200 a second, 0:00:00 left"),
        (12_000, 1.5, "9 matches, 1,200 a second, 0:00:00 left"),
        (0, 0.0, "9 matches, 0.0 a second"),
    ],
)
def test_it_says_how_fast_it_is_and_how_long_it_will_take(matches: int, part: float | None, shown: str) -> None:
    assert pace("9 matches", 10.0, matches, part) == shown


def test_the_bar_goes_away_for_what_is_printed_on_the_same_terminal(start: Start, clean: Log) -> None:
    ours, theirs = pty.openpty()
    line = json.dumps(dict(clean, hands=[])).encode() + b"\n"
    process = start("check", "-", stdin=subprocess.PIPE, stdout=theirs, stderr=theirs)
    os.close(theirs)
    assert process.stdin is not None
    with process.stdin as given:
        given.write(line * 3)
        given.flush()
        time.sleep(2.5)
        given.write(line * 3)
    said = b""
    try:
        while more := os.read(ours, 4096):
            said += more
    except OSError:  # Linux says so where the other end is closed.
        pass
    finally:
        os.close(ours)
    assert process.wait(60) == 0
    assert b"matches" in said.partition(b"6 matches: 6 clean")[0]
    shown = [each.rpartition(b"\x1b[2K")[2].strip(b"\r") for each in said.split(b"\n")]
    reports = [each for each in shown if b"clean" in each]
    assert [each.partition(b":")[2].partition(b":")[0] for each in reports[:6]] == [b"%d" % n for n in range(1, 7)]
    assert b"6 matches: " in reports[6]


def test_how_far_a_file_is_read_is_shown_before_it_has_a_match(tmp_path: Path) -> None:
    file = tmp_path / "blank.jsonl"
    file.write_bytes(b"\n" * 1_000_000)
    places: list[tuple[str, int]] = []
    assert list(Inputs(as_typed([str(file)]), None, lambda path, place: places.append((path, place)))) == []
    assert len(places) > 10
    assert places == sorted(places)
    assert places[-1] == (str(file), 1_000_000)

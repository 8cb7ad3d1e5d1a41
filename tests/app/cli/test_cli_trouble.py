"""What goes wrong in the program itself, and texts that are too long for a line."""

import itertools
import multiprocessing
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from app.cli.inputs import Inputs, WrongUsage
from app.cli.matches import judging
from app.text.blocks import Message
from app.text.terminal import width
from engine.logs.fupan import reading
from engine.verdict.check import Checker

Log = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checker that fails."""

    def fail(*_: object) -> None:
        raise ArithmeticError("one \x1b[31m too many")

    monkeypatch.setattr(Checker, "check", fail)


@pytest.mark.usefixtures("pure")
def test_a_fault_of_the_program_is_said_in_a_line(run: Run, write: Write, clean: Log, failing: None) -> None:
    result = run("check", write("a.jsonl", clean))
    assert "internal error while checking this match (ArithmeticError)" in result.stdout
    assert "unreadable" in result.stdout.splitlines()[-1]
    assert result.stderr == ""
    assert result.exit_code == 2


@pytest.mark.usefixtures("pure")
def test_a_fault_of_the_program_can_be_looked_into(
    run: Run, write: Write, clean: Log, failing: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUPAN_TRACEBACK", "1")
    with pytest.raises(ArithmeticError):
        run("check", write("a.jsonl", clean))


def test_a_process_that_is_killed_is_said(write: Write, clean: Log) -> None:
    path = write("a.jsonl", *[clean] * judging.CHUNK_MATCHES)
    before = set(multiprocessing.active_children())
    matches = judging.tallies(judging.Request(None, (), None), Inputs(itertools.repeat((path, path)), None), 2)
    next(matches)
    for process in set(multiprocessing.active_children()) - before:
        process.kill()
    with pytest.raises(WrongUsage, match="has been stopped"):
        for _ in matches:
            pass


@pytest.mark.parametrize("place", [0, 10, 100, 240])
def test_a_long_action_is_cut_around_the_place(run: Run, write: Write, clean: Log, place: int) -> None:
    cards = ["3s"] * 250
    cards[place] = "Xx"
    clean["hands"][0]["actions"][0] = f"E play {' '.join(cards)}"
    lines = run("check", write("a.jsonl", clean)).stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if "^" in line)
    assert width(lines[at - 1]) <= 80
    assert lines[at].count("^") == 2
    assert lines[at - 1][lines[at].index("^") :].startswith("Xx")
    assert lines[at - 1].startswith("1 │ E play ") == (place <= 10)


@pytest.mark.parametrize("comment", ["", " # 李伟 thinks"])
def test_the_caret_counts_columns_not_characters(run: Run, write: Write, clean: Log, comment: str) -> None:
    clean["hands"][0]["actions"][0] = f"E play 赵敏 3s{comment}"
    lines = run("check", write("a.jsonl", clean)).stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if "^" in line)
    assert lines[at - 1] == f"1 │ E play 赵敏 3s{comment}"
    assert lines[at] == "  │        ^^^^"


@pytest.fixture
def failing_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader of `fupan/1` that fails on a match with an unknown field."""
    parse = reading.parse

    def fail(text: bytes, **options: Any) -> Any:
        if b'"unknown"' in text:
            raise ArithmeticError("in the reader")
        return parse(text, **options)

    monkeypatch.setattr(reading, "parse", fail)


def test_a_line_on_which_the_reader_fails_holds_nothing_up(
    run: Run, write: Write, clean: Log, failing_reader: None
) -> None:
    path = write("a.jsonl", clean, clean | {"unknown": 1, "match": {"played_at": []}}, clean)
    checked = run("check", path)
    assert "internal error while reading this match (ArithmeticError)" in checked.stdout
    assert checked.stdout.splitlines()[-1] == "3 matches: 2 clean, 1 unreadable"
    converted = run("convert", path)
    assert (len(converted.stdout.splitlines()), converted.exit_code) == (2, 2)
    assert f"{path}:2: not converted" in converted.stderr
    assert "rules tournament" in run("show", path, "--match", "3").stdout


def test_a_match_on_which_the_writer_fails_holds_nothing_up(
    run: Run, write: Write, clean: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def fail_once(text: str) -> list[Message]:
        calls.append(text)
        if len(calls) == 1:
            raise ArithmeticError("in the writer")
        return text

    monkeypatch.setattr("engine.logs.fupan.writing._with_cards", fail_once)
    result = run("convert", write("a.jsonl", clean, clean))
    assert (len(result.stdout.splitlines()), result.exit_code) == (1, 2)
    assert "a.jsonl:1: not converted" in result.stderr


@pytest.mark.usefixtures("pure")
def test_a_report_that_cannot_be_worded_holds_nothing_up(
    run: Run, write: Write, clean: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def fail_once(*arguments: Any, **options: Any) -> list[Message]:
        calls.append(arguments)
        if len(calls) == 1:
            raise ArithmeticError("in the words")
        return [Message("in words")]

    monkeypatch.setattr(judging, "report_blocks", fail_once)
    result = run("check", write("a.jsonl", clean, clean))
    assert result.stdout.splitlines()[-1] == "2 matches: 1 clean, 1 unreadable"

"""The benchmark of starting runs, once for each command; how long that takes is not asked here."""

from pathlib import Path

import pytest

from tests.benchmarks import starting


def test_it_measures_click_and_each_command(capsys: pytest.CaptureFixture[str]) -> None:
    file = starting.smallest_log("guandan")
    assert starting.main(["--runs", "1", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    names = ["import click", "fupan --version", f"fupan check guandan/{file.name}"]
    assert [line.partition("  ")[0] for line in lines] == names
    assert all(line.endswith(" times import click") for line in lines)


def test_a_command_that_fails_is_not_measured() -> None:
    with pytest.raises(RuntimeError, match="no such file"):
        starting.cpu_seconds(starting.Started("none", ("-c", starting.PROGRAM, "check", str(Path("/no/such/log")))))

"""The benchmark of imports runs, on very little; how much facts cost is not asked here."""

from pathlib import Path

import pytest

from tests.benchmarks import importing


def test_it_compares_imports_with_facts_and_without(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["guandan", "--hands", "3", "--repeats", "2", "--recipe", "greedy", "--folder", str(tmp_path)]
    assert importing.main(arguments) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.split()[:3] == ["guandan", "greedy", "1"]
    assert "% (median)" in line

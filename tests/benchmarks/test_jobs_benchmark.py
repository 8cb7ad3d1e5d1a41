"""The benchmark of several processes runs, on very little; how much they cost is not asked here."""

from pathlib import Path

import pytest

from tests.benchmarks import jobs


def test_it_sets_one_process_beside_several(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = ["check", "--hands", "1", "--times", "4", "--repeats", "1", "--folder", str(tmp_path)]
    assert jobs.main(few) == 0
    *runs, ratio = capsys.readouterr().out.splitlines()
    assert [run.partition(":")[0] for run in runs] == ["check --jobs 1", "check --jobs 2"]
    assert ratio.endswith("times the CPU of one process, start-ups left out")

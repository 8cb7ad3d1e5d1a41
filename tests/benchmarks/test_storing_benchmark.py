"""The benchmark of storing runs, on very little."""

import json

import pytest

from tests.benchmarks import storing


def test_it_names_bytes_by_table_and_the_time_of_pages(capsys: pytest.CaptureFixture[str]) -> None:
    assert storing.main(["guandan", "--hands", "3", "--reads", "1", "--json"]) == 0
    short, whole = (json.loads(line)["figures"] for line in capsys.readouterr().out.splitlines())
    assert short["three hands: judgements, bytes a match"] > 0
    assert whole["whole: bytes a match"] > whole["whole: bytes a hand"]
    assert short["three hands: /matches/{match}, ms"] > 0

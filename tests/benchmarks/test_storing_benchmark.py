"""The benchmark of storing runs, on very little, and matches take no more bytes than they have to."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.benchmarks import storing


def test_it_names_bytes_by_table_and_the_time_of_pages(capsys: pytest.CaptureFixture[str]) -> None:
    assert storing.main(["guandan", "--hands", "3", "--reads", "1", "--json"]) == 0
    short, whole = (json.loads(line)["figures"] for line in capsys.readouterr().out.splitlines())
    assert short["three hands: judgements, bytes a match"] > 0
    assert whole["whole: bytes a match"] > whole["whole: bytes a hand"]
    assert short["three hands: /matches/{match}, ms"] > 0


@pytest.mark.parametrize(
    ("game", "judgements", "all_tables"), [("guandan", 840, 8_210), ("chinese_poker", 1_640, 7_880)]
)
def test_a_match_of_three_hands_takes_few_bytes(game: str, judgements: int, all_tables: int, tmp_path: Path) -> None:
    """The bytes of rows and keys, without what pages leave empty; a tenth more than they were measured.

    The compiled lane counts at once what is otherwise counted later, which takes a few bytes more.
    """
    path = tmp_path / "stored.db"
    found = storing.stored(storing.lines([game], 24, 3), f"sqlite:///{path}")
    asked = "SELECT name, sum(payload) FROM dbstat WHERE name != 'sqlite_schema' GROUP BY 1"
    with closing(sqlite3.connect(path)) as database:
        taken = {name: size / found.matches for name, size in database.execute(asked)}
    assert taken["judgements"] < judgements
    assert sum(taken.values()) < all_tables

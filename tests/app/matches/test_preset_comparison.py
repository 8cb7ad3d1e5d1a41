"""The one form of a comparison of presets: what programs read, and the same in the terminal and at an address."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from sqlmodel import col, select

from app.cli import main
from app.database.packing import unpacked
from app.database.tables.jobs import Job
from app.judging.comparison import PresetComparison, comparison_of
from engine.verdict.check import Checker
from engine.verdict.comparison import compare
from tests.builders import Judged, finished, judge, match

Put = Callable[..., int]
FAILED = finished("NSEW", level="A", levels={"E": "A", "N": "2"}, previous=["E", "W", "N", "S"], failures={"E": 2})
AND_THEN = finished("EWNS", level="5")


def shown(made: Judged) -> PresetComparison:
    comparison = compare(Checker(), made.record, made.report)
    assert comparison is not None
    return comparison_of(comparison)


def test_it_has_each_rule_set_and_what_makes_the_difference() -> None:
    found = shown(judge(FAILED, AND_THEN, tribute="none"))
    assert (found.comparison, found.log.source, found.game) == ("fupan-comparison/1", "made.json", "guandan")
    checked, intro, *_ = found.rulings
    assert checked is found.checked
    assert (checked.preset, checked.options, checked.verdict, checked.errors) == (
        "tournament",
        {"tribute": "none"},
        "clean",
        0,
    )
    assert (checked.totals, checked.winner, checked.differs) == ({"E": 3, "N": 3, "W": 3, "S": 3}, None, ())
    assert (intro.options, intro.checked, intro.differs) == ({}, False, ("totals", "hands"))
    assert [hand.hand for hand in intro.hands] == [0, 1]
    assert (intro.hands[0].levels, checked.hands[0].levels) == ({"E": "A", "N": "5"}, {"E": "2", "N": "5"})
    first = found.differences[0]
    assert (first.presets, first.minimal) == (("intro",), True)
    assert [(each.option, each.here, each.there, each.moves) for each in first.options] == [
        ("a_failures", 3, 0, ("totals", "hands"))
    ]


def test_it_has_only_the_hands_on_which_the_rules_do_not_agree() -> None:
    found = shown(judge(finished("EWNS"), FAILED))
    assert {hand.hand for ruling in found.rulings for hand in ruling.hands} <= {1}


def test_terminal_and_address_give_the_same(client: FlaskClient, put: Put, tmp_path: Path) -> None:
    disputed = match(FAILED, AND_THEN, tribute="none")
    disputed["players"][0]["name"] = "Li Wei"
    path = tmp_path / "a.json"
    path.write_text(json.dumps(disputed))
    lines = CliRunner().invoke(main, ["check", "--json", "--compare", str(path)]).stdout.splitlines()
    (printed,) = (json.loads(line) for line in lines if line.startswith('{"comparison"'))
    answer = client.get(f"/api/v1/matches/{put(disputed)}/compare")
    answered: dict[str, Any] = answer.get_json()
    assert answered.pop("log")["sha256"]
    assert printed.pop("log")["sha256"]
    assert answered == printed
    assert "Li Wei" not in answer.get_data(as_text=True)


def test_what_is_kept_of_it_has_no_name_of_a_file_or_a_match(web: Flask, client: FlaskClient, put: Put) -> None:
    number = put(match(FAILED) | {"match": {"id": "Li Wei at home"}}, "Li Wei.json")
    answered = client.get(f"/api/v1/matches/{number}/compare").get_json()
    assert (answered["log"]["source"], answered["log"]["match"]) == ("Li Wei.json", "Li Wei at home")
    with web.extensions["fupan"].sessions() as session:
        (kept,) = session.scalars(select(Job).where(col(Job.kind) == "comparison"))
    assert kept.data is not None
    assert b"Li Wei" not in unpacked(kept.data, kept.size)


def test_an_address_of_a_match_without_hands(client: FlaskClient, put: Put) -> None:
    assert client.get("/api/v1/matches/99/compare").status_code == 404
    unknown = put(match(finished("EWNS"), preset="nobody"))
    answer = client.get(f"/api/v1/matches/{unknown}/compare")
    assert (answer.status_code, answer.get_json()["status"]) == (404, 404)

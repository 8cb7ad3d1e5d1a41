"""The mark that a score sheet without a fault has in place of its verdict: on pages, in lists, at `fupan check`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from app.cli import main
from app.matches.ingest import IngestResult
from app.text.verdict_names import VERDICT_NAMES, of_reports
from engine.verdict.report import Verdict
from tests.offenders import for_every

SAMPLES = Path(__file__).parents[3] / "sample_logs"
FOLLOWS = "Score sheet: every recorded number follows from the recorded finish"
UNITS = "Score sheet: every recorded number follows from the recorded units"
ADDS_UP = "Totals add up; the scores of 3 hands cannot be checked"
SHEETS = [
    ("guandan/sheets/score-sheet.json", FOLLOWS, "score sheet"),
    ("chinese_poker/sheets/score-sheet.json", UNITS, "score sheet"),
    ("big_a/sheets/scores-alone.json", ADDS_UP, "totals add up"),
]
Take = Callable[..., list[IngestResult]]


def checked(path: Path, *options: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["check", *options, str(path)])
    return result.exit_code, result.stdout


@for_every(("name", "words", "mark"), SHEETS)
def test_check_says_it_once_a_match_and_keeps_its_status(name: str, words: str, mark: str) -> None:
    status, text = checked(SAMPLES / name)
    assert status == 1
    assert text.count(words) == 1
    assert "incomplete" not in text
    assert text.splitlines()[-1] == f"1 match: 1 {mark}"


@for_every(("name", "words", "mark"), SHEETS)
def test_the_report_keeps_its_word(name: str, words: str, mark: str) -> None:
    _status, text = checked(SAMPLES / name, "--json")
    assert json.loads(text)["verdict"] == "incomplete"
    assert mark not in text


def test_a_sheet_with_a_hand_that_is_not_known_stays_incomplete() -> None:
    _status, text = checked(SAMPLES / "guandan/sheets/not-known.json")
    assert "incomplete: " in text
    assert "follows from" not in text


@pytest.mark.parametrize(("name", "words", "mark"), SHEETS)
def test_its_page_and_every_list_show_the_mark(client: FlaskClient, name: str, words: str, mark: str) -> None:
    form = client.get("/add").get_data(as_text=True)
    token = form.partition('name="csrf_token" value="')[2].partition('"')[0]
    with (SAMPLES / name).open("rb") as log:
        sent: dict[str, Any] = {"csrf_token": token, "logs": (log, "sheet.json")}
        uploaded = client.post("/add", data=sent, follow_redirects=True).get_data(as_text=True)
    page = client.get("/matches/1").get_data(as_text=True)
    assert page.count(words) == 1
    lists = [client.get(address).get_data(as_text=True) for address in ("/matches/", "/")]
    for shown in (uploaded, page, *lists):
        assert f"</span>{mark}</span>" in shown
    assert "ruling-incomplete" not in page
    lines = uploaded.partition("What was uploaded, a line for each file")[2]
    assert lines
    assert all("verdict-incomplete" not in shown for shown in (lines, *lists))
    assert "score sheet without a fault (1)" in lists[0]
    for wanted, found in (("sheets", True), ("incomplete", True), ("clean", False)):
        listed = client.get(f"/matches/?verdict={wanted}").get_data(as_text=True)
        assert ('href="/matches/1"' in listed) is found


def test_counts_of_marks_are_counts_of_the_verdict_incomplete() -> None:
    counts = dict.fromkeys(VERDICT_NAMES, 1)
    assert of_reports(counts) == {str(verdict): 1 for verdict in Verdict} | {"incomplete": 3}

"""The hands of a match as a score sheet: recorded beside computed, running totals, stated totals, rulings."""

import json
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from app.disputes.cases.in_force import InForce
from app.disputes.match_rows import REASONS, MatchRows, Otherwise
from app.web.matches.match_charts import POINTS, totals_chart
from app.web.parts.ladder import ladders
from engine.logs import read_logs
from engine.record.match import Match
from engine.verdict.check import Checker
from engine.verdict.recorded_sheet.sheet import sheet_of
from engine.verdict.stored_report import StoredReport, as_stored
from engine.verdict.totals_proof import Adds
from tests.offenders import for_every

Read = Callable[..., Any]
Put = Callable[..., int]
SAMPLES = Path(__file__).parents[3] / "sample_logs"
LONG_BYTES = 380 * 1024
SEATS = "ABCDE"


def judged(log: dict[str, Any] | Path) -> tuple[Match, StoredReport]:
    """A match, and its report as it is kept."""
    raw = log.read_bytes() if isinstance(log, Path) else json.dumps(log).encode()
    (record,) = read_logs(BytesIO(raw), "log.json")
    assert record.match is not None
    return record.match, as_stored(Checker().check(record))


def rows_of(log: dict[str, Any] | Path, *adjustments: InForce) -> MatchRows:
    match, report = judged(log)
    return MatchRows(match, report, sheet_of(match, report), adjustments)


def long_log(hands: int, **others: Any) -> dict[str, Any]:
    """A match whose hands have scores alone."""
    scores = {"A": 4, "B": -2, "C": 2, "D": -2, "E": -2}
    return {
        "format": "fupan/1",
        "game": "bao_huang",
        "rules": {"preset": "gamerules"},
        "players": [{"seat": seat, "name": f"Player {seat}"} for seat in SEATS],
        "hands": [{"actions": [], "result": {"scores": scores}} for _ in range(hands)],
        **others,
    }


@for_every("game", ["bao_huang", "big_a", "chinese_poker", "guandan"])
def test_the_totals_after_the_last_hand_are_those_of_the_report(game: str) -> None:
    found = rows_of(SAMPLES / game / "sheets" / "score-sheet-wrong.json")
    last = found.rows(1, len(found.report.hands))[-1]
    for cell in last.cells:
        for seat in cell.side.seats:
            assert cell.total == found.report.totals[seat]


def test_a_wrong_score_stands_beside_the_computed_one_and_is_carried_into_the_totals() -> None:
    """Until the log states totals, those recorded are the recorded scores added up."""
    log = json.loads((SAMPLES / "demo" / "bao-huang-evening.json").read_bytes())
    log["hands"][1]["result"]["scores"]["E"] += 2
    found = rows_of(log)
    rows = found.rows(1, 5)
    assert {(row.number, cell.side.label): cell.scores for row in rows for cell in row.cells if cell.scores} == {
        (2, "E"): (Otherwise("", "\N{MINUS SIGN}4"),)
    }
    cells = [cell for row in rows for cell in row.cells if cell.side.label == "E"]
    assert [cell.total for cell in cells] == [1, -5, -3, 1, 3]
    assert [[each.recorded for each in cell.totals] for cell in cells] == [[], ["-3"], ["-1"], ["3"], []]
    assert [cell.score_agrees for cell in cells] == [True, False, True, True, True]


def test_a_seat_is_named_where_partners_were_recorded_differently() -> None:
    found = rows_of(SAMPLES / "guandan" / "sheets" / "score-sheet-wrong.json")
    (cell,) = [cell for row in found.rows(3, 3) for cell in row.cells if cell.scores]
    assert cell.side.seats == ("E", "W")
    assert cell.scores == (Otherwise("E", "+1"),)


def test_totals_that_the_log_states_are_a_row_of_their_own() -> None:
    found = rows_of(SAMPLES / "bao_huang" / "sheets" / "not-known.json")
    rows = found.rows(1, len(found.report.hands))
    stated = [row for row in rows if row.adds is Adds.STATES]
    assert [row.number for row in stated] == [3]
    assert [cell.total for cell in stated[0].cells] == [5, -1, 1, -3, -2]
    assert [cell.total for cell in rows[0].cells] == [
        None if cell.score is None else cell.score for cell in rows[0].cells
    ]


def test_a_part_of_the_rows_has_the_running_totals_of_the_whole() -> None:
    found = rows_of(long_log(30))
    (row,) = found.rows(30, 30)
    assert [cell.total for cell in row.cells] == [120, -60, 60, -60, -60]


def test_a_row_says_what_a_ruling_sets() -> None:
    ruling = InForce(dispute=7, hand=1, scores=dict.fromkeys(SEATS, 0), rule=None, reason_id="r")
    first, second = rows_of(long_log(2), ruling).rows(1, 2)
    assert first.ruled is None
    assert second.ruled is ruling


def test_rows_have_anchors_and_lead_to_replay_and_proof(read: Read, put: Put, sample: dict[str, Any]) -> None:
    number = put(sample)
    page = read(f"/matches/{number}")
    assert page.faults == []
    assert [each["id"] for each in page.all("tr") if (each.get("id") or "").startswith("hand-")] == [
        f"hand-{hand}" for hand in range(1, 9)
    ]
    assert {f"/matches/{number}/hands/5", f"/matches/{number}/hands/5/score?seat=N"} <= set(page.links)
    assert "recorded 9" in page.text
    read(f"/matches/{number}/hands/5/score?seat=N")


def test_the_dealer_is_named(read: Read, put: Put) -> None:
    page = read(f"/matches/{put((SAMPLES / 'chinese_poker' / 'open-face.json').read_bytes())}")
    assert "dealer Lin Mei" in page.text


def test_a_long_match_costs_no_more_queries_and_has_bounded_bytes(web: Flask, client: FlaskClient, put: Put) -> None:
    short, long = put(long_log(3)), put(long_log(300))
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_others: Any) -> None:
        asked.append(statement)

    engine = web.extensions["fupan"].sessions.kw["bind"]
    counts = {}
    for number in (short, long):
        client.get(f"/matches/{number}")
        event.listen(engine, "before_cursor_execute", note)
        answer = client.get(f"/matches/{number}")
        event.remove(engine, "before_cursor_execute", note)
        counts[number] = len(asked)
        asked.clear()
    assert counts[long] <= counts[short]
    assert len(answer.data) < LONG_BYTES
    assert answer.text.count('<tr id="hand-') == 100
    third = client.get(f"/matches/{long}?hands=3").text
    assert '<tr id="hand-300"' in third
    assert third.count('<tr id="hand-') == 100


def test_many_reasons_are_on_pages_of_their_own(read: Read, put: Put) -> None:
    log = json.loads((SAMPLES / "bao_huang" / "sheets" / "score-sheet.json").read_bytes())
    few = read(f"/matches/{put(log)}")
    assert few.all("details")
    hands = log["hands"] * 40
    log.pop("result", None)
    number = put(log | {"hands": hands[:100]})
    many = read(f"/matches/{number}")
    assert sum(len(each) for each in re.findall(r'class="paper-why"', many.source)) > REASONS
    assert f"/matches/{number}/hands/100/score" in many.links


def test_what_was_recorded_of_many_hands_is_a_line(read: Read, put: Put) -> None:
    number = put(long_log(40))
    page = read(f"/matches/{number}")
    assert "200 were taken as recorded" in page.text
    assert f"/matches/{number}/score" in page.links


def test_failed_hands_at_the_last_level_are_on_the_ladder(read: Read, put: Put) -> None:
    path = SAMPLES / "guandan" / "failures-at-a.json"
    match, report = judged(path)
    assert [each.failed for each in ladders(match, report)] == [(1,), ()]
    assert "played without winning in hand 1" in read(f"/matches/{put(path.read_bytes())}").text


def test_the_hand_that_wins_is_no_failure(sample: dict[str, Any]) -> None:
    match, report = judged(sample)
    assert report.winner
    assert [each.failed for each in ladders(match, report)] == [(), ()]


def test_recorded_totals_that_differ_are_lines_of_the_chart() -> None:
    match, report = judged(SAMPLES / "bao_huang" / "sheets" / "score-sheet-wrong.json")
    chart = totals_chart(match, report, {seat: seat for seat in match.seats}, "/{}".format, sheet_of(match, report))
    assert chart is not None
    beside = [series for series in chart.series if series.beside is not None]
    assert len(chart.series) == len(match.seats) + len(beside)
    for series in beside:
        seat = match.seats[series.beside or 0]
        assert series.points[-1].y == match.result.totals[seat]  # type: ignore[union-attr,index]
        assert series.points[-1].y != report.totals[seat]
    assert beside


def test_of_a_long_match_a_part_of_the_hands_is_drawn() -> None:
    match, report = judged(long_log(300))
    chart = totals_chart(match, report, {seat: seat for seat in match.seats}, "/{}".format)
    assert chart is not None
    assert "at intervals of 3 hands" in chart.title
    points = chart.series[0].points
    assert len(points) <= POINTS + 1
    assert (points[0].x, points[-1].x, points[-1].y) == (3, 300, 1200)

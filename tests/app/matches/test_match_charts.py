"""The chart of a match: whose totals it has, and for which matches there is none."""

from msgspec.structs import replace

from app.drawing.charts.model import Chart
from app.web.matches.match_charts import MOST_HANDS, totals_chart
from engine.logs.record import LogRecord
from engine.record.match import Match
from engine.verdict.check import Checker, judged_report
from engine.verdict.stored_report import StoredReport, as_stored
from tests.offenders import for_every
from tests.playouts import generate

LEVELS_OF_PARTNERS = 2


def report_of(match: Match) -> StoredReport:
    checker = Checker()
    rules = checker.rules(match)
    record = LogRecord(source="made up", format="fupan/1", raw=b"", match=match, game=match.game, match_id=None)
    return as_stored(judged_report(record, match, rules, checker.judge(rules)))


def chart_of(match: Match, report: StoredReport) -> Chart | None:
    return totals_chart(match, report, {seat: seat.lower() for seat in match.seats}, "/hands/{}".format)


@for_every("game", ["bao_huang", "big_a", "chinese_poker"])
def test_each_seat_ends_at_its_total(game: str) -> None:
    match = generate(game, 3, hands=4)
    report = report_of(match)
    chart = chart_of(match, report)
    assert chart is not None
    assert {series.name: series.points[-1].y for series in chart.series} == {
        seat.lower(): report.totals[seat] for seat in match.seats
    }
    assert [point.href for point in chart.series[0].points] == [f"/hands/{number}" for number in range(1, 5)]


def test_partners_share_a_line() -> None:
    match = generate("guandan", 3, hands=5)
    report = report_of(match)
    chart = chart_of(match, report)
    assert chart is not None
    assert len(chart.series) == LEVELS_OF_PARTNERS
    for series in chart.series:
        one, other = (seat.upper() for seat in series.name.split(" + "))
        assert series.points[-1].y == report.totals[one] == report.totals[other]


def test_a_match_of_one_hand_of_too_many_or_with_an_unknown_score_has_no_chart() -> None:
    match = generate("big_a", 3, hands=3)
    report = report_of(match)
    (first, *_), hands = report.hands, report.hands
    assert chart_of(match, replace(report, hands=[first])) is None
    assert chart_of(match, replace(report, hands=[first] * (MOST_HANDS + 1))) is None
    assert chart_of(match, replace(report, hands=[*hands, replace(first, scores=None)])) is None
    assert chart_of(match, replace(report, hands=[first] * MOST_HANDS)) is not None

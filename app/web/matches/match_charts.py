"""The chart of a match: how the totals grew, hand by hand."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from app.disputes.match_rows import MatchRows, sides_of
from app.drawing.charts import Chart, Point, Series
from app.drawing.charts.model import SeriesKind
from app.text.language import _
from app.text.seats import short_name
from engine.record.bounds import HANDS
from engine.record.match import Match
from engine.verdict.recorded_sheet.sheet import Sheet
from engine.verdict.stored_report import StoredReport
from engine.verdict.totals_proof import Adds, totals_entries

LEAST_HANDS: Final = 2
MOST_HANDS: Final = HANDS
"""A match of more hands, or of fewer than ``LEAST_HANDS``, has no chart."""
POINTS: Final = 120
"""Hands that are drawn; of a match with more, not every one is."""


def totals_chart(
    match: Match,
    report: StoredReport,
    names: Mapping[str, str],
    address: Callable[[int], str],
    sheet: Sheet | None = None,
) -> Chart | None:
    """The running totals by seat, or by team in games with levels, where partners have one score.

    Recorded totals that are not the computed ones (``sheet`` has what was recorded) are lines of their own.  None if a
    score is unknown.  ``address`` gives the page of the replay of a hand, by its number from 1.
    """
    hands = report.hands
    if not LEAST_HANDS <= len(hands) <= MOST_HANDS or any(not hand.scores for hand in hands):
        return None
    has_levels = hands[0].has_levels
    entries = [entry for entry in totals_entries(match, report) if entry.adds not in (Adds.STARTS, Adds.STATES)]
    drifts = [] if sheet is None else MatchRows(match, report, sheet).drifts()
    every = -(-len(hands) // POINTS)
    drawn = [number for number in range(1, len(hands) + 1) if number % every == 0 or number == len(hands)]
    addresses = {number: address(number) for number in drawn}
    computed, recorded = [], []
    for place, side in enumerate(sides_of(match, report)):
        seat, name = side.seats[0], " + ".join(short_name(names[partner]) for partner in side.seats)
        points = tuple(
            Point(number, entries[number - 1].totals[seat], _hand(number, (hands[number - 1].scores or {})[seat]), page)
            for number, page in addresses.items()
        )
        computed.append(Series(name, points, SeriesKind.STEPS))
        off = {number: drifts[number - 1][seat] for number in drawn} if drifts else {}
        if any(off.values()):
            beside = tuple(
                Point(point.x, _sum(point.y, off[number]), "", point.href)
                for number, point in zip(drawn, points, strict=True)
            )
            recorded.append(Series(_("{name}, recorded", name=name), beside, SeriesKind.STEPS, beside=place))
    return Chart(
        key="totals",
        title=_title(every, has_levels=has_levels),
        x_title=_("Hand"),
        y_title=_("Levels") if has_levels else _("Points"),
        series=(*computed, *recorded),
        signed=not has_levels,
    )


def _title(every: int, *, has_levels: bool) -> str:
    if every > 1:
        return (
            _("Levels gained, at intervals of {count} hands", count=every)
            if has_levels
            else _("Totals, at intervals of {count} hands", count=every)
        )
    return _("Levels gained, hand by hand") if has_levels else _("Totals, hand by hand")


def _hand(number: int, score: int | None) -> str:
    return _("hand {hand}: {score}", hand=number, score=f"{score:+d}" if score else "0")


def _sum(total: Any, drift: int | None) -> Any:
    return None if total is None or drift is None else total + drift

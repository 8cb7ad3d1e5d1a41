"""The chart of a match: how the totals grew, hand by hand."""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, Final

from app.charts import Chart, Point, Series
from app.language import _
from app.views.scene import called, teams
from engine.record.match import Match

LEAST_HANDS: Final = 2
MOST_HANDS: Final = 200
"""A match of more hands, or of fewer than ``LEAST_HANDS``, has no chart."""


def totals_chart(
    match: Match, report: Mapping[str, Any], names: Mapping[str, str], address: Callable[[int], str]
) -> Chart | None:
    """The running totals by seat, or by team in games with levels, where partners have one score.

    None if a score is unknown.  ``address`` gives the page of the replay of a hand, by its number from 1.
    """
    hands: Sequence[Mapping[str, Any]] = report["hands"]
    if not LEAST_HANDS <= len(hands) <= MOST_HANDS or any(not hand.get("scores") for hand in hands):
        return None
    has_levels = "levels" in hands[0]
    parties = teams(match.game, match.seats) if has_levels else [(seat,) for seat in match.seats]
    addresses = [address(number) for number in range(1, len(hands) + 1)]
    drawn = []
    for party in parties:
        scores = [hand["scores"][party[0]] or 0 for hand in hands]
        drawn.append(
            Series(
                " + ".join(called(names[seat]) for seat in party),
                tuple(
                    Point(
                        number,
                        total,
                        _("hand {hand}: {score}", hand=number, score=f"{score:+d}" if score else "0"),
                        page,
                    )
                    for number, (score, total, page) in enumerate(
                        zip(scores, accumulate(scores), addresses, strict=True), 1
                    )
                ),
            )
        )
    return Chart(
        key="totals",
        title=_("Levels gained, hand by hand") if has_levels else _("Totals, hand by hand"),
        x_title=_("Hand"),
        y_title=_("Levels") if has_levels else _("Points"),
        series=tuple(drawn),
        signed=not has_levels,
    )

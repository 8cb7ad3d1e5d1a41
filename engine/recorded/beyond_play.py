"""The recorded factor of Bao Huang and exposure of Big A, which follow from the actions if there are any."""

from engine.record.match import HandResult, given_value
from engine.recorded.results import bad_result
from engine.rulebook.codes import SCORE_MISMATCH
from engine.rulebook.findings import Finding, finding, shown
from engine.rulebook.sentences import say

MOST_FACTOR = 16
"""The largest factor that a log may record."""


def recorded_factor(recorded: HandResult) -> int | None:
    """The recorded factor; None if there is none, or it is not a whole number from 1 to ``MOST_FACTOR``."""
    factor = given_value(recorded.factor)
    if factor is None or factor != int(factor) or not 1 <= factor <= MOST_FACTOR:
        return None
    return int(factor)


def compare_factor(recorded: HandResult, computed: int | None, *, hand: int, rule: str) -> list[Finding]:
    """The findings about a recorded factor.  With ``computed`` None it is not compared."""
    stated = given_value(recorded.factor)
    if stated is None:
        return []
    factor = recorded_factor(recorded)
    if factor is None:
        return [
            bad_result(
                "factor",
                say("'{value}' is not a valid value", value=shown(stated)),
                say("a whole number from {low} to {high}", low=1, high=MOST_FACTOR),
                hand=hand,
            )
        ]
    if computed in (None, factor):
        return []
    return [
        finding(SCORE_MISMATCH, rule, hand=hand, field=say("factor"), recorded=str(factor), computed=str(computed)),
    ]


def compare_exposed(recorded: HandResult, computed: bool | None, *, hand: int, rule: str) -> list[Finding]:
    """The findings about a recorded exposure.  With ``computed`` None it is not compared."""
    stated = given_value(recorded.exposed)
    if stated is None or computed in (None, stated):
        return []
    words = (say("false"), say("true"))
    return [
        finding(
            SCORE_MISMATCH,
            rule,
            hand=hand,
            field=say("exposed"),
            recorded=words[stated],
            computed=words[bool(computed)],
        )
    ]

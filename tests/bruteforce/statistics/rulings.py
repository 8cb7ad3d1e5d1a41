"""Reports after rulings, by the arithmetic that the page on verdicts describes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.bruteforce.statistics.matches import Match

Scores = Mapping[str, int]


def after_rulings(match: Match, adjusted: Mapping[int, Scores]) -> Match:
    """The match with its totals and winner as rulings in force have them, and the scores that they set as ``ruled``."""
    if not adjusted:
        return match
    report = match.report
    hands = [
        hand | {"ruled": adjusted[number]} if number in adjusted else hand
        for number, hand in enumerate(report["hands"])
    ]
    late = [each["hand"] for each in report["findings"] if each["code"] == "after-match"]
    counted = range(min(late)) if late else range(len(hands))
    totals = _totals(match, adjusted, list(counted))
    changed = {"hands": hands, "totals": totals, "winner": _winner(match, totals)}
    return replace(match, report={**report, **changed})


def _totals(match: Match, adjusted: Mapping[int, Scores], counted: list[int]) -> dict[str, int | None]:
    before: dict[str, int | None] = match.report["totals"]
    computed = [match.report["hands"][number]["scores"] or {} for number in range(len(match.report["hands"]))]
    if None not in before.values():
        return {
            seat: (total or 0)
            + sum(
                adjusted[number][seat] - (computed[number].get(seat) or 0) for number in counted if number in adjusted
            )
            for seat, total in before.items()
        }
    whole = [adjusted.get(number, computed[number]) for number in counted]
    if any(hand.get(seat) is None for hand in whole for seat in before):
        return dict.fromkeys(before)
    return {seat: sum(hand[seat] or 0 for hand in whole) for seat in before}


def _winner(match: Match, totals: Mapping[str, int | None]) -> list[str] | None:
    known = [total for total in totals.values() if total is not None]
    if match.game == "guandan":
        return match.winner
    if len(known) < len(totals):
        return None
    target: Any = match.options.get("target") or 0
    if match.winner is None and not 0 < target <= max(known):
        return None
    return [seat for seat in match.seats if totals[seat] == max(known)]

"""Totals and winner of a match after the rulings in force, by the arithmetic of verdicts."""

from collections.abc import Sequence

import msgspec

from app.disputes.cases.in_force import InForce
from engine.record.match import Match
from engine.verdict.proof.arithmetic import RuledScores, ruled_scores, stated_totals
from engine.verdict.proof.form import Adjustment
from engine.verdict.proof.report_form import form_of
from engine.verdict.stored_report import StoredReport


def after_rulings(report: StoredReport, match: Match, adjustments: Sequence[InForce]) -> RuledScores | None:
    """Hands, totals and winner after rulings; None if nothing is adjusted, or if the report no longer fits them.

    It does not fit if it has fewer hands or other seats: the match is then judged otherwise than it was.
    """
    if not adjustments or not report.hands:
        return None
    seats = set(report.totals)
    if any(adjustment.hand >= len(report.hands) or set(adjustment.scores) != seats for adjustment in adjustments):
        return None
    try:
        form = form_of(report)
    except msgspec.ValidationError:
        return None
    given = [
        Adjustment(hand=adjustment.hand, scores=adjustment.scores, rule=adjustment.rule, reason="")
        for adjustment in adjustments
    ]
    return ruled_scores(form, given, stated_totals(match), match.seats)

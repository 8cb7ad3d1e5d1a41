"""What a dispute is about and what is claimed, checked against the report of the match."""

from collections.abc import Mapping
from typing import Final

import msgspec

from app.disputes.cases.states import CannotAct
from app.text.language import _
from engine.record.match import Match
from engine.verdict.claimed import written_alone
from engine.verdict.proof.form import Claim, Subject
from engine.verdict.stored_report import StoredReport

MOST_POINTS: Final = 10**9
"""The most points of a seat, either way, that are taken."""
_CODE: Final = 64


def check_subject(subject: Subject, report: StoredReport, match: Match | None) -> None:
    """Raises CannotAct for a hand, an action or a line that the match does not have."""
    hands = report.hands
    if subject.hand is None:
        if subject.action is not None or subject.line is not None:
            raise CannotAct(_("An action or a line of a score belongs to a hand, and no hand is named."))
        return
    if not 0 <= subject.hand < len(hands):
        raise CannotAct(_("There is no hand {hand}: the match has {count}.", hand=subject.hand + 1, count=len(hands)))
    lines = len(hands[subject.hand].breakdown)
    if subject.line is not None and not 0 <= subject.line < lines:
        raise CannotAct(
            _(
                "The score of hand {hand} has {count} lines; there is no line {line}.",
                hand=subject.hand + 1,
                count=lines,
                line=subject.line + 1,
            )
        )
    if subject.action is not None:
        actions = 0 if match is None or subject.hand >= len(match.hands) else len(match.hands[subject.hand].actions)
        if not 0 <= subject.action < actions:
            raise CannotAct(
                _(
                    "Hand {hand} has {count} steps; there is no step {step}.",
                    hand=subject.hand + 1,
                    count=actions,
                    step=subject.action + 1,
                )
            )


def check_claim(claim: Claim, subject: Subject, report: StoredReport) -> None:
    """Raises CannotAct for a claim that does not fit the subject or the seats of the match."""
    given = [name for name in ("scores", "totals", "finding", "text") if getattr(claim, name) is not msgspec.UNSET]
    if len(given) != 1:
        raise CannotAct(_("A claim is exactly one of scores of a hand, totals, a finding, and a text."))
    if isinstance(claim.scores, dict):
        if subject.hand is None:
            raise CannotAct(_("Scores are claimed for a hand: name the hand."))
        check_points(claim.scores, report)
    if isinstance(claim.totals, dict):
        check_points(claim.totals, report)
    if isinstance(claim.finding, str) and not 1 <= len(claim.finding.strip()) <= _CODE:
        raise CannotAct(_("A finding is named by its code, such as does-not-beat."))
    if isinstance(claim.text, str) and not claim.text.strip():
        raise CannotAct(_("The claim is empty: say what the result should be."))


def check_points(points: Mapping[str, int], report: StoredReport) -> None:
    """Raises CannotAct unless there is a bounded whole number for every seat and for no other."""
    seats = report.totals
    if not seats:
        raise CannotAct(_("The log could not be read, so the match has no scores."))
    missing = [seat for seat in seats if seat not in points]
    if missing or len(points) != len(seats):
        raise CannotAct(_("Give a whole number for every seat: {seats}.", seats=", ".join(seats)))
    if any(abs(point) > MOST_POINTS for point in points.values()):
        raise CannotAct(_("A score has at most {count} points.", count=f"{MOST_POINTS:,}"))


def comes_out(report: StoredReport, subject: Subject, claim: Claim) -> bool | None:
    """Whether a report gives what is claimed; None if nothing in the claim can be compared.

    Written scores that the report merely takes over are compared too; see `written_scores`.
    """
    if isinstance(claim.scores, dict) and subject.hand is not None:
        return report.hands[subject.hand].scores == claim.scores
    if isinstance(claim.totals, dict):
        return report.totals == claim.totals
    if isinstance(claim.finding, str):
        return any(
            finding.code == claim.finding
            and (subject.hand is None or finding.hand == subject.hand)
            and (subject.action is None or finding.action == subject.action)
            for finding in report.findings
        )
    return None


def written_scores(report: StoredReport, subject: Subject, claim: Claim) -> tuple[int, ...]:
    """Hands (0-based) scored only by recorded scores that the claim touches."""
    return written_alone(subject, claim, [hand.basis for hand in report.hands], report.after_match)


def claim_facts(claim: Claim) -> dict[str, object]:
    """A claim as JSON has it."""
    facts: dict[str, object] = msgspec.to_builtins(claim)
    return facts

"""What adjustments make of a report: the scores of the hands, the totals, the winner."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import UnsetType

from engine.games import GAMES
from engine.record.match import Match, Setup
from engine.recorded.setup import SetupFacts
from engine.rulebook.codes import AFTER_MATCH
from engine.rulebook.sentences import Text, enumerated, say
from engine.verdict.proof.fields import Scores
from engine.verdict.proof.form import Adjustment, Body
from engine.verdict.proof.report_form import ReportForm, ReportHand, ReportRules

_TARGET: Final = "target"
"""The option, of every game that has one, that says at which total a match is won."""
_LEVELS: Final = "levels"
"""The recorded field of a game in which levels, and not totals, win a match."""


@dataclass(frozen=True, slots=True)
class StatedTotals:
    """The totals that a log states before its hands."""

    opening: Mapping[str, int]
    """Those before its first hand, which the totals are counted on from; a seat left out began with 0."""
    later: bool
    """Whether it states totals before a later hand."""


@dataclass(frozen=True, slots=True)
class RuledScores:
    """Scores of each hand (None where nothing is adjusted), totals and winner after adjustment."""

    hands: list[Scores | None] | None
    totals: Scores | None
    winner: list[str] | None


NOTHING_STATED: Final = StatedTotals({}, False)


def stated_totals(match: Match) -> StatedTotals:
    """The totals that a log states, as far as its replay believes them."""
    seats = match.seats
    opening: Mapping[str, int] = {}
    for number, hand in enumerate(match.hands):
        if not isinstance(hand.setup, Setup):
            continue
        facts = SetupFacts(seats, number, hand.setup)
        facts.read_totals()
        if number == 0:
            opening = {seats[seat]: points for seat, points in facts.totals.items()}
        elif facts.totals:
            return StatedTotals(opening, True)
    return StatedTotals(opening, False)


def ruled_scores(
    report: ReportForm, adjustments: Sequence[Adjustment], stated: StatedTotals, seats: Sequence[str] | None = None
) -> RuledScores:
    """Hands, totals and winner of a report after adjustments.

    ``seats`` are the seats in order of play, in which winners are listed; without them, that of the totals.
    """
    if isinstance(report.hands, UnsetType) or isinstance(report.totals, UnsetType):
        return RuledScores(None, None, None)
    winner = None if isinstance(report.winner, UnsetType) else report.winner
    if not adjustments:
        return RuledScores(None, report.totals, winner)
    adjusted = {adjustment.hand: adjustment.scores for adjustment in adjustments}
    hands: list[Scores | None] = [
        dict(adjusted[number]) if number in adjusted else hand.scores for number, hand in enumerate(report.hands)
    ]
    totals = _totals(report, report.hands, report.totals, adjusted, hands, stated)
    return RuledScores(hands, totals, _winner(report, winner, totals, seats or tuple(report.totals)))


def depends_on_log(body: Body) -> bool:
    """Whether the totals depend on what the log states before its hands, which a report does not say.

    That is so where the report does not know them, and every counted hand without scores is adjusted.
    """
    report = body.report
    if isinstance(report.hands, UnsetType) or isinstance(report.totals, UnsetType) or not body.adjustments:
        return False
    adjusted = {adjustment.hand for adjustment in body.adjustments}
    unknown = [number for number, hand in enumerate(_counted(report, report.hands)) if not _is_known(hand.scores)]
    return not _is_known(report.totals) and adjusted.issuperset(unknown)


def difference(body: Body, stated: StatedTotals) -> str:
    """The first field of a body that does not follow from its report and adjustments, in words; empty if all do."""
    wanted = ruled_scores(body.report, body.adjustments, stated)
    if body.hands != wanted.hands:
        return _first_hand(body.hands, wanted.hands)
    if body.totals != wanted.totals:
        return _found("totals", _listed(wanted.totals), _listed(body.totals))
    same = body.winner == wanted.winner
    if body.adjustments and body.winner is not None and wanted.winner is not None:
        same = set(body.winner) == set(wanted.winner)
    if not same:
        return _found("winner", _named(wanted.winner), _named(body.winner))
    return ""


def _totals(
    report: ReportForm,
    computed: Sequence[ReportHand],
    totals: Scores,
    adjusted: Mapping[int, Mapping[str, int]],
    hands: Sequence[Scores | None],
    stated: StatedTotals,
) -> Scores:
    count = len(_counted(report, computed))
    after = dict(totals)
    if _is_known(totals):
        for number, scores in adjusted.items():
            before = computed[number].scores
            for seat, points in scores.items() if number < count else ():
                was = before[seat] if before is not None and _is_known(before) else 0
                after[seat] = (after[seat] or 0) + points - (was or 0)
        return after
    if stated.later or not all(map(_is_known, hands[:count])):
        return dict.fromkeys(totals)
    return {
        seat: stated.opening.get(seat, 0) + sum((hand or {}).get(seat) or 0 for hand in hands[:count])
        for seat in totals
    }


def _winner(report: ReportForm, winner: list[str] | None, totals: Scores, seats: Sequence[str]) -> list[str] | None:
    assert isinstance(report.rules, ReportRules)
    if _LEVELS in GAMES[report.rules.game].result_fields:
        return winner
    known = [points for points in totals.values() if points is not None]
    if len(known) < len(totals):
        return None
    target = report.rules.options.get(_TARGET, 0)
    reached = isinstance(target, int) and 0 < target <= max(known)
    return [seat for seat in seats if totals[seat] == max(known)] if winner is not None or reached else None


def _counted(report: ReportForm, hands: Sequence[ReportHand]) -> Sequence[ReportHand]:
    """The hands before the first that is after the end of the match."""
    after = [finding.hand for finding in report.findings if finding.code == AFTER_MATCH.id and finding.hand is not None]
    return hands[: min(after)] if after else hands


def _is_known(scores: Mapping[str, int | None] | None) -> bool:
    return scores is not None and None not in scores.values()


def _first_hand(hands: list[Scores | None] | None, wanted: list[Scores | None] | None) -> str:
    if wanted is None:
        return say("hands: null expected, as nothing is adjusted")
    if hands is None:
        return say("hands: null found, and scores expected")
    at = next(at for at, (x, y) in enumerate(zip(hands, wanted, strict=True)) if x != y)
    return _found(f"hands[{at}]", _listed(wanted[at]), _listed(hands[at]))


def _listed(scores: Scores | None) -> str:
    if scores is None:
        return "null"
    return enumerated(
        [say("{seat} unknown", seat=seat) if points is None else f"{seat} {points}" for seat, points in scores.items()]
    )


def _named(winner: list[str] | None) -> str:
    return say("nobody") if winner is None else ", ".join(winner)


def _found(field: str, wanted: str, value: str) -> Text:
    return say("{field}: {wanted} expected, {found} found", field=field, wanted=wanted, found=value)

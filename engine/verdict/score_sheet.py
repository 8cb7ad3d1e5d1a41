"""Score sheets in which no fault was found, and what their numbers prove."""

from engine.recorded.basis import Basis
from engine.rulebook.codes import OTHERS_NOT_RECORDED
from engine.rulebook.findings import Severity
from engine.verdict.report import Verdict
from engine.verdict.stored_report import StoredReport


def unchecked_hands(report: StoredReport) -> int | None:
    """The number of hands of a score sheet whose scores cannot be checked; None for any other match.

    A score sheet counts here if each hand has the basis ``result`` or ``scores``,
    the totals are known, and no finding is more than a notice.  With 0, every recorded number follows from the recorded
    finish or units; else the totals add up, and the scores of that many hands rest on themselves alone.

    A last hand that the clock cut off is left out: it counts nothing, and its end missing is a notice.
    """
    if report.verdict != Verdict.INCOMPLETE:
        return None
    if any(
        finding.severity != Severity.NOTICE or finding.code == OTHERS_NOT_RECORDED.id for finding in report.findings
    ):
        return None
    bases = [hand.basis for hand in report.hands]
    scored = [basis for basis in bases if basis is not None]
    if not scored or Basis.PLAY in scored or None in report.totals.values():
        return None
    return scored.count(Basis.SCORES)

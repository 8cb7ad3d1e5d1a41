"""The names of verdicts, and the marks that score sheets without a fault have instead of a verdict."""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.text.language import _, _n, marked
from engine.games import GAMES
from engine.verdict.report import Report, Verdict
from engine.verdict.score_sheet import unchecked_hands
from engine.verdict.stored_report import StoredReport, as_stored

SCORE_SHEET: Final = "score-sheet"
"""The mark of a score sheet each of whose numbers follows from the recorded results."""
ADDS_UP: Final = "adds-up"
"""The mark of a score sheet whose totals add up, some of whose scores cannot be checked."""

DAMAGED: Final = "damaged"
"""The mark of a match whose verdict, or whose report where a list needs it, is not what was stored."""

VERDICT_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        str(Verdict.UNREADABLE): marked("unreadable"),
        str(Verdict.ILLEGAL): marked("illegal"),
        str(Verdict.MISSCORED): marked("misscored"),
        str(Verdict.INCOMPLETE): marked("incomplete"),
        ADDS_UP: marked("totals add up"),
        SCORE_SHEET: marked("score sheet"),
        str(Verdict.CLEAN): marked("clean"),
    }
)
"""What verdicts and marks are called in English, the worst first."""
_DAMAGED_NAME: Final = marked("damaged")


def known_verdict(stored: str) -> str:
    """A stored verdict; `DAMAGED` for a word that is none."""
    return stored if stored in tuple(Verdict) else DAMAGED


def shown_verdict(verdict: str, unchecked: int | None) -> str:
    """A verdict, or the mark in its place; ``unchecked`` is what `unchecked_hands` gives for the report."""
    if unchecked is None:
        return verdict
    return ADDS_UP if unchecked else SCORE_SHEET


def unchecked_of(report: Report) -> int | None:
    """What `unchecked_hands` gives for a report."""
    return unchecked_hands(as_stored(report)) if report.verdict is Verdict.INCOMPLETE else None


def shown_of(report: Report) -> str:
    """The verdict of a report, or the mark in its place."""
    return shown_verdict(str(report.verdict), unchecked_of(report))


def shown_in(report: StoredReport) -> str:
    """The verdict in a report as it is stored, or the mark in its place."""
    return shown_verdict(report.verdict, unchecked_hands(report))


def of_reports(counts: Mapping[str, int]) -> dict[str, int]:
    """The number of matches with each verdict, from the numbers with each verdict or mark."""
    numbers: Counter[str] = Counter()
    for shown, number in counts.items():
        numbers[str(Verdict.INCOMPLETE) if shown in (SCORE_SHEET, ADDS_UP) else shown] += number
    return dict(numbers)


def verdict_name(shown: str) -> str:
    """A verdict or a mark in the language of the reader."""
    return _(VERDICT_NAMES.get(shown, _DAMAGED_NAME))


def sheet_meaning(unchecked: int, game: str) -> str:
    """What the numbers of a score sheet without a fault prove, as a sentence without its full stop."""
    if unchecked:
        return _n(
            "Totals add up; the scores of {count} hand cannot be checked",
            "Totals add up; the scores of {count} hands cannot be checked",
            unchecked,
        )
    if "units" in GAMES[game].result_fields:
        return _("Score sheet: every recorded number follows from the recorded units")
    return _("Score sheet: every recorded number follows from the recorded finish")

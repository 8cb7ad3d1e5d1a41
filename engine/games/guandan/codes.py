"""The finding codes that only Guandan reports, or for which it has its own messages."""

from typing import Final

from engine.climbing.codes import role_not_allowed
from engine.rulebook.codes import mismatch
from engine.rulebook.findings import Message, Severity, code

REPORT_MISSING: Final = code(
    "report-missing",
    "the number of cards left was not reported",
    "A player with 10 cards or fewer reports how many are left, at the latest by the next turn. Missing reports are "
    "only reported for hands in which the log has at least one report.",
    Message("{seat} did not report how many cards it has left ({count})", "report {count} before this turn"),
    severity=Severity.WARNING,
)

REPORT_WRONG: Final = code(
    "report-wrong",
    "a wrong number of cards left is reported",
    "A reported number of cards must be true, under every option. The report has no other effect.",
    Message("{seat} reports {recorded} left but holds {count}", "report {count}"),
)

AMBIGUOUS_WILD: Final = code(
    "ambiguous-wild",
    "a lead that can be a tube or a plate, without a claim",
    "Six cards with wild cards can be both a tube and a plate. Without a claim such as 2h=9 they count as the plate.",
    Message("{cards} can be read as {taken} or as {other}; the plate counts", "a claim for the wild cards"),
    severity=Severity.NOTICE,
)

LEVEL_MISMATCH: Final = mismatch("level-mismatch", "a recorded level is wrong")

ROLE_NOT_ALLOWED: Final = role_not_allowed(
    {
        "resist-none": Message("{seat} resists, but no tribute is due", "no resistance"),
        "resist-seat": Message("{seat} resists but owes no tribute", "resistance by {payers}"),
        "resist-cards": Message("{payers} cannot resist without both red jokers", "tribute by {payers}"),
        "resist-paid": Message("{seat} resists after tribute was paid", "resistance before any tribute"),
    }
)

CODES: Final = (REPORT_MISSING, REPORT_WRONG, AMBIGUOUS_WILD, LEVEL_MISMATCH, ROLE_NOT_ALLOWED)
"""The codes that only this game reports, or for which it has its own messages."""

"""The finding codes that only Guandan raises, or raises with sentences of its own."""

from typing import Final

from engine.climbing.codes import role_not_allowed
from engine.rulebook.codes import mismatch
from engine.rulebook.findings import Say, Severity, code

REPORT_MISSING: Final = code(
    "report-missing",
    "the count of cards left was not said",
    "A player who comes to 10 cards or fewer says how many are left, at the latest by the next turn. It is only "
    "looked for "
    "in hands whose log holds reports at all.",
    Say("{seat} came to {count} cards and did not say so", "report {count} before this turn"),
    severity=Severity.WARNING,
)

REPORT_WRONG: Final = code(
    "report-wrong",
    "the count said is not the true one",
    "A count of cards that is said must be true, under every option. Nothing else happens.",
    Say("{seat} says {recorded} and holds {count}", "report {count}"),
)

AMBIGUOUS_WILD: Final = code(
    "ambiguous-wild",
    "six cards led that are both a tube and a plate, with no wild card claimed",
    "Of the two the plate is taken. A claim such as 2h=9 in the log decides it.",
    Say("{cards} are {taken} and {other}; the plate is taken", "a claim of what the wild cards stand for"),
    severity=Severity.NOTICE,
)

LEVEL_MISMATCH: Final = mismatch("level-mismatch", "a recorded level differs")

ROLE_NOT_ALLOWED: Final = role_not_allowed(
    {
        "resist-none": Say("no tribute is due, so there is nothing to resist", "no resistance"),
        "resist-seat": Say("{seat} owes no tribute and cannot resist", "resistance by {payers}"),
        "resist-cards": Say("both red jokers are not in the hands of {payers}", "tribute of {payers}"),
        "resist-paid": Say("tribute has been paid already", "no resistance after a tribute"),
    }
)

CODES: Final = (REPORT_MISSING, REPORT_WRONG, AMBIGUOUS_WILD, LEVEL_MISMATCH, ROLE_NOT_ALLOWED)
"""The codes that only this game raises, or raises with sentences of its own."""

"""The finding codes for which Big A has its own messages."""

from typing import Final

from engine.climbing.codes import role_not_allowed
from engine.rulebook.findings import Message

ROLE_NOT_ALLOWED: Final = role_not_allowed(
    {
        "expose-again": Message(
            "{seat} is the declarer and cannot overcall itself", "the second {ace}, or no further ace"
        ),
        "expose-shown": Message("{declarer} has already exposed both {ace}", "no further ace"),
        "expose-partner": Message("{ace} is the Big A of {declarer}", "the second {ace} revealed after the drawing"),
        "expose-single": Message("one ace does not overcall {declarer}, the declarer", "both aces of another suit"),
        "expose-undrawn": Message("{seat} has not drawn {recorded} yet", "an ace that {seat} has drawn"),
        "expose-face-down": Message(
            "{recorded} is among the face-down cards of {seat}", "an ace that {seat} has drawn"
        ),
        "reveal-none": Message("{seat} reveals an ace, but nobody exposed one during the drawing", "no ace revealed"),
        "reveal-shown": Message("both {ace} are already exposed", "no ace revealed"),
        "reveal-other": Message("{recorded} is not the Big A", "{ace}, revealed by the seat with the second copy"),
        "reveal-first": Message("{seat} reveals the {ace} that it has already exposed", "the second {ace}"),
    }
)

CODES: Final = (ROLE_NOT_ALLOWED,)
"""The codes that only this game reports, or for which it has its own messages."""

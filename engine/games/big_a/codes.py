"""The finding codes that Big A raises with sentences of its own."""

from typing import Final

from engine.climbing.codes import role_not_allowed
from engine.rulebook.findings import Say

ROLE_NOT_ALLOWED: Final = role_not_allowed(
    {
        "expose-again": Say("{seat} is declarer and does not overcall itself", "the second {ace}, or nothing more"),
        "expose-shown": Say("{declarer} has shown both {ace}", "no further ace"),
        "expose-partner": Say("{ace} is the Big A of {declarer}", "the second {ace} kept until all cards are up"),
        "expose-single": Say("{declarer} is declarer; one ace does not overcall", "both aces of another suit"),
        "expose-undrawn": Say("{seat} had not drawn {recorded}", "an ace among the cards drawn"),
        "expose-face-down": Say("{recorded} lies face down before {seat}", "an ace among the cards drawn"),
        "reveal-none": Say("nobody exposed an ace while drawing", "no ace revealed"),
        "reveal-shown": Say("both {ace} are shown already", "no ace revealed"),
        "reveal-other": Say("{recorded} is not the Big A", "{ace}, by the seat that holds the second"),
        "reveal-first": Say("the {ace} of {seat} is the one that it exposed", "the second {ace}"),
    }
)

CODES: Final = (ROLE_NOT_ALLOWED,)
"""The codes that only this game raises, or raises with sentences of its own."""

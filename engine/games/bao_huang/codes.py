"""The finding codes that only Bao Huang raises, or raises with sentences of its own."""

from typing import Final

from engine.climbing.codes import role_not_allowed
from engine.rulebook.findings import Say, code

LOWEST_TOO_EARLY: Final = code(
    "lowest-too-early",
    "a lowest card before the hand holds nothing else",
    "Under `lowest_last` the cards of the lowest rank are kept to the end, and so never go with a joker. The play "
    "takes the table's place as the play to beat.",
    Say("{seat} plays {cards} and holds or plays other cards", "cards above the lowest rank, or a pass"),
)

ROLE_NOT_ALLOWED: Final = role_not_allowed(
    {
        "no-emperor-card": Say("{seat} does not hold the emperor card", "an answer of {holder}"),
        "answered": Say("the emperor card has been accepted already", "a declaration or the lead"),
        "sixth": Say("the emperor card has come round: {seat} must accept it", "{seat} accepts"),
        "no-triplet": Say("{seat} holds no three cards of one rank and suit to show", "{seat} declines"),
        "triplet": Say("{recorded} are not three or four cards of one rank and suit", "such cards, or a decline"),
        "declare-none": Say("nothing may be declared at this table", "the lead of the emperor"),
        "declare-kind": Say("{what} is not declared at this table", "protector or solo, or the lead of the emperor"),
        "declare-role": Say("{seat} is no {what} and declares it", "a declaration of what one is"),
    }
)

CODES: Final = (LOWEST_TOO_EARLY, ROLE_NOT_ALLOWED)
"""The codes that only this game raises, or raises with sentences of its own."""

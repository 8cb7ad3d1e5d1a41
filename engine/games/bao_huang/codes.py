"""The finding codes that only Bao Huang reports, or for which it has its own messages."""

from typing import Final

from engine.climbing.codes import role_not_allowed
from engine.rulebook.findings import Message, code

LOWEST_TOO_EARLY: Final = code(
    "lowest-too-early",
    "a card of the lowest rank is played too early",
    "Under `lowest_last` a seat plays its cards of the lowest rank last, after all others, and never with a joker. "
    "The play becomes the play to beat.",
    Message("{seat} plays {cards} before its other cards", "cards above the lowest rank, or a pass"),
)

ROLE_NOT_ALLOWED: Final = role_not_allowed(
    {
        "no-emperor-card": Message("{seat} does not hold the emperor card", "an answer by {holder}"),
        "answered": Message("the emperor card is already accepted", "a declaration or the lead"),
        "sixth": Message("every seat has declined, so {seat} must accept the emperor card", "accept"),
        "no-triplet": Message("{seat} does not hold three cards of the same rank and suit", "decline"),
        "triplet": Message(
            "{seat} does not show three or four cards of the same rank and suit", "such cards, or decline"
        ),
        "declare-none": Message("these rules have no declarations", "the lead of the emperor"),
        "declare-kind": Message(
            "these rules have no declaration '{what}'", "protector, solo or the lead of the emperor"
        ),
        "declare-role": Message(
            "{seat} may not declare {what} in its role", "a declaration that fits the role of {seat}"
        ),
    }
)

CODES: Final = (LOWEST_TOO_EARLY, ROLE_NOT_ALLOWED)
"""The codes that only this game reports, or for which it has its own messages."""

"""The finding codes of Bao Huang alone."""

from typing import Final

from engine.findings import Say, code

LOWEST_TOO_EARLY: Final = code(
    "lowest-too-early",
    "a lowest card before the hand holds nothing else",
    "Under `lowest_last` the cards of the lowest rank are kept to the end, and so never go with a joker. The play "
    "takes the table's place as the play to beat.",
    Say("{seat} plays {cards} and holds or plays other cards", "cards above the lowest rank, or a pass"),
)

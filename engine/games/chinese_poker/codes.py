"""The finding codes that only Chinese poker reports."""

from typing import Final

from engine.rulebook.codes import mismatch
from engine.rulebook.findings import Message, Severity, code

BAD_SETTING: Final = code(
    "bad-setting",
    "rows of the wrong size, a card placed twice, or a placement that does not fit",
    "A hand has three cards in the front, five in the middle and five in the back, each card once. A hand that is set "
    "differently is settled as mis-set. In a turn of open-face poker, the cards that fit are placed.",
    {
        "sizes": Message("the rows have {sizes} cards", "3 in the front, 5 in the middle, 5 in the back"),
        "twice": Message("{seat} places {cards} twice", "each card once"),
        "full": Message("{seat} places {cards} in the {row}, which is full", "a row with room"),
        "count": Message("{seat} places {count}", "{wanted}"),
    },
)

FOUL: Final = code(
    "foul",
    "a mis-set hand (foul)",
    "The back must rank at least as high as the middle, and the middle at least as high as the front. If the middle is "
    "played for low, only the back and the front are compared. A mis-set hand is not illegal: it loses as the rules of "
    "settlement say.",
    Message(
        "{seat}'s hand is mis-set: the {above_row} ({above}) ranks below the {below_row} ({below})",
        "rows in the right order",
    ),
    severity=Severity.NOTICE,
)

NATURAL_NOT_HELD: Final = code(
    "natural-not-held",
    "a claim of a natural that the seat does not hold",
    "The claim has no effect, and the seat still sets its hand.",
    {
        "": Message("{seat} claims {natural} but does not hold it", "a natural that {seat} holds, or no claim"),
        "off": Message("these rules have no natural '{natural}'", "one of {known}"),
    },
)

SURRENDER_NOT_ALLOWED: Final = code(
    "surrender-not-allowed",
    "a surrender that the rules do not allow",
    "The option surrender is 0, so a seat may not surrender. The seat is settled as surrendered, at a cost of 0 units.",
    Message("{seat} surrenders, but these rules have no surrender", "in, and then a hand that is set"),
)

ROYALTY_UNDECLARED: Final = code(
    "royalty-undeclared",
    "a royalty that is not paid because it was not announced",
    "Under royalty_announced a royalty counts only if its row is announced before the rows are shown.",
    Message("{seat} did not announce its royalty in the {row} ({royalty})", "royalty {row} before the rows are shown"),
    severity=Severity.NOTICE,
)

ROYALTY_NOT_HELD: Final = code(
    "royalty-not-held",
    "an announced royalty that the hand does not have",
    "Nothing is paid for the announced royalty.",
    Message("{seat} announced a royalty in the {row} but has none there", "royalties that the hand has"),
    severity=Severity.NOTICE,
)

UNIT_MISMATCH: Final = mismatch("unit-mismatch", "recorded units between two seats are wrong")

CODES: Final = (
    BAD_SETTING,
    FOUL,
    NATURAL_NOT_HELD,
    SURRENDER_NOT_ALLOWED,
    ROYALTY_UNDECLARED,
    ROYALTY_NOT_HELD,
    UNIT_MISMATCH,
)
"""The codes that only this game reports, or for which it has its own messages."""

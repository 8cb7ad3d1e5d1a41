"""The finding codes that only Chinese poker raises."""

from typing import Final

from engine.rulebook.codes import mismatch
from engine.rulebook.findings import Say, Severity, code

BAD_SETTING: Final = code(
    "bad-setting",
    "rows of wrong size, a card laid twice, a placement into a full row or of the wrong number of cards",
    "A hand is three cards in front, five in the middle and five in the back, each card once. A hand set otherwise is "
    "settled as a mis-set one. Of a placement, what fits is placed.",
    {
        "sizes": Say("rows of {sizes} cards", "3 in front, 5 in the middle, 5 in the back"),
        "twice": Say("{cards} laid twice", "each card once"),
        "full": Say("{row} is full: {cards} does not fit", "a row that has room"),
        "count": Say("{count} placed", "{wanted}"),
    },
)

FOUL: Final = code(
    "foul",
    "a mis-set hand (the rules price it; it is no offence)",
    "The back must rank at least as high as the middle, and the middle at least as high as the front. With the middle "
    "played for low only back and front are held to order. The rules say what a mis-set hand costs.",
    Say("{seat}'s hand is mis-set: {above} ({above_row}) does not reach {below} ({below_row})", "rows in order"),
    severity=Severity.NOTICE,
)

NATURAL_NOT_HELD: Final = code(
    "natural-not-held",
    "a natural claimed that the hand is not, or that is not played",
    "The claim has no effect, and the seat still sets its hand.",
    {
        "": Say("{seat}'s hand is not {natural}", "a natural that the hand is, or none"),
        "off": Say("{natural} is no natural under these rules", "one of {known}"),
    },
)

SURRENDER_NOT_ALLOWED: Final = code(
    "surrender-not-allowed",
    "a surrender where the rules have none",
    "The option surrender is 0. The seat is settled as if it had surrendered for nothing.",
    Say("{seat} surrenders, and there is no surrender", "in, and a hand that is set"),
)

ROYALTY_UNDECLARED: Final = code(
    "royalty-undeclared",
    "a royalty held, and not paid since it was not announced",
    "With royalty_announced a royalty counts only when its row was announced before the rows were shown.",
    Say("{seat} holds {royalty} in {row} and did not announce it", "royalty {row} before the rows are shown"),
    severity=Severity.NOTICE,
)

ROYALTY_NOT_HELD: Final = code(
    "royalty-not-held",
    "a royalty announced, and not held",
    "Nothing is paid for it.",
    Say("{seat} announced a royalty in {row} and holds none there", "royalties that are held"),
    severity=Severity.NOTICE,
)

UNIT_MISMATCH: Final = mismatch("unit-mismatch", "recorded units between two seats differ")

CODES: Final = (
    BAD_SETTING,
    FOUL,
    NATURAL_NOT_HELD,
    SURRENDER_NOT_ALLOWED,
    ROYALTY_UNDECLARED,
    ROYALTY_NOT_HELD,
    UNIT_MISMATCH,
)
"""The codes that only this game raises, or raises with sentences of its own."""

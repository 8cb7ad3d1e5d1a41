"""The finding codes that the climbing games share."""

from collections.abc import Mapping
from typing import Final

from engine.rulebook.findings import Code, Message, code

WRONG_LEADER: Final = code(
    "wrong-leader",
    "the wrong seat leads first",
    "The play counts for the seat that it names, and the turn continues from there.",
    Message("{seat} leads, but {leader} has the first lead", "a lead by {leader}"),
)

NOT_A_COMBINATION: Final = code(
    "not-a-combination",
    "the cards are not a combination of the game",
    "The cards leave the hand, and the turn passes. The play on the table remains the play to beat. If the cards "
    "were led, the next seat leads.",
    Message("{cards} is not a combination", "a combination of the game, or a pass"),
)

DOES_NOT_BEAT: Final = code(
    "does-not-beat",
    "a combination that does not beat the play on the table",
    "The play becomes the play to beat. A play with wild cards can have more than one reading. If the log claims "
    "none, the highest one counts. If a lower one would make this play legal, the message names it.",
    {
        "": Message("{play} does not beat {table}", "{higher}, or a pass"),
        "reading": Message(
            "{play} does not beat {table}; the play on the table can also be read as {reading}, which would be beaten, "
            "but the log does not claim that reading",
            "{higher}, or a pass",
        ),
        "capture": Message("fours cannot capture {table}", "a play that beats it, or a pass"),
        "capture-count": Message(
            "{count} fours cannot capture {table}", "{wanted} fours, a play that beats it, or a pass"
        ),
    },
)

TRIBUTE_MISSING: Final = code(
    "tribute-missing",
    "tribute is due but was not paid",
    "No card moves, and the seat that plays has the lead. The finding is reported at the first action that takes the "
    "place of the tribute; a later payment is an unexpected action. If several cards are owed, the cards that were "
    "paid stay on the table.",
    {
        "": Message("tribute by {payers} is due but was not paid", "tribute by {payers}"),
        "short": Message("{seat} pays {count} but owes {owed}", "{owed} in one action"),
        "take": Message("the tribute on the table was not taken by {takers}", "tribute taken by {takers}"),
    },
)

TRIBUTE_NOT_DUE: Final = code(
    "tribute-not-due",
    "a tribute that the seat does not owe",
    "The card moves as recorded. It stays if the log names no receiver and none can be determined.",
    {
        "": Message("{seat} pays tribute but owes none", "{wanted}"),
        "twice": Message("{seat} pays tribute twice", "one tribute"),
        "resisted": Message("{seat} pays tribute, but the tribute was resisted", "the banker's lead"),
        "many": Message("{seat} pays {count} but owes {owed}", "{owed}"),
        "must": Message("{seat} pays tribute, but {payers} hold both red jokers", "{wanted}"),
    },
)

TRIBUTE_WRONG_CARD: Final = code(
    "tribute-wrong-card",
    "the wrong card is paid as tribute",
    "The card moves as recorded.",
    {
        "": Message("{seat} pays {recorded} but holds {highest}", "{highest}"),
        "wild": Message("{seat} pays {recorded}, but wild cards are not paid", "the highest card that is not wild"),
        "aside": Message("{seat} pays {recorded}, which cannot be tribute", "{highest}"),
    },
)

TRIBUTE_WRONG_SEAT: Final = code(
    "tribute-wrong-seat",
    "a tribute or a returned card to the wrong seat",
    "The card moves as recorded.",
    {
        "": Message("the tribute {recorded} goes to {to}, but it is due to {receiver}", "{receiver} as the receiver"),
        "take": Message("{seat} takes tribute but is due none", "tribute taken by {takers}"),
        "take-many": Message("{seat} takes {count} but is due {owed}", "{owed}"),
        "order": Message("{seat} takes tribute before {takers}, who finished earlier", "tribute taken by {takers}"),
        "return": Message(
            "{recorded} is returned to {to}, but {receiver} paid the tribute", "{receiver} as the receiver"
        ),
    },
)

RETURN_WRONG_CARD: Final = code(
    "return-wrong-card",
    "a card that may not be returned",
    "The card moves as recorded.",
    {
        "": Message("{seat} may not return {recorded}", "{allowed}"),
        "lowest": Message(
            "{seat} may return only its lowest card, not {recorded}",
            "{lowest}",
        ),
    },
)

RETURN_MISSING: Final = code(
    "return-missing",
    "a card was not returned for a tribute",
    "No card moves, and the seat that plays has the lead. The finding is reported at the first action that takes the "
    "place of the return; a later return is an unexpected action.",
    Message("no card was returned by {receivers} for the tribute", "a card returned by {receivers}"),
)


def role_not_allowed(messages: Mapping[str, Message]) -> Code:
    """The code of a role that a seat may not take, show or declare, with a game's own sentences."""
    return code(
        "role-not-allowed",
        "a seat may not accept, declare, expose, reveal or resist",
        "The seat may not take, show or declare this role or resist tribute, or does not hold the cards for it. The "
        "action has no effect. Tribute that is not paid after such a resistance is not reported again.",
        messages,
    )


PLAY: Final = (WRONG_LEADER, NOT_A_COMBINATION, DOES_NOT_BEAT)
"""The codes of every climbing game."""

TRIBUTE: Final = (TRIBUTE_MISSING, TRIBUTE_NOT_DUE, TRIBUTE_WRONG_CARD, TRIBUTE_WRONG_SEAT)
"""The codes of games with tribute."""

RETURN: Final = (RETURN_WRONG_CARD, RETURN_MISSING)
"""The codes of games in which tribute is returned."""

"""The finding codes that the climbing games share."""

from collections.abc import Mapping
from typing import Final

from engine.rulebook.findings import Code, Say, code

WRONG_LEADER: Final = code(
    "wrong-leader",
    "the first to play is not the one the rules say",
    "The play is taken as done by the seat named, and the turn goes on from there.",
    Say("{seat} leads, but the first lead is {leader}'s", "a lead of {leader}"),
)

NOT_A_COMBINATION: Final = code(
    "not-a-combination",
    "the cards form nothing playable",
    "The cards leave the hand and the turn is used; what lay on the table stays the play to beat. On a lead, the "
    "next seat leads.",
    Say("{cards} form no combination", "a combination of the game, or a pass"),
)

DOES_NOT_BEAT: Final = code(
    "does-not-beat",
    "playable, but not against what lies on the table",
    "The play takes the table's place as the play to beat. Where wild cards allow more than one reading and the log "
    "claims none, "
    "the rules take the highest; if a lower reading would have made the play legal, the finding names it.",
    {
        "": Say("{play} does not beat {table}", "{higher}, or a pass"),
        "reading": Say(
            "{play} does not beat {table}; nobody claimed that reading, and read as {reading} the play on the table "
            "could be beaten so",
            "{higher}, or a pass",
        ),
        "capture": Say("fours do not capture {table}", "a play that beats it, or a pass"),
        "capture-count": Say("{count} fours do not capture {table}", "{wanted} fours, a play that beats it, or a pass"),
    },
)

TRIBUTE_MISSING: Final = code(
    "tribute-missing",
    "tribute is due and was not paid",
    "Nothing moves; whoever plays has the lead. A later payment is an unexpected action. Reported at the first "
    "action that comes in its stead. Of several cards owed, those that are given lie on the table.",
    {
        "": Say("tribute of {payers} is due and not paid", "tribute of {payers}"),
        "short": Say("{seat} gives {count} and owes {owed}", "{owed} in one action"),
        "take": Say("{takers} have yet to take tribute from the table", "cards taken by {takers}"),
    },
)

TRIBUTE_NOT_DUE: Final = code(
    "tribute-not-due",
    "a second payment, or one by a seat that owes none",
    "The card moves as recorded; if no receiver is named or can be told, it stays.",
    {
        "": Say("{seat} owes no tribute", "{wanted}"),
        "twice": Say("{seat} has paid its tribute already", "one tribute"),
        "resisted": Say("tribute was resisted: nothing is paid", "the banker's lead"),
        "many": Say("{seat} gives {count} and owes {owed}", "{owed}"),
    },
)

TRIBUTE_WRONG_CARD: Final = code(
    "tribute-wrong-card",
    "not the card that is owed",
    "The card moves as recorded.",
    {
        "": Say("{seat} pays {recorded} and holds {highest}", "{highest}"),
        "wild": Say("{seat} pays {recorded}, a wild card; these are left aside", "the highest card but the wild ones"),
        "aside": Say("{seat} gives {recorded}, which is never tribute", "{highest}"),
    },
)

TRIBUTE_WRONG_SEAT: Final = code(
    "tribute-wrong-seat",
    "a tribute or a returned card to the wrong seat",
    "The card moves as recorded.",
    {
        "": Say("the tribute {recorded} goes to {to}; it is due to {receiver}", "{receiver} as the receiver"),
        "take": Say("{seat} takes and has nothing to take", "cards taken by {takers}"),
        "take-many": Say("{seat} takes {count} and may take {owed}", "{owed}"),
        "order": Say("{seat} takes before {takers}, who finished earlier", "cards taken by {takers}"),
        "return": Say("{recorded} is returned to {to}; {receiver} paid the tribute", "{receiver} as the receiver"),
    },
)

RETURN_WRONG_CARD: Final = code(
    "return-wrong-card",
    "not a card that may be given back",
    "The card moves as recorded.",
    {
        "": Say("{seat} returns {recorded}", "{allowed}"),
        "lowest": Say("{seat} returns {recorded} and holds no card that is allowed", "its lowest card, {lowest}"),
    },
)

RETURN_MISSING: Final = code(
    "return-missing",
    "a card is owed in return and was not given",
    "Nothing moves; whoever plays has the lead. A later return is an unexpected action. Reported at the first action "
    "that comes in its stead.",
    Say("nothing is returned by {receivers}, who took tribute", "a card returned by {receivers}"),
)


def role_not_allowed(says: Mapping[str, Say]) -> Code:
    """The code of a role that is taken, shown or declared without the right to, with a game's own sentences."""
    return code(
        "role-not-allowed",
        "accepting, declaring, exposing, revealing or resisting without the right to",
        "A role is taken, shown or declared, or tribute is resisted, by a seat that may not, or without the cards for "
        "it. The action has no effect. Tribute that is not paid after a resistance without right is not reported once "
        "more.",
        says,
    )


PLAY: Final = (WRONG_LEADER, NOT_A_COMBINATION, DOES_NOT_BEAT)
"""The codes of every climbing game."""

TRIBUTE: Final = (TRIBUTE_MISSING, TRIBUTE_NOT_DUE, TRIBUTE_WRONG_CARD, TRIBUTE_WRONG_SEAT)
"""The codes of games with tribute."""

RETURN: Final = (RETURN_WRONG_CARD, RETURN_MISSING)
"""The codes of games in which tribute is returned."""

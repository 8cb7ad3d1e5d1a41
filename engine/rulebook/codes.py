"""The finding codes that any game can report."""

from collections.abc import Mapping
from typing import Final

from engine.rulebook.findings import Code, Message, Severity, code
from engine.rulebook.malformed import MALFORMED as MALFORMED

UNKNOWN_FIELD: Final = code(
    "unknown-field",
    "a field that the format does not have for this game",
    "The field is kept and has no effect. Each path is reported once.",
    {
        "": Message("unknown field '{recorded}'", "a field of fupan/1"),
        "foreign": Message("{recorded} is not a known part of the {platform} format"),
        "line": Message("line {line}: unknown line {recorded}", "a line of the head or of a hand"),
    },
    severity=Severity.NOTICE,
)

READ_AS: Final = code(
    "read-as",
    "part of the log was interpreted",
    "The text allows more than one reading, or the format has its own spelling. The message shows the reading.",
    {
        "": Message("{recorded} is read as {reading}"),
        "line": Message("line {line}: '{recorded}' is read as {reading}"),
        "preset": Message("the log comes from {platform} and is checked under the rules {reading}"),
        "encoding": Message("the text is read as {encoding}"),
        "gbk": Message("Chinese text in GBK: read as {encoding}"),
        "mark": Message("the byte order mark at the start of the text is ignored"),
        "kept": Message("{recorded} is read as recorded, although {against}"),
        "one-seat": Message("all actions are by {recorded}: the log is read as a record of {recorded} alone"),
        "digits": Message("the number {recorded} in match.{field} is read as text"),
        "repeats": Message("repeated messages are ignored: {count}"),
        "more": Message("more than {count} notices about this log; only the first {count} are shown"),
    },
    severity=Severity.NOTICE,
)

NOT_RECORDED: Final = code(
    "not-recorded",
    "a foreign format does not record a fact",
    "A fact that is not recorded stays unknown. Nothing is assumed in its place.",
    Message("{platform} does not record {what}"),
    severity=Severity.NOTICE,
)

OTHERS_NOT_RECORDED: Final = code(
    "others-not-recorded",
    "the log leaves out the actions of some seats",
    "Only what follows from the actions and cards of the log is reported. Whose turn it was, and what had to be "
    "beaten, is not known. No hand with actions is followed to its end; its outcome is the recorded result.",
    {
        "": Message("only the actions of {seats} are recorded"),
        "none": Message("the log does not have all actions of any seat"),
    },
    severity=Severity.NOTICE,
)

UNKNOWN_OPTION: Final = code(
    "unknown-option",
    "a preset, option or value that the rule set does not have",
    "The rules that the log claims, or that were chosen for the check, do not exist. The match cannot be checked "
    "without them.",
    {
        "preset": Message("{game} has no preset '{recorded}'{hint}", "one of {known}"),
        "option": Message("{game} has no option '{recorded}'{hint}", "one of {known}"),
        "value": Message("'{recorded}' is not a valid value for {option} ({known}){hint}", "{known}"),
        "together": Message("{reason}", "{known}"),
    },
)

DECK_MISMATCH: Final = code(
    "deck-mismatch",
    "the cards do not match the deck",
    "The log has more copies of a card than the deck, or every hand is complete and a card of the deck is missing. "
    "The replay continues with the cards of the log.",
    {
        "": Message("the log has {recorded}, more than the deck contains", "at most {copies} of each card"),
        "short": Message("no hand contains {recorded}, although every hand is complete", "every card of the deck"),
    },
)

HAND_SIZE: Final = code(
    "hand-size",
    "a dealt hand has the wrong number of cards",
    "Every card of `deal` counts, including unknown ones. The replay continues with the cards of the log.",
    Message("the deal of {dealt} has {count} cards", "{wanted} cards"),
)

OUT_OF_TURN: Final = code(
    "out-of-turn",
    "a seat acts when it is another seat's turn",
    "The action counts for the seat that it names, and the turn continues from there. The seats skipped count as "
    "having passed.",
    Message("{seat} acts, but it is {turn}'s turn", "an action by {turn}"),
)

CARD_NOT_HELD: Final = code(
    "card-not-held",
    "a seat uses a card that it does not hold",
    "The play counts as recorded. The cards that the seat does hold leave its hand.",
    {
        "": Message("{seat} does not hold {cards}", "cards that {seat} holds"),
        "count": Message("{seat} plays {played} cards but has only {count}", "at most {count} cards"),
        "count-at-most": Message("{seat} plays {played} cards but has at most {count}", "at most {count} cards"),
        "table": Message("{cards} is not on the table", "cards on the table"),
    },
)

MUST_LEAD: Final = code(
    "must-lead",
    "a pass by the seat on lead",
    "The seat on lead must play. The next seat leads instead.",
    Message("{seat} passes but is on lead", "a play"),
)

ALREADY_OUT: Final = code(
    "already-out",
    "an action by a seat that has no cards left",
    "The action has no effect.",
    Message("{seat} acts but has no cards left", "an action by {turn}"),
)

AFTER_END: Final = code(
    "after-end",
    "an action after the hand has ended",
    "The action has no effect.",
    Message("{seat} acts after the end of the hand", "no further action in this hand"),
)

UNEXPECTED_ACTION: Final = code(
    "unexpected-action",
    "a verb that is not allowed at this point or in this game",
    "The action is ignored and has no effect.",
    {
        "": Message("{verb} is not allowed here", "{wanted}"),
        "game": Message("{game} has no verb '{verb}'", "{wanted}"),
    },
)

SETUP_MISMATCH: Final = code(
    "setup-mismatch",
    "a fact in `setup` contradicts the previous hands",
    "A fact that the log states before a hand does not follow from the hands before it. The replay continues with "
    "the fact as stated, because the table played by it.",
    Message("setup.{field} contradicts the previous hands: the log has {recorded}; they give {computed}", "{computed}"),
)

AFTER_MATCH: Final = code(
    "after-match",
    "a hand after the end of the match",
    "The hand is replayed and reported, but it does not count.",
    Message("the match was already won before this hand", "no further hand"),
    severity=Severity.NOTICE,
)

INCOMPLETE_HAND: Final = code(
    "incomplete-hand",
    "the log ends before the hand is over",
    "The actions do not reach the end of the hand. If the recorded result is complete enough, the hand is scored "
    "from it. Otherwise the totals are unknown from this hand on. A last hand that was stopped by the clock scores "
    "nothing, and is only a notice.",
    {
        "": Message("the log ends before the hand is over: {left}", "actions up to the end of the hand"),
        "empty": Message("the hand has no actions and no result from which it can be scored", "actions or a result"),
        "cut-off": Message("the hand was stopped by the clock and scores nothing: {left}"),
    },
    severity=Severity.WARNING,
)

RESULT_ONLY: Final = code(
    "result-only",
    "a hand without actions, scored from its recorded result",
    "The play was not recorded and cannot be checked. The hand is scored from its recorded result. If that is not "
    "complete enough, the recorded scores are used as they are.",
    {
        "result": Message("the play was not recorded; the hand is scored from its recorded result"),
        "scores": Message("the play was not recorded; the recorded scores are used as they are"),
    },
    severity=Severity.NOTICE,
)


def mismatch(identity: str, meaning: str, messages: Mapping[str, Message] | None = None) -> Code:
    """The code of a recorded result that differs from the computed one; ``messages`` are those of other variants."""
    return code(
        identity,
        meaning,
        "The recorded value is not the one that the rules give. The report has the computed value.",
        {
            "": Message("wrong {field}: the log has {recorded}; the rules give {computed}", "{computed}"),
            **(messages or {}),
        },
        about_result=True,
    )


FINISH_MISMATCH: Final = mismatch("finish-mismatch", "the recorded order of finish is wrong")
SCORE_MISMATCH: Final = mismatch(
    "score-mismatch",
    "a recorded score is wrong",
    {"sum": Message("the recorded scores {recorded} add up to {computed}", "scores that add up to 0")},
)
TOTAL_MISMATCH: Final = mismatch("total-mismatch", "a recorded total is wrong")
WINNER_MISMATCH: Final = mismatch("winner-mismatch", "the recorded winner is wrong")

EVERY_GAME: Final = (
    MALFORMED,
    UNKNOWN_FIELD,
    READ_AS,
    NOT_RECORDED,
    UNKNOWN_OPTION,
    DECK_MISMATCH,
    HAND_SIZE,
    OUT_OF_TURN,
    CARD_NOT_HELD,
    ALREADY_OUT,
    AFTER_END,
    UNEXPECTED_ACTION,
    SETUP_MISMATCH,
    AFTER_MATCH,
    INCOMPLETE_HAND,
    RESULT_ONLY,
    SCORE_MISMATCH,
    TOTAL_MISMATCH,
    WINNER_MISMATCH,
)
"""The codes that every game can report."""

WITH_FINISH: Final = (MUST_LEAD, FINISH_MISMATCH, OTHERS_NOT_RECORDED)
"""The codes of games in which seats play cards until they are out."""

"""The finding codes that any game can raise."""

from collections.abc import Mapping
from typing import Final

from engine.rulebook.findings import Code, Say, Severity, code

MALFORMED: Final = code(
    "malformed",
    "the text, a field or an action does not parse",
    "Something in the log cannot be read as what it should be. Of an action nothing is done: no card moves, and "
    "whoever acts next is taken to be on turn. A file that cannot be read as a match at all is refused whole. "
    "A time that is earlier than the one before it is only a warning.",
    {
        "json": Say("not JSON: {reason}, line {line} column {column}", "a JSON object"),
        "field": Say("{reason}", "{wanted}"),
        "bound": Say("{what} over the bound of {bound}", "at most {bound}"),
        "twice": Say("the field {field} stands twice in one object", "each field once"),
        "text": Say("not UTF-8 text: byte {byte} of the file", "UTF-8"),
        "utf-16": Say("not UTF-16 text: byte {byte} of the file", "UTF-16, or UTF-8"),
        "packed": Say("the file cannot be unpacked: {reason}", "plain text, gzip, zstd or zip"),
        "fault": Say("the engine failed on this match ({reason}): the fault is Fupan's", "a verdict"),
        "format": Say("no format known here: {reason}", "a fupan/1 log, or a format that has a reader"),
        "players": Say("{count} players; {game} has {wanted}", "{wanted} players"),
        "seat-name": Say("{recorded} is no name for a seat", "1 to 8 of A-Z, a-z, 0-9 and _"),
        "seat-twice": Say("seat {recorded} stands twice among the players", "each seat once"),
        "game": Say("no game {recorded} is known", "{games}"),
        "time": Say("{recorded} is no RFC 3339 time", "a time such as 2024-05-01T19:30:00+08:00"),
        "earlier": Say("the time {recorded} is earlier than {before} before it", "times that never decrease"),
        "empty": Say("the action is empty", "SEAT VERB ARGUMENTS"),
        "no-verb": Say("{seat} does nothing: the verb is missing", "SEAT VERB ARGUMENTS"),
        "unknown-seat": Say("no seat {recorded} at this table", "{seats}"),
        "unknown-verb": Say("no verb {recorded} is known", "{verbs}"),
        "unknown-card": Say("{recorded} is no card of this game", "cards such as Th, 2s or RJ"),
        "hidden": Say("?? cannot stand for a card here", "the card itself"),
        "claim": Say("{recorded}: {reason}", "a claim such as 2h=9s on a wild card"),
        "too-few": Say("{verb} says too little", "{wanted}"),
        "too-many": Say("{verb} says too much: {recorded}", "{wanted}"),
        "argument": Say("{recorded} is no argument of {verb}", "{wanted}"),
        "drawn": Say("{seat} cannot have drawn {count} cards by then", "a count that fits the drawing in turn"),
        "seconds": Say("{recorded} is no number of seconds", "@ and a decimal number"),
        "deal-card": Say("dealt to {dealt}, but no card of this game: {recorded}", "cards such as Th, 2s or RJ, or ??"),
        "deal-seat": Say("cards dealt to {recorded}, which is no seat here", "{seats}"),
        "setup": Say("setup {field}: {reason}", "{wanted}"),
        "result": Say("recorded {field}: {reason}", "{wanted}"),
    },
)

UNKNOWN_FIELD: Final = code(
    "unknown-field",
    "a field that the format does not name for this game",
    "The field is kept and has no effect. It is reported once for each path.",
    {
        "": Say("the field {recorded} is not one that the format names", "the fields of fupan/1"),
        "foreign": Say("{recorded} is nothing that the format of {platform} is known to have"),
    },
    severity=Severity.NOTICE,
)

READ_AS: Final = code(
    "read-as",
    "something was read as another thing than it says",
    "A reader had to choose, or a format has a quirk of its own. What was chosen is named.",
    {
        "": Say("{recorded} is read as {reading}"),
        "preset": Say("the log comes from {platform}: read under the preset {reading}"),
        "encoding": Say("the text is in {encoding}: read as that"),
        "mark": Say("the byte order mark at the start of the text is passed over"),
        "kept": Say("{recorded} stands as the log has it, though {against}"),
        "repeats": Say("messages that only repeat another are read as one with it; there are {count} of them"),
        "more": Say("there is more to remark about this log; the first {count} remarks stand here"),
    },
    severity=Severity.NOTICE,
)

NOT_RECORDED: Final = code(
    "not-recorded",
    "a foreign format does not hold something",
    "What is not recorded stays unknown: nothing is made up in its place.",
    Say("{platform} does not record {what}"),
    severity=Severity.NOTICE,
)

UNKNOWN_OPTION: Final = code(
    "unknown-option",
    "a preset, option or value that the rule set does not have",
    "The rules that a log claims, or that the check was asked to use, do not exist. Without known rules nothing can "
    "be judged.",
    {
        "preset": Say("{game} has no preset {recorded}", "one of {known}"),
        "option": Say("{game} has no option {recorded}", "one of {known}"),
        "value": Say("{recorded} is no value of the option {option}", "{known}"),
        "together": Say("{reason}", "{known}"),
    },
)

DECK_MISMATCH: Final = code(
    "deck-mismatch",
    "more copies of a card than the deck has, or the cards known cannot be the deck",
    "The cards dealt and played are counted against the deck. The replay goes on with what the log says.",
    {
        "": Say("{recorded} in all, more than the deck has", "{copies} of each at the most"),
        "short": Say("the hands are complete, and {recorded} is in none of them", "the whole deck"),
    },
)

HAND_SIZE: Final = code(
    "hand-size",
    "a dealt hand has the wrong number of cards",
    "Every card of `deal` counts, the unknown ones too. The replay goes on with what the log says.",
    Say("{dealt} is dealt {count} cards", "{wanted} cards"),
)

OUT_OF_TURN: Final = code(
    "out-of-turn",
    "another seat is to act",
    "The action is taken as done by the seat named, and the turn goes on from there. The seats in between count as "
    "having passed.",
    Say("{seat} acts, but it is {turn}'s turn", "an action of {turn}"),
)

CARD_NOT_HELD: Final = code(
    "card-not-held",
    "a card that the seat does not hold",
    "The cards that are held leave the hand, and the play counts as recorded.",
    {
        "": Say("{seat} does not hold {cards}", "cards from {seat}'s hand"),
        "count": Say("{seat} has {count} cards left and plays {played}", "at most {count} cards"),
        "table": Say("{cards} does not lie on the table", "cards that lie on the table"),
    },
)

MUST_LEAD: Final = code(
    "must-lead",
    "a pass where the seat leads",
    "Who leads must play. The turn goes on; the next seat leads.",
    Say("{seat} has the lead and passes", "a play"),
)

ALREADY_OUT: Final = code(
    "already-out",
    "an action of a seat that has no cards left",
    "The action has no effect.",
    Say("{seat} has no cards left", "an action of {turn}"),
)

AFTER_END: Final = code(
    "after-end",
    "an action after the hand has ended",
    "The action has no effect.",
    Say("the hand is over", "no further action in this hand"),
)

UNEXPECTED_ACTION: Final = code(
    "unexpected-action",
    "the verb does not belong here or to this game",
    "The action has no effect.",
    {
        "": Say("{verb} has no place here", "{wanted}"),
        "game": Say("{verb} is no verb of {game}", "{wanted}"),
    },
)

SETUP_MISMATCH: Final = code(
    "setup-mismatch",
    "a fact of `setup` contradicts the hands before",
    "What the log says before a hand does not follow from the hands before it. The replay goes on with what the log "
    "says, as the table did.",
    Say("setup {field} is {recorded}; the hands before give {computed}", "{computed}"),
)

AFTER_MATCH: Final = code(
    "after-match",
    "a hand recorded after the match was won",
    "The hand is replayed and reported, and counts for nothing.",
    Say("the match was won before this hand", "no further hand"),
    severity=Severity.NOTICE,
)

INCOMPLETE_HAND: Final = code(
    "incomplete-hand",
    "the log stops before the hand ends",
    "What was recorded of the end is then all that can be known of it. If it is enough, the hand is scored from it; "
    "if not, the totals are unknown from this hand on. A last hand that the clock cut off counts nothing, and that "
    "is only a notice.",
    {
        "": Say("the log stops before the hand ends: {left}", "actions to the end of the hand"),
        "empty": Say("the log has neither actions nor a result that would score the hand", "actions, or a result"),
        "cut-off": Say("the clock cut off this hand, which counts nothing: {left}"),
    },
    severity=Severity.WARNING,
)

RESULT_ONLY: Final = code(
    "result-only",
    "a hand without a single action, known by its recorded result alone",
    "The play was not recorded, so nothing of it can be judged. The hand is scored from what the table wrote down of "
    "its end, or, where that is not enough, by the recorded scores as they are.",
    {
        "result": Say("the hand is scored from its recorded result; the play was not recorded"),
        "scores": Say("the scores are as recorded; neither the play nor enough of the result was recorded"),
    },
    severity=Severity.NOTICE,
)


def mismatch(identity: str, meaning: str, says: Mapping[str, Say] | None = None) -> Code:
    """The code of a recorded result that differs from the computed one; ``says`` has sentences by further variants."""
    return code(
        identity,
        meaning,
        "What the table wrote down is not what the replay gives under the rules. The computed value stands in the "
        "report.",
        {"": Say("recorded {field} {recorded}, computed {computed}", "{computed}"), **(says or {})},
        about_result=True,
    )


FINISH_MISMATCH: Final = mismatch("finish-mismatch", "the recorded order of finish differs")
SCORE_MISMATCH: Final = mismatch(
    "score-mismatch",
    "a recorded score differs",
    {"sum": Say("the recorded scores {recorded} sum to {computed}", "scores that sum to 0")},
)
TOTAL_MISMATCH: Final = mismatch("total-mismatch", "a recorded total differs")
WINNER_MISMATCH: Final = mismatch("winner-mismatch", "the recorded winner differs")

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
"""The codes that every game can raise."""

WITH_FINISH: Final = (MUST_LEAD, FINISH_MISMATCH)
"""The codes of games in which seats play cards until they are out."""

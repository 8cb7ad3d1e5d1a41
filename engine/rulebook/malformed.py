"""The finding code `malformed`: its cases, what each means, and how to fix it."""

from typing import Final

from engine.rulebook.findings import Message, code

MALFORMED: Final = code(
    "malformed",
    "the text, a field or an action cannot be parsed",
    "Part of the log is not written as the format requires. An action that cannot be parsed has no effect: no card "
    "moves, and the next seat that acts counts as the seat on turn. A file that cannot be read as a match at all is "
    "rejected, and its verdict is unreadable. A time that is earlier than the one before it, a date of the match that "
    "is none, and an unknown seat in match.recorded are only warnings.",
    {
        "json": Message(
            "invalid JSON: {reason} at line {line}, column {column}",
            "a JSON object",
            "The text is not valid JSON. Fix the text at the place shown. If the text is cut off, export or copy the "
            "log again.",
        ),
        "line": Message(
            "line {line}, column {column}: {found}",
            "{wanted}",
            "A line of a text that was typed by hand cannot be read, and nothing is guessed where the text leaves two "
            "readings. Correct the line at the place shown. The page on writing a log by hand has every word.",
        ),
        "field": Message(
            "{reason}",
            "{wanted}",
            "A required field is missing, or a value cannot be read, as in: players is missing. Add the field, or "
            "correct the value.",
        ),
        "bound": Message(
            "too large: {what} (limit: {bound})",
            "at most {bound}",
            "The log, or one of its parts, is too large. Split the log, or shorten the part that is named.",
        ),
        "twice": Message(
            "the field '{field}' appears twice in the same object",
            "each field once",
            "JSON readers disagree on which of the two values counts, so neither is used. Remove one of them.",
        ),
        "text": Message(
            "invalid UTF-8 at byte {byte} of the file",
            "UTF-8 text",
            "The file is not valid UTF-8, or it is damaged. Save it again as UTF-8.",
        ),
        "utf-16": Message(
            "invalid UTF-16 at byte {byte} of the file",
            "UTF-16 or UTF-8 text",
            "The file begins as UTF-16 and then contains bytes that are not valid in it. Save it again as UTF-8.",
        ),
        "packed": Message(
            "the file cannot be decompressed: {reason}",
            "plain text, gzip, zstd or zip",
            "The compressed file is damaged, cut off, encrypted or compressed twice. Compress the log again, or use "
            "the plain file.",
        ),
        "fault": Message(
            "internal error while checking this match ({reason})",
            "a verdict",
            "Fupan failed on this match. This is a bug in Fupan and not a fault of the log. Please report it, with "
            "the log.",
        ),
        "read-fault": Message(
            "internal error while reading this match ({reason})",
            "a match",
            "Fupan failed while it read this match. This is a bug in Fupan and not a fault of the log. Please report "
            "it, with the log.",
        ),
        "format": Message(
            "unknown log format: {reason}",
            "a fupan/1 log, or another supported format",
            "The content matches no supported format. Check that the file is a log, and that its field format is "
            "fupan/1. Foreign formats can be named with --format.",
        ),
        "kind": Message(
            "this is {what}",
            "a match log: fupan/1, or another supported format",
            "The file is not a log of a match. The message says what it looks most like. If it is a log after all, "
            "name its format with --format.",
        ),
        "empty-file": Message(
            "the file is empty",
            "a match log: fupan/1, or another supported format",
            "The file has no text. Export or copy the log again.",
        ),
        "players": Message(
            "{game} is played by {wanted} players, but the log has {count}",
            "{wanted} players",
            "The list players has too many or too few entries for this game and its rules. Correct the list, or the "
            "rules that the log claims.",
        ),
        "seat-name": Message(
            "'{recorded}' is not a valid seat name",
            "1 to 8 of the characters A-Z, a-z, 0-9 and _",
            "Seat names are short, because every action begins with one. Rename the seat. The field name of a player "
            "can be any text.",
        ),
        "seat-twice": Message(
            "two players have the seat '{recorded}'",
            "a different seat for each player",
            "Two entries of players have the same seat. Give each player a seat of its own.",
        ),
        "game": Message(
            "unknown game '{recorded}'{hint}",
            "one of {games}",
            "The field game names a game that Fupan does not know. Use one of the names listed.",
        ),
        "time": Message(
            "'{recorded}' is not a date, nor a date and a time",
            "a date such as 2024-05-01, or a time such as 2024-05-01T19:30:00+08:00",
            "The field played_at has a date, alone or with a time, and the time may have an offset from UTC. This is a "
            "warning: the match has no date. Correct it, or remove it.",
        ),
        "recorded": Message(
            "the match has no seat '{recorded}' whose actions can be recorded",
            "seats of {seats}",
            "The list recorded names the seats whose actions the log has. This is a warning: the name is ignored. "
            "Correct it, or remove it.",
        ),
        "earlier": Message(
            "the time {recorded} is earlier than {before}, the time before it",
            "times that never decrease",
            "The seconds after @ count from the start of the hand and never decrease. This is a warning: the action "
            "counts. Check the order of the actions.",
        ),
        "empty": Message(
            "the action is empty",
            "SEAT VERB ARGUMENTS",
            "The action has no words before its comment. Remove it.",
        ),
        "no-verb": Message(
            "the action of {seat} has no verb",
            "SEAT VERB ARGUMENTS",
            "The action has a seat and nothing else. Add the verb, such as play or pass.",
        ),
        "unknown-seat": Message(
            "unknown seat '{recorded}'; the seats are {seats}",
            "one of {seats}",
            "The action names a seat that no player has. Seat names are case-sensitive.",
        ),
        "unknown-verb": Message(
            "unknown verb '{recorded}'{hint}",
            "one of {verbs}",
            "No game has this verb. Verbs are written in lower case.",
        ),
        "unknown-card": Message(
            "'{recorded}' is not a card of this game",
            "a card such as {cards}",
            "A card is a rank and a suit, or a joker; which of them exist depends on the game. Correct the card.",
        ),
        "hidden": Message(
            "'??' is not allowed here",
            "a known card",
            "The text ?? is an unknown card. It is allowed in deals and where a card is passed or put away face down, "
            "but not where the table sees the card.",
        ),
        "claim": Message(
            "'{recorded}' is not a valid claim: {reason}",
            "{wanted}",
            "A claim says what a wild card is played as. Correct the claim, or remove it from the card.",
        ),
        "too-few": Message(
            "{verb} needs more arguments",
            "{wanted}",
            "Something is missing after the verb. Add what is expected.",
        ),
        "too-many": Message(
            "unexpected '{recorded}' after {verb}",
            "{wanted}",
            "The verb takes fewer arguments. Remove the rest, or put a # before a comment.",
        ),
        "argument": Message(
            "'{recorded}' is not a valid argument of {verb}",
            "{wanted}",
            "The word cannot be read as an argument of this verb. Replace it with what is expected.",
        ),
        "drawn": Message(
            "{seat} cannot have drawn {count} cards at this point",
            "a count that fits the order of drawing",
            "Cards are drawn one at a time in turn, so the counts after ^ depend on each other. Correct the count, or "
            "remove it.",
        ),
        "seconds": Message(
            "'{recorded}' is not a valid time",
            "@ and a number of seconds, such as @12.5",
            "A time is @ followed by a decimal number of seconds, at the end of the action. Correct it, or remove it.",
        ),
        "deal-card": Message(
            "the deal of {dealt} contains '{recorded}', which is not a card of this game",
            "cards such as {cards}, or ??",
            "The word is counted as an unknown card. Correct it, or write ?? for a card that is not known.",
        ),
        "deal-seat": Message(
            "cards are dealt to the unknown seat '{recorded}'; the seats are {seats}",
            "one of {seats}",
            "The field deal names a seat that no player has. Its cards are ignored. Correct the seat.",
        ),
        "setup": Message(
            "invalid setup.{field}: {reason}",
            "{wanted}",
            "A fact stated before the hand cannot be read, and is ignored. Correct it, or remove it.",
        ),
        "result": Message(
            "invalid recorded {field}: {reason}",
            "{wanted}",
            "A recorded result cannot be read, and counts as not recorded. Correct it, or remove it.",
        ),
    },
)

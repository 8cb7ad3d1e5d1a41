"""The rule pages that every game shares: what a log is, and how it is read."""

from typing import Final

from engine.rulebook.findings import Rule

_SOURCE: Final = "the log format fupan/1"

PAGES: Final = (
    Rule(
        "log.format",
        "The match log",
        "One match is one JSON object of the format fupan/1. A file has one match (.json) or one match on each line "
        "(.jsonl). It may be compressed with gzip or zstd, or be inside a zip archive. The text is UTF-8. UTF-16, and "
        "GB18030 that is not valid UTF-8, are read too, with a notice. If the text cannot be read as a match of a "
        "known game, the whole match is refused, and the finding gives the place. In a .jsonl file a bad line affects "
        "no other line.",
        _SOURCE,
    ),
    Rule(
        "log.bounds",
        "Bounds",
        "A match has at most 16 MiB, 2,000 hands and 8 players. A hand has at most 10,000 actions, an action at most "
        "256 words without its comment, and a text at most 4,096 characters. Numbers must lie between -10^12 and "
        "10^12. Recorded scores, totals, units, and units times their stake must be whole numbers between -10^9 and "
        "10^9; any other value is malformed and counts as not recorded. An upload has at most 256 MiB after "
        "decompression and 20,000 matches.",
        _SOURCE,
    ),
    Rule(
        "log.players",
        "Players and seats",
        "The players are listed in order of play. The name of a seat is 1 to 8 characters of A-Z, a-z, 0-9 and _, and "
        "no two seats have the same name. The number of players must be one that the game allows under its rules.",
        _SOURCE,
    ),
    Rule(
        "log.recorded",
        "Whose actions are recorded",
        "In Guandan, Bao Huang and Big A the field recorded of match lists the seats whose actions the log has, every "
        "one of them. Actions of the other seats may be missing anywhere. Only what the actions and the known cards of "
        "the listed seats show is reported, and the outcome of a hand with actions is its recorded result. A log of "
        "six or more actions that are all by one seat is read as a record of this seat, with a notice.",
        _SOURCE,
    ),
    Rule(
        "log.fields",
        "Fields that the format does not name",
        "Fields that the format does not name are kept and have no effect. Each is reported once.",
        _SOURCE,
    ),
    Rule(
        "log.rules",
        "Which rules apply",
        "A log may name a preset and options; these rules apply. For a record in a foreign format, the preset of its "
        "platform applies. Otherwise the default preset of the game applies. A preset, option or value that the game "
        "does not have is refused.",
        _SOURCE,
    ),
    Rule(
        "log.setup",
        "Facts before a hand",
        "The setup of a hand has the facts that are known before the first action, such as levels, the seat that leads "
        "and the finish of the hand before. In a hand after the first, totals must name every seat. They are compared "
        "with the totals so far if these are known, and the replay continues with the totals in the setup.",
        _SOURCE,
    ),
    Rule(
        "log.deal",
        "The deal",
        "The deal lists the cards of each seat before any card passes to another seat. If a seat is left out, its "
        "cards are unknown; ?? is one unknown card.",
        _SOURCE,
    ),
    Rule(
        "log.actions",
        "Actions",
        "The form of an action is SEAT VERB ARGUMENTS [^DRAWN] [@SECONDS] [# COMMENT]. SECONDS is the time since the "
        "beginning of the hand, and never decreases. A wild card may be followed by the card that it stands for: "
        "2h=9s, or 2h=9 for any suit. ?? is a card that was not shown, and is allowed only in a tribute, a return, a "
        "take or a discard.",
        _SOURCE,
    ),
    Rule(
        "log.result",
        "Recorded results",
        "A recorded result is what the table wrote down. Each part is optional, and each part that is present is "
        "checked. If the table stopped by the clock (ended: time) and cut off the last hand, that hand does not count "
        "unless it has a result.",
        _SOURCE,
    ),
    Rule(
        "log.text",
        "Logs that are typed by hand",
        "A text in English or Chinese, one action on each line, is read as a match if one of its first lines names the "
        "game, such as game: guandan. A notice reports everything that the reader guessed, and each line of the head "
        "that it does not know. Any other line that cannot be read is refused with its line and column, and then the "
        "whole match is refused.",
        "the reader of loose text",
    ),
    Rule(
        "log.foreign",
        "Records of other programs",
        "A record of another program is converted to a match as far as its format allows. What the format does not "
        "record remains unknown. A notice reports each choice that the reader made. The preset of the platform "
        "applies.",
        "the readers of foreign formats",
    ),
)

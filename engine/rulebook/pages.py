"""The pages of the rules that every game shares: what a log is, and how it is read."""

from typing import Final

from engine.rulebook.findings import Rule

_SOURCE: Final = "the log format fupan/1"

PAGES: Final = (
    Rule(
        "log.format",
        "The match log",
        "One match is one JSON object of the format fupan/1, in UTF-8. A file in UTF-16 is read as that, and so is a "
        "text in GB18030 that is not UTF-8, with a notice. A file holds one match (.json) or one a line (.jsonl), "
        "plain, gzip or zstd compressed, or in a zip. What cannot be read as a match of a known game is refused whole, "
        "with the place.",
        _SOURCE,
    ),
    Rule(
        "log.bounds",
        "Bounds",
        "A match has at most 16 MiB, 2,000 hands, 10,000 actions a hand, 256 words an action (its comment not "
        "counted), 4,096 characters a text and 8 players; numbers lie within a million million either way. Recorded "
        "scores, totals and units, and units times their stake, are whole numbers within a thousand million either "
        "way; any other is malformed and counts as not recorded. An upload has at most 256 MiB "
        "unpacked and 20,000 matches.",
        _SOURCE,
    ),
    Rule(
        "log.players",
        "Players and seats",
        "Players stand in order of play. A seat is 1 to 8 of A-Z, a-z, 0-9 and _, and no two are alike.",
        _SOURCE,
    ),
    Rule(
        "log.fields",
        "Fields that the format does not name",
        "They are kept, have no effect, and are reported once each.",
        _SOURCE,
    ),
    Rule(
        "log.rules",
        "Which rules apply",
        "The log's own claim of a preset and options; of a foreign format its platform's preset; else the game's "
        "default. An unknown "
        "preset, option or value is refused.",
        _SOURCE,
    ),
    Rule(
        "log.setup",
        "Facts before a hand",
        "The setup of a hand holds what is known before the first action: levels, who leads, the order of finish of "
        "the hand before. Totals stated before a later hand than the first must be those of every seat; they are "
        "compared with the totals so far, where these are known, and believed.",
        _SOURCE,
    ),
    Rule(
        "log.deal",
        "The deal",
        "The cards dealt to each seat, before any card passes. A seat left out, or ?? in place of a card, is unknown.",
        _SOURCE,
    ),
    Rule(
        "log.actions",
        "Actions",
        "SEAT VERB ARGUMENTS [^DRAWN] [@SECONDS] [# COMMENT]. Seconds count since the hand began and never decrease. "
        "A wild card may say "
        "what it stands for: 2h=9s, or 2h=9. ?? stands for a card that was not shown, in a tribute, return, take or "
        "discard only.",
        _SOURCE,
    ),
    Rule(
        "log.result",
        "Recorded results",
        "What the table wrote down. Every part is optional, and every part present is checked. When the table "
        "stopped by the clock (ended: time), a last hand without a result counts nothing.",
        _SOURCE,
    ),
    Rule(
        "log.foreign",
        "Records of other programs",
        "A foreign record is read as far as it goes. What it lacks stays unknown, what was chosen in reading it is "
        "said in a notice, "
        "and it claims its platform's preset.",
        "the readers of foreign formats",
    ),
)

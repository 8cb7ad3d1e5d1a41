"""The sentences of a stored report, in the language of the reader."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from msgspec import UNSET
from msgspec.structs import replace

from app.text.language.saying import words
from app.text.translations.languages import DEFAULT, Language
from engine.games import GAMES
from engine.rulebook.codes import EVERY_GAME
from engine.rulebook.findings import Code
from engine.rulebook.sentences import Text, read_made
from engine.verdict.stored_report import SentenceParts, StoredFinding, StoredHand, StoredLine, StoredReport


def put_report(report: StoredReport, language: Language) -> StoredReport:
    """A report whose sentences are in a language.

    A sentence stays in English if an earlier version wrote the report, without what the sentence is made from.
    """
    if language is DEFAULT:
        return report
    return replace(
        report,
        findings=[_finding(finding, report.log.game, language) for finding in report.findings],
        hands=[_hand(hand, language) for hand in report.hands],
    )


def sentences_of(finding: StoredFinding, game: str | None) -> tuple[Text, Text] | None:
    """The message of a finding of a game, and what was expected, in English.

    None if an earlier version wrote the finding, without what its sentences are made from.
    """
    made, code = finding.made, _codes(game if game in GAMES else "").get(finding.code)
    if not isinstance(made, SentenceParts) or code is None or made.variant not in code.messages:
        return None
    message = code.messages[made.variant]
    values = {"recorded": finding.recorded or "", "seat": finding.seat or ""} | {
        name: read_made(value) for name, value in made.values.items()
    }
    try:
        return Text(message.text, values), Text(message.expected, values)
    except (KeyError, IndexError):
        return None


@cache
def _codes(game: str) -> Mapping[str, Code]:
    codes = (*EVERY_GAME, *GAMES[game].codes) if game in GAMES else EVERY_GAME
    return MappingProxyType({code.id: code for code in codes})


def _finding(finding: StoredFinding, game: str | None, language: Language) -> StoredFinding:
    made = sentences_of(finding, game)
    if made is None:
        return finding
    say = words(language).of
    message, expected = (text.put(say) for text in made)
    return replace(finding, message=message, expected=expected or None)


def _hand(hand: StoredHand, language: Language) -> StoredHand:
    return replace(hand, breakdown=[_line(line, language) for line in hand.breakdown])


def _line(line: StoredLine, language: Language) -> StoredLine:
    made = line.made
    return line if made is None or made is UNSET else replace(line, text=read_made(made).put(words(language).of))

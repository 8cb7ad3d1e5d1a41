"""The sentences of a stored report, in the language of the reader."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from app.text.language.saying import words
from app.text.translations.languages import DEFAULT, Language
from engine.games import GAMES
from engine.rulebook.codes import EVERY_GAME
from engine.rulebook.findings import Code
from engine.rulebook.sentences import Text, read_made
from engine.verdict.stored_report import Made, StoredFinding, StoredHand, StoredLine, StoredReport

_SHARED: Final[Mapping[str, Code]] = MappingProxyType({code.id: code for code in EVERY_GAME})


def put_report(report: StoredReport, language: Language) -> StoredReport:
    """A report whose sentences are in a language.

    A sentence stays in English if an earlier version wrote the report, without what the sentence is made from.
    """
    if language is DEFAULT:
        return report
    game = GAMES.get(report.log.game or "")
    codes = dict(_SHARED) | ({code.id: code for code in game.codes} if game is not None else {})
    return replace(
        report,
        findings=[_finding(finding, codes, language) for finding in report.findings],
        hands=[_hand(hand, language) for hand in report.hands],
    )


def _finding(finding: StoredFinding, codes: Mapping[str, Code], language: Language) -> StoredFinding:
    made, code = finding.made, codes.get(finding.code)
    if not isinstance(made, Made) or code is None or made.variant not in code.messages:
        return finding
    message = code.messages[made.variant]
    values = {"recorded": finding.recorded or "", "seat": finding.seat or ""} | {
        name: read_made(value) for name, value in made.values.items()
    }
    try:
        sentence, expected = Text(message.text, values), Text(message.expected, values)
    except (KeyError, IndexError):
        return finding
    say = words(language).of
    return replace(finding, message=sentence.put(say), expected=expected.put(say) or None)


def _hand(hand: StoredHand, language: Language) -> StoredHand:
    return replace(hand, breakdown=[_line(line, language) for line in hand.breakdown])


def _line(line: StoredLine, language: Language) -> StoredLine:
    made = line.made
    return line if made is None or made is UNSET else replace(line, text=read_made(made).put(words(language).of))

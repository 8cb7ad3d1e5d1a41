"""The sentences of a stored report, in the language of the reader."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from app.text.language.catalogues import words
from app.text.translations.languages import DEFAULT, Language
from engine.games import GAMES
from engine.rulebook.codes import EVERY_GAME
from engine.rulebook.findings import Code
from engine.rulebook.sentences import Text, read_made

_SHARED: Final[Mapping[str, Code]] = MappingProxyType({code.id: code for code in EVERY_GAME})


def put_report(report: dict[str, Any], language: Language) -> dict[str, Any]:
    """A report whose sentences are in a language.

    A sentence stays in English if an earlier version wrote the report, without what the sentence is made from.
    """
    if language is DEFAULT:
        return report
    game = GAMES.get((report.get("log") or {}).get("game") or "")
    codes = dict(_SHARED) | ({code.id: code for code in game.codes} if game is not None else {})
    put = report | {"findings": [_finding(finding, codes, language) for finding in report["findings"]]}
    if "hands" in report:
        put["hands"] = [_hand(hand, language) for hand in report["hands"]]
    return put


def _finding(finding: dict[str, Any], codes: Mapping[str, Code], language: Language) -> dict[str, Any]:
    made, code = finding.get("made"), codes.get(finding["code"])
    if made is None or code is None or made["variant"] not in code.messages:
        return finding
    message = code.messages[made["variant"]]
    values = {"recorded": finding["recorded"] or "", "seat": finding["seat"] or ""} | {
        name: read_made(value) for name, value in made["with"].items()
    }
    try:
        sentence, expected = Text(message.text, values), Text(message.expected, values)
    except (KeyError, IndexError):
        return finding
    say = words(language).of
    return finding | {"message": sentence.put(say), "expected": expected.put(say) or None}


def _hand(hand: dict[str, Any], language: Language) -> dict[str, Any]:
    return hand | {"breakdown": [_line(line, language) for line in hand["breakdown"]]}


def _line(line: dict[str, Any], language: Language) -> dict[str, Any]:
    made = line.get("made")
    return line if made is None else line | {"text": read_made(made).put(words(language).of)}

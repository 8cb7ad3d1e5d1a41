"""The sentences of the sample reports in Chinese: no English word is left in them but those that logs have."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import msgspec

from app.text.language.reports import put_report
from app.text.translations.languages import Language
from engine.games import GAMES
from engine.record.verbs import VERBS
from engine.verdict.stored_report import SentenceParts, StoredReport
from tests.golden import SAMPLES
from tests.offenders import for_every
from tests.stored_reports import stored
from tests.translated import OTHERS

_WORD: Final = re.compile(r"[A-Za-z]{3,}")
_PATH: Final = re.compile(r"\b\w+(?:\[\d+\])?(?:\.\w+(?:\[\d+\])?)+|fupan/\d")
"""A field with its path, such as ``setup.level``; the name of the format."""
_NAMES: Final = frozenset({"Fupan", "MobileGD", "JSON", "UTF", "RFC", "GBK", "gzip", "zstd", "zip"})
_FROM_LOGS: Final = frozenset(
    (
        *("platform", "game", "variety", "option", "known", "games", "field", "verb", "verbs", "close", "example"),
        *("seat", "seats", "name", "names", "value", "values", "card", "cards", "claim"),
    )
)
"""The values of sentences that are words of logs, or names, unless they are texts themselves."""


@cache
def _by_game() -> dict[str | None, list[StoredReport]]:
    found: dict[str | None, list[StoredReport]] = {None: []} | {game: [] for game in GAMES}
    for path in sorted(SAMPLES.rglob("*.report.jsonl")):
        for line in path.read_bytes().splitlines():
            report = stored(msgspec.json.decode(line))
            found[report.log.game].append(report)
    return found


@cache
def _ids_of_rules() -> frozenset[str]:
    """The words of the names of presets and options, and of the values of options."""
    names = (
        (*game.rules.presets, *(name for option in game.rules.options for name in (option.name, *option.choices)))
        for game in GAMES.values()
    )
    return frozenset(word for each in names for name in each for word in _WORD.findall(name))


def _log_words(values: dict[str, Any]) -> Iterator[str]:
    """The words of logs among the values of a sentence, at any depth."""
    for name, value in values.items():
        if isinstance(value, list):
            yield from _log_words(value[1])
            if name == "platform":
                yield from _WORD.findall(value[0])
        elif name in _FROM_LOGS:
            yield from _WORD.findall(str(value))


def _sentences(report: StoredReport, language: Language) -> Iterator[tuple[str, set[str]]]:
    """Each sentence of a report in a language, and the words that it may have from the log."""
    seats = set(_WORD.findall(" ".join(report.totals)))
    for finding in put_report(report, language).findings:
        assert isinstance(finding.made, SentenceParts)
        values = finding.made.values
        own = set(_log_words(values))
        if "recorded" not in values:
            own.update(_WORD.findall(finding.recorded or ""))
        if finding.made.variant == "preset":
            own.update(_ids_of_rules())
        if finding.made.variant == "line":
            own.update(VERBS)
        yield finding.message, own | seats
        yield finding.expected or "", own | seats
    for hand in put_report(report, language).hands:
        for line in hand.breakdown:
            yield line.text, seats


def english_in(sentence: str, own: set[str]) -> list[str]:
    """The English words of a sentence that are not words of the log."""
    return [word for word in _WORD.findall(_PATH.sub(" ", sentence)) if word not in own and word not in _NAMES]


@for_every("language", OTHERS)
@for_every("game", [*GAMES, None])
def test_no_english_is_left_in_the_reports_of_a_game(game: str | None, language: Language) -> None:
    left = {
        sentence: found
        for report in _by_game()[game]
        for sentence, own in _sentences(report, language)
        if (found := english_in(sentence, own))
    }
    assert not left


@for_every(
    ("sentence", "own", "words"),
    [
        ("E压不过对9", set(), []),
        ("没有规则选项“joker”", {"joker"}, []),
        ("setup.levels与前面各局不符", set(), []),
        ("应为a play or a pass", set(), ["play", "pass"]),
        ("E出pair of 9", {"play"}, ["pair"]),
    ],
)
def test_words_of_logs_are_not_english(sentence: str, own: set[str], words: list[str]) -> None:
    assert english_in(sentence, own) == words

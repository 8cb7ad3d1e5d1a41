"""Words that several commands print: verdicts, severities, counts, and what comes from the engine."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from app.text.language import _, marked, said
from app.text.terminal import Style, folded
from app.text.verdict_names import ADDS_UP, SCORE_SHEET, verdict_name
from engine.rulebook.findings import Severity
from engine.rulebook.sentences import Text, enumerated, listed
from engine.verdict.report import Verdict

VERDICT_COLOURS: Final[Mapping[str, str]] = MappingProxyType(
    {
        Verdict.UNREADABLE: "error",
        Verdict.ILLEGAL: "error",
        Verdict.MISSCORED: "error",
        Verdict.INCOMPLETE: "warning",
        ADDS_UP: "notice",
        SCORE_SHEET: "notice",
        Verdict.CLEAN: "good",
    }
)
_SEVERITIES: Final[Mapping[Severity, str]] = MappingProxyType(
    {
        Severity.ERROR: marked("error"),
        Severity.WARNING: marked("warning"),
        Severity.NOTICE: marked("notice"),
    }
)


def verdict_shown(shown: str, style: Style) -> str:
    """A verdict, or the mark in its place, in the language of the reader and in its colour."""
    return style.paint(verdict_name(shown), VERDICT_COLOURS[shown])


def severity_word(severity: Severity) -> str:
    """The severity of a finding in the language of the reader."""
    return _(_SEVERITIES[severity])


def word_said(word: str) -> str:
    """A word of the engine in the language of the reader, whether it is a text with values or a plain word."""
    return said(word) if isinstance(word, Text) else _(word)


def labelled(label: str, text: str) -> str:
    """A text behind a label: ``label: text``."""
    return _("{label}: {text}", label=label, text=text)


def in_one_phrase(items: Iterable[str]) -> str:
    """Several things in one phrase: ``a, b and c``."""
    return said(listed(list(items)))


def with_commas(items: Iterable[str]) -> str:
    """Several things separated by commas."""
    return said(enumerated(list(items)))


def with_semicolons(items: Iterable[str]) -> str:
    """Several statements separated by semicolons."""
    shown = ""
    for item in items:
        shown = _("{first}; {rest}", first=shown, rest=item) if shown else item
    return shown


def paragraphs(text: str, style: Style, *, indent: int = 0) -> Iterator[str]:
    """A text in lines that fit the terminal, with its paragraphs separated."""
    margin = " " * indent
    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            yield ""
        shown = style.safe(" ".join(paragraph.split()), len(text))
        yield from (margin + line for line in folded(shown, min(style.width, 88) - indent))

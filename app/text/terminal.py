"""Text for a terminal: made safe, measured, and coloured if the terminal shows colours."""

import codecs
import os
import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypedDict

import click

from app.text.decimals import score_shown
from app.text.frame_terms import rank_shown
from app.text.language import said

LONGEST: Final = 400
"""The most characters of one piece of a log that are shown."""

_UNSAFE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_SHOWN_AS: Final = MappingProxyType({"\n": "\\n", "\r": "\\r", "\t": "\\t"})
_SUITS: Final = MappingProxyType({"s": "♠", "h": "♥", "d": "♦", "c": "♣"})
_SYMBOLS: Final = "♠♥♦♣│…"

_RED: Final = re.compile(r"(?:10|[2-9JQKA])[♥♦]")
_RED_IN_LETTERS: Final = re.compile(r"(?<!\w)(?:10|[2-9TJQKA])[hd](?!\w)")

_OPENING: Final = "（《“「『〔【"
_CLOSING: Final = "，。、；：？！）》”」』〕】…—·"
_WIDE: Final = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_PIECES: Final = re.compile(
    rf"[{_OPENING}]*(?:[^\s{_WIDE}{_OPENING}{_CLOSING}]+|[{_WIDE}])?[{_CLOSING}]*\s*|\s+", re.UNICODE
)
"""What is not broken at the end of a line: a word or a wide character, with the marks that belong to it."""


class _Paint(TypedDict, total=False):
    fg: str
    bold: bool
    dim: bool


_PAINT: Final[Mapping[str, _Paint]] = MappingProxyType(
    {
        "error": {"fg": "red", "bold": True},
        "warning": {"fg": "yellow", "bold": True},
        "notice": {"fg": "cyan", "bold": True},
        "frame": {"fg": "blue", "bold": True},
        "strong": {"bold": True},
        "good": {"fg": "green"},
        "red": {"fg": "red"},
        "faint": {"dim": True},
    }
)


@dataclass(frozen=True, slots=True)
class Style:
    """The abilities of a stream: its encoding, whether it shows colour, and its width in columns."""

    encoding: str = "utf-8"
    colour: bool = False
    width: int = 80
    symbols: bool = True
    """Whether the suits and the line characters can be written."""

    def safe(self, text: str, longest: int = LONGEST) -> str:
        """A text that a terminal only displays.

        Control characters, marks that change the direction of writing, and characters that the encoding does not
        have become escapes (``\\x1b``); a long text is cut off.  A text of the engine is in the language of the reader.
        Without symbols, cards have the letters of logs (``Th`` for ``10♥``), and a minus and an ellipsis are of ASCII.
        """
        text = said(text) if self.symbols else _in_letters(said(text))
        cut = text if len(text) <= longest else text[:longest]
        visible = "".join(map(_visible, cut)).encode(self.encoding, "backslashreplace").decode(self.encoding)
        return visible + self.more if len(text) > longest else visible

    def paint(self, text: str, colour: str) -> str:
        """The text in a colour, by its name; without colour, the text unchanged."""
        return click.style(text, **_PAINT[colour]) if self.colour and text else text

    def paint_cards(self, text: str) -> str:
        """A safe text with the hearts and diamonds in it red."""
        if not self.colour:
            return text
        return (_RED if self.symbols else _RED_IN_LETTERS).sub(lambda card: self.paint(card[0], "red"), text)

    def score(self, score: int | None) -> str:
        """A score with its sign; a question mark where it is unknown."""
        return self.safe(score_shown(score))

    @property
    def bar(self) -> str:
        """The line beside a quoted action."""
        return "│" if self.symbols else "|"

    @property
    def more(self) -> str:
        """The mark for text that is left out."""
        return "…" if self.symbols else "..."

    def card(self, text: str) -> str:
        """A card in the notation for people: ``10♥`` for ``Th``, or letters without symbols.  Hearts and diamonds are
        red.
        """
        suit = text[1:2]
        shown = rank_shown(text[0]) + _SUITS[suit] + text[2:] if self.symbols and suit in _SUITS else self.safe(text)
        return self.paint(shown, "red") if suit in ("h", "d") or text.startswith("RJ") else shown


def _in_letters(text: str) -> str:
    for letter, sign in _SUITS.items():
        text = text.replace(f"10{sign}", f"T{letter}").replace(sign, letter)
    return text.replace("−", "-").replace("…", "...")


_PLAIN: Final = ContextVar("_PLAIN", default=False)


@contextmanager
def plain_text() -> Iterator[None]:
    """Context: text without colours, card signs and bars of progress."""
    token = _PLAIN.set(True)
    try:
        yield
    finally:
        _PLAIN.reset(token)


def is_plain() -> bool:
    """Whether text is written without colours, card signs and bars of progress."""
    return _PLAIN.get()


def style_of(stream: Any) -> Style:
    """The style of a text stream.  Colour is used only on a terminal, and not if NO_COLOR is set."""
    encoding = getattr(stream, "encoding", None) or "ascii"
    try:
        codecs.lookup(encoding)
        _SYMBOLS.encode(encoding)
        symbols = True
    except LookupError:
        encoding, symbols = "ascii", False
    except UnicodeEncodeError:
        symbols = False
    symbols = symbols and not is_plain()
    terminal = stream.isatty()
    colour = terminal and not is_plain() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(encoding, colour, min(max(_columns_of_terminal() if terminal else 80, 40), 120), symbols)


def _columns_of_terminal() -> int:
    import shutil

    return shutil.get_terminal_size((80, 24)).columns


def width(text: str) -> int:
    """The number of columns that a safe text needs on a terminal: 2 for a wide character, 0 for a combining one."""
    return sum(map(_columns, text))


def last_columns(text: str, columns: int) -> str:
    """The end of a safe text that fits into some columns."""
    return first_columns(text[::-1], columns)[::-1]


def first_columns(text: str, columns: int) -> str:
    """The beginning of a safe text that fits into some columns."""
    for index, character in enumerate(text):
        columns -= _columns(character)
        if columns < 0:
            return text[:index]
    return text


def wrapped(words: list[str], columns: int, *, lengths: list[int] | None = None) -> Iterator[str]:
    """Words in lines of at most ``columns`` columns; ``lengths`` are the widths of the words, if these have colours."""
    line: list[str] = []
    used = 0
    for word, length in zip(words, lengths or [width(word) for word in words], strict=True):
        if line and used + 1 + length > columns:
            yield " ".join(line)
            line, used = [], 0
        used += length + (1 if line else 0)
        line.append(word)
    if line:
        yield " ".join(line)


def folded(text: str, columns: int) -> list[str]:
    """The lines of a safe text of one paragraph, each of at most ``columns`` columns.

    A line ends at a space or a hyphen, or between two wide characters; no punctuation mark begins a line.
    """
    if width(text) == len(text):
        import textwrap

        return textwrap.wrap(text, columns)
    lines, line, used = [], "", 0
    for piece in _PIECES.findall(text):
        needed = width(piece.rstrip())
        if line and used + needed > columns:
            lines.append(line.rstrip())
            line, used = "", 0
        line += piece if line else piece.lstrip()
        used = width(line)
    return [*lines, line.rstrip()] if line.strip() else lines


def padded(text: str, columns: int) -> str:
    """A safe text, padded with spaces to ``columns`` columns."""
    return text + " " * max(columns - width(text), 0)


def _visible(character: str) -> str:
    if unicodedata.category(character) not in _UNSAFE:
        return character
    code = ord(character)
    return _SHOWN_AS.get(character) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1

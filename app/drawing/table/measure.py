"""How wide texts are, about, without a font: in thousandths of their size."""

from collections.abc import Iterator
from typing import Final
from unicodedata import combining, east_asian_width

_WIDE: Final = 1000
_NARROW: Final = frozenset("iljtfI.,:;'|!()[] ·’")
_BROAD: Final = frozenset("mwMWQO@%…—")
_STRONGER: Final = 114
"""The width of strong letters, in hundredths of that of others."""
_OPENING: Final = frozenset("（「『《〈【“‘([")
_CLOSING: Final = frozenset("，。、；：！？）」』》〉】”’…,.;:!?)]%")
MORE: Final = "…"


def text_width(text: str, size: int, *, strong: bool = False) -> int:
    """About how wide a text is, rather too wide than too narrow."""
    return (sum(map(_width, text)) * size * (_STRONGER if strong else 100) + 99_999) // 100_000


def cut(text: str, size: int, room: int, *, strong: bool = False) -> str:
    """A text, or its beginning and an ellipsis where it is wider than ``room``; empty where not even that fits."""
    if text_width(text, size, strong=strong) <= room:
        return text
    beginning = ""
    for character in text:
        if text_width(beginning + character + MORE, size, strong=strong) > room:
            break
        beginning += character
    return beginning.rstrip() + MORE if beginning else ""


def lines(text: str, size: int, room: int, most: int) -> list[str]:
    """A text in at most ``most`` lines, broken at spaces or around wide characters; the last is cut."""
    made: list[str] = []
    line = ""
    words = list(pieces(text))
    for number, word in enumerate(words):
        if line and text_width(line + word.rstrip(), size) > room:
            if len(made) == most - 1:
                return [*made, cut(line + "".join(words[number:]), size, room)]
            made.append(line.rstrip())
            line = ""
        line += word
    return [*made, cut(line.rstrip(), size, room)] if line.strip() else made


def pieces(text: str) -> Iterator[str]:
    """A text in pieces between which a line may end: after spaces, and around wide characters.

    No line begins with a mark that closes, or ends with one that opens.
    """
    piece = ""
    for character in text:
        if piece and _may_end(piece[-1], character):
            yield piece
            piece = ""
        piece += character
    if piece:
        yield piece


def _may_end(before: str, after: str) -> bool:
    """Whether a line may end between two characters."""
    if after == " " or after in _CLOSING or before in _OPENING:
        return False
    return before == " " or _width(before) == _WIDE or _width(after) == _WIDE


def _width(character: str) -> int:
    if combining(character):
        return 0
    if east_asian_width(character) in "WF":
        return _WIDE
    if character in _NARROW:
        return 340
    if character in _BROAD:
        return 950
    return 690 if character.isupper() else 590

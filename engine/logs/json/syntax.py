"""Describes in words why a text is not valid JSON."""

from collections.abc import Mapping
from json import JSONDecodeError
from typing import Final

from engine.rulebook.sentences import marked, say

_SPACE: Final = " \t\r\n"
_LITERALS: Final = ("true", "false", "null")
_OTHER_LITERALS: Final[Mapping[str, str]] = {"True": "true", "False": "false", "None": "null", "undefined": "null"}
_BEGINS_VALUE: Final = '"{[-0123456789tfn'

_NO_VALUE: Final = "Expecting value"
_NO_NAME: Final = "Expecting property name enclosed in double quotes"
_NO_COMMA: Final = "Expecting ',' delimiter"
_NO_COLON: Final = "Expecting ':' delimiter"
_CUT: Final = marked("the text is cut off")
_CUT_STRING: Final = marked("the text is cut off inside the string that starts")
CUT_OFF: Final = frozenset({_CUT, _CUT_STRING})
"""The words of `syntax_fault` for a text whose end is missing."""
_OTHERS: Final[Mapping[str, str]] = {
    "Extra data": marked("unexpected text after the end of the JSON value"),
    "Unterminated string starting at": _CUT_STRING,
    "Invalid control character at": marked(
        "unescaped control character in a string (a line break, a tab, or a missing quote)"
    ),
    "Invalid \\escape": marked("invalid escape sequence in a string"),
    "Invalid \\uXXXX escape": marked("\\u without four hexadecimal digits"),
}


def syntax_fault(text: str, error: JSONDecodeError) -> tuple[str, int]:
    """Why a text that the parser of Python rejects is not valid, and the index of the character where the fault is.

    The words are written so that "at" and the place can follow.
    """
    place = min(error.pos, len(text))
    rest = text[place:].strip(_SPACE)
    if error.msg.startswith("Illegal trailing comma"):
        return say("trailing comma"), place
    if error.msg.startswith("Unexpected UTF-8 BOM"):
        return say("second byte order mark"), place
    if error.msg in _OTHERS:
        return say(_OTHERS[error.msg]), place
    if not rest or (error.msg == _NO_VALUE and _is_cut_value(rest)):
        return say(_CUT), place
    character = text[place : place + 1]
    comma = _comma_before(text, place)
    if error.msg in (_NO_VALUE, _NO_NAME):
        if comma is not None and character in "]}":
            return say("trailing comma"), comma
        if character == "'":
            return say("single quotes instead of double quotes"), place
        if rest.startswith(("//", "/*", "#")):
            return say("comment"), place
    if error.msg == _NO_VALUE:
        for word, meant in _OTHER_LITERALS.items():
            if rest.startswith(word):
                return say("{word} instead of {meant}", word=word, meant=meant), place
        return say("expected a value, found {found}", found=_quoted(character)), place
    if error.msg == _NO_NAME:
        return say("expected a field name in double quotes, found {found}", found=_quoted(character)), place
    if error.msg == _NO_COMMA:
        if character.isdigit() and text[place - 1] == "0":
            return say("number with a leading zero"), place - 1
        if character in _BEGINS_VALUE:
            return say("missing comma"), place
        return say("expected a comma or a closing bracket, found {found}", found=_quoted(character)), place
    if error.msg == _NO_COLON:
        return say("expected a colon after the field name, found {found}", found=_quoted(character)), place
    return error.msg[:1].lower() + error.msg[1:], place


def line_and_column(text: str, place: int) -> tuple[int, int]:
    """The line and the column of a character, both counted from 1."""
    return text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)


def _is_cut_value(rest: str) -> bool:
    """Whether a text is the beginning of a value and nothing else."""
    return rest == "-" or any(literal.startswith(rest) for literal in _LITERALS)


def _comma_before(text: str, place: int) -> int | None:
    """The index of the comma before a place, with only white space between them; None if there is no such comma."""
    before = text[:place].rstrip(_SPACE)
    return len(before) - 1 if before.endswith(",") else None


def _quoted(character: str) -> str:
    return f"'{character}'" if character.isprintable() and character != "'" else f"U+{ord(character):04X}"

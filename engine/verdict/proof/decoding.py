"""What msgspec says of a document that it cannot decode, in sentences that know what they are made from."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.rulebook.sentences import Text, either, say, say_of

_TYPES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "object": say("an object"),
        "array": say("an array"),
        "bool": say("true or false"),
        "int": say("a whole number"),
        "float": say("a number that is not whole"),
        "str": say_of("document", "a text"),
        "null": say("null"),
    }
)
"""The names of types, and the words for them."""

_SYNTAX: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "expected '\"'": say("expected {wanted}", wanted="'\"'"),
        "expected ',' or ']'": say("expected {wanted}", wanted=either(["','", "']'"])),
        "expected ',' or '}'": say("expected {wanted}", wanted=either(["','", "'}'"])),
        "expected ':'": say("expected {wanted}", wanted="':'"),
        "invalid character": say("invalid character"),
        "invalid character in unicode escape": say("invalid character in unicode escape"),
        "invalid escape character in string": say("invalid escape character in string"),
        "invalid escaped character": say("invalid escaped character"),
        "invalid number": say("invalid number"),
        "invalid utf-16 surrogate pair": say("invalid utf-16 surrogate pair"),
        "object keys must be strings": say("object keys must be strings"),
        "trailing characters": say("trailing characters"),
        "trailing comma in array": say("trailing comma in array"),
        "trailing comma in object": say("trailing comma in object"),
        "unexpected end of escaped utf-16 surrogate pair": say("unexpected end of escaped utf-16 surrogate pair"),
        "unexpected end of hex escape": say("unexpected end of hex escape"),
    }
)


def syntax_words(message: str) -> str:
    """What is wrong with a text that is not JSON.  A message that is not known is returned as it is."""
    text_match = re.fullmatch(r"JSON is malformed: (.*) \(byte (\d+)\)", message, re.DOTALL)
    if text_match is not None:
        reason = _SYNTAX.get(text_match[1], text_match[1])
        return say("{reason} (byte {byte})", reason=reason, byte=int(text_match[2]))
    if message == "Input data was truncated":
        return say("input data was truncated")
    return say("number out of range") if message == "Number out of range" else lowered(message)


def shape_words(what: str, forms: Mapping[str, str]) -> str:
    """Why a value is not of its type.  ``forms`` are the words for the patterns of texts.

    A message that is not known is returned as it is, with types in words.
    """
    for pattern, words in _SHAPES:
        text_match = pattern.fullmatch(what)
        if text_match is not None:
            return words(text_match, forms)
    return lowered(_TYPE.sub(lambda parts: str(_types(parts[1])), what))


def lowered(text: str) -> str:
    """A text with its first letter in lower case."""
    return text[:1].lower() + text[1:]


def _types(names: str) -> str:
    return either([_TYPES[part] for part in names.split(" | ")])


def _matching(parts: re.Match[str], forms: Mapping[str, str]) -> str:
    for pattern, words in forms.items():
        if parts[1] in (f"'{pattern}'", repr(pattern)):
            return say("expected {wanted}", wanted=words)
    return say("expected a text matching regex {pattern}", pattern=parts[1])


_NAMES: Final = "|".join(_TYPES)
_TYPE: Final = re.compile(f"`((?:{_NAMES})(?: [|] (?:{_NAMES}))*)`")
_Words = Callable[[re.Match[str], Mapping[str, str]], str]
_SHAPES: Final[tuple[tuple[re.Pattern[str], _Words], ...]] = (
    (
        re.compile(f"Expected {_TYPE.pattern}, got {_TYPE.pattern}"),
        lambda parts, _: say("expected {wanted}, got {found}", wanted=_types(parts[1]), found=_types(parts[2])),
    ),
    (re.compile(f"Expected {_TYPE.pattern}"), lambda parts, _: say("expected {wanted}", wanted=_types(parts[1]))),
    (re.compile("Expected `str` matching regex (.*)", re.DOTALL), _matching),
    (
        re.compile(f"Expected {_TYPE.pattern} of length ([<>]=) (\\d+)"),
        lambda parts, _: say(
            "expected {type} of length {bound}", type=_types(parts[1]), bound=f"{parts[2]} {parts[3]}"
        ),
    ),
    (
        re.compile(f"Expected {_TYPE.pattern} ([<>]=) (-?\\d+)"),
        lambda parts, _: say("expected {type} {bound}", type=_types(parts[1]), bound=f"{parts[2]} {parts[3]}"),
    ),
    (
        re.compile("Object contains unknown field `(.*)`", re.DOTALL),
        lambda parts, _: say("there is no field `{name}`", name=parts[1]),
    ),
    (
        re.compile("Object missing required field `(.*)`", re.DOTALL),
        lambda parts, _: say("a field is missing: `{name}`", name=parts[1]),
    ),
    (
        re.compile("Invalid enum value (.*)", re.DOTALL),
        lambda parts, _: say("not one of the values that there are: {value}", value=parts[1]),
    ),
    (re.compile("Integer value out of range"), lambda _found, _: say("integer value out of range")),
)

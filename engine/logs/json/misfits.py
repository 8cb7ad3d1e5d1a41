"""Describes in words what in a document is not valid for the structs of a match."""

import re
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from msgspec import ValidationError

from engine.logs.json.strict import Path, path_text, refuse_field
from engine.rulebook.sentences import marked, say

_PLACE: Final = re.compile(r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`)?", re.DOTALL)
_STEP: Final = re.compile(r"\.(?P<field>[^.\[\]]+)|\[(?P<index>\d+)\]|(?P<any>\[\.\.\.\])")
_MISSING: Final = re.compile(r"Object missing required field `(?P<field>[^`]*)`")
_WRONG: Final = re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<got>[^`]*)`")

_KINDS: Final[Mapping[str, str]] = {
    "str": marked("a string"),
    "int": marked("a whole number"),
    "float": marked("a number"),
    "array": marked("a list"),
    "object": marked("an object"),
    "bool": marked("true or false"),
    "null": "null",
}
_TYPES: Final[Mapping[str, type]] = {
    "str": str,
    "int": int,
    "float": float,
    "array": list,
    "object": dict,
    "bool": bool,
    "null": type(None),
}
_ANY_NUMBER: Final = ("int", "float")


def refuse_misfit(error: ValidationError, document: Any) -> NoReturn:
    """Raises Refused with a description of an error that msgspec found in a document."""
    parts = _PLACE.fullmatch(str(error))
    what, steps = (parts["what"], parts["path"] or "") if parts else (str(error), "")
    missing = _MISSING.fullmatch(what)
    wrong = _WRONG.fullmatch(what)
    path = _path(steps, document, wrong["got"] if wrong else "")
    if missing:
        at = (*path, missing["field"])
        refuse_field(
            say("{path} is missing", path=path_text(at)), say("the field {field}", field=missing["field"]), path
        )
    if wrong:
        wanted = _wanted(wrong["wanted"].split(" | "))
        refuse_field(say("{path} is {kind}", path=path_text(path), kind=_kind(wrong["got"])), wanted, path)
    refuse_field(
        say("{path} is not valid: {what}", path=path_text(path), what=what), say("a value of the format"), path
    )


def misfit_words(message: str) -> tuple[str, str]:
    """The fault of a value and what was expected, in words, from a message of msgspec without the place."""
    missing = _MISSING.fullmatch(message)
    if missing:
        return say("the field {field} is missing", field=missing["field"]), say(
            "the field {field}", field=missing["field"]
        )
    wrong = _WRONG.fullmatch(message)
    if wrong:
        return say("the value is {kind}", kind=_kind(wrong["got"])), _wanted(wrong["wanted"].split(" | "))
    return message[:1].lower() + message[1:], say("a value of the format")


def _kind(name: str) -> str:
    return say(_KINDS[name]) if name in _KINDS else name


def _wanted(kinds: list[str]) -> str:
    if all(kind in kinds for kind in _ANY_NUMBER):
        kinds = ["float", *(kind for kind in kinds if kind not in _ANY_NUMBER)]
    wanted = _kind(kinds[0])
    for kind in kinds[1:]:
        wanted = say("{first} or {last}", first=wanted, last=_kind(kind))
    return wanted


def _path(steps: str, document: Any, got: str) -> Path:
    """The path in a document.  Where msgspec leaves out a key, it is the first key whose value has the type that was
    found.
    """
    path: Path = ()
    value = document
    for step in _STEP.finditer(steps):
        if step["any"]:
            if not isinstance(value, dict):
                break
            key: str | int | None = next((k for k, v in value.items() if type(v) is _TYPES.get(got)), None)
            if key is None:
                break
        else:
            key = step["field"] or int(step["index"])
        path = (*path, key)
        try:
            value = value[key]
        except (LookupError, TypeError):
            break
    return path

"""Describes in words what in a document is not valid for the structs of a match."""

import re
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from msgspec import ValidationError

from engine.logs.json.strict import Path, path_text, refuse_field

_PLACE: Final = re.compile(r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`)?", re.DOTALL)
_STEP: Final = re.compile(r"\.(?P<field>[^.\[\]]+)|\[(?P<index>\d+)\]|(?P<any>\[\.\.\.\])")
_MISSING: Final = re.compile(r"Object missing required field `(?P<field>[^`]*)`")
_WRONG: Final = re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<got>[^`]*)`")

_KINDS: Final[Mapping[str, str]] = {
    "str": "a string",
    "int": "a whole number",
    "float": "a number",
    "array": "a list",
    "object": "an object",
    "bool": "true or false",
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
        refuse_field(f"{path_text(at)} is missing", f"the field {missing['field']}", path)
    if wrong:
        wanted = _wanted(wrong["wanted"].split(" | "))
        refuse_field(f"{path_text(path)} is {_KINDS.get(wrong['got'], wrong['got'])}", wanted, path)
    refuse_field(f"{path_text(path)} is not valid: {what}", "a value of the format", path)


def misfit_words(found: str) -> tuple[str, str]:
    """The fault of a value and what was expected, in words, from a message of msgspec without the place."""
    missing = _MISSING.fullmatch(found)
    if missing:
        return f"the field {missing['field']} is missing", f"the field {missing['field']}"
    wrong = _WRONG.fullmatch(found)
    if wrong:
        return f"the value is {_KINDS.get(wrong['got'], wrong['got'])}", _wanted(wrong["wanted"].split(" | "))
    return found[:1].lower() + found[1:], "a value of the format"


def _wanted(kinds: list[str]) -> str:
    if all(kind in kinds for kind in _ANY_NUMBER):
        kinds = ["float", *(kind for kind in kinds if kind not in _ANY_NUMBER)]
    return " or ".join(_KINDS.get(kind, kind) for kind in kinds)


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

"""The exact reading of a JSON text: it ignores nothing, and every fault has its place.

It is far slower than decoding into the structs of a match.  It is used if decoding fails or may have missed something.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from json import JSONDecodeError
from typing import Any, Final, NoReturn

from engine.logs.json.syntax import line_and_column, syntax_fault
from engine.record import bounds
from engine.rulebook.codes import MALFORMED
from engine.rulebook.findings import Detail, Finding, finding, shown
from engine.rulebook.sentences import say

Path = tuple[str | int, ...]
"""A place in a document: the keys and indices that lead to it."""

Shape = Mapping[str, Any] | tuple[Any] | None
"""What a format defines: the fields of an object, the one shape of the items of a list, None for any value."""

_TOO_LARGE: Final = 10 * bounds.NUMBER
_SURELY_TOO_LONG: Final = 40

_FOREIGN_NUMBER: Final = re.compile(r'"(?:[^"\\]|\\.)*"|(-?Infinity|NaN)', re.DOTALL)


class MatchRefused(Exception):
    """A match cannot be read.  ``refusal`` is the finding that says why."""

    def __init__(self, refusal: Finding) -> None:
        super().__init__(refusal.message)
        self.refusal: Final = refusal


def refuse(rule: str, variant: str, path: Path = (), *, recorded: object = "", **details: Detail) -> NoReturn:
    """Raises Refused with a finding at the hand and the action that the path leads to."""
    hand, action = place_of(path)
    raise MatchRefused(
        finding(MALFORMED, rule, hand=hand, action=action, variant=variant, recorded=shown(recorded), details=details)
    )


def refuse_size(what: str, bound: str, path: Path = ()) -> NoReturn:
    """Raises Refused for something that is over a bound."""
    refuse("log.bounds", "bound", path, what=what, bound=bound)


def size_text(size: int) -> str:
    """A number of bytes in words."""
    whole, rest = divmod(size, 1024 * 1024)
    return say("{size} bytes", size=f"{size:,}") if rest else f"{whole:,} MiB"


def refuse_field(reason: str, wanted: str, path: Path = ()) -> NoReturn:
    """Raises Refused for a field that is missing or has a wrong value."""
    refuse("log.format", "field", path, reason=reason, wanted=wanted)


def place_of(path: Path) -> tuple[int | None, int | None]:
    """The hand and the action that a path leads to, counted from 0; None if it does not lead to one."""
    inside = [None if isinstance(key, str) else key for key in path] + [None] * 4
    hand = inside[1] if path[:1] == ("hands",) else None
    return hand, inside[3] if hand is not None and path[2:3] == ("actions",) else None


def path_text(path: Path, *, with_indices: bool = True) -> str:
    """A path as people write it: ``hands[3].setup.level``."""
    words = "".join(
        f".{key.encode('utf-8', 'backslashreplace').decode()}"
        if isinstance(key, str)
        else f"[{key}]"
        if with_indices
        else "[]"
        for key in path
    )
    return shown(words.removeprefix(".")) or say("the match")


class _Twice(dict[str, Any]):
    """An object that has duplicate fields; ``field`` is the first of them."""

    field: str


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    twice = _Twice(made)
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            twice.field = name
            break
        seen.add(name)
    return twice


def _whole_number(digits: str) -> int:
    return int(digits) if len(digits) < _SURELY_TOO_LONG else _TOO_LARGE


class _ForeignNumber(Exception):
    """NaN or an infinity, which JSON does not have."""


def _foreign_number(word: str) -> NoReturn:
    raise _ForeignNumber(word)


def parse(text: bytes, *, skipped: int = 0) -> Any:
    """The document of a JSON text, as Python values.  ``skipped`` is the number of bytes before the text.

    Raises Refused if it is not UTF-8, is not JSON, or is nested too deeply for the parser.
    """
    try:
        characters = text.decode()
    except UnicodeDecodeError as error:
        byte = text[error.start]
        refuse("log.format", "text", recorded=f"0x{byte:02X}", byte=skipped + error.start + 1)
    with faults_placed(characters):
        return json.loads(
            characters, object_pairs_hook=_object, parse_int=_whole_number, parse_constant=_foreign_number
        )


def decoder() -> json.JSONDecoder:
    """A decoder that gives what `parse` gives, for a text that is decoded in parts (see ``pieces``)."""
    return json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole_number, parse_constant=_foreign_number)


@contextmanager
def faults_placed(characters: str) -> Iterator[None]:
    """Turns the exceptions of a decoder of these characters into Refused, with the line and the column."""
    try:
        yield
    except JSONDecodeError as error:
        reason, place = syntax_fault(characters, error)
        line, column = line_and_column(characters, place)
        refuse("log.format", "json", reason=reason, line=line, column=column)
    except _ForeignNumber as error:
        start = next((match.start() for match in _FOREIGN_NUMBER.finditer(characters) if match[1]), 0)
        line, column = line_and_column(characters, start)
        refuse(
            "log.format", "json", reason=say("{error} is not a JSON number", error=str(error)), line=line, column=column
        )
    except RecursionError:
        refuse_size(say("the nesting"), say("{depth} levels", depth=bounds.DEPTH))


def check(value: Any, path: Path = ()) -> None:
    """Checks a value: the document itself, or an object or list at a path in it.

    Raises Refused for the first text, number or nesting over its bound, half surrogate pair, or duplicate field.
    """
    items: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, str) and not is_good_text(value):
        _refuse_text(value, path, say("string"))
    if isinstance(value, dict):
        _check_nesting(path)
        if type(value) is _Twice:
            refuse("log.format", "twice", path, recorded=path_text(path), field=path_text((*path, value.field)))
        items = value.items()
    elif type(value) is list:
        _check_nesting(path)
        items = enumerate(value)
    for key, item in items:
        if type(key) is str and not is_good_text(key):
            _refuse_text(key, (*path, key), say("field name"))
        kind = type(item)
        if kind is str:
            if not is_good_text(item):
                _refuse_text(item, (*path, key), say("string"))
        elif kind is int or kind is float:
            if not -bounds.NUMBER <= item <= bounds.NUMBER:
                where = (*path, key)
                refuse_size(say("the number at {path}", path=path_text(where)), f"±{bounds.NUMBER:,}", where)
        elif kind is list or isinstance(item, dict):
            check(item, (*path, key))


def _check_nesting(path: Path) -> None:
    if len(path) >= bounds.DEPTH:
        refuse_size(say("the nesting at {path}", path=path_text(path)), say("{depth} levels", depth=bounds.DEPTH), path)


def is_good_text(text: str) -> bool:
    """Whether a text is within the bound on texts and has no half of a surrogate pair."""
    if len(text) > bounds.TEXT:
        return False
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            return False
    return True


def _refuse_text(text: str, path: Path, what: str) -> NoReturn:
    if len(text) > bounds.TEXT:
        refuse_size(
            say(
                "the {what} at {path} with {count} characters", what=what, path=path_text(path), count=f"{len(text):,}"
            ),
            say("{count} characters", count=f"{bounds.TEXT:,}"),
            path,
        )
    half = next(character for character in text if "\ud800" <= character <= "\udfff")
    reason = say(
        "the {what} at {path} contains {half}, which is half of a surrogate pair",
        what=what,
        path=path_text(path),
        half=f"\\u{ord(half):04x}",
    )
    refuse_field(reason, say("both halves of the pair, or neither"), path)


def without_unknown(value: Any, shape: Shape, unknown: dict[Path, Any], path: Path = ()) -> Any:
    """A document without the fields that its shape does not define.  Adds those to ``unknown``, in their order."""
    if isinstance(shape, Mapping) and isinstance(value, dict):
        known: dict[str, Any] = {}
        for name, item in value.items():
            if name in shape:
                known[name] = without_unknown(item, shape[name], unknown, (*path, name))
            else:
                unknown[(*path, name)] = item
        return known
    if isinstance(shape, tuple) and isinstance(value, list):
        return [without_unknown(item, shape[0], unknown, (*path, index)) for index, item in enumerate(value)]
    return value

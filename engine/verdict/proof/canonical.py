"""Canonical JSON: RFC 8785, restricted to objects, arrays, strings, true, false, null and whole numbers.

Reading is strict.  Bytes that are not exactly the canonical form of what they say are refused.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NoReturn, TypeVar

import msgspec

from engine.record import bounds
from engine.rulebook.sentences import Text, say, say_of
from engine.verdict.proof.decoding import shape_words, syntax_words
from engine.verdict.proof.fields import PATTERNS

BYTES: Final = 16 * 1024 * 1024
"""The most bytes of a document."""
DEPTH: Final = bounds.DEPTH
"""The most objects and arrays inside one another."""
NUMBER: Final = 2**53 - 1
"""The largest magnitude of a number: every program reads such a number exactly."""
_QUOTED: Final = 24
_BEYOND_BMP: Final = "\uffff"
_ESCAPE: Final = 5
"""Bytes of an escape before its last."""
_NAMED_IN: Final = 1024 * 1024
"""The most bytes of a document in which the name of a field that may have any name is looked up for a message."""
_SPACE: Final = b" \t\r\n"

_TOO_DEEP: Final = say("more than {most} objects and arrays inside one another", most=DEPTH)
THE_DOCUMENT: Final = say("the document")
"""The place of what is wrong with a document as a whole."""

T = TypeVar("T")


class NotCanonical(ValueError):
    """A value has no canonical form, or bytes are not one."""

    def __init__(self, reason: str) -> None:
        """``reason`` says where and why."""
        super().__init__(reason)
        self.reason: Final = reason


def write(value: object) -> bytes:
    """The canonical form of a value, or of a `msgspec.Struct`.

    Raises NotCanonical, with the place, for anything that canonical JSON does not have: a number that is not whole or
    is too large, half of a surrogate pair, more than `DEPTH` levels.
    """
    plain = msgspec.to_builtins(value, str_keys=False)
    try:
        if _check(plain, ()):
            return msgspec.json.encode(_sorted(plain))
        return msgspec.json.encode(plain, order="sorted")
    except UnicodeEncodeError as error:
        half = f"\\u{ord(error.object[error.start]):04x}"
        raise NotCanonical(say("a text contains {character}, half of a surrogate pair", character=half)) from None


def read(raw: bytes, kind: type[T]) -> T:
    """The value of a type whose canonical form some bytes are.

    Raises NotCanonical, with the place, if they are not that.
    """
    if len(raw) > BYTES:
        raise NotCanonical(say("{count} bytes; at most {most} are allowed", count=f"{len(raw):,}", most=f"{BYTES:,}"))
    value = _decoded(raw, kind)
    expected = write(value)
    if raw != expected:
        _refuse_difference(raw, expected)
    return value


def _decoded(raw: bytes, kind: type[T]) -> T:
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        raise NotCanonical(say("byte {byte} is not UTF-8", byte=error.start + 1)) from None
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError as error:
        raise NotCanonical(_in_words(raw, str(error))) from None
    except RecursionError:
        raise NotCanonical(_TOO_DEEP) from None
    except msgspec.DecodeError as error:
        raise NotCanonical(say("not JSON: {reason}", reason=syntax_words(str(error)))) from None


def _check(value: object, path: tuple[str | int, ...]) -> bool:
    """Checks a plain value.  Returns whether the name of a field in it sorts otherwise in UTF-16 than by code point."""
    if not isinstance(value, dict | list):
        _check_leaf(value, path)
        return False
    if len(path) >= DEPTH:
        raise NotCanonical(at_place(place(path), _TOO_DEEP))
    items: Iterable[tuple[Any, Any]] = value.items() if isinstance(value, dict) else enumerate(value)
    beyond = False
    for key, item in items:
        if type(key) is str:
            beyond = beyond or (not key.isascii() and max(key) > _BEYOND_BMP)
        elif not isinstance(value, list):
            raise NotCanonical(at_place(place(path), say("the name of a field is not a text")))
        if type(item) is dict or type(item) is list:
            beyond = _check(item, (*path, key)) or beyond
        elif type(item) is not str:
            _check_leaf(item, (*path, key))
    return beyond


def _check_leaf(value: object, path: tuple[str | int, ...]) -> None:
    if value is None or isinstance(value, bool | str):
        return
    if not isinstance(value, int):
        where = place(path)
        raise NotCanonical(at_place(where, say("a number that is not whole")) if isinstance(value, float) else where)
    if not -NUMBER <= value <= NUMBER:
        raise NotCanonical(at_place(place(path), say("a number beyond ±{most}", most=f"{NUMBER:,}")))


def _sorted(value: Any) -> Any:
    """A plain value with the fields of every object in the order of the UTF-16 code units of their names."""
    if isinstance(value, dict):
        return {name: _sorted(value[name]) for name in sorted(value, key=_code_units)}
    return [_sorted(item) for item in value] if isinstance(value, list) else value


def _code_units(name: str) -> bytes:
    return name.encode("utf-16-be", "surrogatepass")


def place(path: tuple[str | int, ...]) -> str:
    """A path in a document as people write it: ``body.hands[3]``."""
    words = "".join(
        f".{key.encode('utf-8', 'backslashreplace').decode()}" if isinstance(key, str) else f"[{key}]" for key in path
    )
    return words.removeprefix(".") or THE_DOCUMENT


def at_place(where: str, reason: str) -> Text:
    """What is wrong at a place of a document."""
    return say("{place}: {reason}", place=where, reason=reason)


def _refuse_difference(raw: bytes, expected: bytes) -> NoReturn:
    """Raises NotCanonical with the first place where bytes differ from the canonical form of what they say."""
    at, end = 0, min(len(raw), len(expected))
    while at < end:
        middle = (at + end + 1) // 2
        if raw[at:middle] == expected[at:middle]:
            at = middle
        else:
            end = middle - 1
    content, wanted = raw[at : at + 1], expected[at : at + 1]
    if not wanted or content in _SPACE:
        reason = say("white space") if content in _SPACE else say("text after the end")
    elif b"\\" in (content, wanted) or b"\\" in raw[max(at - _ESCAPE, 0) : at]:
        reason = say("an escape that canonical JSON writes otherwise")
    elif raw[at:].startswith(b"-0") or expected[at - 1 : at] in b"-0123456789":
        reason = say("a number that canonical JSON writes otherwise")
    else:
        reason = say("the name of a field is out of order, or twice")
    raise NotCanonical(
        say(
            "byte {byte}: {reason}: found {found}, where the canonical form has {wanted}",
            byte=at + 1,
            reason=reason,
            found=_quoted(raw, at),
            wanted=_quoted(expected, at),
        )
    )


def _quoted(raw: bytes, at: int) -> str:
    piece = raw[at : at + _QUOTED].decode("utf-8", "replace")
    return f"'{piece}'" if piece else say_of("document", "nothing")


_TYPES: Final[Mapping[str, type]] = {
    "object": dict,
    "array": list,
    "bool": bool,
    "int": int,
    "str": str,
    "float": float,
    "null": type(None),
}


def _in_words(raw: bytes, message: str) -> Text:
    """The message of a wrong type or field with its place in front: ``body.log.bytes: expected a whole number``."""
    what, _, path = message.partition(" - at ")
    where = path.removeprefix("`key` in ").strip("`").removeprefix("$").removeprefix(".")
    if "[...]" in where and len(raw) <= _NAMED_IN:
        where = _with_names(raw, where, what.rpartition("got `")[2].removesuffix("`"))
    return at_place(where or THE_DOCUMENT, shape_words(what, PATTERNS))


def _with_names(raw: bytes, where: str, got: str) -> str:
    """A path in which the names of fields that may be any are given for ``[...]``, as far as they can be found."""
    try:
        value = msgspec.json.decode(raw)
    except (ValueError, RecursionError):
        return where
    parts = where.split("[...]")
    path = ""
    for number, part in enumerate(parts[:-1]):
        path += part
        value = _at(value, part)
        if not isinstance(value, dict):
            return where
        last = number == len(parts) - 2
        fits = [name for name, item in value.items() if not last or (not parts[-1] and type(item) is _TYPES.get(got))]
        if len(value) != 1 and not (last and fits):
            return where
        name = fits[0] if fits else next(iter(value))
        path += place(("", name)).removeprefix(".") if not path else f".{name}"
        value = value[name]
    return path + parts[-1]


def _at(value: Any, path: str) -> Any:
    """The value at a path such as ``body.hands[3]``; None where there is none."""
    for key in path.replace("[", ".[").split("."):
        try:
            if key.startswith("["):
                value = value[int(key[1:-1])]
            elif key:
                value = value[key]
        except (LookupError, TypeError):
            return None
    return value

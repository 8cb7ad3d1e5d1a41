"""Canonical JSON: RFC 8785, restricted to objects, arrays, strings, true, false, null and whole numbers.

Reading is strict.  Bytes that are not exactly the canonical form of what they say are refused.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, NoReturn, TypeVar

import msgspec

from engine.record import bounds

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

T = TypeVar("T")


class NotCanonical(ValueError):
    """A value has no canonical form, or bytes are not one.  The text says where and why."""


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
        raise NotCanonical(
            f"a text contains \\u{ord(error.object[error.start]):04x}, half of a surrogate pair"
        ) from None


def read(raw: bytes, kind: type[T]) -> T:
    """The value of a type whose canonical form some bytes are.

    Raises NotCanonical, with the place, if they are not that.
    """
    if len(raw) > BYTES:
        raise NotCanonical(f"{len(raw):,} bytes; at most {BYTES:,} are allowed")
    value = _decoded(raw, kind)
    expected = write(value)
    if raw != expected:
        _refuse_difference(raw, expected)
    return value


def _decoded(raw: bytes, kind: type[T]) -> T:
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        raise NotCanonical(f"byte {error.start + 1} is not UTF-8") from None
    try:
        return msgspec.json.decode(raw, type=kind)
    except msgspec.ValidationError as error:
        raise NotCanonical(_in_words(raw, str(error))) from None
    except RecursionError:
        raise NotCanonical(f"more than {DEPTH} objects and arrays inside one another") from None
    except msgspec.DecodeError as error:
        raise NotCanonical(f"not JSON: {_lower(str(error).removeprefix('JSON is malformed: '))}") from None


def _check(value: object, path: tuple[str | int, ...]) -> bool:
    """Checks a plain value.  Returns whether the name of a field in it sorts otherwise in UTF-16 than by code point."""
    if not isinstance(value, dict | list):
        _check_leaf(value, path)
        return False
    if len(path) >= DEPTH:
        raise NotCanonical(f"{place(path)}: more than {DEPTH} objects and arrays inside one another")
    items: Iterable[tuple[Any, Any]] = value.items() if isinstance(value, dict) else enumerate(value)
    beyond = False
    for key, item in items:
        if type(key) is str:
            beyond = beyond or (not key.isascii() and max(key) > _BEYOND_BMP)
        elif not isinstance(value, list):
            raise NotCanonical(f"{place(path)}: the name of a field is not a text")
        if type(item) is dict or type(item) is list:
            beyond = _check(item, (*path, key)) or beyond
        elif type(item) is not str:
            _check_leaf(item, (*path, key))
    return beyond


def _check_leaf(value: object, path: tuple[str | int, ...]) -> None:
    if value is None or isinstance(value, bool | str):
        return
    if not isinstance(value, int):
        raise NotCanonical(f"{place(path)}: a number that is not whole" if isinstance(value, float) else place(path))
    if not -NUMBER <= value <= NUMBER:
        raise NotCanonical(f"{place(path)}: a number beyond ±{NUMBER:,}")


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
    return words.removeprefix(".") or "the document"


def _refuse_difference(raw: bytes, expected: bytes) -> NoReturn:
    """Raises NotCanonical with the first place where bytes differ from the canonical form of what they say."""
    at, end = 0, min(len(raw), len(expected))
    while at < end:
        middle = (at + end + 1) // 2
        if raw[at:middle] == expected[at:middle]:
            at = middle
        else:
            end = middle - 1
    found, wanted = raw[at : at + 1], expected[at : at + 1]
    if not wanted or found in _SPACE:
        reason = "white space" if found in _SPACE else "text after the end"
    elif b"\\" in (found, wanted) or b"\\" in raw[max(at - _ESCAPE, 0) : at]:
        reason = "an escape that canonical JSON writes otherwise"
    elif raw[at:].startswith(b"-0") or expected[at - 1 : at] in b"-0123456789":
        reason = "a number that canonical JSON writes otherwise"
    else:
        reason = "the name of a field is out of order, or twice"
    raise NotCanonical(
        f"byte {at + 1}: {reason}: found {_quoted(raw, at)}, where the canonical form has {_quoted(expected, at)}"
    )


def _quoted(raw: bytes, at: int) -> str:
    piece = raw[at : at + _QUOTED].decode("utf-8", "replace")
    return f"'{piece}'" if piece else "nothing"


_WORDS: Final[Mapping[str, str]] = {
    "object": "an object",
    "array": "an array",
    "bool": "true or false",
    "int": "a whole number",
    "float": "a number that is not whole",
    "str": "a text",
    "null": "null",
}
"""The names of types in messages about a wrong type, and the words for them."""
_TYPE: Final = re.compile("`((?:{0})(?: [|] (?:{0}))*)`".format("|".join(_WORDS)))
_TYPES: Final[Mapping[str, type]] = {
    "object": dict,
    "array": list,
    "bool": bool,
    "int": int,
    "str": str,
    "float": float,
    "null": type(None),
}


def _in_words(raw: bytes, message: str) -> str:
    """The message of a wrong type or field with its place in front: ``body.log.bytes: expected a whole number``."""
    what, _, path = message.partition(" - at ")
    where = path.removeprefix("`key` in ").strip("`").removeprefix("$").removeprefix(".")
    if "[...]" in where and len(raw) <= _NAMED_IN:
        where = _with_names(raw, where, what.rpartition("got `")[2].removesuffix("`"))
    what = _TYPE.sub(lambda found: " or ".join(_WORDS[each] for each in found[1].split(" | ")), what)
    what = what.replace("Object contains unknown field", "there is no field")
    what = what.replace("Object missing required field", "a field is missing:")
    what = what.replace("Invalid enum value", "not one of the values that there are:")
    return f"{where or 'the document'}: {_lower(what)}"


def _with_names(raw: bytes, where: str, got: str) -> str:
    """A path in which the names of fields that may be any are given for ``[...]``, as far as they can be found."""
    try:
        value = msgspec.json.decode(raw)
    except (ValueError, RecursionError):
        return where
    parts = where.split("[...]")
    found = ""
    for number, part in enumerate(parts[:-1]):
        found += part
        value = _at(value, part)
        if not isinstance(value, dict):
            return where
        last = number == len(parts) - 2
        fits = [name for name, item in value.items() if not last or (not parts[-1] and type(item) is _TYPES.get(got))]
        if len(value) != 1 and not (last and fits):
            return where
        name = fits[0] if fits else next(iter(value))
        found += place(("", name)).removeprefix(".") if not found else f".{name}"
        value = value[name]
    return found + parts[-1]


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


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]

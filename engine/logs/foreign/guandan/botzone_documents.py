"""What a visitor of Botzone can save of a match, as the same pieces in each case.

These are the page of a match, a line of a monthly pack, the log of the judge alone, and what seats were asked and
answered.  Any of them may be JSON in a string.  The page is a web page whose script gives ``playerNames`` a list,
``matchID`` a text, and ``_rawLogJSON`` the log as JSON in a string.
"""

import re
from collections.abc import Iterator
from types import MappingProxyType
from typing import Any, Final

import msgspec

from engine.logs.foreign.reader import Translation, decode_text, misfit, within
from engine.logs.json.pieces import pieces_of
from engine.logs.json.strict import MatchRefused, Path, check, parse
from engine.rulebook.sentences import marked, say

LOGS: Final = ("log", "logs")
"""The fields that may have the log of the judge."""

MOST_VALUES: Final = 1_000_000
"""Values of a match, counted as commas and opening brackets: a hand of 450 actions has some 40,000."""

MOST_WRAPPINGS: Final = 3
"""How often JSON may be in a string of JSON."""

_VALUES: Final = marked("{count} values of a match")
_LONG: Final = frozenset((*LOGS, "initdata"))
_PAGE: Final = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]{0,4096}<")
_BOTZONE: Final = re.compile(rb"_rawLogJSON|botzone", re.IGNORECASE)
_GIVEN: Final = MappingProxyType(
    {
        name: re.compile(rb"\b" + name.encode() + rb"[ \t]{0,64}=[ \t]{0,64}(?=[\"'\[{])")
        for name in ("playerNames", "matchID", "initdata", "_rawLogJSON")
    }
)
"""By what a page names, where its script gives it a value."""
_FIELDS: Final = MappingProxyType(
    {"playerNames": "players", "matchID": "_id", "initdata": "initdata", "_rawLogJSON": LOGS[0]}
)
_TEXT: Final = re.compile(rb"'[^'\\\r\n]*'|\"(?:[^\"\\\r\n]|\\.)*+\"")
_LIST: Final = re.compile(rb"[\[{](?:[^\"\r\n;]|\"(?:[^\"\\\r\n]|\\.)*+\")*+;")


def is_page(head: bytes) -> bool:
    """Whether a text begins as a page of Botzone."""
    return _PAGE.match(head) is not None and _BOTZONE.search(head) is not None


def pieces(translation: Translation, raw: bytes) -> Iterator[tuple[Path, Any]]:
    """The fields of a record and the items of its lists one after another, each with its place.

    Raises Refused if it is not valid JSON, is no page of a match, or is over a bound.
    """
    if _PAGE.match(raw):
        yield from _page(raw)
        return
    _within_values(raw)
    yield from _unwrapped(decode_text(translation, raw))


def unwrap(value: Any, where: str) -> Any:
    """A value, decoded where it is a list or an object as JSON in a string."""
    for _ in range(MOST_WRAPPINGS):
        if not isinstance(value, str) or not value.lstrip().startswith(("[", "{", '"')):
            return value
        value = _decoded(value, where)
    return value


def _unwrapped(characters: str, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    for _ in range(MOST_WRAPPINGS):
        if not characters.lstrip().startswith('"'):
            break
        inner = parse(characters.encode())
        if not isinstance(inner, str):
            break
        characters = inner
    for place, value in pieces_of(characters, path, _LONG):
        if not path and place and place[0] in LOGS and len(place) == 1 and isinstance(value, str):
            if not value.lstrip().startswith(("[", '"')):
                raise misfit(str(place[0]), say("this is not a list"), say("a list of requests and answers in turn"))
            yield from _inside(value, str(place[0]))
        else:
            yield place, value


def _inside(characters: str, name: str) -> Iterator[tuple[Path, Any]]:
    """The pieces of a log that is JSON in a string."""
    _within_values(characters.encode("utf-8", "surrogatepass"))
    try:
        yield from _unwrapped(characters, (name,))
    except MatchRefused as refused:
        if refused.refusal.variant != "json":
            raise
        raise misfit(name, refused.refusal.message, say("JSON in a string")) from None


def _page(raw: bytes) -> Iterator[tuple[Path, Any]]:
    if _GIVEN["_rawLogJSON"].search(raw) is None:
        raise misfit(
            say("the page"),
            say("it has no log of a match (_rawLogJSON)"),
            say("the page of a match, as Botzone shows it"),
        )
    for name, given in _GIVEN.items():
        place = given.search(raw)
        if place is None:
            continue
        value = _value(raw, place.end(), name)
        if isinstance(value, str) and name == "_rawLogJSON":
            yield from _inside(value, LOGS[0])
        elif isinstance(value, list) and value:
            yield from (((_FIELDS[name], at), item) for at, item in enumerate(value))
        else:
            yield (_FIELDS[name],), value


def _value(raw: bytes, at: int, name: str) -> Any:
    """What a script gives a name at a place of a page: a text, or a list or an object up to its semicolon."""
    quoted = _TEXT.match(raw, at)
    listed = None if quoted else _LIST.match(raw, at)
    text = quoted[0] if quoted else listed[0].removesuffix(b";").rstrip() if listed else b""
    if text.startswith(b"'"):
        text = b'"' + text[1:-1].replace(b'"', b'\\"') + b'"'
    try:
        if quoted:
            return msgspec.json.decode(text, type=str)
    except (ValueError, RecursionError):
        text = b""
    if not text:
        raise misfit(name, say("this is not JSON"), say("JSON in a string"))
    return _decoded(text.decode("utf-8", "replace"), name)


def _decoded(characters: str, where: str) -> Any:
    text = characters.encode("utf-8", "surrogatepass")
    _within_values(text)
    try:
        value = parse(text)
        check(value)
    except MatchRefused as refused:
        raise misfit(where, refused.refusal.message, say("JSON in a string")) from None
    return value


def _within_values(text: bytes) -> None:
    within(_VALUES, text.count(b",") + text.count(b"[") + text.count(b"{"), MOST_VALUES)

"""What a text that no format claims looks most like, in words for the refusal of it."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from engine.games import GAMES
from engine.logs.formats import LogFormat
from engine.logs.input.encodings import GB18030, UTF_8, Encoding, encoding_of, in_utf_8, opening_of
from engine.logs.input.text import MARK
from engine.logs.kinds import SORTS, Sort, kind_of
from engine.rulebook.sentences import Text, listed, marked, say

_ONLY_ACTIONS: Final = say(
    "text with the actions of a hand, without the rest of the log; begin it with a line for the game, such as "
    "'game: {game}', and one for the players, such as 'players: E Li Wei, N Zhao Min, …'",
    game=next(iter(GAMES)),
)
_TABLE: Final = marked("a table with {separator} between its columns")
_PAGE: Final = marked("a web page (HTML)")
_XML_TEXT: Final = marked("XML text")
_PLAIN: Final = marked("plain text")
_CHINESE: Final = marked("Chinese text")
_ENCODED: Final = marked("{text} in {encoding}")
_JSON_TEXT: Final = marked("JSON text that is not a match log")
_JSON_ALIKE: Final = marked("JSON text that looks most like the format {name} ({title})")
_JSON_WITHOUT: Final = marked("{text} without {fields}")
_SORTS: Final[Mapping[str, Sort]] = MappingProxyType(
    {
        **SORTS,
        _ONLY_ACTIONS.template: Sort.ACTIONS,
        _TABLE: Sort.TABLE,
        _PAGE: Sort.PAGE,
        _XML_TEXT: Sort.PAGE,
        **dict.fromkeys((_PLAIN, _CHINESE, _ENCODED), Sort.TEXT),
        **dict.fromkeys((_JSON_TEXT, _JSON_ALIKE, _JSON_WITHOUT), Sort.JSON),
    }
)
_NAMED_FIELDS: Final = re.compile(rb'"([A-Za-z_]\w*)"\s*:')
_ACTIONS: Final = re.compile(r"(?m)^\s*[A-Za-z0-9_]{1,8} (?:play \S|pass\b|lead\b|set \S|place \S)")
_CHINESE_ACTIONS: Final = re.compile(
    r"(?m)^\s*[^\s:：，,]{1,12}?[ \u3000：:]*"
    r"(?:(?:出牌?|[进進还還][贡貢])[ \u3000]*[0-9０-９♠♥♦♣黑红紅梅方大小AJQKT]|(?:不要|不出|过|過)[ 。!！]*\r?$)"
)
_MARKUP: Final = re.compile(r"<(?:!doctype html|html|head|body)\b", re.IGNORECASE)
_XML: Final = re.compile(r"<\?xml\b|<[A-Za-z][\w:.-]*[\s/>]")
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_LONGEST_CHARACTER: Final = 4
"""Bytes of a character at most, in every encoding that is read."""
_ROWS: Final = 3
"""Lines at the beginning that must have as many separators for a text to be a table."""


def looks_like(beginning: bytes, formats: Iterable[LogFormat]) -> str:
    """What a file that begins so looks most like: ``a PNG picture``, ``JSON text that looks most like …``.

    ``beginning`` is its first 64 KiB, or all of it where it is shorter; ``formats`` are those that it may be like.
    """
    kind = kind_of(beginning)
    if kind is not None:
        return kind
    if b"\0" in opening_of(beginning):
        return say("binary data of an unknown kind")
    encoding = encoding_of(beginning)
    for candidate in (encoding,) if encoding is not UTF_8 else (UTF_8, GB18030):
        text = _decoded(beginning, candidate)
        if text is not None:
            return _text(text.removeprefix("\ufeff").lstrip(), candidate, formats)
    return say("binary data of an unknown kind")


def sort_of(what: object) -> Sort:
    """The sort of the file that `looks_like` gave these words for."""
    return _SORTS.get(what.template, Sort.OTHER) if isinstance(what, Text) else Sort.OTHER


def is_other_json(beginning: bytes, known: LogFormat) -> bool:
    """Whether a text, or its first line, is sound JSON that names none of the fields by which a format is known."""
    text = in_utf_8(beginning).removeprefix(MARK).strip()
    if not _fields(text).isdisjoint(known.fields):
        return False
    return _is_json(text) or _is_json(text.partition(b"\n")[0])


def _is_json(text: bytes) -> bool:
    try:
        return isinstance(msgspec.json.decode(text), dict | list)
    except (ValueError, RecursionError):
        return False


def _fields(text: bytes) -> frozenset[str]:
    return frozenset(name.decode() for name in _NAMED_FIELDS.findall(text))


def _text(text: str, encoding: Encoding, formats: Iterable[LogFormat]) -> str:
    if text.startswith(("{", "[")):
        return _json(text.encode(), formats)
    if _ACTIONS.search(text) or _CHINESE_ACTIONS.search(text):
        return _ONLY_ACTIONS
    if _MARKUP.match(text):
        return say(_PAGE)
    if _XML.match(text):
        return say(_XML_TEXT)
    if separator := _separator(text):
        return say(_TABLE, separator=separator)
    words = say(_CHINESE) if _HAN.search(text) else say(_PLAIN)
    return words if encoding is UTF_8 else say(_ENCODED, text=words, encoding=encoding.name)


def _json(text: bytes, formats: Iterable[LogFormat]) -> str:
    fields = _fields(text)
    shares = [
        (len(fields.intersection(log_format.fields)) / len(log_format.fields), log_format)
        for log_format in formats
        if log_format.fields
    ]
    share, nearest = max(shares, key=lambda pair: pair[0], default=(0, None))
    if nearest is None or share < 0.5:
        return say(_JSON_TEXT)
    missing = [name for name in nearest.fields if name not in fields]
    alike = say(_JSON_ALIKE, name=nearest.name, title=nearest.title)
    return say(_JSON_WITHOUT, text=alike, fields=listed(missing)) if missing else alike


def _separator(text: str) -> str:
    lines = [line for line in text.splitlines()[: _ROWS + 1] if line.strip()][:_ROWS]
    if len(lines) < 2:
        return ""
    for mark, name in (("\t", say("tabs")), (";", say("semicolons")), (",", say("commas"))):
        counts = {line.count(mark) for line in lines}
        if len(counts) == 1 and counts != {0}:
            return name
    return ""


def _decoded(beginning: bytes, encoding: Encoding) -> str | None:
    """The beginning of a text without a last character that is cut off; None where it is not in the encoding."""
    for cut in range(_LONGEST_CHARACTER):
        try:
            return beginning[: max(0, len(beginning) - cut)].decode(encoding.codec)
        except UnicodeDecodeError:
            continue
    return None

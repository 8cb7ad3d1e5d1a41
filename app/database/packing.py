"""Bytes as the database stores them: packed with zstd, those of matches with a dictionary of their game.

In logs, what they are full of (a card and what follows it) is one byte before they are packed.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

import msgspec
import zstandard

from engine.rulebook.sentences import say

T = TypeVar("T")

_SMALL: Final = 6
HEAD: Final = 18
"""The most bytes of the head of a packed value."""


class Content(StrEnum):
    """What there are dictionaries for."""

    LOG = "log"
    REPORT = "report"
    COUNTS = "counts"


DICTIONARIES: Final = Path(__file__).parent / "dictionaries"
"""The files of the dictionaries, named by number, game and content.  A packed value has the number of its dictionary in
its head, so that none of them is ever changed or removed; values are packed with the one with the highest number.
"""
_LEVELS: Final[Mapping[Content, int]] = MappingProxyType({Content.LOG: 9, Content.REPORT: 9, Content.COUNTS: 7})
_SHORTENED: Final = 40_012
"""The number of the first dictionary whose logs are shortened before they are packed."""
_CARDS: Final = (*(f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "shdc"), "BJ", "RJ")
_FREQUENT: Final = tuple(
    text.encode()
    for text in (
        *(f"{card} " for card in _CARDS),
        *(f'{card}","' for card in _CARDS),
        *('pass","', "play ", "set ", "/ ", "BJ* ", "RJ* ", '"]', '":"', '":['),
    )
)
"""Texts that are one byte in a shortened log: the bytes from 128 on, in this order, which never changes."""
_ASIDE: Final = b"\x01"
"""Stands before and after bytes above 127 in a shortened log."""
_SHORT: Final[Mapping[bytes, bytes]] = MappingProxyType(
    {text: bytes((byte,)) for byte, text in enumerate(_FREQUENT, 128)}
)
_ANY: Final = re.compile(rb'(?:[2-9TJQKA][shdc]|[BR]J)(?: |",")|pass","|play |set |/ |[BR]J\* |"\]|":["[]|[\x80-\xff]+')
_LONG: Final = 12
"""The bytes of a word that is not kept in memory."""
_MEANT: Final = (*(bytes((byte,)) for byte in range(128)), *_FREQUENT, *(128 - len(_FREQUENT)) * (b"",))


def packed(data: bytes) -> bytes:
    """Bytes as the database stores them."""
    return zstandard.ZstdCompressor(level=_SMALL).compress(data)


def packed_for(game: str | None, content: Content, data: bytes) -> bytes:
    """Bytes about a match of a game as the database stores them; ``game`` is None, or any text, where it is unknown."""
    number = newest().get((game or "", content))
    if number is None or (_is_shortened(number) and _ASIDE in data):
        return packed(data)
    plain = shortened(data) if _is_shortened(number) else data
    return zstandard.ZstdCompressor(dict_data=_to_pack(number, _LEVELS[content])).compress(plain)


class BytesDamaged(ValueError):
    """A stored value is not what was stored.  The text of the exception says so, and what to do."""

    def __init__(self, reason: str) -> None:
        """``reason`` says in English what does not fit."""
        super().__init__(say("bytes that it stores are damaged ({reason}); restore a copy of it", reason=reason))


def unpacked(data: bytes, size: int) -> bytes:
    """The bytes that were packed, at most ``size`` of them.  Raises BytesDamaged if they have changed since."""
    if not size:
        return b""
    try:
        frame = zstandard.get_frame_parameters(data)
        short = bool(frame.dict_id) and _is_shortened(frame.dict_id)
        most = 2 * size + 2 if short else size
        if most < frame.content_size != zstandard.CONTENTSIZE_UNKNOWN:
            raise zstandard.ZstdError(f"{frame.content_size} bytes in place of {most}")
        known = _to_unpack(frame.dict_id) if frame.dict_id else None
        plain = zstandard.ZstdDecompressor(dict_data=known).decompress(data, max_output_size=most)
        content = _in_full(plain) if short else plain
        if len(content) > size:
            raise zstandard.ZstdError(f"{len(content)} bytes in place of {size}")
        return content
    except zstandard.ZstdError as error:
        raise BytesDamaged(str(error)) from error


def stored_json(text: bytes | str, kind: type[T]) -> T:
    """What is stored as JSON.  Raises BytesDamaged if it is not JSON of this kind."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BytesDamaged(str(error)) from error


def shortened(data: bytes) -> bytes:
    """A log without the byte 1 as it is packed: frequent texts are a byte above 127, such bytes are between two 1."""
    *words, last = data.split(b" ")
    short = [_word(word) if len(word) < _LONG else _replaced(word + b" ") for word in words]
    return b"".join((*short, _replaced(last)))


@lru_cache(maxsize=4_096)
def _word(word: bytes) -> bytes:
    return _replaced(word + b" ")


def _replaced(text: bytes) -> bytes:
    return _ANY.sub(lambda text_match: _SHORT.get(text_match[0]) or _ASIDE + text_match[0] + _ASIDE, text)


def _in_full(plain: bytes) -> bytes:
    parts = plain.split(_ASIDE)
    parts[::2] = (b"".join(map(_MEANT.__getitem__, part)) for part in parts[::2])
    return b"".join(parts)


def _is_shortened(number: int) -> bool:
    return number >= _SHORTENED and _dictionaries().get(number, ("", ""))[1] == Content.LOG


def is_packed_anew(game: str | None, content: Content, head: bytes) -> bool:
    """Whether `packed_for` would take no other dictionary than that of a packed value with these first bytes.

    Bytes that several games share may be packed with the dictionary of any of them.
    """
    numbers = newest()
    if (game or "", content) not in numbers:
        return True
    try:
        used = zstandard.get_frame_parameters(head).dict_id
    except zstandard.ZstdError:
        return True
    return used in {number for (_, of), number in numbers.items() if of == content}


@lru_cache(maxsize=1)
def newest() -> Mapping[tuple[str, str], int]:
    """The numbers of the dictionaries that values are packed with, by game and content."""
    return {(game, content): number for number, (game, content) in sorted(_dictionaries().items())}


@lru_cache(maxsize=1)
def _dictionaries() -> Mapping[int, tuple[str, str]]:
    names = [path.name.split(".") for path in DICTIONARIES.glob("*.*.*.zdict")]
    return {int(number): (game, content) for number, game, content, _ in names}


@lru_cache(maxsize=32)
def _to_pack(number: int, level: int) -> zstandard.ZstdCompressionDict:
    known = _dictionary(number)
    known.precompute_compress(level=level)
    return known


@lru_cache(maxsize=32)
def _to_unpack(number: int) -> zstandard.ZstdCompressionDict:
    return _dictionary(number)


def _dictionary(number: int) -> zstandard.ZstdCompressionDict:
    if number not in _dictionaries():
        raise zstandard.ZstdError(f"there is no dictionary {number}")
    path = DICTIONARIES / ".".join((str(number), *_dictionaries()[number], "zdict"))
    return zstandard.ZstdCompressionDict(path.read_bytes())

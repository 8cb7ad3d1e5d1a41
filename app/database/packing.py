"""Bytes as the database stores them: packed with zstd, those of matches with a dictionary of their game."""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import zstandard

from engine.rulebook.sentences import say

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


def packed(data: bytes) -> bytes:
    """Bytes as the database stores them."""
    return zstandard.ZstdCompressor(level=_SMALL).compress(data)


def packed_for(game: str | None, content: Content, data: bytes) -> bytes:
    """Bytes about a match of a game as the database stores them; ``game`` is None, or any text, where it is unknown."""
    number = newest().get((game or "", content))
    if number is None:
        return packed(data)
    return zstandard.ZstdCompressor(dict_data=_to_pack(number, _LEVELS[content])).compress(data)


class BytesDamaged(ValueError):
    """Stored bytes are not those that were packed.  The text of the exception says so, and what to do."""


def unpacked(data: bytes, size: int) -> bytes:
    """The bytes that were packed, at most ``size`` of them.  Raises BytesDamaged if they have changed since."""
    if not size:
        return b""
    try:
        frame = zstandard.get_frame_parameters(data)
        if size < frame.content_size != zstandard.CONTENTSIZE_UNKNOWN:
            raise zstandard.ZstdError(f"{frame.content_size} bytes in place of {size}")
        known = _to_unpack(frame.dict_id) if frame.dict_id else None
        return zstandard.ZstdDecompressor(dict_data=known).decompress(data, max_output_size=size)
    except zstandard.ZstdError as error:
        raise BytesDamaged(
            say("bytes that it stores are damaged ({reason}); restore a copy of it", reason=str(error))
        ) from error


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

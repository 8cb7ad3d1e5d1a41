"""Bytes as the database stores them: packed with zstd."""

from typing import Final

import zstandard

from engine.rulebook.sentences import say

_SMALL: Final = 6
QUICK: Final = 1
"""A level for what is small anyway: a third of the time, for a few percent more bytes."""


def packed(data: bytes, level: int = _SMALL) -> bytes:
    """Bytes as the database stores them."""
    return zstandard.ZstdCompressor(level=level).compress(data)


class BytesDamaged(ValueError):
    """Stored bytes are not those that were packed.  The text of the exception says so, and what to do."""


def unpacked(data: bytes, size: int) -> bytes:
    """The bytes that were packed, at most ``size`` of them.  Raises BytesDamaged if they have changed since."""
    try:
        return zstandard.ZstdDecompressor().decompress(data, max_output_size=size) if size else b""
    except zstandard.ZstdError as error:
        raise BytesDamaged(
            say("bytes that it stores are damaged ({reason}); restore a copy of it", reason=str(error))
        ) from error

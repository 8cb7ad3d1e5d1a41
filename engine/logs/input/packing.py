"""Unpacking of an input piece by piece.  Plain text, gzip, zstd and zip are recognised by their first bytes."""

import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import BinaryIO, Final, TypeVar

from engine.rulebook.sentences import say

PIECE: Final = 64 * 1024
"""The number of bytes that are read from an input, or unpacked, at a time."""

ZIP_MARKS: Final = (b"PK\x03\x04", b"PK\x05\x06")
MARK_BYTES: Final = 4

_GZIP_MARK: Final = b"\x1f\x8b"
_ZSTD_MARK: Final = b"\x28\xb5\x2f\xfd"
_ZSTD_SKIPPED: Final = b"\x2a\x4d\x18"
_ZSTD_WINDOW: Final = 128 * 1024 * 1024
_ZSTD_STEP: Final = 512
"""So few bytes at a time that what they unpack to stays small: four bytes can unpack to 128 KiB."""
_ZSTD_CHECKSUM: Final = 4
_GZIP_STEP: Final = 16 * 1024
_WITH_GZIP_HEADER: Final = 31

Result = TypeVar("Result")


class PackingFault(Exception):
    """An input cannot be unpacked any further.  What was read before remains valid.  The text of the exception is the
    reason.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason: Final = reason


class NotALog(PackingFault):
    """An input is a document or a program that is packed as a zip.  Its text says which, with its article."""


class WatchedStream:
    """A stream that stores the exception with which it failed, to distinguish it from one of a reader."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream: Final = stream
        self.fault: Exception | None = None

    def read(self, size: int = -1) -> bytes:
        """The next bytes of the stream.  Raises what the stream raises."""
        return self._kept(lambda: self._stream.read(size))

    def seek(self, offset: int, whence: int = 0) -> int:
        """Moves the position in the stream.  Raises what the stream raises."""
        return self._kept(lambda: self._stream.seek(offset, whence))

    def tell(self) -> int:
        """The position in the stream.  Raises what the stream raises."""
        return self._kept(self._stream.tell)

    def seekable(self) -> bool:
        """Whether the stream can be read out of order."""
        return self._stream.seekable()

    def _kept(self, call: Callable[[], Result]) -> Result:
        try:
            return call()
        except Exception as fault:
            self.fault = fault
            raise


def pieces_of(stream: BinaryIO, begun: bytes = b"") -> Iterator[bytes]:
    """The rest of a stream, piece by piece, after what was read of it already."""
    if begun:
        yield begun
    while piece := stream.read(PIECE):
        yield piece


def is_packed(mark: bytes) -> bool:
    """Whether an input with these first four bytes is not plain."""
    return mark.startswith(_GZIP_MARK) or mark in ZIP_MARKS or _is_zstd(mark)


def unpacked(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The text of a plain, gzip or zstd stream.

    Raises PackingFault if the stream is cut off or damaged, or if its content is compressed again.  By then it has
    yielded everything that could be unpacked before the fault.
    """
    mark, pieces = _with_mark(pieces)
    if mark.startswith(_GZIP_MARK):
        packing, pieces = "gzip", _gunzipped(pieces)
    elif _is_zstd(mark):
        packing, pieces = "zstd", _unzstd(pieces)
    else:
        packing = ""
    if packing:
        mark, pieces = _with_mark(pieces)
        if mark.startswith((_GZIP_MARK, *ZIP_MARKS)) or _is_zstd(mark):
            raise PackingFault(say("the content of the {packing} stream is compressed again", packing=packing))
    elif mark in ZIP_MARKS:
        raise PackingFault(say("the zip contains another zip"))
    yield from pieces


def _with_mark(pieces: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    begun = b""
    for piece in pieces:
        begun += piece
        if len(begun) >= MARK_BYTES:
            break
    return begun[:MARK_BYTES], chain([begun] if begun else [], pieces)


def _is_zstd(mark: bytes) -> bool:
    return mark == _ZSTD_MARK or (mark[:1].hex()[:1] == "5" and mark[1:] == _ZSTD_SKIPPED)


def _in_steps(pieces: Iterable[bytes], step: int) -> Iterator[bytes]:
    for piece in pieces:
        for begin in range(0, len(piece), step):
            yield piece[begin : begin + step]


def _gunzipped(pieces: Iterator[bytes]) -> Iterator[bytes]:
    inflater = zlib.decompressobj(_WITH_GZIP_HEADER)
    begun = False
    after_member = False
    for data in _in_steps(pieces, _GZIP_STEP):
        left = data
        while left:
            if after_member:
                left = left.lstrip(b"\0")
                if not left:
                    break
                after_member = False
            begun = True
            before = inflater.copy()
            try:
                text = inflater.decompress(left, PIECE)
            except zlib.error as error:
                yield from _before_the_fault(before, left)
                raise PackingFault(say("the gzip stream is damaged ({error})", error=str(error))) from None
            if text:
                yield text
            left = inflater.unconsumed_tail
            if inflater.eof:
                left = inflater.unused_data
                inflater = zlib.decompressobj(_WITH_GZIP_HEADER)
                begun = False
                after_member = True
    if begun:
        raise PackingFault(say("the gzip stream is cut off"))


def _before_the_fault(inflater: "zlib._Decompress", data: bytes) -> Iterator[bytes]:
    try:
        for place in range(len(data)):
            yield inflater.decompress(data[place : place + 1])
    except zlib.error:
        return


def _unzstd(pieces: Iterator[bytes]) -> Iterator[bytes]:
    import zstandard

    decompressor = zstandard.ZstdDecompressor(max_window_size=_ZSTD_WINDOW)
    frame = decompressor.decompressobj()
    begun = False
    for data in _checksum_apart(_in_steps(pieces, _ZSTD_STEP)):
        left = data
        while left:
            begun = True
            try:
                text = frame.decompress(left)
            except zstandard.ZstdError as error:
                reason = str(error).removeprefix("zstd decompressor error: ")
                raise PackingFault(say("the zstd stream is damaged ({reason})", reason=reason)) from None
            if text:
                yield text
            left = b""
            if frame.eof:
                left = frame.unused_data
                frame = decompressor.decompressobj()
                begun = False
    if begun:
        raise PackingFault(say("the zstd stream is cut off"))


def _checksum_apart(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The pieces, with the last bytes of the stream in a piece of their own, so that a wrong checksum loses no text
    before it.
    """
    held = b""
    for piece in pieces:
        held += piece
        if len(held) > _ZSTD_CHECKSUM:
            yield held[:-_ZSTD_CHECKSUM]
            held = held[-_ZSTD_CHECKSUM:]
    if held:
        yield held

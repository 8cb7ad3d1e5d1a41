"""The encodings of a text: UTF-8, and two others that whole files have been found in.

Readers read UTF-8.  UTF-16 is recognised by the first bytes of a text.  GB18030 is recognised by the text not being
valid UTF-8.  Each match is recognised by its own bytes alone, so that a stored match is read again with the same
result.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

import msgspec

from engine.logs.record import LogRecord
from engine.rulebook.codes import MALFORMED, READ_AS
from engine.rulebook.findings import finding

Read = Callable[[bytes, str], list[LogRecord]]
"""A function that reads the matches of a text in UTF-8, from its bytes and its source."""

NOT_UTF_8: Final = "text"
"""The variant of `malformed` for a text that is not UTF-8."""

_HEAD: Final = 64
"""The number of bytes at the beginning of a text by which its encoding is recognised."""
_UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_LITTLE_ENDIAN: Final = re.compile(rb"\xff\xfe|[^\0]\0(?:[^\0]\0|\Z)")
_BIG_ENDIAN: Final = re.compile(rb"\xfe\xff|\0[^\0](?:\0[^\0]|\Z)")


@dataclass(frozen=True, slots=True)
class Encoding:
    """An encoding of texts, with its line ends; each has the length of one code unit."""

    name: str
    codec: str
    line_feed: bytes = b"\n"
    carriage_return: bytes = b"\r"

    @property
    def width(self) -> int:
        """The number of bytes in a code unit."""
        return len(self.line_feed)

    def split(self, text: bytes) -> list[bytes]:
        """The lines of a text without the line feeds between them.  The text must begin with a whole code unit."""
        lines = []
        start = 0
        for end in self.line_ends(text):
            lines.append(text[start : end - self.width])
            start = end
        lines.append(text[start:])
        return lines

    def line_ends(self, text: bytes) -> Iterator[int]:
        """The places after the line feeds of a text, which must begin with a whole code unit."""
        # To find each is quicker than to split the text: lines are long.
        find = partial(text.find, self.line_feed) if self.width == 1 else partial(self.find_line_feed, text)
        end = 0
        while (place := find(end)) >= 0:
            end = place + self.width
            yield end

    def find_line_feed(self, text: bytes | bytearray, start: int) -> int:
        """The index of the byte where the first line feed from ``start`` on begins; below 0 if there is none."""
        place = text.find(self.line_feed, start)
        while place % self.width and place >= 0:
            place = text.find(self.line_feed, place + 1)
        return place

    def is_blank(self, line: bytes | bytearray) -> bool:
        """Whether a line is empty or has only ASCII white space."""
        if self.width == 1 or not line:
            return not line or line.isspace()
        low = self.line_feed.index(b"\n")
        return len(line) % 2 == 0 and line[low::2].isspace() and not line[1 - low :: 2].strip(b"\0")


UTF_8: Final = Encoding("UTF-8", "utf-8")
UTF_16_LE: Final = Encoding("UTF-16", "utf-16-le", b"\n\0", b"\r\0")
UTF_16_BE: Final = Encoding("UTF-16", "utf-16-be", b"\0\n", b"\0\r")
GB18030: Final = Encoding("GB18030", "gb18030")


def encoding_of(beginning: bytes) -> Encoding:
    """UTF-16 for a text that begins with its byte order mark or has zero bytes where UTF-16 has them; otherwise UTF-8.

    JSON has no zero byte in UTF-8, and begins with two ASCII characters.  If the text is not JSON, half of the
    characters at its beginning must be ASCII.
    """
    head = beginning[:_HEAD]
    if b"\0" not in head and head[:2] not in _UTF_16_MARKS:
        return UTF_8
    if _LITTLE_ENDIAN.match(head):
        return UTF_16_LE
    if _BIG_ENDIAN.match(head):
        return UTF_16_BE
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) * 4 < len(head) or even == odd or len(head) < 4:
        return UTF_8
    return UTF_16_LE if odd > even else UTF_16_BE


def opening_of(beginning: bytes) -> bytes:
    """The beginning of a text in UTF-16 converted to UTF-8; any other beginning unchanged."""
    encoding = encoding_of(beginning)
    return beginning if encoding is UTF_8 else _in_utf_8(beginning, encoding, "replace")


def in_utf_8(raw: bytes) -> bytes:
    """A text converted to UTF-8 from any of the encodings; the bytes unchanged if they are in none of them."""
    encoding = encoding_of(raw)
    try:
        return _in_utf_8(raw, encoding)
    except UnicodeDecodeError:
        return _from_gb18030(raw) if encoding is UTF_8 else raw


def read_encoded(raw: bytes, source: str, read: Read) -> list[LogRecord]:
    """The records of some bytes in any of the encodings.  ``read`` reads their text; it must refuse an empty text.

    If the text is not UTF-8, each of its matches gets a notice, and the whole text as its bytes.
    """
    encoding = encoding_of(raw)
    if encoding is UTF_8:
        records = read(raw, source)
        if not any(map(_is_not_utf_8, records)):
            return records
        text = _from_gb18030(raw)
        if text is raw:
            return records
        encoding = GB18030
    else:
        try:
            text = _in_utf_8(raw, encoding)
        except UnicodeDecodeError as error:
            byte = _skipped(raw, encoding) + error.start
            fault = finding(MALFORMED, "log.format", variant="utf-16", recorded=f"0x{raw[byte]:02X}", byte=byte + 1)
            refused, *_ = read(b"", source)
            return [msgspec.structs.replace(refused, raw=raw, findings=(fault,))]
    variant = "gbk" if encoding is GB18030 else "encoding"
    notice = finding(READ_AS, "log.format", variant=variant, encoding=encoding.name)
    return [
        msgspec.structs.replace(
            record, raw=raw, findings=record.findings if record.match is None else (notice, *record.findings)
        )
        for record in read(text, source)
    ]


def _is_not_utf_8(record: LogRecord) -> bool:
    return record.match is None and any(
        fault.code is MALFORMED and fault.variant == NOT_UTF_8 for fault in record.findings
    )


def _skipped(raw: bytes, encoding: Encoding) -> int:
    """The number of bytes of the byte order mark of UTF-16, which is not part of the text."""
    return encoding.width if raw.startswith("\ufeff".encode(encoding.codec)) else 0


def _from_gb18030(raw: bytes) -> bytes:
    """A text in GB18030 converted to UTF-8; the bytes unchanged if they are not GB18030."""
    try:
        return _in_utf_8(raw, GB18030)
    except UnicodeDecodeError:
        return raw


def _in_utf_8(raw: bytes, encoding: Encoding, errors: str = "strict") -> bytes:
    start = 0 if encoding.width == 1 else _skipped(raw, encoding)
    return raw[start:].decode(encoding.codec, errors).encode()

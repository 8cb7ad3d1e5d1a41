"""A text after unpacking, read line by line or as a whole.  It never holds more than one match."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.logs.input.encodings import UTF_8, Encoding
from engine.logs.input.limits import Meter, TooMuch
from engine.logs.input.packing import PackingFault
from engine.record import bounds

if TYPE_CHECKING:
    from hashlib import _Hash

MARK: Final = b"\xef\xbb\xbf"
"""The byte order mark of UTF-8."""


_FEW_LINES: Final = 2


class Unit(NamedTuple):
    """A line without its end, or a whole text: its bytes, or only their number and hash if they are over the bound."""

    raw: bytes
    number: int
    """The number of the line, from 1."""
    offset: int
    """The byte of the text at which it begins, from 0."""
    size: int
    hashed: str | None = None
    """The hash of the bytes, set if they are over the bound and are not held."""


class Span(NamedTuple):
    """Some lines of a text that follow each other."""

    number: int
    """The number of the first, from 1."""
    offset: int
    """The byte of the text at which it begins, from 0."""
    size: int
    """The number of their bytes, with their ends."""
    lines: int
    """The number of those that are not blank."""


class InputText:
    """A text that is read once, from its beginning.  ``fault`` is set when the text ends early, to the reason."""

    def __init__(self, pieces: Iterator[bytes], meter: Meter | None = None) -> None:
        """``meter`` counts the lines that are read."""
        self._meter: Final = meter
        self._pieces: Iterator[bytes] = self._until_fault(pieces)
        self.fault: PackingFault | TooMuch | None = None

    def _until_fault(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        try:
            yield from pieces
        except (PackingFault, TooMuch) as fault:
            self.fault = fault

    def beginning(self, size: int) -> bytes:
        """The first bytes, or all if there are fewer.  They are not consumed."""
        taken = list(self._taken(size))
        begun = b"".join(taken)
        self._put_back(begun)
        return begun[:size]

    def first_line(self, encoding: Encoding = UTF_8) -> bytes:
        """The first line that is not blank, cut off if it is longer than a match may be.  It is not consumed."""
        begun = bytearray()
        place = 0
        for piece in self._pieces:
            skipped = _blank_lines(piece, encoding)
            if skipped and encoding.is_blank(begun[place:] + piece[: skipped.start]):
                place = len(begun) + skipped.end
            begun += piece
            while (end := encoding.find_line_feed(begun, place)) >= 0 and encoding.is_blank(begun[place:end]):
                place = end + encoding.width
            if end >= 0 or len(begun) > bounds.MATCH_BYTES:
                break
        self._put_back(bytes(begun))
        end = encoding.find_line_feed(begun, place)
        return bytes(begun[place:] if end < 0 else begun[place:end])

    def lines(self, encoding: Encoding = UTF_8, number: int = 1, offset: int = 0) -> Iterator[Unit]:
        """The lines that are not blank.  If the text ends early, the line that is cut off is left out.

        The text also ends early if it has too many lines.  ``number`` and ``offset`` are those of its first line, if it
        is a part of another text.
        """
        line = _Growing(encoding)
        for piece in _in_whole_units(self._pieces, encoding.width):
            skipped = _blank_lines(piece, encoding)
            first, *others = (piece[: skipped.start], piece[skipped.end :]) if skipped else encoding.split(piece)
            line.add(first)
            if not others:
                continue
            try:
                if self._meter is not None:
                    self._meter.add("lines", len(others) + (skipped.lines if skipped else 0))
            except TooMuch as fault:
                self.fault = fault
                return
            unit = line.unit(number, offset)
            if unit.hashed or not encoding.is_blank(unit.raw):
                yield unit
            number += 1
            offset += line.size + encoding.width
            if skipped:
                number += skipped.lines
                offset += skipped.end - skipped.start - encoding.width
            last = others.pop()
            for raw in others:
                if not encoding.is_blank(raw):
                    whole = _Growing(encoding)
                    whole.add(raw)
                    yield whole.unit(number, offset)
                number += 1
                offset += len(raw) + encoding.width
            line = _Growing(encoding)
            line.add(last)
        unit = line.unit(number, offset)
        if self.fault is None and (unit.hashed or not encoding.is_blank(unit.raw)):
            yield unit

    def spans(self, encoding: Encoding, size: int, lines: int) -> Iterator[Span]:
        """Its lines in spans that end where ``size`` bytes or ``lines`` lines are reached; blank spans are left out.

        Nothing but the line ends is looked for, and nothing is held.
        """
        number, offset, at = 1, 0, 0
        ends = count = 0
        begun = 0
        blank = True
        for piece in _in_whole_units(self._pieces, encoding.width):
            start = 0
            skipped = _blank_lines(piece, encoding)
            if skipped and blank and not count and at + skipped.start - begun <= bounds.MATCH_BYTES - encoding.width:
                number += ends + skipped.lines + 1
                start, ends, offset = skipped.end, 0, at + skipped.end
                begun = offset
            for end in encoding.line_ends(piece) if not start else ():
                blank = blank and encoding.is_blank(piece[start:end]) and at + end - begun <= bounds.MATCH_BYTES
                ends += 1
                count += not blank
                start, begun, blank = end, at + end, True
                if begun - offset >= size or ends >= lines:
                    if count:
                        yield Span(number, offset, begun - offset, count)
                    number, offset = number + ends, begun
                    ends = count = 0
            blank = blank and encoding.is_blank(piece[start:])
            at += len(piece)
        count += not blank or at - begun > bounds.MATCH_BYTES
        if count:
            yield Span(number, offset, at - offset, count)

    def whole(self) -> Unit:
        """The whole text, or the part before it ends early."""
        text = _Growing(UTF_8)
        for piece in self._pieces:
            text.add(piece)
        return text.unit(1, 0, with_end=True)

    def _taken(self, size: int) -> Iterator[bytes]:
        while size > 0 and (piece := next(self._pieces, None)) is not None:
            size -= len(piece)
            yield piece

    def _put_back(self, begun: bytes) -> None:
        self._pieces = chain([begun] if begun else [], self._pieces)


class _Blank(NamedTuple):
    """Blank lines in the middle of a piece that has nothing else."""

    start: int
    """Where the line feed is that ends what is before them."""
    end: int
    """Where what is after them begins."""
    lines: int


def _blank_lines(piece: bytes, encoding: Encoding) -> _Blank | None:
    """The lines between the first and the last line feed of a blank piece; None if it is not blank, or has few.

    They are counted, and not divided: a text may have very many.
    """
    feed = encoding.line_feed
    if len(piece) > bounds.MATCH_BYTES or not encoding.is_blank(piece) or (ends := piece.count(feed)) < _FEW_LINES:
        return None
    return _Blank(piece.index(feed), piece.rindex(feed) + encoding.width, ends - 1)


def _in_whole_units(pieces: Iterator[bytes], width: int) -> Iterator[bytes]:
    """The pieces, cut between code units of ``width`` bytes; an incomplete unit at the end of the text comes last."""
    if width == 1:
        yield from pieces
        return
    held = b""
    for piece in pieces:
        held += piece
        end = len(held) - len(held) % width
        if end:
            yield held[:end]
        held = held[end:]
    if held:
        yield held


class _Growing:
    """Bytes that are added piece by piece.  If they are over the bound on a match, only their hash is kept."""

    def __init__(self, encoding: Encoding) -> None:
        self.size = 0
        self._carriage_return: Final = encoding.carriage_return
        self._pieces: list[bytes] = []
        self._hash: _Hash | None = None

    def add(self, piece: bytes) -> None:
        if not piece:
            return
        self.size += len(piece)
        self._pieces.append(piece)
        if self.size > bounds.MATCH_BYTES + len(self._carriage_return):
            self._hash_all_but_the_last_character()

    def unit(self, number: int, offset: int, *, with_end: bool = False) -> Unit:
        """The bytes added so far, without the carriage return at their end unless ``with_end`` is set."""
        raw = b"".join(self._pieces)
        size, width = self.size, len(self._carriage_return)
        if not with_end and raw.endswith(self._carriage_return) and size % width == 0:
            raw, size = raw[:-width], size - width
        if self._hash is None and size <= bounds.MATCH_BYTES:
            return Unit(raw, number, offset, size)
        hashed = self._hash or sha256()
        hashed.update(raw)
        return Unit(b"", number, offset, size, hashed.hexdigest())

    def _hash_all_but_the_last_character(self) -> None:
        if self._hash is None:
            self._hash = sha256()
        width = len(self._carriage_return)
        last = self._pieces.pop()
        for piece in self._pieces:
            self._hash.update(piece)
        self._hash.update(last[:-width])
        self._pieces = [last[-width:]]

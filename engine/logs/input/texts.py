"""The texts of an input: of a zip the texts of its members, of any other input the one that it has."""

from collections.abc import Iterator
from typing import BinaryIO

from engine.logs.input.limits import Meter
from engine.logs.input.packing import ZIP_MARKS, pieces_of, unpacked


def texts_of(stream: BinaryIO, name: str, meter: Meter) -> Iterator[tuple[str, Iterator[bytes]]]:
    """The texts of an input, each with its name: that of the input, or ``input/member`` in a zip.

    Reading the pieces of a text raises PackingFault or TooMuch when it cannot be unpacked any further.  A text does not
    have to be read to its end before the next one.
    """
    start = stream.tell() if stream.seekable() else None
    mark = _mark(stream)
    if mark in ZIP_MARKS:
        from engine.logs.input.archive import texts_of_zip

        yield from texts_of_zip(mark, stream, start, name, meter)
    else:
        yield name, meter.counted(unpacked(pieces_of(stream, mark)))


def _mark(stream: BinaryIO) -> bytes:
    mark = b""
    while len(mark) < len(ZIP_MARKS[0]) and (piece := stream.read(len(ZIP_MARKS[0]) - len(mark))):
        mark += piece
    return mark

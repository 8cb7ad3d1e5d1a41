"""What another process reads of the inputs: whole files, and ranges of files that end at line ends.

What only this process can read, such as the standard input or an archive, is sent as bytes.  Nothing is decoded here.
"""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from typing import BinaryIO, Protocol

from app.cli.inputs import InputError, Inputs, changed_meanwhile
from app.judging.fault_barrier import guarded_undecoded, guarded_work
from engine.logs import LogRecord, UndecodedText, spans_of, undecoded_lines


class OpenableFile(Protocol):
    """A plain file that other processes can open."""

    @property
    def name(self) -> str:
        """Its name in messages."""

    def opened(self) -> AbstractContextManager[BinaryIO]:
        """Its bytes.  Raises InputError if it cannot be read, or has changed."""


@dataclass(frozen=True, slots=True)
class Range:
    """The lines of a file between two places, or a whole file."""

    file: OpenableFile
    first: UndecodedText
    """Its first line, or the text of the file; its bytes are left out."""
    size: int
    """The number of its bytes; the end of its last line may be left out."""
    count: int
    """The number of its lines that are not blank."""


Part = Range | UndecodedText | LogRecord


def add_part(
    parts: list[Part], log: UndecodedText | LogRecord, file: OpenableFile | None, *, apart: bool = False
) -> None:
    """Adds a line or a text to parts, as a place in its file if it has one.

    It lengthens the range before it, unless it is ``apart`` from it: something between them is left out.
    """
    if file is None or isinstance(log, LogRecord) or log.unit.hashed is not None:
        parts.append(log)
        return
    last = parts[-1] if parts and not apart else None
    if isinstance(last, Range) and last.file is file and log.lines is not None:
        size = log.unit.offset + log.unit.size - last.first.unit.offset
        parts[-1] = replace(last, size=size, count=last.count + 1)
    else:
        parts.append(Range(file, log._replace(unit=log.unit._replace(raw=b"")), log.unit.size, 1))


def size_of(part: Part) -> int:
    """The number of its bytes."""
    if isinstance(part, Range):
        return part.size
    return len(part.raw) if isinstance(part, LogRecord) else part.unit.size


def parts_of(inputs: Inputs, size: int, lines: int) -> Iterator[Part]:
    """What there is to read of the inputs; a file of lines is in ranges of ``size`` bytes or ``lines`` lines."""
    return inputs.read(partial(_parts_of, size, lines))


def _parts_of(
    size: int, lines: int, stream: BinaryIO, name: str, file: OpenableFile | None, log_format: str | None
) -> Iterator[Part]:
    if file is not None:
        file_ranges = ranges(file, stream, name, log_format, size, lines)
        if file_ranges is not None:
            yield from file_ranges
            return
        stream.seek(0)
    for log in guarded_undecoded(stream, name, format=log_format):
        part: list[Part] = []
        add_part(part, log, file)
        yield from part


def ranges(
    file: OpenableFile, stream: BinaryIO, name: str, log_format: str | None, size: int, lines: int
) -> Iterator[Range] | None:
    """The ranges of the lines of a file; only the line ends are looked for.

    None for a file that is not plain or not read line by line; some of the stream is read by then.
    """
    spans = guarded_work(
        f"division of {name}", lambda: spans_of(stream, name, size, lines, format=log_format), OSError, InputError
    )
    return None if spans is None else (Range(file, first, span.size, span.lines) for first, span in spans)


def read_parts(parts: Iterable[Part], complaints: list[str]) -> Iterator[UndecodedText | LogRecord | None]:
    """The lines and texts of parts, in their order; None for each that cannot be read any more.

    ``complaints`` gets the reasons.
    """
    for part in parts:
        if not isinstance(part, Range):
            yield part
            continue
        left = part.count
        try:
            for log in read_range(part):
                left -= 1
                yield log
        except InputError as error:
            complaints.append(error.message)
        for _each in range(left):
            yield None


def read_range(part: Range) -> Iterator[UndecodedText]:
    """The lines and texts of a range.  Raises InputError if they cannot be read any more."""
    with part.file.opened() as stream:
        stream.seek(part.first.unit.offset)
        units = list(_units(part, stream))
        if len(units) != part.count:
            raise changed_meanwhile(part.file.name)
    yield from units


def _units(part: Range, stream: BinaryIO) -> Iterator[UndecodedText]:
    if part.first.lines is not None:
        return undecoded_lines(stream, part.first, part.size)
    raw = stream.read(part.size)
    return iter([part.first._replace(unit=part.first.unit._replace(raw=raw))] if len(raw) == part.size else [])

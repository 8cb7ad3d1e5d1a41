"""What another process reads of the inputs: whole files, and ranges of files that end at line ends.

What only this process can read, such as the standard input or an archive, is sent as bytes.  Nothing is decoded here.
"""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import BinaryIO, Protocol

from app.cli.inputs import InputError, changed_meanwhile
from engine.logs import LogRecord, Undecoded, undecoded_lines


class Shared(Protocol):
    """A plain file that other processes can open."""

    @property
    def name(self) -> str:
        """Its name in messages."""

    def opened(self) -> AbstractContextManager[BinaryIO]:
        """Its bytes.  Raises InputError if it cannot be read, or has changed."""


@dataclass(frozen=True, slots=True)
class Range:
    """The lines of a file between two places, or a whole file."""

    file: Shared
    first: Undecoded
    """Its first line, or the text of the file; its bytes are left out."""
    size: int
    """The number of its bytes, without the end of its last line."""
    count: int
    """The number of its lines that are not blank."""


Part = Range | Undecoded | LogRecord


def add_part(parts: list[Part], each: Undecoded | LogRecord, file: Shared | None, *, apart: bool = False) -> None:
    """Adds a line or a text to parts, as a place in its file if it has one.

    It lengthens the range before it, unless it is ``apart`` from it: something between them is left out.
    """
    if file is None or isinstance(each, LogRecord) or each.unit.hashed is not None:
        parts.append(each)
        return
    last = parts[-1] if parts and not apart else None
    if isinstance(last, Range) and last.file is file and each.lines is not None:
        size = each.unit.offset + each.unit.size - last.first.unit.offset
        parts[-1] = replace(last, size=size, count=last.count + 1)
    else:
        parts.append(Range(file, each._replace(unit=each.unit._replace(raw=b"")), each.unit.size, 1))


def read_parts(parts: Iterable[Part], complaints: list[str]) -> Iterator[Undecoded | LogRecord | None]:
    """The lines and texts of parts, in their order; None for each that cannot be read any more.

    ``complaints`` gets the reasons.
    """
    for part in parts:
        if not isinstance(part, Range):
            yield part
            continue
        left = part.count
        try:
            for each in read_range(part):
                left -= 1
                yield each
        except InputError as error:
            complaints.append(error.message)
        for _each in range(left):
            yield None


def read_range(part: Range) -> Iterator[Undecoded]:
    """The lines and texts of a range.  Raises InputError if they cannot be read any more."""
    with part.file.opened() as stream:
        stream.seek(part.first.unit.offset)
        units = list(_units(part, stream))
        if len(units) != part.count:
            raise changed_meanwhile(part.file.name)
    yield from units


def _units(part: Range, stream: BinaryIO) -> Iterator[Undecoded]:
    if part.first.lines is not None:
        return undecoded_lines(stream, part.first, part.size)
    raw = stream.read(part.size)
    return iter([part.first._replace(unit=part.first.unit._replace(raw=raw))] if len(raw) == part.size else [])

"""What the reader of inputs needs to know of a log format."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.logs.record import LogRecord


@dataclass(frozen=True)
class LogFormat:
    """A log format: how it is recognised by its content, and how one unit of it is read."""

    name: str
    title: str
    sniff: Callable[[bytes], bool]
    """Whether a text is of this format, from its beginning: the first 64 KiB, or the whole text if it is shorter."""
    unit: Literal["line", "file"]
    """``line``: each match is one JSON object, alone in a file or on a line.  ``file``: the whole text, which can have
    several matches.
    """
    read: Callable[[bytes, str], list[LogRecord]]
    """The matches of one unit, from its bytes and its source.  It raises nothing, whatever the bytes are."""
    fields: tuple[str, ...] = ()
    """Fields of JSON objects that nearly every log of the format has; a text with half of them looks like it."""

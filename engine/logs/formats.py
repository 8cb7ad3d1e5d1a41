"""What a format of logs is to the reader of inputs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from engine.logs.record import LogRecord


@dataclass(frozen=True)
class LogFormat:
    """A format of logs: how it is told by its content, and how a unit of it is read."""

    name: str
    title: str
    sniff: Callable[[bytes], bool]
    """Whether a text is of this format, by its beginning: the first 64 KiB, or all of it where it is shorter."""
    unit: Literal["line", "file"]
    """``line``: each match is a JSON object, one a file or one a line.  ``file``: the whole text, of any matches."""
    read: Callable[[bytes, str], list[LogRecord]]
    """The matches of one unit, from its bytes and its source.  It raises nothing, whatever the bytes."""

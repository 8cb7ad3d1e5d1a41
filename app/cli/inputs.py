"""The files named on a command line: opened and read one after another, with a message for each that cannot be read."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO, Final

import click

from app.fault_barrier import read_carefully
from app.terminal import style_of
from engine.logs import LogRecord

STANDARD_INPUT: Final = "-"
LOG_SUFFIXES: Final = (".json", ".jsonl", ".ndjson", ".txt", ".log", ".gz", ".zst", ".zip")
REPORT_SUFFIX: Final = ".report.jsonl"
"""The ending of files of reports, which may be in the same folder as their logs."""


class Refused(click.ClickException):
    """Why a command cannot be done, in words.  Ends the command with the status of wrong usage."""

    exit_code = 2

    def show(self, file: Any = None) -> None:  # noqa: ARG002
        """Writes the message to the standard error."""
        complain(self.message)


class InputError(Refused):
    """Why an input cannot be read, in words."""


def complain(text: str) -> None:
    """Writes a message of one line to the standard error."""
    click.echo(f"fupan: {style_of(sys.stderr).safe(text)}", err=True)


def name_of(argument: str) -> str:
    """The name of an input for reports: as typed, with bytes that are not UTF-8 replaced by U+FFFD."""
    return os.fsencode(argument).decode("utf-8", "replace")


@contextmanager
def opened(argument: str) -> Iterator[BinaryIO]:
    """The bytes of an input; ``-`` is the standard input.

    Raises InputError if it cannot be opened, or later cannot be read.
    """
    name = name_of(argument)
    try:
        stream = _standard_input() if argument == STANDARD_INPUT else open(argument, "rb")  # noqa: SIM115
    except (OSError, ValueError) as error:
        raise InputError(f"{name}: {_reason(error)}") from error
    try:
        yield stream
    except OSError as error:
        raise InputError(f"{name}: {_reason(error)}") from error
    finally:
        if argument != STANDARD_INPUT:
            stream.close()


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise ValueError("it is closed")
    return sys.stdin.buffer


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return "no such file"
    if isinstance(error, IsADirectoryError):
        return "a folder, not a file (import and serve take folders)"
    if isinstance(error, PermissionError):
        return "not allowed to read it"
    if isinstance(error, OSError) and error.strerror:
        return f"cannot be read ({error.strerror})"
    return f"cannot be read ({error})"


class Inputs:
    """The matches of some inputs, in order.  One that cannot be read gets a message and does not stop the others."""

    def __init__(
        self, arguments: Sequence[str], log_format: str | None, at: Callable[[str, int], None] | None = None
    ) -> None:
        """``at`` is called as matches come, with the input and the number of its bytes that have been read."""
        self._arguments: Final = arguments
        self._format: Final = log_format
        self._at: Final = at
        self.failed = False
        """Whether an input could not be read or had no match."""

    def __iter__(self) -> Iterator[LogRecord]:
        for argument in self._arguments:
            found = False
            try:
                with opened(argument) as stream:
                    for record in read_carefully(stream, name_of(argument), format=self._format):
                        found = True
                        if self._at and argument != STANDARD_INPUT and stream.seekable():
                            self._at(argument, stream.tell())
                        yield record
            except InputError as error:
                self.failed = True
                complain(error.message)
                continue
            if not found:
                self.failed = True
                complain(f"{name_of(argument)}: no match in it")


def with_folders(arguments: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The inputs, with each folder replaced by the logs in it in the order of their names: (path, name to store).

    The name leaves out the path above the file or the folder, which people who see the match need not know.  Hidden
    files, files of reports, and files without the ending of a log are left out of folders.
    """
    for argument in arguments:
        above = os.path.dirname(os.path.abspath(argument))
        if argument == STANDARD_INPUT or not os.path.isdir(argument):
            yield argument, name_of(os.path.basename(argument))
            continue
        for folder, folders, files in os.walk(argument):
            folders[:] = sorted(each for each in folders if not each.startswith("."))
            for file in sorted(files):
                if _is_log(file):
                    path = os.path.join(folder, file)
                    yield path, name_of(os.path.relpath(path, above))


def _is_log(file: str) -> bool:
    return file.endswith(LOG_SUFFIXES) and not file.endswith(REPORT_SUFFIX) and not file.startswith(".")

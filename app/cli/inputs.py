"""The files named on a command line: opened and read one after another, with a message for each that cannot be read."""

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple, TypeVar, cast

import click

from app.judging.fault_barrier import guarded_read, guarded_undecoded
from app.text.language import _, _n, marked, said
from app.text.language.errors import text_of
from app.text.terminal import style_of
from engine.logs import LogRecord, UndecodedText
from engine.logs.input.packing import MARK_BYTES, is_packed

if TYPE_CHECKING:
    from app.database.tables.erasures import Erasure

Read = TypeVar("Read")

STANDARD_INPUT: Final = "-"
USUAL_TROUBLES: Final = (
    marked("No such file or directory"),
    marked("Permission denied"),
    marked("Is a directory"),
    marked("Not a directory"),
    marked("File exists"),
    marked("File name too long"),
    marked("No space left on device"),
    marked("Read-only file system"),
    marked("Address already in use"),
    marked("Cannot assign requested address"),
)
"""What the operating system says of files and addresses that cannot be used."""
EXPORTED: Final = "export.json"
"""The file that a folder has which `fupan export` wrote to its end."""
LOG_SUFFIXES: Final = (".json", ".jsonl", ".ndjson", ".txt", ".log", ".gz", ".zst", ".zip")
_ZIP: Final = b"PK"
REPORT_SUFFIX: Final = ".report.jsonl"
FACTS_SUFFIX: Final = ".facts.jsonl"
"""The endings of files of reports and of facts, which may be in the same folder as their logs."""


class WrongUsage(click.ClickException):
    """Why a command cannot be done, in words.  Ends the command with the status of wrong usage."""

    exit_code = 2

    def show(self, file: Any = None) -> None:  # noqa: ARG002
        """Writes the message to the standard error."""
        complain(self.message)


def reason_of(error: Exception) -> str:
    """What an error says, in the language of the reader."""
    return said(text_of(error))


def trouble_of(error: OSError) -> str:
    """What the operating system says, in the language of the reader if it is one of the usual troubles."""
    return _(error.strerror) if error.strerror else str(error)


class InputError(WrongUsage):
    """Why an input cannot be read, in words."""


def complain(text: str) -> None:
    """Writes a message of one line to the standard error."""
    click.echo(f"fupan: {style_of(sys.stderr).safe(text)}", err=True)


def name_of(argument: str) -> str:
    """The name of an input for reports: as typed, with bytes that are not UTF-8 replaced by U+FFFD."""
    return os.fsencode(argument).decode("utf-8", "replace")


@contextmanager
def bytes_of(argument: str, name: str | None = None) -> Iterator[BinaryIO]:
    """The bytes of an input; ``-`` is the standard input.

    Raises InputError if it cannot be opened, or later cannot be read; its text has ``name``, or the path.
    """
    name = name or name_of(argument)
    try:
        stream = _standard_input() if argument == STANDARD_INPUT else open(argument, "rb")  # noqa: SIM115
    except (OSError, ValueError) as error:
        raise InputError(_("{source}: {reason}", source=name, reason=unread(error))) from error
    try:
        yield stream
    except OSError as error:
        raise InputError(_("{source}: {reason}", source=name, reason=unread(error))) from error
    finally:
        if argument != STANDARD_INPUT:
            stream.close()


def _standard_input() -> BinaryIO:
    """The standard input; if it is a zip from a pipe, a file of its bytes, because a zip is read from its end."""
    if sys.stdin is None:
        raise ValueError(_("it is closed"))
    stream = sys.stdin.buffer
    peek = getattr(stream, "peek", None)
    if peek is None or stream.seekable() or not peek(len(_ZIP)).startswith(_ZIP):
        return stream
    import shutil
    import tempfile

    held = tempfile.TemporaryFile()  # noqa: SIM115 (the process ends with it)
    shutil.copyfileobj(stream, held)
    held.seek(0)
    return held.file if hasattr(held, "file") else held


def unread(error: Exception) -> str:
    """Why a file cannot be read, in the language of the reader."""
    if isinstance(error, FileNotFoundError):
        return _("no such file")
    if isinstance(error, IsADirectoryError):
        return _("a folder, not a file")
    if isinstance(error, PermissionError):
        return _("not allowed to read it")
    if isinstance(error, OSError) and error.strerror:
        return _("cannot be read ({reason})", reason=trouble_of(error))
    return _("cannot be read ({reason})", reason=reason_of(error))


def match_of(argument: str, number: int, log_format: str | None) -> LogRecord:
    """One match of an input, by its number from 1.  Raises WrongUsage if the input does not have it."""
    count = 0
    with bytes_of(argument) as stream:
        for count, record in enumerate(guarded_read(stream, name_of(argument), format=log_format), 1):
            if count == number:
                return record
    there = _n("{count} match", "{count} matches", count) if count else _("no match")
    raise WrongUsage(
        _("there is no match {number}: {file} has {matches}", number=number, file=name_of(argument), matches=there)
    )


class Inputs:
    """The matches of some inputs, in order.  One that cannot be read gets a message and does not stop the others."""

    def __init__(
        self, files: Iterable[tuple[str, str]], log_format: str | None, at: Callable[[str, int], None] | None = None
    ) -> None:
        """``files`` are paths, each with its name in reports.

        ``at`` is called as bytes are read, with the path and their number; there may be no match in them.
        """
        self._files: Final = files
        self._format: Final = log_format
        self._at: Final = at
        self.failed = False
        """Whether an input could not be read or had no match."""
        self.file = 0
        """The number of the input of the last match, from 1."""
        self.name = ""
        """Its name."""

    def __iter__(self) -> Iterator[LogRecord]:
        return self.read(lambda stream, name, _file, log_format: guarded_read(stream, name, format=log_format))

    def undecoded(self) -> "Iterator[tuple[UndecodedText | LogRecord, SharedFile | None]]":
        """The lines and texts of the inputs before they are decoded, each with its file if other processes can read it.

        One that is refused without decoding is a record.
        """
        return self.read(_undecoded)

    def complain(self, reasons: Iterable[str]) -> None:
        """Says why inputs could not be read by another process, each reason once."""
        for reason in dict.fromkeys(reasons):
            self.failed = True
            complain(reason)

    def read(
        self, read: "Callable[[BinaryIO, str, SharedFile | None, str | None], Iterator[Read]]"
    ) -> "Iterator[Read]":
        """What ``read`` gives of each input, from its bytes, its name, its file if other processes can read it, and the
        format that is asked for.
        """
        for path, name in self._files:
            is_any = False
            self.file += 1
            self.name = name
            if _is_folder(path) and not any(_logs_in(path)):
                self.complain([_("{path}: no log in this folder", path=name_of(path))])
                continue
            try:
                with bytes_of(path) as stream:
                    file = shared_file(path, name_of(path), stream)
                    if self._at and path != STANDARD_INPUT and stream.seekable():
                        stream = cast(BinaryIO, _Followed(stream, partial(self._at, path)))
                    for record in read(stream, name, file, self._format):
                        is_any = True
                        yield record
            except InputError as error:
                self.complain([error.message])
                continue
            if not is_any:
                self.complain([_("{path}: no match in it", path=name_of(path))])


class _Followed:
    """A stream that reports how far it has been read."""

    def __init__(self, stream: BinaryIO, at: Callable[[int], None]) -> None:
        self._stream: Final = stream
        self._at: Final = at

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def read(self, size: int = -1) -> bytes:
        """The next bytes.  Raises what the stream raises."""
        content = self._stream.read(size)
        self._at(self._stream.tell())
        return content


def _undecoded(
    stream: BinaryIO, name: str, file: "SharedFile | None", log_format: str | None
) -> "Iterator[tuple[UndecodedText | LogRecord, SharedFile | None]]":
    for log in guarded_undecoded(stream, name, format=log_format):
        yield log, file


class SharedFile(NamedTuple):
    """A plain file that other processes can open: its path, its name in messages, and the numbers that identify it."""

    path: str
    name: str
    identity: tuple[int, int]

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """Its bytes.  Raises InputError if it cannot be read, or if another file has its path now."""
        with bytes_of(self.path, self.name) as stream:
            now = os.fstat(stream.fileno())
            if (now.st_dev, now.st_ino) != self.identity:
                raise changed_meanwhile(self.name)
            yield stream


def changed_meanwhile(name: str) -> InputError:
    """The error about a file that is not what it was when its reading began."""
    return InputError(_("{source}: it was changed while it was read", source=name))


def shared_file(path: str, name: str, stream: BinaryIO) -> SharedFile | None:
    """The file that an open stream reads from its beginning; None if another process cannot read the same from it."""
    try:
        here = os.fstat(stream.fileno())
        real = os.path.realpath(path)
        there = os.stat(real)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(here.st_mode) or not os.path.samestat(here, there) or stream.tell():
        return None
    mark = stream.read(MARK_BYTES)
    stream.seek(0)
    return None if is_packed(mark) else SharedFile(real, name, (here.st_dev, here.st_ino))


def as_typed(arguments: Iterable[str]) -> list[tuple[str, str]]:
    """The inputs, with each folder replaced by the logs in it: (path, name), where the name is the path as typed."""
    return [(path, name_of(path)) for argument in arguments for path in _files_of(argument)]


def with_folders(arguments: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The inputs, with each folder replaced by the logs in it in the order of their names: (path, name to store).

    The name leaves out the path above the file or the folder, which people who see the match need not know.  Hidden
    files, files of reports, and files without the ending of a log are left out of folders.
    """
    for argument in arguments:
        above = os.path.dirname(os.path.abspath(argument))
        for path in _files_of(argument):
            yield path, name_of(os.path.basename(path) if path == argument else os.path.relpath(path, above))


def _files_of(argument: str) -> list[str]:
    """The logs in a folder.  A path that is not a folder, or a folder without logs, is returned as it is."""
    return [*(_logs_in(argument) if _is_folder(argument) else ())] or [argument]


def _is_folder(argument: str) -> bool:
    return argument != STANDARD_INPUT and os.path.isdir(argument)


def _logs_in(folder: str) -> Iterator[str]:
    """The logs in a folder and its subfolders, in the order of their names."""
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for file in sorted(files):
            if is_log(file):
                yield os.path.join(parent, file)


def is_log(file: str) -> bool:
    """Whether the file of a name is read where its folder is."""
    return file.endswith(LOG_SUFFIXES) and not file.endswith((REPORT_SUFFIX, FACTS_SUFFIX)) and not file.startswith(".")


def listed_erasures(file: str) -> "Sequence[Erasure]":
    """The erasures of a list that `fupan erasures` wrote.  Raises WrongUsage for another file."""
    from app.players.personal.erasure_list import BYTES, ListRefused, read_list

    with bytes_of(file) as stream:
        data = stream.read(BYTES)
    try:
        return read_list(data)
    except ListRefused as refused:
        raise WrongUsage(_("{source}: {reason}", source=name_of(file), reason=reason_of(refused))) from None

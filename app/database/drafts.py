"""Files and folders that are written before they have their names, and the removal of those of killed processes.

A draft is locked while it is written.  The system gives the lock up when the process ends, however it ends, and knows
it across containers that share a folder, where the number of a process says nothing.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

_PREFIX: Final = "fupan-draft-"
_NAME: Final = re.compile(rf"{_PREFIX}\d+-\w+")
_FOLDERS: Final = "draft-folders"
"""The file of the data folder with the other folders that drafts were written in, a line each."""


class DraftFile(NamedTuple):
    """A file without its name."""

    path: Path
    stream: BinaryIO

    def flush(self) -> None:
        """Has all of it on the disk."""
        self.stream.flush()
        os.fsync(self.stream.fileno())


@contextmanager
def draft_beside(file: Path) -> Iterator[DraftFile]:
    """A new file in the folder of another, which only its owner may read.

    The caller links or renames it when it is whole; what has its name still at the end is removed.  Drafts that killed
    processes left in the folder are removed before.  Raises OSError.
    """
    sweep(file.parent)
    while True:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=_prefix())
        if _hold(handle, name):
            break
        os.close(handle)
    stream = os.fdopen(handle, "wb")
    try:
        yield DraftFile(Path(name), stream)
    finally:
        with suppress(OSError):
            os.unlink(name)
        with suppress(OSError):
            stream.close()


@contextmanager
def draft_folder(within: Path | None = None) -> Iterator[Path]:
    """A new folder in another, or in that of temporary files, which is removed at the end.  Only its owner may use it.

    Drafts that killed processes left there are removed before.  Raises OSError.
    """
    place = within or Path(tempfile.gettempdir())
    sweep(place)
    while True:
        name = tempfile.mkdtemp(dir=place, prefix=_prefix())
        handle = _opened(name)
        if handle is None or _hold(handle, name):
            break
        os.close(handle)
    try:
        yield Path(name)
    finally:
        shutil.rmtree(name, ignore_errors=True)
        if handle is not None:
            os.close(handle)


def note_folder(data: Path, folder: Path) -> None:
    """Notes in the data folder that drafts are written in another, so that `folders_noted` gives it."""
    line = f"{folder.absolute()}\n"
    with suppress(OSError):
        noted = data / _FOLDERS
        if data.is_dir() and line.rstrip("\n") not in folders_noted(data):
            with open(os.open(noted, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "a", encoding="utf-8") as file:
                file.write(line)


def folders_noted(data: Path) -> list[str]:
    """The folders that were noted in a data folder."""
    try:
        return (data / _FOLDERS).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def sweep(*folders: Path) -> list[Path]:
    """Removes the drafts in some folders whose processes have ended, and returns what they were.

    One that a process works on stays, as does one of another user, and all where the system locks no files.
    """
    removed: list[Path] = []
    for folder in dict.fromkeys(folders):
        try:
            paths = sorted(path for path in folder.iterdir() if _NAME.fullmatch(path.name))
        except OSError:
            continue
        removed += [path for path in paths if _remove(path)]
    return removed


def _prefix() -> str:
    return f"{_PREFIX}{os.getpid()}-"


def _opened(path: str | Path) -> int | None:
    """A handle of a file or folder, but of no link; None if there is none."""
    try:
        return os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return None


def _hold(handle: int, name: str) -> bool:
    """Locks a draft.  False if it was removed before it was locked."""
    try:
        import fcntl
    except ImportError:
        return True
    with suppress(OSError):
        fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(name))
    except OSError:
        return False


def _remove(path: Path) -> bool:
    """Removes a draft that is not locked, if it is one's own.  Returns whether it did."""
    try:
        import fcntl
    except ImportError:
        return False
    handle = _opened(path)
    if handle is None:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(handle).st_uid != os.geteuid():
            return False
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    except OSError:
        return False
    finally:
        os.close(handle)
    return True

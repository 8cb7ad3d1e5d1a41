"""Files wherever fsspec opens them, such as ``s3://bucket/logs``: found, read and written by the process it runs in."""

import platform
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO, Final, NamedTuple
from uuid import uuid4

from fsspec.core import url_to_fs

from app.cli.inputs import InputError, changed_meanwhile, is_log, trouble_of, unread
from app.text.language import _

_MAGIC: Final = "*?["
_STAMPS: Final = ("ETag", "etag", "mtime", "LastModified", "last_modified", "updated", "created")
"""What storages call that by which a changed file is known."""


class StoredFile(NamedTuple):
    """A file of a storage: its address, its name in reports and messages, and its size when it was found."""

    url: str
    name: str
    size: int
    stamp: str = ""
    """What its content is known by; empty if it may have changed since it was found."""

    def stamped(self) -> "StoredFile":
        """The same, to be read as it is now.  Raises InputError if it cannot be read."""
        with _errors_said(self.name):
            system, path = url_to_fs(self.url)
            return self._replace(stamp=_stamp(system, path))

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """Its bytes.  Raises InputError if it cannot be read, or has another stamp."""
        with _errors_said(self.name):
            system, path = url_to_fs(self.url)
            if self.stamp and self.stamp != _stamp(system, path):
                raise changed_meanwhile(self.name)
            stream = system.open(path, "rb")
        with stream:
            try:
                yield stream
            except OSError as error:
                raise _unread(self.name, error) from error


def stored_files(arguments: Iterable[tuple[str, str]], complaints: list[str]) -> list[StoredFile]:
    """The files that arguments name, each an absolute path or address with its name in reports.

    A folder is replaced by the logs in it, and a pattern with ``*`` by the files that fit.  ``complaints`` gets a
    sentence for each argument that names none.
    """
    files = []
    for url, name in arguments:
        try:
            with _errors_said(name):
                files += list(_found(url, name))
        except InputError as error:
            complaints.append(error.message)
    return files


def _found(url: str, name: str) -> Iterator[StoredFile]:
    system, path = url_to_fs(url)
    if any(character in path for character in _MAGIC) and not system.exists(path):
        begin, above = _before_magic(path), _before_magic(name)
        infos = system.glob(path, detail=True)
        inside = {key[len(begin) :]: info for key, info in infos.items() if info["type"] == "file"}
        inside = {key: info for key, info in inside.items() if is_log(key.rpartition("/")[2])}
        if not inside:
            raise InputError(_("{path}: no log fits this pattern", path=name))
    elif system.isdir(path):
        begin, above = path.rstrip("/") + "/", name.rstrip("/") + "/"
        inside = {key[len(begin) :]: info for key, info in system.find(path, detail=True).items()}
        inside = {key: info for key, info in inside.items() if _is_log(key)}
        if not inside:
            raise InputError(_("{path}: no log in this folder", path=name))
    else:
        yield _known(url if "::" in url else system.unstrip_protocol(path), name, system.info(path))
        return
    for inner_path in sorted(inside, key=_order):
        yield _known(system.unstrip_protocol(begin + inner_path), above + inner_path, inside[inner_path])


def _before_magic(path: str) -> str:
    first = min(path.index(character) for character in _MAGIC if character in path)
    return path[: path.rfind("/", 0, first) + 1]


def _is_log(inside: str) -> bool:
    *folders, file = inside.split("/")
    return is_log(file) and not any(folder.startswith(".") for folder in folders)


def _order(inside: str) -> list[tuple[bool, str]]:
    """As `app.cli.inputs.as_typed` has the logs of a folder: those beside a folder come before those in it."""
    *folders, file = inside.split("/")
    return [*((True, folder) for folder in folders), (False, file)]


def _known(url: str, name: str, info: Mapping[str, Any]) -> StoredFile:
    if info["type"] == "directory":
        raise IsADirectoryError
    return StoredFile(url, name, info["size"] or 0)


def _stamp(system: Any, path: str) -> str:
    system.invalidate_cache(path)
    info = system.info(path)
    return f"{info['size']} {next((info[stamp] for stamp in _STAMPS if info.get(stamp) is not None), '')}"


@contextmanager
def new_file(url: str, name: str) -> Iterator[BinaryIO]:
    """Writes a file that appears as a whole at the end, and not at all if that fails.

    Raises InputError if it cannot be written; the text has ``name``.
    """
    try:
        system, path = url_to_fs(url)
        unfinished = f"{path}.{uuid4().hex}"
        system.makedirs(path.rpartition("/")[0], exist_ok=True)
        try:
            with system.open(unfinished, "wb") as stream:
                yield stream
            system.mv(unfinished, path)
        except BaseException:
            with suppress(Exception):
                system.rm(unfinished)
            raise
    except InputError:
        raise
    except (OSError, NotImplementedError) as error:
        trouble = trouble_of(error) if isinstance(error, OSError) else type(error).__name__
        raise _failed(name, _("cannot be written ({reason})", reason=trouble)) from error


@contextmanager
def _errors_said(name: str) -> Iterator[None]:
    """Raises InputError for whatever a storage raises while a file is found or opened."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        raise _unread(name, error) from error


def _unread(name: str, error: Exception) -> InputError:
    return _failed(name, unread(error))


def _failed(name: str, reason: str) -> InputError:
    return InputError(_("{source}: {reason}, on {machine}", source=name, reason=reason, machine=platform.node()))

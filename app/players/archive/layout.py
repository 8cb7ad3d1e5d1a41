"""The folder of an archive: which files belong to it."""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from app.text.language import _
from engine import __version__

FORMAT: Final = 2
"""Raised when the tables or the files change, so that no version reads what it does not know."""
_MANIFEST: Final = "archive.json"
_LOCK: Final = "lock"
_PARTS: Final = "parts"
_MONTHS: Final = "months"
_OLDER: Final = "older"
_WHOLE: Final = "whole"
_UNFINISHED: Final = ".unfinished"
_OWN: Final = frozenset({_MANIFEST, _LOCK, _PARTS, _MONTHS, _WHOLE})
_PART: Final = re.compile(r"\d{6}")


class ArchiveUnusable(Exception):
    """Why an archive cannot be built or read, in words."""


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """What ``archive.json`` has."""

    fupan_archive: int = FORMAT
    engine: str = __version__
    """The version that judged the matches."""
    parts: int = 0
    """The number of the last part that is in the files by month."""
    months: dict[str, str] = {}
    """By month (``2024-05``, or ``undated``) its folder."""
    older: str | None = None
    """The folder of older matches, of the tables by person; None while there are few matches."""
    older_to: int = 0
    """The number of the last match in it."""
    whole: str | None = None
    """The folder of newer matches, and of the tables that are not apart; None before anything was built."""
    erased: dict[str, list[str]] = {}
    """By salt, in hexadecimal digits, the hashes of those who were erased, as the table of erasures has them."""

    def folders(self) -> list[str]:
        """All folders in use, the newest matches first: a query for them need not read the older ones then."""
        return [*filter(None, (self.whole, self.older)), *sorted(self.months.values(), reverse=True)]


class Archive:
    """An archive in a folder."""

    def __init__(self, folder: Path, contents: Contents) -> None:
        """``contents`` are what its ``archive.json`` has."""
        self.folder: Final = folder
        self.contents = contents

    def parts(self) -> list[Path]:
        """The parts that are whole and not in the files by month, in their order."""
        return [path for path in self._numbered() if int(path.name) > self.contents.parts]

    def next_part(self) -> int:
        """The number of the next part."""
        return max([self.contents.parts, *(int(path.name) for path in self._numbered())]) + 1

    def part(self, number: int) -> Path:
        """The folder of a part."""
        return self.folder / _PARTS / f"{number:06}"

    def month(self, month: str, part: int) -> Path:
        """The folder of a month whose matches come from parts up to one."""
        return self.folder / _MONTHS / f"{month}.{part:06}"

    def older(self, part: int) -> Path:
        """The folder of older matches from parts up to one."""
        return self.month(_OLDER, part)

    def whole(self, part: int) -> Path:
        """The folder of newer matches, and of the tables that are not apart."""
        return self.folder / _WHOLE / f"{part:06}"

    def files(self, table: str) -> list[Path]:
        """The files in use of a table."""
        paths = (self.folder / folder / f"{table}.parquet" for folder in self.contents.folders())
        return [path for path in paths if path.is_file()]

    def use(self, contents: Contents) -> None:
        """Makes other files those in use, and removes those that neither these nor the last contents name."""
        before = self.contents
        draft = self.folder / f"{_MANIFEST}{_UNFINISHED}"
        with open(draft, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(contents), indent=1) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, self.folder / _MANIFEST)
        self.contents = contents
        # Who opened the archive before goes on reading the files of the contents before.
        self.clear(before)

    def clear(self, before: Contents | None = None) -> None:
        """Removes folders that are not whole, and those that belong to earlier contents than ``before``."""
        named = {*(before or self.contents).folders(), *self.contents.folders()}
        for kind in (_PARTS, _MONTHS, _WHOLE):
            for path in (self.folder / kind).iterdir():
                number = path.name.rpartition(".")[2]
                is_next = _PART.fullmatch(number) and int(number) > self.contents.parts
                if not is_next and str(path.relative_to(self.folder)) not in named:
                    shutil.rmtree(path)

    def _numbered(self) -> list[Path]:
        return sorted(path for path in (self.folder / _PARTS).iterdir() if _PART.fullmatch(path.name))


@contextmanager
def being_built(folder: Path) -> Iterator[Archive]:
    """The archive of a folder, which is made if it does not exist; nobody else can build it at the same time.

    Raises ArchiveUnusable if the folder has something else, or another version built it; OSError.
    """
    if folder.is_dir():
        names = sorted(path.name for path in folder.iterdir())
        others = [name for name in names if name.removesuffix(_UNFINISHED) not in _OWN]
        if others and not (folder / _MANIFEST).is_file():
            raise ArchiveUnusable(
                _("{folder} is not empty ({name}); choose an empty folder.", folder=folder, name=others[0])
            )
    for folder_name in (_PARTS, _MONTHS, _WHOLE):
        (folder / folder_name).mkdir(parents=True, exist_ok=True)
    with _locked(folder):
        archive = Archive(folder, _contents(folder) if (folder / _MANIFEST).is_file() else Contents())
        if not (folder / _MANIFEST).is_file():
            archive.use(Contents())
        archive.clear()
        yield archive


def archive_at(folder: Path) -> Archive:
    """The archive of a folder.  Raises ArchiveUnusable if there is none that this version reads."""
    if not (folder / _MANIFEST).is_file():
        raise ArchiveUnusable(_("{folder} has no archive in it; build one: fupan archive build", folder=folder))
    archive = Archive(folder, _contents(folder))
    if archive.contents.whole is None:
        raise ArchiveUnusable(
            _("the archive {folder} is not built to its end; run fupan archive build again", folder=folder)
        )
    return archive


def state_of(folder: Path) -> tuple[int, int] | None:
    """What differs when other files of an archive are in use; None if there is no archive."""
    try:
        status = (folder / _MANIFEST).stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


@contextmanager
def written_whole(folder: Path) -> Iterator[Path]:
    """A folder to write files to, which gets its name when they are all written."""
    draft = folder.with_name(folder.name + _UNFINISHED)
    if draft.exists():
        shutil.rmtree(draft)
    draft.mkdir(parents=True)
    yield draft
    for path in draft.iterdir():
        with open(path, "rb") as file:
            os.fsync(file.fileno())
    os.replace(draft, folder)


@contextmanager
def working_folder(archive: Archive) -> Iterator[Path]:
    """An empty folder in an archive, which is removed at the end."""
    folder = archive.folder / _WHOLE / f"working{_UNFINISHED}"
    folder.mkdir()
    yield folder
    shutil.rmtree(folder)


def _contents(folder: Path) -> Contents:
    try:
        contents = msgspec.json.decode((folder / _MANIFEST).read_bytes(), type=Contents)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ArchiveUnusable(_("{file} is damaged: {reason}", file=folder / _MANIFEST, reason=str(error))) from error
    if contents.fupan_archive != FORMAT or contents.engine != __version__:
        raise ArchiveUnusable(
            _(
                "version {version} built the archive {folder}; this is version {own}: build it again in a new folder",
                version=contents.engine,
                folder=folder,
                own=__version__,
            )
        )
    return contents


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    try:
        import fcntl
    except ImportError:
        yield
        return
    with open(folder / _LOCK, "wb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ArchiveUnusable(_("another process is building the archive {folder}", folder=folder)) from None
        yield

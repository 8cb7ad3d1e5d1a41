"""The files of an export: written with their SHA-256, read with the file and the line of what is wrong in them."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from app.cli.inputs import EXPORTED, WrongUsage, trouble_of
from app.text.language import _
from engine.record.bounds import UPLOAD_BYTES
from engine.verdict.proof.form import Chain
from engine.version import __version__

FORM: Final = "fupan-export/2"
_LINE: Final = 64 * 1024 * 1024
"""The most bytes of a line."""
_HEAD: Final = 1024 * 1024
Kind = TypeVar("Kind")


class Counts(msgspec.Struct, frozen=True):
    """How much of each there is."""

    matches: int = 0
    house_rules: int = 0
    sheets: int = 0
    people: int = 0
    minors: int = 0
    notes: int = 0
    accounts: int = 0
    disputes: int = 0
    verdicts: int = 0


class ExportHead(msgspec.Struct, frozen=True):
    """What an export is of."""

    format: str
    version: str
    """That of the Fupan that wrote it."""
    counts: Counts
    record: Chain
    """The record of disputes."""
    last_account: int
    """The last number that an account got, also one that is gone."""
    files: dict[str, str]
    """The SHA-256 of each file of lines.  The others are named in the lines, with theirs."""


class ExportFolder:
    """A folder into which an export is written."""

    def __init__(self, folder: Path) -> None:
        """Makes the folder for its owner alone.  Raises WrongUsage if there is something in it, and OSError."""
        if folder.exists() and any(folder.iterdir()):
            raise WrongUsage(_("{target}: there is something in it already", target=str(folder)))
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._folder: Final = folder
        self._files: Final[dict[str, str]] = {}

    def lines(self, name: str, lines: Iterable[bytes]) -> int:
        """Writes a file of lines, which have their line feeds; returns how many there are."""
        hashed, count = sha256(), 0
        with (self._folder / name).open("wb") as file:
            for count, line in enumerate(lines, 1):  # noqa: B007
                hashed.update(line)
                file.write(line)
        self._files[name] = hashed.hexdigest()
        return count

    def values(self, name: str, values: Iterable[object]) -> int:
        """Writes values as lines of JSON; returns how many there are."""
        return self.lines(f"{name}.jsonl", (msgspec.json.encode(value) + b"\n" for value in values))

    def bytes(self, folder: str, name: str, data: bytes) -> None:
        """Writes a file of a folder, whose SHA-256 a line has."""
        (self._folder / folder).mkdir(exist_ok=True)
        (self._folder / folder / name).write_bytes(data)

    def end(self, counts: Counts, record: Chain, last_account: int) -> None:
        """Writes what makes the folder whole."""
        head = ExportHead(FORM, __version__, counts, record, last_account, self._files)
        (self._folder / EXPORTED).write_bytes(msgspec.json.format(msgspec.json.encode(head)) + b"\n")


class Export:
    """A folder with an export that is whole.  What is wrong in a file is raised as WrongUsage, with its place."""

    def __init__(self, folder: Path) -> None:
        """Raises WrongUsage if the folder is not whole, or a file of it has changed since."""
        self._folder: Final = folder
        try:
            with (folder / EXPORTED).open("rb") as file:
                head = msgspec.json.decode(file.read(_HEAD), type=ExportHead)
        except (OSError, msgspec.DecodeError):
            head = None
        if head is None or head.format != FORM:
            raise WrongUsage(
                _("{source}: fupan export --all has not written it, or not to its end", source=str(folder))
            )
        self.head: Final = head
        for name, digest in head.files.items():
            hashed = sha256()
            for line in self.lines(name):
                hashed.update(line)
            if hashed.hexdigest() != digest:
                raise self._changed(name)

    def lines(self, name: str) -> Iterator[bytes]:
        """The lines of a file."""
        if name not in self.head.files or Path(name).name != name:
            raise self.fault(EXPORTED, _("it does not have the file {name}", name=name))
        try:
            with (self._folder / name).open("rb") as file:
                number = 0
                while line := file.readline(_LINE + 1):
                    number += 1
                    if len(line) > _LINE:
                        raise self.fault(name, _("the line is longer than {count} MiB", count=_LINE // 2**20), number)
                    yield line
        except OSError as error:
            raise self.fault(name, _("cannot be read ({reason})", reason=trouble_of(error))) from error

    def values(self, name: str, kind: type[Kind]) -> Iterator[Kind]:
        """The values of a file of lines of JSON."""
        for _number, value in self.numbered(name, kind):
            yield value

    def numbered(self, name: str, kind: type[Kind]) -> Iterator[tuple[int, Kind]]:
        """The values of a file of lines of JSON, with the numbers of their lines."""
        for number, line in enumerate(self.lines(f"{name}.jsonl"), 1):
            yield number, self.decoded(name, number, line, kind)

    def decoded(self, name: str, number: int, data: bytes | msgspec.Raw, kind: type[Kind]) -> Kind:
        """A value of a line."""
        try:
            return msgspec.json.decode(data, type=kind)
        except (msgspec.DecodeError, RecursionError) as wrong:
            raise self.fault(f"{name}.jsonl", str(wrong), number) from None

    def bytes(self, folder: str, name: str, digest: str, most: int = UPLOAD_BYTES) -> bytes:
        """The bytes of a file of a folder, which have a SHA-256."""
        place = f"{folder}/{Path(name).name}"
        try:
            with (self._folder / place).open("rb") as file:
                data = file.read(most + 1)
        except OSError as error:
            raise self.fault(place, _("cannot be read ({reason})", reason=trouble_of(error))) from error
        if len(data) > most or sha256(data).hexdigest() != digest:
            raise self._changed(place)
        return data

    def fault(self, name: str, reason: str, line: int | None = None) -> WrongUsage:
        """What is wrong in a file."""
        source = str(self._folder / name)
        if line is None:
            return WrongUsage(_("{source}: {reason}", source=source, reason=reason))
        return WrongUsage(_("{source}, line {line}: {reason}", source=source, line=line, reason=reason))

    def _changed(self, name: str) -> WrongUsage:
        reason = _(
            "it has changed since it was exported (its SHA-256 is another); copy the folder again, or export again"
        )
        return self.fault(name, reason)

"""The members of a zip.  A damaged member does not stop the reading of the others."""

import struct
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import IO, BinaryIO, Final, cast

from engine.logs.input.limits import Limits, Meter, TooMuch
from engine.logs.input.packing import PIECE, NotALog, PackingFault, pieces_of, unpacked
from engine.logs.kinds import kind_of_zip
from engine.record import bounds
from engine.rulebook.findings import shown
from engine.rulebook.sentences import say

_ENCRYPTED: Final = 0x1
_READ: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""The compression methods that can be unpacked piece by piece."""
_DIRECTORY_BYTES: Final = 8 * 1024 * 1024
_HEADER_BYTES: Final = 30
"""The number of bytes before the name and the data of a member."""
_ENTRY_BYTES: Final = 1024
"""A directory with more bytes than this for each member allowed is not read."""
_MAC_MEMBERS: Final = ("__MACOSX/", ".DS_Store")

_FAULTS: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    LookupError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)
"""The exceptions that `zipfile` has been seen to raise for bytes that are not a valid zip."""


def texts_of_zip(
    mark: bytes, stream: BinaryIO, start: int | None, name: str, meter: Meter
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """The texts of a zip, each with its name ``name/member``; ``start`` is where it begins in a stream of a file.

    A zip that is not a file is held in memory, up to the bound on uploads, because it is read out of order.
    """
    try:
        archive = zipfile.ZipFile(cast(IO[bytes], _Guarded(_seekable(mark, stream, start, meter.limits), meter)))
        meter.add("members", len(archive.infolist()))
        members = [member for member in archive.infolist() if not member.is_dir() and not _of_the_mac(member.filename)]
        _check_apart(archive)
    except (TooMuch, PackingFault) as fault:
        yield name, _raising(fault)
        return
    except _FAULTS as fault:
        yield name, _raising(PackingFault(say("the zip is damaged ({reason})", reason=_reason(fault))))
        return
    kind = kind_of_zip(frozenset(member.filename for member in members))
    if kind is not None:
        yield name, _raising(NotALog(kind))
        return
    if not members:
        yield name, _raising(PackingFault(say("the zip contains no files")))
    for member in members:
        if meter.exceeded is not None:
            return
        yield f"{name}/{shown(member.filename)}", meter.counted(unpacked(_member(archive, member)))


def _raising(fault: Exception) -> Iterator[bytes]:
    raise fault
    yield b""


def _reason(fault: BaseException) -> str:
    return shown(fault) or type(fault).__name__


def _of_the_mac(name: str) -> bool:
    """Whether a member is one of the files that the archiver of macOS adds."""
    return name.startswith(_MAC_MEMBERS[0]) or name.rpartition("/")[2] == _MAC_MEMBERS[1]


def _seekable(mark: bytes, stream: BinaryIO, start: int | None, limits: Limits) -> BinaryIO:
    if start is not None:
        stream.seek(start)
        return stream
    held = BytesIO()
    limit = bounds.UPLOAD_BYTES if limits.unpacked is None else limits.unpacked
    for piece in Meter(Limits(limit)).counted(pieces_of(stream, mark)):
        held.write(piece)
    return held


class _Guarded:
    """A stream that refuses to read a piece so large that only a very large directory of members can need it."""

    def __init__(self, stream: BinaryIO, meter: Meter) -> None:
        members = meter.limits.members
        self._meter: Final = meter
        most = _DIRECTORY_BYTES if members is None else max(members * _ENTRY_BYTES, 2 * PIECE)
        self._most: Final = min(_DIRECTORY_BYTES, most)
        self._stream: Final = stream
        self.seek: Final = stream.seek
        self.tell: Final = stream.tell
        self.seekable: Final = stream.seekable

    def read(self, size: int = -1) -> bytes:
        """Reads at most ``size`` bytes.

        Raises BadZipFile if that is more than any piece of a valid zip has, and TooMuch if the directory lists more
        members than the limit.
        """
        data = self._stream.read(self._most + 1 if size < 0 else min(size, self._most + 1))
        if len(data) > _DIRECTORY_BYTES:
            raise zipfile.BadZipFile("its directory is too large")
        if len(data) > self._most:
            self._meter.exceed("members")
        return data


def _check_apart(archive: zipfile.ZipFile) -> None:
    """Raises PackingFault if members share bytes of the archive, because a few bytes could then unpack to very many."""
    end = 0
    for member in sorted(archive.infolist(), key=lambda info: info.header_offset):
        if member.header_offset < end:
            raise PackingFault(say("its files overlap, such as {name}", name=shown(member.filename)))
        end = member.header_offset + _HEADER_BYTES + member.compress_size


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Iterator[bytes]:
    if member.flag_bits & _ENCRYPTED:
        raise PackingFault(say("this member of the zip is encrypted"))
    if member.compress_type not in _READ:
        raise PackingFault(
            say(
                "the compression method {number} is not supported; only 0 (stored) and 8 (deflated) are",
                number=member.compress_type,
            )
        )
    try:
        with archive.open(member) as text:
            while piece := text.read(PIECE):
                yield piece
    except _FAULTS as fault:
        raise PackingFault(say("this member of the zip is damaged ({reason})", reason=_reason(fault))) from None

"""What a file is that is not a log, by its first bytes: a picture, a document, an archive of another kind."""

import re
from enum import Enum, auto
from types import MappingProxyType
from typing import Final

from engine.rulebook.sentences import marked, say


class Sort(Enum):
    """The sort of a file that is not a log: what somebody who has such a file can do is the same for the whole sort."""

    PICTURE = auto()
    RECORDING = auto()
    DOCUMENT = auto()
    TABLE = auto()
    ARCHIVE = auto()
    PAGE = auto()
    ACTIONS = auto()
    TEXT = auto()
    JSON = auto()
    OTHER = auto()


_SIGNATURES: Final = (
    (rb"\x89PNG\r\n", marked("a PNG picture"), Sort.PICTURE),
    (rb"\xff\xd8\xff", marked("a JPEG picture"), Sort.PICTURE),
    (rb"GIF8[79]a", marked("a GIF picture"), Sort.PICTURE),
    (rb"RIFF.{4}WEBP", marked("a WebP picture"), Sort.PICTURE),
    (rb"BM.{4}\0{4}", marked("a BMP picture"), Sort.PICTURE),
    (rb"II\*\0|MM\0\*", marked("a TIFF picture"), Sort.PICTURE),
    (rb"\0\0\x01\0[^\0]\0", marked("an icon (ICO)"), Sort.PICTURE),
    (rb".{4}ftyp(?:hei[cmsx]|hev[cx]|mif1|msf1)", marked("a HEIC picture"), Sort.PICTURE),
    (rb".{4}ftypavi[fs]", marked("an AVIF picture"), Sort.PICTURE),
    (rb".{4}ftypqt", marked("a QuickTime video"), Sort.RECORDING),
    (rb".{4}ftypM4A", marked("an M4A sound recording"), Sort.RECORDING),
    (rb".{4}ftyp", marked("an MP4 video"), Sort.RECORDING),
    (rb"\x1aE\xdf\xa3", marked("a Matroska or WebM video"), Sort.RECORDING),
    (rb"RIFF.{4}AVI ", marked("an AVI video"), Sort.RECORDING),
    (rb"RIFF.{4}WAVE", marked("a WAV sound recording"), Sort.RECORDING),
    (rb"ID3|\xff[\xfb\xf3\xf2]", marked("an MP3 sound recording"), Sort.RECORDING),
    (rb"OggS", marked("an Ogg sound recording"), Sort.RECORDING),
    (rb"fLaC", marked("a FLAC sound recording"), Sort.RECORDING),
    (rb"%PDF-", marked("a PDF document"), Sort.DOCUMENT),
    (rb"%!PS", marked("a PostScript document"), Sort.DOCUMENT),
    (rb"\{\\rtf", marked("an RTF document"), Sort.DOCUMENT),
    (
        rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        marked("a document of an old version of Word, Excel or PowerPoint"),
        Sort.DOCUMENT,
    ),
    (rb"Rar!\x1a\x07", marked("a RAR archive; Fupan reads zip, gzip and zstd"), Sort.ARCHIVE),
    (rb"7z\xbc\xaf\x27\x1c", marked("a 7z archive; Fupan reads zip, gzip and zstd"), Sort.ARCHIVE),
    (rb"\xfd7zXZ\0", marked("an xz archive; Fupan reads zip, gzip and zstd"), Sort.ARCHIVE),
    (rb"BZh[1-9]1AY&SY", marked("a bzip2 archive; Fupan reads zip, gzip and zstd"), Sort.ARCHIVE),
    (rb"\x04\x22\x4d\x18", marked("an LZ4 archive; Fupan reads zip, gzip and zstd"), Sort.ARCHIVE),
    (rb"(?s:.{257})ustar", marked("a tar archive; Fupan reads zip, gzip and zstd"), Sort.ARCHIVE),
    (rb"SQLite format 3\0", marked("an SQLite database"), Sort.OTHER),
    (rb"PAR1", marked("a Parquet table"), Sort.TABLE),
    (rb"\x7fELF", marked("a program (ELF)"), Sort.OTHER),
    (rb"MZ.{2}", marked("a Windows program"), Sort.OTHER),
    (rb"[\xce\xcf]\xfa\xed\xfe", marked("a macOS program"), Sort.OTHER),
    (rb"\0asm", marked("a WebAssembly program"), Sort.OTHER),
    (rb"\x80[\x02-\x05].", marked("a Python pickle"), Sort.OTHER),
    (rb"wOF[F2]|\0\x01\0\0\0|OTTO", marked("a font"), Sort.OTHER),
)
_KINDS: Final = tuple((re.compile(signature, re.DOTALL), kind) for signature, kind, _sort in _SIGNATURES)

_OFFICE: Final = (
    ("word/document.xml", marked("a Word document (DOCX)"), Sort.DOCUMENT),
    ("xl/workbook.xml", marked("an Excel workbook (XLSX)"), Sort.TABLE),
    ("ppt/presentation.xml", marked("a PowerPoint presentation (PPTX)"), Sort.DOCUMENT),
    ("META-INF/MANIFEST.MF", marked("a Java archive (JAR)"), Sort.OTHER),
    ("AndroidManifest.xml", marked("an Android app (APK)"), Sort.OTHER),
)


def kind_of(beginning: bytes) -> str | None:
    """The kind of a file that begins so, with its article, such as ``a PNG picture``; None where it may be text.

    1 KiB is enough.  No text in UTF-8, UTF-16 or GB18030 that is a log begins as one of these does.
    """
    return next((say(kind) for signature, kind in _KINDS if signature.match(beginning)), None)


def kind_of_zip(members: frozenset[str]) -> str | None:
    """The kind of document or program that a zip with these members is, with its article; None for any other zip."""
    return next((say(kind) for member, kind, _sort in _OFFICE if member in members), None)


SORTS: Final = MappingProxyType({kind: sort for _mark, kind, sort in (*_SIGNATURES, *_OFFICE)})
"""The sort of each kind that `kind_of` and `kind_of_zip` name."""

"""What a file is that is not a log, by its first bytes: a picture, a document, an archive of another kind."""

import re
from typing import Final

from engine.rulebook.sentences import marked, say

_SIGNATURES: Final = (
    (rb"\x89PNG\r\n", marked("a PNG picture")),
    (rb"\xff\xd8\xff", marked("a JPEG picture")),
    (rb"GIF8[79]a", marked("a GIF picture")),
    (rb"RIFF.{4}WEBP", marked("a WebP picture")),
    (rb"BM.{4}\0{4}", marked("a BMP picture")),
    (rb"II\*\0|MM\0\*", marked("a TIFF picture")),
    (rb"\0\0\x01\0[^\0]\0", marked("an icon (ICO)")),
    (rb".{4}ftyp(?:hei[cmsx]|hev[cx]|mif1|msf1)", marked("a HEIC picture")),
    (rb".{4}ftypavi[fs]", marked("an AVIF picture")),
    (rb".{4}ftypqt", marked("a QuickTime video")),
    (rb".{4}ftypM4A", marked("an M4A sound recording")),
    (rb".{4}ftyp", marked("an MP4 video")),
    (rb"\x1aE\xdf\xa3", marked("a Matroska or WebM video")),
    (rb"RIFF.{4}AVI ", marked("an AVI video")),
    (rb"RIFF.{4}WAVE", marked("a WAV sound recording")),
    (rb"ID3|\xff[\xfb\xf3\xf2]", marked("an MP3 sound recording")),
    (rb"OggS", marked("an Ogg sound recording")),
    (rb"fLaC", marked("a FLAC sound recording")),
    (rb"%PDF-", marked("a PDF document")),
    (rb"%!PS", marked("a PostScript document")),
    (rb"\{\\rtf", marked("an RTF document")),
    (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", marked("a document of an old version of Word, Excel or PowerPoint")),
    (rb"Rar!\x1a\x07", marked("a RAR archive; Fupan reads zip, gzip and zstd")),
    (rb"7z\xbc\xaf\x27\x1c", marked("a 7z archive; Fupan reads zip, gzip and zstd")),
    (rb"\xfd7zXZ\0", marked("an xz archive; Fupan reads zip, gzip and zstd")),
    (rb"BZh[1-9]1AY&SY", marked("a bzip2 archive; Fupan reads zip, gzip and zstd")),
    (rb"\x04\x22\x4d\x18", marked("an LZ4 archive; Fupan reads zip, gzip and zstd")),
    (rb"(?s:.{257})ustar", marked("a tar archive; Fupan reads zip, gzip and zstd")),
    (rb"SQLite format 3\0", marked("an SQLite database")),
    (rb"PAR1", marked("a Parquet table")),
    (rb"\x7fELF", marked("a program (ELF)")),
    (rb"MZ.{2}", marked("a Windows program")),
    (rb"[\xce\xcf]\xfa\xed\xfe", marked("a macOS program")),
    (rb"\0asm", marked("a WebAssembly program")),
    (rb"\x80[\x02-\x05].", marked("a Python pickle")),
    (rb"wOF[F2]|\0\x01\0\0\0|OTTO", marked("a font")),
)
_KINDS: Final = tuple((re.compile(signature, re.DOTALL), kind) for signature, kind in _SIGNATURES)

_OFFICE: Final = (
    ("word/document.xml", marked("a Word document (DOCX)")),
    ("xl/workbook.xml", marked("an Excel workbook (XLSX)")),
    ("ppt/presentation.xml", marked("a PowerPoint presentation (PPTX)")),
    ("META-INF/MANIFEST.MF", marked("a Java archive (JAR)")),
    ("AndroidManifest.xml", marked("an Android app (APK)")),
)


def kind_of(beginning: bytes) -> str | None:
    """The kind of a file that begins so, with its article, such as ``a PNG picture``; None where it may be text.

    1 KiB is enough.  No text in UTF-8, UTF-16 or GB18030 that is a log begins as one of these does.
    """
    return next((say(kind) for signature, kind in _KINDS if signature.match(beginning)), None)


def kind_of_zip(members: frozenset[str]) -> str | None:
    """The kind of document or program that a zip with these members is, with its article; None for any other zip."""
    return next((say(kind) for member, kind in _OFFICE if member in members), None)

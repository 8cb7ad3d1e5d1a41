"""What a file is that is not a log, by its first bytes: a picture, a document, an archive of another kind."""

import re
from typing import Final

_SIGNATURES: Final = (
    (rb"\x89PNG\r\n", "a PNG picture"),
    (rb"\xff\xd8\xff", "a JPEG picture"),
    (rb"GIF8[79]a", "a GIF picture"),
    (rb"RIFF.{4}WEBP", "a WebP picture"),
    (rb"BM.{4}\0{4}", "a BMP picture"),
    (rb"II\*\0|MM\0\*", "a TIFF picture"),
    (rb"\0\0\x01\0[^\0]\0", "an icon (ICO)"),
    (rb".{4}ftyp(?:hei[cmsx]|hev[cx]|mif1|msf1)", "a HEIC picture"),
    (rb".{4}ftypavi[fs]", "an AVIF picture"),
    (rb".{4}ftypqt", "a QuickTime video"),
    (rb".{4}ftypM4A", "an M4A sound recording"),
    (rb".{4}ftyp", "an MP4 video"),
    (rb"\x1aE\xdf\xa3", "a Matroska or WebM video"),
    (rb"RIFF.{4}AVI ", "an AVI video"),
    (rb"RIFF.{4}WAVE", "a WAV sound recording"),
    (rb"ID3|\xff[\xfb\xf3\xf2]", "an MP3 sound recording"),
    (rb"OggS", "an Ogg sound recording"),
    (rb"fLaC", "a FLAC sound recording"),
    (rb"%PDF-", "a PDF document"),
    (rb"%!PS", "a PostScript document"),
    (rb"\{\\rtf", "an RTF document"),
    (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a document of an old version of Word, Excel or PowerPoint"),
    (rb"Rar!\x1a\x07", "a RAR archive; Fupan reads zip, gzip and zstd"),
    (rb"7z\xbc\xaf\x27\x1c", "a 7z archive; Fupan reads zip, gzip and zstd"),
    (rb"\xfd7zXZ\0", "an xz archive; Fupan reads zip, gzip and zstd"),
    (rb"BZh[1-9]1AY&SY", "a bzip2 archive; Fupan reads zip, gzip and zstd"),
    (rb"\x04\x22\x4d\x18", "an LZ4 archive; Fupan reads zip, gzip and zstd"),
    (rb"(?s:.{257})ustar", "a tar archive; Fupan reads zip, gzip and zstd"),
    (rb"SQLite format 3\0", "an SQLite database"),
    (rb"PAR1", "a Parquet table"),
    (rb"\x7fELF", "a program (ELF)"),
    (rb"MZ.{2}", "a Windows program"),
    (rb"[\xce\xcf]\xfa\xed\xfe", "a macOS program"),
    (rb"\0asm", "a WebAssembly program"),
    (rb"\x80[\x02-\x05].", "a Python pickle"),
    (rb"wOF[F2]|\0\x01\0\0\0|OTTO", "a font"),
)
_KINDS: Final = tuple((re.compile(signature, re.DOTALL), kind) for signature, kind in _SIGNATURES)

_OFFICE: Final = (
    ("word/document.xml", "a Word document (DOCX)"),
    ("xl/workbook.xml", "an Excel workbook (XLSX)"),
    ("ppt/presentation.xml", "a PowerPoint presentation (PPTX)"),
    ("META-INF/MANIFEST.MF", "a Java archive (JAR)"),
    ("AndroidManifest.xml", "an Android app (APK)"),
)


def kind_of(beginning: bytes) -> str | None:
    """The kind of a file that begins so, with its article, such as ``a PNG picture``; None where it may be text.

    1 KiB is enough.  No text in UTF-8, UTF-16 or GB18030 that is a log begins as one of these does.
    """
    return next((kind for signature, kind in _KINDS if signature.match(beginning)), None)


def kind_of_zip(members: frozenset[str]) -> str | None:
    """The kind of document or program that a zip with these members is, with its article; None for any other zip."""
    return next((kind for member, kind in _OFFICE if member in members), None)

"""The first sheet of a workbook (``.xlsx``) as the text of a spreadsheet, read by openpyxl within bounds."""

import csv
import zipfile
from datetime import date, datetime
from io import BytesIO, StringIO
from typing import BinaryIO, Final

from app.sheets.sheet.sheet import MOST_ROWS, SheetRefused
from app.text.language import _

EXTRA: Final = "xlsx"
"""The extra of the installation that reads workbooks."""
MOST_UNPACKED: Final = 16 * 1024 * 1024
"""Bytes of a workbook when it is unpacked."""
_PACKED: Final = b"PK\x03\x04"
_CONTENTS: Final = "xl/workbook.xml"
_MOST_COLUMNS: Final = 256
_MOST_LINES: Final = 2 * MOST_ROWS


def is_workbook(data: bytes) -> bool:
    """Whether bytes are a workbook, by the names of its parts."""
    return is_workbook_file(BytesIO(data))


def is_workbook_file(stream: BinaryIO) -> bool:
    """Whether a file is a workbook, by the names of its parts; it is left at its start."""
    packed = stream.read(len(_PACKED)) == _PACKED
    try:
        if not packed:
            return False
        with zipfile.ZipFile(stream) as parts:
            return _CONTENTS in parts.namelist()
    except (zipfile.BadZipFile, ValueError, OSError):
        return False
    finally:
        stream.seek(0)


def text_of_workbook(data: bytes) -> str:
    """The first sheet of a workbook as CSV, with the values that its formulas were last computed to.

    Raises SheetRefused for one that is too large or damaged, or where openpyxl is not installed.
    """
    with zipfile.ZipFile(BytesIO(data)) as parts:
        unpacked = sum(part.file_size for part in parts.infolist())
    if unpacked > MOST_UNPACKED:
        raise SheetRefused(
            _(
                "the workbook has {count} bytes when unpacked; at most {most} are read",
                count=f"{unpacked:,}",
                most=f"{MOST_UNPACKED:,}",
            )
        )
    try:
        from openpyxl import load_workbook
    except ImportError:
        raise SheetRefused(
            _(
                "workbooks (.xlsx) are read where Fupan is installed with {extra}; save it as CSV, or copy its cells",
                extra=f"'fupan[{EXTRA}]'",
            )
        ) from None
    output = StringIO(newline="")
    writer = csv.writer(output)
    try:
        workbook = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
        try:
            sheet = workbook.worksheets[0]
            for cells in sheet.iter_rows(max_row=_MOST_LINES, max_col=_MOST_COLUMNS, values_only=True):
                texts = [_text(cell) for cell in cells]
                while texts and not texts[-1]:
                    texts.pop()
                writer.writerow(texts)
        finally:
            workbook.close()
    except Exception as error:
        raise SheetRefused(_("the workbook cannot be read ({error})", error=type(error).__name__)) from error
    return output.getvalue()


def _text(value: object) -> str:
    """The text of a cell: numbers without a needless fraction, dates as logs have them."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d}" if value.time() == value.time().min else f"{value:%Y-%m-%dT%H:%M:%S}"
    if isinstance(value, date):
        return f"{value:%Y-%m-%d}"
    return str(value)

"""A spreadsheet as text: its header and its rows of cells, within bounds."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Final

from app.sheets.sheet.sheet import MOST_ROWS, SheetRefused
from app.sheets.sheet.workbook import is_workbook, text_of_workbook
from app.text.language import _
from engine.logs.input.encodings import in_utf_8

MOST_BYTES: Final = 1024 * 1024
MOST_COLUMNS: Final = 64
LONGEST_CELL: Final = 400
"""Characters of a cell."""
_EXTRA_ROWS: Final = 2
"""Rows besides those of hands: the header, and the row before the first hand."""
_MARK: Final = "\ufeff"
_NAMED_DELIMITER: Final = re.compile(r'"?sep=([,;\t])"?\r?\n')
"""The line before the header that names what is between cells, as Excel reads it."""


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row of a spreadsheet that is not empty."""

    number: int
    """Its number as spreadsheets count, from 1; the header is row 1."""
    cells: tuple[str, ...]

    def cell(self, column: int) -> str:
        """The text of a cell without white space around it; empty if the row is shorter."""
        return self.cells[column].strip() if column < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A spreadsheet: the texts of its header, and its rows."""

    headers: tuple[str, ...]
    lines: tuple[GridRow, ...]


def decoded_text(data: bytes) -> str:
    """The text of a file in UTF-8, UTF-16 or GB18030, or of the first sheet of a workbook.  Raises SheetRefused."""
    if len(data) > MOST_BYTES:
        raise SheetRefused(
            _("{count} bytes found; a sheet has at most {most}", count=f"{len(data):,}", most=f"{MOST_BYTES:,}")
        )
    if is_workbook(data):
        return text_of_workbook(data)
    try:
        return in_utf_8(data).decode("utf-8")
    except UnicodeDecodeError as error:
        raise SheetRefused(
            _("byte {number} is not text in UTF-8, UTF-16 or GB18030", number=f"{error.start + 1:,}")
        ) from None


def read_grid(text: str) -> Grid:
    """The cells of a text with commas, semicolons or tabs between them.  Raises SheetRefused."""
    if len(text) > MOST_BYTES:
        raise SheetRefused(
            _("{count} characters found; a sheet has at most {most}", count=f"{len(text):,}", most=f"{MOST_BYTES:,}")
        )
    text = text.removeprefix(_MARK)
    named = _NAMED_DELIMITER.match(text)
    delimiter = named[1] if named else _delimiter(text)
    lines: list[GridRow] = []
    rows = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for number, cells in enumerate(rows, 1):
            if named and number == 1:
                continue
            if any(cell.strip() for cell in cells):
                _refuse_large(number, cells)
                lines.append(GridRow(number, tuple(cells)))
            if len(lines) > MOST_ROWS + _EXTRA_ROWS:
                raise SheetRefused(_("more than {most} hands; a sheet has at most so many", most=f"{MOST_ROWS:,}"))
    except csv.Error as error:
        raise SheetRefused(_("line {line} is not valid CSV ({error})", line=rows.line_num, error=str(error))) from None
    if not lines:
        raise SheetRefused(_("nothing found; expected: a row of headers, then a row for each hand"))
    header, *others = lines
    return Grid(tuple(cell.strip() for cell in header.cells), tuple(others))


def _refuse_large(number: int, cells: Sequence[str]) -> None:
    if len(cells) > MOST_COLUMNS:
        raise SheetRefused(
            _(
                "row {number} has {count} columns; a sheet has at most {most}",
                number=number,
                count=f"{len(cells):,}",
                most=MOST_COLUMNS,
            )
        )
    longest = max(map(len, cells))
    if longest > LONGEST_CELL:
        raise SheetRefused(
            _(
                "row {number} has a cell of {longest} characters; a cell has at most {most}",
                number=number,
                longest=f"{longest:,}",
                most=LONGEST_CELL,
            )
        )


def _delimiter(text: str) -> str:
    """What stands between cells: the character of the three that the header has most of, a comma if it has none."""
    header = next((line for line in text.splitlines() if line.strip()), "")
    return max(",\t;", key=header.count)


def letters(column: int) -> str:
    """The name of a column (from 0) in a spreadsheet: ``A`` … ``Z``, ``AA`` …"""
    name = ""
    number = column + 1
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("A") + letter) + name
    return name

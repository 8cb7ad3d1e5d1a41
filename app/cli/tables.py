"""Blocks of text for a terminal, and tables as wide as it is.

Columns that do not fit are in further parts of the table below, with the heads repeated.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from app.cli.output import print_lines
from app.text.blocks import Block, Gap, Line, Message, Quote, TextTable
from app.text.terminal import Style, first_columns, folded, last_columns, padded, style_of, width

_LONGEST: Final = 4_000
"""The most characters of a line."""


def print_blocks(shown: Iterable[Block]) -> None:
    """Writes some blocks to the standard output."""
    style = style_of(sys.stdout)
    print_lines(block_lines(shown, style), style)


def block_lines(shown: Iterable[Block], style: Style) -> Iterator[str]:
    """The lines of some blocks."""
    for block in shown:
        match block:
            case Gap():
                yield ""
            case Line():
                yield from _lines(block, style)
            case Message():
                yield _message(block, style)
            case Quote():
                yield from _quoted(block, style)
            case TextTable():
                heads = [_safe(head, style) for head in block.heads]
                columns = [
                    ["\n".join(_safe(line, style) for line in cell) for cell in column] for column in block.columns
                ]
                for number, part in enumerate(_blocks(heads, columns, style)):
                    yield from [""] * (number > 0)
                    yield from part


def _lines(line: Line, style: Style) -> Iterator[str]:
    """A line with its label and its source, folded; further lines are set in where it is."""
    label, source = _safe(line.label, style), _safe(line.source, style)
    text = "  ".join(part for part in (label, _safe(line.text, style), source) if part)
    spaces = " " * (len(text) - len(text.lstrip()))
    first = "  " * line.indent
    further = first + "  " if line.indent else ""
    folds = folded(text.lstrip(), style.width - len(further + spaces))
    for number, fold in enumerate(folds):
        margin = further if number else first + spaces
        if line.tone:
            yield style.paint(margin + fold, line.tone)
            continue
        start = len(label.lstrip()) if label and not number else 0
        end = len(fold) - len(source) if number == len(folds) - 1 and fold.endswith(source) else len(fold)
        body = style.paint_cards(fold[start:end])
        yield f"{margin}{style.paint(fold[:start], 'strong')}{body}{style.paint(fold[end:], 'faint')}"


def _message(message: Message, style: Style) -> str:
    shown, rest = "", style.safe(message.text, len(message.text))
    for part, tone in message.tones if style.colour else ():
        before, marked, rest = rest.partition(style.safe(part, len(part)))
        shown += before + (style.paint(marked, tone) if tone else marked)
    return shown + rest


def _quoted(quote: Quote, style: Style) -> Iterator[str]:
    """The action between its number and its end, cut around the column if it does not fit."""
    text, gutter = quote.text, " " * len(quote.number)
    room = style.width - len(gutter) - 3
    at = min(quote.column or 0, len(text))
    before, after = style.safe(text[:at], len(text)), style.safe(text[at : at + room])
    room_before = max(room - min(width(after), room // 2), 0)
    if width(before) > room_before:
        before = style.more + last_columns(before, room_before - len(style.more))
    if width(before) + width(after) > room or at + room < len(text):
        after = first_columns(after, room - width(before) - len(style.more)) + style.more
    bar = style.paint(style.bar, "frame")
    yield f"{gutter} {bar}"
    yield f"{style.paint(quote.number, 'frame')} {bar} {before}{after}"
    if quote.column is not None:
        marks = "^" * max(min(width(style.safe(quote.word[:room])), width(after)), 1)
        yield f"{gutter} {bar} {' ' * width(before)}{style.paint(marks, 'error')}"


def _blocks(heads: Sequence[str], columns: Sequence[Sequence[str]], style: Style) -> Iterator[list[str]]:
    """The lines of a table, in as many blocks as it needs, each with the heads.  All texts are safe."""
    longest = max(map(width, heads))
    for block in _fitting(columns, style.width - longest):
        lines = []
        for number, (head, *cells) in enumerate(zip(heads, *block, strict=True)):
            for first, *parts in zip_longest([head], *(cell.split("\n") for cell in cells), fillvalue=""):
                row = padded(first, longest) + "".join(
                    "  " + padded(part, _wide(column)) for part, column in zip(parts, block, strict=True)
                )
                lines.append(style.paint(row.rstrip(), "strong") if number == 0 else row.rstrip())
        yield lines


def _fitting(columns: Sequence[Sequence[str]], room: int) -> Iterator[list[Sequence[str]]]:
    block: list[Sequence[str]] = []
    used = 0
    for column in columns:
        needed = 2 + _wide(column)
        if block and used + needed > room:
            yield block
            block, used = [], 0
        block.append(column)
        used += needed
    yield block


def _wide(column: Sequence[str]) -> int:
    return max(width(line) for cell in column for line in cell.split("\n"))


def _safe(text: str, style: Style) -> str:
    return style.safe(text, _LONGEST)

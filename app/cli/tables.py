"""Tables as wide as the terminal: columns that do not fit are in further blocks below, with the heads repeated."""

from collections.abc import Iterator, Sequence

from app.text.terminal import Style, padded, width


def blocks(heads: Sequence[str], columns: Sequence[Sequence[str]], style: Style) -> Iterator[list[str]]:
    """The lines of a table, in as many blocks as it needs.

    ``heads`` is the first column, which is repeated in every block.  All texts are safe and have one line, and the
    first row has the titles.
    """
    longest = max(map(width, heads))
    for block in _fitting(columns, style.width - longest):
        lines = []
        for number, (head, *cells) in enumerate(zip(heads, *block, strict=True)):
            row = padded(head, longest) + "".join(
                "  " + padded(cell, max(map(width, column))) for cell, column in zip(cells, block, strict=True)
            )
            lines.append(style.paint(row.rstrip(), "strong") if number == 0 else row.rstrip())
        yield lines


def _fitting(columns: Sequence[Sequence[str]], room: int) -> Iterator[list[Sequence[str]]]:
    block: list[Sequence[str]] = []
    used = 0
    for column in columns:
        needed = 2 + max(map(width, column))
        if block and used + needed > room:
            yield block
            block, used = [], 0
        block.append(column)
        used += needed
    yield block

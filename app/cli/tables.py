"""Tables as wide as the terminal: what has no room beside the rest stands below, the heads repeated."""

from collections.abc import Iterator, Sequence

from app.terminal import Style, padded, width


def blocks(heads: Sequence[str], columns: Sequence[Sequence[str]], style: Style) -> Iterator[list[str]]:
    """The lines of a table, in as many blocks as it takes.

    ``heads`` is the first column, repeated in every block; all texts are safe and of one line, and the first row is
    that of titles.
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

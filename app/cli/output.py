"""The standard output as text for people."""

import sys
from collections.abc import Iterable

from app.terminal import Style


def print_lines(lines: Iterable[str], style: Style) -> None:
    """Writes lines, in the encoding of the style."""
    sys.stdout.flush()
    output = sys.stdout.buffer
    for line in lines:
        output.write((line.rstrip() + "\n").encode(style.encoding, "backslashreplace"))
    output.flush()

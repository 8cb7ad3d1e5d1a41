"""Help in the language of the reader, laid out by the columns that its characters take on a terminal."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import click

from app.text.language import _, current, marked
from app.text.terminal import folded, padded, width
from app.text.translations.languages import DEFAULT

AS_IT_IS: Final = "\b"
"""A paragraph that begins with a line of this character keeps its lines."""
_USAGE: Final = marked("Usage:")
_HEADING: Final = marked("{heading}:")


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a help text, each on one line, except those that keep their lines."""
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        yield paragraph if paragraph.startswith(AS_IT_IS) else " ".join(paragraph.split())


def is_words(paragraph: str) -> bool:
    """Whether a paragraph of a help text is translated; examples of commands are the same in every language."""
    return not paragraph.startswith(AS_IT_IS)


def help_said(text: str) -> str:
    """A help text in the language of the reader."""
    return "\n\n".join(_(paragraph) if is_words(paragraph) else paragraph for paragraph in paragraphs(text))


class Formatter(click.HelpFormatter):
    """Writes help.  What is English is laid out by Click, other languages by the columns of their characters."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Writes the line with the way to call a command."""
        if current() is DEFAULT or prefix is not None:
            super().write_usage(prog, args, prefix)
            return
        head = f"{_(_USAGE)}{prog} "
        lines = folded(args, max(self.width - width(head), 20)) or [""]
        self.write(f"{head}{lines[0]}\n".replace(" \n", "\n"))
        for line in lines[1:]:
            self.write(f"{' ' * width(head)}{line}\n")

    def write_heading(self, heading: str) -> None:
        """Writes the heading of a section."""
        self.write(f"{' ' * self.current_indent}{_(_HEADING, heading=_(heading))}\n")

    def write_text(self, text: str) -> None:
        """Writes paragraphs."""
        if current() is DEFAULT:
            super().write_text(text)
            return
        indent = " " * self.current_indent
        written = (
            "\n".join(f"{indent}{line}" for line in _lines(paragraph, self.width - self.current_indent))
            for paragraph in text.split("\n\n")
        )
        self.write("\n\n".join(written) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Writes terms with their texts beside them."""
        if current() is DEFAULT:
            super().write_dl(rows, col_max, col_spacing)
            return
        rows = list(rows)
        first = min(max((width(term) for term, _text in rows), default=0), col_max) + col_spacing
        indent = " " * self.current_indent
        for term, text in rows:
            lines = folded(text, max(self.width - first - 2, 10))
            if width(term) <= first - col_spacing:
                self.write(f"{indent}{padded(term, first)}{lines.pop(0) if lines else ''}".rstrip() + "\n")
            else:
                self.write(f"{indent}{term}\n")
            for line in lines:
                self.write(f"{indent}{' ' * first}{line}\n")


def _lines(paragraph: str, columns: int) -> list[str]:
    if paragraph.startswith(AS_IT_IS):
        return paragraph.splitlines()[1:]
    return folded(paragraph, columns)


class Context(click.Context):
    """The context of a command, whose help is written by the `Formatter`."""

    formatter_class: Any = Formatter

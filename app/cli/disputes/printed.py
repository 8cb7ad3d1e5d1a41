"""The options of the command line that print a verdict as HTML and PDF."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final, TypeVar

from app.cli.commands import option
from app.cli.inputs import WrongUsage, reason_of
from app.cli.matches.convert import writing_to
from app.text.language import marked
from engine.logs import LogRecord

_Command = TypeVar("_Command", bound=Callable[..., Any])
Print = Callable[[bytes, LogRecord | None], None]
"""Prints the verdict of some bytes; the match of its log gives names, sentences and pictures."""
_HTML: Final = marked("Write it for people as one HTML file that loads nothing.")
_PDF: Final = marked(
    "Write it for people as PDF. Needs a font with Chinese characters: one found here, or that of FUPAN_FONT."
)


def printed_as(command: _Command) -> _Command:
    """Gives a command the options ``--html`` and ``--pdf``."""
    with_pdf = option("--pdf", metavar="FILE", help=_PDF)(command)
    return option("--html", metavar="FILE", help=_HTML)(with_pdf)


@contextmanager
def printing_to(html: str | None, pdf: str | None) -> Iterator[Print]:
    """A way to print a verdict to the files named.  Raises WrongUsage at once if there is no font for a PDF."""
    from app.drawing.files.fonts import NoFont, font_of

    try:
        font = None if pdf is None else font_of()
    except NoFont as reason:
        raise WrongUsage(reason_of(reason)) from None

    def work(raw: bytes, record: LogRecord | None) -> None:
        from app.disputes.prints.files import html_file, pdf_file

        with ExitStack() as stack:
            if html is not None:
                stack.enter_context(writing_to(html)).write(html_file(raw, record))
            if pdf is not None and font is not None:
                stack.enter_context(writing_to(pdf)).write(pdf_file(raw, font, record))

    yield work

"""Files for handing out a verdict: from the bytes of one to its print."""

from app.disputes.prints.html import html_of
from app.disputes.prints.pdf import pdf_of
from app.disputes.prints.sheet import NOTHING, DisputeContext, sheet_of
from app.drawing.files.fonts import Font
from engine.logs import LogRecord
from engine.verdict.proof.form import read_verdict


def html_file(raw: bytes, record: LogRecord | None = None, discussed: DisputeContext = NOTHING) -> bytes:
    """The HTML file of a verdict, which loads nothing.

    ``record`` is the match of the log that it is about; without it there are no names, sentences and pictures.
    Raises FormFault if the bytes are not a verdict.
    """
    return html_of(sheet_of(read_verdict(raw), record, discussed)).encode()


def pdf_file(raw: bytes, font: Font, record: LogRecord | None = None, discussed: DisputeContext = NOTHING) -> bytes:
    """The PDF file of a verdict, with the characters of a font.  Otherwise like `html_file`."""
    return pdf_of(sheet_of(read_verdict(raw), record, discussed), font)

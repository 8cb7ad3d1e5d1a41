"""The print of a verdict as an answer: a file to keep, as HTML or PDF."""

import re
from collections.abc import Sequence
from typing import Final

from flask import Response

from app.printing.fonts import font_of
from app.printing.html import html_of
from app.printing.pdf import pdf_of
from app.printing.sheet import Vote, sheet_of
from engine.logs import LogRecord
from engine.verdict.proof.form import VerdictFile

HTML: Final = "html"
PDF: Final = "pdf"
KINDS: Final = (HTML, PDF)
_UNFIT: Final = re.compile("[^A-Za-z0-9_-]+")
_LONGEST: Final = 60


def printed_verdict(verdict: VerdictFile, record: LogRecord | None, kind: str, votes: Sequence[Vote] = ()) -> Response:
    """The file of a print: one of `KINDS`.  Raises NoFont for a PDF where there is no font."""
    font = font_of() if kind == PDF else None
    sheet = sheet_of(verdict, record, votes)
    name = _UNFIT.sub("-", f"verdict-{verdict.body.id}")[:_LONGEST].strip("-")
    if font is None:
        data, content = html_of(sheet).encode(), "text/html; charset=utf-8"
    else:
        data, content = pdf_of(sheet, font), "application/pdf"
    return Response(
        data, content_type=content, headers={"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    )

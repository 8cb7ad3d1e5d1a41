"""The print of a verdict as an answer: a file to keep, as HTML or PDF."""

import re
from collections.abc import Sequence
from typing import Final

from flask import Response

from app.disputes.interest import interest_words
from app.disputes.reading import Ruled, Whole
from app.language import _
from app.printing.fonts import font_of
from app.printing.html import html_of
from app.printing.pdf import pdf_of
from app.printing.sheet import Vote, sheet_of
from app.trials import ACTIONS_AT_ONCE, actions_of
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


def short_enough(record: LogRecord | None) -> LogRecord | None:
    """A log whose match is replayed while somebody waits; None if it has too many actions for that."""
    if record is None or record.match is None:
        return record
    return record if actions_of(record.match) <= ACTIONS_AT_ONCE else None


def votes_on(verdict: VerdictFile, found: Whole | None) -> tuple[Vote, ...]:
    """The votes on the ruling that a verdict carries, from its dispute; none where that has another text now."""
    ruling = verdict.body.dispute
    if found is None or ruling is None:
        return ()
    for each in found.rulings:
        if (each.text, each.outcome) == (ruling.text, ruling.outcome):
            return tuple(
                Vote(person.name, _vote(each, agrees, reported), "" if agrees else each.dissent)
                for (person, agrees), reported in zip(each.votes, each.reported, strict=True)
            )
    return ()


def _vote(ruling: Ruled, agrees: bool, reported: bool) -> str:
    """A vote, with who entered it for another, and what ties the one who ruled to the match."""
    vote = _("agrees") if agrees else _("dissents")
    if reported:
        return _("{vote} (reported by {name})", vote=vote, name=ruling.by.name)
    warning = interest_words(ruling.interest, ruling.by.name)
    return _("{vote}. {warning}", vote=vote, warning=warning) if warning else vote

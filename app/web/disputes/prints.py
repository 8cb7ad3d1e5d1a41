"""The print of a verdict as an answer: a file to keep, as HTML or PDF."""

import re
from typing import Final

from flask import Response

from app.disputes.cases.interest import interest_words
from app.disputes.cases.reading import DisputeRemark, RulingWithVotes, ShownEvidence, WholeDispute
from app.disputes.prints.html import html_of
from app.disputes.prints.pdf import pdf_of
from app.disputes.prints.sheet import NOTHING, DisputeContext, PrintedVote, sheet_of
from app.disputes.verdicts.words import OUTCOMES, Fact
from app.drawing.files.fonts import font_of
from app.matches.trials import ACTIONS_AT_ONCE, actions_of
from app.text.language import _
from app.text.moments import moment
from engine.logs import LogRecord
from engine.verdict.proof.form import VerdictFile

HTML: Final = "html"
PDF: Final = "pdf"
KINDS: Final = (HTML, PDF)
_UNFIT: Final = re.compile("[^A-Za-z0-9_-]+")
_LONGEST: Final = 60


def printed_verdict(
    verdict: VerdictFile, record: LogRecord | None, kind: str, discussed: DisputeContext = NOTHING
) -> Response:
    """The file of a print: one of `KINDS`.  Raises NoFont for a PDF where there is no font."""
    font = font_of() if kind == PDF else None
    sheet = sheet_of(verdict, record, discussed)
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


def discussed_in(verdict: VerdictFile, dispute: WholeDispute | None) -> DisputeContext:
    """The entries of the record of disputes that a verdict's print shows, up to the time when it was issued.

    Nothing where the ruling that it carries is not there, or has another text now.
    """
    ruling, until = verdict.body.dispute, verdict.body.issued_at
    if dispute is None or ruling is None:
        return NOTHING
    carried = next((other for other in dispute.rulings if other.number == ruling.ruling), None)
    if carried is None or (carried.text, carried.outcome) != (ruling.text, ruling.outcome):
        return NOTHING
    earlier = [(older.at, _ruling(older)) for older in dispute.rulings if older.number < carried.number]
    appeals = [
        (comment.at, _appeal(comment)) for comment in dispute.comments if comment.appeal and moment(comment.at) <= until
    ]
    return DisputeContext(
        votes=tuple(
            PrintedVote(person.name, _vote(carried, agrees, reported), "" if agrees else carried.dissent)
            for (person, agrees), reported in zip(carried.votes, carried.reported, strict=True)
        ),
        before=tuple(fact for _at, fact in sorted([*earlier, *appeals], key=lambda pair: pair[0])),
        evidence=tuple(_evidence(piece) for piece in dispute.evidence if moment(piece.at) <= until),
    )


def _ruling(ruling: RulingWithVotes) -> Fact:
    said = _("{outcome}. {reason}", outcome=_(OUTCOMES[ruling.outcome]), reason=ruling.text)
    if ruling.dissent:
        said = _("{ruling} Dissent: {text}", ruling=said, text=ruling.dissent)
    return Fact(_("Ruling {number}, by {name}", number=ruling.number, name=ruling.by.name), said)


def _appeal(appeal: DisputeRemark) -> Fact:
    return Fact(_("Appeal by {name}", name=appeal.by.name), appeal.text)


def _evidence(shown: ShownEvidence) -> Fact:
    """A file, by whom it was shown, what it is, and its hash."""
    what = _("{said} Shown by {name}. SHA-256 {hash}", said=shown.said, name=shown.by.name, hash=shown.sha256)
    return Fact(shown.name, what)


def _vote(ruling: RulingWithVotes, agrees: bool, reported: bool) -> str:
    """A vote, with who entered it for another, and what ties those who ruled to the match."""
    vote = _("agrees") if agrees else _("dissents")
    if reported:
        return _("{vote} (reported by {name})", vote=vote, name=ruling.by.name)
    warning = interest_words(ruling.interest, ruling.ruler)
    return _("{vote}. {warning}", vote=vote, warning=warning) if warning else vote

"""Compares a log that was given as evidence with the disputed match."""

from typing import Final

from flask import render_template

from app.disputes.cases.evidence import EvidenceKind, evidence_bytes, matches_in, parting
from app.disputes.cases.reading import dispute
from app.judging.fault_barrier import guarded_work
from app.judging.match_diff_words import place_words, said_words, summary_words
from app.matches.installation import this_installation
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from engine.match_diff import CannotPair, compare_records

BLUEPRINT: Final = Pages("evidence", __name__)

SHOWN: Final = 300
"""Differences of one page."""


@BLUEPRINT.get("/disputes/<int:identity>/evidence/<int:number>/compare", may=May.FOLLOW, of=Of.DISPUTE)
def compare(identity: int, number: int) -> str:
    """Shows where the log differs from the disputed match; of several matches in it, the one that differs last."""
    fupan = this_installation()
    with fupan.sessions() as session:
        whole_dispute = dispute(session, identity)
        file = evidence_bytes(session, identity, number)
    if whole_dispute is None or file is None or file[0] is not EvidenceKind.LOG:
        raise Refusal(404, _("There is no such evidence."))
    stored = None if whole_dispute.dispute.match is None else fupan.match(whole_dispute.dispute.match)
    match = None if stored is None else fupan.decoded.get(stored)
    if stored is None or match is None:
        raise Refusal(404, _("The log of the disputed match is not kept: there is nothing to compare."))
    name = next(piece.name for piece in whole_dispute.evidence if piece.id == number)
    parted = [
        (hand, other_match)
        for other_match in matches_in(file[1], name)
        if (hand := parting(match, other_match)) is not None
    ]
    if not parted:
        raise Refusal(422, _("This log is not a record of the disputed match: the players or the game differ."))
    hand, other = max(parted, key=lambda pair: pair[0])
    try:
        compared = guarded_work(
            "comparing two records", lambda: compare_records(fupan.checker, match, other, 0), CannotPair
        )
    except CannotPair:
        compared = None
    if compared is None:
        raise Refusal(500, _("Fupan failed on these two records. This is a bug in Fupan; please report it."))
    return render_template(
        "disputes/evidence.html",
        dispute=whole_dispute,
        name=name,
        hand=hand + 1 if hand < len(match.hands) else None,
        summary=summary_words(compared),
        lines=[
            (place_words(difference), said_words(difference.first), said_words(difference.second))
            for difference in compared.differences[:SHOWN]
        ],
        more=max(0, len(compared.differences) - SHOWN),
    )

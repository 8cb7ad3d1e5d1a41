"""A database with disputes in which everything was done, and verdicts on them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.disputes.audit_log.actors import Role
from app.disputes.cases import acts
from app.disputes.cases.evidence import add_evidence
from app.disputes.cases.rulings import Adjusting, Decision, rule
from app.disputes.cases.states import Acting, Outcome
from app.disputes.verdicts.ed25519 import sign
from app.disputes.verdicts.issuing import Stamp, issue_stored
from app.matches.installation import Installation
from engine.verdict.proof.form import Claim, Subject

SAMPLE = Path(__file__).parents[3] / "static" / "samples" / "spring-cup.json"
LI = Acting("Li", Role.PLAYER)
ZHAO = Acting("Zhao Min", Role.ARBITER)
KEY = Ed25519PrivateKey.from_private_bytes(b"\1" * 32)


@pytest.fixture
def disputed(fupan: Installation, take: Callable[..., list[object]]) -> Installation:
    """Two disputes about a match: one ruled on, appealed, ruled on again and final; another that is open."""
    take(SAMPLE.read_bytes(), SAMPLE.name)
    stored = fupan.match(1)
    assert stored is not None
    seats = list(stored.report.totals)
    subject = Subject(hand=2, action=1, line=0)
    dispute = acts.open_dispute(fupan, 1, LI, subject, Claim(text="Li was first out."))
    acts.comment(fupan, dispute, LI, "I have a sheet.")
    add_evidence(fupan, dispute, LI, "sheet.json", SAMPLE.read_bytes() + b"\n")
    acts.take_up(fupan, dispute, ZHAO)
    scores = dict(zip(seats, (30, -30, 30, -30), strict=True))
    decision = Decision(
        Outcome.ADJUSTED,
        "Both agree.",
        [Adjusting(2, scores, "Counted wrong", "guandan.promotion")],
        votes=[("Sun Yi", True), ("Wu", False)],
        dissent="No.",
    )
    rule(fupan, dispute, ZHAO, decision, 0)
    stamp = Stamp("Zhao Min", lambda body: sign(KEY, body.signed()))
    issue_stored(fupan, 1, None, stamp, dispute)
    acts.appeal(fupan, dispute, LI, "Look again.")
    rule(fupan, dispute, ZHAO, decision, 1)
    acts.close(fupan, dispute, ZHAO)
    issue_stored(fupan, 1, None, stamp, dispute)
    issue_stored(fupan, 1, None, Stamp("Zhao Min", None))
    acts.open_dispute(fupan, 1, LI, Subject(hand=0, action=None, line=None), Claim(finding="does-not-beat"))
    return fupan

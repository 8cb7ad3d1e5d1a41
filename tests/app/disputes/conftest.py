"""A database with disputes in which everything was done, and verdicts on them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.disputes.audit_log.actors import ActorRole
from app.disputes.cases import acts
from app.disputes.cases.evidence import add_evidence
from app.disputes.cases.rulings import Adjusting, Decision, rule
from app.disputes.cases.states import Acting, RulingOutcome
from app.disputes.prints.sheet import DisputeContext, PrintedVote
from app.disputes.verdicts.ed25519 import sign
from app.disputes.verdicts.issuing import Stamp, issue_stored
from app.disputes.verdicts.words import Fact
from app.drawing.files.fonts import Font, font_of
from app.matches.installation import Installation
from engine.logs import LogRecord
from engine.verdict.check import Checker
from engine.verdict.proof.building import build
from engine.verdict.proof.form import Chain, Claim, Subject, VerdictFile
from tests.golden import SAMPLES
from tests.signed_verdicts import KEYS
from tests.square_font import write_font
from tests.verdicts import record_of

SAMPLE = Path(__file__).parents[3] / "static" / "samples" / "spring-cup.json"
LI = Acting("Li", ActorRole.PLAYER)
ZHAO = Acting("Zhao Min", ActorRole.ARBITER)
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
        RulingOutcome.ADJUSTED,
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


DISCUSSED = DisputeContext(
    votes=(PrintedVote("Wang Min", "adjusted"), PrintedVote("赵敏", "upheld", "The computed result should stand.")),
    before=(Fact("Ruling 1, by Wang Min", "upheld"), Fact("Appeal by Li", "It was agreed otherwise.")),
    evidence=(Fact("sheet.jpg", "A photo (JPEG), 900 KiB."),),
)
HEAD = "ab" * 32


@pytest.fixture
def font(tmp_path: Path) -> Font:
    return font_of({"FUPAN_FONT": str(write_font(tmp_path / "squares.ttf"))})


@pytest.fixture
def record() -> LogRecord:
    """A log with a play that does not beat."""
    log = json.loads((SAMPLES / "guandan" / "faults" / "does-not-beat.json").read_bytes())
    log["players"][0]["name"] = "<b>Li & Wei</b>"
    return record_of(json.dumps(log, ensure_ascii=False).encode())


@pytest.fixture
def verdict(record: LogRecord) -> VerdictFile:
    assert record.match is not None
    scores = dict.fromkeys(record.match.seats, 0)
    ruling = {
        "id": "d7",
        "ruling": 2,
        "state": "final",
        "replaces": None,
        "subject": {"hand": 0, "action": 1, "line": None},
        "claim": {"finding": "does-not-beat"},
        "outcome": "adjusted",
        "adjustments": [{"hand": 0, "scores": scores, "rule": None, "reason": "<i>agreed</i> 双方同意"}],
        "text": "Both sides played on.",
    }
    made = build(
        record,
        0,
        Checker().check(record),
        identity="cup-1",
        issued_at="2026-05-01T18:00:00Z",
        issuer="Li <Wei>",
        dispute=ruling,
        chain=Chain(length=7, head=HEAD),
    )
    return VerdictFile(body=made, signatures=[sign(KEYS[0], made.signed())])

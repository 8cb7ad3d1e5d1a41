"""A font, and a verdict with a finding, a ruling and votes."""

import json
from pathlib import Path

import pytest

from app.disputes.prints.sheet import Discussed, Vote
from app.disputes.verdicts.ed25519 import sign
from app.disputes.verdicts.words import Fact
from app.drawing.files.fonts import Font, font_of
from engine.logs import LogRecord
from engine.verdict.check import Checker
from engine.verdict.proof.building import build
from engine.verdict.proof.form import Chain, VerdictFile
from tests.golden import SAMPLES
from tests.signed_verdicts import KEYS
from tests.square_font import write_font
from tests.verdicts import record_of

DISCUSSED = Discussed(
    votes=(Vote("Wang Min", "adjusted"), Vote("赵敏", "upheld", "The computed result should stand.")),
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

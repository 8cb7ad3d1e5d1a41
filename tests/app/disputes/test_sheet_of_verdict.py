"""What the print of a verdict says."""

import json
from hashlib import sha256

from app.disputes.prints.sheet import sheet_of
from app.disputes.verdicts.printed_hash import body_hash, code_text, read_printed
from engine.logs import LogRecord
from engine.verdict.check import Checker
from engine.verdict.proof import canonical
from engine.verdict.proof.building import build
from engine.verdict.proof.form import VerdictFile
from tests.app.disputes.conftest import DISCUSSED, HEAD
from tests.golden import SAMPLES
from tests.offenders import for_every
from tests.verdicts import record_of


def test_a_print_says_all_that_the_verdict_says(verdict: VerdictFile, record: LogRecord) -> None:
    sheet = sheet_of(verdict, record, DISCUSSED)
    assert (sheet.stamp, sheet.preset, sheet.warning) == ("adjusted", "Tournament", "")
    assert sheet.meaning == "A ruling sets other scores. The log by itself: illegal."
    facts = {fact.label: fact.text for fact in (*sheet.facts, *sheet.dispute)}
    assert facts["Issued by"] == "“Li <Wei>”, 2026-05-01 18:00:00 UTC"
    assert facts["Identifier"] == "cup-1"
    assert verdict.body.log.sha256 in facts["Log"]
    assert facts["Record of disputes"] == f"7 entries, head {HEAD}"
    assert facts["Claim"] == "the finding does-not-beat"
    assert facts["Ruling"].startswith("adjusted")
    assert facts["Number and state"] == "ruling 2, final"
    assert facts["Reasons"] == "Both sides played on."
    assert [name for _, name in sheet.seats] == ["<b>Li & Wei</b>", "Zhao Min", "Sun Yue", "Qian Lu"]
    (row,) = sheet.hands
    assert (row.points, row.adjusted) == (("0", "0", "0", "0"), True)
    assert sheet.totals == ("0", "0", "0", "0")
    (adjusted,) = sheet.adjusted
    assert (adjusted.number, adjusted.reason) == (1, "<i>agreed</i> 双方同意")
    assert dict(adjusted.lines)["adjusted"] == ("0", "0", "0", "0")
    (remark,) = sheet.remarks
    assert (remark.severity, remark.place) == ("error", "hand 1, step 2, Zhao Min")
    assert remark.text == "Single 5 does not beat single J"
    assert remark.rule == "guandan.beats (What beats what)"
    assert remark.picture is not None
    assert [fact.label for fact in sheet.facts].count("Signed by the key") == 1
    assert sheet.discussed == DISCUSSED
    assert sheet.digest == sha256(canonical.write(verdict.body)).hexdigest()
    assert sheet.code.text == code_text(sheet.digest)


def test_adjusted_hands_are_shown_beside_what_was_computed_and_recorded() -> None:
    """A sheet of three hands, the second misscored and adjusted, the third adjusted by a rule."""
    log = {
        "format": "fupan/1",
        "game": "guandan",
        "players": [{"seat": seat, "name": f"Player {seat}"} for seat in "ENWS"],
        "hands": [
            {"actions": [], "result": {"finish": ["E", "W", "N", "S"], "scores": {"E": 3, "W": 3}}},
            {"actions": [], "result": {"finish": ["E", "N", "W", "S"], "scores": {"E": 3, "W": 3}}},
            {"actions": [], "result": {"finish": ["N", "S", "W", "E"]}},
        ],
    }
    record = record_of(json.dumps(log).encode())
    scores = {"E": 1, "N": 1, "W": 1, "S": 1}
    ruling = {
        "id": "d7",
        "ruling": 1,
        "state": "appealed",
        "replaces": None,
        "subject": {"hand": 1, "action": None, "line": None},
        "claim": {"text": "One each."},
        "outcome": "adjusted",
        "adjustments": [
            {"hand": 2, "scores": scores, "rule": "guandan.promotion", "reason": "It follows."},
            {"hand": 1, "scores": scores, "rule": None, "reason": "Agreed."},
        ],
        "text": "Agreed.",
    }
    body = build(
        record, 0, Checker().check(record), identity="x", issued_at="2026-05-01T18:00:00Z", issuer="Li", dispute=ruling
    )
    assert body.report.verdict == "misscored"
    sheet = sheet_of(VerdictFile(body=body, signatures=[]), record)
    assert sheet.stamp == "adjusted"
    one, two = sheet.adjusted
    # The text of the ruling says it.
    assert (one.number, one.reason) == (2, "")
    assert one.lines == (
        ("computed", ("+2", "0", "+2", "0")),
        ("recorded", ("+3", "–", "+3", "–")),
        ("adjusted", ("+1", "+1", "+1", "+1")),
    )
    assert (two.number, two.reason) == (3, "By guandan.promotion: It follows.")
    assert sheet.computed_totals == ("+5", "+3", "+5", "+3")
    assert sheet.totals == ("+5", "+2", "+5", "+2")
    facts = {fact.label: fact.text for fact in sheet.dispute}
    assert facts["Number and state"].startswith("ruling 1, appealed against")
    bare = sheet_of(VerdictFile(body=body, signatures=[]))
    assert [what for what, _ in bare.adjusted[0].lines] == ["computed", "adjusted"]


def test_a_print_without_the_log_says_so(verdict: VerdictFile) -> None:
    sheet = sheet_of(verdict)
    assert "without the log" in sheet.warning
    assert [name for _, name in sheet.seats] == sorted(verdict.body.totals or {})
    (remark,) = sheet.remarks
    assert remark.picture is None
    assert remark.text.startswith("Does-not-beat: ")


def test_a_log_that_comes_to_something_else_gives_no_pictures(verdict: VerdictFile, record: LogRecord) -> None:
    other = record_of(record.raw.replace(b"N play 5s", b"N pass"))
    sheet = sheet_of(verdict, other)
    assert "does not give the result of this verdict" in sheet.warning
    assert [remark.picture for remark in sheet.remarks] == [None]


def test_a_signature_that_does_not_hold_is_not_shown_as_one(verdict: VerdictFile, record: LogRecord) -> None:
    changed = VerdictFile(body=build_again(record), signatures=verdict.signatures)
    labels = [fact.label for fact in sheet_of(changed, record).facts]
    assert "Not signed by the key" in labels
    assert "Signed by the key" not in labels


def build_again(record: LogRecord):
    report = Checker().check(record)
    return build(record, 0, report, identity="other", issued_at="2026-05-01T18:00:00Z", issuer="Li Wei")


@for_every("name", ["guandan/faults/malformed.json", "demo/guandan-disputed.json"])
def test_prints_of_other_verdicts_can_be_made(name: str) -> None:
    record = record_of((SAMPLES / name).read_bytes())
    sheet = sheet_of(VerdictFile(body=build_again(record), signatures=[]), record)
    assert sheet.remarks
    assert "Nobody has signed this verdict." in [fact.text for fact in sheet.facts]


def test_an_unreadable_log_has_no_scores() -> None:
    record = record_of(b'{"format": "fupan/1", "game": "whist"}')
    sheet = sheet_of(VerdictFile(body=build_again(record), signatures=[]), record)
    assert (sheet.stamp, sheet.hands, sheet.totals, sheet.seats) == ("unreadable", (), (), ())


DIGEST = "0123456789abcdef" * 4


@for_every(
    "text",
    [
        DIGEST,
        DIGEST.upper(),
        f" {DIGEST[:32]} {DIGEST[32:]}\n",
        code_text(DIGEST),
        code_text(DIGEST).upper(),
        code_text(DIGEST).replace(" ", ""),
    ],
)
def test_a_hash_is_read_as_it_was_typed_or_scanned(text: str) -> None:
    assert read_printed(text) == DIGEST


@for_every("text", ["", DIGEST[:-1], DIGEST + "0", "sha256:" + DIGEST, DIGEST[:-1] + "g", "²" * 64])
def test_other_texts_are_not_hashes(text: str) -> None:
    assert read_printed(text) is None


def test_the_hash_covers_the_body_and_not_the_signatures(verdict: VerdictFile) -> None:
    unsigned = VerdictFile(body=verdict.body, signatures=[])
    assert sheet_of(unsigned).digest == sheet_of(verdict).digest == body_hash(verdict.body)

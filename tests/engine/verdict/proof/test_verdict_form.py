"""The form of a verdict: every field, at every depth."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from engine import GAMES
from engine.logs import write_match
from engine.verdict.proof.fields import FormFault
from engine.verdict.proof.form import read_verdict
from tests import verdicts
from tests.offenders import for_every
from tests.playouts import generate
from tests.verdicts import adjustment, as_log, at, body, changed, dispute, record_of, scores, sheet, unsigned

Change = Callable[[dict[str, Any]], object]
LOG = as_log(sheet(scores(4, -1, -1, -1, -1), scores(-8, 2, 2, 2, 2)))
RULING = dispute("adjusted", adjustment(1, scores(0, 0, 0, 0, 0)), subject={"hand": 1, "action": None, "line": 0})
RAW = unsigned(body(LOG, RULING))
KEY = "A" * 42 + "A="
SIG = "A" * 85 + "A=="


def refusal(raw: bytes) -> str:
    with pytest.raises(FormFault) as refused:
        read_verdict(raw)
    return str(refused.value)


def paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The paths of all objects in a document."""
    inside: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] * isinstance(value, dict) + [each for key, item in inside for each in paths(item, (*path, key))]


FREE = {"options", "scores", "totals", "points", "roles", "levels", "units", "claim"}
"""Objects whose fields are named by the match or the rules, and one that has any of four."""


def logs() -> list[bytes]:
    return [write_match(generate(name, 3)) for name in GAMES]


def test_a_verdict_on_a_match_of_every_game_has_its_form() -> None:
    for log in logs():
        raw = unsigned(body(log))
        assert read_verdict(raw).as_bytes() == raw


def test_what_is_for_people_is_not_in_a_verdict() -> None:
    report = json.loads(RAW)["body"]["report"]
    assert "source" not in report["log"]
    assert all(set(each) == {"rule", "points"} for hand in report["hands"] for each in hand["breakdown"])
    assert report["findings"]
    for each in report["findings"]:
        assert set(each) == {"code", "severity", "rule", "hand", "action", "column", "seat"}


def test_a_field_too_many_or_too_few_is_named_at_every_depth() -> None:
    """In each object of a verdict, every game's report included, each field is missed, and none is let in."""
    signed = changed(RAW, lambda fields: fields["signatures"].append({"alg": "Ed25519", "key": KEY, "sig": SIG}))
    for raw in (signed, *(unsigned(body(log)) for log in logs())):
        read_verdict(raw)
        for path in paths(json.loads(raw)):
            place = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).strip(".")
            if FREE.isdisjoint(path) and path[:2] != ("body", "hands"):
                reason = refusal(changed(raw, lambda fields, path=path: at(fields, path).update(surplus=1)))  # type: ignore[misc]
                assert reason == f"{place or 'the document'}: there is no field `surplus`"
            if not path or not FREE.isdisjoint(path[-1:]):
                continue
            for name in at(json.loads(raw), path):
                without = changed(raw, lambda fields, path=path, name=name: at(fields, path).pop(name))  # type: ignore[misc]
                assert f"{name}" in refusal(without), (place, name)


@for_every("wrong", [1.5, "x" * 300, [[1]], {"x": 1}, True, -1, 2**53])
def test_a_wrong_type_is_named_with_its_place(wrong: Any) -> None:
    text = {"id", "issuer", "reason", "text", "rule", "format", "match", "game", "preset", "engine", "code", "seat"}
    document = json.loads(RAW)
    for path in paths(document):
        for name, value in at(document, path).items():
            if (
                type(value) is type(wrong)
                or not FREE.isdisjoint(path)
                or (isinstance(wrong, str) and name in text)
                or (wrong in (True, -1) and name == "options")
            ):
                continue
            fields = json.loads(RAW)
            at(fields, path)[name] = wrong
            raw = json.dumps(fields, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode() + b"\n"
            assert str(name) in refusal(raw), (path, name)


def edits(*changes: tuple[Change, str]) -> Any:
    return pytest.mark.parametrize(("change", "reason"), changes)


def in_body(**fields: Any) -> Change:
    return lambda document: document["body"].update(fields)


def in_dispute(**fields: Any) -> Change:
    return lambda document: document["body"]["dispute"].update(fields)


@edits(
    (in_body(verdict="fupan-verdict/2"), "body.verdict: not one of"),
    (in_body(issued_at="2026-02-30T00:00:00Z"), "body.issued_at: there is no such day"),
    (in_body(issued_at="2026-02-03T24:00:00Z"), "body.issued_at: there is no such day"),
    (in_body(issued_at="2026-02-03T00:00:00+00:00"), "body.issued_at: expected a moment"),
    (in_body(issued_at="٢٠٢٦-02-03T00:00:00Z"), "body.issued_at: expected a moment"),
    (in_body(engine="9.9"), "body.engine: body.report.engine is another version"),
    (lambda d: d["body"]["log"].update(sha256="0" * 64), "body.log.sha256: body.report.log.sha256 is another"),
    (lambda d: d["body"]["log"].update(sha256="A" * 64), "body.log.sha256: expected 64 lower-case"),
    (in_body(totals={"C": 1}), "body.totals: the seats"),
    (in_body(totals=None), "body.totals: an object is expected"),
    (in_body(winner=["C", "C"]), "body.winner: a seat is named twice"),
    (in_body(winner=["Z"]), "body.winner: `Z` is not a seat"),
    (in_body(hands=[None]), "body.hands: 2 hands are expected"),
    (in_body(hands=[None, {"C": 1}]), "body.hands[1]: the seats"),
    (in_body(chain={"length": 0, "head": "1" * 64}), "body.chain: length 0 and a head of 64 zeros"),
    (in_body(chain={"length": 1, "head": "0" * 64}), "body.chain: length 0 and a head of 64 zeros"),
    (in_body(chain={"length": -1, "head": "0" * 64}), "body.chain.length: expected a whole number >= 0"),
    (in_dispute(ruling=0), "body.dispute.ruling: expected a whole number >= 1"),
    (in_dispute(state="open"), "body.dispute.state: not one of"),
    (in_dispute(replaces="1"), "body.dispute.replaces: expected 64 lower-case"),
    (in_dispute(outcome="won"), "body.dispute.outcome: not one of"),
    (in_dispute(outcome="upheld"), "body.dispute.adjustments: the outcome `upheld` has none"),
    (in_dispute(outcome="corrected"), "body.dispute.adjustments: the outcome `corrected` has none"),
    (in_dispute(outcome="stands"), "body.dispute.adjustments: the outcome `stands` has none"),
    (in_dispute(adjustments=[]), "body.dispute.adjustments: the outcome `adjusted` has one or more"),
    (in_dispute(outcome="void", adjustments=[]), "body.dispute.adjustments: the outcome `void` has one"),
    (
        in_dispute(outcome="void", adjustments=[adjustment(0, scores(0, 0, 0, 0, 0))]),
        "body.dispute.adjustments[0].hand: the hand of the subject",
    ),
    (
        in_dispute(outcome="void", adjustments=[adjustment(1, scores(1, 0, 0, 0, 0))]),
        "body.dispute.adjustments[0].scores: zeros",
    ),
    (in_dispute(adjustments=[adjustment(2, scores(0, 0, 0, 0, 0))]), "adjustments[0].hand: the match has 2 hands"),
    (in_dispute(adjustments=[adjustment(1, scores(0, 0, 0, 0, 0))] * 2), "adjustments[1].hand: the hand is adjusted"),
    (in_dispute(adjustments=[adjustment(1, {"A": 1})]), "adjustments[0].scores: the seats"),
    (in_dispute(subject={"hand": 2, "action": None, "line": None}), "subject.hand: the match has 2 hands"),
    (in_dispute(subject={"hand": None, "action": 1, "line": None}), "subject.action: it is of no hand"),
    (in_dispute(subject={"hand": 0, "action": None, "line": 1}), "subject.line: the breakdown of the hand has 1 line"),
    (in_dispute(claim={}), "claim: exactly one of"),
    (in_dispute(claim={"text": "", "finding": ""}), "claim: exactly one of"),
    (in_dispute(claim={"scores": {"Z": 1}}), "claim.scores: `Z` is not a seat"),
    (
        in_dispute(claim={"scores": {"A": 1}}, subject={"hand": None, "action": None, "line": None}),
        "claim.scores: the subject names no hand",
    ),
    (lambda d: d.update(signatures=[{"alg": "Ed25519", "key": KEY, "sig": SIG}] * 2), "signatures: the same key"),
    (lambda d: d.update(signatures=[{"alg": "RSA", "key": KEY, "sig": SIG}]), "signatures[0].alg: not one of"),
    (
        lambda d: d.update(signatures=[{"alg": "Ed25519", "key": KEY, "sig": SIG}] * 17),
        "signatures: expected an array of length <= 16",
    ),
    (lambda d: d["body"]["report"].update(report="fupan-report/2"), "body.report.report: not one of"),
    (lambda d: d["body"]["report"].update(digest="0" * 64), "body.report.digest: expected sha256: and"),
    (lambda d: d["body"]["report"]["rules"].update(game="poker"), "body.report.rules.game: one of"),
    (lambda d: d["body"]["report"]["rules"].update(game="big_a"), "body.report.log.game: big_a is expected"),
    (lambda d: d["body"]["report"]["rules"]["options"].update(a=None), "body.report.rules.options.a: expected"),
    (lambda d: d["body"]["report"]["findings"][0].update(hand=None, action=1), "findings[0].action: an action of no"),
    (lambda d: d["body"]["report"]["findings"][0].update(column=1), "findings[0].column: a column of no action"),
    (lambda d: d["body"]["report"]["findings"][0].update(hand=7), "findings[0].hand: 7, and the last hand is 1"),
    (lambda d: d["body"]["report"]["hands"][0].update(basis=None), "hands[0].scores: null is expected"),
    (lambda d: d["body"]["report"]["hands"][0].update(scores={"A": 1}), "hands[0].scores: the seats"),
    (lambda d: d["body"]["report"]["hands"][0].update(levels={}), "hands[0]: there is no field `levels`"),
    (lambda d: d["body"]["report"]["hands"][0]["roles"].update(king="A"), "hands[0].roles.king: a role of the game"),
    (lambda d: d["body"]["report"]["hands"][0].update(finish=[["A"], ["A"]]), "hands[0].finish: a seat is named twice"),
    (lambda d: d["body"]["report"].update(verdict="unreadable"), "body.report: there is no field `rules`"),
)
def test_what_does_not_agree_is_refused_with_its_place(change: Change, reason: str) -> None:
    assert reason in refusal(changed(RAW, change))


@for_every(
    "field",
    [("key", "A" * 43), ("key", "A" * 42 + "B="), ("key", "-" * 42 + "A="), ("sig", "A" * 85 + "B=="), ("sig", KEY)],
)
def test_base64_is_standard_padded_and_leaves_no_bits_over(field: tuple[str, str]) -> None:
    signature = {"alg": "Ed25519", "key": KEY, "sig": SIG} | dict([field])
    raw = changed(RAW, lambda fields: fields["signatures"].append(signature))
    assert f"signatures[0].{field[0]}: expected" in refusal(raw)


def test_the_file_is_one_canonical_object_and_a_line_feed() -> None:
    assert "does not end with a line feed" in refusal(RAW[:-1])
    assert "white space" in refusal(RAW + b"\n")
    assert "white space" in refusal(RAW.replace(b'":', b'": ', 1))
    assert "white space" in refusal(json.dumps(json.loads(RAW), indent=1).encode() + b"\n")
    assert "empty" in refusal(b"")
    for raw in (b"\n", b"\x89PNG\r\n", b"[]\n", b"{}\n", b"[" * 5_000_000 + b"\n", b"9" * 5_000_000 + b"\n"):
        assert refusal(raw)
    assert "16,777,217 bytes" in refusal(b" " * (16 * 2**20) + b"\n")


def test_large_files_that_are_no_verdicts_are_refused_quickly() -> None:
    start = time.process_time()
    lists = b"[]," * 4_000_000
    assert "expected an object, got an array" in refusal(RAW.replace(b'"findings":[', b'"findings":[' + lists))
    assert "got an array" in refusal(RAW.replace(b'"options":{', b'"options":{"a":[' + lists + b"[]],"))
    assert "out of range" in refusal(RAW.replace(b'"position":0', b'"position":' + b"9" * 10_000_000))
    assert time.process_time() - start < 5


def test_an_unreadable_log_has_no_hands_totals_and_winner_and_no_adjustments() -> None:
    raw = unsigned(body(b'{"format": "fupan/1", "game": "bao_huang"}'))
    fields = json.loads(raw)["body"]
    assert (fields["hands"], fields["totals"], fields["winner"]) == (None, None, None)
    assert set(fields["report"]) == {"report", "log", "engine", "verdict", "findings", "digest"}
    for name, value in (("hands", []), ("totals", {}), ("winner", ["A"])):
        assert "null is expected" in refusal(changed(raw, in_body(**{name: value})))
    with pytest.raises(FormFault, match="the match has 0 hands"):
        body(b"{}", dispute("adjusted", adjustment(0, {})))
    read_verdict(unsigned(body(b"{}", dispute("upheld"))))


def test_the_log_is_named_by_its_own_bytes() -> None:
    record = record_of(LOG)
    fields = json.loads(RAW)["body"]["log"]
    assert fields == {"sha256": record.sha256, "bytes": len(LOG), "format": "fupan", "position": 0}
    assert verdicts.body(LOG).report.log.sha256 == record.sha256

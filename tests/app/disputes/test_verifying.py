"""The checks of a verdict, sentence by sentence of its contract."""

import gzip
import json
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from app.disputes.verdicts import verifying
from app.disputes.verdicts.ed25519 import sign
from app.disputes.verdicts.verifying import CHECKS, Bounds, OverallResult, verify
from engine import GAMES, Checker, read_logs
from engine.logs import write_match
from engine.logs.record import with_positions
from engine.verdict.proof import canonical
from engine.verdict.proof.building import build
from engine.verdict.proof.chain import Last, check_chain, hash_of, next_entry
from engine.verdict.proof.form import SIGNED, Body, Chain, VerdictFile, body_of
from tests.offenders import for_every
from tests.playouts import generate
from tests.profiles import cases, tried
from tests.signed_verdicts import BODY, HEAD, KEYS, LOG, PUBLIC, RULING, outcomes, signed, verified
from tests.verdicts import adjusted, adjustment, as_log, at, body, changed, dispute, scores, sheet, unsigned

RAW = signed()
SAMPLES = Path(__file__).parents[3] / "sample_logs"


def altered(change: Callable[[dict[str, Any]], object], of: Body = BODY) -> bytes:
    """A verdict whose body was changed, and signed after that."""
    fields = json.loads(canonical.write(of))
    change(fields)
    return signed(body_of(fields))


def test_a_verdict_verifies_with_the_key_the_log_and_the_head() -> None:
    found = verified(RAW, LOG)
    assert outcomes(found) == dict.fromkeys(CHECKS, "ok")
    assert found.standing is OverallResult.VERIFIED


@for_every("game", GAMES)
def test_a_verdict_on_a_match_of_every_game_verifies(game: str) -> None:
    log = write_match(generate(game, 5))
    found = verified(signed(body(log)), log, head=None)
    assert outcomes(found) == dict.fromkeys(CHECKS, "ok") | {"head": "skipped"}
    assert found.standing is OverallResult.VERIFIED


def test_an_unreadable_log_can_have_a_verdict() -> None:
    found = verified(signed(body(b'{"format": "fupan/1", "game": "bao_huang"}')), b"{}", head=None)
    assert outcomes(found)["log"] == "failed"
    log = b'{"format": "fupan/1", "game": "bao_huang"}'
    assert verified(signed(body(log)), log, head=None).standing is OverallResult.VERIFIED


def test_where_the_form_fails_nothing_else_is_said() -> None:
    for raw in (b"", b"{}\n", b"\xff", b"\x89PNG", RAW[:-1], RAW.replace(b'":', b'" :', 1), b" " + RAW):
        found = verified(raw, LOG)
        assert outcomes(found) == dict.fromkeys(CHECKS, "skipped") | {"form": "failed"}
        assert found.verdict is None
        assert found.standing is OverallResult.FAILED


def test_without_signatures_the_signature_is_skipped() -> None:
    found = verified(unsigned(BODY), LOG, keys=())
    assert outcomes(found)["signature"] == outcomes(found)["key"] == "skipped"
    assert found.standing is OverallResult.NOT_VERIFIED
    assert outcomes(verified(unsigned(BODY), LOG))["key"] == "failed"


def test_every_signature_has_to_hold() -> None:
    three = signed(keys=KEYS)
    assert verified(three, LOG).standing is OverallResult.VERIFIED
    for number in range(3):
        raw = changed(three, lambda fields, n=number: fields["signatures"][n].update(sig="A" * 85 + "A=="))  # type: ignore[misc]
        assert outcomes(verified(raw, LOG, keys=PUBLIC[:0]))["signature"] == "failed"


def test_a_signature_is_over_the_name_of_the_format_and_the_body() -> None:
    bare = sign(KEYS[0], canonical.write(BODY))
    raw = VerdictFile(body=BODY, signatures=[bare]).as_bytes()
    assert outcomes(verified(raw, LOG))["signature"] == "failed"
    assert BODY.signed() == b"fupan-verdict/1\n" + RAW[8 : RAW.index(b',"signatures":')]
    assert SIGNED == b"fupan-verdict/1\n"


def test_every_key_given_has_to_have_signed() -> None:
    two = signed(keys=KEYS[:2])
    for keys, outcome in (((), "skipped"), (PUBLIC[:1], "ok"), (PUBLIC[:2], "ok"), (PUBLIC, "failed")):
        assert outcomes(verified(two, LOG, keys=keys))["key"] == outcome
    assert verified(two, LOG, keys=()).standing is OverallResult.NOT_VERIFIED


def test_removing_one_of_several_signatures_is_noticed_by_the_key_alone() -> None:
    one = changed(signed(keys=KEYS[:2]), lambda fields: fields["signatures"].pop())
    assert verified(one, LOG).standing is OverallResult.VERIFIED
    assert outcomes(verified(one, LOG, keys=PUBLIC[:2]))["key"] == "failed"


def test_a_signature_moved_to_another_verdict_does_not_hold() -> None:
    other = json.loads(signed(body(LOG, RULING, issuer="Zhao Min")))["signatures"]
    found = verified(changed(RAW, lambda fields: fields.update(signatures=other)), LOG)
    assert outcomes(found)["signature"] == outcomes(found)["key"] == "failed"


def test_the_log_is_compared_by_its_bytes() -> None:
    assert outcomes(verified(RAW))["log"] == "skipped"
    assert verified(RAW).standing is OverallResult.NOT_VERIFIED
    for other in (LOG + b"\n ", LOG.replace(b"Player A", b"Player a"), b"", b"\x89PNG\r\n", b"{}"):
        found = verified(RAW, other)
        assert (outcomes(found)["log"], outcomes(found)["result"]) == ("failed", "skipped")
        assert found.standing is OverallResult.FAILED
    assert outcomes(verified(RAW, b"{}", LOG))["log"] == "ok", "one of several logs has it"
    wrong = altered(lambda fields: fields["log"].update(bytes=len(LOG) + 1))
    assert outcomes(verified(wrong, LOG))["log"] == "failed"
    wrong = altered(lambda fields: fields["log"].update(position=1))
    assert "holds 1 matches" in verified(wrong, LOG).checks["log"].reason


def test_archives_are_read_as_reports_name_them() -> None:
    others = as_log(sheet(None)) + b"\n"
    lines = others + LOG + b"\n" + others
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a/evening.jsonl", lines)
    for name, raw in (
        ("evening.jsonl", lines),
        ("evening.jsonl.gz", gzip.compress(lines)),
        ("evening.jsonl.zst", zstandard.compress(lines)),
        ("logs.zip", packed.getvalue()),
        ("renamed.bin", LOG),
        ("line.json", LOG),
        ("line.txt", LOG + b"\n"),
    ):
        assert outcomes(verified(RAW, raw, name=name)) == dict.fromkeys(CHECKS, "ok"), name


def test_a_match_is_told_by_its_position_where_a_text_has_several() -> None:
    path = SAMPLES / "guandan" / "foreign" / "arena-games.json"
    raw = path.read_bytes()
    found = list(with_positions(read_logs(BytesIO(raw), "arena-games.json")))
    assert len(found) > 1
    for record, position in found[:3]:
        stamp = {"identity": "v", "issued_at": "2026-05-01T18:00:00Z", "issuer": "x"}
        made = signed(build(record, position, Checker().check(record), **stamp))  # type: ignore[arg-type]
        assert json.loads(made)["body"]["log"]["position"] == position
        assert verified(made, raw, head=None, name="arena-games.json").standing is OverallResult.VERIFIED


@for_every(
    "change",
    [
        lambda report: report.update(verdict="clean"),
        lambda report: report["findings"].pop(),
        lambda report: report["findings"][0].update(rule="bao_huang.other"),
        lambda report: report["findings"][0].update(hand=1),
        lambda report: report["hands"][0].update(complete=True),
        lambda report: report["rules"].update(preset="plain"),
        lambda report: report["rules"]["options"].update(target=100),
        lambda report: report["rules"]["options"].pop("target"),
        lambda report: report["rules"]["options"].update(made_up=True),
        lambda report: report.update(digest="sha256:" + "0" * 64),
        lambda report: report["log"].update(match="another"),
    ],
)
def test_a_report_that_the_log_does_not_give_fails(change: Callable[[dict[str, Any]], object]) -> None:
    found = verified(altered(lambda fields: change(fields["report"])), LOG)
    assert outcomes(found)["result"] == "failed"
    assert found.checks["result"].reason.startswith("judging it again gives another report: ")


def test_true_is_not_one() -> None:
    options = BODY.report.rules.options  # type: ignore[union-attr]
    flag = next(name for name, value in options.items() if value is True)
    found = verified(altered(lambda fields: fields["report"]["rules"]["options"].update({flag: 1})), LOG)
    assert outcomes(found)["result"] == "failed"


def other_version(fields: dict[str, Any]) -> None:
    fields["engine"] = fields["report"]["engine"] = "99.0"


def test_another_version_that_says_the_same_confirms_the_result() -> None:
    assert verified(altered(other_version), LOG).standing is OverallResult.VERIFIED


def test_another_version_that_says_otherwise_is_named() -> None:
    def change(fields: dict[str, Any]) -> None:
        other_version(fields)
        fields["report"]["findings"].pop()

    found = verified(altered(change), LOG)
    assert outcomes(found)["result"] == "skipped"
    reason = found.checks["result"].reason
    assert "99.0" in reason
    assert verifying.__version__ in reason
    assert found.standing is OverallResult.NOT_VERIFIED


def test_the_log_is_of_the_format_that_is_named() -> None:
    for named in ("tziakcha", "odd/1", "", "FUPAN/1"):
        found = verified(altered(lambda fields, named=named: fields["log"].update(format=named)), LOG)  # type: ignore[misc]
        assert (outcomes(found)["log"], outcomes(found)["result"]) == ("failed", "skipped"), named
    assert "of the format fupan," in found.checks["log"].reason


def test_the_subject_names_what_the_match_has() -> None:
    log = write_match(generate("guandan", 5))
    count = len(next(iter(read_logs(BytesIO(log), "log.json"))).match.hands[0].actions)  # type: ignore[union-attr]
    for action, outcome in ((0, "ok"), (count - 1, "ok"), (count, "failed"), (10**9, "failed")):
        ruling = dispute("upheld", subject={"hand": 0, "action": action, "line": None})
        made = json.loads(canonical.write(body(log, dispute("upheld"))))
        raw = signed(body_of(made | {"dispute": ruling}))
        found = verified(raw, log, head=None)
        assert outcomes(found)["result"] == outcome, action
        assert ("body.dispute.subject.action" in found.checks["result"].reason) is (outcome == "failed")
        assert outcomes(verified(raw, head=None))["result"] == "skipped"


@for_every(
    ("rule", "outcome"),
    [
        (None, "ok"),
        ("bao_huang.winner", "ok"),
        ("guandan.table", "failed"),
        ("log.rules", "failed"),
        ("bao_huang.", "failed"),
        ("", "failed"),
    ],
)
def test_an_adjustment_names_a_rule_of_the_game_or_none(rule: str | None, outcome: str) -> None:
    def change(fields: dict[str, Any]) -> None:
        at(fields, ["dispute", "adjustments", 0]).update(rule=rule)

    found = verified(altered(change), LOG)
    assert outcomes(found)["result"] == outcome
    assert ("body.dispute.adjustments[0].rule" in found.checks["result"].reason) is (outcome == "failed")


def test_what_another_version_does_not_know_is_not_said_to_be_wrong() -> None:
    def change(fields: dict[str, Any]) -> None:
        other_version(fields)
        at(fields, ["dispute", "adjustments", 0]).update(rule="bao_huang.added_later")

    found = verified(altered(change), LOG)
    assert outcomes(found)["result"] == "skipped"
    assert "99.0" in found.checks["result"].reason


@for_every("field", ["ruling", "state", "replaces"])
def test_a_dispute_without_number_state_or_predecessor_fails_the_form(field: str) -> None:
    raw = changed(RAW, lambda fields: fields["body"]["dispute"].pop(field))
    found = verified(raw, LOG)
    assert outcomes(found) == dict.fromkeys(CHECKS, "skipped") | {"form": "failed"}
    assert field in found.checks["form"].reason


def test_arithmetic_is_checked_without_the_log() -> None:
    for change in (
        lambda fields: fields.update(totals=scores(0, 0, 0, 0, 0)),
        lambda fields: fields.update(hands=None),
        lambda fields: fields.update(winner=["C"]),
        lambda fields: at(fields, ["dispute", "adjustments", 0, "scores"]).update(A=1),
    ):
        found = verified(altered(change))
        assert outcomes(found)["arithmetic"] == "failed"
        assert found.standing is OverallResult.FAILED


def test_totals_that_depend_on_the_log_are_not_confirmed_without_it() -> None:
    one = scores(4, -1, -1, -1, -1)
    before, later = sheet(one, None), sheet(one, None, one, None)
    before["hands"][0]["setup"] = {"totals": scores(10, 0, 0, 0, -10)}
    later["hands"][2]["setup"] = {"totals": scores(0, 0, 0, 0, 0)}
    plain = sheet(one, None)
    for log, changes, without in (
        (before, [adjustment(1, one)], "skipped"),
        (later, [adjustment(1, one), adjustment(3, one)], "skipped"),
        (plain, [adjustment(1, one)], "ok"),
    ):
        made = adjusted(log, *changes)
        raw = signed(made)
        assert outcomes(verified(raw, head=None))["arithmetic"] == without
        assert verified(raw, as_log(log), head=None).standing is OverallResult.VERIFIED
        wrong = signed(msgspec.structs.replace(made, totals=scores(1, 2, 3, 4, 5)))
        assert outcomes(verified(wrong, as_log(log), head=None))["arithmetic"] == "failed"
        wrong = signed(msgspec.structs.replace(made, hands=[None] * len(made.hands or ())))
        assert outcomes(verified(wrong, head=None))["arithmetic"] == "failed"


def test_the_head_is_that_of_the_chain() -> None:
    assert outcomes(verified(RAW, LOG, head=None))["head"] == "skipped"
    assert verified(RAW, LOG, head=None).standing is OverallResult.VERIFIED
    assert outcomes(verified(RAW, LOG, head="0" * 64))["head"] == "failed"
    assert outcomes(verified(signed(body(LOG)), LOG, head=HEAD))["head"] == "failed"


def test_every_flipped_bit_is_found() -> None:
    """Of a small verdict, each bit in turn: with the key, the log and the head none goes unseen."""
    small = body(b"{}", chain=msgspec.convert({"length": 1, "head": HEAD}, type(BODY.chain)))
    raw = signed(small)
    assert verified(raw, b"{}").standing is OverallResult.VERIFIED
    for bit in range(len(raw) * 8):
        flipped = bytearray(raw)
        flipped[bit // 8] ^= 1 << bit % 8
        assert verified(bytes(flipped)).standing is OverallResult.FAILED, bit


def test_every_flipped_bit_of_the_log_is_found() -> None:
    for bit in cases(range(len(LOG) * 8), range(0, len(LOG) * 8, 7)):
        flipped = bytearray(LOG)
        flipped[bit // 8] ^= 1 << bit % 8
        assert outcomes(verified(RAW, bytes(flipped)))["log"] == "failed"


def test_every_flipped_bit_of_a_ruled_verdict_with_several_signatures_is_found() -> None:
    raw = signed(keys=KEYS)
    assert verified(raw, LOG, keys=PUBLIC).standing is OverallResult.VERIFIED
    for bit in cases(range(len(raw) * 8), range(0, len(raw) * 8, 131)):
        flipped = bytearray(raw)
        flipped[bit // 8] ^= 1 << bit % 8
        assert verified(bytes(flipped), LOG, keys=PUBLIC).standing is OverallResult.FAILED, bit


def entries(count: int) -> list[bytes]:
    """The lines of a record."""
    lines: list[bytes] = []
    last = None
    for number in range(count):
        entry = next_entry(last, f"2026-05-01T18:00:{number:02}Z", "a", "ruled", "dispute 1", {"ruling": number})
        lines.append(entry.as_bytes() + b"\n")
        last = Last(entry.n, entry.at, hash_of(lines[-1][:-1]))
    return lines


RECORD = entries(6)
"""The record that the verdict of the property below names, and two entries that came later."""
LENGTH = 4
CHANGES = ("nothing", "bit", "spaced", "removed", "swapped", "replayed", "moved", "unsigned", "log", "shortened")


@tried(300)
@given(st.sampled_from(CHANGES), st.data())
def test_a_verdict_verifies_if_and_only_if_nothing_was_changed(change: str, data: st.DataObject) -> None:
    """Of the verdict, the log and the record that it names, with every signer's key and the head."""
    head = hash_of(RECORD[LENGTH - 1][:-1])
    ruled = body(LOG, RULING, chain=Chain(length=LENGTH, head=head))
    raw, log, record = signed(ruled, KEYS[:2]), LOG, list(RECORD)
    at = data.draw(st.integers(0, LENGTH - 2))
    if change == "bit":
        where = data.draw(st.integers(0, len(raw) * 8 - 1))
        raw = bytes(byte ^ (1 << where % 8 if number == where // 8 else 0) for number, byte in enumerate(raw))
    elif change == "spaced":
        indent = data.draw(st.sampled_from((None, 1, 2)))
        raw = json.dumps(json.loads(raw), indent=indent).encode() + b"\n"
    elif change == "removed":
        del record[at]
    elif change == "swapped":
        record[at], record[at + 1] = record[at + 1], record[at]
    elif change == "replayed":
        record.insert(data.draw(st.integers(0, LENGTH - 1)), record[at])
    elif change == "moved":
        other = json.loads(signed(body(LOG, RULING, issuer="Zhao Min"), KEYS[:2]))["signatures"]
        raw = changed(raw, lambda fields: fields.update(signatures=other))
    elif change == "unsigned":
        raw = changed(raw, lambda fields: fields["signatures"].pop(data.draw(st.integers(0, 1))))
    elif change == "log":
        where = data.draw(st.integers(0, len(log) - 1))
        log = log[:where] + bytes([log[where] ^ 1 << data.draw(st.integers(0, 7))]) + log[where + 1 :]
    elif change == "shortened":
        del record[at + 1 :]
    found = verified(raw, log, keys=PUBLIC[:2], head=head)
    holds = found.standing is OverallResult.VERIFIED and check_chain(record, head, LENGTH).whole
    assert holds is (change == "nothing")


def test_json_written_otherwise_fails() -> None:
    fields = json.loads(RAW)
    for other in (
        json.dumps(fields).encode() + b"\n",
        json.dumps(fields, indent=2, sort_keys=True).encode() + b"\n",
        json.dumps(fields, separators=(",", ":"), sort_keys=True).encode(),
        json.dumps(dict(reversed(fields.items())), separators=(",", ":")).encode() + b"\n",
    ):
        assert outcomes(verified(other, LOG))["form"] == "failed"


def test_a_match_too_long_to_judge_here_is_not_confirmed() -> None:
    log = write_match(generate("guandan", 5))
    raw = signed(body(log))
    found = verify(raw, [("log.json", BytesIO(log))], PUBLIC[:1], None, Bounds(actions=3))
    assert (outcomes(found)["log"], outcomes(found)["result"]) == ("ok", "skipped")
    assert "fupan verify" in found.checks["result"].reason


def test_the_signature_covers_every_field_of_the_body() -> None:
    def leaves(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
        inside: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        below = [each for key, item in inside for each in leaves(item, (*path, key))]
        return below or [path]

    document = json.loads(RAW)
    for path in leaves(document["body"]):
        old = at(document["body"], path)
        new = f"{old}x" if isinstance(old, str) else [] if old is None else None

        def change(fields: dict[str, Any], path: Any = path, new: Any = new) -> None:
            at(fields["body"], path[:-1])[path[-1]] = new

        assert verified(changed(RAW, change), LOG).standing is OverallResult.FAILED, path

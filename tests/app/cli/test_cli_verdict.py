"""`fupan keys`, `fupan verdict` and `fupan verify`: from a log to a verdict that a stranger checks."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from app.cli.matches.importing import database
from app.disputes.audit_log.actors import ActorRole
from app.disputes.cases import acts
from app.disputes.cases.rulings import Decision, rule
from app.disputes.cases.states import Acting, RulingOutcome
from app.disputes.verdicts.issued import VerdictFilter, verdict_bytes, verdicts
from engine.verdict.proof import canonical
from engine.verdict.proof.form import Claim, Subject
from tests.verdicts import adjustment, as_log, dispute, scores, sheet

Run = Callable[..., Result]
Write = Callable[..., str]
Log = dict[str, Any]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FUPAN_KEYS", str(tmp_path / "keys"))
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("FUPAN_ISSUER", raising=False)
    return tmp_path


@pytest.fixture
def issued(run: Run, write: Write, clean: Log, home: Path) -> dict[str, str]:
    """The paths of a log, a verdict on it, and the key."""
    paths = {"log": write("log.json", clean), "verdict": str(home / "v.json"), "key": str(home / "key.pem")}
    assert run("keys", "new", "table").exit_code == 0
    assert run("keys", "export", "--out", paths["key"]).exit_code == 0
    done = run("verdict", paths["log"], "--issuer", "Li Wei", "--id", "cup-1", "--out", paths["verdict"])
    assert (done.exit_code, done.output) == (0, "")
    return paths


def test_a_verdict_verifies_with_the_log_and_the_key(run: Run, issued: dict[str, str]) -> None:
    done = run("verify", issued["verdict"], issued["log"], "--key", issued["key"])
    assert done.exit_code == 0
    assert done.output.splitlines()[0] == f"{issued['verdict']}: VERIFIED"
    assert "Issued by               “Li Wei” (a claim: what counts is the key)" in done.output
    fingerprint = run("keys", "list").output.split("fingerprint")[1].split()[:16]
    assert " ".join(fingerprint[:10]) in " ".join(done.output.split())


def test_what_is_not_checked_is_not_shown_like_a_pass(run: Run, issued: dict[str, str]) -> None:
    for more in ([], [issued["log"]], ["--key", issued["key"]]):
        done = run("verify", issued["verdict"], *more)
        assert done.exit_code == 3
        assert done.output.splitlines()[0].endswith(": NOT VERIFIED")
        assert "It says, which is not proved" in done.output


def test_a_change_fails(run: Run, issued: dict[str, str]) -> None:
    path = Path(issued["verdict"])
    path.write_bytes(path.read_bytes().replace(b"Li Wei", b"Li Wej"))
    done = run("verify", issued["verdict"], issued["log"], "--key", issued["key"])
    assert done.exit_code == 1
    assert done.output.splitlines()[0].endswith(": FAILED")
    assert "Not signed by the key" in done.output


def test_of_a_file_without_the_form_nothing_is_shown(run: Run, issued: dict[str, str]) -> None:
    path = Path(issued["verdict"])
    path.write_bytes(path.read_bytes() + b"\n")
    done = run("verify", issued["verdict"], issued["log"], "--key", issued["key"])
    assert done.exit_code == 1
    assert "Li Wei" not in done.output
    assert "form        failed" in done.output


def test_json_has_an_outcome_and_a_reason_for_each_check(run: Run, issued: dict[str, str]) -> None:
    done = run("verify", issued["verdict"], "--json")
    assert done.exit_code == 3
    found = json.loads(done.output)
    assert list(found) == ["checks"]
    assert list(found["checks"]) == ["form", "signature", "key", "log", "result", "arithmetic", "head"]
    for check in found["checks"].values():
        assert list(check) == ["outcome", "reason"]
    assert found["checks"]["key"]["outcome"] == "skipped"


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such.json"],
        ["{verdict}", "no-such.json"],
        ["{verdict}", "--key", "no-such.pem"],
        ["{verdict}", "--key", "{log}"],
        ["{verdict}", "--head", "abc"],
        ["{verdict}", "--head", "A" * 64],
        ["{verdict}", "--other"],
        [],
    ],
    ids=str,
)
def test_wrong_usage_has_status_2(run: Run, issued: dict[str, str], arguments: list[str]) -> None:
    assert run("verify", *(each.format(**issued) for each in arguments)).exit_code == 2


def test_it_needs_no_database(run: Run, issued: dict[str, str], home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUPAN_DATA", "/dev/null/no")
    monkeypatch.setenv("HOME", "/dev/null")
    monkeypatch.setenv("FUPAN_DATABASE_URL", "sqlite:////dev/null/no")
    result = run("verify", issued["verdict"], issued["log"], "--key", issued["key"])
    assert result.exit_code == 0, result.stderr
    assert "VERIFIED" in result.stdout
    assert not (home / "data").exists()


def test_a_stored_match_gets_a_verdict_that_the_record_notes(run: Run, issued: dict[str, str], home: Path) -> None:
    assert run("import", issued["log"]).exit_code == 0
    out = home / "stored.json"
    for entries in (0, 1):
        assert run("verdict", "1", "--issuer", "Li Wei", "--out", str(out)).exit_code == 0
        body = json.loads(out.read_bytes())["body"]
        assert body["chain"]["length"] == entries
        head = body["chain"]["head"]
        assert run("verify", str(out), issued["log"], "--key", issued["key"], "--head", head).exit_code == 0
        assert run("audit", "verify", "--head", head, "--length", str(entries)).exit_code == 0
    line = run("audit", "export").output.splitlines()[-1]
    entry = json.loads(line)
    assert (entry["event"], entry["subject"]) == ("verdict-issued", "match 1")
    raw = out.read_bytes()
    assert entry["data"]["body"] == sha256(raw[8 : raw.index(b',"signatures":')]).hexdigest()
    assert "Li Wei" not in line
    assert run("verdict", "2").exit_code == 2


def test_a_ruling_is_taken_from_a_file(run: Run, issued: dict[str, str], home: Path) -> None:
    log, ruling, out = home / "sheet.json", home / "ruling.json", home / "ruled.json"
    log.write_bytes(as_log(sheet(scores(4, -1, -1, -1, -1), scores(-8, 2, 2, 2, 2))))
    ruling.write_text(json.dumps(dispute("adjusted", adjustment(1, scores(0, 0, 0, 0, 0)))))
    assert run("verdict", str(log), "--dispute", str(ruling), "--out", str(out)).exit_code == 0
    done = run("verify", str(out), str(log), "--key", issued["key"])
    assert done.exit_code == 0
    words = " ".join(done.output.split())
    assert "Totals after adjustment A −1, B −1, C +4, D −1, E −1" in words
    assert "Ruling adjusted: the arbiter sets another result" in words
    assert "hand 2: A 0, B 0, C 0, D 0, E 0; agreed at the table" in words
    assert "“table” (a claim" in words, "the issuer is named after the key where nobody says otherwise"
    ruling.write_text(json.dumps(dispute("adjusted")))
    refused = run("verdict", str(log), "--dispute", str(ruling))
    assert refused.exit_code == 2
    assert "the outcome `adjusted` has one or more" in refused.stderr
    ruling.write_text("[")
    assert run("verdict", str(log), "--dispute", str(ruling)).exit_code == 2


def test_number_state_and_predecessor_are_taken_from_the_file(run: Run, issued: dict[str, str], home: Path) -> None:
    log, ruling, out = home / "sheet.json", home / "ruling.json", home / "ruled.json"
    log.write_bytes(as_log(sheet(scores(4, -1, -1, -1, -1))))
    given = dispute("upheld", ruling=3, state="appealed", replaces="ab" * 32)
    ruling.write_text(json.dumps(given))
    assert run("verdict", str(log), "--dispute", str(ruling), "--out", str(out)).exit_code == 0
    assert json.loads(out.read_bytes())["body"]["dispute"] == given
    words = " ".join(run("verify", str(out), str(log), "--key", issued["key"]).output.split())
    assert "ruling 3, appealed against: another ruling may take its place" in words
    assert "ab" * 32 in words.replace(" ", "")
    for name in ("ruling", "state", "replaces"):
        ruling.write_text(json.dumps({each: value for each, value in given.items() if each != name}))
        refused = run("verdict", str(log), "--dispute", str(ruling))
        assert refused.exit_code == 2
        assert name in refused.stderr


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"subject": {"hand": 0, "action": 0, "line": None}}, "the hand has 0 actions, counted from 0"),
        ({"adjustments": [adjustment(0, scores(0, 0, 0, 0, 0)) | {"rule": "guandan.table"}]}, "has no rule"),
    ],
)
def test_a_dispute_that_names_what_is_not_there_is_refused(
    run: Run, issued: dict[str, str], home: Path, fields: dict[str, object], reason: str
) -> None:
    log, ruling = home / "sheet.json", home / "ruling.json"
    log.write_bytes(as_log(sheet(scores(4, -1, -1, -1, -1))))
    ruling.write_text(json.dumps(dispute("adjusted", adjustment(0, scores(0, 0, 0, 0, 0))) | fields))
    refused = run("verdict", str(log), "--dispute", str(ruling))
    assert refused.exit_code == 2
    assert reason in refused.stderr


def test_a_file_with_two_keys_is_refused(run: Run, issued: dict[str, str], home: Path) -> None:
    assert run("keys", "new", "other").exit_code == 0
    two = home / "two.pem"
    two.write_text(run("keys", "export", "table").output + run("keys", "export", "other").output)
    done = run("verify", issued["verdict"], issued["log"], "--key", str(two))
    assert done.exit_code == 2
    assert "more than one block in PEM" in done.stderr


def test_the_key_that_was_given_is_marked(run: Run, issued: dict[str, str]) -> None:
    given = run("verify", issued["verdict"], issued["log"], "--key", issued["key"])
    assert "(given to verify it with)" in " ".join(given.output.split())
    assert "given to verify it with" not in run("verify", issued["verdict"], issued["log"]).output


def test_a_preset_is_named_alone_only_for_its_own_options(run: Run, issued: dict[str, str], home: Path) -> None:
    log, out = home / "sheet.json", home / "v.json"
    for options, named in (
        ({}, "Rules preset Game Rules Verdict"),
        ({"target": 77}, "preset Game Rules with 1 change: Target: 77"),
        ({"target": 77, "tribute": False}, "preset Game Rules with 2 changes: "),
    ):
        log.write_bytes(as_log(sheet(scores(4, -1, -1, -1, -1), options=options)))
        assert run("verdict", str(log), "--out", str(out)).exit_code == 0
        assert named in " ".join(run("verify", str(out), str(log)).output.split())
    fields = json.loads(out.read_bytes())
    del fields["body"]["report"]["rules"]["options"]["balanced"]
    fields["signatures"] = []
    out.write_bytes(canonical.write(fields) + b"\n")
    assert "with 3 changes: " in " ".join(run("verify", str(out)).output.split())


def test_rules_of_the_arbiter_are_those_of_the_verdict(run: Run, issued: dict[str, str], home: Path) -> None:
    out = home / "other.json"
    assert run("verdict", issued["log"], "--option", "a_failures=0", "--out", str(out)).exit_code == 0
    done = run("verify", str(out), issued["log"], "--key", issued["key"])
    assert done.exit_code == 0
    assert "Failures at A: 0" in done.output


def test_a_match_of_several_is_named(
    run: Run, write: Write, clean: Log, misscored: Log, issued: dict[str, str]
) -> None:
    both = write("both.jsonl", clean, misscored)
    refused = run("verdict", both)
    assert refused.exit_code == 2
    assert "--match N says which" in refused.stderr
    out = str(Path(both).with_name("second.json"))
    assert run("verdict", both, "--match", "2", "--out", out).exit_code == 0
    assert json.loads(Path(out).read_bytes())["body"]["report"]["verdict"] == "misscored"
    assert run("verify", out, both, "--key", issued["key"]).exit_code == 0
    assert run("verdict", both, "--match", "3").exit_code == 2


def test_without_a_key_nothing_is_signed_unless_asked(run: Run, write: Write, clean: Log, home: Path) -> None:
    log = write("log.json", clean)
    refused = run("verdict", log)
    assert refused.exit_code == 2
    assert "fupan keys new" in refused.stderr
    done = run("verdict", log, "--unsigned")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["signatures"] == []
    assert not (home / "data").exists()


def test_an_unreadable_log_has_a_verdict_under_its_own_rules_alone(run: Run, write: Write, clean: Log) -> None:
    three = write("three.json", clean | {"players": clean["players"][:3]})
    done = run("verdict", three, "--unsigned")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["body"]["totals"] is None
    assert run("verdict", three, "--unsigned", "--option", "a_failures=0").exit_code == 2


def test_keys_are_made_listed_exported_and_retired(run: Run, home: Path) -> None:
    assert "fupan keys new" in run("keys", "list").output
    assert run("keys", "export").exit_code == 2
    assert run("keys", "new").exit_code == 0
    assert run("keys", "new", "other", "--dir", str(home / "elsewhere")).exit_code == 0
    assert (home / "keys" / "key-1.key").exists()
    assert (home / "elsewhere" / "other.key").exists()
    pem = run("keys", "export", "key-1").output
    assert pem.startswith("-----BEGIN PUBLIC KEY-----")
    (listed,) = json.loads(run("keys", "list", "--json").output)["keys"]
    assert (listed["name"], listed["until"], listed["pem"]) == ("key-1", None, pem)
    assert "PRIVATE" not in run("keys", "list").output
    assert run("keys", "retire", "key-1").exit_code == 0
    assert run("keys", "new", "key-1").exit_code == 2
    assert json.loads(run("keys", "list", "--json").output)["keys"][0]["until"] is not None


Ruled = Callable[..., int]


@pytest.fixture
def ruled(run: Run, issued: dict[str, str]) -> Ruled:
    """Imports the match, opens a dispute about it and rules on that."""

    def rule_on(outcome: RulingOutcome = RulingOutcome.VOID) -> int:
        assert run("import", issued["log"]).exit_code == 0
        with database() as fupan:
            who = Acting("Zhao Min", ActorRole.ARBITER)
            number = acts.open_dispute(
                fupan, 1, who, Subject(hand=0, action=None, line=None), Claim(text="No hand at all.")
            )
            rule(fupan, number, who, Decision(outcome, "Cards were missing."), 0)
        return number

    return rule_on


def test_a_stored_ruling_goes_into_a_verdict_that_is_kept(
    run: Run, issued: dict[str, str], home: Path, ruled: Ruled
) -> None:
    dispute, out = ruled(), home / "ruled.json"
    for arguments in ([], ["1"]):
        assert run("verdict", *arguments, "--dispute", str(dispute), "--out", str(out)).exit_code == 0
    body = json.loads(out.read_bytes())["body"]
    assert body["dispute"] == {
        "id": "dispute 1",
        "ruling": 1,
        "state": "ruled",
        "replaces": None,
        "subject": {"hand": 0, "action": None, "line": None},
        "claim": {"text": "No hand at all."},
        "outcome": "void",
        "adjustments": [{"hand": 0, "scores": dict.fromkeys("ENWS", 0), "rule": None, "reason": "Cards were missing."}],
        "text": "Cards were missing.",
    }
    assert body["totals"] == dict.fromkeys("ENWS", 0)
    head = body["chain"]["head"]
    assert run("verify", str(out), issued["log"], "--key", issued["key"], "--head", head).exit_code == 0
    with database() as fupan, fupan.sessions() as session:
        assert verdict_bytes(session, 2) == out.read_bytes()
        assert [(each.match, each.dispute) for each in verdicts(session, VerdictFilter(dispute=1))] == [(1, 1), (1, 1)]
    entry = json.loads(run("audit", "export").output.splitlines()[-1])
    assert (entry["event"], entry["subject"]) == ("verdict-issued", "match 1")
    assert (entry["data"]["id"], entry["data"]["dispute"]) == (2, 1)
    assert "Cards" not in run("audit", "export").output


def test_a_verdict_on_a_dispute_that_cannot_be_issued(run: Run, issued: dict[str, str], ruled: Ruled) -> None:
    ruled()
    for arguments, reason in (
        (["--dispute", "9"], "there is no dispute 9"),
        (["--dispute", "0"], "there is no dispute 0"),
        (["2", "--dispute", "1"], "there is no match 2"),
        ([issued["log"], "--dispute", "1"], "leave FILE out"),
        (["--dispute", "1", "--option", "a_failures=0"], "no others can be named"),
        ([], "Missing argument"),
        (["--dispute", "no-such.json"], "no such file"),
    ):
        refused = run("verdict", *arguments)
        assert refused.exit_code == 2
        assert reason in refused.stderr


def test_a_text_that_was_erased_goes_into_no_verdict(run: Run, ruled: Ruled, issued: dict[str, str]) -> None:
    ruled(RulingOutcome.STANDS)
    assert run("verdict", "--dispute", "1").exit_code == 0
    assert run("verdict", "1").exit_code == 0
    said = [json.loads(line) for line in run("audit", "export").output.splitlines()]
    (text,) = [each["data"]["text"] for each in said if each["event"] == "ruled"]
    assert run("audit", "erase", text, "--as", "Sun Yi").exit_code == 0
    refused = run("verdict", "--dispute", "1")
    assert refused.exit_code == 2
    assert refused.stderr == (
        "fupan: no verdict can be issued: a text of dispute 1 was erased, and a verdict would have to repeat it\n"
    )
    with database() as fupan, fupan.sessions() as session:
        assert [verdict_bytes(session, number) is None for number in (1, 2)] == [True, False]
    assert run("audit", "erase", "table", "--as", "Sun Yi").exit_code == 0
    with database() as fupan, fupan.sessions() as session:
        assert verdict_bytes(session, 2) is None, "its issuer is erased"


def test_another_arbiter_signs_the_file_without_changing_its_body(run: Run, issued: dict[str, str], home: Path) -> None:
    assert run("keys", "new", "sun").exit_code == 0
    assert run("keys", "export", "sun", "--out", str(home / "sun.pem")).exit_code == 0
    before = Path(issued["verdict"]).read_bytes()
    both = home / "both.json"
    assert run("verdict", "sign", issued["verdict"], "--key", "sun", "--out", str(both)).exit_code == 0
    assert json.loads(both.read_bytes())["body"] == json.loads(before)["body"]
    keys = ("--key", issued["key"], "--key", str(home / "sun.pem"))
    assert run("verify", str(both), issued["log"], *keys).exit_code == 0
    assert run("verify", issued["verdict"], issued["log"], *keys).exit_code == 1
    again = run("verdict", "sign", str(both), "--key", "sun")
    assert (again.exit_code, "has signed it already" in again.output) == (2, True)
    for wrong in (issued["log"], "no-such.json"):
        assert run("verdict", "sign", wrong).exit_code == 2
    assert run("verdict", "sign", str(both), "--key", "no-such").exit_code == 2
    assert "sign" in run("verdict", "--help").output

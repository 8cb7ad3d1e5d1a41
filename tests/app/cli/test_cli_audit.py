"""`fupan audit`: the record exported, and a database or an export checked."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import Result
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.database.config import Config
from app.database.opening import transact, writing
from app.database.tables.audit_log import RecordText
from app.disputes.audit_log.actors import ActorRole, actor_id, actors_named, keep_text
from app.disputes.audit_log.appending import append
from app.matches.installation import Installation
from app.web.installation import open_installation
from engine.verdict.proof.form import NO_HEAD

Run = Callable[..., Result]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """An installation whose record has three entries."""
    url = f"sqlite:///{tmp_path / 'fupan.sqlite3'}"
    monkeypatch.setenv("FUPAN_DATABASE_URL", url)
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path))
    fupan = open_installation(Config(database_url=url, secret_key="for tests alone"))
    for number in range(3):
        transact(
            fupan.sessions,
            lambda session, n=number: append(  # type: ignore[misc]
                session, actor=actor_id(session, "Li", ActorRole.PLAYER), event="state", subject="s", data={"n": n}
            ),
        )
    return fupan


def facts(result: Result) -> dict[str, object]:
    found: dict[str, object] = json.loads(result.output)
    assert list(found) == ["entries", "head", "breaks_at", "reason", "differs"]
    return found


def test_a_record_is_exported_and_checked(run: Run, opened: Installation, tmp_path: Path) -> None:
    out = tmp_path / "record.jsonl"
    assert run("audit", "export", "--out", str(out)).exit_code == 0
    exported = run("audit", "export").stdout
    assert out.read_text() == exported
    assert exported.count("\n") == 3
    in_database, in_file = run("audit", "verify", "--json"), run("audit", "verify", str(out), "--json")
    assert in_database.exit_code == in_file.exit_code == 0
    assert facts(in_database) == facts(in_file)
    assert facts(in_file) == {
        "entries": 3,
        "head": facts(in_file)["head"],
        "breaks_at": None,
        "reason": "",
        "differs": [],
    }
    words = run("audit", "verify").output
    assert "The record is whole: 3 entries." in words
    assert str(facts(in_file)["head"]) in words


def test_a_broken_record_has_status_1_and_the_place(run: Run, opened: Installation, tmp_path: Path) -> None:
    out = tmp_path / "record.jsonl"
    run("audit", "export", "--out", str(out))
    lines = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(lines[0] + lines[2])
    done = run("audit", "verify", str(out), "--json")
    assert done.exit_code == 1
    assert (facts(done)["entries"], facts(done)["breaks_at"]) == (1, 2)
    assert "BROKEN at entry 2: n: 2 expected, 3 found" in run("audit", "verify", str(out)).output
    for raw in (b"\x89PNG\r\n", b"\n", b"a" * 20_000_000, lines[0][:-1]):
        out.write_bytes(raw)
        assert facts(run("audit", "verify", str(out), "--json"))["breaks_at"] == 1
    with writing(opened.sessions) as session:
        session.execute(text("UPDATE record_entries SET subject = 'x' WHERE n = 1"))
    assert run("audit", "verify").exit_code == 1


def test_heads_and_lengths_that_somebody_holds(run: Run, opened: Installation) -> None:
    heads = [NO_HEAD]
    for line in run("audit", "export").stdout.splitlines()[1:]:
        heads.append(json.loads(line)["prev"])
    for length, head in enumerate(heads):
        assert run("audit", "verify", "--head", head).exit_code == 0
        assert run("audit", "verify", "--head", head, "--length", str(length)).exit_code == 0
        assert run("audit", "verify", "--head", head, "--length", str(length + 1)).exit_code == 1
    assert run("audit", "verify", "--length", "3").exit_code == 0
    assert run("audit", "verify", "--length", "4").exit_code == 1
    assert run("audit", "verify", "--head", "1" * 64).exit_code == 1


@pytest.mark.parametrize("arguments", [["no-such.jsonl"], ["--head", "x"], ["--length", "-1"], ["a", "b"]], ids=str)
def test_wrong_usage_has_status_2(run: Run, opened: Installation, arguments: list[str]) -> None:
    assert run("audit", "verify", *arguments).exit_code == 2


def test_a_database_that_cannot_be_opened_has_status_2(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUPAN_DATABASE_URL", "sqlite:////dev/null/no.sqlite3")
    assert run("audit", "verify").exit_code == 2
    assert run("audit", "export").exit_code == 2


def test_an_empty_file_is_an_empty_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.touch()
    done = run("audit", "verify", str(path), "--json")
    assert done.exit_code == 0
    assert facts(done) == {"entries": 0, "head": NO_HEAD, "breaks_at": None, "reason": "", "differs": []}


def test_what_differs_from_the_record_is_listed(run: Run, opened: Installation) -> None:
    with writing(opened.sessions) as session:
        session.execute(text("UPDATE actors SET name = 'Sun'"))
    done = run("audit", "verify", "--json")
    assert done.exit_code == 1
    assert facts(done) == facts(done) | {
        "entries": 3,
        "breaks_at": None,
        "reason": "",
        "differs": [{"entry": 1, "what": "name"}],
    }
    words = run("audit", "verify").output
    assert "The record is BROKEN: the database does not say what its entries say." in words
    assert "- a name, or who took part, is not what entry 1 says" in words


def test_a_text_is_printed_with_its_salt(run: Run, opened: Installation) -> None:
    def work(session: Session) -> str:
        kept = keep_text(session, "my words\n炸弹")
        append(
            session,
            actor=actor_id(session, "Li", ActorRole.PLAYER),
            event="commented",
            subject="s",
            data={"text": kept},
        )
        return kept

    identity = transact(opened.sessions, work)
    entries = [json.loads(line) for line in run("audit", "export").stdout.splitlines()]
    data = entries[-1]["data"]
    printed = json.loads(run("audit", "text", identity, "--json").output)
    assert printed["text"] == "my words\n炸弹"
    assert len(bytes.fromhex(printed["salt"])) == 32
    hashed = sha256(bytes.fromhex(printed["salt"]) + printed["text"].encode()).hexdigest()
    assert data == {"text": identity, "text_sha256": hashed}
    assert printed["sha256"] == hashed
    assert printed["salt"] in run("audit", "text", identity).output
    ((named,),) = [each["data"]["names"] for each in entries if "names" in each["data"]]
    assert named["id"] == entries[0]["actor"]
    person = json.loads(run("audit", "text", named["id"], "--json").output)
    assert (person["text"], person["role"], named["role"]) == ("Li", "player", "player")
    assert sha256(bytes.fromhex(person["salt"]) + b"Li").hexdigest() == named["sha256"]
    assert run("audit", "text", "0" * 32).exit_code == 1
    run("audit", "erase", identity, "--as", "Zhao")
    assert run("audit", "text", identity).exit_code == 1
    assert run("audit", "verify").exit_code == 0
    with opened.sessions() as session:
        assert session.get(RecordText, identity).salt is None  # type: ignore[union-attr]


def test_a_name_is_erased(run: Run, opened: Installation) -> None:
    assert run("audit", "erase", "Nobody", "--as", "Zhao").exit_code == 1
    assert run("audit", "erase", "Li", "--as", "x" * 200).exit_code == 2
    done = run("audit", "erase", "Li", "--as", "Zhao")
    assert (done.exit_code, done.output) == (0, "erased 1 name\n")
    assert json.loads(run("audit", "export").stdout.splitlines()[-1])["event"] == "erased"
    assert run("audit", "verify").exit_code == 0
    assert run("audit", "erase", "Li", "--as", "Zhao").exit_code == 1


def test_a_text_is_erased_by_its_id(run: Run, opened: Installation) -> None:
    identity = transact(opened.sessions, lambda session: keep_text(session, "my words"))
    done = run("audit", "erase", identity, "--as", "Zhao")
    assert (done.exit_code, done.output) == (0, "erased a text\n")
    with opened.sessions() as session:
        assert session.get(RecordText, identity).text is None  # type: ignore[union-attr]
    assert run("audit", "erase", identity, "--as", "Zhao").exit_code == 1
    assert run("audit", "verify").exit_code == 0


def test_nobody_erases_the_own_name(run: Run, opened: Installation) -> None:
    transact(opened.sessions, lambda session: actor_id(session, "Li", ActorRole.ARBITER))
    done = run("audit", "erase", "Li", "--as", "Li")
    assert done.exit_code == 2
    assert "Li erases this, so the name must be kept: name another arbiter with --as." in done.stderr
    with opened.sessions() as session:
        assert len(actors_named(session, "Li")) == 2

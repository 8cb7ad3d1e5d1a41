"""`fupan import` and `fupan serve`, with a database and a server of their own."""

import json
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from app.cli.inputs import with_folders
from app.cli.matches.importing import open_fupan
from app.matches import store
from engine.logs import Limits, LogRecord
from engine.verdict.check import Checker
from engine.verdict.report import Report
from tests.app.cli.conftest import PATIENCE
from tests.profiles import cases

Log = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]
Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder, which the environment names."""
    folder = tmp_path / "data"
    monkeypatch.setenv("FUPAN_DATA", str(folder))
    monkeypatch.delenv("FUPAN_DATABASE_URL", raising=False)
    return folder


def test_a_match_is_new_once(run: Run, write: Write, data: Path, clean: Log, illegal: Log) -> None:
    path = write("a.jsonl", clean, illegal)
    first = run("import", path)
    assert first.stdout.splitlines() == [
        "a.jsonl:1: clean, new",
        "a.jsonl:2: illegal, new",
        "2 matches: 1 clean, 1 illegal; 2 new, 0 already there",
    ]
    assert first.exit_code == 0
    again = run("import", path)
    assert again.stdout.splitlines()[-1].endswith("0 new, 2 already there")
    assert (data / "fupan.sqlite3").exists()


def test_folders_are_taken_whole_and_in_order(run: Run, write: Write, data: Path, tmp_path: Path, clean: Log) -> None:
    for number, name in enumerate(["logs/b.jsonl", "logs/a.json", "logs/deep/c.jsonl"]):
        write(name, clean | {"match": {"id": str(number)}})
    write("logs/a.report.jsonl", "not a log")
    write("logs/README.md", "not a log")
    write("logs/.hidden.json", "not a log")
    result = run("import", str(tmp_path / "logs"))
    sources = [line.partition(": ")[0] for line in result.stdout.splitlines()[:-1]]
    assert sources == ["logs/a.json", "logs/b.jsonl:1", "logs/deep/c.jsonl:1"]
    assert result.exit_code == 0


def test_what_cannot_be_read_does_not_stop_the_rest(run: Run, write: Write, data: Path, clean: Log) -> None:
    path = write("a.jsonl", "{", clean)
    result = run("import", "no such file", path)
    assert "fupan: no such file: no such file" in result.stderr
    assert "a.jsonl:1: not read: Invalid JSON: the text is cut off" in result.stdout
    assert "a.jsonl:2: clean, new" in result.stdout
    assert result.stdout.splitlines()[-1].endswith("1 new, 0 already there; 1 not read as a match")
    assert result.exit_code == 2


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("FUPAN_UPLOAD_BYTES", "many", "a setting cannot be used: FUPAN_UPLOAD_BYTES"),
        (
            "FUPAN_DATABASE_URL",
            "sqlite:////nowhere/at/all.sqlite3",
            "the database /nowhere/at/all.sqlite3 ",
        ),
        ("FUPAN_DATABASE_URL", "nonsense", "the database FUPAN_DATABASE_URL cannot be used: "),
        ("FUPAN_DATA", "/dev/null/fupan", "the data folder cannot be used: "),
    ],
)
def test_settings_that_are_no_good_are_said(
    run: Run, write: Write, data: Path, clean: Log, monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(name, value)
    result = run("import", write("a.jsonl", clean))
    assert result.stderr.startswith(f"fupan: {said}")
    assert result.stderr.count("\n") == 1
    assert result.exit_code == 2


def test_a_match_that_is_there_is_not_judged_again(
    run: Run, write: Write, data: Path, clean: Log, illegal: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("import", write("a.jsonl", clean))
    judged: list[str] = []
    check = Checker.check

    def counted(checker: Checker, record: LogRecord) -> Report:
        judged.append(record.source)
        return check(checker, record)

    monkeypatch.setattr(Checker, "check", counted)
    result = run("import", write("b.jsonl", clean, illegal, illegal))
    assert judged == ["b.jsonl:2", "b.jsonl:3"]
    assert result.stdout.splitlines() == [
        "b.jsonl:1: clean, already there",
        "b.jsonl:2: illegal, new",
        "b.jsonl:3: illegal, already there",
        "3 matches: 1 clean, 2 illegal; 1 new, 2 already there",
    ]


@pytest.mark.usefixtures("pure")
def test_an_import_that_was_stopped_goes_on_where_it_was(
    run: Run, write: Write, data: Path, clean: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("a.jsonl", *[clean | {"match": {"id": str(number)}} for number in range(7)])
    monkeypatch.setattr("app.cli.matches.bulk.BATCH", 2)
    save, judged = store.save_all, []

    def stop(session: Any, entries: Any) -> Any:
        if len(entries) == 2 and entries[0].record.match_id == "4":
            raise KeyboardInterrupt
        return save(session, entries)

    monkeypatch.setattr(store, "save_all", stop)
    stopped = run("import", path)
    assert stopped.exit_code == 130
    assert [line.split(": ")[0] for line in stopped.stdout.splitlines()] == [f"a.jsonl:{n}" for n in (1, 2, 3, 4)]
    monkeypatch.setattr(store, "save_all", save)
    check = Checker.check
    monkeypatch.setattr(Checker, "check", lambda *each: (judged.append(each[1].match_id), check(*each))[1])
    again = run("import", path)
    assert judged == ["4", "5", "6"]
    assert again.stdout.splitlines()[-1] == "7 matches: 7 clean; 3 new, 4 already there"


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_several_processes_come_to_the_same(
    run: Run, write: Write, data: Path, clean: Log, illegal: Log, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    logs = [(clean, illegal)[number % 3 == 0] | {"match": {"id": str(number)}} for number in range(40)]
    path = write("a.jsonl", *logs[:20], "not a log", *logs[20:])
    monkeypatch.setattr("app.cli.matches.bulk.BATCH", 3)
    result = run("import", "--jobs", jobs, path)
    assert [line.partition(": ")[0] for line in result.stdout.splitlines()[:-1]] == [
        f"a.jsonl:{number}" for number in range(1, 42)
    ]
    assert result.stdout.splitlines()[-1] == (
        "40 matches: 26 clean, 14 illegal; 40 new, 0 already there; 1 not read as a match"
    )
    checked = [json.loads(line) for line in run("check", "--json", path).stdout.splitlines()]
    checked = [report for report in checked if report["verdict"] != "unreadable"]
    fupan = open_fupan()
    with fupan.sessions() as session:
        for number, report in enumerate(checked, 1):
            kept = json.loads(store.report_json(session, number) or b"")
            assert kept["digest"] == report["digest"]
    fupan.close()
    again = run("import", "--jobs", jobs, path)
    assert again.stdout.splitlines()[-1].endswith("0 new, 40 already there; 1 not read as a match")


def test_a_file_may_be_larger_than_an_upload(
    run: Run, write: Write, data: Path, clean: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.record.bounds.UPLOAD_BYTES", 5_000)
    monkeypatch.setattr("app.matches.ingest.UPLOAD", Limits(5_000, 2))
    path = write("a.jsonl", *[clean | {"match": {"id": str(number)}} for number in range(9)])
    result = run("import", path)
    assert result.stdout.splitlines()[-1] == "9 matches: 9 clean; 9 new, 0 already there"


def test_a_zip_comes_through_a_pipe_whatever_its_size(start: Start, data: Path, clean: Log) -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(3):
            archive.writestr(f"{number}.json", json.dumps(clean | {"match": {"id": str(number)}}))
    process = start("import", "-", stdin=subprocess.PIPE)
    out, err = process.communicate(packed.getvalue(), timeout=60)
    assert out.splitlines()[-1] == b"3 matches: 3 clean; 3 new, 0 already there"
    assert err == b""


def test_a_folder_without_logs_is_said(run: Run, data: Path, tmp_path: Path) -> None:
    for command in ("import", "check"):
        result = run(command, str(tmp_path))
        assert result.stderr == f"fupan: {tmp_path}: no log in this folder\n"
        assert result.exit_code == 2


def test_with_folders_leaves_files_as_they_are(tmp_path: Path) -> None:
    assert list(with_folders(["-", "no/such"])) == [("-", "-"), ("no/such", "such")]
    assert list(with_folders([str(tmp_path)])) == [(str(tmp_path), tmp_path.name)]


def test_with_folders_names_files_from_their_folder_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "logs" / "deep").mkdir(parents=True)
    (tmp_path / "logs" / "deep" / "a.json").touch()
    monkeypatch.chdir(tmp_path / "logs")
    for argument in (".", "../logs", str(tmp_path / "logs") + "/"):
        assert [name for _, name in with_folders([argument])] == ["logs/deep/a.json"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answer_of(address: str, process: "subprocess.Popen[bytes]") -> bytes:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        assert process.poll() is None, process.communicate()
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                body: bytes = answer.read()
                return body
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.1)
    raise AssertionError("no answer")


def test_serve_imports_what_is_named_and_answers(
    start: Start, write: Write, data: Path, tmp_path: Path, clean: Log
) -> None:
    write("logs/a.json", clean)
    port = free_port()
    process = start("serve", "--port", str(port), str(tmp_path / "logs"), str(tmp_path / "missing.json"))
    try:
        assert b"table-7" in answer_of(f"http://127.0.0.1:{port}/", process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert b"logs/a.json: clean, new" in out
    assert b"missing.json: no such file" in err
    assert f"Fupan answers at http://127.0.0.1:{port}/".encode() in err
    assert b"Traceback" not in err
    assert process.returncode in (0, 130)


def _status(port: int, host: str, name: str) -> int:
    shown = f"[{host}]" if ":" in host else host
    asked = urllib.request.Request(f"http://{shown}:{port}/rules/", headers={"Host": name})
    try:
        with urllib.request.urlopen(asked, timeout=10) as answer:
            status: int = answer.status
            return status
    except urllib.error.HTTPError as error:
        with error:
            return error.code


@pytest.mark.parametrize("host", cases(["127.0.0.2", "::1", "localhost"], ["127.0.0.2", "::1"]))
def test_a_server_on_this_machine_answers_to_no_other_name(start: Start, data: Path, host: str) -> None:
    port = free_port()
    process = start("serve", "--port", str(port), "--host", host)
    shown = f"[{host}]" if ":" in host else host
    try:
        answer_of(f"http://{shown}:{port}/rules/", process)
        assert _status(port, host, f"{shown}:{port}") == 200
        assert _status(port, host, "localhost") == 200
        assert _status(port, host, "evil.example") == 400
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_server_that_others_can_reach_needs_names(run: Run, write: Write, data: Path, clean: Log, host: str) -> None:
    result = run("serve", "--trust-visitors", "--host", host, "--port", str(free_port()), write("a.json", clean))
    assert result.stderr.startswith(f"fupan: {host} can be reached from other machines: set FUPAN_TRUSTED_HOSTS to ")
    assert result.stderr.count("\n") == 1
    assert result.exit_code == 2
    assert not (data / "fupan.sqlite3").exists()


def test_a_port_in_use_is_said(run: Run, data: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        result = run("serve", "--port", str(taken.getsockname()[1]))
    assert "fupan: cannot answer at 127.0.0.1, port " in result.stderr
    assert result.exit_code == 2


def test_an_imported_match_is_judged_as_check_judges_it(
    run: Run, write: Write, data: Path, illegal: Log, misscored: Log, incomplete: Log
) -> None:
    path = write("a.jsonl", illegal, misscored, incomplete)
    judged = [json.loads(line)["verdict"] for line in run("check", "--json", path).stdout.splitlines()]
    lines = run("import", path).stdout.splitlines()[:-1]
    assert [line.split(": ")[1].split(",")[0] for line in lines] == judged == ["illegal", "misscored", "incomplete"]

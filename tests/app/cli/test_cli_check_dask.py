"""`fupan check --dask`: a scheduler and workers on this machine, one of them killed, and what one process gives."""

import gzip
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import fsspec
import pytest
from click.testing import Result
from distributed import Client

from app.cli import cluster
from app.cli.inputs import WrongUsage
from app.cli.matches.beside import judged_beside
from app.cli.matches.judging import Request, Tally
from app.cli.workers import processes
from app.judging.counting import count_of
from app.text.verdict_names import shown_of
from engine.logs import read_logs
from engine.verdict.check import Checker

Log = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]
REPO = Path(__file__).parents[3]

SCHEDULER = """
import asyncio
from distributed import Scheduler

async def main():
    async with Scheduler(host="127.0.0.1", port=0, dashboard=False, dashboard_address="127.0.0.1:0") as scheduler:
        print(scheduler.address, flush=True)
        await scheduler.finished()

asyncio.run(main())
"""
WORKER = """
import asyncio, os, signal, sys
from distributed import Worker
from app.cli.matches import beside

judged_each, left = beside.judged_each, int(sys.argv[2])

def counted(request, units):
    global left
    for match in judged_each(request, units):
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        yield match

beside.judged_each = counted

async def main():
    async with Worker(sys.argv[1], nthreads=1, host="127.0.0.1", dashboard=False) as worker:
        print("here", flush=True)
        await worker.finished()

asyncio.run(main())
"""
"""A worker that is killed at a match of a number, in the middle of a part of a file (0: never)."""
LONG = " " * 120_000
"""So many spaces behind a match that few lines are several parts."""


@contextmanager
def _program(code: str, folder: Path, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """A program that runs meanwhile."""
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(REPO), "DASK_TEMPORARY_DIRECTORY": str(folder)},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def _begun(process: "subprocess.Popen[str]") -> str:
    """The first line that a program prints."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with _program(SCHEDULER, tmp_path_factory.mktemp("scheduler")) as process:
        yield _begun(process)


@pytest.fixture
def logs(write: Write, tmp_path: Path, clean: Log, illegal: Log, incomplete: Log) -> Path:
    """A folder of files of several kinds; two of them are several parts each."""
    folder = tmp_path / "logs"
    many: list[Log | str] = [
        "{"
        if number % 9 == 8
        else json.dumps((clean, illegal, incomplete)[number % 3] | {"match": {"id": f"{number}"}})
        for number in range(40)
    ]
    write("logs/b.jsonl", *(f"{each}{LONG}" for each in many))
    write("logs/a/wide.jsonl", *(f"{each}{LONG}" for each in reversed(many)))
    write("logs/few.jsonl", *many[:5], "", *many[5:9])
    write("logs/one.json", illegal)
    (folder / "packed.jsonl.gz").write_bytes(gzip.compress(f"{json.dumps(clean)}\n{json.dumps(illegal)}\n".encode()))
    (folder / "a" / "wide.jsonl").write_bytes((folder / "a" / "wide.jsonl").read_text("utf-8").encode("utf-16"))
    (folder / "blank.jsonl").write_bytes(b"\n" * 70_000)
    (folder / "notes").write_text("no log")
    return folder


def _beside(folder: Path) -> dict[str, bytes]:
    """What was written into a folder, by the name of the file."""
    found = [each for each in folder.rglob("*") if each.is_dir() or ".jsonl." in each.name or ".json." in each.name]
    assert [each.name for each in found if each.is_dir()] == ["a"], "nothing unfinished is left"
    return {
        str(each.relative_to(folder)): each.read_bytes()
        for each in found
        if each.name.endswith(("report.jsonl", "facts.jsonl"))
    }


def _of(tallies: Iterator[Tally]) -> tuple[Counter[str], list[str]]:
    verdicts: Counter[str] = Counter()
    complaints: list[str] = []
    for tally in tallies:
        verdicts += tally.verdicts
        complaints += tally.complaints
    return verdicts, complaints


def test_a_worker_that_is_killed_loses_nothing(
    scheduler: str, logs: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(logs.parent)
    names = ["logs", "no such file"]
    alone = run("check", "--json", *names)
    text = run("check", *names)
    verdicts, complaints = _of(judged_beside(Request(None, (), None, counted=True), processes(1), names, None))
    here = _beside(logs)
    order = ["b.jsonl", "blank.jsonl", "few.jsonl", "one.json", "packed.jsonl.gz", "a/wide.jsonl"]
    assert set(here) == {f"{name}.{kind}.jsonl" for name in order for kind in ("report", "facts")}
    assert b"".join(here[f"{name}.report.jsonl"] for name in order) == alone.stdout_bytes
    for name in here:
        (logs / name).unlink()
    with (
        _program(WORKER, logs.parent, scheduler, "0") as steady,
        _program(WORKER, logs.parent, scheduler, "10") as doomed,
    ):
        assert _begun(steady) == _begun(doomed) == "here"
        shared = run("check", "--dask", scheduler, *names)
        assert doomed.wait(60) == -signal.SIGKILL, "it was in the middle of a part"
        again = run("check", "--dask", scheduler, "--quiet", "logs/*.jsonl")
    assert shared.exit_code == alone.exit_code == 2
    assert shared.stdout == text.stdout.splitlines(keepends=True)[-1]
    assert shared.stderr.splitlines() == [f"fupan: {each}" for each in complaints]
    assert [each.partition(", on ")[0] for each in complaints] == [
        "no such file: no such file",
        "logs/blank.jsonl: no match in it",
    ]
    assert verdicts.total() == alone.stdout.count("\n")
    assert again.stdout == ""
    errors = run("check", "--json", "--quiet", "logs/b.jsonl").stdout_bytes
    found = _beside(logs)
    assert found.pop("b.jsonl.report.jsonl") == errors != here.pop("b.jsonl.report.jsonl")
    assert found.pop("few.jsonl.report.jsonl") != here.pop("few.jsonl.report.jsonl")
    assert found == here, "all others are what one process wrote; what is written beside is no log"


def test_an_archive_is_the_same(scheduler: str, logs: Path, run: Run) -> None:
    with _program(WORKER, logs.parent, scheduler, "0") as worker:
        assert _begun(worker) == "here"
        shared = run("archive", "build", str(logs), "--out", str(logs.parent / "shared"), "--dask", scheduler)
    alone = run("archive", "build", str(logs), "--out", str(logs.parent / "alone"))
    assert (shared.exit_code, shared.stdout, shared.stderr) == (alone.exit_code, alone.stdout, alone.stderr)
    found = [
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (logs.parent / "shared", logs.parent / "alone")
    ]
    assert found[0] == found[1]


def test_facts_are_those_of_an_import(logs: Path) -> None:
    path = logs / "packed.jsonl.gz"
    verdicts, complaints = _of(judged_beside(Request(None, (), None, counted=True), processes(1), [str(path)], None))
    checker = Checker(counting=True)
    with path.open("rb") as stream:
        reports = [checker.check(record) for record in read_logs(stream, str(path))]
    assert (verdicts, complaints) == (Counter(shown_of(report) for report in reports), [])
    lines = [json.loads(line) for line in Path(f"{path}.facts.jsonl").read_bytes().splitlines()]
    assert [line["digest"] for line in lines] == [report.digest for report in reports]
    for line, report in zip(lines, reports, strict=True):
        counted = count_of(report).counted
        assert counted is not None
        assert line["log"] == report.source.facts()
        game, hands, figures, *_ = line["counted"]
        assert (game, hands) == (counted.game, counted.hands)
        assert figures[: len(counted.figures)] == counted.figures, "the compiled lane counts more"
        assert len(line["counted"][4]) == len(counted.rows) == 4


def test_files_of_any_storage_have_theirs_beside_them(logs: Path) -> None:
    memory = fsspec.filesystem("memory")
    memory.put(str(logs), "/archive", recursive=True)
    try:
        names = [
            "memory://archive/*/*.jsonl",
            "memory://archive/few.jsonl",
            "memory://archive/f*",
            "memory://archive/none-*",
        ]
        verdicts, complaints = _of(judged_beside(Request(None, (), None, counted=True), processes(1), names, None))
        assert verdicts.total() == 40 + 9
        assert complaints == ["memory://archive/none-*: no log fits this pattern"]
        sources = [
            json.loads(line)["log"]["source"] for line in memory.cat("/archive/a/wide.jsonl.report.jsonl").splitlines()
        ]
        assert sources == [f"memory://archive/a/wide.jsonl:{line}" for line in range(1, 41)]
        assert not [each for each in memory.find("/archive") if ".parts" in each]
    finally:
        memory.rm("/archive", recursive=True)


def test_a_file_that_changes_meanwhile_keeps_what_was_beside_it(logs: Path) -> None:
    path = logs / "b.jsonl"
    Path(f"{path}.report.jsonl").write_text("before")
    tallies = judged_beside(Request(None, (), None, counted=True), processes(1), [str(path)], None)
    assert next(tallies).complaints == []
    assert next(tallies).verdicts.total() > 20
    path.write_bytes(path.read_bytes()[:-1])
    verdicts, complaints = _of(tallies)
    assert not verdicts
    assert complaints == [f"{path}: it was changed while it was read"]
    assert _beside(logs) == {"b.jsonl.report.jsonl": b"before"}


def test_a_folder_that_cannot_be_written_is_said(logs: Path) -> None:
    (logs / ".few.jsonl.parts").write_text("in the way")
    _, (complaint,) = _of(
        judged_beside(Request(None, (), None, counted=True), processes(1), [str(logs / "few.jsonl")], None)
    )
    assert complaint.startswith(f"{logs}/few.jsonl.report.jsonl: cannot be written (")


def _on_an_older_python(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = client.sync(client._get_versions)
    for worker in found["workers"].values():
        worker["host"]["python"] = "3.9.1.final.0"
    return found


def test_workers_of_another_version_and_workers_that_are_all_lost_end_it(
    scheduler: str, logs: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_SECONDS_WITHOUT_WORKERS", 0.5)
    monkeypatch.setattr(cluster, "_SECONDS_BETWEEN_LOOKS", 0.5)
    nobody = f"fupan: the scheduler {scheduler} has no worker; start one on each machine: dask worker {scheduler}\n"
    check = ("check", "--dask", scheduler, str(logs))
    result = run(*check)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", nobody)
    with _program(WORKER, logs.parent, scheduler, "30") as doomed:
        assert _begun(doomed) == "here"
        with monkeypatch.context() as patch:
            patch.setattr(cluster, "__version__", "9.9")
            other = run(*check)
        assert other.exit_code == 2
        assert "has Fupan 0" in other.stderr
        assert ", this machine has Fupan 9.9 (" in other.stderr
        with monkeypatch.context() as patch:
            patch.setattr(Client, "get_versions", _on_an_older_python)
            older = run(*check).stderr
        assert " has Python 3.9, this machine has Python 3." in older
        lost = run(*check)
        assert doomed.wait(60) == -signal.SIGKILL
    assert (lost.exit_code, lost.stdout, lost.stderr) == (2, "", nobody)


def test_a_scheduler_that_is_lost_ends_it(
    logs: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster, "_SECONDS_TO_CONNECT", 2)
    with _program(SCHEDULER, logs.parent) as scheduler:
        address = _begun(scheduler)
        with _program(WORKER, logs.parent, address, "0") as worker, cluster.workers_at(address) as place:
            assert _begun(worker) == "here"
            with closing(place(len, ([[]] * number for number in range(9)))) as answers:
                assert [next(answers), next(answers)] == [0, 1]
            scheduler.kill()
            with pytest.raises(WrongUsage, match=f"^the connection to the scheduler {address} was lost$"):
                list(place(time.sleep, [3600]))
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("listening", [False, True])
def test_a_scheduler_that_does_not_answer_is_said(
    run: Run, write: Write, clean: Log, monkeypatch: pytest.MonkeyPatch, listening: bool
) -> None:
    monkeypatch.setattr(cluster, "_SECONDS_TO_CONNECT", 0.5)
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        if listening:
            server.listen()
        address = f"127.0.0.1:{server.getsockname()[1]}"
        result = run("check", "--dask", address, write("a.jsonl", clean))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"fupan: the scheduler {address} cannot be reached: ")
    assert result.stderr.count("\n") == 1


def test_what_cannot_be_asked_of_a_cluster(run: Run, write: Write, clean: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("a.jsonl", clean)
    assert "exclude each other" in run("check", "--dask", "10.0.0.5:8786", "--jobs", "2", path).stderr
    assert "exclude each other" in run("archive", "build", "--dask", "a:1", "--jobs", "2", path, "--out", "x").stderr
    for address in ("", "nowhere", "inproc://1", "http://10.0.0.5:8787"):
        assert "is not the address of a scheduler" in run("check", "--dask", address, path).stderr
    with pytest.raises(WrongUsage, match="standard input"):
        next(judged_beside(Request(None, (), None), processes(1), ["-"], None))
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run("check", "--dask", "10.0.0.5:8786", path)
    assert (result.exit_code, result.stderr) == (
        2,
        "fupan: --dask needs the library Dask: pip install 'fupan[dask]'\n",
    )

"""`fupan reprocess`, from start to end and stopped in the middle, and what `fupan serve` says beforehand."""

import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from click.testing import Result
from sqlalchemy import select, update
from sqlmodel import col

from app.database.packing import packed
from app.database.tables.matches import Blob, Judgement, Log
from app.database.tables.uploads import RefusedRecord
from app.disputes.audit_log.actors import ActorRole
from app.disputes.audit_log.reading import record_lines
from app.disputes.cases import acts
from app.disputes.cases.listing import DisputeFilter, disputes
from app.disputes.cases.states import Acting
from app.disputes.verdicts.issued import VerdictFilter, verdicts
from app.disputes.verdicts.issuing import Stamp, issue_stored
from app.matches import store
from app.matches.ingest import BATCH, IngestResult
from app.matches.installation import Installation
from app.matches.outdated import count_outdated
from app.matches.uploads.refusals import refusals
from engine import __version__
from engine.verdict.check import Checker
from engine.verdict.proof.form import Claim, Subject
from tests.earlier_judgements import EARLIER, age
from tests.profiles import cases

Match = dict[str, Any]
Text = Callable[..., bytes]
Take = Callable[..., list[IngestResult]]
Run = Callable[..., Result]
Start = Callable[..., "subprocess.Popen[bytes]"]
REPO = Path(__file__).parents[3]

KILLED = """
import os, signal, sys
from sqlalchemy import Engine, event

left = int(sys.argv.pop(1))

def count(*given):
    global left
    statement = given[2] if len(given) > 2 else "COMMIT"
    left -= statement.startswith(("INSERT", "UPDATE", "COMMIT"))
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)

event.listen(Engine, "before_cursor_execute", count)
event.listen(Engine, "commit", count)
from app.cli import main
main()
"""
"""The command, which kills itself before it has sent a number of changes and commits."""
BATCH_CHANGES = 10
"""Insertions, updates and commits of a batch: the new judgements, the earlier ones no longer current, the new ones,
four tables of what is counted for statistics, the changes noted for ratings (twice), the commit.
"""
POINTS = range(1, BATCH_CHANGES + 3)
"""The changes and commits of the first batch, and of the start of the second."""


@pytest.fixture(autouse=True)
def _installation(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment names the database under test."""
    monkeypatch.setenv("FUPAN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("FUPAN_DATABASE_URL", database_url)


def _judgements(fupan: Installation) -> dict[int, list[tuple[str, bool]]]:
    with fupan.sessions() as session:
        found = session.execute(
            select(col(Judgement.log_id), col(Judgement.engine), col(Judgement.current)).order_by(col(Judgement.id))
        ).all()
    of_logs: dict[int, list[tuple[str, bool]]] = {}
    for log_id, engine, current in found:
        of_logs.setdefault(log_id, []).append((engine, current))
    return of_logs


EARLIER_ALONE = [(EARLIER, True)]
AGAIN = [(EARLIER, False), (__version__, True)]


def test_what_changed_is_said_match_by_match_and_in_all(
    run: Run, fupan: Installation, take: Take, clean: Match, illegal: Match, misscored: Match
) -> None:
    logs = [clean, illegal | {"match": {"id": "table-8"}}, misscored | {"match": {}}]
    same, verdict, scores = take(b"\n".join(json.dumps(each).encode() for each in logs), "may.jsonl")
    age(fupan)

    def not_seen(report: dict[str, Any]) -> None:
        report["verdict"] = "clean"

    def otherwise(report: dict[str, Any]) -> None:
        report["hands"][0]["scores"] = {"E": 2, "N": 0, "W": 2, "S": 0}
        report["totals"] = {"E": 2, "N": 0, "W": 2, "S": 0}
        report["winner"] = ["E", "W"]

    age(fupan, not_seen, log_id=verdict.id)
    age(fupan, otherwise, log_id=scores.id)
    result = run("reprocess")
    assert result.stdout.splitlines() == [
        f"match {verdict.id} (table-8, may.jsonl:2): clean -> illegal",
        f"match {scores.id} (may.jsonl:3): still misscored; scores of hand 1; totals; winner",
        f"judged again by engine {__version__}: 3 matches: 1 clean, 1 misscored, 1 illegal",
        "changed: 1 verdict (1 clean -> illegal)",
        "changed: scores or totals of 1 match",
    ]
    assert (result.stderr, result.exit_code) == ("", 0)
    assert _judgements(fupan) == {each.id: AGAIN for each in (same, verdict, scores)}
    again = run("reprocess")
    assert again.stdout == f"Engine {__version__} has judged every stored match: nothing to do.\n"
    assert (again.stderr, again.exit_code) == ("", 0)


def test_what_a_change_touches_is_said_and_recorded_once(
    run: Run, fupan: Installation, take: Take, clean: Match, illegal: Match
) -> None:
    (same,) = take(json.dumps(clean).encode(), "a.json")
    (changed,) = take(json.dumps(illegal).encode(), "b.json")
    who = Acting("Zhao Min", ActorRole.ARBITER)
    nowhere = Subject(hand=None, action=None, line=None)

    def not_seen(report: dict[str, Any]) -> None:
        report["findings"] = [{"code": "gone", "severity": "notice", "hand": None, "action": None, "seat": None}]
        report["digest"] = "sha256:" + "0" * 64

    age(fupan)
    age(fupan, not_seen, log_id=changed.id)
    for match in (same.id, changed.id, changed.id):
        acts.open_dispute(fupan, match, who, nowhere, Claim(text="Count again."))
        issue_stored(fupan, match, None, Stamp("Zhao Min", None))
    lines = run("reprocess").stdout.splitlines()
    assert lines[0] == (
        f"match {changed.id} (table-7, b.json): still illegal; new: does-not-beat in hand 1, step 10; gone: gone; "
        "touches disputes 2, 3 and verdicts 2, 3"
    )
    assert lines[-1] == "touched: 2 disputes and 2 verdicts handed out; pages and lists mark them"
    assert run("reprocess").exit_code == 0
    entries = [json.loads(line) for line in record_lines(fupan.sessions)]
    (noted,) = [each for each in entries if each["event"] == "reprocessed"]
    assert (noted["subject"], noted["actor"]) == (f"match {changed.id}", "fupan")
    assert noted["data"] == {
        "engine": {"before": EARLIER, "after": __version__},
        "report": {"before": "sha256:" + "0" * 64, "after": changed.report.digest},
        "verdict": {"before": "illegal", "after": "illegal"},
        "disputes": [2, 3],
        "verdicts": [2, 3],
    }
    with fupan.sessions() as session:
        marked = [each.id for each in disputes(session, DisputeFilter(changed=True))]
        of_matches = [(each.match, each.changed) for each in verdicts(session, VerdictFilter())]
    assert marked == [3, 2]
    assert of_matches == [(changed.id, False)] * 2 + [(same.id, False)], "they were issued on the report of now"


def test_matches_that_cannot_be_judged_are_said_and_the_rest_is_judged(
    run: Run, fupan: Installation, take: Take, log: Text
) -> None:
    lost, kept = take(log("a") + b"\n" + log("b"), "may.jsonl")
    age(fupan)
    with fupan.sessions() as session:
        digest = session.scalar(select(col(Log.blob_sha256)).where(col(Log.id) == lost.id))
        session.execute(update(Blob).where(col(Blob.sha256) == digest).values(data=None, size=0))
        session.commit()
    for judged in (1, 0):
        result = run("reprocess")
        assert result.stderr == f"fupan: match {lost.id} (a, may.jsonl:1): its log is not kept\n"
        assert (f"judged again by engine {__version__}: 1 match" in result.stdout) is bool(judged)
        assert result.stdout.splitlines()[-1] == "could not be judged: 1 match"
        assert result.exit_code == 1
    assert _judgements(fupan) == {lost.id: EARLIER_ALONE, kept.id: AGAIN}


def test_a_fault_of_the_engine_is_said(run: Run, fupan: Installation, take: Take, log: Text) -> None:
    (kept,) = take(log("a"), "may.json")
    age(fupan)
    with patch.object(Checker, "check", side_effect=IndexError("no such seat")):
        result = run("reprocess")
    assert result.stderr == f"fupan: match {kept.id} (a, may.json): the engine failed on it, as its report says\n"
    assert f"match {kept.id} (a, may.json): {kept.verdict} -> unreadable" in result.stdout
    assert result.exit_code == 1


def test_a_database_that_refuses_is_said(run: Run, fupan: Installation, take: Take, log: Text) -> None:
    take(log("a"))
    age(fupan)
    with fupan.sessions() as session:
        session.connection().exec_driver_sql("ALTER TABLE judgements RENAME TO elsewhere")
        session.commit()
    result = run("reprocess")
    assert result.stderr.startswith("fupan: the database ")
    assert (result.stderr.count("\n"), result.exit_code) == (1, 2)


def test_many_hands_of_a_match_are_cut_short(run: Run, fupan: Installation, take: Take, incomplete: Match) -> None:
    hand = incomplete["hands"][0]
    (kept,) = take(json.dumps(incomplete | {"hands": [hand] * 23}).encode(), "long.json")
    age(fupan)

    def scored(report: dict[str, Any]) -> None:
        for each in report["hands"]:
            each["scores"] = {"E": 1, "N": 0, "W": 1, "S": 0}

    age(fupan, scored)
    line = run("reprocess").stdout.splitlines()[0]
    hands = ", ".join(str(number) for number in range(1, 21))
    assert line.startswith(f"match {kept.id} (table-7, long.json): still ")
    assert f"; scores of hands {hands} and 3 more" in line


def test_several_processes_come_to_the_same(run: Run, fupan: Installation, take: Take, log: Text) -> None:
    kept = take(b"\n".join(log(str(number)) for number in range(230)) + b"\n" + log("x", rules={"preset": "no such"}))
    age(fupan, lambda report: report.update(verdict="misscored"))
    one = run("reprocess")
    with fupan.sessions() as session:
        session.execute(update(Judgement).values(current=col(Judgement.engine) == EARLIER))
        session.commit()
    assert run("reprocess", "--jobs", "2").stdout == one.stdout
    assert one.stdout.count(" -> ") == len(kept) + 2
    assert _judgements(fupan) == {each.id: AGAIN for each in kept}


@pytest.mark.parametrize(("jobs", "points"), [(1, cases(POINTS, POINTS[::5])), (2, POINTS[-1:])])
def test_a_run_killed_at_any_point_loses_and_doubles_nothing(
    fupan: Installation, take: Take, log: Text, jobs: int, points: Iterable[int]
) -> None:
    ids = [each.id for each in take(b"\n".join(log(str(number)) for number in range(2 * BATCH + 50)))]
    age(fupan)
    left = []
    for point in points:
        killed = _run_killed(point, jobs)
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        found = _judgements(fupan)
        assert sorted(found) == ids
        assert all(each in (EARLIER_ALONE, AGAIN) for each in found.values())
        left.append(sum(each == EARLIER_ALONE for each in found.values()))
        with fupan.sessions() as session:
            assert count_outdated(session) == left[-1]
    # A batch is kept as a whole.
    assert {before - after for before, after in pairwise([len(ids), *left])} <= {0, BATCH}
    assert left[-1] < len(ids)
    last = _run_killed(-1, jobs)
    assert (last.returncode, last.stderr) == (0, b"")
    assert f"judged again by engine {__version__}: {left[-1]} matches".encode() in last.stdout
    assert _judgements(fupan) == dict.fromkeys(ids, AGAIN)


def _run_killed(point: int, jobs: int) -> "subprocess.CompletedProcess[bytes]":
    """A run in a process of its own, which ends at a point, or at its own end where the point is negative."""
    return subprocess.run(
        [sys.executable, "-c", KILLED, str(point), "reprocess", "--jobs", str(jobs)],
        env=os.environ | {"PYTHONPATH": str(REPO)},
        capture_output=True,
        timeout=120,
    )


def test_a_bar_shows_how_far_a_long_run_has_come(fupan: Installation, take: Take, log: Text) -> None:
    take(b"\n".join(log(str(number)) for number in range(250)))
    age(fupan, lambda report: report.update(verdict="illegal"))
    slow = (
        "import time; from app.matches import reprocessing; commit = reprocessing.commit\n"
        "def slow(*given): time.sleep(0.6); commit(*given)\n"
        "reprocessing.commit = slow\n"
        "from app.cli import main; main()"
    )
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", slow, "reprocess"],
        env=os.environ | {"PYTHONPATH": str(REPO), "TERM": "xterm"},
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    said = b""
    try:
        while more := os.read(ours, 4096):
            said += more
    except OSError:  # Linux says so where the other end is closed.
        pass
    finally:
        os.close(ours)
    assert process.wait(60) == 0
    assert b"200 of 250 matches" in said
    assert said.count(b"illegal -> ") >= 250
    assert said.rstrip().endswith(b"scores or totals of 0 matches")


def test_serve_says_how_many_matches_are_outdated(fupan: Installation, take: Take, log: Text, run: Run) -> None:
    first, *_ = take(log("a") + b"\n" + log("b") + b"\n" + log("c"))
    by = "judged by another version of the engine; fupan reprocess judges"
    for log_id, sentence in (
        (first.id, f"1 match was {by} it again with {__version__}."),
        (None, f"3 matches were {by} them again with {__version__}."),
    ):
        age(fupan, log_id=log_id)
        assert _said_before_serving(run)[0] == sentence
    assert set(map(tuple, _judgements(fupan).values())) == {tuple(EARLIER_ALONE)}


def test_serve_says_nothing_where_no_match_is_outdated(take: Take, log: Text, run: Run) -> None:
    take(log("a"))
    assert len(_said_before_serving(run)) == 1


def _said_before_serving(run: Run) -> list[str]:
    """The lines that a server writes on its standard error before it refuses a setting, which is the last line."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    result = run("serve", "--port", str(port), "--metrics-port", "9")
    lines = result.stderr.splitlines()
    assert (result.exit_code, "--metrics-port is for a server that others use" in lines[-1]) == (2, True), lines
    return lines


def test_files_that_another_version_could_not_read_are_read_again(run: Run, fupan: Installation, take: Take) -> None:
    take(b"\x89PNG\r\n\x1a\n", "table.png")
    with fupan.sessions() as session:
        session.execute(update(RefusedRecord).values(engine=EARLIER, reason="Another reason."))
        session.commit()
    said = "read again: 1 file that could not be read; 0 can be read now"
    assert run("reprocess").stdout.splitlines()[-1] == said
    assert "read again" not in run("reprocess").stdout
    with fupan.sessions() as session:
        assert [row.reason for row in refusals(session).items] == ["This is a PNG picture."]


def test_what_takes_more_space_than_it_needs_is_packed_again(
    run: Run, fupan: Installation, take: Take, clean: Match
) -> None:
    raw = json.dumps(clean).encode()
    (match,) = take(raw, "may.json")
    with fupan.sessions.begin() as session:
        session.execute(update(Blob).values(data=packed(raw)))
    lines = run("reprocess").stdout.splitlines()
    assert lines[0] == f"Engine {__version__} has judged every stored match: nothing to do."
    assert re.fullmatch("packed again: 1 value, which takes [1-9][0-9,]* bytes less", lines[1])
    with fupan.sessions() as session:
        assert store.raw(session, match.id) == raw
    assert len(run("reprocess").stdout.splitlines()) == 1

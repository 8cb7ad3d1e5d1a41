"""The record in a database: appended one after another, checked as it is, with what identifies beside it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.database.opening import transact, writing
from app.database.tables.audit_log import ActorRow, RecordText
from app.disputes.audit_log.actors import NAME, TEXT, ActorRole, UnfitText, actor_id, actors_named, erase, keep_text
from app.disputes.audit_log.appending import AppendedEntry, append, chain_now
from app.disputes.audit_log.reading import record_lines
from app.matches.installation import Installation
from engine.verdict.proof.canonical import NotCanonical
from engine.verdict.proof.chain import EVENTS, ChainResult, check_chain
from engine.verdict.proof.form import NO_HEAD, Chain
from tests.profiles import cases

pytestmark = pytest.mark.databases_differ

REPO = Path(__file__).parents[3]
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def note(fupan: Installation, now: datetime | None = None, event: str = "commented", **data: Any) -> AppendedEntry:
    return transact(
        fupan.sessions,
        lambda session: append(session, actor="a", event=event, subject="match 1", data=data, now=now),
    )


def checked(fupan: Installation, **asked: Any) -> ChainResult:
    return check_chain(record_lines(fupan.sessions), **asked)


def test_an_empty_record_has_no_entries_and_zeros_as_head(fupan: Installation) -> None:
    assert checked(fupan) == ChainResult(0, NO_HEAD)
    with fupan.sessions() as session:
        assert chain_now(session) == Chain(length=0, head=NO_HEAD)


def test_entries_are_chained(fupan: Installation) -> None:
    made = [note(fupan, event=event, text="é\n\0\U0001f600", number=n) for n, event in enumerate(EVENTS)]
    lines = list(record_lines(fupan.sessions))
    assert [each.hash for each in made] == [sha256(line[:-1]).hexdigest() for line in lines]
    assert [json.loads(line)["prev"] for line in lines] == [NO_HEAD, *(each.hash for each in made[:-1])]
    assert [json.loads(line)["n"] for line in lines] == [*range(1, 13)]
    assert json.loads(lines[0])["data"] == {"text": "é\n\0\U0001f600", "number": 0}
    assert checked(fupan, head=made[-1].hash, length=12) == ChainResult(12, made[-1].hash)
    with fupan.sessions() as session:
        assert chain_now(session) == Chain(length=12, head=made[-1].hash)


def test_moments_never_decrease(fupan: Installation) -> None:
    note(fupan, NOON)
    note(fupan, NOON - timedelta(hours=1))
    note(fupan, (NOON + timedelta(seconds=1)).astimezone())
    moments = [json.loads(line)["at"] for line in record_lines(fupan.sessions)]
    assert moments == ["2026-05-01T12:00:00Z", "2026-05-01T12:00:00Z", "2026-05-01T12:00:01Z"]
    assert checked(fupan).whole


@pytest.mark.parametrize(
    "fields",
    [
        {"event": "won"},
        {"actor": "\0"},
        {"subject": "x" * 201},
        {"data": {"x": "y" * 2**20}},
        {"data": {"x": 0.5}},
        {"data": {"x": "\ud800"}},
    ],
    ids=lambda fields: str(fields)[:40],
)
def test_what_has_no_place_in_the_record_is_refused(fupan: Installation, fields: dict[str, Any]) -> None:
    entry = {"actor": "a", "event": "ruled", "subject": "s", "data": {}} | fields
    with pytest.raises((ValueError, NotCanonical)):
        transact(fupan.sessions, lambda session: append(session, **entry))
    assert checked(fupan) == ChainResult(0, NO_HEAD)


def test_an_entry_belongs_to_its_transaction(fupan: Installation) -> None:
    def fail(session: Session) -> None:
        append(session, actor="a", event="ruled", subject="s", data={})
        append(session, actor="a", event="ruled", subject="s", data={})
        assert chain_now(session).length == 2
        raise RuntimeError

    with pytest.raises(RuntimeError):
        transact(fupan.sessions, fail)
    assert checked(fupan).entries == 0


@pytest.mark.parametrize(
    ("change", "breaks_at"),
    [
        ("UPDATE record_entries SET actor = 'b' WHERE n = 3", 4),
        ("UPDATE record_entries SET subject = 'match 2' WHERE n = 5", None),
        ("UPDATE record_entries SET data = '{\"n\": 2}' WHERE n = 3", 3),
        ("UPDATE record_entries SET data = '{\"n\":9}' WHERE n = 3", 4),
        ("UPDATE record_entries SET data = 'x' WHERE n = 3", 3),
        ("UPDATE record_entries SET at = '2020-01-01T00:00:00Z' WHERE n = 3", 3),
        ("UPDATE record_entries SET event = 'ruled' WHERE n = 1", 2),
        ("UPDATE record_entries SET prev = 'x' WHERE n = 2", 2),
        ("UPDATE record_entries SET n = 9 WHERE n = 2", 2),
        ("DELETE FROM record_entries WHERE n = 1", 1),
        ("DELETE FROM record_entries WHERE n = 3", 3),
        ("DELETE FROM record_entries WHERE n = 5", None),
    ],
)
def test_a_change_of_the_database_is_found(fupan: Installation, change: str, breaks_at: int | None) -> None:
    for number in range(5):
        note(fupan, NOON, n=number)
    before = checked(fupan)
    with writing(fupan.sessions) as session:
        session.connection().exec_driver_sql(change)
    found = checked(fupan)
    assert found.breaks_at == breaks_at
    assert found.whole is (breaks_at is None), "what is newer than a head that somebody holds is not protected"
    assert not checked(fupan, head=before.head, length=5).whole


def test_the_database_itself_refuses_a_fork(fupan: Installation) -> None:
    note(fupan)
    row = "INSERT INTO record_entries SELECT 2, at, actor, event, subject, data, prev FROM record_entries"
    with pytest.raises(IntegrityError), writing(fupan.sessions) as session:
        session.execute(text(row))


def test_writers_at_once_make_one_chain(fupan: Installation) -> None:
    failures: list[BaseException] = []

    def work(name: str) -> None:
        try:
            for number in range(10):
                note(fupan, writer=name, number=number)
        except BaseException as error:
            failures.append(error)

    threads = [Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert checked(fupan).entries == 40
    assert checked(fupan).whole
    data = [json.loads(line)["data"] for line in record_lines(fupan.sessions)]
    for name in "abcd":
        assert [each["number"] for each in data if each["writer"] == name] == [*range(10)]


WRITER = """
import sys
from app.database.config import Config
from app.database.opening import transact
from app.web.installation import open_installation
from app.disputes.audit_log.appending import append
fupan = open_installation(Config(database_url=sys.argv[1], secret_key="x"))
for number in range(1_000_000):
    done = transact(
        fupan.sessions,
        lambda session: append(session, actor=sys.argv[2], event="state", subject="s", data={"n": number}),
    )
    print(done.n, done.hash, flush=True)
"""


@pytest.mark.parametrize("after", cases([3, 20], [20]))
def test_a_writer_that_is_killed_leaves_the_chain_whole(fupan: Installation, database_url: str, after: int) -> None:
    """Two processes append; both are killed at once.  Nothing that was said to be appended is lost or doubled."""
    environment = {**os.environ, "PYTHONPATH": str(REPO)}
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, database_url, name], stdout=subprocess.PIPE, text=True, env=environment
        )
        for name in "ab"
    ]
    try:
        assert writers[0].stdout is not None
        for _ in range(after):
            writers[0].stdout.readline()
        time.sleep(0.003 * after)
    finally:
        for writer in writers:
            writer.send_signal(signal.SIGKILL)
    printed = [line for writer in writers for line in writer.communicate()[0].splitlines(keepends=True)]
    said = [line.split() for line in printed if line.endswith("\n")]
    found = checked(fupan)
    assert found.whole
    assert found.entries >= len(said)
    hashes = [sha256(line[:-1]).hexdigest() for line in record_lines(fupan.sessions)]
    assert [(int(n), each) for n, each in said if hashes[int(n) - 1] != each] == []
    note(fupan)
    assert checked(fupan).entries == found.entries + 1


def test_the_record_has_opaque_ids_alone(fupan: Installation) -> None:
    def work(session: Session) -> tuple[str, str]:
        actor = actor_id(session, "  Li   Wei ", ActorRole.PLAYER)
        comment = keep_text(session, "Zhao Min counted wrong.\0")
        append(session, actor=actor, event="commented", subject="match 1", data={"text": comment})
        return actor, comment

    actor, comment = transact(fupan.sessions, work)
    (line,) = record_lines(fupan.sessions)
    assert b"Li" not in line
    assert b"Zhao" not in line
    assert len(actor) == len(comment) == 32
    with writing(fupan.sessions) as session:
        assert actor_id(session, "Li Wei", ActorRole.PLAYER) == actor
        assert actor_id(session, "Li Wei", ActorRole.ARBITER) != actor
        found = session.get(RecordText, comment)
        assert found is not None
        assert found.text == "Zhao Min counted wrong.\ufffd"


def test_what_identifies_is_erased_and_the_chain_remains(fupan: Installation) -> None:
    def begin(session: Session) -> tuple[str, str, str]:
        ids = (
            actor_id(session, "Li Wei", ActorRole.PLAYER),
            keep_text(session, "me"),
            actor_id(session, "Z", ActorRole.ARBITER),
        )
        append(session, actor=ids[0], event="commented", subject="s", data={"text": ids[1]})
        return ids

    player, comment, arbiter = transact(fupan.sessions, begin)
    before = checked(fupan)
    with writing(fupan.sessions) as session:
        for each in (player, comment):
            assert erase(session, each, actor=arbiter, now=NOON) is not None
            assert erase(session, each, actor=arbiter) is None
        assert erase(session, "unknown", actor=arbiter) is None
    with writing(fupan.sessions) as session:
        gone, said = session.get(ActorRow, player), session.get(RecordText, comment)
        assert gone is not None
        assert said is not None
        assert (gone.name, gone.role, gone.erased_at) == (None, "player", NOON)
        assert (said.text, said.erased_at) == (None, NOON)
        assert actors_named(session, "Li Wei") == []
        assert actor_id(session, "Li Wei", ActorRole.PLAYER) != player, "who comes back is somebody else"
    assert checked(fupan, head=before.head, length=before.entries).entries == 3
    entries = [json.loads(line) for line in record_lines(fupan.sessions)]
    (named,), (by,) = entries[0]["data"].pop("names"), entries[1]["data"].pop("names")
    assert (named["id"], named["role"], by["id"], by["role"]) == (player, "player", arbiter, "arbiter")
    hashed = entries[0]["data"]["text_sha256"]
    assert [(each["event"], each["actor"], each["data"]) for each in entries[1:]] == [
        ("erased", arbiter, {"id": player}),
        ("erased", arbiter, {"id": comment, "id_sha256": hashed}),
    ]
    with writing(fupan.sessions) as session:
        gone, said = session.get(ActorRow, player), session.get(RecordText, comment)
        assert gone is not None
        assert said is not None
        assert (gone.salt, said.salt) == (None, None), "salt and text go together"


@pytest.mark.parametrize(
    "make",
    [
        lambda session: actor_id(session, " ", ActorRole.PLAYER),
        lambda session: actor_id(session, "x" * (NAME + 1), ActorRole.PLAYER),
        lambda session: keep_text(session, "x" * (TEXT + 1)),
    ],
)
def test_names_and_texts_are_bounded(fupan: Installation, make: Callable[[Session], str]) -> None:
    with pytest.raises(UnfitText):
        transact(fupan.sessions, make)

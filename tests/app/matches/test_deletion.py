"""Deleting and bringing back, copies of a match, and what is gone for good."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from sqlalchemy import func, select
from sqlmodel import col

from app.database.opening import transact
from app.database.tables.matches import Blob, Judgement, Log, MatchPlayer, UploadedFile
from app.database.tables.uploads import Copy, Deletion, RefusedRecord, RetiredMatch
from app.matches import store
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.matches.store import MatchFilter
from app.matches.uploads.deletion import KEPT, delete_kept, deletion_of, deletions, due, purge, undo
from app.matches.uploads.refusals import refusal, refusals_there
from app.matches.uploads.uploads import uploads
from tests.kept_rows import NOW, rows

Text = Callable[..., bytes]
Take = Callable[..., list[IngestResult]]


def listed(fupan: Installation) -> list[str | None]:
    with fupan.sessions() as session:
        return [row.match_id for row in store.matches(session, MatchFilter()).items]


def delete(fupan: Installation, what: str = "it", now: datetime = NOW, **things: list[int]) -> int | None:
    return transact(fupan.sessions, lambda session: delete_kept(session, what, now, **things))  # type: ignore[arg-type]


def test_a_deleted_match_is_in_no_list_until_it_is_brought_back(fupan: Installation, take: Take, log: Text) -> None:
    first, _ = take(log("a") + b"\n" + log("b"))
    with fupan.sessions() as session:
        before = store.report_json(session, first.id), store.raw(session, first.id)
    deletion = delete(fupan, "match a", matches=[first.id])
    assert deletion is not None
    assert listed(fupan) == ["b"]
    with fupan.sessions() as session:
        assert store.match(session, first.id) is None
        assert store.games(session) == (("guandan", 1),)
        assert sum(count for _, count in store.verdicts(session)) == 1
        assert deletion_of(session, first.id) == deletion
        (row,) = deletions(session).items
    assert (row.what, row.deleted_at, row.matches, row.refusals) == ("match a", NOW, 1, 0)
    assert row.gone_at == NOW + timedelta(days=30)
    assert transact(fupan.sessions, lambda session: undo(session, deletion))
    assert listed(fupan) == ["b", "a"]
    with fupan.sessions() as session:
        assert (store.report_json(session, first.id), store.raw(session, first.id)) == before
        assert deletions(session).items == []
    assert not transact(fupan.sessions, lambda session: undo(session, deletion))
    assert delete(fupan, matches=[10**6]) is None


def test_an_upload_is_deleted_with_all_that_it_brought(fupan: Installation, take: Take, log: Text) -> None:
    take(log("before"), "before.json")
    kept = take(b"\n".join([log("before"), log("a"), b"{", log("b")]), "evening.jsonl")
    assert [(each.new, each.unread) for each in kept] == [(False, False), (True, False), (True, True), (True, False)]
    (upload,) = {each.upload for each in kept}
    assert upload is not None
    with fupan.sessions() as session:
        assert [(each.name, each.matches, each.refusals) for each in uploads(session, None, None, 9).items] == [
            ("evening.jsonl", 2, 1),
            ("before.json", 1, 0),
        ]
    deletion = delete(fupan, uploads=[upload])
    assert deletion is not None
    assert listed(fupan) == ["before"]
    with fupan.sessions() as session:
        assert refusals_there(session) == 0
        assert refusal(session, kept[2].id) is None
        assert [each.name for each in uploads(session, None, None, 9).items] == ["before.json"]
    transact(fupan.sessions, lambda session: undo(session, deletion))
    assert sorted(each or "" for each in listed(fupan)) == ["a", "b", "before"]
    with fupan.sessions() as session:
        assert refusals_there(session) == 1


def test_what_is_uploaded_again_is_there_again(fupan: Installation, take: Take, log: Text) -> None:
    data = b"\n".join([log("a"), log("b"), b"{"])
    first, _, bad = take(data)
    delete(fupan, matches=[first.id], refusals=[bad.id])
    again = take(data)
    assert [(each.id, each.new, each.restored) for each in again] == [
        (first.id, False, True),
        (again[1].id, False, False),
        (bad.id, False, True),
    ]
    assert sorted(each or "" for each in listed(fupan)) == ["a", "b"]
    with fupan.sessions() as session:
        assert deletions(session).items == []


def test_a_purge_removes_the_bytes_and_retires_the_number(fupan: Installation, take: Take, log: Text) -> None:
    (stays,) = take(log("stays"), "stays.json")
    first, bad = take(log("a") + b"\n{", "a.jsonl")
    take(json.dumps(json.loads(log("a")), indent=1).encode(), "copy.json")
    assert rows(fupan, Log, Copy, RefusedRecord, Blob, UploadedFile) == [2, 1, 1, 4, 2]
    deletion = delete(fupan, matches=[first.id], refusals=[bad.id])
    assert deletion is not None
    with fupan.sessions() as session:
        assert due(session, NOW + KEPT - timedelta(seconds=1)) == []
        assert due(session, NOW + KEPT) == [deletion]
    assert transact(fupan.sessions, lambda session: purge(session, deletion)) == 2
    assert rows(fupan, Log, Copy, RefusedRecord, Blob, UploadedFile, Judgement, Deletion) == [1, 0, 0, 1, 1, 1, 0]
    assert rows(fupan, MatchPlayer, RetiredMatch) == [4, 1]
    with fupan.sessions() as session:
        assert store.raw(session, first.id) is None
    (new,) = take(log("a"), "again.json")
    assert new.new
    assert new.id not in (stays.id, first.id)


def test_the_same_match_in_other_bytes_is_the_same_match(fupan: Installation, take: Take, log: Text) -> None:
    (first,) = take(log("a"), "a.json")
    other = json.dumps(json.loads(log("a")), indent=1).replace("\n", "\r\n").encode("utf-16")
    (copy,) = take(other, "b.json")
    (again,) = take(other, "b.json")
    assert [(each.id, each.new, each.unread) for each in (first, copy, again)] == [
        (first.id, True, False),
        (first.id, False, False),
        (first.id, False, False),
    ]
    assert listed(fupan) == ["a"]
    assert rows(fupan, Log, Copy, Judgement, Blob, UploadedFile) == [1, 1, 1, 2, 1]
    with fupan.sessions() as session:
        assert store.raw(session, first.id) == log("a")


@pytest.mark.parametrize("twice", [True, False])
def test_copies_in_one_upload_are_one_match(fupan: Installation, take: Take, log: Text, twice: bool) -> None:
    spaced = b" " + log("a")
    kept = take(b"\n".join([log("a"), spaced, log("b"), *([spaced] if twice else [])]))
    assert len({each.id for each in kept}) == 2
    assert [each.new for each in kept] == [True, False, True, *([False] if twice else [])]
    assert rows(fupan, Log, Copy) == [2, 1]


def test_a_deletion_that_is_not_undone_names_no_judgement_current(fupan: Installation, take: Take, log: Text) -> None:
    (first,) = take(log("a"))
    delete(fupan, matches=[first.id])
    with fupan.sessions() as session:
        assert session.scalar(select(func.count()).where(col(Judgement.current))) == 0

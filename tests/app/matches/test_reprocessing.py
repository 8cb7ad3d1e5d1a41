"""Matches that another version judged, judged again."""

import json
from collections import Counter
from collections.abc import Callable
from unittest.mock import patch

import pytest
from sqlalchemy import select, update
from sqlmodel import col

from app.database.tables.matches import Blob, Judgement, Log
from app.disputes.audit_log.actors import ActorRole
from app.disputes.audit_log.reading import record_lines
from app.disputes.cases import acts
from app.disputes.cases.states import Acting
from app.matches import reprocessing, store
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.matches.outdated import count_outdated, count_to_judge, outdated
from app.matches.reprocessing import ReprocessedMatch, batches, commit, judge_batch
from app.matches.store import MatchFilter, StoredMatch
from engine import __version__
from engine.logs import LogRecord
from engine.verdict.check import Checker
from engine.verdict.proof.form import Claim, Subject
from engine.verdict.report import Report
from tests.earlier_judgements import EARLIER, age
from tests.statements import statements

Text = Callable[..., bytes]
Take = Callable[..., list[IngestResult]]


def reprocess(fupan: Installation) -> list[ReprocessedMatch]:
    """Judges all that is outdated again."""
    done = []
    for batch in batches(fupan.sessions):
        outcomes = judge_batch(batch)
        commit(fupan.sessions, outcomes)
        done += outcomes
    return done


def judgements(fupan: Installation) -> dict[int, list[tuple[str, bool, bool]]]:
    """Of each match its judgements in order: version, whether it is current, whether under the log's own rules."""
    with fupan.sessions() as session:
        found = session.execute(
            select(col(Judgement.log_id), col(Judgement.engine), col(Judgement.current), col(Judgement.own)).order_by(
                col(Judgement.id)
            )
        ).all()
    of_logs: dict[int, list[tuple[str, bool, bool]]] = {}
    for log_id, engine, current, own in found:
        of_logs.setdefault(log_id, []).append((engine, current, own))
    return of_logs


AGAIN = [(EARLIER, False, True), (__version__, True, True)]


def test_both_judgements_are_kept_and_lists_show_the_new_one(fupan: Installation, take: Take, log: Text) -> None:
    kept = take(log("a") + b"\n" + log("b") + b"\n" + log("c", rules={"preset": "no such"}))
    age(fupan, lambda report: report.update(verdict="illegal"))
    with fupan.sessions() as session:
        assert store.verdicts(session) == (("illegal", 3),)
        assert (count_outdated(session), count_to_judge(session)) == (3, 3)
    done = reprocess(fupan)
    assert [(each.id, each.reason) for each in done] == [(each.id, "") for each in kept]
    assert [each.change and (each.change.before, each.change.after) for each in done] == [
        ("illegal", each.verdict) for each in kept
    ]
    assert judgements(fupan) == {each.id: AGAIN for each in kept}
    with fupan.sessions() as session:
        rows = store.matches(session, MatchFilter()).items
        for each in kept:
            stored = store.match(session, each.id)
            assert stored is not None
            assert not stored.outdated
            assert stored.report.digest == each.report.digest
        assert outdated(session) == []
        assert (count_outdated(session), count_to_judge(session)) == (0, 0)
    assert [row.verdict for row in rows] == [each.verdict for each in reversed(kept)]


def test_a_second_run_finds_nothing(fupan: Installation, take: Take, log: Text) -> None:
    take(log("a"))
    age(fupan)
    assert len(reprocess(fupan)) == 1
    assert reprocess(fupan) == []


@pytest.mark.databases_differ
def test_a_batch_committed_by_two_runs_is_kept_once(fupan: Installation, take: Take, log: Text) -> None:
    kept = take(log("a") + b"\n" + log("b"))
    age(fupan)
    (batch,) = batches(fupan.sessions)
    outcomes = judge_batch(batch)
    commit(fupan.sessions, outcomes)
    commit(fupan.sessions, outcomes)
    assert judgements(fupan) == {each.id: AGAIN for each in kept}


def test_going_back_to_an_earlier_version_shows_its_judgement_again(fupan: Installation, take: Take, log: Text) -> None:
    (kept,) = take(log("a"))
    age(fupan)
    reprocess(fupan)
    with fupan.sessions() as session:
        session.execute(update(Judgement).values(current=col(Judgement.engine) == EARLIER))
        session.commit()
    reprocess(fupan)
    assert judgements(fupan) == {kept.id: AGAIN}


@pytest.mark.databases_differ
def test_batches_are_bounded_by_matches_and_by_bytes(
    fupan: Installation, take: Take, log: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = take(b"\n".join(log(str(number)) for number in range(7)))
    age(fupan)
    with fupan.sessions() as session:
        sizes = [each.size for each in outdated(session)]
        assert [each.id for each in outdated(session, kept[2].id, 2)] == [kept[3].id, kept[4].id]
    assert min(sizes) > 0
    monkeypatch.setattr(reprocessing, "BATCH", 3)
    ids = [[each.id for each in batch] for batch in batches(fupan.sessions)]
    assert [len(batch) for batch in ids] == [3, 3, 1]
    assert [identity for batch in ids for identity in batch] == [each.id for each in kept]
    monkeypatch.setattr(reprocessing, "BATCH_BYTES", sizes[0] + 1)
    assert [len(batch) for batch in batches(fupan.sessions)] == [2, 2, 2, 1]


@pytest.mark.databases_differ
@pytest.mark.parametrize("number", [1, 7, 60])
def test_a_batch_takes_as_many_queries_whatever_it_holds(
    fupan: Installation, take: Take, log: Text, number: int
) -> None:
    take(b"\n".join(log(str(each)) for each in range(number)))
    age(fupan)
    with statements(fupan) as found:
        assert len(reprocess(fupan)) == number
    locks = sum("pg_advisory" in each for each in found)
    counted = Counter(each.split()[0] for each in found)
    # Which are outdated (twice: the second time none), their texts, their players, what is judged already and under
    # which rules; and for statistics what is shown, what is counted of it and was before, the keys of its sums, its
    # games, rulings, people, their names and words.
    assert counted["SELECT"] - locks == 6 + 13
    # Beside the judgements the matches and the results of their seats, no hand of which counts: those of many matches
    # in statements of 64 rows and one for the rest; the count of changes for ratings.
    assert counted["INSERT"] == 1 + 2 + (number == 60)
    assert counted["UPDATE"] == 2 + 2
    assert counted["DELETE"] == 5 + 2 * (number > 0)


def _without_bytes(fupan: Installation, identity: int) -> None:
    with fupan.sessions() as session:
        digest = session.scalar(select(col(Log.blob_sha256)).where(col(Log.id) == identity))
        session.execute(update(Blob).where(col(Blob.sha256) == digest).values(data=None, size=0))
        session.commit()


def test_what_cannot_be_read_any_more_keeps_its_report(fupan: Installation, take: Take, log: Text) -> None:
    first, lost, moved, last = take(b"\n".join(map(log, "abcd")))
    age(fupan)
    _without_bytes(fupan, lost.id)
    with fupan.sessions() as session:
        session.execute(update(Log).where(col(Log.id) == moved.id).values(position=5))
        session.commit()
        assert (count_outdated(session), count_to_judge(session)) == (4, 3)
    reasons = {each.id: each.reason for each in reprocess(fupan)}
    assert reasons == {
        first.id: "",
        lost.id: "its log is not kept",
        moved.id: "its log can no longer be read as the match that it was",
        last.id: "",
    }
    earlier = [(EARLIER, True, True)]
    assert judgements(fupan) == {first.id: AGAIN, lost.id: earlier, moved.id: earlier, last.id: AGAIN}
    assert [each.id for each in reprocess(fupan)] == [lost.id, moved.id]


def test_a_fault_of_the_engine_becomes_a_finding_and_stops_nothing(fupan: Installation, take: Take, log: Text) -> None:
    first, bad, last = take(b"\n".join(map(log, "abc")))
    age(fupan)
    check = Checker.check

    def fails(checker: Checker, record: LogRecord) -> Report:
        if record.match_id == "b":
            raise IndexError("no such seat")
        return check(checker, record)

    with patch.object(Checker, "check", fails):
        done = {each.id: each for each in reprocess(fupan)}
    assert [done[each.id].reason for each in (first, bad, last)] == [
        "",
        "the engine failed on it, as its report says",
        "",
    ]
    assert judgements(fupan) == {each.id: AGAIN for each in (first, bad, last)}
    with fupan.sessions() as session:
        stored = store.match(session, bad.id)
    assert stored is not None
    assert stored.row.verdict == "unreadable"
    assert "internal error while checking this match" in stored.report.findings[-1].message


@pytest.mark.parametrize("place", ["reread", "judged"])
def test_a_fault_before_or_after_the_judging_stops_nothing_either(
    fupan: Installation, take: Take, log: Text, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, bad, last = take(b"\n".join(map(log, "abc")))
    age(fupan)
    real = getattr(reprocessing, place)

    def fails(given: StoredMatch | Report) -> object:
        identity = given.row.match_id if isinstance(given, StoredMatch) else given.source.match
        if identity == "b":
            raise KeyError("no such word")
        return real(given)

    with monkeypatch.context() as patched:
        patched.setattr(reprocessing, place, fails)
        reasons = {each.id: each.reason for each in reprocess(fupan)}
    assert reasons == {first.id: "", bad.id: "the engine failed on it (KeyError)", last.id: ""}
    assert [each.id for each in reprocess(fupan)] == [bad.id]
    assert judgements(fupan) == {each.id: AGAIN for each in (first, bad, last)}


def test_uploading_an_outdated_match_again_judges_it_again(fupan: Installation, take: Take, log: Text) -> None:
    (kept,) = take(log("a"))
    age(fupan)
    (again,) = take(log("a"))
    assert (again.id, again.new) == (kept.id, False)
    assert judgements(fupan) == {kept.id: AGAIN}


def test_uploading_an_outdated_match_with_a_dispute_again_is_noted(fupan: Installation, take: Take, log: Text) -> None:
    (kept,) = take(log("a"))
    nowhere = Subject(hand=None, action=None, line=None)
    acts.open_dispute(fupan, kept.id, Acting("Li Wei", ActorRole.PLAYER), nowhere, Claim(text="x"))
    age(fupan, lambda report: report.update(digest="sha256:" + "0" * 64))
    for _ in range(2):
        take(log("a"))
    entries = [json.loads(line) for line in record_lines(fupan.sessions)]
    assert [each["event"] for each in entries] == ["dispute-opened", "claimed", "reprocessed"]
    assert entries[-1]["data"]["disputes"] == [1]

"""Somebody is erased: no row of the database has the name, matches stay whole, and the record still verifies."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner
from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.accounts import members, ties
from app.accounts.roles import Role as Rank
from app.accounts.viewers import viewer
from app.cli import main
from app.database.opening import transact
from app.database.seeing import asked_by
from app.database.tables.accounts import Account
from app.database.tables.erasures import Erasure
from app.database.tables.hand_search import SAVED_SEARCHES
from app.database.tables.jobs import Job
from app.database.tables.matches import METADATA, Blob, Log, MatchPlayer
from app.database.tables.statistics import WORDS
from app.database.tables.uploads import RefusedRecord
from app.database.tables.writing import LogDraft
from app.disputes.audit_log.actors import ActorRole
from app.disputes.cases import acts
from app.disputes.cases.evidence import add_evidence
from app.disputes.cases.states import Acting
from app.matches.ingest import IngestResult, ingest
from app.matches.installation import Installation
from app.matches.store import raw
from app.matches.uploads.deletion import delete_kept
from app.matches.uploads.names import index_again
from app.matches.uploads.refusals import stored_refusals
from app.players.personal.erasing import ErasedCounts, erase_again, erase_somebody
from app.players.personal.whose import of_account, of_person
from app.players.statistics.audited_scores import audit_with_scores
from app.players.statistics.people import person_of
from app.replay.notes.writing import NoteDraft, add_note
from app.web.installation import open_installation
from engine.verdict.proof.form import Claim, Subject
from tests.app.players.test_kept_data import NOW

NAME: Final = "Ann Qian"
SUN: Final = Acting("Sun", ActorRole.ARBITER)
HANDS: Final = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}]


def log_of(number: int, names: tuple[str, ...]) -> bytes:
    players = [{"seat": seat, "name": name} for seat, name in zip("ENWS", names, strict=True)]
    match = {"format": "fupan/1", "game": "guandan", "match": {"id": f"m{number}"}, "players": players, "hands": HANDS}
    return json.dumps(match).encode()


def take(fupan: Installation, data: bytes, name: str) -> IngestResult:
    (taken,) = ingest(fupan.sessions, fupan.checker, BytesIO(data), name)
    assert isinstance(taken, IngestResult)
    return taken


@pytest.fixture
def filled(fupan: Installation) -> tuple[Installation, int]:
    """A club in which a member has played, uploaded, disputed, noted, saved and drafted; and the member's account."""

    def enter(session: Session) -> int:
        members.make_account(session, "Sun", "", Rank.ADMIN)
        made = members.make_account(session, NAME, "", Rank.MEMBER)
        assert made.id is not None
        return made.id

    account = transact(fupan.sessions, enter)
    for number, names in ((1, (NAME, "Bob", "Cid", "Dee")), (2, ("Bob", NAME, "Cid", "Dee"))):
        take(fupan, log_of(number, names), f"{number}.json")

    def tie(session: Session) -> None:
        person = person_of(session, NAME)
        assert person is not None
        ties.ask(session, account, person)
        ties.agree(session, 0, account, person)

    transact(fupan.sessions, tie)
    theirs = asked_by(fupan.sessions, lambda: viewer(Rank.RECORDER, account))
    list(ingest(theirs, fupan.checker, BytesIO(log_of(3, ("Bob", "Cid", "Dee", "Eve"))), f"{NAME}.json"))

    def work(session: Session) -> None:
        add_note(session, 1, 0, 0, NoteDraft(f"{NAME} was here"))
        session.execute(update(Log).where(col(Log.id) == 3).values(title=f"{NAME.upper()} told of Bobsleighs"))
        index_again(session, 3)
        session.add(
            Job(
                kind="upload",
                parameters="",
                turn_at=NOW,
                name=f"{NAME}.zip",
                size=1,
                bound="",
                state="done",
                queued_at=NOW,
                account=account,
            )
        )
        session.add(
            LogDraft(key="k", game="guandan", head=NAME, language="en", created_at=NOW, changed_at=NOW, account=account)
        )
        session.execute(
            insert(SAVED_SEARCHES).values(name=NAME, name_key="x", line=f"player={NAME}", saved_at=NOW, account=account)
        )

    transact(theirs, work)
    acting = Acting(NAME, ActorRole.PLAYER)
    dispute = acts.open_dispute(
        fupan, 1, acting, Subject(hand=None, action=None, line=None), Claim(text=f"{NAME} won.")
    )
    acts.comment(fupan, dispute, acting, f"Signed, {NAME}")
    add_evidence(fupan, dispute, acting, f"{NAME}.json", log_of(1, (NAME, "Bob", "Cid", "Dee")) + b"\n")
    return fupan, account


def rows_with(fupan: Installation, text: str) -> set[str]:
    """The tables that have a text, in any case, besides that of the bytes of logs and of evidence."""
    wanted = text.casefold()
    with fupan.sessions() as session:
        return {
            table.name
            for table in METADATA.sorted_tables
            if table.name != "blobs"
            and any(wanted in str(value).casefold() for row in session.execute(select(table)) for value in row)
        }


def done(*arguments: str) -> str:
    """What a command prints that does what it should."""
    result = CliRunner().invoke(main, list(arguments))
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_a_name_like_a_word_of_a_log_is_erased_and_a_word_of_games_is_not(fupan: Installation) -> None:
    take(fupan, log_of(1, ("zoe-7", "guandan", "cid", "dee")), "1.json")
    for name in ("zoe-7", "guandan"):

        def work(session: Session, name: str = name) -> None:
            person = person_of(session, name)
            assert person is not None
            erase_somebody(session, of_person(session, person), SUN)

        transact(fupan.sessions, work)
    with fupan.sessions() as session:
        kept = set(session.scalars(select(WORDS.c.text)))
    assert ("zoe-7" in kept, "guandan" in kept, "cid" in kept) == (False, True, True)


@contextmanager
def opened(fupan: Installation, url: str) -> Iterator[Installation]:
    other = open_installation(replace(fupan.config, database_url=url))
    try:
        yield other
    finally:
        other.close()


def erase(fupan: Installation, account: int, acting: Acting = SUN, *, logs_too: bool = False) -> ErasedCounts:
    def work(session: Session) -> ErasedCounts:
        return erase_somebody(session, of_account(session, account), acting, logs_too=logs_too)

    return transact(fupan.sessions, work)


@pytest.mark.parametrize("acting", [SUN, Acting(NAME, ActorRole.PLAYER)])
@pytest.mark.databases_differ
def test_nothing_has_the_name_any_more_and_the_record_verifies(
    filled: tuple[Installation, int], acting: Acting
) -> None:
    fupan, account = filled
    assert rows_with(fupan, NAME) >= {
        *("accounts", "actors", "record_texts", "notes", "uploads", "jobs", "log_drafts", "saved_searches", "logs"),
        *("players", "match_players", "people", "words", "match_texts"),
    }
    reports = {match: fupan.match(match) for match in (1, 2, 3)}
    assert erase(fupan, account, acting) == ErasedCounts(matches=2, texts=4, notes=1)
    assert rows_with(fupan, NAME) == set()
    assert audit_with_scores(fupan.sessions, None, None).whole
    for match, before in reports.items():
        after = fupan.match(match)
        assert before is not None
        assert after is not None
        assert (after.report.digest, after.report.totals) == (before.report.digest, before.report.totals)
    found = fupan.match(1)
    assert found is not None
    assert list(found.row.players) == ["E", "Bob", "Cid", "Dee"]
    uploaded = fupan.match(3)
    assert uploaded is not None
    assert uploaded.row.title == "… told of Bobsleighs"
    assert NAME.encode() not in uploaded.report_json
    replayed = fupan.decoded.get(found)
    assert replayed is not None
    assert NAME not in str(replayed)
    with fupan.sessions() as session:
        assert raw(session, 3) is not None
        assert person_of(session, NAME) is None
        assert person_of(session, "Bob") is not None
        assert session.scalar(select(col(Account.id)).where(col(Account.id) == account)) is None


def test_no_file_and_no_title_has_the_name_whoever_gave_it(filled: tuple[Installation, int]) -> None:
    """Reports have the names of files, too: also those of files that could not be read."""
    fupan, account = filled
    theirs = asked_by(fupan.sessions, lambda: viewer(Rank.RECORDER, account))
    list(ingest(theirs, fupan.checker, BytesIO(b'{"format": "fupan/1"}'), f"{NAME}.json"))
    list(ingest(fupan.sessions, fupan.checker, BytesIO(b'{"format": "fupan/1", "game": "none"}'), f"by {NAME}.json"))
    taken = take(fupan, log_of(4, ("Bob", "Cid", "Dee", "Eve")), f"of {NAME.upper()}.json")
    copied = take(fupan, log_of(1, (NAME, "Bob", "Cid", "Dee")) + b"\n", f"copy of {NAME}.json")
    assert copied.id == 1
    transact(fupan.sessions, lambda session: delete_kept(session, f"match 2: {NAME}", NOW, matches=[2]))
    named = {"logs", "uploads", "refusals", "copies", "deletions"}
    assert rows_with(fupan, NAME) >= named
    erase(fupan, account)
    assert rows_with(fupan, NAME) == set()
    assert audit_with_scores(fupan.sessions, None, None).whole
    with fupan.sessions() as session:
        reports = [each.report_json for each in stored_refusals(session, limit=9)]
        sources = session.scalars(select(col(RefusedRecord.source)).order_by(col(RefusedRecord.id))).all()
    found = fupan.match(taken.id)
    assert found is not None
    assert len(reports) == 2
    assert not any(NAME.casefold() in str(each).casefold() for each in (*reports, found.report_json))
    assert (list(sources), found.source) == (["log", "by ….json"], "of ….json")


def test_a_person_without_an_account_is_erased_and_others_keep_their_figures(
    filled: tuple[Installation, int],
) -> None:
    fupan, account = filled

    def work(session: Session) -> ErasedCounts:
        person = person_of(session, "Bob")
        assert person is not None
        return erase_somebody(session, of_person(session, person), SUN)

    assert transact(fupan.sessions, work).matches == 3
    assert rows_with(fupan, "Bob") == {"logs", "match_texts"}, "a title has a word that begins like the name"
    with fupan.sessions() as session:
        assert person_of(session, NAME) is not None
        assert session.get(Account, account) is not None
        seats = session.scalars(select(col(MatchPlayer.name)).where(col(MatchPlayer.log_id) == 1)).all()
    assert sorted(seats) == sorted([NAME, "N", "Cid", "Dee"])


@pytest.mark.parametrize("logs_too", [False, True])
@pytest.mark.databases_differ
def test_a_restored_backup_repeats_the_erasures_made_since(
    filled: tuple[Installation, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logs_too: bool
) -> None:
    fupan, account = filled
    backup, listed, restored = (str(tmp_path / name) for name in ("a.fupan", "erasures.json", "restored.sqlite3"))
    monkeypatch.setenv("FUPAN_DATABASE_URL", fupan.config.database_url)
    done("backup", backup)
    erase(fupan, account, logs_too=logs_too)
    assert done("erasures", listed) == "erasures: 2\n"
    assert Path(listed).stat().st_mode & 0o077 == 0
    assert NAME not in Path(listed).read_text()
    monkeypatch.setenv("FUPAN_DATABASE_URL", f"sqlite:///{restored}")
    assert done("restore", backup, "--erasures", listed).endswith("erased again: 1 person\n")
    with opened(fupan, f"sqlite:///{restored}") as other:
        assert rows_with(other, NAME) == set()
        assert audit_with_scores(other.sessions, None, None).whole
        with other.sessions() as session:
            stored = b"".join(session.scalars(select(col(Blob.data)).where(col(Blob.data).is_not(None))).all())
            destroyed = session.scalars(select(col(Blob.sha256)).where(col(Blob.erased_at).is_not(None))).all()
            listed_again = list(session.scalars(select(Erasure)))
        assert (len(listed_again), len(destroyed)) == (2, 3 if logs_too else 0)
        assert transact(other.sessions, lambda session: erase_again(session, listed_again)) == 0
    there = Path(restored).read_bytes()
    for name in (NAME, NAME.casefold()):
        assert there.count(name.encode()) == stored.count(name.encode())
        assert not logs_too or name.encode() not in there
    os.unlink(restored)
    done("restore", backup)
    assert NAME.encode() in Path(restored).read_bytes()


def test_a_file_that_is_not_a_list_of_erasures_restores_nothing(
    filled: tuple[Installation, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fupan, _ = filled
    monkeypatch.setenv("FUPAN_DATABASE_URL", fupan.config.database_url)
    backup, listed = (str(tmp_path / name) for name in ("a.fupan", "erasures.json"))
    done("backup", backup)
    monkeypatch.setenv("FUPAN_DATABASE_URL", f"sqlite:///{tmp_path / 'restored.sqlite3'}")
    for text in (
        "{}",
        '{"format":"fupan-erasures/1","erasures":[{"of_sha256":"0","salt":"?","at":"2026-01-01T00:00:00Z","logs_too":false}]}',
        "",
    ):
        Path(listed).write_text(text)
        refused = CliRunner().invoke(main, ["restore", backup, "--erasures", listed])
        assert refused.exit_code == 2
        assert "it is not a list that fupan erasures wrote" in refused.stderr
    assert not (tmp_path / "restored.sqlite3").exists()

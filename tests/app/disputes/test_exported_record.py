"""What `fupan export` writes of accounts, disputes and notes is the same in another installation."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts import acts
from app.accounts.acts import Act
from app.accounts.members import account_named, make_account, name_club
from app.accounts.passwords import fits
from app.accounts.roles import Role as AccountRole
from app.accounts.ties import agree, ask
from app.cli.exports.everything import export_all, import_all
from app.cli.inputs import EXPORTED, WrongUsage
from app.database.config import Config
from app.database.opening import transact
from app.database.seeing import Visibility
from app.database.tables.access import MatchUploader
from app.database.tables.accounts import FormerTie, Minor
from app.database.tables.matches import Judgement, Log, MatchPlayer, Player
from app.database.tables.statistics import FACTS, SEAT_RESULTS
from app.disputes.audit_log.actors import ActorRole
from app.disputes.audit_log.appending import chain_now
from app.disputes.cases.states import Acting
from app.disputes.verdicts.issued import verdict_bytes
from app.disputes.verdicts.verifying import verify
from app.matches.access import show_to
from app.matches.ingest import ingest
from app.matches.installation import Installation
from app.matches.uploads.deletion import delete_kept
from app.players.personal.erasing import erase_somebody
from app.players.personal.whose import of_person
from app.players.statistics.audited_scores import audit_with_scores
from app.players.statistics.people import mark_minor
from app.replay.notes.reading import counts_of, notes_of_hand
from app.replay.notes.writing import NoteDraft, add_note
from app.web.installation import open_installation
from tests.app.disputes.conftest import SAMPLE
from tests.databases import empty_postgres, new_sqlite

LOGS = Path(__file__).parents[3] / "sample_logs"
BROUGHT = (
    "bao_huang/alone.json",
    "bao_huang/balanced.json",
    "chinese_poker/queen-king-ace.json",
    "big_a/printed.json",
)
NOW = datetime(2026, 5, 1, 12, 30, 15, 120_000, tzinfo=UTC)
ADMIN = Acting("Wang", ActorRole.ARBITER)


@pytest.fixture
def club(disputed: Installation, take: Callable[..., Any]) -> Installation:
    """A club with disputes, accounts, notes, a deleted match, and two matches in which names were erased."""
    for name in BROUGHT:
        others = (LOGS / name).read_bytes().replace(b'"name": "', b'"name": "Old ').replace(b'"id": "', b'"id": "old-')
        take(others, name)

    def change(session: Session) -> None:
        name_club(session, "Friday club", NOW)
        wang = make_account(session, "Wang", "hash of Wang", AccountRole.ADMIN, NOW)
        li = make_account(session, "Li", "hash of Li", AccountRole.MEMBER, NOW)
        gone = make_account(session, "Gone", "hash of Gone", AccountRole.MEMBER, NOW)
        players = session.scalars(_players(1)).all()
        assert wang.id is not None
        assert li.id is not None
        ask(session, li.id, players[0], NOW)
        agree(session, wang.id, li.id, players[0], NOW)
        session.add(FormerTie(account=li.id, player_id=players[1], ended_at=NOW))
        session.add(MatchUploader(log_id=3, account=li.id))
        mark_minor(session, players[2], minor=True)
        show_to(session, 3, Visibility.PRIVATE)
        add_note(session, 1, 0, 3, NoteDraft("Why not the #bomb?", "Li"), NOW)
        session.flush()
        session.delete(gone)
        delete_kept(session, "a match", NOW, matches=[2])
        for match, logs_too in ((4, False), (5, True)):
            (first, *_others) = session.scalars(_players(match)).all()
            erase_somebody(session, of_person(session, first), ADMIN, logs_too=logs_too)

    transact(disputed.sessions, change)
    return disputed


def _players(match: int) -> Any:
    return select(MatchPlayer.player_id).where(MatchPlayer.log_id == match).order_by(MatchPlayer.place)  # type: ignore[call-overload]


@pytest.fixture
def other(database: str | None, tmp_path: Path) -> Iterator[Installation]:
    """Another installation with empty tables, on a database of the same kind."""
    if database is None:
        opened = open_installation(Config(database_url=new_sqlite(tmp_path / "other.sqlite3"), secret_key="tests"))
        yield opened
        opened.close()
        return
    with empty_postgres(database) as url:
        opened = open_installation(Config(database_url=url, secret_key="tests"))
        yield opened
        opened.close()


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _known(fupan: Installation) -> dict[str, object]:
    """What pages show of matches, statistics and the record."""
    with fupan.sessions() as session:
        shown = (Judgement.log_id, Judgement.digest, Judgement.verdict, Log.blob_sha256, Log.name_erased_at)
        scores = select(Player.key, FACTS.c.match, FACTS.c.hand, FACTS.c.score, FACTS.c.computed_score)  # type: ignore[call-overload]
        totals = select(SEAT_RESULTS.c.match, SEAT_RESULTS.c.seat, SEAT_RESULTS.c.total, SEAT_RESULTS.c.won)
        return {
            "matches": sorted(
                map(str, session.execute(select(*shown).join(Log).where(Judgement.current)))  # type: ignore[call-overload]
            ),
            "scores": sorted(map(str, session.execute(scores.join(Player, Player.id == FACTS.c.player)))),
            "totals": sorted(map(str, session.execute(totals))),
            "notes": [(each.text, each.author, each.created_at) for each in notes_of_hand(session, 1, 0)],
            "noted": counts_of(session, [1]),
            "minors": session.scalars(select(Player.key).join(Minor, Minor.player_id == Player.id)).all(),  # type: ignore[call-overload]
            "chain": chain_now(session),
            "verdicts": [verdict_bytes(session, number) for number in range(1, 5)],
            "audit": audit_with_scores(fupan.sessions),
            "erased": [None if (found := fupan.match(number)) is None else found.erased_at for number in (4, 5)],
        }


def _noted(fupan: Installation) -> list[str]:
    """The acts of operators, the first one first."""
    with fupan.sessions() as session:
        return [each.act for each in reversed(acts.latest(session)) if each.by_account is None]


@pytest.mark.databases_differ
def test_another_installation_has_the_same(club: Installation, other: Installation, tmp_path: Path) -> None:
    counts = export_all(club, tmp_path / "out")
    assert (counts.matches, counts.notes, counts.accounts, counts.disputes, counts.verdicts) == (4, 1, 2, 2, 3)
    written = _files(tmp_path / "out")
    for secret in (b"hash of", b"password"):
        assert not any(secret in data for data in written.values()), secret
    erased = [json.loads(line) for line in written["matches.jsonl"].splitlines()][-1]
    assert (erased["number"], erased["file"]) == (5, "")

    found, left_out = import_all(other, tmp_path / "out")
    assert (found.matches, found.notes, found.accounts, found.disputes, found.verdicts) == (4, 1, 2, 2, 3)
    assert (found.minors, left_out) == (1, [])
    assert _noted(other) == [Act.MINOR]
    known = _known(other)
    assert known == _known(club)
    assert audit_with_scores(other.sessions, counts_head(written), None).whole
    again, left_out = import_all(other, tmp_path / "out")
    assert (again.matches, again.notes, again.accounts, again.disputes, left_out) == (0, 0, 0, 0, [])
    assert _noted(other) == [Act.MINOR]
    export_all(other, tmp_path / "again")
    assert _files(tmp_path / "again") == written

    with other.sessions() as session:
        verdict = verdict_bytes(session, 1)
        li = account_named(session, "Li")
    assert verdict is not None
    verified = verify(verdict, [("log.json", BytesIO(SAMPLE.read_bytes()))], [], None)
    assert {verified.checks[name].outcome for name in ("form", "signature", "log", "result", "arithmetic")} == {"ok"}
    assert li is not None
    assert not fits(li.password, "")
    assert not fits(li.password, "the password of nobody")
    made = transact(other.sessions, lambda session: make_account(session, "New", "hash", AccountRole.MEMBER).id)
    assert made == 4, "the number of an account that is gone is given to nobody"


def counts_head(written: dict[str, bytes]) -> str:
    """The head of the record of an export."""
    return str(json.loads(written[EXPORTED])["record"]["head"])


def test_where_other_matches_are_the_record_is_left_out_and_the_rest_is_joined(
    club: Installation, other: Installation, tmp_path: Path
) -> None:
    export_all(club, tmp_path / "out")
    export_all(other, tmp_path / "nothing")
    record = (LOGS / "bao_huang" / "large-deck.json").read_bytes()
    list(ingest(other.sessions, other.checker, BytesIO(record), "large-deck.json"))
    found, left_out = import_all(other, tmp_path / "out")
    assert (found.matches, found.notes, found.accounts, found.disputes) == (4, 1, 0, 0)
    (sentence,) = left_out
    assert "import into an empty installation" in sentence
    with other.sessions() as session:
        assert [each.author for each in notes_of_hand(session, 2, 0)] == ["Li"]
    assert import_all(other, tmp_path / "out")[0].notes == 0
    assert import_all(other, tmp_path / "nothing")[1] == []


def _changed(folder: Path, name: str, change: Callable[[bytes], bytes], *, named: bool = True) -> None:
    """Changes a file of an export, and its SHA-256 where that is ``named``."""
    data = change((folder / name).read_bytes())
    (folder / name).write_bytes(data)
    if named:
        head = json.loads((folder / EXPORTED).read_bytes())
        head["files"][name] = sha256(data).hexdigest()
        (folder / EXPORTED).write_text(json.dumps(head))


def test_a_changed_file_is_refused_with_its_place(club: Installation, other: Installation, tmp_path: Path) -> None:
    cases: list[tuple[str, Callable[[bytes], bytes], bool, str]] = [
        ("matches.jsonl", lambda data: data.replace(b'"digest":"sha256:', b'"digest":"sha512:', 1), True, "its digest"),
        (
            "disputes.jsonl",
            lambda data: data.replace(b"final", b"ruled"),
            False,
            "disputes.jsonl: it has changed since",
        ),
        ("accounts.jsonl", lambda data: data.replace(b'"admin"', b'"king"'), True, "accounts.jsonl, line 1: Invalid"),
        (
            "rulings.jsonl",
            lambda data: data.replace(b'"number":1', b'"number":"x"'),
            True,
            "rulings.jsonl, line 1: E",
        ),
        ("verdicts.jsonl", lambda data: data + b"{\n", True, "verdicts.jsonl, line 4: "),
        ("ties.jsonl", lambda data: data.replace(b'"account":2', b'"account":9'), True, "ties.jsonl: "),
    ]
    for number, (name, change, named, said) in enumerate(cases):
        folder = tmp_path / f"out{number}"
        export_all(club, folder)
        _changed(folder, name, change, named=named)
        with pytest.raises(WrongUsage) as refused:
            pytest.fail(f"{name}: {import_all(other, folder)}")
        assert said in refused.value.message, (name, refused.value.message)
    folder = tmp_path / "files"
    export_all(club, folder)
    next((folder / "verdicts").iterdir()).write_bytes(b"{}")
    with pytest.raises(WrongUsage, match=r"verdicts/\d.json: it has changed since"):
        import_all(other, folder)
    next((folder / "logs").iterdir()).unlink()
    with other.sessions() as session:
        assert chain_now(session).length == 0, "nothing of the record is stored before all of it fits"


def test_a_record_that_is_not_whole_leaves_the_rest_alone(
    club: Installation, other: Installation, tmp_path: Path
) -> None:
    export_all(club, tmp_path / "out")
    _changed(
        tmp_path / "out", "record.jsonl", lambda data: data.replace(b'"outcome":"adjusted"', b'"outcome":"stands"', 1)
    )
    found, left_out = import_all(other, tmp_path / "out")
    assert (found.matches, found.disputes, found.notes) == (4, 0, 1)
    (sentence,) = left_out
    assert "record.jsonl, line " in sentence
    assert sentence.endswith("accounts, disputes and verdicts are left out")

"""Who rules, votes, signs and appeals in a club: not who played, nor who has not said which player they are."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import select
from sqlmodel import col

from app.accounts.roles import Role
from app.cli import main
from app.database.opening import transact
from app.database.tables.accounts import Account
from app.database.tables.audit_log import RecordEntry
from app.disputes.verdicts.key_folder import make_key
from tests.app.club.test_ties import HANDS, NAMES, RULING, agree, refused, tie
from tests.app.club.test_ties import club as club
from tests.app.club.test_ties import key as key
from tests.app.club.test_two_votes import agree as second
from tests.app.club.test_two_votes import proposals, votes
from tests.app.club.test_visibility import as_role, upload
from tests.app.conftest import Log, Page

UNKNOWN = "before it is known which player they are"


@pytest.fixture
def match(club: Flask, log: Log) -> int:
    """A match about which a recorder has opened a dispute."""
    recorder = as_role(club, Role.RECORDER, "Rec")
    made = upload(recorder, log(names=NAMES, hands=HANDS))
    recorder.post(f"/matches/{made}/dispute", data={"claim": "text", "text": "I won.", "hand": "1"})
    return made


def take_back(app: Flask, name: str) -> None:
    """Has somebody be as if they had declared nothing."""

    def work(session: object) -> None:
        found = session.scalars(select(Account).where(col(Account.name) == name)).one()  # type: ignore[attr-defined]
        found.plays_nowhere_at = None

    transact(app.extensions["fupan"].sessions, work)


@pytest.mark.usefixtures("match")
def test_nobody_rules_before_it_is_known_which_player_they_are(club: Flask, key: str) -> None:
    wu, sun, admin = as_role(club, Role.ARBITER, "Wu"), as_role(club, Role.ADMIN, "Sun"), as_role(club, Role.ADMIN)
    take_back(club, "Wu")
    refused(wu, "review", UNKNOWN)
    answer = wu.post("/disputes/1/rule", data=RULING)
    assert (answer.status_code, UNKNOWN in answer.text) == (403, True)
    account = Page(wu.get("/account"))
    assert (account.faults, "I play nowhere here" in account.text) == ([], True)
    assert as_role(club, Role.RECORDER, "Rec").post("/account/plays-nowhere").status_code == 403
    assert wu.post("/account/plays-nowhere").status_code == 303
    assert "You declared on" in wu.get("/account").text
    listed = Page(admin.get("/club/members"))
    assert (listed.faults, listed.text.count("declared to play nowhere here")) == ([], 3)
    kept = wu.get("/account/data.json").json
    assert kept["account"][0]["plays_nowhere_at"]  # type: ignore[index]
    # To ask to be a player takes it back, whether or not a recorder agrees.
    assert wu.post("/account/tie", data={"key": key}).status_code == 303
    assert wu.post("/account/plays-nowhere").status_code == 409
    assert wu.post("/disputes/1/rule", data=RULING).status_code == 403
    assert wu.post("/account/tie/end").status_code == 303
    assert wu.post("/disputes/1/rule", data=RULING).status_code == 403
    assert wu.post("/account/plays-nowhere").status_code == 303
    assert wu.post("/disputes/1/rule", data=RULING).status_code == 303
    # Who is tied to a player of another match needs to declare nothing.
    take_back(club, "Sun")
    assert sun.post("/disputes/1/close").status_code == 403
    other = upload(as_role(club, Role.RECORDER, "Rec"), Path("static/samples/spring-cup.json").read_bytes())
    with club.extensions["fupan"].sessions() as session:
        from app.database.tables.matches import MatchPlayer, Player

        wanted = select(col(Player.key)).join(MatchPlayer, col(MatchPlayer.player_id) == col(Player.id))
        played = str(session.scalar(wanted.where(col(MatchPlayer.log_id) == other).limit(1)))
    sun.post("/account/tie", data={"key": played})
    assert agree(as_role(club, Role.RECORDER, "Rec"), club, "Sun", played).status_code == 303
    assert sun.post("/disputes/1/close").status_code == 303


def test_who_has_the_name_of_a_seat_rules_with_a_second_arbiter(club: Flask, match: int) -> None:
    dee, cid, wu = (as_role(club, Role.ARBITER, name) for name in ("Dee", " cid ", "Wu"))
    refused(dee, "review", "is also the name of a player")
    page = Page(dee.get("/disputes/1"))
    assert (page.faults, "A ruling needs the votes of two arbiters" in page.text) == ([], True)
    assert dee.post("/disputes/1/rule", data=RULING).status_code == 303
    assert (votes(club), [each.before for each in proposals(club)]) == ([], [0])
    answer = second(club, cid)
    assert (answer.status_code, "one of the two arbiters of a ruling has another name" in answer.text) == (403, True)
    assert votes(club) == []
    assert second(club, wu).status_code == 303
    assert votes(club) == [True, True]
    page = Page(wu.get("/disputes/1"))
    assert (page.faults, page.text.count("has the name of a player of th")) == ([], 2)
    assert "Wu is also the name" not in page.text
    with club.extensions["fupan"].sessions() as session:
        (ruled,) = session.scalars(select(RecordEntry).where(col(RecordEntry.event) == "ruled"))
        assert json.loads(ruled.data)["interest"] == ["seat"]
    refused(dee, "close", "is also the name of a player")
    assert wu.post("/disputes/1/close").status_code == 303


@pytest.mark.usefixtures("match")
def test_a_proposal_ends_when_it_is_not_known_any_more_who_made_it(club: Flask) -> None:
    dee, wu = as_role(club, Role.ARBITER, "Dee"), as_role(club, Role.ARBITER, "Wu")
    assert dee.post("/disputes/1/rule", data=RULING).status_code == 303
    take_back(club, "Dee")
    answer = second(club, wu)
    assert (answer.status_code, "not known any more which player" in answer.text, votes(club)) == (422, True, [])


def test_who_does_not_rule_signs_no_verdict_on_the_command_line(
    club: Flask, match: int, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUPAN_KEYS", str(tmp_path))
    monkeypatch.setenv("FUPAN_DATABASE_URL", club.extensions["fupan"].config.database_url)
    make_key(tmp_path, "club")
    wu = as_role(club, Role.ARBITER, "Wu")
    for name in ("Sun", "Dee", "Feng"):
        as_role(club, Role.ADMIN, name)
    tie(club, "Sun", key)
    take_back(club, "Feng")
    assert wu.post("/disputes/1/rule", data=RULING).status_code == 303
    for issuer, why in (("Sun", "played in this match"), ("Dee", "name of a player"), ("Feng", UNKNOWN)):
        for asked in (["--dispute", "1"], [str(match)]):
            done = CliRunner().invoke(main, ["verdict", *asked, "--issuer", issuer])
            assert (done.exit_code, why in " ".join(done.stderr.split())) == (2, True), (issuer, done.stderr)
    for issuer in ("Wu", "Friday Club"):
        assert CliRunner().invoke(main, ["verdict", "--dispute", "1", "--issuer", issuer]).exit_code == 0

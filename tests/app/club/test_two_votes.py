"""Rulings of a club that need the votes of two arbiters, each given with their own account."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, text
from sqlmodel import col
from werkzeug.test import TestResponse

from app.accounts.roles import Role
from app.accounts.viewers import viewer_with
from app.database.config import Config, Mode
from app.database.opening import transact
from app.database.seeing import asked_by
from app.database.tables.audit_log import ActorRow, RecordEntry
from app.database.tables.disputes import ProposedRuling, RulingVote
from app.disputes.audit_log import actors
from app.disputes.cases.erasure import Erasing, erasable, erase_of_match
from app.disputes.cases.rulings import Decision, rule
from app.disputes.cases.states import Acting, CannotAct, RulingOutcome
from app.players.statistics.audited_scores import audit_with_scores
from app.web.create_app import create_app
from tests.app.club.test_ties import HANDS, NAMES, RULING, account, tie
from tests.app.club.test_visibility import as_role, upload
from tests.app.conftest import Log, Page

pytestmark = pytest.mark.databases_differ


@pytest.fixture
def club(web_config: Config) -> Iterator[Flask]:
    app = create_app(replace(web_config, mode=Mode.CLUB, ruling_votes=2))
    app.config["WTF_CSRF_ENABLED"] = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    yield app
    app.extensions["fupan"].close()


@pytest.fixture
def key(club: Flask, log: Log) -> str:
    """The key of a player of the match that is disputed."""
    recorder = as_role(club, Role.RECORDER, "Rec")
    match = upload(recorder, log(names=NAMES, hands=HANDS))
    recorder.post(f"/matches/{match}/dispute", data={"claim": "text", "text": "I won.", "hand": "1"})
    with club.extensions["fupan"].sessions() as session:
        return str(session.scalar(text("SELECT key FROM players ORDER BY id LIMIT 1")))


@pytest.fixture
def wu(club: Flask, key: str) -> FlaskClient:
    """An arbiter who has proposed a ruling."""
    arbiter = as_role(club, Role.ARBITER, "Wu")
    assert arbiter.post("/disputes/1/rule", data=RULING).status_code == 303
    return arbiter


@pytest.fixture
def sun(club: Flask) -> FlaskClient:
    return as_role(club, Role.ADMIN, "Sun")


def proposals(app: Flask) -> list[ProposedRuling]:
    with app.extensions["fupan"].sessions() as session:
        return list(session.scalars(select(ProposedRuling)))


def execute(app: Flask, statement: str) -> None:
    transact(app.extensions["fupan"].sessions, lambda session: session.execute(text(statement)))


def answer(client: FlaskClient, proposal: int | None, **fields: str) -> TestResponse:
    return client.post("/disputes/1/proposal", data={"proposal": str(proposal), **fields})


def agree(app: Flask, client: FlaskClient) -> TestResponse:
    return answer(client, proposals(app)[0].id)


def votes(app: Flask) -> list[bool]:
    with app.extensions["fupan"].sessions() as session:
        return [each.own for each in session.scalars(select(RulingVote))]


@pytest.mark.breaks_record
def test_a_ruling_is_entered_with_the_votes_of_two_accounts(club: Flask, wu: FlaskClient, sun: FlaskClient) -> None:
    assert votes(club) == []
    page = Page(sun.get("/disputes/1"))
    assert (page.status, page.faults) == (200, [])
    assert "Proposed: Illegal, but it stands" in page.text
    assert "So be it." not in as_role(club, Role.RECORDER, "Rec2").get("/disputes/1").text
    assert agree(club, sun).status_code == 303
    assert (votes(club), proposals(club)) == ([True, True], [])
    page = Page(sun.get("/disputes/1"))
    assert (page.status, page.faults) == (200, [])
    assert "reported" not in page.text
    assert "entered the vote of Wu, given with their own account, for ruling 1" in page.text
    with club.extensions["fupan"].sessions() as session:
        entries = session.scalars(select(RecordEntry).where(col(RecordEntry.event) == "vote")).all()
        said = [json.loads(each.data) for each in entries]
        names = dict(session.execute(select(col(ActorRow.id), col(ActorRow.name))).all())
    assert sorted((names[each["voter"]], each["agrees"], each["party"]) for each in said) == [
        ("Sun", True, False),
        ("Wu", True, False),
    ]
    assert {names[each.actor] for each in entries} == {"Sun"}
    audited = audit_with_scores(club.extensions["fupan"].sessions, None, None)
    assert (audited.whole, audited.parties) == (True, ())
    execute(club, "UPDATE ruling_votes SET own = NOT own")
    differs = audit_with_scores(club.extensions["fupan"].sessions, None, None).differs
    assert [each.what for each in differs] == ["vote", "vote"]


def test_the_same_account_does_not_vote_twice(club: Flask, wu: FlaskClient) -> None:
    assert "You have voted for it." in wu.get("/disputes/1").text
    refused = agree(club, wu)
    assert (refused.status_code, "nobody votes twice" in refused.text) == (422, True)
    assert votes(club) == []


def test_nobody_rules_alone_or_for_another(club: Flask, wu: FlaskClient) -> None:
    fupan = club.extensions["fupan"]
    with fupan.sessions() as session:
        asks = viewer_with(session, account(club, "Wu"))
    theirs = replace(fupan, sessions=asked_by(fupan.sessions, lambda: asks))
    with pytest.raises(CannotAct, match="two arbiters"):
        rule(theirs, 1, Acting("Wu", actors.ActorRole.ARBITER), Decision(RulingOutcome.STANDS, "Alone."), 0)
    refused = wu.post("/disputes/1/rule", data=RULING | {"voter-1": "Sun"})
    assert (refused.status_code, "in the name of another" in refused.text) == (422, True)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("UPDATE accounts SET role = 'recorder' WHERE name = 'Wu'", "not an arbiter any more"),
        ("UPDATE proposed_rulings SET digest = 'x'", "judged otherwise now"),
        ("", "is a player of the match"),
    ],
)
def test_a_proposal_ends_with_what_it_was_made_on(
    club: Flask, key: str, wu: FlaskClient, sun: FlaskClient, change: str, why: str
) -> None:
    if change:
        execute(club, change)
    else:
        tie(club, "Wu", key)
    page = Page(sun.get("/disputes/1"))
    assert (page.faults, "This proposal has ended." in page.text, why in page.text) == ([], True, True)
    refused = agree(club, sun)
    assert (refused.status_code, why in refused.text, votes(club)) == (422, True, [])
    assert sun.post("/disputes/1/rule", data=RULING).status_code == 303
    assert [each.account for each in proposals(club)] == [account(club, "Sun")]


def test_nobody_who_played_votes_and_a_page_says_why(club: Flask, key: str, wu: FlaskClient, sun: FlaskClient) -> None:
    tie(club, "Sun", key)
    page = Page(sun.get("/disputes/1"))
    assert "nobody rules on a match they played in" in page.text
    assert ("So be it." in page.text, 'name="outcome"' in page.source) == (False, False)
    assert agree(club, sun).status_code == 403
    assert votes(club) == []


def test_who_agrees_to_a_proposal_does_not_agree_to_the_next(club: Flask, wu: FlaskClient, sun: FlaskClient) -> None:
    shown = proposals(club)[0].id
    assert wu.post("/disputes/1/rule", data=RULING | {"text": "Otherwise."}).status_code == 303
    refused = answer(sun, shown)
    assert (refused.status_code, "not there any more" in refused.text, votes(club)) == (422, True, [])


def test_a_proposal_is_withdrawn_by_who_made_it(club: Flask, wu: FlaskClient, sun: FlaskClient) -> None:
    number = proposals(club)[0].id
    assert answer(sun, number, withdraw="1").status_code == 422
    assert answer(wu, number, withdraw="1").status_code == 303
    assert proposals(club) == []


def test_who_voted_does_not_rule_or_vote_on_the_appeal(club: Flask, wu: FlaskClient, sun: FlaskClient) -> None:
    agree(club, sun)
    assert as_role(club, Role.RECORDER, "Rec").post("/disputes/1/appeal", data={"text": "No."}).status_code == 303
    again = RULING | {"before": "1"}
    for arbiter in (wu, sun):
        refused = arbiter.post("/disputes/1/rule", data=again)
        assert (refused.status_code, "another arbiter rules on the appeal" in refused.text) == (403, True)
        assert 'name="outcome"' not in arbiter.get("/disputes/1").text
    first, second = as_role(club, Role.ARBITER, "Zhao"), as_role(club, Role.ARBITER, "Qian")
    assert first.post("/disputes/1/rule", data=again).status_code == 303
    assert agree(club, wu).status_code == 403
    assert agree(club, second).status_code == 303
    assert votes(club) == [True] * 4


def test_what_could_not_be_ruled_is_not_proposed(club: Flask, key: str) -> None:
    arbiter = as_role(club, Role.ARBITER, "Wu")
    for wrong in ({"outcome": "adjusted"}, {"text": "x" * 20_001}, {"before": "1"}, {"vote-0": "against"}):
        assert arbiter.post("/disputes/1/rule", data=RULING | wrong).status_code == 422, wrong
    assert (proposals(club), votes(club)) == ([], [])


def test_a_proposal_is_erased_with_the_texts_of_its_dispute(club: Flask, wu: FlaskClient) -> None:
    fupan = club.extensions["fupan"]
    with fupan.sessions() as session:
        assert erasable(session, 1).texts[0].count == 2
    erase_of_match(fupan, 1, Acting("Sun", actors.ActorRole.ARBITER), Erasing(disputes=[1]))
    assert proposals(club) == []


def test_alone_one_vote_is_enough(web_config: Config, log: Log) -> None:
    app = create_app(replace(web_config, ruling_votes=2))
    app.config["WTF_CSRF_ENABLED"] = False
    client, arbiter = app.test_client(), {"acting-name": "Wu", "acting-role": "arbiter"}
    match = upload(client, log(hands=HANDS))
    client.post(f"/matches/{match}/dispute", data={"claim": "text", "text": "I won.", **arbiter})
    assert client.post("/disputes/1/rule", data=RULING | arbiter).status_code == 303
    assert (votes(app), answer(client, 1).status_code) == ([False], 404)
    app.extensions["fupan"].close()

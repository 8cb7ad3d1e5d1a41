"""The tie of an account to a person of the statistics, and what follows of it."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, text
from sqlalchemy.orm import Session
from sqlmodel import col
from werkzeug.test import TestResponse

from app.accounts import members, ties
from app.accounts.roles import Role
from app.accounts.viewers import viewer_with
from app.cli import main
from app.database.config import Config, Mode
from app.database.joined_players import tied_players
from app.database.opening import transact
from app.database.seeing import Visibility, asked_by, has_played, visible
from app.database.tables.audit_log import RecordEntry
from app.database.tables.matches import Log as Match
from app.disputes.audit_log.appending import append
from app.players.statistics.audited_scores import audit_with_scores
from app.players.statistics.people import CannotJoin, join, person_of, split
from app.web.create_app import create_app
from tests.app.club.test_visibility import as_role, show, upload
from tests.app.conftest import Log, Page

HANDS = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}]
NAMES = ("Ann", "Bob", "Cid", "Dee")
RULING = {"outcome": "stands", "text": "So be it.", "before": "0"}


@pytest.fixture
def club(web_config: Config) -> Iterator[Flask]:
    app = create_app(replace(web_config, mode=Mode.CLUB))
    app.config["WTF_CSRF_ENABLED"] = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    yield app
    app.extensions["fupan"].close()


def person(app: Flask, key: str) -> int:
    with app.extensions["fupan"].sessions() as session:
        found = person_of(session, key)
    assert found is not None
    return found


def account(app: Flask, name: str) -> int:
    with app.extensions["fupan"].sessions() as session:
        found = members.account_named(session, name)
        assert found is not None
        assert found.id is not None
        return found.id


def agree(client: FlaskClient, app: Flask, name: str, key: str) -> TestResponse:
    return client.post(f"/club/ties/{account(app, name)}/agree", data={"person": str(person(app, key))})


def tie(app: Flask, name: str, key: str) -> None:
    """Ties an account to the person with a key, as others do it."""
    number = account(app, name)

    def work(session: Session) -> None:
        ties.ask(session, number, person(app, key))
        ties.agree(session, 0, number, person(app, key))

    transact(app.extensions["fupan"].sessions, work)


@pytest.fixture
def match(club: Flask, log: Log) -> int:
    """A match of Ann, Bob, Cid and Dee that the club sees."""
    return upload(as_role(club, Role.RECORDER), log(names=NAMES, hands=HANDS))


@pytest.fixture
def key(club: Flask, match: int) -> str:
    """The key of the player in the first seat."""
    with club.extensions["fupan"].sessions() as session:
        return str(session.scalar(text("SELECT key FROM players ORDER BY id LIMIT 1")))


def other_key(app: Flask) -> str:
    with app.extensions["fupan"].sessions() as session:
        return str(session.scalar(text("SELECT key FROM players ORDER BY id DESC LIMIT 1")))


def test_a_member_asks_and_somebody_else_agrees(club: Flask, key: str) -> None:
    li, recorder = as_role(club, Role.MEMBER, "Li"), as_role(club, Role.RECORDER, "Rec")
    assert li.post("/account/tie", data={"key": "nobody"}).status_code == 409
    assert li.post("/account/tie", data={"key": key}).status_code == 303
    page = Page(li.get("/account"))
    assert (page.status, page.faults) == (200, [])
    assert "has not agreed yet" in page.text
    assert agree(li, club, "Li", key).status_code == 403
    assert agree(recorder, club, "Li", other_key(club)).status_code == 409
    page = Page(recorder.get("/club/ties"))
    assert (page.status, page.faults) == (200, [])
    assert "Li" in page.text
    assert agree(recorder, club, "Li", key).status_code == 303
    assert "do not rule on them" in li.get("/account").text
    assert li.post("/account/tie", data={"key": other_key(club)}).status_code == 409
    wu = as_role(club, Role.MEMBER, "Wu")
    assert wu.post("/account/tie", data={"key": key}).status_code == 409
    assert recorder.post(f"/club/ties/{account(club, 'Li')}/end").status_code == 303
    assert wu.post("/account/tie", data={"key": key}).status_code == 303


@pytest.mark.parametrize("role", [Role.RECORDER, Role.ARBITER, Role.ADMIN])
def test_nobody_agrees_to_their_own_tie(club: Flask, key: str, role: Role) -> None:
    mine = as_role(club, role, "Mine")
    mine.post("/account/tie", data={"key": key})
    refused = agree(mine, club, "Mine", key)
    assert (refused.status_code, "Nobody agrees to their own tie" in refused.text) == (403, True)
    with club.extensions["fupan"].sessions() as session:
        assert not tied_players(session, account(club, "Mine"))


def test_a_recorder_whose_role_ended_agrees_to_nothing(club: Flask, key: str) -> None:
    li, recorder = as_role(club, Role.MEMBER, "Li"), as_role(club, Role.RECORDER, "Rec")
    li.post("/account/tie", data={"key": key})
    transact(
        club.extensions["fupan"].sessions,
        lambda session: session.execute(text("UPDATE accounts SET role = 'member' WHERE name = 'Rec'")),
    )
    assert agree(recorder, club, "Li", key).status_code == 403
    assert recorder.get("/club/ties").status_code == 403


def test_of_two_who_ask_for_one_person_one_is_tied(club: Flask, key: str) -> None:
    recorder = as_role(club, Role.RECORDER, "Rec")
    for name in ("Li", "Wu"):
        as_role(club, Role.MEMBER, name).post("/account/tie", data={"key": key})
    assert agree(recorder, club, "Wu", key).status_code == 303
    assert agree(recorder, club, "Li", key).status_code == 409


def test_a_private_match_is_seen_by_its_player_and_nobody_else_until_untied(club: Flask, match: int, key: str) -> None:
    li, wu = as_role(club, Role.MEMBER, "Li"), as_role(club, Role.MEMBER, "Wu")
    li.post("/account/tie", data={"key": key})
    for visibility in (Visibility.PRIVATE, Visibility.UNLISTED):
        show(club, match, visibility)
        for address in (f"/matches/{match}", f"/api/v1/matches/{match}/log", f"/matches/{match}/hands/1"):
            assert (li.get(address).status_code, wu.get(address).status_code) == (404, 404)
    assert agree(as_role(club, Role.ADMIN, "Sun"), club, "Li", key).status_code == 303
    for visibility in (Visibility.PRIVATE, Visibility.UNLISTED):
        show(club, match, visibility)
        for address in (f"/matches/{match}", f"/api/v1/matches/{match}/log", f"/matches/{match}/hands/1"):
            assert (li.get(address).status_code, wu.get(address).status_code) == (200, 404), (visibility, address)
        assert f'href="/matches/{match}"' in li.get("/matches/").text
        assert f'href="/matches/{match}"' not in wu.get("/matches/").text
    assert li.post("/account/tie/end").status_code == 303
    assert li.get(f"/matches/{match}").status_code == 404


def test_a_tie_follows_its_player_when_people_are_joined_and_split(club: Flask, match: int, key: str) -> None:
    sessions, other = club.extensions["fupan"].sessions, other_key(club)
    as_role(club, Role.MEMBER, "Li")
    as_role(club, Role.MEMBER, "Wu")
    tie(club, "Li", other)
    both = {person(club, key), person(club, other)}
    transact(sessions, lambda session: join(session, key, other))
    with sessions() as session:
        assert tied_players(session, account(club, "Li")) == both
    with pytest.raises(ties.TieRefused):
        tie(club, "Wu", key)
    transact(sessions, lambda session: split(session, other))
    with sessions() as session:
        assert tied_players(session, account(club, "Li")) == {person(club, other)}
    tie(club, "Wu", key)
    with pytest.raises(CannotJoin, match="accounts"):
        transact(sessions, lambda session: join(session, key, other))


def test_a_member_opens_disputes_about_matches_they_played_in_alone(club: Flask, match: int, key: str) -> None:
    li, recorder = as_role(club, Role.MEMBER, "Li"), as_role(club, Role.RECORDER, "Rec")
    address, claim = f"/matches/{match}/dispute", {"claim": "text", "text": "I won.", "hand": "1"}
    refused = li.post(address, data=claim)
    assert (refused.status_code, "match that you played in" in refused.text) == (403, True)
    tie(club, "Li", key)
    assert li.post(address, data=claim).status_code == 303
    li.post("/account/tie/end")
    assert li.post(address, data=claim).status_code == 403
    assert li.get(address).status_code == 403
    assert recorder.post(address, data=claim).status_code == 303


def test_nobody_rules_on_a_match_they_played_in_and_the_record_says_so(club: Flask, match: int, key: str) -> None:
    fupan = club.extensions["fupan"]
    sun, wu, recorder = (
        as_role(club, Role.ADMIN, "Sun"),
        as_role(club, Role.ARBITER, "Wu"),
        as_role(club, Role.RECORDER, "Rec"),
    )
    recorder.post(f"/matches/{match}/dispute", data={"claim": "text", "text": "I won.", "hand": "1"})
    tie(club, "Sun", key)
    refused = sun.post("/disputes/1/rule", data=RULING)
    assert (refused.status_code, "nobody rules on a match they played in" in refused.text) == (403, True)
    assert wu.post("/disputes/1/rule", data=RULING).status_code == 303
    assert recorder.post("/disputes/1/appeal", data={"text": "No."}).status_code == 303
    again = RULING | {"before": "1"}
    refused = sun.post("/disputes/1/rule", data=again)
    assert refused.status_code == 403
    refused = wu.post("/disputes/1/rule", data=again)
    assert (refused.status_code, "another arbiter rules" in refused.text) == (403, True)
    assert as_role(club, Role.ARBITER, "Zhao").post("/disputes/1/rule", data=again).status_code == 303
    with fupan.sessions() as session:
        entries = session.scalars(select(RecordEntry).where(col(RecordEntry.event).in_(["ruled", "vote"]))).all()
        assert [json.loads(each.data)["party"] for each in entries] == [False] * 4
    audited = audit_with_scores(fupan.sessions, None, None)
    assert (audited.whole, audited.parties) == (True, ())


def test_untying_reopens_nothing(club: Flask, match: int, key: str) -> None:
    sun, wu = as_role(club, Role.ADMIN, "Sun"), as_role(club, Role.ARBITER, "Wu")
    wu.post(f"/matches/{match}/dispute", data={"claim": "text", "text": "I won.", "hand": "1"})
    tie(club, "Sun", key)
    assert sun.post("/account/tie/end").status_code == 303
    assert (sun.post("/disputes/1/review").status_code, sun.post("/disputes/1/rule", data=RULING).status_code) == (
        403,
        403,
    )
    other = other_key(club)
    sun.post("/account/tie", data={"key": other})
    assert sun.post("/disputes/1/rule", data=RULING).status_code == 403
    wu.post(f"/club/ties/{account(club, 'Sun')}/end")
    assert wu.post("/disputes/1/rule", data=RULING).status_code == 303
    kept = sun.get("/account/data.json").json
    assert [each["key"] for each in kept["former_ties"]] == [key]  # type: ignore[index]


def refused(client: FlaskClient, what: str, why: str) -> None:
    """The page and the API refuse an act with 403 and the reason, and the page of the dispute does not offer it."""
    page = client.post(f"/disputes/1/{what}")
    assert (page.status_code, why in page.text) == (403, True)
    answer = client.post(f"/api/v1/disputes/1/{what}", json={})
    assert (answer.status_code, why in answer.json["detail"]) == (403, True)  # type: ignore[index]
    shown = Page(client.get("/disputes/1"))
    assert (shown.faults, why in shown.text, f"/disputes/1/{what}" in shown.source) == ([], True, False)


def test_nobody_takes_up_or_closes_a_dispute_about_a_match_they_played_in(club: Flask, match: int, key: str) -> None:
    sun, wu = as_role(club, Role.ADMIN, "Sun"), as_role(club, Role.ARBITER, "Wu")
    wu.post(f"/matches/{match}/dispute", data={"claim": "text", "text": "I won.", "hand": "1"})
    tie(club, "Sun", key)
    why = "nobody rules on a match they played in"
    refused(sun, "review", why)
    assert "/disputes/1/review" in wu.get("/disputes/1").text
    assert wu.post("/disputes/1/review").status_code == 303
    assert wu.post("/disputes/1/rule", data=RULING).status_code == 303
    refused(sun, "close", why)
    assert "/disputes/1/close" in wu.get("/disputes/1").text
    assert wu.post("/disputes/1/close").status_code == 303


def test_who_ruled_before_the_appeal_does_not_close_the_dispute(club: Flask, match: int) -> None:
    wu, zhao = as_role(club, Role.ARBITER, "Wu"), as_role(club, Role.ARBITER, "Zhao")
    wu.post(f"/matches/{match}/dispute", data={"claim": "text", "text": "I won.", "hand": "1"})
    assert wu.post("/disputes/1/rule", data=RULING).status_code == 303
    assert wu.post("/disputes/1/appeal", data={"text": "No."}).status_code == 303
    assert zhao.post("/disputes/1/rule", data=RULING | {"before": "1"}).status_code == 303
    refused(wu, "close", "another arbiter makes the ruling final")
    assert zhao.post("/disputes/1/close").status_code == 303


def test_the_audit_names_who_was_a_party(club: Flask, match: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fupan = club.extensions["fupan"]

    def add(session: Session, *, party: bool) -> int:
        data = {"ruling": 1, "voter": "x", "agrees": True, "party": party}
        return append(session, actor="x", event="vote", subject="match 9", data=data).n

    transact(fupan.sessions, lambda session: add(session, party=False))
    named = transact(fupan.sessions, lambda session: add(session, party=True))
    monkeypatch.setenv("FUPAN_DATABASE_URL", fupan.config.database_url)
    plain = CliRunner().invoke(main, ["audit", "verify"])
    assert (plain.exit_code, f"by entry {named} somebody" in " ".join(plain.output.split())) == (0, True)
    whole = json.loads(CliRunner().invoke(main, ["audit", "verify", "--json"]).output)
    assert (whole["breaks_at"], whole["differs"], whole["parties"]) == (None, [], [named])
    exported = CliRunner().invoke(main, ["audit", "export"]).output
    found = CliRunner().invoke(main, ["audit", "verify", "-", "--json"], input=exported)
    assert (found.exit_code, json.loads(found.output)["parties"]) == (0, [named])


def test_the_matches_of_a_player_are_looked_up_by_keys(club: Flask, match: int, key: str) -> None:
    sessions = club.extensions["fupan"].sessions
    as_role(club, Role.MEMBER, "Li")
    tie(club, "Li", key)
    with sessions() as session:
        asks = viewer_with(session, account(club, "Li"))
    with asked_by(sessions, lambda: asks)() as session:
        assert has_played(session, asks.players, match)
        wanted = select(col(Match.id)).where(col(Match.id) == match, visible(session, col(Match.id)))
        assert session.scalar(wanted) == match
        if session.get_bind().dialect.name == "sqlite":
            compiled = wanted.compile(session.get_bind(), compile_kwargs={"literal_binds": True})
            plan = [row[3] for row in session.execute(text(f"EXPLAIN QUERY PLAN {compiled}"))]
            assert not [step for step in plan if step.startswith("SCAN")], plan
            assert any(step.startswith("SEARCH match_players USING") for step in plan), plan

"""A match whose log was erased: what is left of it, on every page and for programs, and that nobody judges it again."""

from datetime import UTC, datetime
from typing import Any, Final

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlmodel import col

from app.database.opening import transact
from app.database.tables.matches import Blob, MatchPlayer, Player
from app.disputes.audit_log.actors import ActorRole
from app.disputes.cases.states import Acting
from app.matches.reprocessing import judge_batch
from app.matches.store import stored_matches
from app.players.personal.erasing import erase_somebody
from app.players.personal.whose import of_person
from tests.app.conftest import Put

NOW: Final = datetime(2026, 5, 1, 12, tzinfo=UTC)
WORDS: Final = "The log of this match was erased on 2026-05-01. The match is judged no more."
VALUES: Final[dict[str, object]] = {"identity": 1, "match": 1, "number": 1, "kind": "html", "what": "totals"}
"""Of an address; those that need others are of something else than the match."""


@pytest.fixture
def erased(web: Flask, client: FlaskClient, put: Put, sample: dict[str, Any]) -> str:
    """The name that was erased, of a match that was read before; its first dispute is open."""
    name: str = sample["players"][0]["name"]
    assert put(sample) == 1
    assert client.get("/matches/1/hands/1").status_code == 200

    def work(session: Any) -> None:
        person = session.scalar(select(col(MatchPlayer.player_id)).where(col(MatchPlayer.name) == name))
        assert person is not None
        erase_somebody(session, of_person(session, person), Acting("Sun", ActorRole.ARBITER), NOW, logs_too=True)

    transact(web.extensions["fupan"].sessions, work)
    return name


def test_the_match_keeps_its_verdict_and_hash_and_says_when_its_log_was_erased(
    web: Flask, client: FlaskClient, erased: str
) -> None:
    stored = web.extensions["fupan"].match(1)
    assert not stored.kept
    page = client.get("/matches/1").text
    assert WORDS in page
    assert stored.sha256 in page
    assert stored.report.digest in page
    assert "/api/v1/matches/1/log" not in page
    facts = client.get("/api/v1/matches/1").json
    assert facts is not None
    assert (facts["log_erased_at"], facts["sha256"]) == ("2026-05-01T12:00:00Z", stored.sha256)
    assert client.get("/api/v1/matches/1/report").json["digest"] == stored.report.digest
    for address in ("/", "/matches/", "/matches/1", "/matches/1/hands/1"):
        assert erased not in client.get(address).text


@pytest.mark.parametrize(
    "address",
    [
        "/matches/1/hands/1",
        "/matches/1/score",
        "/matches/1/hands/1/plays?step=0",
        "/api/v1/matches/1/log",
        "/api/v1/matches/1/recorded",
        "/api/v1/matches/1/score",
        "/api/v1/matches/1/hands/1",
        "/api/v1/matches/1/report?rules=standard",
    ],
)
def test_what_needs_the_log_says_when_it_was_erased(client: FlaskClient, erased: str, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert WORDS in answer.text
    assert erased not in answer.text


def test_the_rules_of_its_report_are_shown_and_no_others_offered(client: FlaskClient, erased: str) -> None:
    answer = client.get("/matches/1/rules?compare=yes&goal=clean")
    assert answer.status_code == 200
    assert "Judged under" in answer.text
    assert WORDS in answer.text
    assert "Judge under other rules" not in answer.text
    assert erased not in answer.text


def test_no_page_of_the_match_fails_or_has_the_name(web: Flask, client: FlaskClient, erased: str) -> None:
    seen = 0
    with web.test_request_context():
        addresses = {
            rule.build(VALUES, append_unknown=False)
            for rule in web.url_map.iter_rules()
            if "GET" in (rule.methods or ()) and rule.arguments and rule.arguments <= VALUES.keys()
        }
    for _, address in filter(None, addresses):
        answer = client.get(address)
        assert answer.status_code < 500, address
        assert erased not in answer.text, address
        seen += 1
    assert seen > 40


def test_nothing_judges_it_again(web: Flask, erased: str, put: Put, sample: dict[str, Any]) -> None:
    fupan = web.extensions["fupan"]
    with fupan.sessions() as session:
        (outcome,) = judge_batch(stored_matches(session))
    assert (outcome.skipped, outcome.judged, outcome.reason) == (True, None, "its log was erased on 2026-05-01")
    assert put(sample) == 1
    with fupan.sessions() as session:
        assert session.scalars(select(col(Blob.data))).all() == [None]
        assert erased not in session.scalars(select(col(Player.name))).all()

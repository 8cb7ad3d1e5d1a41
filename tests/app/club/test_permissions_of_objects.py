"""Who may do what with a match, a dispute, a verdict and a note, by what they are to it, beside what is written out."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from app.accounts import members, ties
from app.accounts.roles import Role
from app.database.config import Config, Mode
from app.database.opening import transact
from app.database.tables.accounts import FormerTie
from app.disputes.verdicts.issuing import Stamp, issue_stored
from app.players.statistics.people import person_of
from app.web.create_app import create_app
from app.web.http.pages import LEAST, May, Of
from tests.app.club.test_ties import HANDS, NAMES, RULING
from tests.app.club.test_visibility import as_role, upload
from tests.app.conftest import Log
from tests.permissions import ONLY, TABLE

EXPECTED: Final = Path(__file__).parents[2] / "data" / "permissions_of_objects.csv"
"""A row for an address and a method whose permission is not the whole condition, with that, and a column for what
somebody is: 403, or 200 where the view was reached, whatever it answers.

Each has the smallest role that has the permission, but the recorder.  Nothing is there where nobody of that role is it.
"""
MEMBERS: Final = ("author", "opener", "player", "former", "recorder", "stranger")
ARBITERS: Final = ("opener", "player", "former", "stranger", "undeclared", "namesake")
SENT: Final[Mapping[str, Any]] = {
    "api.answer_to_proposal": {"proposal": 1},
    "api.appeal": {"text": ""},
    "api.close": {},
    "api.issue": {"key": "none", "ruling": 1},
    "api.open_dispute": {"text": ""},
    "api.review": {},
    "api.rewrite_note": {"version": 0},
    "api.rule_on": {"outcome": "stands", "text": "", "before": 99},
}
"""What programs send."""
FORM: Final = RULING | {"before": "99", "text": "", "claim": "text", "key": "none", "ruling": "1", "proposal": "1"}
"""What pages send: nothing that would be done."""


@dataclass(frozen=True, slots=True)
class Club:
    """A club with those who are something to its match."""

    app: Flask
    of_role: Mapping[tuple[Role, str], FlaskClient]

    def asks(self, role: Role, who: str, endpoint: str, method: str) -> int:
        """The status of an answer."""
        rule = next(
            each
            for each in self.app.url_map.iter_rules()
            if each.endpoint == endpoint and method in (each.methods or ())
        )
        # The dispute that an arbiter has opened is the second.
        dispute = 2 if (role, who) == (Role.ARBITER, "opener") else 1
        number = dispute if TABLE[endpoint, method][1] is Of.DISPUTE else 1
        with self.app.test_request_context():
            _, path = rule.build(dict.fromkeys(rule.arguments, number)) or ("", "")
        client = self.of_role[role, who]
        if endpoint == "api.sign_verdict":
            return client.post(path, data=b"x").status_code
        if endpoint.startswith("api."):
            query = {"version": "0"} if method == "DELETE" else {}
            return client.open(path, method=method, query_string=query, json=SENT.get(endpoint)).status_code
        files = {"file": (BytesIO(b"x"), "a.json")} if endpoint == "issued_verdicts.add_signatures" else {}
        return client.open(path, method=method, data=None if method == "GET" else {**FORM, **files}).status_code


@pytest.fixture
def club(web_config: Config, log: Log) -> Iterator[Club]:
    app = create_app(replace(web_config, mode=Mode.CLUB, api_requests=10**6))
    app.config.update(WTF_CSRF_ENABLED=False, PROPAGATE_EXCEPTIONS=False)
    fupan = app.extensions["fupan"]
    recorder = as_role(app, Role.RECORDER, "recorder")
    upload(recorder, log(names=NAMES, hands=HANDS))
    clients = {(Role.MEMBER, who): as_role(app, Role.MEMBER, f"member {who}") for who in MEMBERS}
    clients |= {(Role.ARBITER, who): as_role(app, Role.ARBITER, f"arbiter {who}") for who in ARBITERS}
    clients[Role.MEMBER, "recorder"] = recorder
    clients[Role.ARBITER, "namesake"] = as_role(app, Role.ARBITER, "Dee")

    def relate(session: Session) -> None:
        def account(name: str) -> int:
            return getattr(members.account_named(session, name), "id", 0)

        for name, player in (("member player", "Ann"), ("arbiter player", "Bob")):
            person = person_of(session, player) or 0
            ties.ask(session, account(name), person)
            ties.agree(session, 0, account(name), person)
        for name in ("member former", "arbiter former"):
            person = person_of(session, "Cid") or 0
            session.add(FormerTie(account=account(name), player_id=person, ended_at=datetime.now(UTC)))
        members.account_named(session, "arbiter undeclared").plays_nowhere_at = None  # type: ignore[union-attr]

    def role(given: Role) -> None:
        transact(
            fupan.sessions,
            lambda session: setattr(members.account_named(session, "member opener"), "role", given.name.lower()),
        )

    transact(fupan.sessions, relate)
    claim = {"claim": "text", "text": "I won.", "hand": "1"}
    # Whoever opened a dispute about a match of others was a recorder then.
    role(Role.RECORDER)
    assert clients[Role.MEMBER, "opener"].post("/matches/1/dispute", data=claim).status_code == 303
    role(Role.MEMBER)
    assert clients[Role.ARBITER, "opener"].post("/matches/1/dispute", data=claim).status_code == 303
    assert as_role(app, Role.ARBITER, "rules").post("/disputes/1/rule", data=RULING).status_code == 303
    assert clients[Role.MEMBER, "author"].post("/matches/1/hands/1/notes", data={"text": "Look."}).status_code == 303
    issue_stored(fupan, 1, None, Stamp("Friday Club", None))
    yield Club(app, clients)
    fupan.close()


def test_each_gets_what_is_written_out(club: Club) -> None:
    with EXPECTED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    rules = {rule.endpoint: rule.rule for rule in club.app.url_map.iter_rules()}
    found = []
    for (endpoint, method), only in sorted(ONLY.items(), key=lambda each: (rules[each[0][0]], each[0][1])):
        role = LEAST[TABLE[endpoint, method][0]]
        row = {"address": rules[endpoint], "method": method, "only": str(only)}
        asked = MEMBERS if role is Role.MEMBER else ARBITERS
        for who in dict.fromkeys((*MEMBERS, *ARBITERS)):
            status = club.asks(role, who, endpoint, method) if who in asked else None
            assert status is None or status < 500, (endpoint, who)
            row[who] = "" if status is None else "403" if status == 403 else "200"
        found.append(row)
    assert found == rows


def test_what_is_not_written_out_is_answered_alike_whatever_one_is_to_it(club: Club) -> None:
    """Of what changes something of a match, a dispute or a verdict, and members may do."""
    tried = 0
    for (endpoint, method), (needed, of) in TABLE.items():
        if (
            method != "GET"
            and needed is May.TAKE_PART
            and of in (Of.MATCH, Of.DISPUTE)
            and (endpoint, method) not in ONLY
        ):
            asked = {who: club.asks(Role.MEMBER, who, endpoint, method) for who in ("opener", "player", "stranger")}
            assert len({status in (403, 404) for status in asked.values()}) == 1, (endpoint, asked)
            tried += 1
    assert tried >= 8

"""What those of a private match and a stranger get at its addresses, by login and by token, and what no page gives
away of it.
"""

import csv
import re
import time
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session
from werkzeug.routing import IntegerConverter

from app.accounts import logins, members, ties, tokens
from app.accounts.roles import Role
from app.accounts.tokens import Scope
from app.database.config import Config, Mode
from app.database.opening import transact
from app.database.seeing import Visibility
from app.database.tables.access import MatchUploader
from app.matches.access import show_to
from app.matches.ingest import ingest
from app.players.statistics.people import person_of
from app.web.create_app import create_app
from app.web.http.pages import Of
from tests.app.club.test_match_queries import HIDDEN, NAME, fill, log_of, sha_of
from tests.databases import new_sqlite
from tests.permissions import TABLE

EXPECTED: Final = Path(__file__).parents[2] / "data" / "permissions_of_match.csv"
"""A row for an address and a method, a column for what a member is to a private match with all that belongs to it.

403 and 404 are written as they are answered; 200 says that the view was reached, whatever it answers.
"""
VALUES: Final = {"identity": "hall", "shown": "hall", "sha256": "", "kind": "html", "what": "partners", "form": "csv"}
SENT: Final[Mapping[str, tuple[Mapping[str, object] | None, Mapping[str, str]]]] = {
    "POST": ({"text": "It was so."}, {}),
    "PATCH": ({"text": "It was so.", "version": 1}, {}),
    "DELETE": (None, {"version": "1"}),
}
"""By method the body and the query that programs send."""
MOST_REQUESTS: Final = 10_000
MOST_SECONDS: Final = 60
WHO: Final = ("uploader", "player", "stranger")
OF_MATCH: Final = (Of.MATCH, Of.DISPUTE, Of.VERDICT, Of.SHEET, Of.PRESENTATION, Of.COMPUTATION)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A club with a private match, to which something of each kind belongs, and another of the whole club."""
    url = new_sqlite(tmp_path_factory.mktemp("own") / "fupan.sqlite3")
    app = create_app(Config(database_url=url, secret_key="for tests alone", mode=Mode.CLUB, api_requests=10**6))
    app.config["WTF_CSRF_ENABLED"] = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    fupan = app.extensions["fupan"]
    list(ingest(fupan.sessions, fupan.checker, BytesIO(log_of("m1", NAME) + b"\n" + log_of("m2", "other")), "a.jsonl"))
    transact(fupan.sessions, fill)

    def enter(session: Session) -> None:
        for who in WHO:
            account = members.make_account(session, who, "", Role.MEMBER)
            if who == "uploader":
                session.add(MatchUploader(log_id=HIDDEN, account=account.id or 0))
            elif who == "player":
                person = person_of(session, NAME) or 0
                ties.ask(session, account.id or 0, person)
                ties.agree(session, 0, account.id or 0, person)
        session.flush()

    transact(fupan.sessions, enter)
    yield app
    fupan.close()


def private(app: Flask) -> None:
    transact(app.extensions["fupan"].sessions, lambda session: show_to(session, HIDDEN, Visibility.PRIVATE))


def logged_in(app: Flask, who: str) -> FlaskClient:
    def begin(session: Session) -> str:
        account = members.account_named(session, who)
        assert account is not None
        return logins.begin(session, account, "", "")

    token, client = transact(app.extensions["fupan"].sessions, begin), app.test_client()
    with client.session_transaction() as kept:
        kept["login"] = token
    return client


def with_token(app: Flask, who: str) -> FlaskClient:
    def make(session: Session) -> str:
        account = members.account_named(session, who)
        assert account is not None
        return tokens.make(session, account.id or 0, "program", frozenset(Scope), tokens.DAYS[0])

    client = app.test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {transact(app.extensions['fupan'].sessions, make)}"
    return client


COMPUTATION = 2
"""Its number in the queue, after that of an upload."""


def path_to(app: Flask, address: str, number: int = 1) -> str:
    rule = next(each for each in app.url_map.iter_rules() if each.rule == address)
    with app.test_request_context():
        built = {
            name: (COMPUTATION if "computations" in address else number)
            if isinstance(converter, IntegerConverter)
            else VALUES.get(name, "1")
            for name, converter in rule._converters.items()
        }
        _, path = rule.build(built) or ("", "")
    return path


@pytest.mark.parametrize("shows", [logged_in, with_token])
def test_those_of_a_match_and_a_stranger_get_what_is_written_out(
    club: Flask, shows: Callable[[Flask, str], FlaskClient]
) -> None:
    """What takes something away is asked for last.  Outside of the addresses for programs a token shows nobody."""
    private(club)
    with EXPECTED.open(encoding="utf-8", newline="") as file:
        rows = {(row.pop("address"), row.pop("method")): row for row in csv.DictReader(file)}
    asked = [
        (rule.rule, method)
        for method in ("GET", "PATCH", "PUT", "POST", "DELETE")
        for rule in sorted(club.url_map.iter_rules(), key=lambda rule: rule.rule)
        if TABLE.get((rule.endpoint, method), (None, Of.CLUB))[1] in OF_MATCH
        and (shows is logged_in or rule.rule.startswith("/api/"))
    ]
    begun = time.process_time()
    found: dict[tuple[str, str], dict[str, str]] = {key: {} for key in asked}
    clients = {who: shows(club, who) for who in WHO}
    for address, method in asked:
        body, query = SENT.get(method, (None, {})) if address.startswith("/api/") else (None, {})
        for who, client in clients.items():
            path = path_to(club, address)
            status = client.open(path, method=method, json=body, query_string=query).status_code
            found[address, method][who] = str(status if status in (403, 404) else 200)
            assert status < 500, (address, method)
    assert found == {key: rows[key] for key in asked}
    assert shows is with_token or found.keys() == rows.keys()
    assert len(WHO) * len(asked) <= MOST_REQUESTS
    assert time.process_time() - begun < MOST_SECONDS


def test_no_private_match_is_seen_by_id_hash_etag_picture_count_rating_redirect_or_error(club: Flask) -> None:
    private(club)
    stranger, uploader = logged_in(club, "stranger"), logged_in(club, "uploader")
    with club.extensions["fupan"].sessions() as session:
        sha256 = sha_of(session)

    def plain(text: str, *names: object) -> str:
        for name in names:
            text = re.sub(rf"\b{name}\b", "N", text)
        return text

    # By its number, and in the text of the error; with the ETag of somebody who sees it; as a picture; as a redirect.
    for path in (
        "",
        "/hands/1",
        "/hands/1/table.png",
        "/hands/1/card.png",
        "/hands/1/preview.png",
        "/hands/1/hand.gif",
    ):
        seen = uploader.get(f"/matches/{HIDDEN}{path}")
        etag = {"If-None-Match": seen.headers.get("ETag", '"x"')}
        hidden = stranger.get(f"/matches/{HIDDEN}{path}", headers=etag)
        missing = stranger.get(f"/matches/9999{path}", headers=etag)
        assert (hidden.status_code, missing.status_code) == (404, 404), path
        assert plain(hidden.text, HIDDEN) == plain(missing.text, 9999, HIDDEN), path
        assert set(hidden.headers.keys()) == set(missing.headers.keys())
        assert "ETag" not in hidden.headers
    assert seen.status_code == 200
    assert stranger.get("/matches/77").status_code == 404, "the earlier number of the match leads nowhere"
    assert uploader.get("/matches/77").status_code in (301, 302, 303, 308)
    # By what identifies its bytes.
    for pattern in (f"/matches/?q={sha256}", f"/matches/?text={sha256[:12]}", f"/api/v1/matches/{HIDDEN}/log"):
        assert NAME not in stranger.get(pattern).text
    # By counts of lists, searches, events and ratings.
    whole = {page: stranger.get(page).text for page in ("/matches/", "/", "/events/", "/people/", "/ratings/")}
    for page, text in whole.items():
        assert NAME not in text, page
    assert NAME in uploader.get("/matches/").text

"""A club hides the names of minors from guests, on all that they are answered, and from nobody else."""

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import true
from sqlalchemy.orm import Session

from app.accounts.roles import Role
from app.database.config import Config, Mode
from app.database.opening import transact
from app.database.seeing import Visibility
from app.database.tables.presentations import Presentation
from app.disputes.audit_log.actors import ActorRole as Acts
from app.disputes.cases import acts
from app.disputes.cases.rulings import Decision, rule
from app.disputes.cases.states import Acting, RulingOutcome
from app.disputes.verdicts import issued
from app.disputes.verdicts.issuing import Stamp, issue_stored
from app.matches import list_query, shown_names, store
from app.players.statistics import directory, events, people
from app.players.statistics.people import mark_minor, person_of
from app.players.statistics.recount import count_all
from app.web.create_app import create_app
from app.web.http import request_log
from app.web.http.pages import May
from engine.verdict.proof.form import Claim, Subject
from tests.app.club.test_visibility import SAMPLE, as_role, show, upload
from tests.app.conftest import Page
from tests.app.replay.reviewed import made
from tests.permissions import TABLE

NAME: Final = "Zoë Xyzzy"
IN_THE_LOG: Final = "Yvo Plugh"
"""The name that the log of the first match has of the same player, who is shown under another there."""
EVENT: Final = f"Spring Cup of {NAME}"
"""The event of the second match."""
NAMED: Final = re.compile("Xyzzy|Plugh", re.IGNORECASE)
DRAWN: Final = (".png", ".gif")
"""Files that have names as drawings alone: see the last lines of the test."""
WITH_ARGUMENTS: Final = (
    *("/matches/?game=guandan", "/matches/1/hands/1?step=9&results=1", "/matches/1/hands/1/alone.html?step=9"),
    *(
        "/matches/1?preset=njupt",
        "/api/v1/matches/1/report?preset=njupt",
        "/api/v1/matches?game=guandan&verdict=errors",
    ),
    *("/events/show?event=Spring+Cup&game=guandan", "/partners/?game=guandan", "/people/1?game=guandan&partner=kid"),
    *("/api/v1/standings?event=Spring+Cup&game=guandan", "/api/v1/people?text=li", "/people/?text=z", "/matches/2"),
)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A club that opens its statistics, with two public matches of a minor, one disputed, ruled and with a verdict."""
    url = f"sqlite:///{tmp_path_factory.mktemp('minors') / 'fupan.sqlite3'}"
    app = create_app(Config(database_url=url, secret_key="for tests alone", mode=Mode.CLUB, open_statistics=True))
    app.config.update(WTF_CSRF_ENABLED=False, PROPAGATE_EXCEPTIONS=False)
    recorder, fupan = as_role(app, Role.RECORDER), app.extensions["fupan"]
    logged = json.loads(SAMPLE.read_bytes())
    for number, name, event in ((1, IN_THE_LOG, "Spring Cup"), (2, NAME, EVENT)):
        logged["match"] |= {"id": f"{name} {number}", "event": event}
        logged["players"][1] = {"seat": "N", "name": name, "id": "kid"}
        match = upload(recorder, json.dumps(logged).encode(), f"{name}.json")
        recorder.patch(f"/api/v1/matches/{match}", json={"title": f"{name} wins", "names": {"N": NAME}})
        show(app, match, Visibility.PUBLIC)
    arbiter = Acting("Sun", Acts.ARBITER)
    dispute = acts.open_dispute(fupan, 1, arbiter, Subject(hand=0, action=None, line=None), Claim(text=f"{NAME} won."))
    acts.take_up(fupan, dispute, arbiter)
    rule(fupan, dispute, arbiter, Decision(RulingOutcome.STANDS, f"{NAME} did not."), 0)
    issue_stored(fupan, 1, None, Stamp("Sun", None), dispute)
    count_all(fupan.sessions)

    def mark(session: Session) -> None:
        person = person_of(session, "kid")
        assert person is not None
        mark_minor(session, person, minor=True)
        shown = {"hand": 1, "step": 2, "view": "all", "findings": True, "version": 1, "ended": False}
        session.add(Presentation(id="x", secret_sha256="", log_id=1, changed_at=datetime.now(UTC), **shown))

    transact(fupan.sessions, mark)
    with pytest.MonkeyPatch.context() as patch:
        made(fupan, 1, patch)
        yield app
    fupan.close()


def addresses(app: Flask) -> list[str]:
    """The addresses that a guest may ask for, of match 1 and of the minor, who is person 2, with each kind of file."""
    found: list[str] = []
    for each in app.url_map.iter_rules():
        may = TABLE.get((each.endpoint, "GET"), (None, None))[0]
        if "GET" not in (each.methods or ()) or may not in (May.READ, May.COUNT) or each.endpoint == "static":
            continue
        parts = re.split(r"<(?:([^<>:]+):)?(\w+)>", each.rule)
        of_person = "/people/" in each.rule
        named = zip(parts[1::3], parts[2::3], strict=True)
        choices = [_values(kind or "", name, of_person=of_person) for kind, name in named]
        for chosen in product(*choices):
            found.append("".join(text + value for text, value in zip(parts[::3], (*chosen, ""), strict=True)))
    return found


def _values(kind: str, name: str, *, of_person: bool) -> tuple[str, ...]:
    if kind.startswith("any("):
        return tuple(each.strip(" \"'") for each in kind[4:-1].split(","))
    if kind.startswith("int"):
        return ("2",) if of_person and name != "second" else ("1",)
    known = {"game": ("guandan",), "what": ("figures", "matches", "standings", "partners"), "form": ("csv",)}
    return known.get(name, ("x",))


def named_in(client: FlaskClient, address: str) -> bool:
    """Whether an answer has a name, its headers too: addresses, JSON and HTML write these letters as they are."""
    answer = client.get(address)
    assert answer.status_code < 500, address
    said = f"{answer.headers}\n{answer.data.decode('latin-1')}".replace(address, "")
    return NAMED.search(said) is not None


def test_no_answer_to_a_guest_has_the_name_and_those_to_a_member_have(
    club: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    member, guest = as_role(club, Role.ADMIN), club.test_client()
    asked = {*(each for each in addresses(club) if not each.endswith(DRAWN)), *WITH_ARGUMENTS}
    shown = {each for each in sorted(asked) if named_in(member, each)}
    assert [each for each in sorted(asked) if named_in(guest, each)] == []
    kinds = (
        "/score",
        "/hands/1",
        "/plays",
        "/log",
        "/report",
        "/decisions.csv",
        "/people/2",
        "/verdicts/",
        ".svg",
        "/hall/",
        "/api/",
    )
    assert {kind for kind in kinds if not any(kind in each for each in shown)} == set()
    assert len(shown) > 50
    for picture in ("table.png", "hand.gif"):
        address = f"/matches/1/hands/1/{picture}"
        seen, hidden = member.get(address), guest.get(address)
        assert (seen.status_code, hidden.status_code) == (200, 200)
        assert seen.data != hidden.data, "names are drawn"
    for address in ("/embed/matches/1/hands/1", "/matches/1/hands/1/preview.png"):
        assert member.get(address).data == guest.get(address).data, "for other sites everybody is a guest"
    assert not any(finds(guest, each) for each in SEARCHES)
    lines = [each.getMessage() for each in caplog.records if each.name == request_log.__name__]
    assert len(lines) >= 2 * len(asked)
    for address_has in ("?", "/matches/1", "Spring"):
        assert not any(address_has in each for each in lines), "a line has the rule, and no value"
    for name in ("Zo", "Xyzzy", "Plugh", "Spring Cup", "Spring+Cup", "csrf_token"):
        assert name not in caplog.text


SEARCHES: Final = (
    *((f"/matches/?player={NAME}", "/matches/2"), (f"/matches/?player={IN_THE_LOG}", "/matches/1")),
    *(("/matches/?player=kid", "/matches/2"), ("/matches/?text=plugh", "/matches/1")),
    *((f"/people/?text={NAME}", "/people/2"), ("/people/?text=kid", "/people/2")),
    *((f"/api/v1/matches?player={NAME}", '"id":2'), ("/api/v1/people?text=xyzzy", '"person":2')),
)


def finds(client: FlaskClient, search: tuple[str, str]) -> bool:
    return search[1] in client.get(search[0]).text


def test_a_guest_does_not_find_what_a_member_finds_by_the_name(club: Flask) -> None:
    member, guest = as_role(club, Role.MEMBER), club.test_client()
    assert [each for each in SEARCHES if finds(guest, each)] == []
    assert [each for each in SEARCHES if not finds(member, each)] == [SEARCHES[1]], "another name is shown there"


@pytest.mark.parametrize(
    ("module", "name", "address"),
    [
        (shown_names, "unnamed_players", "/matches/1"),
        (shown_names, "unnamed_players", "/embed/matches/1/hands/1"),
        (shown_names, "unnamed_players", "/api/v1/matches/1/report"),
        (store, "is_named", "/api/v1/matches/1/log"),
        (issued, "is_named", "/verdicts/1.json"),
        (people, "unnamed_players", "/people/2"),
        (list_query, "unnamed_players", SEARCHES[0]),
        (list_query, "is_named", SEARCHES[3]),
        (directory, "unnamed_players", SEARCHES[4]),
        (events, "hidden_names", "/events/"),
        (events, "hidden_names", "/api/v1/seasons"),
        (events, "hidden_names", "/people/2"),
        (events, "hidden_names", "/people/2/with/1"),
    ],
)
def test_each_place_that_hides_the_name_is_needed(
    club: Flask, monkeypatch: pytest.MonkeyPatch, module: object, name: str, address: str | tuple[str, str]
) -> None:
    guest = club.test_client()

    def shows() -> bool:
        return named_in(guest, address) if isinstance(address, str) else finds(guest, address)

    assert not shows()
    monkeypatch.setattr(module, name, lambda *_: true() if name == "is_named" else frozenset[int]())
    assert shows()


def test_an_event_with_the_name_in_its_own_is_listed_without_and_leads_nowhere(club: Flask) -> None:
    member, guest = as_role(club, Role.MEMBER), club.test_client()
    listed = Page(guest.get("/events/"))
    assert (listed.faults, "Spring Cup of …" in listed.text) == ([], True)
    of_event = {"event": EVENT, "game": "guandan"}
    assert member.get("/events/show", query_string=of_event).status_code == 200
    assert guest.get("/events/show", query_string=of_event).status_code == 404
    followed = {
        link for address in ("/events/", "/people/2/more") for link in Page(guest.get(address)).links if "Cup" in link
    }
    assert followed
    assert not any("of" in link.partition("Cup")[2] for link in followed)


def test_recorders_mark_and_the_setting_of_the_club_decides(club: Flask) -> None:
    recorder, member, guest = as_role(club, Role.RECORDER), as_role(club, Role.MEMBER), club.test_client()
    page = Page(recorder.get("/people/2/more"))
    assert (page.faults, "marked as a minor" in page.text) == ([], True)
    assert "minor" not in Page(member.get("/people/2/more")).text
    for marked in (False, True):
        assert recorder.put("/api/v1/people/2/minor", json={"minor": marked}).json == {"minor": marked}
        assert named_in(guest, "/matches/1") is not marked
    for marked in (False, True):
        answer = recorder.post("/people/2/minor", data={"minor": int(marked)})
        assert answer.headers["Location"] == "/people/2/more#minor"
        assert named_in(guest, "/people/2") is not marked
    fupan = club.extensions["fupan"]
    club.extensions["fupan"] = replace(fupan, config=replace(fupan.config, hide_minors=False))
    assert named_in(guest, "/matches/1")
    club.extensions["fupan"] = replace(fupan, config=replace(fupan.config, archive=Path("archive")))
    assert [client.get("/people/").status_code for client in (guest, member)] == [404, 200]
    club.extensions["fupan"] = fupan

"""Statistics that a club opens to guests: what is private, or waits to be taken in, is in none of them."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final
from urllib.parse import urldefrag

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.accounts.roles import Role
from app.database.config import Config, Mode
from app.database.opening import transact
from app.database.seeing import Visibility
from app.database.tables.matches import Judgement, Player
from app.judging.counted import UNCOUNTED, WHOLE
from app.players.statistics.recount import count_all
from app.web.create_app import create_app
from app.web.http.pages import May
from tests.app.club.conftest import TOKEN
from tests.app.club.test_visibility import as_role, show, upload
from tests.app.conftest import Log, Page
from tests.permissions import TABLE

HANDS: Final = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}] * 3
SECRET: Final = "Xyzzy"
"""Is in the names of people none of whose matches a guest sees, and of the event of these matches."""
STARTS: Final = (
    *("/people/", "/people/?game=guandan", "/ratings/", "/ratings/guandan", "/events/", "/partners/?game=guandan"),
    *("/people/names?q=Xyz", "/people/?q=Xyz", "/api/v1/people", "/api/v1/ratings/guandan", "/api/v1/seasons"),
    *("/", "/matches/", "/help/statistics"),
)
OF_A_PERSON: Final = (
    *("/people/{0}", "/people/{0}/with/", "/people/{0}/with/1", "/people/1/with/{0}", "/people/{0}/luck"),
    *("/people/{0}/figures.csv", "/api/v1/people/{0}", "/api/v1/people/{0}/statistics"),
)
WAITING: Final = re.compile(r"(\d+) match(?:es)? (?:is|are) (?:still to be|not) counted")
MOST: Final = 4
"""Addresses of each endpoint that are followed."""


@pytest.fixture
def club(web_config: Config) -> Iterator[Flask]:
    app = create_app(replace(web_config, mode=Mode.CLUB, open_statistics=True))
    app.config.update(WTF_CSRF_ENABLED=False, PROPAGATE_EXCEPTIONS=False)
    yield app
    app.extensions["fupan"].close()


def walked(app: Flask, client: FlaskClient, starts: tuple[str, ...]) -> dict[str, str]:
    """What a guest is answered, by address: at some addresses, and at some of each endpoint of statistics behind."""
    adapter = app.url_map.bind("localhost")
    waiting, found, met = list(starts), dict[str, str](), Counter[str]()
    while waiting:
        address = waiting.pop(0)
        if address in found:
            continue
        answer = client.get(address)
        assert answer.status_code < 500, address
        found[address] = f"{answer.status_code} {TOKEN.sub('', answer.data.decode('latin-1'))}"
        for link in Page(answer).links if answer.mimetype == "text/html" else ():
            path = urldefrag(link).url
            if path.startswith("/") and adapter.test(path.partition("?")[0], method="GET"):
                endpoint, _ = adapter.match(path.partition("?")[0], method="GET")
                if TABLE[endpoint, "GET"][0] is May.COUNT and met[endpoint] < MOST:
                    met[endpoint] += path not in waiting
                    waiting.append(path)
    return found


def test_a_guest_finds_nobody_whose_matches_are_all_hidden(club: Flask, log: Log) -> None:
    recorder, guest = as_role(club, Role.RECORDER), club.test_client()
    seen = upload(recorder, log("m1", ("Li", "Zhao", "Sun", "Qian"), HANDS, event="Spring", date="2024-05-01"))
    show(club, seen, Visibility.PUBLIC)
    fupan = club.extensions["fupan"]
    count_all(fupan.sessions)
    before = walked(club, guest, STARTS)
    assert sum("Zhao" in text for text in before.values()) > 10
    names = (f"{SECRET} A", f"{SECRET} B", "Sun", "Qian")
    match = upload(recorder, log("m2", names, HANDS, event=f"{SECRET} Cup", date="2024-05-02"))
    count_all(fupan.sessions)
    with fupan.sessions() as session:
        (first, last) = session.scalars(select(Player.id).where(Player.name.startswith(SECRET))).all()  # type: ignore[attr-defined]
    for hidden in (Visibility.PRIVATE, Visibility.OFFERED, Visibility.UNLISTED):
        show(club, match, hidden)
        of_them = tuple(each.format(number) for number in (first, last) for each in OF_A_PERSON)
        after = walked(club, guest, (*STARTS, *of_them))
        assert [address for address, text in after.items() if SECRET in text] == []
        assert {address: after[address] for address in before} == before, "nothing is counted of it either"
        assert {after[address][:3] for address in of_them} == {"404"}
    show(club, match, Visibility.PUBLIC)
    assert all(SECRET in guest.get(address).text for address in ("/people/", f"/people/{first}", "/events/"))


def test_what_waits_to_be_counted_is_said_of_no_hidden_match(club: Flask, log: Log) -> None:
    recorder, sessions = as_role(club, Role.RECORDER), club.extensions["fupan"].sessions
    seen = upload(recorder, log("m1", ("Li", "Zhao", "Sun", "Qian"), HANDS))
    hidden = upload(recorder, log("m2", ("Li", "Zhao", "Sun", "Qian"), HANDS, event=SECRET))
    readers = (club.test_client(), as_role(club, Role.MEMBER), as_role(club, Role.ADMIN))

    def wait(*matches: int) -> None:
        def change(session: Session) -> None:
            session.execute(update(Judgement).values(counted=WHOLE))
            waiting = col(Judgement.log_id).in_(matches)
            session.execute(update(Judgement).where(waiting).values(counted=UNCOUNTED))

        transact(sessions, change)

    def said() -> set[str]:
        pages = [
            reader.get(address).text for reader in readers for address in ("/people/", "/people/1", "/people/1/luck")
        ]
        return {found[1] if (found := WAITING.search(page)) else "" for page in pages}

    for visibility in (Visibility.PRIVATE, Visibility.OFFERED, Visibility.UNLISTED):
        show(club, hidden, visibility)
        wait(hidden)
        assert said() == {""}
        wait(seen, hidden)
        assert said() == {"1"}
    show(club, hidden, Visibility.CLUB)
    assert said() == {"2"}

"""Pages and answers that compute: once, after one another, by a job where it takes long, and not for crawlers."""

import copy
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.database import bounded_stores
from app.database.config import Config
from app.matches.computed import obtaining
from app.matches.installation import Installation
from app.matches.thread_share import COMPUTING, ComputingTurns
from app.web.create_app import create_app
from engine.match_diff.weighing import Weighing
from engine.verdict.check import Checker
from engine.verdict.variants import Variants
from tests.app.conftest import Page
from tests.app.working import do_any

Read = Callable[..., Any]
Put = Callable[..., int]
COMPUTED = (
    "/matches/1/rules?compare=yes",
    "/matches/1/rules?goal=clean",
    "/matches/1/rules?goal=scores",
    "/records/?first=1&second=2",
    "/matches/1?rules=botzone",
    "/matches/1/score?rules=botzone",
    "/api/v1/matches/1/report?rules=botzone",
)


@pytest.fixture
def matches(put: Put, sample: dict[str, Any]) -> None:
    """The sample as match 1, and another record of it as match 2."""
    put(sample)
    other = copy.deepcopy(sample)
    other["hands"][1]["actions"][5] = "E play 3h"
    put(other)


@pytest.fixture
def fupan(web: Flask) -> Installation:
    opened: Installation = web.extensions["fupan"]
    return opened


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the engine was asked to compute."""
    made: list[str] = []

    def count(owner: Any, name: str) -> None:
        before = getattr(owner, name)

        def counting(*arguments: Any, **named: Any) -> Any:
            made.append(name)
            return before(*arguments, **named)

        monkeypatch.setattr(owner, name, counting)

    count(Variants, "__init__")
    count(Checker, "check")
    count(Weighing, "after")
    return made


@pytest.fixture
def another(web_config: Config, web: Flask) -> Iterator[FlaskClient]:
    """A visitor of another process with the same database."""
    app = create_app(web_config)
    yield app.test_client()
    app.extensions["fupan"].close()


@pytest.mark.parametrize("address", COMPUTED)
def test_a_second_view_computes_nothing(
    client: FlaskClient, another: FlaskClient, matches: None, calls: list[str], address: str
) -> None:
    first = client.get(address)
    assert first.status_code == 200
    assert calls
    calls.clear()
    assert Page(another.get(address)).text == Page(first).text
    assert calls == []


@pytest.mark.parametrize("address", COMPUTED)
def test_what_takes_long_is_a_job_before_any_work(
    client: FlaskClient,
    fupan: Installation,
    matches: None,
    calls: list[str],
    monkeypatch: pytest.MonkeyPatch,
    address: str,
) -> None:
    monkeypatch.setattr(obtaining, "AT_ONCE", 10)
    for _ in range(2):
        begun = client.get(address)
        assert begun.status_code == 202
        assert int(begun.headers["Retry-After"]) > 0
    assert calls == []
    state = client.get(begun.headers["Location"]).get_json()
    assert (state["state"], state["before"], state["match"]) == ("waiting", 0, 1)
    if address.startswith("/api/"):
        assert begun.get_json() == state
    else:
        page = Page(begun)
        assert page.faults == []
        (refresh,) = page.all("meta", http_equiv="refresh")
        assert refresh["content"] == begun.headers["Retry-After"]
        assert address.split("?")[0] in " ".join(page.links)
    waited = 0
    while do_any(fupan):
        waited += 1
    assert waited == (2 if "compare" in address else 1)
    assert client.get(begun.headers["Location"]).get_json()["state"] == "done"
    calls.clear()
    assert client.get(address).status_code == 200
    assert calls == []


def test_the_third_request_that_computes_waits_and_is_refused(
    web: Flask, fupan: Installation, matches: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = "/matches/1/rules?goal=clean"
    assert web.test_client().get(kept).status_code == 200
    object.__setattr__(fupan, "turns", ComputingTurns(patience=0.05))
    begun, free = [Event(), Event()], Event()
    waiting = iter(begun)
    check = Checker.check

    def slow(*arguments: Any, **named: Any) -> Any:
        next(waiting).set()
        assert free.wait(30)
        return check(*arguments, **named)

    with monkeypatch.context() as patch, ThreadPoolExecutor(COMPUTING) as pool:
        patch.setattr(Checker, "check", slow)
        busy = [pool.submit(web.test_client().get, f"/matches/1?rules={name}") for name in ("intro", "botzone")]
        assert all(each.wait(30) for each in begun)
        refused = web.test_client().get("/api/v1/matches/1/report?rules=tournament")
        assert refused.status_code == 503
        assert int(refused.headers["Retry-After"]) > 0
        assert "computing for other requests" in refused.get_json()["detail"]
        assert web.test_client().get("/hands/found.csv").status_code == 503
        assert web.test_client().get("/matches/1/hands/1/alone.html").status_code == 503
        for free_of_turns in (kept, "/matches/1", "/matches/1/hands/1?step=3", "/matches/1/hands/1/what-if?step=3"):
            assert web.test_client().get(free_of_turns).status_code == 200
        free.set()
        assert [each.result().status_code for each in busy] == [200, 200]
    assert web.test_client().get("/api/v1/matches/1/report?rules=tournament").status_code == 200


def test_the_page_of_the_rules_does_not_wait_for_the_comparison(
    fupan: Installation, read: Read, matches: None, calls: list[str]
) -> None:
    with fupan.turns.taken(), fupan.turns.taken():
        assert "/matches/1/rules?compare=yes#compare" in read("/matches/1/rules").links
    assert calls == []


def test_what_the_engine_fails_on_is_not_begun_for_ever(
    client: FlaskClient, fupan: Installation, matches: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_arguments: object) -> None:
        raise ArithmeticError("not meant to happen")

    monkeypatch.setattr(obtaining, "AT_ONCE", 10)
    monkeypatch.setattr("engine.verdict.reconciliation.size_of_space", failing)
    assert client.get("/matches/1/rules?goal=clean").status_code == 202
    assert [do_any(fupan) for _ in range(3)] == [True, True, False]
    assert "the fault is Fupan" in client.get("/matches/1/rules?goal=clean").get_data(as_text=True)


def test_only_so_many_wait(client: FlaskClient, matches: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(obtaining, "AT_ONCE", 10)
    monkeypatch.setattr(bounded_stores, "COMPUTATIONS", replace(bounded_stores.COMPUTATIONS, most=1))
    assert client.get("/matches/1?rules=intro").status_code == 202
    refused = client.get("/matches/1?rules=botzone")
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    assert client.get("/matches/1?rules=intro").status_code == 202


def test_a_framed_page_has_no_links_while_it_waits(
    client: FlaskClient, matches: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(obtaining, "AT_ONCE", 10)
    waiting = client.get("/embed/matches/1/hands/1?rules=intro")
    assert waiting.status_code == 202
    assert Page(waiting).links == []


def test_there_is_no_other_computation(client: FlaskClient) -> None:
    assert client.get("/api/v1/computations/7").status_code == 404


def test_an_export_has_so_many_hands_and_says_where_the_others_are(
    client: FlaskClient, matches: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = client.get("/hands/found.csv")
    assert "Link" not in whole.headers
    monkeypatch.setattr("app.players.search.export.gather.__kwdefaults__", {"limit": 5, "rounds": 20})
    address, rows, files = "/hands/found.csv", [], 0
    while address:
        answer = client.get(address)
        head, *lines = answer.get_data(as_text=True).splitlines()
        assert len({line.split(",")[1] for line in lines}) <= 5
        rows += lines
        address = answer.headers.get("Link", "").partition(">")[0].removeprefix("<")
        files += 1
    assert [head, *rows] == whole.get_data(as_text=True).splitlines()
    assert files == 4


def test_crawlers_are_asked_to_stay_away(web: Flask, client: FlaskClient, matches: None) -> None:
    answer = client.get("/robots.txt")
    assert answer.mimetype == "text/plain"
    head, *lines = answer.get_data(as_text=True).splitlines()
    assert head == "User-agent: *"
    rules = {line.removeprefix("Disallow: ") for line in lines}
    assert {
        "/api/v1/",
        "/matches/*/rules",
        "/matches/*/hands/*/what-if",
        "/matches/*/hands/*/alone.html",
        "/records/",
        "/hands/found.csv",
        "/matches/*?rules=",
        "/matches/*&rules=",
    } <= rules
    assert not [rule for rule in rules if rule in ("/", "/matches/", "/matches/*", "/arrange")]
    for address in ("/matches/1/rules?compare=yes", "/matches/1?rules=intro", "/hands/found.csv", "/arrange?cards=As"):
        assert client.get(address).headers["X-Robots-Tag"] == "noindex, nofollow"
    for address in ("/", "/matches/", "/matches/1", "/matches/1/hands/1", "/arrange", "/robots.txt"):
        assert "X-Robots-Tag" not in client.get(address).headers

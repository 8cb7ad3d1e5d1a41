"""A server for the person at its own machine: the requests that it refuses, and how it is opened to others."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from app.database.config import Config
from app.web.create_app import create_app
from tests.app.conftest import Page

FORWARDED = {"X-Forwarded-For": "192.0.2.7"}


@contextmanager
def opened(config: Config, **settings: Any) -> Iterator[FlaskClient]:
    """A visitor of an application of its own."""
    app = create_app(replace(config, **settings))
    app.config.update(PROPAGATE_EXCEPTIONS=False, WTF_CSRF_ENABLED=False)
    yield app.test_client()
    app.extensions["fupan"].close()


@pytest.mark.parametrize(
    "header",
    ["Forwarded", "forwarded", "X-Forwarded-For", "x-forwarded-host", "X-Forwarded-Proto", "X-Forwarded-New", "Via"],
)
def test_a_request_that_a_proxy_hands_on_is_refused(client: FlaskClient, header: str) -> None:
    for address in ("/", "/matches/", "/no/such/page"):
        assert client.get(address, headers={header: ""}).status_code == 403, address
    assert client.post("/api/v1/uploads", data=b"{}", headers={header: "x"}).status_code == 403
    assert client.get("/", headers={"X-Forward": "x", "Viaduct": "x"}).status_code == 200


def test_every_address_is_refused_but_the_files_of_the_page(web: Flask, client: FlaskClient) -> None:
    open_to_others = set()
    for rule in web.url_map.iter_rules():
        with web.test_request_context():
            values = {name: {"kind": "html", "what": "partners"}.get(name, "1") for name in rule.arguments}
            _, address = rule.build(values) or ("", "")
        for method in (rule.methods or set()) - {"HEAD"}:
            answer = client.open(address, method=method, headers=FORWARDED)
            if answer.status_code != 403:
                open_to_others.add(rule.endpoint)
    assert open_to_others == {"static", "assets.sheet"}


@pytest.mark.parametrize("address", ["192.0.2.7", "2001:db8::1", "::ffff:192.0.2.7", "10.0.0.1", "unknown", ""])
def test_a_request_from_another_machine_is_refused(client: FlaskClient, address: str) -> None:
    assert client.get("/", environ_base={"REMOTE_ADDR": address}).status_code == 403


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.0.1", "::1"])
def test_a_request_from_this_machine_is_answered(client: FlaskClient, address: str) -> None:
    assert client.get("/", environ_base={"REMOTE_ADDR": address}).status_code == 200


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "the person at its own machine"), ("zh-Hans", "只供本机使用者"), ("zh-Hant", "只供本機使用者")],
)
def test_the_refusal_says_in_three_languages_what_to_do(client: FlaskClient, language: str, words: str) -> None:
    page = Page(client.get("/", headers=FORWARDED | {"Accept-Language": language}))
    assert page.status == 403
    assert page.faults == []
    for each in (words, "fupan serve --read-only", "--trust-visitors"):
        assert each in page.text
    answer = client.delete(f"/api/v1/matches/1?lang={language}", headers=FORWARDED)
    assert words in answer.json["detail"]


@pytest.mark.parametrize(("settings", "deleting"), [({"trust_visitors": True}, 404), ({"read_only": True}, 403)])
def test_an_open_server_answers_others(web_config: Config, settings: dict[str, bool], deleting: int) -> None:
    with opened(web_config) as _, opened(web_config, **settings) as visitor:
        elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
        assert visitor.get("/matches/", headers=FORWARDED, environ_base=elsewhere).status_code == 200
        assert visitor.delete("/api/v1/matches/7", headers=FORWARDED).status_code == deleting


def test_only_as_many_proxies_are_believed_as_are_configured(web_config: Config) -> None:
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.1, 192.0.2.2", "X-Forwarded-Host": "club.example"}
    for count, secure, host in ((0, False, "localhost"), (1, True, "club.example"), (3, False, "localhost")):
        with opened(web_config, trust_visitors=True, trusted_proxies=count, trusted_hosts=(host,)) as visitor:
            answer = visitor.get("/?lang=zh-Hans", headers=said)
            assert answer.status_code == 200
            assert ("Strict-Transport-Security" in answer.headers) is secure
            assert ("Secure" in answer.headers["Set-Cookie"]) is secure
            shared = visitor.get("/language/en", headers=said | {"Referer": f"http://{host}/matches/?lang=zh-Hans"})
            assert shared.headers["Location"] == "/matches/"


def test_the_address_of_a_visitor_is_the_one_that_the_last_trusted_proxy_saw(web_config: Config) -> None:
    for count, wanted in ((1, "192.0.2.2"), (2, "192.0.2.1")):
        with opened(web_config, trust_visitors=True, trusted_proxies=count) as visitor, visitor:
            visitor.get("/", headers={"X-Forwarded-For": "192.0.2.9, 192.0.2.1, 192.0.2.2"})
            assert request.remote_addr == wanted

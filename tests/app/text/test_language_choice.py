"""Which language a page is in, and how a reader changes it."""

import pytest
from flask.testing import FlaskClient

from app.text.language import Language, language_named
from tests.offenders import for_every


@for_every(
    ("tag", "language"),
    [
        ("en", "en"),
        ("en-GB", "en"),
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh_CN.UTF-8", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-Hans-HK", "zh-Hans"),
        ("zh-TW", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-Hant", "zh-Hant"),
        ("fr", None),
        ("", None),
        ("C", None),
    ],
)
def test_tags_name_languages(tag: str, language: str | None) -> None:
    assert language_named(tag) == language


def shown(client: FlaskClient, address: str, accept: str = "") -> str:
    answer = client.get(address, headers={"Accept-Language": accept})
    assert answer.status_code == 200
    return answer.text.split('<html lang="', 1)[1].split('"', 1)[0]


def test_the_address_comes_first_then_the_choice_then_the_browser(client: FlaskClient) -> None:
    assert shown(client, "/") == "en"
    assert shown(client, "/", "fr, zh-TW;q=0.8, en;q=0.5") == "zh-Hant"
    assert shown(client, "/?lang=zh-Hans", "zh-TW") == "zh-Hans"
    assert shown(client, "/", "zh-TW") == "zh-Hans", "the choice of an address is kept"
    assert shown(client, "/?lang=xx", "zh-TW") == "zh-Hans"


def test_the_switch_keeps_the_address(client: FlaskClient) -> None:
    referrer = "http://localhost/matches/?game=guandan&q=%E5%BC%A0&lang=en"
    answer = client.get("/language/zh-Hant", headers={"Referer": referrer})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/matches/?game=guandan&q=%E5%BC%A0")
    assert shown(client, "/") == Language.TRADITIONAL


@pytest.mark.parametrize("referrer", ["", "https://elsewhere.example/matches/", "http://localhost//elsewhere.example"])
def test_the_switch_never_leads_to_another_site(client: FlaskClient, referrer: str) -> None:
    answer = client.get("/language/en", headers={"Referer": referrer})
    assert answer.headers["Location"] == "/"


def test_an_unknown_language_is_not_found(client: FlaskClient) -> None:
    assert client.get("/language/fr").status_code == 404


def test_every_page_says_that_it_depends_on_the_reader(client: FlaskClient) -> None:
    assert {"Accept-Language", "Cookie"} <= set(client.get("/").vary)

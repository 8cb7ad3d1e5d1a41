"""The list of matches and their pages."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from tests.golden import SAMPLES

Read = Callable[..., Any]
Put = Callable[..., int]
Log = Callable[..., bytes]


def titles(page: Any) -> list[str]:
    return [link for link in page.links if link.startswith("/matches/") and link.removeprefix("/matches/").isdigit()]


def test_nothing_uploaded_yet(read: Read, client: FlaskClient) -> None:
    page = read("/")
    assert "Check a log" in page.text
    assert "/add" in page.links
    assert page.all("form", action="/add/sample", method="post")
    assert not page.all("table")
    empty = read("/matches/")
    assert "No match yet" in empty.text
    assert "/add" in empty.links
    assert not empty.all("table")


def test_the_list(read: Read, put: Put, sample: dict[str, Any], log: Log) -> None:
    first, second = put(sample), put(log("friendly"))
    page = read("/matches/")
    assert titles(page) == [f"/matches/{second}", f"/matches/{first}"]
    assert "spring-cup-7" in page.text
    assert "Li Wei, Zhao Min, Sun Yue 孙悦, Qian Lu" in page.text or "Sun Yue 孙悦" in page.text
    assert "2024-05-01 19:30" in page.text
    assert page.all("span", class_="verdict-illegal")
    assert "2 matches" in page.text


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("game=guandan", 2),
        ("game=chess", 0),
        ("verdict=illegal", 1),
        ("verdict=clean", 1),
        ("verdict=misscored", 0),
        ("player=li wei", 1),
        ("player=liwei", 1),
        ("player=Nobody", 0),
        ("text=spring", 1),
        ("text=friend", 1),
        ("text=%25", 0),
        ("since=2024-05-01&until=2024-05-01", 1),
        ("since=2024-05-02", 0),
        ("since=yesterday", 2),
        ("since=2024-13-01", 2),
        ("verdict=illegal&player=Li+Wei&text=cup", 1),
        ("verdict=&game=&text=++", 2),
    ],
)
def test_filters(read: Read, put: Put, sample: dict[str, Any], log: Log, query: str, found: int) -> None:
    put(sample)
    put(log("friendly", names=("A", "B", "C", "D")))
    page = read(f"/matches/?{query}")
    assert len(titles(page)) == found
    if not found:
        assert "No match fits" in page.text
    if "yesterday" in query or "13-01" in query:
        assert page.all("p", role="alert")
        assert page.all("input", name="since", aria_invalid="true")


def test_the_form_shows_the_filter(read: Read, put: Put, sample: dict[str, Any]) -> None:
    put(sample)
    page = read("/matches/?text=a%22b%3C&player=Li+Wei&verdict=illegal&game=guandan&since=2024-01-02")
    assert page.all("input", name="text", value='a"b<')
    assert page.all("input", name="player", value="Li Wei")
    assert page.all("input", name="since", value="2024-01-02")
    assert [option["value"] for option in page.all("option") if "selected" in option] == ["guandan", "illegal"]


def test_pages_keep_the_filter(read: Read, put: Put, log: Log) -> None:
    data = b"\n".join(log(f"m{number}") for number in range(48))
    put(data, "many & more.jsonl")
    seen: list[str] = []
    address = "/matches/?text=many+%26+more&verdict=clean"
    while address:
        page = read(address)
        seen += titles(page)
        following = page.all("a", rel="next")
        address = following[0]["href"] if following else ""
        if address:
            query = parse_qs(urlsplit(address).query)
            assert query["text"] == ["many & more"]
            assert query["verdict"] == ["clean"]
    assert len(seen) == len(set(seen)) == 48
    assert [each for each in page.links if each == "/matches/?text=many+%26+more&verdict=clean"]
    back = read(page.all("a", rel="prev")[0]["href"])
    assert titles(back) == seen[20:40]
    first = read("/matches/")
    assert "48 matches" in first.text
    for nonsense in ("before=x", "after=", "before=2024-99-99.1", "before=0", "after=9999999999"):
        assert titles(read(f"/matches/?{nonsense}")) == titles(first)


def test_large_numbers_are_not_counted_out(read: Read, put: Put, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("app.matches.list_query", "app.web.matches.matches"):
        monkeypatch.setattr(f"{name}.COUNTED", 60)
        monkeypatch.setattr(f"{name}.COUNTED_EACH", 9)
    put(b"\n".join(log(f"m{number}") for number in range(70)), "many.jsonl")
    page = read("/matches/")
    assert "more than 60 matches" in page.text
    assert "Guandan (9+)" in page.text
    assert "clean (9+)" in page.text


def test_the_page_of_a_match(read: Read, put: Put, sample: dict[str, Any]) -> None:
    number = put(sample)
    page = read(f"/matches/{number}")
    assert page.all("section", class_="ruling-illegal")
    assert "At least one action or one fact of the log breaks a rule" in page.text
    assert "2 errors" in page.text
    for player in sample["players"]:
        assert player["name"] in page.text
    assert sample["match"]["note"] in page.text
    assert "Winner: Li Wei and Sun Yue 孙悦." in page.text
    assert "Judged under NJUPT with Failures at A: 3" in page.text
    rules = read(f"/matches/{number}/rules")
    assert {"/rules/guandan/", "/rules/guandan/guandan.failures"} <= set(rules.links)
    assert "preset NJUPT" in rules.text
    assert "a_failures" in rules.text
    assert "else 4" in rules.text
    assert [link for link in page.links if link == f"/matches/{number}/hands/2?step=51"]
    assert {f"/matches/{number}/hands/{hand}" for hand in range(1, 9)} <= set(page.links)
    assert {"/findings/does-not-beat", "/findings/level-mismatch", "/rules/guandan/guandan.beats"} <= set(page.links)
    assert "pair of 8s does not beat pair of 9s" in page.text
    assert "Recorded" in page.text
    (north,) = (player["name"] for player in sample["players"] if player["seat"] == "N")
    assert f"wrong levels: the log has {north} 9; the rules give {north} 5" in page.text
    assert {f"/api/v1/matches/{number}/log", f"/api/v1/matches/{number}/report"} <= set(page.links)
    assert "Li Wei is banker, partner Sun Yue 孙悦 is" in page.text


def test_a_file_that_cannot_be_read_is_no_match(read: Read, put: Put) -> None:
    number = put(b'{"format": "fupan/1",\n "game" "guandan"}', "broken.json")
    page = read(f"/files/unread/{number}")
    assert "line 2, column" in page.text
    assert "broken.json" in page.text
    assert not page.all("table")
    read(f"/matches/{number}", 404)
    assert "No match yet" in read("/matches/").text


def test_a_match_under_rules_that_do_not_exist(read: Read, put: Put, sample: dict[str, Any]) -> None:
    sample["rules"] = {"preset": "moon"}
    number = put(sample)
    page = read(f"/matches/{number}")
    assert "guandan has no preset 'moon'" in page.text
    assert "Li Wei" in page.text
    assert "rules that do not exist" in read(f"/matches/{number}/hands/1", 404).text


def test_a_match_of_many_hands_and_findings(read: Read, put: Put, log: Log) -> None:
    hands = [{"actions": ["E fly", "N fly"]} for _ in range(150)]
    number = put(log("long", hands=hands))
    page = read(f"/matches/{number}")
    assert len(page.all("td", class_="cell-findings")) == 100
    second = read(f"/matches/{number}?hands=2")
    assert f"/matches/{number}/hands/150" in second.links
    assert len(second.all("td", class_="cell-findings")) == 50
    last = read(f"/matches/{number}?hands=2&findings=9999")
    assert [link for link in last.links if "hands=1" in link]
    assert len(last.all("article")) <= 100


def test_long_names_are_cut(read: Read, put: Put, sample: dict[str, Any]) -> None:
    name = "n" * 4_000
    sample["players"][0]["name"] = sample["match"]["id"] = name
    number = put(sample)
    for address in ("/matches/", f"/matches/{number}", f"/matches/{number}/hands/2?step=51"):
        page = read(address)
        assert "n" * 39 + "…" in page.text
        assert "n" * 200 not in page.text.replace(sample["match"]["note"], "")
    linked = [link for link in read(f"/matches/{number}").links if link.startswith("/people/") and link != "/people/"]
    assert "n" * 39 + "…" in read(linked[0]).text
    assert titles(read(f"/matches/?player={name}")) == [f"/matches/{number}"]


def test_the_page_of_a_sheet_shows_the_level_of_each_hand(read: Read, put: Put) -> None:
    sheet = SAMPLES / "guandan" / "sheets" / "score-sheet.json"
    page = read(f"/matches/{put(sheet.read_bytes())}")
    levels = re.findall(r'data-label="Level">([^<]*)<', page.source)
    assert levels == ["2", "5", "4", "7", "7", "8"]

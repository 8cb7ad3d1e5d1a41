"""A match judged under rules that somebody chose: tried by its address, then made its own."""

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update
from sqlmodel import col

from app.database.tables.matches import Blob, Choice, Judgement
from app.judging.rules_of_match import records
from app.matches import trials
from app.matches.installation import Installation
from tests.app.conftest import Page
from tests.app.rules.test_house_rules import change, house
from tests.app.web.test_pages import check_whole

Read = Callable[..., Any]
Put = Callable[..., int]
Log = Callable[..., bytes]


@pytest.fixture
def fupan(web: Flask) -> Installation:
    """The installation behind the pages."""
    found: Installation = web.extensions["fupan"]
    return found


def post(client: FlaskClient, address: str, **fields: str) -> Any:
    """Sends a form with the token of the page that has it."""
    (token, *_) = Page(client.get("/add")).all("input", name="csrf_token")
    return client.post(address, data={"csrf_token": token["value"], **fields})


def rows(fupan: Installation) -> tuple[int, int]:
    """How many judgements and choices there are."""
    with fupan.sessions() as session:
        return len(session.execute(select(Judgement)).all()), len(session.execute(select(Choice)).all())


def test_an_address_of_its_own_shows_the_match_under_other_rules(
    fupan: Installation, read: Read, put: Put, sample: dict[str, Any]
) -> None:
    number = put(sample)
    before = rows(fupan)
    page = read(f"/matches/{number}?rules=tournament&a_failures=2")
    check_whole(page)
    assert (
        "Not the match's rules. This is what it comes to under the preset Tournament, with Failures at A: 2."
        in page.text
    )
    assert "preset Tournament" in page.text
    rules = f"/matches/{number}/rules?rules=tournament&a_failures=2"
    assert rules in page.links
    assert "The log claims preset NJUPT" in read(rules).text
    (form,) = page.all("form", method="post")
    assert form["action"] == f"/matches/{number}/rules"
    hidden = {each["name"]: each["value"] for each in page.all("input", type="hidden")}
    assert (hidden["rules"], hidden["a_failures"]) == ("tournament", "2")
    assert f"/api/v1/matches/{number}/report?rules=tournament&a_failures=2" in page.links
    assert rows(fupan) == before
    assert "Not the match's rules" not in read(f"/matches/{number}").text


def test_the_address_says_only_what_differs(client: FlaskClient, put: Put, sample: dict[str, Any]) -> None:
    number = put(sample)
    answer = client.get(f"/matches/{number}?rules=njupt&a_failures=4&hands=8&return_level=no&tribute=")
    assert answer.status_code == 302
    assert answer.location == f"/matches/{number}?rules=njupt&hands=8"
    assert client.get(answer.location).status_code == 200
    paged = client.get(f"/matches/{number}?rules=njupt&hands=8&hands_page=2")
    assert paged.status_code == 200
    assert client.get(f"/matches/{number}?a_failures=2").location == f"/matches/{number}?rules=claim&a_failures=2"


def test_a_page_of_hands_is_no_option(read: Read, put: Put, sample: dict[str, Any]) -> None:
    assert "Not the match's rules" not in read(f"/matches/{put(sample)}?hands=2&findings=1").text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("rules=njpt", "guandan has no preset 'njpt'; did you mean 'njupt'?"),
        ("rules=njupt&a_failure=3", "guandan has no option 'a_failure'; did you mean 'a_failures'?"),
        ("rules=njupt&a_failures=12", "'12' is not a valid value for a_failures (0 to 9)"),
        ("rules=house:Friday%20tabel", "there are no house rules 'Friday tabel'; did you mean Friday table?"),
        ("rules=house:Friday%20table@7", "there is no version 7 of the house rules Friday table: the newest is 1"),
        ("rules=njupt&<b>=1", "guandan has no option '<b>'"),
        ("rules=njupt&win_at=" + "x" * 5000, "at most"),
    ],
)
def test_rules_that_do_not_exist_are_refused_with_a_form(
    fupan: Installation, read: Read, put: Put, sample: dict[str, Any], query: str, said: str
) -> None:
    house(fupan)
    number = put(sample)
    page = read(f"/matches/{number}?{query}", 400)
    check_whole(page)
    assert said in page.text
    assert "?." not in page.text
    assert page.all("select", name="win_at")


def test_the_form_has_the_options_of_the_game_with_their_defaults(read: Read, put: Put, sample: dict[str, Any]) -> None:
    page = read(f"/matches/{put(sample)}/rules?rules=botzone")
    check_whole(page)
    names = {each["name"] for tag in ("select", "input") for each in page.all(tag)}
    assert {"rules", "tribute", "a_failures", "return_limit"} <= names
    assert "row_unit" not in names
    assert "In Botzone: nine." in page.text
    assert "Cards up to 9 (default)" in page.text
    assert "The number of failures at A that sends a team back to level 2; 0: no limit" in page.text
    assert "With a hand played at A that it set the level of itself" in page.text


def test_the_form_of_chinese_poker_has_its_tables(read: Read, client: FlaskClient, put: Put) -> None:
    from tests.app.matches.test_earlier_judgements import PLAYED

    number = put(PLAYED["chinese_poker"].read_bytes())
    page = read(f"/matches/{number}/rules")
    check_whole(page)
    assert page.all("input", name="royalty_table.middle.four")
    assert page.all("input", name="natural_table.dragon")
    filled = client.get(
        f"/matches/{number}",
        query_string={"rules": "two-four", "royalty_table.middle.four": "8", "royalty_table.back.four": ""},
    )
    asked = dict(parse_qsl(urlsplit(filled.location).query))
    assert asked == {"rules": "two-four", "royalty_table": '{"middle": {"four": 8}}'}
    shown = read(filled.location)
    assert "Not the match's rules" in shown.text
    again = read(f"/matches/{number}/rules?{urlsplit(filled.location).query}")
    assert again.status == 200


def test_made_the_matchs_rules_and_back(
    fupan: Installation, read: Read, client: FlaskClient, put: Put, sample: Any
) -> None:
    number = put(sample)
    own = client.get(f"/api/v1/matches/{number}/report").data
    answer = post(client, f"/matches/{number}/rules", rules="tournament", a_failures="2")
    assert (answer.status_code, answer.location) == (303, f"/matches/{number}")
    page = read(f"/matches/{number}")
    check_whole(page)
    assert "preset Tournament with Failures at A: 2" in page.text
    assert "2 reports kept" in page.text
    rules = read(f"/matches/{number}/rules")
    check_whole(rules)
    assert "preset Tournament with Failures at A: 2" in rules.text
    assert "The log claims preset NJUPT" in rules.text
    assert f"/matches/{number}?rules=claim" in rules.links
    assert len(rules.all("table", class_="changed")) == 1
    chosen = client.get(f"/api/v1/matches/{number}/report").json
    assert chosen is not None
    assert (chosen["rules"]["preset"], chosen["rules"]["options"]["a_failures"]) == ("tournament", 2)
    kept = [each for each in page.links if "/reports/" in each]
    assert {client.get(each).data for each in kept} == {own, client.get(f"/api/v1/matches/{number}/report").data}
    # The replay, its frames and the comparison are under the match's rules too.
    for address in (f"/matches/{number}/hands/2?step=51", f"/matches/{number}/rules?compare=yes"):
        assert read(address).faults == []
    assert "These are the match's rules" in read(f"/matches/{number}?rules=tournament&a_failures=2").text
    post(client, f"/matches/{number}/rules", rules="claim")
    assert client.get(f"/api/v1/matches/{number}/report").data == own
    assert "Chosen here" not in read(f"/matches/{number}/rules").text
    assert rows(fupan) == (2, 1)


def test_what_is_refused_changes_nothing(
    fupan: Installation, client: FlaskClient, put: Put, sample: dict[str, Any], log: Log
) -> None:
    number = put(sample)
    before = rows(fupan)
    assert client.post(f"/matches/{number}/rules", data={"rules": "botzone"}).status_code == 400
    answer = post(client, f"/matches/{number}/rules", rules="njpt")
    assert answer.status_code == 400
    assert "Nothing was changed" in answer.get_data(as_text=True)
    assert post(client, "/matches/99/rules", rules="botzone").status_code == 404
    unread = put(log("its bytes are gone"))
    with fupan.sessions.begin() as session:
        session.execute(
            update(Blob).where(col(Blob.sha256) == sha256(log("its bytes are gone")).hexdigest()).values(data=None)
        )
    assert post(client, f"/matches/{unread}/rules", rules="botzone").status_code == 404
    rules = Page(client.get(f"/matches/{unread}/rules"))
    assert "its log is not kept: it cannot be judged under any rules" in rules.text
    assert not rules.all("form", method="get", action=f"/matches/{unread}")
    assert rows(fupan) == (before[0] + 1, before[1])


def test_a_match_under_a_version_says_so_and_offers_the_newest(
    fupan: Installation, read: Read, client: FlaskClient, put: Put, sample: dict[str, Any]
) -> None:
    number = put(sample)
    first = house(fupan)
    post(client, f"/matches/{number}/rules", rules="house:friday table")
    change(fupan, first, hands="8")
    assert "house rules Friday table, version 1" in read(f"/matches/{number}").text
    page = read(f"/matches/{number}/rules")
    assert "house rules Friday table, version 1" in page.text
    assert "There is a version 2 now: judge under it" in page.text
    assert f"/house/{first.house}" in page.links
    newest = client.get(f"/matches/{number}?rules=house:Friday%20table")
    assert newest.location == f"/matches/{number}?rules=house:Friday+table@2"
    assert "the house rules Friday table, version 2." in read(newest.location).text


def test_only_the_rules_are_unknown(read: Read, client: FlaskClient, put: Put, sample: dict[str, Any]) -> None:
    sample["rules"] = {"preset": "njupt", "options": {"a_failure": 3}}
    number = put(sample)
    page = read(f"/matches/{number}")
    check_whole(page)
    assert "rules unknown" in page.text
    assert "The log was read: 8 hands, 4 players. Only its rules are unknown: guandan has no option" in page.text
    assert "did you mean 'a_failures'?" in page.text
    assert "could not be read" not in page.text
    for lists in ("/matches/", "/matches/?verdict=unreadable", "/"):
        listed = read(lists)
        assert re.search(r"\?\s*rules unknown ", listed.text)
        assert len(listed.all("span", class_="verdict-unreadable")) == 1
    near = f"/matches/{number}?rules=njupt&a_failures=3"
    assert near in page.links
    tried = read(near)
    check_whole(tried)
    assert f"/matches/{number}/hands/1?rules=njupt&a_failures=3" in tried.links
    assert read(f"/matches/{number}/hands/1?rules=njupt&a_failures=3").faults == []
    read(f"/matches/{number}/hands/1", 404)
    check_whole(read(f"/matches/{number}/rules"))
    post(client, f"/matches/{number}/rules", rules="njupt", a_failures="3")
    rules = read(f"/matches/{number}/rules")
    assert "The log claims preset NJUPT with a_failure = 3. There are no such rules." in rules.text
    assert "Under its claim" not in rules.text
    own = read(f"/matches/{number}")
    assert not [each for each in own.links if "rules=claim" in each]
    assert f"/matches/{number}/hands/1" in own.links
    assert read(f"/matches/{number}/hands/1").faults == []
    post(client, f"/matches/{number}/rules", rules="claim")
    assert "Only its rules are unknown" in read(f"/matches/{number}").text


def test_a_match_that_is_too_long_is_not_judged_here(
    read: Read, put: Put, sample: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    number = put(sample)
    monkeypatch.setattr(trials, "ACTIONS", 100)
    page = read(f"/matches/{number}?rules=botzone", 400)
    assert "at most 100 are judged here. In a terminal, fupan import --rules judges a match of any length" in page.text


def test_programs_choose_rules_too(client: FlaskClient, put: Put, sample: dict[str, Any]) -> None:
    number = put(sample)
    tried = client.get(f"/api/v1/matches/{number}/report?rules=tournament&a_failures=2").json
    assert tried is not None
    assert tried["rules"]["preset"] == "tournament"
    refused = client.get(f"/api/v1/matches/{number}/report?rules=turnament")
    assert refused.status_code == 400
    assert "did you mean 'tournament'?" in refused.json["detail"]  # type: ignore[index]
    address = f"/api/v1/matches/{number}/rules"
    rules = {"rules": "tournament", "options": {"a_failures": "2"}}
    assert client.put(address, json=rules, headers={"Origin": "http://elsewhere"}).status_code == 403
    chosen = client.put(address, json=rules).json
    assert chosen is not None
    assert (chosen["match"]["verdict"], chosen["digest"]) == (tried["verdict"], tried["digest"])
    assert chosen["rules"] == "preset Tournament with Failures at A: 2"
    back = client.put(address, json={"rules": "claim"}).json
    assert back is not None
    assert back["rules"] is None
    assert client.put(address, json={"rules": "x"}).status_code == 400
    assert client.put("/api/v1/matches/77/rules", json={"rules": "claim"}).status_code == 404
    assert client.get(f"/api/v1/matches/{number}/reports/999").status_code == 404


def test_house_rules_are_not_lost_with_a_name_in_chinese(
    fupan: Installation, read: Read, client: FlaskClient, put: Put, sample: dict[str, Any]
) -> None:
    house(fupan, "周五 <牌桌> & co")
    number = put(sample)
    page = read(f"/matches/{number}/rules")
    begun = f"/matches/{number}?rules=house"
    address = next(each for each in page.links if each.startswith(begun) and "&" not in each)
    assert "周五 <牌桌> & co, version 1" in read(address).text
    unpinned = client.get(f"/matches/{number}", query_string={"rules": "house:周五 <牌桌> & co"})
    assert unpinned.location == address
    with fupan.sessions() as session:
        assert [each.name for each in records.houses(session)] == ["周五 <牌桌> & co"]


def test_rules_for_another_number_of_players_can_be_replaced(read: Read, client: FlaskClient, put: Put) -> None:
    match = {
        "format": "fupan/1",
        "game": "chinese_poker",
        "rules": {"preset": "criss-cross"},
        "players": [{"seat": seat} for seat in "ABC"],
        "hands": [],
    }
    number = put(match)
    page = read(f"/matches/{number}")
    check_whole(page)
    assert f"/matches/{number}/rules" in page.links
    choosing = read(f"/matches/{number}/rules")
    check_whole(choosing)
    assert "Not possible: these rules are for 2 players, and the match has 3." in choosing.text
    assert post(client, f"/matches/{number}/rules", rules="one-six").status_code == 303
    assert read(f"/matches/{number}").all("section", class_="ruling-clean")


def test_the_hands_of_a_trial_are_replayed_under_its_rules(
    read: Read, client: FlaskClient, put: Put, sample: dict[str, Any]
) -> None:
    number = put(sample)
    rules = "rules=tournament&a_failures=2"
    page = read(f"/matches/{number}?{rules}")
    hands = [each for each in page.links if each.startswith(f"/matches/{number}/hands/")]
    assert len(hands) >= 8
    assert all(rules in each for each in hands)
    for step in ("", "&step=5", "&step=5&view=table"):
        hand = read(f"/matches/{number}/hands/2?{rules}{step}")
        check_whole(hand)
        assert "This is the hand under the preset Tournament, with Failures at A: 2." in hand.text
        assert all(rules in each for each in hand.links if each.startswith(f"/matches/{number}/hands/"))
        assert f"/matches/{number}?{rules}" in hand.links
        assert {each["name"]: each["value"] for each in hand.all("input", type="hidden")}.items() >= {
            ("rules", "tournament"),
            ("a_failures", "2"),
        }
        (replay,) = hand.all("div", id="replay")
        assert rules in str(replay["data-tables"])
        assert rules in str(replay["data-hand"])
    assert client.get(f"/matches/{number}/hands/2/table?{rules}&step=0&count=3").status_code == 200
    assert "The hand cannot be replayed under these rules" in read(f"/matches/{number}/hands/2?rules=nosuch", 400).text
    own = read(f"/matches/{number}/hands/2")
    assert "rules=" not in own.source


def test_what_is_found_in_a_hand_depends_on_the_rules_of_the_address(
    read: Read, put: Put, sample: dict[str, Any]
) -> None:
    number = put(sample)
    for address in ("hands/2", "hands/2/table"):
        own = read(f"/matches/{number}/{address}?step=1")
        tried = read(f"/matches/{number}/{address}?step=1&rules=tournament")
        assert ("tribute-wrong-seat" in own.source, "tribute-wrong-seat" in tried.source) == (False, True)

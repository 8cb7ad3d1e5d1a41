"""The pages of events, partners and two people, and their files."""

import csv
import json
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.matches.installation import Installation
from app.players.statistics.people import join, person_of
from tests.app.web.test_pages import check_whole
from tests.databases import fill_once
from tests.season_matches import EVENT, Match, of_game, put_season

REPO = Path(__file__).parents[3]
Read = Callable[..., Any]
SEASON = "event=Autumn+League&game=guandan"


@pytest.fixture
def played(web: Flask) -> list[Match]:
    return fill_once(web.extensions["fupan"], _put_some)


def _put_some(fupan: Installation) -> list[Match]:
    return put_season(fupan, 8)


def number_of(web: Flask, key: str) -> int:
    with web.extensions["fupan"].sessions() as session:
        return person_of(session, key) or 0


def test_pages_say_that_there_is_nothing_yet(read: Read) -> None:
    assert "No counted match is of an event yet." in read("/events/").text
    assert "were two players with names known to be on the same side" in read("/partners/").text
    assert "No counted match is of this event." in read(f"/events/show?{SEASON}", 404).text
    assert "does not say which event" in read("/events/show", 404).text
    assert "There is no person 3" in read("/people/3/with/4", 404).text


def test_an_event_is_found_in_the_list_and_shows_its_season(read: Read, played: list[Match]) -> None:
    listed = read("/events/")
    address = next(link for link in listed.links if "event=Autumn" in link and "game=guandan" in link)
    page = read(address)
    assert page.faults == listed.faults == []
    matches = of_game(played, "guandan")
    assert f"Guandan · {len(matches)} matches · {sum(len(each.hands) for each in matches)} hands" in page.text
    for title in ("Standings", "Longest series of hands", "Best hands"):
        assert title in page.text
    assert "Worst hands" not in page.text
    assert "Worst hands" in read("/events/show?event=Autumn+League&game=bao_huang").text
    assert "<b>Wu" not in page.source
    replays = [link for link in page.links if "/hands/" in link]
    assert replays
    assert read(replays[0]).status == 200
    part = read(f"/events/show?{SEASON}&since={_day(matches[0].day)}&until={_day(matches[0].day)}")
    assert "1 match ·" in part.text
    assert "Ignored a date" in read(f"/events/show?{SEASON}&since=yesterday").text
    assert "No hand fits" in read(f"/events/show?{SEASON}&until=1999-01-01").text
    assert "There is no game whist" in read("/events/show?event=Autumn+League&game=whist", 404).text


def test_the_standings_come_by_pages(
    read: Read, client: FlaskClient, played: list[Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.players.events.SIZE", 3)
    first, second = (read(f"/events/show?{SEASON}&page={page}") for page in (1, 2))
    rows = _rows(client.get(f"/events/standings.csv?{SEASON}").text)
    assert len(rows) > 3
    assert rows[0]["name"] in first.source
    assert rows[3]["name"].replace("<", "&lt;").replace(">", "&gt;") in second.source
    assert "/events/show?event=Autumn+League&amp;game=guandan&amp;page=2" in first.source


def test_files_have_what_the_tables_have(client: FlaskClient, played: list[Match]) -> None:
    matches = of_game(played, "guandan")
    rows = _rows(client.get(f"/events/standings.csv?{SEASON}").text)
    assert sum(int(row["hands"]) for row in rows) == 4 * sum(len(each.hands) for each in matches)
    assert sum(int(row["matches"]) for row in rows) == 4 * len(matches)
    lines = client.get(f"/events/standings.json?{SEASON}").text.splitlines()
    assert [json.loads(line)["name"] for line in lines] == [row["name"] for row in rows]
    whole = client.get(f"/events/show?{SEASON}&format=json")
    assert whole.content_type == "application/json"
    assert list(whole.json or {}) == ["standings", "runs", "best", "worst"]
    assert [each["name"] for each in (whole.json or {})["standings"]] == [row["name"] for row in rows]
    assert _rows(client.get(f"/events/show?{SEASON}&format=csv").text) == rows
    course = _rows(client.get(f"/events/course.csv?{SEASON}").text)
    assert len(course) == len(matches)
    assert client.get(f"/events/show?{SEASON}&format=xml").status_code == 404
    assert client.get(f"/events/nothing.csv?{SEASON}").status_code == 404
    partners = _rows(client.get("/partners/partners.csv?game=bao_huang").text)
    assert {(row["name"], row["partner"]) for row in partners} == {(row["partner"], row["name"]) for row in partners}
    assert len((client.get("/partners/?game=bao_huang&format=json").json or {})["partners"]) == len(partners)


def test_a_name_is_no_formula_in_a_file(web: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.season_matches.NAMES", ("=1+1", "@b", "-c", "+d", "e", "f", "g"))
    put_season(web.extensions["fupan"], 2)
    text = client.get(f"/events/standings.csv?{SEASON}").text
    assert "'=1+1" in text or "'@b" in text
    assert not [cell for row in csv.reader(StringIO(text)) for cell in row if cell.startswith(("=", "@", "+"))]


def test_a_player_is_compared_with_partners_and_with_opponents(
    client: FlaskClient, read: Read, played: list[Match]
) -> None:
    (address,) = [each for each in read("/people/1/more?game=guandan").links if each.startswith("/people/1/with/")]
    page = read(address)
    check_whole(page)
    partners, opponents = page.source.split("</section>")[:2]
    for part, title in ((partners, "As partners"), (opponents, "As opponents")):
        (pair, *_others) = re.findall(r'href="(/people/1/with/\d+[^"]*)"', part)
        assert title in read(pair).text
    read("/people/1/with/?game=chess", 404)
    read("/people/9999/with/", 404)


def test_the_matrix_leads_to_pages_of_two(read: Read, played: list[Match]) -> None:
    page = read("/partners/?game=guandan")
    assert page.faults == []
    figure = json.loads(page.source.partition('class="chart-figure">')[2].partition("</script>")[0])
    (trace,) = figure["data"]
    assert len(trace["x"]) == len(trace["y"]) == len(trace["z"]) == 7
    for row, hrefs, notes in zip(trace["z"], trace["customdata"], trace["hovertext"], strict=True):
        for value, href, note in zip(row, hrefs, notes, strict=True):
            assert (value is None) == (href == "")
            assert value is None or ("hand" in note and ("matches won" in note or "no decided match" in note))
    address = next(href for row in trace["customdata"] for href in row if href)
    pair = read(address)
    assert pair.faults == []
    assert "As partners" in pair.text
    assert "Side by side" in pair.text
    won = read("/partners/?game=guandan&value=won")
    assert "Matches won, by player and partner" in won.text
    assert EVENT in read("/partners/?game=guandan&event=Autumn+League").text
    assert "No partners" in read("/partners/?game=chinese_poker").text
    assert "There is no matrix of luck" in read("/partners/?value=luck", 404).text


def test_two_people_side_by_side(web: Flask, read: Read, client: FlaskClient, played: list[Match]) -> None:
    first, second = number_of(web, "Zhao"), number_of(web, "Li")
    page = read(f"/people/{first}/with/{second}?game=guandan")
    figures = {row["figure"]: row for row in _rows(client.get(f"/people/{first}/with/{second}/figures.csv").text)}
    matches = of_game(played, "guandan", None)
    hands = [sum(name in hand.scores for match in matches for hand in match.hands) for name in ("Zhao", "Li")]
    assert [int(figures["hands"]["first"]), int(figures["hands"]["second"])] == hands
    assert {"bombs", "passes", "place_1", "mean"} <= figures.keys()
    # What is still to be worked out is left out.
    assert "passes_able" not in figures
    assert "Wild cards in bombs" in page.text
    turned = read(f"/people/{second}/with/{first}?game=guandan")
    assert "Zhao and Li" in page.text
    assert "Li and Zhao" in turned.text
    assert "no counted match of Big A in common" in read(f"/people/{first}/with/{second}?game=big_a").text
    assert "Both are one person" in read(f"/people/{first}/with/{first}", 404).text
    whole = client.get(f"/people/{first}/with/{second}?format=json").json
    assert list(whole or {}) == [
        "together",
        "matches",
        "figures",
    ]
    assert client.get(f"/people/{first}/with/{second}/nothing.csv").status_code == 404


def test_two_people_who_never_met_end_after_that_sentence(read: Read, put: Callable[..., int], web: Flask) -> None:
    for names in ("Ada Bea Cy Dan", "Eve Fay Gus Hal"):
        log = json.loads((REPO / "static/samples/spring-cup.json").read_bytes())
        log["match"] = {"id": names}
        for player, name in zip(log["players"], names.split(), strict=True):
            player.pop("id", None)
            player["name"] = name
        put(log)
    page = read(f"/people/{number_of(web, 'Ada')}/with/{number_of(web, 'Eve')}")
    sentence = '<p class="nothing">They have no counted match of Guandan in common.</p>'
    before, after = page.source.split(sentence)
    assert "<section" not in before
    assert re.match(r"\s*</main>", after)


def test_people_that_were_joined_lead_to_the_one_that_was_kept(
    web: Flask, client: FlaskClient, played: list[Match]
) -> None:
    first, second, third = (number_of(web, key) for key in ("Zhao", "Li", "Sun"))
    with web.extensions["fupan"].sessions() as session:
        join(session, "Li", "Sun")
        session.commit()
    answer = client.get(f"/people/{first}/with/{third}?game=guandan")
    assert answer.status_code == 302
    assert answer.location == f"/people/{first}/with/{second}?game=guandan"
    assert client.get(f"/people/{second}/with/{third}").status_code == 404


def _rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def _day(number: int) -> str:
    return f"{number // 10_000}-{number // 100 % 100:02}-{number % 100:02}"


@pytest.mark.parametrize("game", ["guandan", "bao_huang"])
def test_the_table_of_partners_says_what_it_leaves_out(
    read: Read, client: FlaskClient, played: list[Match], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    pairs = {
        frozenset((name, other))
        for match in of_game(played, game, None)
        for hand in match.hands
        for name in hand.sides
        for other in hand.sides
        if name != other and hand.sides[name] == hand.sides[other]
    }
    address = f"game={game}"
    assert "more pair" not in read(f"/partners/?{address}").text
    assert {row["pairs_left_out"] for row in _rows(client.get(f"/partners/partners.csv?{address}").text)} == {"0"}
    monkeypatch.setattr("app.web.players.partner_matrix.MOST_PEOPLE", 4)
    monkeypatch.setattr("app.players.statistics.partners.busiest.__defaults__", (4,))
    rows = _rows(client.get(f"/partners/partners.csv?{address}").text)
    left = len(pairs) - len({frozenset((row["name"], row["partner"])) for row in rows})
    assert left > 0
    assert {(row["pairs_left_out"], row["most_players"]) for row in rows} == {(str(left), "4")}
    (whole,) = {
        row["pairs_left_out"] for row in (client.get(f"/partners/?{address}&format=json").json or {})["partners"]
    }
    lines = client.get(f"/partners/partners.json?{address}").text.splitlines()
    assert {json.loads(line)["pairs_left_out"] for line in lines} == {whole} == {left}
    said = read(f"/partners/?{address}").text
    assert f"{left} more pairs were on the same side, but the table and its files have only pairs of the 4" in said

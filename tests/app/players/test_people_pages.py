"""The pages of people: the list, figures and files, joining, hidden names."""

import csv
import json
import re
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pyarrow import parquet
from sqlalchemy import select

from app.database.tables.statistics import FACTS
from app.matches.ingest import ingest
from app.matches.installation import Installation
from app.players.statistics import hands
from app.players.statistics.figures import person_figures
from app.players.statistics.filters import FactFilter
from app.players.statistics.output import lines_of_json
from app.players.statistics.people import join, person_of
from app.players.statistics.recount import count_pending
from app.web.parts import person_hands
from engine.games import GAMES
from tests.databases import fill_once

SAMPLES = Path(__file__).parents[3] / "sample_logs" / "demo"
Read = Callable[..., Any]
Put = Callable[..., int]


@pytest.fixture
def people(web: Flask) -> Callable[[str], int]:
    """Gives the number of the person with a key; the matches are those of the demo, by people of four names."""
    fill_once(web.extensions["fupan"], _put_matches)

    def number(key: str) -> int:
        with web.extensions["fupan"].sessions() as session:
            found = person_of(session, key)
        assert found is not None
        return found

    return number


def _put_matches(fupan: Installation) -> None:
    for path in sorted(SAMPLES.glob("*.json")):
        whole = json.loads(path.read_bytes())
        whole = {name: value for name, value in whole.items() if name != "result"} | {"hands": whole["hands"][:4]}
        for player, name in zip(whole["players"], ("=Li", "<b>Zhao</b>", "王小明", "Sun", "Qian"), strict=False):
            player["name"] = name
            player.pop("id", None)
        list(ingest(fupan.sessions, fupan.checker, BytesIO(json.dumps(whole).encode()), "log.json"))
    count_pending(fupan.sessions)


def token(page: Any) -> str:
    """The token of a form of a page."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', page.source)
    assert found is not None
    return found[1]


def test_the_list_is_searched_and_leads_to_the_pages(people: Callable[[str], int], read: Read) -> None:
    page = read("/people/")
    assert len(page.all("th", scope="row")) == 5
    assert "<b>Zhao" in page.text
    found = read("/people/?text=小")
    assert [row["href"] for row in found.all("a") if row["href"] == f"/people/{people('王小明')}"]
    assert len(found.all("th", scope="row")) == 1
    assert "Nobody found" in read("/people/?text=nobody+at+all").text


def test_a_page_has_the_figures_of_the_person(web: Flask, people: Callable[[str], int], read: Read) -> None:
    with web.extensions["fupan"].sessions() as session:
        (expected,) = person_figures(session, "guandan", FactFilter(player="Sun"))
    overview = read(f"/people/{people('Sun')}?game=guandan")
    assert f"Hands{expected.whole.hands:,}" in overview.text
    assert overview.source.index('class="people-key-figures"') < overview.source.index('class="chart"')
    assert overview.all("figure", class_="chart")
    page = read(f"/people/{people('Sun')}/decisions?game=guandan")
    rows = {row["figure"]: row for row in table(web, people("Sun"), "figures", "game=guandan")}
    for name, value in expected.values.items():
        assert float(rows[name]["count"]) == float(value), name
    sentences = read(f"/people/{people('Sun')}/more?game=guandan").source.partition('<ul class="people-standing-out">')[
        2
    ]
    assert sentences.partition("</ul>")[0].count("<li>") == 3
    folded = page.source.partition("that were never counted")[2].partition("</details>")[0]
    never = [name for name, row in rows.items() if float(row["count"] or 1) == 0]
    assert folded.count("<tr>") == len(never) + 1
    assert f"{len(never)} figures that were never counted" in page.source
    assert "There is no person 999" in read("/people/999", 404).text


def test_programs_get_what_the_terminal_prints(web: Flask, put: Put) -> None:
    log = json.loads((SAMPLES / "guandan-evening.json").read_bytes())
    log["hands"][0]["actions"][:2] = [
        f"{action} @{at}" for action, at in zip(log["hands"][0]["actions"][:2], (1, 13.5), strict=True)
    ]
    put(log)
    count_pending(web.extensions["fupan"].sessions)
    with web.extensions["fupan"].sessions() as session:
        printed = [each.document for each in person_figures(session, "guandan", FactFilter())]
    client = web.test_client()
    for document in printed:
        number = client.get("/api/v1/people", query_string={"text": document["person"]}).json["people"][0]["person"]  # type: ignore[index]
        (given,) = client.get(f"/api/v1/people/{number}/statistics").json["games"]  # type: ignore[index]
        assert list(given.pop("accuracy")) == ["decisions", "hands", "matches", "mean", "half"]
        assert given == json.loads(lines_of_json([document]))
        assert list(given) == list(document)
    assert {12.5, 0} <= {json.loads(lines_of_json([each]))["seconds"] for each in printed}


def test_tabs_are_under_the_same_filter(people: Callable[[str], int], read: Read) -> None:
    """Also without a game, and each leads to all others."""
    sun = people("Sun")
    tabs = ("", "/decisions", "/hands", "/more")
    for query in ("game=big_a&basis=play&role=opponent", "game=guandan&partner=Qian"):
        for tab in tabs:
            page = read(f"/people/{sun}{tab}?{query}")
            links = {urlsplit(link) for link in page.links if link.startswith(f"/people/{sun}")}
            for other in tabs:
                queries = {frozenset(parse_qsl(link.query)) for link in links if link.path == f"/people/{sun}{other}"}
                assert frozenset(parse_qsl(query)) in queries, (tab, other)
    read(f"/people/{sun}/nothing", 404)


def test_an_overview_has_few_figures_of_each_game() -> None:
    for game in GAMES.values():
        assert sum(figure.first for figure in game.statistics.figures) == 3


def table(web: Flask, person: int, what: str, query: str = "") -> list[dict[str, str]]:
    """The rows of a file in CSV."""
    answer = web.test_client().get(f"/people/{person}/{what}.csv?{query}")
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return list(csv.DictReader(StringIO(answer.get_data(as_text=True))))


def test_every_table_and_chart_is_a_file(web: Flask, people: Callable[[str], int], read: Read) -> None:
    for game in ("guandan", "bao_huang", "big_a", "chinese_poker"):
        tabs = [read(f"/people/{people('Sun')}{tab}?game={game}") for tab in ("", "/decisions", "/more")]
        files = sorted({row["href"] or "" for page in tabs for row in page.all("a") if ".csv" in (row["href"] or "")})
        assert len(files) >= 6
        for address in files:
            answer = web.test_client().get(address)
            assert answer.status_code == 200
            rows = list(csv.reader(StringIO(answer.get_data(as_text=True))))
            assert len({len(row) for row in rows}) == 1
            assert len(rows) > 1
            lines = web.test_client().get(address.replace(".csv", ".json")).get_data(as_text=True).splitlines()
            assert len(lines) == len(rows) - 1
            assert all(json.loads(line) for line in lines)
            whole = web.test_client().get(address.replace(".csv", ".parquet")).get_data()
            assert parquet.read_table(BytesIO(whole)).num_rows == len(rows) - 1
    assert "no table nothing" in read(f"/people/{people('Sun')}/nothing.csv", 404).text
    assert "no file of the type" in read(f"/people/{people('Sun')}/months.xlsx", 404).text


def test_formulas_are_defused_in_files(web: Flask, people: Callable[[str], int]) -> None:
    rows = table(web, people("王小明"), "partners", "game=guandan")
    assert [row["partner"] for row in rows] == ["'=Li"]


def test_a_filter_in_the_address_means_what_it_means_in_the_terminal(
    web: Flask, people: Callable[[str], int], read: Read
) -> None:
    page = read(f"/people/{people('Sun')}?game=big_a&role=alone&since=2024-13-01&preset=no+such&basis=play")
    assert "Ignored date '2024-13-01'; use" in page.text
    assert "Ignored the unknown preset" in page.text
    with web.extensions["fupan"].sessions() as session:
        found = person_figures(session, "big_a", FactFilter(player="Sun", partner="Qian", of_play=True))
    whole = table(web, people("Sun"), "figures", "game=big_a&partner=Qian&basis=play")
    counts = {row["figure"]: row["count"] for row in whole}
    assert float(counts["plays"]) == found[0].whole.counts["plays"]


def test_people_are_joined_and_split_on_the_page(
    web: Flask, client: FlaskClient, people: Callable[[str], int], read: Read
) -> None:
    sun, qian = people("Sun"), people("Qian")
    page = read(f"/people/{sun}/more")
    assert client.post(f"/people/{sun}/join", data={"key": "Qian"}).status_code == 400
    answer = client.post(f"/people/{sun}/join", data={"key": "Qian", "csrf_token": token(page)})
    assert answer.status_code == 303
    assert answer.headers["Location"].endswith(f"/people/{sun}/more#aliases")
    joined = read(f"/people/{sun}/more")
    assert "also Qian" in joined.text
    assert client.get(f"/people/{qian}").headers["Location"].startswith(f"/people/{sun}")
    again = client.post(f"/people/{sun}/join", data={"key": "Qian", "csrf_token": token(joined)})
    assert "are one person already" in again.get_data(as_text=True) or again.status_code == 400
    wrong = client.post(f"/people/{sun}/split", data={"key": "Nobody", "csrf_token": token(joined)})
    assert wrong.status_code == 400
    client.post(f"/people/{sun}/split", data={"key": "Qian", "csrf_token": token(joined)})
    assert "also Qian" not in read(f"/people/{sun}").text
    assert client.get(f"/people/{qian}").status_code == 200


def test_names_are_hidden_for_this_visitor_alone(
    web: Flask, client: FlaskClient, people: Callable[[str], int], read: Read
) -> None:
    sun = people("Sun")
    page = read("/people/")
    client.post("/people/names", data={"hidden": "1", "csrf_token": token(page)})
    tabs = ("", "/decisions", "/hands", "/more")
    for address in ("/people/", *(f"/people/{sun}{tab}?game=guandan" for tab in tabs)):
        shown = read(address)
        assert f"Player {sun}" in shown.text
        assert not {"Sun", "王小明", "Zhao", "Qian"} & set(re.findall(r"\w+", shown.source)), address
    partners = client.get(f"/people/{sun}/partners.csv?game=guandan").get_data(as_text=True)
    assert "Player" in partners
    assert "Zhao" not in partners
    assert "Sun" in web.test_client().get(f"/people/{sun}").get_data(as_text=True)
    client.post("/people/names", data={"hidden": "0", "csrf_token": token(read("/people/"))})
    assert "Sun" in read("/people/").text


def test_hands_lead_into_their_replay(people: Callable[[str], int], read: Read) -> None:
    page = read(f"/people/{people('Sun')}/hands?game=guandan&count=bombs")
    links = [row["href"] or "" for row in page.all("a") if "/hands/" in (row["href"] or "")]
    assert links
    read(links[0])
    assert "Nothing is counted under the name" in read(f"/people/{people('Sun')}/hands?count=nonsense", 404).text


def test_seconds_are_seconds_and_lost_units_are_hands_too(web: Flask, put: Put, read: Read) -> None:
    log = json.loads((SAMPLES / "guandan-evening.json").read_bytes())
    log["hands"] = log["hands"][:1]
    first, second = log["hands"][0]["actions"][:2]
    log["hands"][0]["actions"][:2] = [f"{first} @1", f"{second} @13.5"]
    put(log)
    count_pending(web.extensions["fupan"].sessions)
    with web.extensions["fupan"].sessions() as session:
        number = session.execute(select(FACTS.c.person).where(FACTS.c.seconds > 0)).scalar_one()
    assert "12.5" in read(f"/people/{number}/hands?count=seconds").text
    read("/people/1/hands?count=seconds_fine", 404)
    put(json.loads((SAMPLES / "chinese-poker-evening.json").read_bytes()))
    count_pending(web.extensions["fupan"].sessions)
    with web.extensions["fupan"].sessions() as session:
        lost = session.execute(select(FACTS.c.person).where(FACTS.c.units < 0).limit(1)).scalar_one()
    assert "-" in read(f"/people/{lost}/hands?count=units").text


def test_a_page_of_hands_ends_with_a_whole_hand(
    web: Flask, put: Put, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.players.statistics.hands.SIZE", 3)
    log = json.loads((SAMPLES / "guandan-evening.json").read_bytes())
    log["hands"] = log["hands"][:4]
    for player in log["players"][:2]:
        player["name"] = "Twice"
        player.pop("id", None)
    put(log)
    with web.extensions["fupan"].sessions() as session:
        person = person_of(session, "Twice")
    seen: list[str] = []
    address: str | None = f"/people/{person}/hands"
    while address is not None:
        page = read(address)
        seen += [urlsplit(link).path for link in page.links if "/matches/1/hands/" in link]
        address = next((row["href"] for row in page.all("a", rel="next")), None)
    assert sorted(seen) == sorted(2 * [f"/matches/1/hands/{number}" for number in range(1, 5)])


@pytest.mark.parametrize("query", ["identity=3", "endpoint=x", "_method=POST", "_scheme=ftp", "game=guandan"])
def test_a_joined_person_leads_on_whatever_the_address_says(
    people: Callable[[str], int], client: FlaskClient, web: Flask, query: str
) -> None:
    kept, joined = people("Sun"), people("Qian")
    with web.extensions["fupan"].sessions() as session:
        join(session, "Sun", "Qian")
        session.commit()
    with_another = f"/people/{joined}/with/{people('王小明')}"
    for page in (f"/people/{joined}", f"/people/{joined}/decisions", f"/people/{joined}/luck", with_another):
        answer = client.get(f"{page}?{query}")
        assert answer.status_code == 302, page
        assert answer.headers["Location"].startswith(f"/people/{kept}")


def test_bombs_lead_to_the_hands_with_them_and_settings_lost_are_shown(
    web: Flask, people: Callable[[str], int], read: Read
) -> None:
    sun = people("Sun")
    page = read(f"/people/{sun}/decisions?game=guandan&basis=play")
    assert "Bombs, and what they won" in page.text
    rows = table(web, sun, "bombs", "game=guandan&basis=play")
    links = [row["href"] or "" for row in page.all("a") if (row["href"] or "").startswith("/hands/?q=")]
    assert len(links) == len(rows) > 0
    for row, address in zip(rows, links, strict=True):
        found = read(address)
        assert len([each for each in found.all("a") if "/matches/" in (each["href"] or "")]) >= int(row["hands"])
        assert int(row["won"]) + int(row["beaten"]) == int(row["played"])
    settings = {row["figure"]: row for row in table(web, sun, "figures", "game=chinese_poker")}
    assert int(settings["settings_compared"]["count"]) > 0
    assert int(settings["points_lost"]["count"]) > 0
    assert "Points lost against the best setting" in read(f"/people/{sun}/decisions?game=chinese_poker").text


def test_matches_and_ratings_lead_to_people(people: Callable[[str], int], read: Read) -> None:
    page = read("/matches/1")
    assert [
        row for row in page.all("a") if (row["href"] or "").startswith("/people/") and "game=" in (row["href"] or "")
    ]


@pytest.mark.usefixtures("pure")
def test_passes_that_are_not_counted_yet_are_said_to_be_pending(web: Flask, put: Put, read: Read) -> None:
    put(json.loads((SAMPLES / "guandan-evening.json").read_bytes()))
    page = read("/people/1/decisions?game=guandan")
    assert "pending of" in page.text
    count_pending(web.extensions["fupan"].sessions)
    assert "pending of" not in read("/people/1/decisions?game=guandan").text


def test_files_are_the_same_in_every_language(people: Callable[[str], int], web: Flask) -> None:
    person, client = people("Sun"), web.test_client()
    for what in ("figures.csv", "matches.json", "score.csv", "places.csv"):
        english, chinese = (
            client.get(f"/people/{person}/{what}?lang={language}").data for language in ("en", "zh-Hans")
        )
        assert english == chinese


@pytest.mark.parametrize(
    "address",
    [
        "/matches/?",
        "/matches/?text=nothing&",
        "/people/1?game=guandan&",
        "/people/1/hands?order=worst&game=guandan&",
        "/partners/?game=guandan&",
        "/hands/?q=game:guandan ",
    ],
)
@pytest.mark.parametrize("day", ["2020-01-01", "2030-01-01"])
def test_a_filter_by_days_says_that_it_leaves_out_what_has_no_date(
    people: Callable[[str], int], read: Read, address: str, day: str
) -> None:
    """Also where nothing passes the filter."""
    assert people("=Li") == 1
    left_out = "A filter by days leaves out every match whose log has no date."
    assert left_out not in read(address).text
    assert left_out in read(f"{address}since{':' if '/hands/?' in address else '='}{day}").text


def test_hands_of_a_person_say_how_many_the_filter_leaves_out(
    read: Read, put: Put, sample: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        sample["match"] = {"id": f"m{number}"} | ({"played_at": "2024-05-01T20:00:00+08:00"} if number else {})
        put(sample)
    address = "/people/1/hands"
    first = len(read(f"{address}?place=1").all("tr")) - 1
    assert first % 3 == 0
    assert 0 < first < 24
    assert "This filter" not in read(address).text
    assert f"This filter leaves out {24 - first} of 24 hands." in read(f"{address}?place=1").text
    assert "This filter leaves out 8 of 24 hands." in read(f"{address}?since=2024-05-01").text
    page = read(f"{address}?since=2024-05-01&place=1").text
    assert f"This filter leaves out {24 - first * 2 // 3} of 24 hands." in page
    assert f"Left out without a date: {first // 3} hands." in page
    assert "This filter leaves out 24 of 24 hands." in read(f"{address}?since=2100-01-01&place=1").text
    worst = read(f"{address}?order=worst").text
    assert "the 50 with the lowest scores are listed: below 0, or 0 where somebody else won" in worst
    assert "This filter" not in worst
    monkeypatch.setattr(hands, "COUNTED", 20)
    monkeypatch.setattr(person_hands, "COUNTED", 20)
    assert "Without this filter there are more than 20 hands." in read(f"{address}?place=1").text


def test_worst_hands_show_what_their_order_rests_on(people: Callable[[str], int], read: Read) -> None:
    page = read(f"/people/{people('=Li')}/hands?game=guandan&order=worst")
    scores = [int(each.replace("−", "-")) for each in re.findall(r'data-label="Score">([^<]+)<', page.source)]
    won = [int(each) for each in re.findall(r'data-label="Most won by another">([^<]+)<', page.source)]
    assert 0 in scores
    assert min(won) > 0
    shown = list(zip(scores, (-each for each in won), strict=True))
    assert shown == sorted(shown)

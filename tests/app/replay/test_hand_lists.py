"""A hand that was reached from a list of hands: where in the list it is, and the ways on and back."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.matches.installation import Installation
from app.players.statistics.people import person_of
from app.web.http.offline import HEADER
from tests.app.conftest import Page
from tests.databases import fill_once
from tests.season_matches import put_season
from tests.statements import statements

Read = Callable[..., Page]
Put = Callable[..., int]


def bar(page: Page) -> str:
    """What the bar of the list says."""
    found = re.search(r'<p class="replay-list-where">(.*?)</p>', page.source)
    return "" if found is None else re.sub(r"<[^>]*>", "", found[1])


def way(page: Page, key: str) -> str | None:
    """Where a key of the list leads."""
    return next((each["href"] for each in page.all("a", data_key=key)), None)


def back(page: Page) -> str:
    """The way back to the list."""
    (link,) = re.findall(r'class="replay-list-where">.*?<a href="([^"]*)"', page.source)
    return link.replace("&amp;", "&")


def replays(page: Page) -> list[str]:
    """The links to replays, each once."""
    return list(dict.fromkeys(link for link in page.links if "/hands/" in link and "list=" in link))


def walked(read: Read, first: str) -> list[str]:
    """The hands that the ways on lead to, one after the other."""
    found, at = [first], first
    while (further := way(read(at), "j")) is not None:
        assert further not in found
        found.append(further)
        at = further
    return found


@pytest.fixture
def searched(put: Put, sample: dict[str, Any]) -> str:
    """A search that finds the eight hands of the sample."""
    put(sample)
    return "/hands/?q=place:1"


def test_a_search_is_gone_through_in_its_order(read: Read, searched: str) -> None:
    links = replays(read(searched))
    assert [urlsplit(each).path for each in links] == [f"/matches/1/hands/{number}" for number in range(8, 0, -1)]
    assert walked(read, links[0]) == links
    page = read(links[2])
    assert page.faults == []
    assert bar(page) == "3 of 8 · place 1"
    assert (way(page, "k"), way(page, "j")) == (links[1], links[3])
    assert way(read(links[0]), "k") is None
    assert way(read(links[-1]), "j") is None


def test_the_way_back_leads_to_the_hand_on_its_page(read: Read, searched: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("players.hand_search", "parts.listed_hands"):
        monkeypatch.setattr(f"app.web.{module}.PER_PAGE", 3)
    for link in walked(read, replays(read(searched))[0]):
        to = back(read(link))
        assert read(to).all("tr", id=urlsplit(to).fragment), link


def test_a_long_list_is_gone_through_in_stretches(read: Read, searched: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.parts.listed_hands.MOST", 3)
    links = replays(read(searched))
    assert [bar(read(links[index])) for index in (1, 3, 7)] == [
        "2 of more than 3 · place 1",
        "4 of more than 6 · place 1",
        "8 of 8 · place 1",
    ]
    assert walked(read, links[0]) == links
    assert [way(read(link), "k") for link in links] == [None, *links[:-1]]


def test_a_list_that_is_too_long_says_that_it_goes_on(
    read: Read, searched: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("MOST", 3), ("STRETCHES", 2)):
        monkeypatch.setattr(f"app.web.parts.listed_hands.{name}", value)
    links = replays(read(searched))
    assert walked(read, links[0]) == links[:6]
    page = read(links[5])
    assert bar(page) == "6 of more than 6 · place 1"
    assert "Further back" in page.text
    assert bar(read(links[6])) == "not in the list · place 1"


@pytest.mark.parametrize("most", [2, 200])
def test_a_later_page_leads_back_over_its_beginning(
    read: Read, searched: str, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr("app.web.players.hand_search.PER_PAGE", 3)
    monkeypatch.setattr("app.web.parts.listed_hands.PER_PAGE", 3)
    monkeypatch.setattr("app.web.parts.listed_hands.MOST", most)
    page = read(searched)
    (older,) = {link for link in page.links if "before=" in link}
    first = read(replays(read(older))[0])
    assert bar(first).startswith("4 of ")
    previous = read(way(first, "k") or "")
    assert bar(previous).startswith("3 of ")
    assert [urlsplit(way(previous, key) or "").path for key in "kj"] == ["/matches/1/hands/7", "/matches/1/hands/5"]


def test_steps_keep_the_list_and_work_nothing_out(read: Read, web: Flask, searched: str) -> None:
    link = replays(read(searched))[6]
    page = read(f"{link}&step=3")
    (on,) = [each["href"] or "" for each in page.all("a", data_control="next")]
    assert bar(read(on)) == bar(page)
    assert all("list=" in (each["href"] or "") for each in page.all("a", data_key="m"))
    (tables,) = [each["data-tables"] or "" for each in page.all("div", id="replay")]
    plain = f"{urlsplit(tables).path}?step=4"
    read(plain)
    asked = []
    for address in (plain, f"{tables}&step=4"):
        with statements(web.extensions["fupan"]) as found:
            assert "list=" in read(address).source or address == plain
        asked.append(len(found))
    assert asked[0] == asked[1]
    with statements(web.extensions["fupan"]) as found:
        read(link)
    assert len(found) <= 12


def test_a_note_keeps_the_list_also_when_it_takes_the_hand_out(
    client: FlaskClient, read: Read, web: Flask, put: Put, sample: dict[str, Any]
) -> None:
    web.config["WTF_CSRF_ENABLED"] = False
    put(sample)
    links = replays(read("/hands/?q=notes:0"))
    form = read(way(read(links[2]), "m") or "")
    (action,) = [each["action"] or "" for each in form.all("form", id="note-form")]
    answer = client.post(action, data={"text": "Later.", "act": "keep"})
    assert answer.status_code == 303
    page = read(answer.location)
    assert "Later." in page.text
    assert bar(page) == "not in the list · without notes"
    assert (way(page, "k"), way(page, "j")) == (links[1], links[3])
    assert "<strong>Not kept" not in page.source
    unkept = client.post(action, data={"text": "", "act": "keep"})
    assert unkept.status_code == 422
    assert "list=" in unkept.text.split('id="note-form"')[1].split(">")[0]


def test_hands_with_findings_are_opened_at_them(read: Read, searched: str) -> None:
    links = replays(read("/hands/?q=errors>%3D1"))
    assert links
    assert "Step 51 of 111" in next(text for link in links if "hands/2?" in link for text in [read(link).text])
    assert way(read(links[0]), "j") in (None, *links)


def test_a_saved_search_is_called_by_its_name(client: FlaskClient, read: Read, web: Flask, searched: str) -> None:
    web.config["WTF_CSRF_ENABLED"] = False
    client.post("/hands/saved", data={"name": "<i>Wins", "q": "place:1"})
    page = read(replays(read(searched))[0])
    assert bar(page) == "1 of 8 · &lt;i&gt;Wins"
    assert "<i>Wins" not in page.source


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bombs>=3 game:guandan", "掼蛋 · 炸弹 ≥ 3"),
        ("preset:njupt won:no partner:Li", "南邮平台 · 队友Li · 未赢对局"),
        ("place<=2 note:x straight_flush*5", "名次 ≤ 2 · note:x · straight_flush*5"),
    ],
)
def test_a_search_is_called_by_words(client: FlaskClient, read: Read, searched: str, line: str, said: str) -> None:
    client.set_cookie("lang", "zh-Hans")
    assert bar(read(f"/matches/1/hands/1?list=hands?q%3D{quote(quote(line))}")).endswith(f"· {said}")


def test_only_the_view_of_the_table_is_kept_on_the_way(read: Read, searched: str) -> None:
    link = replays(read(searched))[1]
    assert "view=table" in (way(read(f"{link}&view=table"), "j") or "")
    page = read(f"{link}&view=E&seat=N&preset=pagat&proof=1")
    assert set(parse_qs(urlsplit(way(page, "j") or "").query)) == {"list"}


@pytest.mark.parametrize(
    "text",
    [
        *("", "places?q=1", "hands?q=plcae:1", "hands?" + "a=1&" * 30, "hands?q=" + "x" * 5_000, "hands?q=\x00"),
        *("person?identity=9", "person?identity=x", "person?identity=1&count=x", "worst?game=chess", "best?"),
    ],
)
@pytest.mark.parametrize("path", ["", "/table"])
def test_other_lists_are_refused(client: FlaskClient, searched: str, text: str, path: str) -> None:
    answer = client.get(f"/matches/1/hands/2{path}?step=1&list={quote(text, errors='replace')}")
    assert answer.status_code in ((404, 200) if path else (404,))
    assert "<x>" not in answer.text


def test_a_hand_with_its_list_is_neither_kept_offline_nor_packed(client: FlaskClient, searched: str) -> None:
    for address, kept in (("/matches/1/hands/2", True), ("/matches/1/hands/2?list=hands?q%3Dplace:1", False)):
        headers = client.get(address, headers={"Accept-Encoding": "gzip"}).headers
        assert (HEADER in headers, "Content-Encoding" in headers) == (kept, kept)


@pytest.fixture
def season(web: Flask) -> Installation:
    fupan: Installation = web.extensions["fupan"]
    fill_once(fupan, _put_some)
    return fupan


def _put_some(fupan: Installation) -> None:
    put_season(fupan, 8)


def test_the_hands_of_a_person_are_gone_through(read: Read, season: Installation) -> None:
    with season.sessions() as session:
        person = next(number for key in ("Li", "p0", "p1", "Sun") if (number := person_of(session, key)))
    shown = read(f"/people/{person}")
    (worst,) = [link for link in shown.links if "order=worst" in link]
    page = read(worst)
    links = replays(page)
    assert links
    assert walked(read, links[0]) == links
    assert bar(read(links[0])).startswith(f"1 of {len(links)} · Worst hands of ")
    assert urlsplit(back(read(links[0]))).query == urlsplit(worst).query
    with statements(season) as asked:
        read(links[0])
    assert len(asked) <= 16


def test_the_best_hands_and_the_errors_of_an_event_are_gone_through(read: Read, season: Installation) -> None:
    page = read("/events/show?event=Autumn+League&game=bao_huang")
    links = replays(page)
    best = [link for link in links if "best" in link]
    worst = [link for link in links if "worst" in link]
    assert walked(read, best[0]) == best
    assert walked(read, worst[0]) == worst
    assert bar(read(worst[1])) == f"2 of {len(worst)} · Worst hands · Autumn League"
    assert back(read(worst[0])).endswith("#worst")
    with statements(season) as asked:
        read(worst[0])
    assert len(asked) <= 14
    (errors,) = [link for link in page.links if "errors" in link]
    assert "The line cannot be read" not in read(errors).text

"""What a list leaves out: each page with a filter says it under each of its fields, also where nothing is found."""

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from http import HTTPStatus

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app.database.lookup import word_number
from app.database.tables.statistics import COUNTED_MATCHES, SEAT_RESULTS
from app.matches.installation import Installation
from app.web.http.left_out import LeftOut
from app.web.players import person_pairs
from engine.games import GAMES
from tests.app.conftest import Page
from tests.language.demo_site import demo_site

LISTS = (
    "/matches/",
    "/disputes/",
    "/verdicts/",
    "/people/",
    "/people/1",
    "/people/1/hands",
    "/events/show?event=Dormitory+12",
    "/partners/?game=guandan",
    "/hands/",
)
"""The pages with a filter: a table of their own fields is what their forms offer."""
UNFILTERED = (
    "/disputes/rulings",
    "/people/",
    "/people/1",
    "/people/1/decisions",
    "/people/1/more",
    "/people/1/with/",
    "/people/1/with/5",
    "/people/1/hands",
    "/people/1/hands?order=worst",
    "/people/1/hands?game=guandan&count=bombs&since=2100-01-01",
    "/events/",
    "/partners/",
    "/ratings/",
    "/ratings/big_a?of=pairs",
)
"""Pages that leave something out whatever is asked for."""
TYPED = ("zzz", "1")
"""What is typed where a form offers no choice: something that nothing has, and something that may be there."""
CHOOSERS = frozenset({"matches/rules/nearest.html", "matches/compare_records.html"})
"""Templates whose form chooses what is worked out, and filters no list."""
DAYS = ("2000-01-01", "2100-01-01")


class _Forms(HTMLParser):
    """The forms of filters of a page: where each leads, and by field what can be asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, list[str]], dict[str, str]]] = []
        self._open = False
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = given.get("method") == "get" and "filters" in given.get("class", "").split()
            if self._open:
                self.forms.append((given["action"], {}, {}))
        if not self._open:
            return
        _action, fields, hidden = self.forms[-1]
        if tag == "input" and given.get("type") == "hidden":
            hidden[given["name"]] = given["value"]
        elif tag == "input":
            fields[given["name"]] = list(DAYS if given.get("type") == "date" else TYPED)
        elif tag == "select":
            self._select = given["name"]
            fields[self._select] = []
        elif tag == "option" and given.get("value") and self._select:
            fields[self._select].append(given["value"])

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        self._open = self._open and tag != "form"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with demo_site(tmp_path_factory) as made:
        yield made


@pytest.fixture
def reader(demo: Flask) -> FlaskClient:
    return demo.test_client()


def said(page: Page) -> str:
    """What a page says that it leaves out."""
    return " ".join(re.findall(r'<p class="under left-out" role="note">(.*?)</p>', page.source, re.DOTALL)).strip()


@pytest.mark.parametrize("address", LISTS)
def test_each_field_of_a_filter_says_what_it_leaves_out(reader: FlaskClient, address: str) -> None:
    forms = _Forms()
    forms.feed(reader.get(address).text)
    tried = 0
    silent = []
    for action, fields, hidden in forms.forms:
        for name, values in fields.items():
            for value in (*values[:2], *values[-1:]):
                asked = {**hidden, name: value}
                answer = reader.get(action, query_string=asked, follow_redirects=True)
                page = Page(answer)
                tried += 1
                if page.status == HTTPStatus.BAD_REQUEST and value in TYPED:
                    continue  # What the form cannot read filters nothing.
                if page.status != HTTPStatus.OK or not said(page):
                    silent.append((action, asked, page.status))
                elif value in DAYS:
                    assert "A filter by days leaves out every match" in said(page), asked
                    assert "Left out without a date:" in said(page), asked
    assert tried > 1
    assert silent == []


@pytest.mark.parametrize("address", UNFILTERED)
def test_lists_say_what_they_leave_out_whatever_is_asked_for(reader: FlaskClient, address: str) -> None:
    page = Page(reader.get(address))
    assert page.status == HTTPStatus.OK
    assert said(page)


def test_every_filter_of_the_site_is_tried(demo: Flask) -> None:
    """A template with the form of a filter says what it leaves out, and so does each that takes it from there."""
    environment = demo.jinja_env
    loader = environment.loader
    assert loader is not None
    for name in loader.list_templates():
        source = loader.get_source(environment, name)[0]
        if re.search(r'<form class="filters" method="get"', source) and name not in CHOOSERS:
            assert "left_out(" in source, name


def test_the_numbers_are_those_of_the_rows(reader: FlaskClient) -> None:
    every = int(re.findall(r"(\d+) match", Page(reader.get("/matches/")).text)[0])
    page = Page(reader.get("/matches/?game=guandan"))
    shown = int(re.findall(r"(\d+) match(?:es)? found", page.text)[0])
    assert 0 < shown < every
    assert f"This filter leaves out {every - shown} of {every} matches." in page.text
    rows = len(Page(reader.get("/disputes/")).all("a", class_="dispute-name"))
    of_game = Page(reader.get("/disputes/?game=guandan"))
    found = len(of_game.all("a", class_="dispute-name"))
    assert 0 < found < rows
    assert f"This filter leaves out {rows - found} of {rows} disputes." in of_game.text
    ruled = len(Page(reader.get("/disputes/rulings")).all("section", class_="dispute-ruled-on"))
    assert f"Left out are {rows - ruled} disputes without a ruling." in Page(reader.get("/disputes/rulings")).text
    verdicts = Page(reader.get("/verdicts/?match=999999")).text
    assert "This filter leaves out 1 of 1 verdict. Show all" in verdicts


def test_matches_without_a_date_are_counted_under_the_other_parts_of_a_filter(reader: FlaskClient) -> None:
    page = Page(reader.get("/matches/?since=2000-01-01"))
    dated = int(re.findall(r"(\d+) match(?:es)? found", page.text)[0])
    every = int(re.findall(r"(\d+) match", Page(reader.get("/matches/")).text)[0])
    assert dated < every
    assert f"Left out without a date: {every - dated} matches." in page.text
    nobody = Page(reader.get("/matches/?since=2000-01-01&player=nobody-of-this-name")).text
    assert "Left out without a date: 0 matches." in nobody


def test_figures_count_the_matches_that_a_span_of_days_leaves_out(demo: Flask, reader: FlaskClient) -> None:
    fupan: Installation = demo.extensions["fupan"]
    matches, seats = COUNTED_MATCHES.c, SEAT_RESULTS.c
    with fupan.statistics() as session:
        of_game = [matches.game == word_number(session, "guandan"), matches.day.is_(None), matches.hands > 0]
        undated = session.scalars(select(matches.match).where(*of_game)).all()
        people = Counter(
            person
            for _match, person in session.execute(
                select(seats.match, seats.person)
                .where(seats.match.in_(undated), seats.person != 0, seats.hands > 0)
                .distinct()
            )
        )
    assert undated
    assert people
    for address, number in (
        ("/events/show?event=&", len(undated)),
        ("/partners/?", len(undated)),
        *((f"/people/{person}?preset=any&", number) for person, number in people.items()),
    ):
        page = said(Page(reader.get(f"{address}game=guandan&since=2000-01-01")))
        assert f"Left out without a date: {number} match" in page, address


def test_whom_to_compare_with_and_the_two_compared_say_what_another_game_has(
    reader: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered = {
        game: set(re.findall(r"/people/1/with/(\d+)", reader.get(f"/people/1/with/?game={game}").text))
        for game in GAMES
    }
    every = set[str]().union(*offered.values())
    for game, people in offered.items():
        others = len(every) - len(people)
        page = said(Page(reader.get(f"/people/1/with/?game={game}")))
        assert "This filter" not in page
        assert (f"{others} player" in page) == bool(others)
        assert "in other games alone" in page or not others
    monkeypatch.setattr(person_pairs, "OFFERED", 1)
    page = said(Page(reader.get("/people/1/with/?game=guandan")))
    assert f"Listed are the 1 players with the most common matches; {len(every) - 1} more" in page
    other = min(every)
    compared = reader.get(f"/people/1/with/{other}?game=guandan")
    assert "This filter" not in compared.text
    common = re.findall(r"(\d+) common match", compared.text)[0]
    elsewhere = Page(reader.get(f"/people/1/with/{other}?game=big_a")).text
    assert f"Guandan {common}" in elsewhere, "the tab of another game has its number"


def test_a_filter_that_lets_all_rows_through_leaves_out_nothing() -> None:
    assert LeftOut("{} matches".format, 4, 4, 10).sentence == "This filter leaves out nothing."
    assert LeftOut("{} matches".format, 3, 4, 10).sentence == "This filter leaves out 1 of 4 matches."
    assert LeftOut("{} matches".format, None, 4, 10).sentence == "Without this filter there are 4 matches."
    assert LeftOut("{} matches".format, 11, 11, 10).sentence == "Without this filter there are more than 10 matches."

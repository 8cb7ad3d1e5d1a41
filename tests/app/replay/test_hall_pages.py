"""A match shown in a hall: opening it, the display, the presenter's page, and what each of them is told."""

import copy
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

Put = Callable[..., int]
STEP = 51
"""A step of the second hand of the sample at which N and W hold cards that they have not shown."""


class Hall:
    """A presentation with its two addresses."""

    def __init__(self, client: FlaskClient, match: int, **fields: object) -> None:
        self.client = client
        self.form = f"/matches/{match}/present"
        token = self._token(self.form)
        self.answer = client.post(self.form, data={"csrf_token": token, "findings": "on"} | fields)
        assert self.answer.status_code == 200, self.answer.text
        found = re.search(r"(/hall/[a-z0-9]{10})/present/([\w-]{43})\"", self.answer.text)
        assert found is not None
        self.display, self.secret = found[1], found[2]
        self.presenter = f"{self.display}/present/{self.secret}"

    def _token(self, address: str) -> str:
        found = re.search(r'name="csrf_token" value="([^"]+)"', self.client.get(address).text)
        assert found is not None
        return found[1]

    def send(self, status: int = 303, **fields: object) -> None:
        answer = self.client.post(self.presenter, data={"csrf_token": self._token(self.presenter)} | fields)
        assert answer.status_code == status, answer.text
        if status == 303 and "remove" not in fields:
            assert answer.location.endswith(self.presenter)

    def at(self) -> tuple[int, int]:
        """The hand and the step that the display shows."""
        found = re.search(r"Hand (\d+) of \d+ · Step (?:<strong>)?(\d+)", self.client.get(self.display).text)
        assert found is not None
        return int(found[1]), int(found[2])


@pytest.fixture
def show(client: FlaskClient, put: Put, sample: dict[str, Any]) -> Callable[..., Hall]:
    number = put(sample)
    return lambda **fields: Hall(client, number, **fields)


def test_the_menu_of_the_replay_leads_there(client: FlaskClient, put: Put, sample: dict[str, Any]) -> None:
    number = put(sample)
    link = f"/matches/{number}/present?hand=2&amp;step=7&amp;view=table"
    assert link in client.get(f"/matches/{number}/hands/2?step=7&view=table").text
    form = client.get(link.replace("&amp;", "&")).text
    assert 'name="step" min="0" value="7"' in form
    assert '<option value="table" selected>' in form


@pytest.mark.parametrize("query", ["hand=0", "hand=99", "step=999", "view=nobody", "hand=x"])
def test_no_such_place(client: FlaskClient, put: Put, sample: dict[str, Any], query: str) -> None:
    assert client.get(f"/matches/{put(sample)}/present?{query}").status_code == 404


def test_no_such_match(client: FlaskClient) -> None:
    assert client.get("/matches/99/present").status_code == 404


def test_a_form_without_token_opens_nothing(client: FlaskClient, put: Put, sample: dict[str, Any]) -> None:
    assert client.post(f"/matches/{put(sample)}/present", data={"hand": "1"}).status_code == 400


def test_the_secret_is_in_one_answer_alone(show: Callable[..., Hall], client: FlaskClient) -> None:
    hall = show(hand="1", step="3")
    assert hall.answer.headers["Cache-Control"] == "no-store"
    pages = [hall.presenter, hall.display, f"{hall.display}/table", f"{hall.display}/state", hall.form]
    for address in pages:
        answer = client.get(address)
        assert answer.status_code == 200
        assert hall.secret not in answer.text
        assert hall.secret not in str(answer.headers)
    presenter = client.get(hall.presenter)
    assert presenter.headers["Cache-Control"] == "no-store"
    assert presenter.headers["Referrer-Policy"] == "strict-origin"
    assert client.get(f"{hall.display}/present/{hall.secret[:-1]}").status_code == 404
    assert client.get(f"{hall.display}/present/x").status_code == 404
    assert client.post(hall.presenter, data={"go": "next"}).status_code == 400
    assert hall.at() == (1, 3)


def test_the_display_follows_the_presenter(show: Callable[..., Hall]) -> None:
    hall = show(hand="2", step="0")
    seen = []
    for move in ("next", "next", "next-trick", "previous-trick", "previous", "last", "next", "next-hand", "previous"):
        hall.send(go=move)
        seen.append(hall.at())
    last = seen[5][1]
    assert seen[:2] == [(2, 1), (2, 2)]
    assert seen[2][1] > 2
    assert seen[3][1] < seen[2][1]
    assert seen[4][1] == max(seen[3][1] - 1, 0)
    assert last > 50
    assert seen[6:] == [(2, last), (3, 0), (3, 0)]
    hall.send(go="previous-hand")
    assert hall.at() == (2, 0)
    hall.send(hand="1", step="5")
    assert hall.at() == (1, 5)
    hall.send(hand="2")
    assert hall.at() == (2, 0)
    hall.send(404, step="999")
    hall.send(404, hand="99")
    hall.send(404, view="nobody")
    hall.send(400, step="x")
    assert hall.at() == (2, 0)


def test_the_state_is_small_and_unchanged_without_a_body(show: Callable[..., Hall], client: FlaskClient) -> None:
    hall = show()
    first = client.get(f"{hall.display}/state")
    assert first.get_json() == {"version": 1, "ended": False}
    tag = first.headers["ETag"]
    unchanged = client.get(f"{hall.display}/state", headers={"If-None-Match": tag})
    assert (unchanged.status_code, unchanged.get_data()) == (304, b"")
    assert "Set-Cookie" not in unchanged.headers
    hall.send(go="next")
    changed = client.get(f"{hall.display}/state", headers={"If-None-Match": tag})
    assert changed.get_json() == {"version": 2, "ended": False}
    assert client.get("/hall/nothing/state").status_code == 404


@contextmanager
def queries(web: Flask) -> Iterator[list[str]]:
    """The queries that an application makes meanwhile."""
    made: list[str] = []
    engine = web.extensions["fupan"].sessions.kw["bind"]

    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        made.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield made
    finally:
        event.remove(engine, "before_cursor_execute", note)


def test_asking_for_the_state_is_one_query(show: Callable[..., Hall], web: Flask, client: FlaskClient) -> None:
    hall = show()
    tag = client.get(f"{hall.display}/state").headers["ETag"]
    with queries(web) as made:
        assert client.get(f"{hall.display}/state", headers={"If-None-Match": tag}).status_code == 304
    (query,) = [each for each in made if not each.startswith("BEGIN")]
    assert re.search(r"FROM presentations\s+WHERE presentations.id = \?", query)


def test_it_works_without_scripts(show: Callable[..., Hall], client: FlaskClient) -> None:
    page = client.get(show().display).text
    assert re.search(r'<noscript><meta http-equiv="refresh" content="2"></noscript>', page)
    assert "<a " not in page, "a hall follows no links"


def test_what_comes_later_is_in_nothing_that_the_display_gets(
    client: FlaskClient, put: Put, sample: dict[str, Any]
) -> None:
    client.set_cookie("results", "shown")
    hand = sample["hands"][0]
    other = copy.deepcopy(sample)
    shorter = other["hands"][0]["actions"][:20]
    other["hands"] = [{**other["hands"][0], "actions": shorter}]
    other["hands"][0].pop("result", None)
    sample["hands"] = [hand]
    answers = []
    for log in (sample, other):
        hall = Hall(client, put(log), step="8")
        answers.append([_alike(client.get(each).text, hall) for each in (hall.display, f"{hall.display}/table")])
    assert answers[0] == answers[1]


def _alike(page: str, hall: Hall) -> str:
    return page.replace(hall.display, "/hall/0")


@pytest.fixture
def twins(put: Put, sample: dict[str, Any]) -> tuple[int, int]:
    """The sample broken off in its second hand, and again with cards swapped that N and W had not shown."""
    sample["hands"] = sample["hands"][:2]
    hand = sample["hands"][1]
    hand["actions"] = hand["actions"][:STEP]
    hand.pop("result", None)
    other = copy.deepcopy(sample)
    named = " ".join(hand["actions"]).split()
    north, west = (
        [card for card in hand["deal"][seat].split() if card not in named and "J" not in card][:2] for seat in "NW"
    )
    for seat, given, taken in (("N", north, west), ("W", west, north)):
        held = hand["deal"][seat].split()
        for card in given:
            held.remove(card)
        other["hands"][1]["deal"][seat] = " ".join([*held, *taken])
    return put(sample), put(other)


@pytest.mark.parametrize(
    ("view", "query", "same"),
    [
        ("all", "", False),
        ("all", "?hands=hidden", True),
        ("table", "", True),
        ("E", "", True),
        ("N", "", False),
        ("N", "?hands=hidden", True),
    ],
)
def test_hidden_hands_are_in_nothing_that_the_display_gets(
    client: FlaskClient, twins: tuple[int, int], view: str, query: str, same: bool
) -> None:
    pages = []
    for number in twins:
        hall = Hall(client, number, hand="2", step=str(STEP), view=view)
        pages.append([_alike(client.get(each + query).text, hall) for each in (hall.display, f"{hall.display}/table")])
    assert (pages[0] == pages[1]) is same


def test_a_finding_is_shown_if_the_presenter_wants_it(client: FlaskClient, put: Put, sample: dict[str, Any]) -> None:
    hand = sample["hands"][0]
    hand["actions"] = [*hand["actions"][:3], hand["actions"][0], *hand["actions"][3:]]
    hall = Hall(client, put(sample), step="4")
    assert "finding-error" in client.get(hall.display).text
    hall.send(findings="hidden")
    assert "finding-error" not in client.get(hall.display).text
    hall.send(findings="shown", view="table")
    assert "finding-error" not in client.get(hall.display).text, "it may speak of hidden cards"
    assert "may speak of hidden cards" in client.get(hall.presenter).text


def test_an_overlay_has_nothing_behind_the_table(show: Callable[..., Hall], client: FlaskClient) -> None:
    hall = show()
    assert 'class="hall hall-transparent"' in client.get(f"{hall.display}?background=transparent").text
    assert 'class="hall"' in client.get(f"{hall.display}?background=red").text


def test_it_ends_and_is_removed(show: Callable[..., Hall], client: FlaskClient) -> None:
    hall = show()
    hall.send(end="1")
    assert client.get(f"{hall.display}/state").get_json() == {"version": 2, "ended": True}
    for address, status in ((hall.display, 410), (f"{hall.display}/table", 200)):
        answer = client.get(address)
        assert answer.status_code == status
        assert "This presentation has ended." in answer.text
        assert "felt" not in answer.text
    page = client.get(hall.presenter)
    assert "This presentation has ended." in page.text
    hall.send(go="next")
    assert client.get(f"{hall.display}/state").get_json() == {"version": 2, "ended": True}
    hall.send(remove="1")
    for address in (hall.display, hall.presenter, f"{hall.display}/state"):
        assert client.get(address).status_code == 404


def test_each_display_is_in_its_own_language(show: Callable[..., Hall], client: FlaskClient) -> None:
    hall = show()
    assert 'lang="zh-Hans"' in client.get(hall.display, headers={"Accept-Language": "zh-CN"}).text
    assert f"{hall.display}/table?lang=zh-Hant" in client.get(f"{hall.display}?lang=zh-Hant").text

"""The pages of house rules, and uploads under chosen rules."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.matches.installation import Installation
from tests.app.matches.test_rules_of_match import post
from tests.app.rules.test_house_rules import house
from tests.app.web.test_pages import check_whole

Read = Callable[..., Any]
Put = Callable[..., int]


@pytest.fixture
def fupan(web: Flask) -> Installation:
    """The installation behind the pages."""
    found: Installation = web.extensions["fupan"]
    return found


def test_house_rules_are_made_changed_and_shown(read: Read, client: FlaskClient, put: Put, sample: Any) -> None:
    number = put(sample)
    assert "There are none yet" in read("/house/").text
    form = read("/house/new?game=guandan&rules=njupt")
    check_whole(form)
    assert "In NJUPT: 4." in form.text
    made = post(
        client,
        "/house/new",
        game="guandan",
        rules="njupt",
        name=" Friday  table ",
        a_failures="3",
        note="agreed in spring",
    )
    assert (made.status_code, made.location) == (303, "/house/1")
    post(client, f"/matches/{number}/rules", rules="house:Friday table")
    changing = read("/house/1/change")
    check_whole(changing)
    assert "This makes version 2" in changing.text
    post(client, "/house/1/change", rules="njupt", a_failures="3", return_limit="nine", note="nine is enough")
    page = read("/house/1")
    check_whole(page)
    for said in (
        "version 2",
        "nine instead of ten",
        "3 instead of 4",
        "agreed in spring",
        "nine is enough",
        "return_limit: ten → nine",
        "The first: preset NJUPT with Failures at A: 3.",
        "0 matches judged under it.",
        f"1 match judged under it: match {number}.",
    ):
        assert said in page.text
    listed = read("/house/")
    check_whole(listed)
    assert "Friday table Guandan NJUPT, 2 options changed 2 1" in listed.text


def test_house_rules_are_renamed_on_their_page(read: Read, client: FlaskClient, fupan: Installation) -> None:
    house(fupan)
    house(fupan, "Other")
    renamed = post(client, "/house/1/rename", name="Saturday table")
    assert (renamed.status_code, renamed.location) == (303, "/house/1")
    page = read("/house/1")
    check_whole(page)
    assert "Named Friday table until" in page.text
    assert post(client, "/house/1/rename", name="<other>\0").status_code == 400
    taken = post(client, "/house/1/rename", name="Other")
    assert taken.status_code == 400
    assert "other house rules have the name &#39;Other&#39;" in taken.text
    assert post(client, "/house/9/rename", name="New").status_code == 404
    assert client.post("/house/1/rename", data={"name": "New"}).status_code == 400


def test_house_rules_are_removed_on_their_page(
    read: Read, client: FlaskClient, put: Put, sample: Any, fupan: Installation
) -> None:
    number = put(sample)
    house(fupan)
    assert "Nothing refers to them" in read("/house/1").text
    post(client, f"/matches/{number}/rules", rules="house:Friday table")
    page = read("/house/1")
    check_whole(page)
    assert "They cannot be removed: 1 match was judged under them." in page.text
    refused = post(client, "/house/1/remove")
    assert refused.status_code == 400
    assert "Friday table cannot be removed: 1 match was judged under them" in refused.text
    house(fupan, "Unused")
    removed = post(client, "/house/2/remove")
    assert (removed.status_code, removed.location) == (303, "/house/")
    assert client.get("/house/2").status_code == 404
    assert client.post("/house/1/remove").status_code == 400
    assert post(client, "/house/2/remove").status_code == 404


def test_a_change_of_preset_is_said(read: Read, client: FlaskClient, fupan: Installation) -> None:
    house(fupan)
    assert "In Botzone: nine." in read("/house/1/change?rules=botzone").text
    post(client, "/house/1/change", rules="botzone")
    assert "Preset: njupt → botzone" in read("/house/1").text


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": ""}, "house rules need a name"),
        ({"name": "friday TABLE"}, "there are house rules 'friday TABLE' already"),
        ({"name": "a@b"}, "has no @"),
        ({"name": "New", "a_failures": "12"}, "'12' is not a valid value for a_failures (0 to 9)"),
        ({"name": "New", "a_failure": "1"}, "did you mean 'a_failures'?"),
        ({"name": "New", "rules": "njpt"}, "did you mean 'njupt'?"),
    ],
)
def test_what_cannot_be_kept_comes_back_as_it_was_typed(
    read: Read, client: FlaskClient, fupan: Installation, fields: dict[str, str], said: str
) -> None:
    from tests.app.conftest import Page

    house(fupan)
    answer = post(client, "/house/new", **({"game": "guandan", "rules": "njupt", "note": "<i>why</i>"} | fields))
    page = Page(answer)
    assert page.status == 400
    check_whole(page)
    assert said in page.text
    assert page.all("input", name="note")[0]["value"] == "<i>why</i>"
    assert page.all("input", name="name")[0]["value"] == fields["name"]
    assert client.get("/house/2").status_code == 404


def test_a_change_that_changes_nothing_is_refused(client: FlaskClient, fupan: Installation) -> None:
    house(fupan)
    answer = post(client, "/house/1/change", rules="njupt")
    assert answer.status_code == 400
    assert "nothing would change: version 1 of Friday table has these rules" in answer.get_data(as_text=True)


def test_changes_want_a_token_and_something_to_change(client: FlaskClient, read: Read) -> None:
    assert client.post("/house/new", data={"game": "guandan", "name": "x"}).status_code == 400
    assert "Did you mean guandan?" in read("/house/new?game=guandam", 404).text
    for address in ("/house/7", "/house/7/change", "/house/99999999999"):
        assert client.get(address).status_code == 404


def upload(client: FlaskClient, data: bytes, **fields: str) -> Any:
    from tests.app.conftest import Page

    (token, *_) = Page(client.get("/add")).all("input", name="csrf_token")
    sent = {"csrf_token": token["value"], "logs": (BytesIO(data), "evening.jsonl"), **fields}
    return Page(client.post("/add", data=sent, content_type="multipart/form-data"))


def test_an_upload_under_chosen_rules(
    read: Read, client: FlaskClient, fupan: Installation, log: Callable[..., bytes]
) -> None:
    house(fupan)
    form = read("/add")
    check_whole(form)
    assert "/add?rules=house:Friday+table" in form.links
    chosen = read("/add?game=guandan&rules=njupt")
    check_whole(chosen)
    assert "Judged under the preset NJUPT of Guandan" in chosen.text
    assert chosen.all("select", name="return_limit")
    page = upload(client, log("a"), game="guandan", rules="njupt", a_failures="2", return_limit="ten")
    assert "Judged under preset NJUPT with Failures at A: 2" in page.text
    page = upload(client, log("a"), rules="house:Friday table")
    assert "Judged under house rules Friday table, version 1" in page.text
    assert "here already" in page.text
    assert (
        "Judged as its log claims: these are rules of Big A, and the match is Guandan."
        in upload(client, log("b"), game="big_a", rules="printed").text
    )
    refused = upload(client, log("c"), game="guandan", rules="njupt", a_failures="12")
    assert refused.status == 400
    assert "'12' is not a valid value for a_failures" in refused.text
    assert "did you mean" in read("/add?rules=house:Friday+tabel", 400).text
    assert read("/add?rules=house:Friday+table").all("input", name="rules")[0]["value"] == "house:Friday table@1"


def test_an_upload_of_unknown_rules_says_only_that(client: FlaskClient, log: Callable[..., bytes]) -> None:
    page = upload(client, log("a", rules={"preset": "njupt", "options": {"a_failure": 3}}))
    assert "rules unknown" in page.text
    assert "The log was read; only its rules are unknown." in page.text
    assert "unreadable" not in page.text


def test_a_program_uploads_under_chosen_rules(client: FlaskClient, log: Callable[..., bytes]) -> None:
    answer = client.post("/api/v1/uploads?name=a.json&rules=njupt&a_failures=2", data=log("a"))
    (kept,) = answer.json["matches"]  # type: ignore[index]
    assert (kept["rules"], kept["refused"], kept["source"]) == ("preset NJUPT with Failures at A: 2", None, "a.json")
    answer = client.post("/api/v1/uploads?rules=printed", data=log("b"))
    (kept,) = answer.json["matches"]  # type: ignore[index]
    assert (kept["rules"], kept["refused"]) == (
        None,
        "guandan has no preset 'printed' (expected: one of intro, tournament, national_2017, njupt, botzone, nanshan)",
    )
    wrong = client.post("/api/v1/uploads?rules=njupt&a_failure=2", data=log("c"))
    assert wrong.status_code == 400
    assert "Did you mean a_failures?" in wrong.json["detail"]  # type: ignore[index]

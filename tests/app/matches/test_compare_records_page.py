"""Two records of one match side by side, and the record made of both."""

import copy
import json
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from flask.testing import FlaskClient

Read = Callable[..., Any]
Put = Callable[..., int]


@pytest.fixture
def other(sample: dict[str, Any]) -> dict[str, Any]:
    """The sample as somebody wrote it who took an action for another, and whose third hand has another finish."""
    log = copy.deepcopy(sample)
    log["hands"][1]["actions"][5] = "E play 3h"
    log["hands"][2]["result"]["finish"] = log["hands"][2]["result"]["finish"][::-1]
    log["match"]["id"] = "the other record"
    return log


def test_the_page_shows_each_difference_with_what_it_changes(
    read: Read, put: Put, sample: dict[str, Any], other: dict[str, Any]
) -> None:
    first, second = put(sample), put(other)
    page = read(f"/records/?first={first}&second={second}")
    assert "3 differences: 3 where the records contradict each other, 0 where only one" in page.text
    assert "hand 2, action 6" in page.text
    assert "The rules refute the other record: with it there are 3 errors more" in page.text
    assert f"/matches/{first}/hands/2?step=6" in page.links
    assert f"/matches/{second}/hands/2?step=6" in page.links
    assert [each["value"] for each in page.all("input", type="radio") if "checked" in each] == ["first"] * 3


def test_a_merged_record_is_sent_or_kept_with_the_choices_in_its_note(
    client: FlaskClient, read: Read, put: Put, sample: dict[str, Any], other: dict[str, Any]
) -> None:
    first, second = put(sample), put(other)
    address = f"/records/?first={first}&second={second}"
    form = {
        "csrf_token": read(address).all("input", name="csrf_token")[0]["value"],
        "first": first,
        "second": second,
        "from-2": "second",
    }
    sent = client.post("/records/merge", data=form)
    assert sent.headers["Content-Disposition"] == f"attachment; filename=merged-{first}-{second}.json"
    merged = json.loads(sent.data)
    assert merged["hands"][1]["actions"] == other["hands"][1]["actions"]
    assert merged["hands"][2]["result"] == sample["hands"][2]["result"]
    assert "Hand 2, action 6: the other record." in merged["match"]["note"]
    kept = client.post("/records/merge", data=form | {"keep": "1"})
    assert kept.status_code == 303
    assert "Hand 2, action 6: the other record." in read(kept.headers["Location"]).text


def test_matches_that_are_not_one_are_refused_with_the_reason(read: Read, put: Put, sample: dict[str, Any]) -> None:
    first = put(sample)
    assert "There is no match 99." in read(f"/records/?first={first}&second=99", 404).text
    assert "First match, by number" in read("/records/").text
    poker = {
        "format": "fupan/1",
        "game": "chinese_poker",
        "players": [{"seat": "A"}, {"seat": "B"}],
        "hands": [{"actions": []}],
    }
    second = put(poker)
    page = read(f"/records/?first={first}&second={second}")
    assert "The first record is of guandan, the second of chinese poker." in page.text


def test_a_fault_of_the_engine_is_said(read: Read, put: Put, sample: dict[str, Any], other: dict[str, Any]) -> None:
    first, second = put(sample), put(other)
    with patch("app.matches.computed.results.compare_records", side_effect=IndexError("no such seat")):
        assert "Fupan failed on these two records." in read(f"/records/?first={first}&second={second}", 500).text

"""The replay in frames of other sites: what may be framed, and what a framed page says and does not say."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import IntegerConverter

Read = Callable[..., Any]
Put = Callable[..., int]
FAULT = 51
"""The step of the second hand at which the sample has a play that does not beat."""


@pytest.fixture
def hand(put: Put, sample: dict[str, Any]) -> str:
    """The address of the second hand of the sample, without what comes before."""
    return f"/matches/{put(sample)}/hands/2"


def of_kind(converter: Any) -> Any:
    """A value that a part of an address takes."""
    if isinstance(converter, IntegerConverter):
        return 1
    return min(getattr(converter, "items", ("x",)))


def test_only_pages_for_frames_may_be_framed(web: Flask, client: FlaskClient, hand: str) -> None:
    values = {"identity": 1, "number": 1, "game": "guandan", "rule": "guandan.beats", "code": "does-not-beat"}
    adapter, framed = web.url_map.bind("localhost"), set()
    for rule in web.url_map.iter_rules():
        if "GET" not in (rule.methods or ()):
            continue
        known = {name: values.get(name) or of_kind(kind) for name, kind in rule._converters.items()}
        headers = client.get(adapter.build(rule.endpoint, known), buffered=True).headers
        if "X-Frame-Options" in headers:
            assert headers["X-Frame-Options"] == "DENY"
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        else:
            framed.add(rule.endpoint)
            assert headers["Content-Security-Policy"] == (
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
                "connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'none'; base-uri 'none'; "
                "frame-ancestors *"
            )
            assert headers["X-Content-Type-Options"] == "nosniff"
    assert framed == {"embed.hand", "embed.table"}
    assert client.get("/embed/nothing").headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize("asked", ["?step=51", "/table?step=51", "?step=51&lang=zh-Hans&results=shown&colours=four"])
def test_a_framed_page_knows_nothing_of_its_visitor(client: FlaskClient, hand: str, asked: str) -> None:
    plain = client.get(f"/embed{hand}{asked}")
    client.get("/uploads/new")
    for name, value in (("results", "shown"), ("colours", "four"), ("lang", "zh-Hant"), ("fupan", "forged")):
        client.set_cookie(name, value)
    known = client.get(f"/embed{hand}{asked}")
    assert known.data == plain.data
    for answer in (plain, known):
        assert "Set-Cookie" not in answer.headers
        assert "Cookie" not in answer.headers["Vary"]
        assert answer.headers["Cache-Control"] == "private, no-cache"


def test_a_framed_page_leads_out_by_one_link(read: Read, hand: str) -> None:
    page = read(f"/embed{hand}?step={FAULT}&lang=zh-Hans&seat=N&results=shown")
    assert page.faults == []
    assert not page.all("form")
    inside = [link for link in page.links if link.startswith(f"/embed{hand}")]
    (outside,) = [link for link in page.links if link not in inside]
    assert outside == f"{hand}?step={FAULT}&seat=N"
    (link,) = page.all("a", href=outside)
    assert (link["target"], link["rel"]) == ("_blank", "noopener")
    assert len(inside) > 6
    for each in inside:
        assert "lang=zh-Hans" in each
        assert "results=shown" in each
        assert "seat=N" in each
    assert 'lang="zh-Hans"' in page.source


def test_a_framed_page_has_the_finding(read: Read, hand: str) -> None:
    page = read(f"/embed{hand}?step={FAULT}")
    assert "does not beat" in page.text
    assert "Dispute" not in page.text
    assert "Legal plays of" not in page.text
    hidden = read(f"/embed{hand}?step={FAULT}&view=E")
    assert "does not beat" not in hidden.text
    assert "shown with all hands" in hidden.text


def test_scenes_come_as_their_own_steps_show_them_unless_results_are_asked_for(client: FlaskClient, hand: str) -> None:
    def scenes(asked: str) -> list[str]:
        return re.findall(r'data-scene="(\d+)"', client.get(f"/embed{hand}/table?step=3&count=9{asked}").text)

    for asked in ("", "&results=shown", "&results=shown&view=E"):
        assert scenes(asked) == [str(step) for step in range(3, 12)]
    assert 'class="replay-mark-finding"' not in client.get(f"/embed{hand}/table?step=3&count=9").text
    page = client.get(f"/embed{hand}?step=3").text
    assert 'class="replay-mark-finding"' not in page
    assert 'class="replay-mark-finding"' in client.get(f"/embed{hand}?step=3&results=shown").text


def test_a_fault_in_a_frame_is_said_there(client: FlaskClient, hand: str) -> None:
    answer = client.get(f"/embed{hand}?step=9999")
    assert answer.status_code == 404
    assert "X-Frame-Options" not in answer.headers
    assert "there is no step 9999" in answer.text
    assert "<a " not in answer.text
    assert "<form" not in answer.text


def test_other_rules_are_kept(read: Read, hand: str) -> None:
    page = read(f"/embed{hand}?step=3&rules=tournament")
    assert all("rules=tournament" in link for link in page.links)

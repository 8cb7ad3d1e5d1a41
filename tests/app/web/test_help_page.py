"""The page of help: every subject in its contents, and a link to it from every page."""

import re

import pytest
from flask.testing import FlaskClient

from app.text.folders import folder


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_the_contents_lead_to_every_subject(client: FlaskClient, language: str) -> None:
    page = client.get(f"/help?lang={language}").text
    contents = re.findall(r'<li><a href="#(\w+)">([^<]+)</a></li>', page)
    assert contents == re.findall(r'<h2 id="(\w+)">([^<]+)</h2>', page)
    files = {path.stem for path in (folder("templates") / "help").iterdir()}
    assert {name for name, _title in contents} == files - {"page"}
    if language != "en":
        assert not [title for _name, title in contents if re.search("[A-Za-z]{3}", title)]


def test_its_english_is_marked_as_such(client: FlaskClient) -> None:
    page = client.get("/help?lang=zh-Hans").text
    assert page.count('<div class="prose help-text" lang="en">') == page.count("<h2")


def test_every_page_links_to_it(client: FlaskClient) -> None:
    assert 'href="/help"' in client.get("/").text
    assert 'href="/help"' in client.get("/no-such-page").text

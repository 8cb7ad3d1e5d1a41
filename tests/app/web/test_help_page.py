"""The page of help: every subject in its contents, and a link to it from every page."""

import re

import pytest
from flask.testing import FlaskClient

from app.text.folders import folder
from app.text.help_topics import TOPICS


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_the_contents_lead_to_every_subject(client: FlaskClient, language: str) -> None:
    page = client.get(f"/help?lang={language}").text
    contents = re.findall(r'<li><a href="#(\w+)">([^<]+)</a></li>', page)
    assert contents == re.findall(r'<h2 id="(\w+)">([^<]+)</h2>', page)
    files = {path.stem for path in (folder("templates") / "help").iterdir()}
    assert {name for name, _title in contents} == files - {"page", "topic"}
    if language != "en":
        assert not [title for _name, title in contents if re.search("[A-Za-z]{3}", title)]


def test_its_english_is_marked_as_such(client: FlaskClient) -> None:
    page = client.get("/help?lang=zh-Hans").text
    assert page.count('<div class="prose help-text" lang="en">') == page.count("<h2")


def test_every_page_links_to_it(client: FlaskClient) -> None:
    assert 'href="/help"' in client.get("/").text
    assert 'href="/help"' in client.get("/no-such-page").text


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_every_topic_has_a_page_in_the_language_of_the_reader(client: FlaskClient, language: str) -> None:
    index = client.get(f"/help?lang={language}").text
    for topic in TOPICS:
        assert f'href="/help/{topic.name}"' in index
        page = client.get(f"/help/{topic.name}?lang={language}").text
        text = page[page.index("<h1>") : page.index("</main>")]
        assert text.count("<p>") == len(topic.paragraphs)
        assert "`" not in text
        assert (topic.paragraphs[0].split(".")[0].split("`")[0] in text) == (language == "en")
    assert client.get("/help/nothing").status_code == 404


def test_a_question_mark_leads_to_the_topic_of_a_page(client: FlaskClient) -> None:
    for address, topic in (
        ("/disputes/", "disputes"),
        ("/verify", "verdicts"),
        ("/sheets/", "sheets"),
        ("/hands/", "search"),
    ):
        assert f'<a class="help-mark" href="/help/{topic}"' in client.get(address).text

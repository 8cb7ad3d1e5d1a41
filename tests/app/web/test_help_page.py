"""The page of help: every subject in its contents, and a link to it from every page."""

import re

import pytest
from flask.testing import FlaskClient

from app.text.folders import folder
from app.text.help_topics import TOPICS, pieces
from app.text.language import DEFAULT, speaking
from app.web.http.waitress_server import CONNECTIONS
from engine.logs import AT_ONCE, UPLOAD
from engine.record.bounds import ACTIONS, HANDS


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
        with speaking(DEFAULT):
            (words, _literal), *_rest = pieces(topic.paragraphs[0])
        assert (words.split(".")[0] in text) == (language == "en")
    assert client.get("/help/nothing").status_code == 404


def test_a_question_mark_leads_to_the_topic_of_a_page(client: FlaskClient) -> None:
    for address, topic in (
        ("/disputes/", "disputes"),
        ("/verify", "verdicts"),
        ("/sheets/", "sheets"),
        ("/hands/", "search"),
    ):
        assert f'<a class="help-mark" href="/help/{topic}"' in client.get(address).text


def test_bounds_are_those_that_hold(client: FlaskClient) -> None:
    """Numbers are written by the constants; what is in a browser is written out, in a topic."""
    page = client.get("/help?lang=en").text
    numbers = re.findall(r"<td[^>]*>([^<]+)</td>", page[page.index('id="bounds"') :])
    assert numbers[:2] == [f"{limits.unpacked // 1024**2} MiB" for limits in (AT_ONCE, UPLOAD) if limits.unpacked]
    assert f"keeps {CONNECTIONS} connections open" in page
    assert "None" not in page[page.index('id="bounds"') :]
    worker = (folder("static") / "js" / "service-worker.js").read_text()
    topic = client.get("/help/offline?lang=en").text
    assert f"{re.findall('MOST_BYTES = ([0-9]+) ', worker)[0]} MiB" in topic
    assert f"{re.findall('MOST_REPLAYS = ([0-9]+);', worker)[0]} pages" in topic


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_a_topic_of_bounds_has_the_bounds(client: FlaskClient, language: str) -> None:
    text = client.get(f"/help/bounds?lang={language}").text
    for number in (HANDS, ACTIONS, UPLOAD.matches, AT_ONCE.actions):
        assert f"{number:,}" in text

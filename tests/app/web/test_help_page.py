"""The help: a page for each topic, a list of them, and a link to it from every page."""

import re
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from app.judging.review import CALLED
from app.matches.thread_share import PATIENCE_SECONDS
from app.matches.uploads.deletion import KEPT
from app.text.folders import folder
from app.text.help_topics import TOPICS, pieces, topic_named
from app.text.language import DEFAULT, speaking
from app.web.players import people
from engine.games import GAMES
from engine.insight.fair import EXACT
from engine.insight.match_review import settings_for
from engine.logs import AT_ONCE, UPLOAD
from engine.record.bounds import ACTIONS, HANDS


def test_every_page_links_to_it(client: FlaskClient) -> None:
    assert 'href="/help"' in client.get("/").text
    assert 'href="/help"' in client.get("/no-such-page").text


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_every_topic_has_a_page_in_the_language_of_the_reader(client: FlaskClient, language: str) -> None:
    index = client.get(f"/help?lang={language}").text
    for topic in TOPICS:
        assert f'<dt><a href="/help/{topic.name}">' in index
        page = client.get(f"/help/{topic.name}?lang={language}").text
        text = page[page.index("<h1>") : page.index("</main>")]
        assert text.count("<p>") == len(topic.paragraphs) + sum(len(each.parts) for each in topic.sections)
        assert "`" not in text
        with speaking(DEFAULT):
            words = max((piece for piece, literal in pieces(topic.paragraphs[0]) if not literal), key=len)
        assert (words in unescape(text)) == (language == "en")
    assert client.get("/help/nothing").status_code == 404


def test_a_question_mark_leads_to_the_topic_of_a_page(client: FlaskClient) -> None:
    for address, topic in (
        ("/disputes/", "disputes"),
        ("/verify", "verdicts"),
        ("/add", "sheets"),
        ("/hands/", "search"),
    ):
        assert f'<a class="help-mark" href="/help/{topic}"' in client.get(address).text


def test_a_question_mark_beside_a_figure_leads_to_what_is_said_of_it(client: FlaskClient) -> None:
    topic = topic_named("review")
    assert topic is not None
    known = {each.name for each in topic.sections}
    pages = "".join(each.read_text("utf-8") for each in folder("templates").rglob("*.html"))
    marks = re.findall(r"(?:\b(?:figure|head)\(|help_mark\('review', )'(\w+)'", pages)
    modules = "".join(each.read_text("utf-8") for each in Path(people.__file__).parent.glob("*.py"))
    marks += re.findall(r'topic=\("review", "(\w+)"\)', modules)
    assert {*marks, *CALLED} == known
    said = client.get("/help/review").text
    assert [f'<h2 id="{name}">' in said for name in sorted(known)] == [True] * len(known)
    usual = settings_for(GAMES["guandan"].rules.resolve())
    assert f"at most {EXACT} ways" in said
    assert f"{usual.deals} are drawn" in said
    reach = GAMES["guandan"].endgames, GAMES["bao_huang"].endgames, GAMES["big_a"].endgames
    numbers = [number for each in reach if each is not None for number in (each.left, each.fair_left)]
    assert numbers == [24, 20, 28, 12, 20, 12]
    assert all(f"{number}" in said for number in numbers)


def test_numbers_that_a_topic_writes_out_are_those_that_hold(client: FlaskClient) -> None:
    worker = (folder("static") / "js" / "service-worker.js").read_text()
    topic = client.get("/help/offline?lang=en").text
    assert f"{re.findall('MOST_BYTES = ([0-9]+) ', worker)[0]} MiB" in topic
    assert f"{re.findall('MOST_REPLAYS = ([0-9]+);', worker)[0]} pages" in topic
    assert f"for {KEPT.days} days" in client.get("/help/changes?lang=en").text
    assert PATIENCE_SECONDS == 2
    assert "after two seconds" in client.get("/help/bounds?lang=en").text


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_a_topic_of_bounds_has_the_bounds(client: FlaskClient, language: str) -> None:
    text = client.get(f"/help/bounds?lang={language}").text
    for number in (HANDS, ACTIONS, UPLOAD.matches, AT_ONCE.actions):
        assert f"{number:,}" in text

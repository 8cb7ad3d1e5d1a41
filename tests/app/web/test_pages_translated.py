"""What pages and answers for programs do with the language of the reader."""

from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient
from markupsafe import Markup

from app.matches.uploads.deletion import deleted_words
from app.text.glossary import game_title, option_title, preset_title
from app.text.language import Language, speaking
from app.text.log_terms import log_word
from app.web.parts.filters import commas, in_words

Put = Callable[..., int]
Log = Callable[..., bytes]


def test_names_of_games_options_presets_and_roles() -> None:
    assert (game_title("guandan"), game_title("whist"), game_title(None)) == ("Guandan", "whist", "unknown game")
    assert (option_title("guandan", "a_failures"), preset_title("guandan", "intro")) == (
        "Failures at A",
        "Introduction",
    )
    assert log_word(None, "emperor") == "emperor"
    with speaking(Language.SIMPLIFIED):
        assert (game_title("guandan"), preset_title("guandan", "intro")) == ("掼蛋", "入门")
        assert option_title("guandan", "a_failures")
        assert option_title("guandan", "no_such_option") == "no_such_option"
        assert log_word(None, "emperor") == "皇帝"
    with speaking(Language.TRADITIONAL):
        assert game_title("guandan") == "摜蛋"


def test_what_was_deleted() -> None:
    assert deleted_words("match 3: a: b\n(Li)") == "match 3: a: b\n(Li)"
    with speaking(Language.SIMPLIFIED):
        assert deleted_words("match 3: a: b (Li)") == "对局3：a: b (Li)"
        assert deleted_words("something of an earlier version") == "something of an earlier version"


def test_names_in_a_phrase_are_escaped_once() -> None:
    assert in_words(["a", "b", "c"]) == "a, b and c"
    marked = in_words([Markup("<i>a</i>"), "<b>"])
    assert isinstance(marked, Markup)
    assert marked == "<i>a</i> and &lt;b&gt;"
    assert commas([]) == ""


def test_a_report_for_programs_follows_the_address(client: FlaskClient, put: Put, log: Log) -> None:
    number = put(log("one"))
    english = client.get(f"/api/v1/matches/{number}/report", headers={"Accept-Language": "zh-CN"})
    chinese = client.get(f"/api/v1/matches/{number}/report?lang=zh-Hans")
    assert english.status_code == chinese.status_code == 200
    assert english.json is not None
    assert chinese.json is not None
    assert chinese.json["digest"] == english.json["digest"]
    assert chinese.json.keys() == english.json.keys()
    assert client.get(f"/api/v1/matches/{number}/report?lang=zh-Hans&rules=claim").status_code == 200


def test_the_language_is_no_option_of_rules(client: FlaskClient, put: Put, log: Log) -> None:
    number = put(log("one"))
    assert client.get(f"/matches/{number}?lang=zh-Hans&rules=claim").status_code == 200
    assert client.get(f"/matches/{number}/score?lang=zh-Hans&rules=claim").status_code == 200


def test_the_glossary_begins_with_the_words_of_the_reader(client: FlaskClient) -> None:
    def first(language: str) -> str:
        page = client.get("/glossary/", headers={"Accept-Language": language}).text
        return page.split('<th scope="row"', 1)[1].split(">", 1)[1].split("<", 1)[0]

    assert (first("en"), first("zh-CN"), first("zh-TW")) == ("card", "牌", "牌")


def test_every_page_has_the_switch_at_its_top(client: FlaskClient) -> None:
    top = client.get("/?lang=zh-Hant").text.split("</header>", 1)[0]
    assert 'href="/language/en"' in top
    assert 'href="/language/zh-Hans"' in top
    assert 'href="/language/zh-Hant"' not in top


def test_errors_are_explained_to_the_reader(client: FlaskClient) -> None:
    page = client.get("/matches/999", headers={"Accept-Language": "zh-CN"})
    assert page.status_code == 404
    assert "<h1>找不到</h1>" in page.text
    answer: Any = client.get("/api/v1/matches/999/recorded", headers={"Accept-Language": "zh-CN"}).json
    assert (answer["title"], answer["detail"]) == ("找不到", "没有对局999。")
    answer = client.get("/api/v1/matches/999/recorded").json
    assert (answer["title"], answer["detail"]) == ("Not found", "There is no match 999.")

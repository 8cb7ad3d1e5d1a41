"""The rule books as pages: what the tables of options show."""

from collections.abc import Callable
from typing import Any

import pytest

from app.text.catalogue import VERDICT_PAGES, all_codes
from engine.games import GAMES
from engine.verdict.report import Verdict
from tests.app.web.test_pages import check_whole

Read = Callable[..., Any]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_option_stands_there_with_its_value_in_each_preset(read: Read, game: str) -> None:
    page = read(f"/rules/{game}/")
    check_whole(page)
    book = GAMES[game].rules
    assert [row["id"] for row in page.all("tr") if "id" in row] == [option.name for option in book.options]
    assert len(page.all("th", class_="cell-title")) == len(book.options)


def test_an_option_that_every_preset_has_alike_is_marked_so(read: Read) -> None:
    page = read("/rules/chinese_poker/")
    alike = {row["id"] for row in page.all("tr", class_="alike")}
    assert "middle" in alike
    assert "scoring" not in alike
    assert page.all("td", data_label="every preset")
    assert "no changes" in page.text


def test_rules_follow_each_other_as_in_the_book(read: Read) -> None:
    pages = [f"/rules/guandan/{page.id}" for page in GAMES["guandan"].pages]
    for address, before, after in zip(pages, ["", *pages], [*pages[1:], ""], strict=False):
        page = read(address)
        links = {rel: [link["href"] for link in page.all("a", rel=rel)] for rel in ("prev", "next")}
        assert links == {"prev": [before] if before else [], "next": [after] if after else []}


def test_tables_of_points_are_told(read: Read) -> None:
    assert "front three 3; middle full house 1, four 3" in read("/rules/chinese_poker/chinese_poker.royalties").text
    assert "clean_dragon 108, dragon 36" in read("/rules/chinese_poker/chinese_poker.naturals").text


def test_the_findings_page_explains_every_verdict(read: Read) -> None:
    page = read("/findings/")
    check_whole(page)
    assert all(verdict.explanation in page.text for verdict in VERDICT_PAGES.values())
    assert {str(verdict) for verdict in Verdict} <= {entry.get("id") for entry in page.all("div")}


def test_every_case_of_malformed_is_explained(read: Read) -> None:
    page = read("/findings/malformed")
    check_whole(page)
    messages = all_codes()["malformed"].messages.values()
    assert all(message.help in page.text for message in messages)
    assert "{" not in page.text


def test_a_finding_is_shown_by_an_example_with_cards(read: Read) -> None:
    page = read("/findings/card-not-held")
    check_whole(page)
    assert 'aria-label="queen of spades"' in page.source
    assert "Zhao Min does not hold Q♠." in page.text
    assert "{" not in page.text


@pytest.mark.parametrize(
    ("address", "meant"),
    [
        ("/rules/guandam/", "Did you mean guandan?"),
        ("/rules/guandan/guandan.beat", "Did you mean guandan.beats?"),
        ("/findings/does-not-beet", "Did you mean does-not-beat?"),
    ],
)
def test_an_unknown_name_brings_a_suggestion(read: Read, address: str, meant: str) -> None:
    assert meant in read(address, status=404).text


def test_the_page_of_a_code_shows_no_sentence_that_is_only_a_detail(read: Read) -> None:
    page = read("/findings/malformed")
    assert "A required field is missing" in page.text
    assert "… expected" not in page.text

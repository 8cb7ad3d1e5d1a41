"""The page of the glossary."""

from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient

from app.text.glossary import sections, spellings

Read = Callable[..., Any]


def test_the_page_has_every_word_with_its_names(read: Read) -> None:
    for section in sections():
        page = read(f"/glossary/?game={section.name}")
        assert page.faults == []
        rows = {row["id"] for row in page.all("tr") if "id" in row}
        assert rows == {f"{section.name}.{term.key}" for term in section.terms}
        assert len({link for link in page.links if link.startswith("/glossary/")}) == len(sections())
        for term in section.terms:
            assert [name for name in spellings(term).values() if name not in page.text] == []
            assert term.pinyin in page.text
            for rule in term.rules:
                assert f"/rules/{rule.partition('.')[0]}/{rule}" in page.links


def test_the_rule_books_lead_to_it(read: Read) -> None:
    assert "/glossary/" in read("/rules/").links
    page = read("/rules/guandan/")
    assert "/glossary/?game=guandan" in page.links
    assert "掼蛋" in page.text
    assert "打A失败次数" in page.text


def test_a_game_that_does_not_exist_has_no_words(client: FlaskClient) -> None:
    assert client.get("/glossary/?game=whist").status_code == 404

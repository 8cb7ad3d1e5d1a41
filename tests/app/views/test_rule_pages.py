"""The rule books as pages: what the tables of options show."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.games import GAMES
from tests.app.views.test_pages import check_whole

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
    assert "wheel" in alike
    assert "scoring" not in alike
    assert page.all("td", data_label="every preset")
    assert "no changes" in page.text


def test_tables_of_points_are_told(read: Read) -> None:
    assert "front three 3; middle full house 1, four 3" in read("/rules/chinese_poker/chinese_poker.royalties").text
    assert "clean_dragon 108, dragon 36" in read("/rules/chinese_poker/chinese_poker.naturals").text

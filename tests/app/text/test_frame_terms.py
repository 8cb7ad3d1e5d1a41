"""What cards are, in words, with ranks as cards show them."""

import pytest

from app.text.frame_terms import rank_shown
from app.text.language import Language, in_language
from app.text.readable import readable
from engine.games.guandan.combinations import Combination, form_of
from engine.games.guandan.kinds import BOMB_OF_4, FULL_HOUSE, PAIR, SINGLE, Kind
from engine.rulebook.sentences import say

TEN, TWO = 8, 0


@pytest.mark.parametrize(
    ("kind", "english", "chinese"),
    [
        (SINGLE, "single 10", "单张10"),
        (PAIR, "pair of 10", "对10"),
        (FULL_HOUSE, "full house of 10", "三带二（三张10）"),
        (BOMB_OF_4, "bomb of four 10s", "四张10的炸弹"),
    ],
)
def test_a_ten_is_shown_as_its_card_shows_it_in_every_language(kind: Kind, english: str, chinese: str) -> None:
    shown = readable(Combination(form_of(kind, TEN), TWO).phrase())
    assert shown == english
    assert in_language(shown, Language.SIMPLIFIED) == chinese


def test_ranks_are_shown_however_deep_they_are() -> None:
    assert readable(say("{first} and {last}", first=say("{rank} high", rank="T"), last="T 9")) == "10 high and 10 9"


def test_other_texts_are_left_as_they_are() -> None:
    assert readable("pair of T") == "pair of 10"
    assert readable("TWO") == "TWO"
    assert rank_shown("T") == "10"
    assert rank_shown("K") == "K"

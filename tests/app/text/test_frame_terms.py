"""What cards are, in words, with ranks as cards show them."""

from app.text.frame_terms import rank_shown
from app.text.language import Language, in_language
from app.text.readable import readable
from engine.games.guandan.combinations import (
    BOMB_OF_4,
    FULL_HOUSE,
    PAIR,
    PLATE,
    SINGLE,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TUBE,
    CombinationKind,
    GuandanCombination,
    form_of,
)
from engine.rulebook.sentences import say, say_of
from tests.offenders import for_every

TEN, TWO = 8, 0


@for_every(
    ("kind", "english", "chinese"),
    [
        (SINGLE, "single 10", "单张10"),
        (PAIR, "pair of 10s", "对10"),
        (FULL_HOUSE, "full house of 10", "三带二（三张10）"),
        (BOMB_OF_4, "bomb of four 10s", "4张10炸弹"),
    ],
)
def test_a_ten_is_shown_as_its_card_shows_it_in_every_language(
    kind: CombinationKind, english: str, chinese: str
) -> None:
    shown = readable(GuandanCombination(form_of(kind, TEN), TWO).phrase())
    assert shown == english
    assert in_language(shown, Language.SIMPLIFIED) == chinese


@for_every(
    ("kind", "rank", "shown"),
    [
        (STRAIGHT, "5", "A到5顺子"),
        (STRAIGHT, "A", "10到A顺子"),
        (STRAIGHT_FLUSH, "T", "6到10同花顺"),
        (TUBE, "3", "A到3三连对"),
        (PLATE, "J", "10到J钢板"),
    ],
)
def test_runs_are_called_by_their_lowest_and_highest_ranks_in_chinese(
    kind: CombinationKind, rank: str, shown: str
) -> None:
    made = say_of("guandan", kind.words.template, rank=rank)
    assert in_language(readable(made), Language.SIMPLIFIED) == shown
    assert in_language(made, Language.SIMPLIFIED) == shown.replace("到10", "到T")


def test_ranks_are_shown_however_deep_they_are() -> None:
    assert readable(say("{first} and {last}", first=say("{rank} high", rank="T"), last="T 9")) == "10 high and 10 9"


def test_other_texts_are_left_as_they_are() -> None:
    assert readable("pair of T") == "pair of 10"
    assert readable("TWO") == "TWO"
    assert rank_shown("T") == "10"
    assert rank_shown("K") == "K"

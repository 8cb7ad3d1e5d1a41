"""What the type and rank of a play say that its wild cards stand for."""

import pytest

from engine.cards.packed import RANKS, parse_card
from engine.logs.foreign.guandan.wilds import Shape, lowest_of, spoken


def claims(shape: Shape, lowest: str, cards: str, level: str) -> str | None:
    held = [parse_card(text) for text in cards.split()]
    words = spoken(shape, RANKS.index(lowest), [card for card in held if card is not None], RANKS.index(level))
    return None if words is None else " ".join(words)


@pytest.mark.parametrize(
    ("shape", "lowest", "cards", "level", "said"),
    [
        (Shape.SINGLE, "5", "5h", "5", "5h"),
        (Shape.SINGLE, "9", "5h", "5", "5h=9"),
        (Shape.PAIR, "5", "5h 5h", "5", "5h 5h"),
        (Shape.PAIR, "5", "5h 5s", "5", "5h 5s"),
        (Shape.PAIR, "A", "5h As", "5", "5h=A As"),
        (Shape.PAIR, "A", "5h 5h", "5", "5h=A 5h=A"),
        (Shape.TRIPLE, "9", "9c 5h 9d", "5", "9c 5h=9 9d"),
        (Shape.TRIPLE, "5", "5c 5h 5d", "5", "5c 5h 5d"),
        (Shape.BOMB, "Q", "Qs 5h Qd 5h", "5", "Qs 5h=Q Qd 5h=Q"),
        (Shape.BOMB, "5", "5s 5h 5d 5h", "5", "5s 5h 5d 5h"),
        (Shape.BOMB, "Q", "Qs Qs Qh Qh Qc Qc Qd Qd 5h 5h", "5", "Qs Qs Qh Qh Qc Qc Qd Qd 5h=Q 5h=Q"),
        (Shape.FULL_HOUSE, "J", "Js Jh 5h 9c 9d", "5", "Js Jh 5h=J 9c 9d"),
        (Shape.FULL_HOUSE, "J", "Js Jh Jd 9c 5h", "5", "Js Jh Jd 9c 5h=9"),
        (Shape.FULL_HOUSE, "5", "Js Jh 5h 5c 5s", "5", "Js Jh 5h=5 5c 5s"),
        (Shape.FULL_HOUSE, "J", "Js Jh Jd 5h 5h", "5", "Js Jh Jd 5h=5 5h=5"),
        (Shape.FULL_HOUSE, "J", "Js Jh 9d 5h 5h", "5", "Js Jh 9d 5h=J 5h=9"),
        (Shape.FULL_HOUSE, "J", "Js Jh 5h BJ BJ", "5", "Js Jh 5h=J BJ BJ"),
        (Shape.TUBE, "A", "Ah Ac 2s 5h 3c 3d", "5", "Ah Ac 2s 5h=2 3c 3d"),
        (Shape.TUBE, "4", "4s 4c 5s 5h 6c 6d", "5", "4s 4c 5s 5h=5 6c 6d"),
        (Shape.PLATE, "A", "Ah Ac 5h 2s 2c 2d", "5", "Ah Ac 5h=A 2s 2c 2d"),
        (Shape.STRAIGHT, "A", "Ah 2c 5h 4s 5c", "5", "Ah 2c 5h=3 4s 5c"),
        (Shape.STRAIGHT, "T", "Ts Js 5h Ks As", "5", "Ts Js 5h=Qh Ks As"),
        (Shape.STRAIGHT, "2", "2h 3h 4h 5h 6h", "5", "2h 3h 4h 5h=5s 6h"),
        (Shape.STRAIGHT, "9", "9s 5h Js 5h Ks", "5", "9s 5h=Th Js 5h=Qh Ks"),
        (Shape.STRAIGHT_FLUSH, "9", "9s 5h Js 5h Ks", "5", "9s 5h=Ts Js 5h=Qs Ks"),
        (Shape.STRAIGHT_FLUSH, "3", "3h 4h 5h 6h 7h", "5", "3h 4h 5h=5h 6h 7h"),
        (Shape.STRAIGHT_FLUSH, "A", "Ac 2c 3c 4c 5c", "9", "Ac 2c 3c 4c 5c"),
        (Shape.JOKER_BOMB, "2", "RJ BJ RJ BJ", "5", "RJ BJ RJ BJ"),
    ],
)
def test_wild_cards_say_what_they_stand_for(shape: Shape, lowest: str, cards: str, level: str, said: str) -> None:
    assert claims(shape, lowest, cards, level) == said


@pytest.mark.parametrize(
    ("shape", "lowest", "cards", "level"),
    [
        (Shape.SINGLE, "5", "6h", "9"),
        (Shape.PAIR, "5", "5h 6h", "9"),
        (Shape.PAIR, "5", "5h 5c 5d", "9"),
        (Shape.PAIR, "K", "BJ 5h", "5"),
        (Shape.BOMB, "5", "5h 5c 5d", "9"),
        (Shape.BOMB, "5", "5h 5c 5d 6s", "9"),
        (Shape.FULL_HOUSE, "9", "9s 9h 9c BJ RJ", "5"),
        (Shape.FULL_HOUSE, "9", "9s 9h 9c 9d 5h", "5"),
        (Shape.STRAIGHT, "J", "Js Qs Kc Ad 2d", "5"),
        (Shape.STRAIGHT, "3", "3s 4s 5s 6s 7s", "9"),
        (Shape.STRAIGHT_FLUSH, "3", "3s 4s 5s 6s 7d", "9"),
        (Shape.PLATE, "K", "Ks Ks Kd As As Ad Ad", "9"),
        (Shape.TUBE, "K", "Ks Ks As As 2d 2d", "9"),
        (Shape.JOKER_BOMB, "2", "RJ BJ RJ RJ", "5"),
    ],
)
def test_cards_that_cannot_be_what_is_said(shape: Shape, lowest: str, cards: str, level: str) -> None:
    assert claims(shape, lowest, cards, level) is None


def test_a_rank_that_is_none_fits_nothing() -> None:
    assert spoken(Shape.SINGLE, -1, [RANKS.index("5") * 4 + 1], RANKS.index("5")) is None


@pytest.mark.parametrize(
    ("shape", "highest", "lowest"),
    [
        (Shape.STRAIGHT, "5", "A"),
        (Shape.STRAIGHT, "A", "T"),
        (Shape.TUBE, "3", "A"),
        (Shape.TUBE, "Q", "T"),
        (Shape.PLATE, "2", "A"),
        (Shape.BOMB, "7", "7"),
        (Shape.FULL_HOUSE, "7", "7"),
    ],
)
def test_the_lowest_rank_of_a_sequence(shape: Shape, highest: str, lowest: str) -> None:
    assert lowest_of(shape, RANKS.index(highest)) == RANKS.index(lowest)


def test_a_sequence_cannot_go_below_the_ace() -> None:
    low = lowest_of(Shape.STRAIGHT, RANKS.index("3"))
    assert spoken(Shape.STRAIGHT, low, [0, 4, 8, 12, 17], RANKS.index("9")) is None

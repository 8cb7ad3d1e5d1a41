"""What the type and rank of a play say that its wild cards stand for."""

from engine.cards.packed import RANKS, parse_card
from engine.games.guandan.combinations import KindName
from engine.logs.foreign.guandan.wilds import lowest_of, play_texts
from tests.offenders import for_every


def claims(name: KindName, lowest: str, cards: str, level: str) -> str | None:
    held = [parse_card(text) for text in cards.split()]
    words = play_texts(name, RANKS.index(lowest), [card for card in held if card is not None], RANKS.index(level))
    return None if words is None else " ".join(words)


@for_every(
    ("name", "lowest", "cards", "level", "said"),
    [
        ("single", "5", "5h", "5", "5h"),
        ("single", "9", "5h", "5", "5h=9"),
        ("pair", "5", "5h 5h", "5", "5h 5h"),
        ("pair", "5", "5h 5s", "5", "5h 5s"),
        ("pair", "A", "5h As", "5", "5h=A As"),
        ("pair", "A", "5h 5h", "5", "5h=A 5h=A"),
        ("triple", "9", "9c 5h 9d", "5", "9c 5h=9 9d"),
        ("triple", "5", "5c 5h 5d", "5", "5c 5h 5d"),
        ("bomb", "Q", "Qs 5h Qd 5h", "5", "Qs 5h=Q Qd 5h=Q"),
        ("bomb", "5", "5s 5h 5d 5h", "5", "5s 5h 5d 5h"),
        ("bomb", "Q", "Qs Qs Qh Qh Qc Qc Qd Qd 5h 5h", "5", "Qs Qs Qh Qh Qc Qc Qd Qd 5h=Q 5h=Q"),
        ("full_house", "J", "Js Jh 5h 9c 9d", "5", "Js Jh 5h=J 9c 9d"),
        ("full_house", "J", "Js Jh Jd 9c 5h", "5", "Js Jh Jd 9c 5h=9"),
        ("full_house", "5", "Js Jh 5h 5c 5s", "5", "Js Jh 5h=5 5c 5s"),
        ("full_house", "J", "Js Jh Jd 5h 5h", "5", "Js Jh Jd 5h=5 5h=5"),
        ("full_house", "J", "Js Jh 9d 5h 5h", "5", "Js Jh 9d 5h=J 5h=9"),
        ("full_house", "J", "Js Jh 5h BJ BJ", "5", "Js Jh 5h=J BJ BJ"),
        ("tube", "A", "Ah Ac 2s 5h 3c 3d", "5", "Ah Ac 2s 5h=2 3c 3d"),
        ("tube", "4", "4s 4c 5s 5h 6c 6d", "5", "4s 4c 5s 5h=5 6c 6d"),
        ("plate", "A", "Ah Ac 5h 2s 2c 2d", "5", "Ah Ac 5h=A 2s 2c 2d"),
        ("straight", "A", "Ah 2c 5h 4s 5c", "5", "Ah 2c 5h=3 4s 5c"),
        ("straight", "T", "Ts Js 5h Ks As", "5", "Ts Js 5h=Qh Ks As"),
        ("straight", "2", "2h 3h 4h 5h 6h", "5", "2h 3h 4h 5h=5s 6h"),
        ("straight", "9", "9s 5h Js 5h Ks", "5", "9s 5h=Th Js 5h=Qh Ks"),
        ("straight_flush", "9", "9s 5h Js 5h Ks", "5", "9s 5h=Ts Js 5h=Qs Ks"),
        ("straight_flush", "3", "3h 4h 5h 6h 7h", "5", "3h 4h 5h=5h 6h 7h"),
        ("straight_flush", "A", "Ac 2c 3c 4c 5c", "9", "Ac 2c 3c 4c 5c"),
        ("joker_bomb", "2", "RJ BJ RJ BJ", "5", "RJ BJ RJ BJ"),
    ],
)
def test_wild_cards_say_what_they_stand_for(name: KindName, lowest: str, cards: str, level: str, said: str) -> None:
    assert claims(name, lowest, cards, level) == said


@for_every(
    ("name", "lowest", "cards", "level"),
    [
        ("single", "5", "6h", "9"),
        ("pair", "5", "5h 6h", "9"),
        ("pair", "5", "5h 5c 5d", "9"),
        ("pair", "K", "BJ 5h", "5"),
        ("bomb", "5", "5h 5c 5d", "9"),
        ("bomb", "5", "5h 5c 5d 6s", "9"),
        ("full_house", "9", "9s 9h 9c BJ RJ", "5"),
        ("full_house", "9", "9s 9h 9c 9d 5h", "5"),
        ("straight", "J", "Js Qs Kc Ad 2d", "5"),
        ("straight", "3", "3s 4s 5s 6s 7s", "9"),
        ("straight_flush", "3", "3s 4s 5s 6s 7d", "9"),
        ("plate", "K", "Ks Ks Kd As As Ad Ad", "9"),
        ("tube", "K", "Ks Ks As As 2d 2d", "9"),
        ("joker_bomb", "2", "RJ BJ RJ RJ", "5"),
    ],
)
def test_cards_that_cannot_be_what_is_said(name: KindName, lowest: str, cards: str, level: str) -> None:
    assert claims(name, lowest, cards, level) is None


def test_a_rank_that_is_none_fits_nothing() -> None:
    assert play_texts("single", -1, [RANKS.index("5") * 4 + 1], RANKS.index("5")) is None


@for_every(
    ("name", "highest", "lowest"),
    [
        ("straight", "5", "A"),
        ("straight", "A", "T"),
        ("tube", "3", "A"),
        ("tube", "Q", "T"),
        ("plate", "2", "A"),
        ("bomb", "7", "7"),
        ("full_house", "7", "7"),
    ],
)
def test_the_lowest_rank_of_a_sequence(name: KindName, highest: str, lowest: str) -> None:
    assert lowest_of(name, RANKS.index(highest)) == RANKS.index(lowest)


def test_a_sequence_cannot_go_below_the_ace() -> None:
    low = lowest_of("straight", RANKS.index("3"))
    assert play_texts("straight", low, [0, 4, 8, 12, 17], RANKS.index("9")) is None

"""Cards as people type them."""

import pytest

from engine.games import GAMES
from engine.logs.loose.vocabulary import vocabulary_of
from engine.logs.loose.words import Unreadable, plain
from tests.offenders import for_every

IN_ANY_GAME = {
    "3♥": "3h",
    "♥3": "3h",
    "♥️3": "3h",
    "3♥️ 4♠️": "3h 4s",
    "红桃3": "3h",
    "紅心3": "3h",
    "红心 3": "3h",
    "黑桃10": "Ts",
    "♠10": "Ts",
    "方片Q": "Qd",
    "方块J": "Jd",
    "梅花A": "Ac",
    "草花2": "2c",
    "黑3": "3s",
    "红3": "3h",
    "紅3": "3h",
    "梅3": "3c",
    "方3": "3d",
    "梅老K": "Kc",
    "红桃三": "3h",
    "3h": "3h",
    "3H": "3h",
    "h3": "3h",
    "10d": "Td",
    "Td": "Td",
    "３♥": "3h",
    "３ｈ": "3h",
    "3 of hearts": "3h",
    "A of Spades": "As",
    "大王": "RJ",
    "大鬼": "RJ",
    "小王": "BJ",
    "小鬼": "BJ",
    "rj BJ": "RJ BJ",
    "red joker, black joker": "RJ BJ",
    "??": "??",
    "未知": "??",
    "3♥3♠": "3h 3s",
    "3h3s10d": "3h 3s Td",
    "AhKdQc": "Ah Kd Qc",
    "♥3♠10": "3h Ts",
    "红桃3黑桃10大王": "3h Ts RJ",
    "3♥，3♠、4♣；5♦": "3h 3s 4c 5d",
    "2♥=9♠": "2h=9s",
    "2♥＝9": "2h=9",
    "2♥当9♠ 9♣": "2h=9s 9c",
    "2♥（=9♠）": "2h=9s",
    "2h as 10s": "2h=Ts",
}
OF_BARE_RANKS = {
    "7": "7",
    "7 7": "7 7",
    "777": "7 7 7",
    "10 10": "T T",
    "1010": "T T",
    "10JQKA": "T J Q K A",
    "皇帝牌": "RJ*",
    "皇牌": "RJ*",
    "侍卫牌": "BJ*",
    "保子牌": "BJ*",
    "rj*": "RJ*",
    "3♥ 7": "3h 7",
    "♥3 7": "3h 7",
    "♥37": "3h 7",
}
GUESSED = {
    "♥34567": "3h 4h 5h 6h 7h",
    "红桃3 4 5": "3h 4h 5h",
    "♠AKQJ10": "As Ks Qs Js Ts",
    "♥34♠5": "3h 4h 5s",
}
NONE = ("王", "红桃11", "红桃", "♥", "1♥", "3x", "对", "对王", "10张", "♥ 8♦", "8♣♥ 8♦", "皇帝牌", "hand")


def read(game: str, text: str) -> tuple[str, bool]:
    found = vocabulary_of(game).cards.rest(plain(text), 0)
    return " ".join(card.text for card in found), any(card.guessed for card in found)


@for_every(("text", "cards"), IN_ANY_GAME.items())
def test_cards(text: str, cards: str) -> None:
    assert {game: read(game, text) for game in GAMES} == dict.fromkeys(GAMES, (cards, False))


@for_every(("text", "cards"), OF_BARE_RANKS.items())
def test_cards_of_a_game_that_ignores_suits(text: str, cards: str) -> None:
    assert read("bao_huang", text) == (cards, False)


@for_every(("text", "cards"), GUESSED.items())
def test_ranks_after_a_suit_take_it_by_a_guess(text: str, cards: str) -> None:
    assert read("guandan", text) == (cards, True)


@for_every("text", NONE)
def test_what_leaves_two_readings_is_not_a_card(text: str) -> None:
    with pytest.raises(Unreadable) as fault:
        read("guandan", text)
    assert 0 <= fault.value.at <= len(text)


def test_the_place_is_that_of_the_first_character_that_is_not_a_card() -> None:
    with pytest.raises(Unreadable) as fault:
        read("guandan", "3♥ ３♠  x9")
    assert (fault.value.at, fault.value.found) == (7, "'x9'")

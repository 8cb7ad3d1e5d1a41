"""The rules page, table, order, combinations and what beats what: by plays of a log, each row and sentence."""

from itertools import pairwise

from builders import DECK, SEATS, dealt, hand, judge

from engine.games.guandan import GUANDAN
from tests.offenders import for_every


def counts_as(cards: str, level: str = "9", **options: object) -> str | None:
    """What cards led count as, in words; None where they form nothing."""
    done = judge(hand(f"E play {cards}", dealt(E=cards), level=level), **options)
    table = done.frame().table
    if table is None:
        assert done.said == ["not-a-combination 0/0 E"]
        return None
    assert [said for said in done.said if "ambiguous" not in said] == []
    return table.reading


def beaten(table: str, cards: str, level: str = "9") -> bool:
    """Whether cards played by the next seat beat those led."""
    done = judge(hand(f"E play {table}; N play {cards}", dealt(E=table, N=cards), level=level))
    assert done.said in ([], ["does-not-beat 0/1 N"])
    return not done.said


def test_the_table() -> None:
    assert list(GUANDAN.players) == [len(SEATS)]
    assert len(DECK) == 108
    assert {card: DECK.count(card) for card in DECK} == dict.fromkeys(DECK, 2)
    assert [seat.count for seat in judge(hand()).frame().seats] == [27] * 4
    assert [seat.hidden for seat in judge(hand(deal=None)).frame().seats] == [27] * 4


ROWS = [
    ("single", "5s", "single 5"),
    ("single of a joker", "BJ", "single BJ"),
    ("pair", "5s 5d", "pair of 5s"),
    ("pair of black jokers", "BJ BJ", "pair of BJs"),
    ("pair of red jokers", "RJ RJ", "pair of RJs"),
    ("two jokers of two colours", "BJ RJ", None),
    ("two ranks", "5s 6s", None),
    ("triple", "5s 5d 5s", "triple of 5"),
    ("three jokers", "BJ BJ RJ", None),
    ("full house", "5s 5d 5s 8c 8d", "full house of 5"),
    ("full house of the level", "9s 9d 9s 8c 8d", "full house of 9"),
    ("joker pair", "5s 5d 5s BJ BJ", "full house of 5"),
    ("jokers of two colours", "5s 5d 5s BJ RJ", None),
    ("triple and a joker", "5s 5d 5s BJ", None),
    ("triple and a card", "5s 5d 5s 8c", None),
    ("straight", "3s 4d 5s 6s 7s", "straight to 7"),
    ("the lowest straight", "As 2d 3s 4s 5s", "straight to 5"),
    ("the highest straight", "Ts Jd Qs Ks As", "straight to A"),
    ("round the corner", "Js Qd Ks As 2s", None),
    ("four", "3s 4d 5s 6s", None),
    ("six", "3s 4d 5s 6s 7s 8s", None),
    ("into the jokers", "Jd Qs Ks As BJ", None),
    ("a level card at its own rank", "7s 8d 9s Ts Js", "straight to J"),
    ("a level card is not above the ace", "Jd Qs Ks As 9s", None),
    ("tube", "5s 5d 6s 6d 7s 7d", "tube to 7"),
    ("the lowest tube", "As Ad 2s 2d 3s 3d", "tube to 3"),
    ("the highest tube", "Qs Qd Ks Kd As Ad", "tube to A"),
    ("tube round the corner", "Ks Kd As Ad 2s 2d", None),
    ("two pairs", "5s 5d 6s 6d", None),
    ("four pairs", "5s 5d 6s 6d 7s 7d 8s 8d", None),
    ("plate", "5s 5d 5s 6s 6d 6s", "plate to 6"),
    ("the lowest plate", "As Ad As 2s 2d 2s", "plate to 2"),
    ("the highest plate", "Ks Kd Ks As Ad As", "plate to A"),
    ("triples apart", "5s 5d 5s 7s 7d 7s", None),
    ("three triples", "5s 5d 5s 6s 6d 6s 7s 7d 7s", None),
    ("bomb of four", "5s 5d 5h 5c", "bomb of four 5s"),
    ("bomb of eight", "5s 5d 5h 5c 5s 5d 5h 5c", "bomb of eight 5s"),
    ("bomb of five, no full house", "5s 5d 5h 5c 5s", "bomb of five 5s"),
    ("straight flush", "3s 4s 5s 6s 7s", "straight flush to 7"),
    ("the lowest straight flush", "As 2s 3s 4s 5s", "straight flush to 5"),
    ("the highest straight flush", "Ts Js Qs Ks As", "straight flush to A"),
    ("flush round the corner", "Js Qs Ks As 2s", None),
    ("joker bomb", "BJ BJ RJ RJ", "joker bomb"),
    ("jokers and a card", "BJ BJ RJ RJ 5s", None),
    ("no run, one suit", "3s 4s 5s 6s 8s", None),
]


@for_every(("cards", "reading"), [row[1:] for row in ROWS])
def test_what_can_be_played(cards: str, reading: str | None) -> None:
    assert counts_as(cards) == reading


def test_the_order_of_the_cards_in_the_log_does_not_matter() -> None:
    assert counts_as("5d 8c 5s 8d 5s") == "full house of 5"
    assert counts_as("As 5s 3s 2d 4s") == "straight to 5"


def test_joker_pairs_in_full_houses_are_an_option() -> None:
    for cards in ("5s 5d 5s BJ BJ", "5s 5d 5s RJ RJ", "5s 5d 9h RJ RJ"):
        assert counts_as(cards, joker_pair_in_full_house=True) == "full house of 5"
        assert counts_as(cards, joker_pair_in_full_house=False) is None
    assert counts_as("5s 5d 5s 8c 8d", joker_pair_in_full_house=False) == "full house of 5"


@for_every("level", list("259A"))
def test_singles_pairs_triples_and_full_houses_go_by_level_order(level: str) -> None:
    line = [rank for rank in "23456789TJQKA" if rank != level] + [level]
    for low, high in pairwise(line):
        for shape in ("{}s", "{}s {}d", "{}s {}d {}c", "{}s {}s {}d"):
            one, other = shape.replace("{}", low), shape.replace("{}", high)
            assert beaten(one, other, level), (low, high)
            assert not beaten(other, one, level), (low, high)
    assert beaten(f"{level}s", "BJ", level)
    assert beaten("BJ", "RJ", level)
    assert beaten(f"{level}s {level}d", "BJ BJ", level)
    assert beaten("BJ BJ", "RJ RJ", level)
    assert not beaten("RJ", "BJ", level)


def test_a_full_house_goes_by_its_triple() -> None:
    assert beaten("5s 5d 5h As Ad", "6s 6d 6h 3s 3d")
    assert not beaten("6s 6d 6h 3s 3d", "5s 5d 5h As Ad")
    assert beaten("As Ad As 3s 3d", "9s 9d 9s 4s 4d")


def test_equal_is_not_higher() -> None:
    for cards, other in (("5s", "5s"), ("5s 5d", "5s 5d"), ("3s 4s 5s 6d 7d", "3s 4s 5s 6d 7d"), ("BJ", "BJ")):
        assert not beaten(cards, other)


def test_runs_go_by_the_nature_order_of_their_top() -> None:
    """At level 5, too: the level is not lifted in them, and an ace below 2 is low."""
    for level in "259A":
        assert beaten("As 2d 3s 4s 5s", "2s 3d 4s 5s 6d", level)
        assert beaten("9s Td Js Qs Ks", "Ts Jd Qs Ks As", level)
        assert not beaten("2s 3d 4s 5s 6d", "As 2d 3s 4s 5s", level)
        assert beaten("As Ad 2s 2d 3s 3d", "2s 2d 3s 3d 4s 4d", level)
        assert beaten("As Ad As 2s 2d 2s", "2d 2c 2c 3s 3d 3s", level)
        assert beaten("As 2s 3s 4s 5s", "2d 3d 4d 5d 6d", level)


BOMBS = [
    "5s 5d 5h 5c",
    "Ks Kd Kh Kc",
    "9s 9d 9c 9s",
    "3s 3d 3h 3c 3s",
    "As 2s 3s 4s 5s",
    "Ts Js Qs Ks As",
    "4s 4d 4h 4c 4s 4d",
    "6s 6d 6h 6c 6s 6d 6h",
    "7s 7d 7h 7c 7s 7d 7h 7c",
    "2s 2d 2h 2c 2s 2d 2h 2c 9h",
    "8s 8d 8h 8c 8s 8d 8h 8c 9h 9h",
    "BJ BJ RJ RJ",
]
"""Bombs in the order in which they beat one another, at level 9."""


def test_among_bombs() -> None:
    for place, low in enumerate(BOMBS):
        for high in BOMBS[place + 1 :]:
            one, other = low.split(), high.split()
            if all((one + other).count(card) <= 2 for card in one):
                assert beaten(low, high), (low, high)
                assert not beaten(high, low), (low, high)


@for_every(
    "regular", ["RJ", "RJ RJ", "9s 9d 9c", "9s 9d 9c RJ RJ", "Ts Js Qs Ks Ad", "Qs Qd Ks Kd As Ad", "Ks Kd Ks As Ad As"]
)
def test_a_bomb_beats_every_regular_type(regular: str) -> None:
    for bomb in ("2s 2d 2h 2c", "Ac 2c 3c 4c 5c"):
        assert beaten(regular, bomb)
        assert not beaten(bomb, regular)


def test_types_never_mix() -> None:
    shapes = {
        "single": ("3s", "RJ"),
        "pair": ("3s 3d", "RJ RJ"),
        "triple": ("3s 3d 3s", "As Ad As"),
        "full house": ("3s 3d 3s 4s 4d", "Ks Kd Ks Qs Qd"),
        "straight": ("3s 4d 5s 6s 7s", "Td Js Qs Ks As"),
        "tube": ("3s 3d 4s 4d 5s 5d", "Qs Qd Ks Kd As Ad"),
        "plate": ("3s 3d 3s 4s 4d 4s", "Ks Kd Ks As Ad As"),
    }
    for kind, (low, high) in shapes.items():
        assert beaten(low, high)
        for other, (_, higher) in shapes.items():
            assert kind == other or not beaten(low, higher), (kind, other)

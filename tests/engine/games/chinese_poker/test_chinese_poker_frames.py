"""Frames of Chinese poker: rows that fill up, who said what, and fouls from when on they are certain."""

from made_chinese_poker import AMY, BOB, SECOND, THIRD, TOP, cards, hand, judge, play, sets

from engine.cards.packed import parse_card
from engine.games.chinese_poker.certain_fouls import foul_is_certain
from engine.replay.views import TABLE, View, seen_frame

PAIRED = "Kd Kc 8s 8h 8c 6s 6h 6d"
"""The cards that would make K-K-8-6 better than a pair."""
SHORT = {"front": 3, "middle": 5, "back": 5}


def rows(text: str) -> list[list[int]]:
    """Rows that are not all whole: ``6s 6d / Ts / ``."""
    return [[card for word in row.split() if (card := parse_card(word)) is not None] for row in text.split("/")]


def certain(text: str, dead: str = "", *, wheel: str = "lowest", low_middle: bool = False) -> bool:
    gone = [card for word in dead.split() if (card := parse_card(word)) is not None]
    return foul_is_certain(rows(text), gone, wheel=wheel, low_middle=low_middle)


def test_rows_fill_up_card_by_card() -> None:
    first = "A place 6s:front Ts:middle Td:middle 3s:back 3h:back"
    found = play([first, "B place As:front Kd:front 9s:middle Kh:back Jh:back", "A place 6d:front"], preset="open-face")
    frames = [found.frame(step) for step in range(4)]
    assert [[row.cards for row in frame.seats[0].rows] for frame in frames] == [
        [(), (), ()],
        [("6s",), ("Ts", "Td"), ("3s", "3h")],
        [("6s",), ("Ts", "Td"), ("3s", "3h")],
        [("6s", "6d"), ("Ts", "Td"), ("3s", "3h")],
    ]
    assert [frame.turn for frame in frames] == ["A", "B", "A", "B"]
    assert {row.name: row.size for row in frames[0].seats[0].rows} == SHORT
    assert [frame.stage for frame in frames] == ["placing"] * 4


def test_the_cards_in_hand_are_those_dealt_by_then() -> None:
    deal = {"A": cards(AMY)}
    found = play(["A place 6s:front 6d:front 4c:front Ts:middle Td:middle"], deal, preset="open-face")
    assert found.frame(0).seats[0].cards == ("Ts", "Td", "6s", "6d", "4c")
    assert found.frame(0).seats[1].count == 0
    assert found.frame(1).seats[0].cards == ()
    assert (found.frame(1).seats[1].count, found.frame(1).seats[1].hidden) == (5, 5)


def test_whole_rows_say_what_they_are() -> None:
    found = play(sets(A=AMY, B=BOB), {"A": cards(AMY), "B": cards(BOB)})
    frame = found.frame()
    assert [row.reading for row in frame.seats[0].rows] == [
        "pair of sixes, four",
        "pair of tens, queen nine eight",
        "full house, threes over twos",
    ]
    assert frame.stage == "over"
    before = found.frame(1)
    assert before.stage == "setting"
    assert before.seats[0].count == 0
    assert before.seats[1].count == 13
    assert before.seats[1].cards[:3] == ("As", "Kh", "Kd")
    assert [row.cards for row in before.seats[1].rows] == [(), (), ()]


def test_rows_say_what_they_are_so_far() -> None:
    first = "A place Qs:front Qd:front Ts:middle Th:middle Td:middle"
    found = play(
        [first, "B place As:front 4c:middle 4d:middle 5h:middle 5s:middle", "A place Kh:back"], preset="open-face"
    )
    frame = found.frame()
    assert [[row.reading for row in seat.rows] for seat in frame.seats] == [
        ["pair of queens", "three tens", "king high"],
        ["ace high", "two pair, fives and fours", ""],
    ]
    assert [[row.royalty for row in seat.rows] for seat in frame.seats] == [[7, 2, 0], [0, 0, 0]]
    assert [seat.royalties for seat in frame.seats] == [9, 0]
    assert [found.frame(step).facts for step in (0, 1, 2, 3)] == [
        (("street", f"{street}/9"),) for street in (1, 1, 2, 2)
    ]


def test_a_board_that_must_be_foul_has_no_royalties() -> None:
    first = "A place As:front Ah:front Ad:front 9s:middle 8h:middle"
    frame = play([first, "B place 2s:back", "A place 2d:middle 3c:middle"], preset="open-face").frame()
    assert frame.seats[0].fouls == (None,)
    assert (frame.seats[0].royalties, [row.royalty for row in frame.seats[0].rows]) == (0, [0, 0, 0])


def test_only_the_seat_itself_knows_what_it_has_discarded() -> None:
    actions = [
        "A place 6s:front Ts:middle Td:middle 3s:back 3h:back",
        "B place As:front Kd:front 9s:middle Kh:back Jh:back",
        "A place 6d:front Tc:middle 2c:discard",
    ]
    frame = play(actions, preset="pineapple").frame()
    laid = {card for seat in frame.seats for row in seat.rows for card in row.cards}
    assert frame.gone == laid | {"2c"}
    assert seen_frame(frame, View("A", "A")).gone == laid | {"2c"}
    assert seen_frame(frame, View("B", "B")).gone == seen_frame(frame, TABLE).gone == laid
    assert seen_frame(frame, TABLE).seats[0].discarded == ("??",)


def test_a_hand_that_is_not_set_needs_no_rows() -> None:
    frame = play(["B in", "C surrender", "A in"], seats="ABC").frame()
    assert [{row.due for row in seat.rows} for seat in frame.seats] == [{True}, {True}, {False}]


def test_what_each_seat_said() -> None:
    deal = {"A": "2s 2h 3d 3c 4s 4h 5d 6c 6s 7h 8d 8c 8s"}
    actions = ["A natural all_low", "B in", "C surrender", "D in", "B royalty front back"]
    frame = play(actions, deal, seats="ABCD").frame()
    assert [seat.standing for seat in frame.seats] == [
        "all_low",
        "in, royalties in front, back",
        "surrendered",
        "in",
    ]
    assert frame.stage == "royalties"
    assert (frame.dealer, frame.facts) == ("D", ())


def test_two_hands_of_a_seat() -> None:
    frame = play([f"A set 2: {THIRD}", f"A set 1: {TOP}", "B surrender 2:"], preset="criss-cross").frame(2)
    rows_of_a = frame.seats[0].rows
    assert [(row.hand, row.name) for row in rows_of_a] == [
        (number, name) for number in (1, 2) for name in ("front", "middle", "back")
    ]
    assert " ".join(rows_of_a[0].cards) == "Qs Qh 5s"
    surrender = play(["B in 1:", "B surrender 2:"], preset="criss-cross").frame()
    assert surrender.seats[1].standing == "1: in; 2: surrendered"


def test_fantasyland_is_shown() -> None:
    found = judge(
        hand(fantasyland={"A": 14}, deal={"A": cards(AMY) + " Kh"}), preset="pineapple", fantasyland="standard"
    )
    seat = found.frame().seats[0]
    assert seat.standing == "in fantasyland with 14 cards"
    assert seat.count == 14


def test_a_foul_is_a_fact_from_when_on_it_is_certain() -> None:
    board = "Ks Kd 2c / Qs Qd 9h 7c 3s / As Ah Jd 8c 4d"
    words = [f"{card}:{row}" for row, part in zip(SHORT, board.split(" / "), strict=True) for card in part.split()]
    order = [words[at] for at in (0, 1, 3, 4, 8, 2, 5, 6, 7, 9, 10, 11, 12)]
    b_cards = [f"{card}:{row}" for row, part in zip(SHORT, SECOND.split(" / "), strict=True) for card in part.split()]
    b_cards = [word.replace("Qd", "Jh").replace("9s", "8h") for word in b_cards]
    actions = ["A place " + " ".join(order[:5]), "B place " + " ".join(b_cards[:5])]
    for mine, theirs in zip(order[5:], b_cards[5:], strict=True):
        actions += [f"A place {mine}", f"B place {theirs}"]
    found = play(actions, preset="open-face")
    fouls = [found.frame(step).seats[0].fouls for step in range(len(actions) + 1)]
    first = fouls.index((None,))
    assert fouls == [()] * first + [(None,)] * (len(fouls) - first)
    assert actions[first - 1] == "A place 3s:middle"


def test_what_rows_can_still_become() -> None:
    assert not certain("Ks Kd / Qs Qd / ")
    assert not certain("Ks Kd 2c / Qs Qd 9h / As")
    assert certain("Ks Kd 2c / Qs Jd 9h 7c / ", "Qh Qd Qc Js Jh Jc 9s 9d 9c 7s 7h 7d")
    assert not certain("Ks Kd 2c / Qs Qd 9h 7c / ")
    assert certain("Ks Kd 2c / Qs Qd 9h 7c / ", "Qh Qc 9s 9d 9c 7s 7h 7d")
    assert certain("As Ah Ad / Ks Kh 9d 7c / ")
    assert not certain("As Ah Ad / Ks Kh Kd 7c / ")
    assert certain("2c / As Ah 9d 7c 3s / Ks Kh 8d 6c", PAIRED)
    assert not certain("2c / As Ah 9d 7c 3s / Ks Kh 8d 6c", PAIRED.replace("6d", ""))


def test_flushes_and_straights_can_still_come() -> None:
    assert not certain("As Ah Ad / 9s 8s 7s 2s / ")
    assert certain("As Ah Ad / 9s 8s 7s 2s / ", " ".join(f"{rank}s" for rank in "TJQK3456"))
    assert not certain("As Ah Ad / 9s 8h 7s 6s / ")
    assert certain("As Ah Ad / 9s 8h 7s 6s / ", "Ts Th Td Tc 5s 5h 5d 5c")


def test_a_low_middle_is_held_to_nothing() -> None:
    assert not certain("2c / As Ah 9d 7c 3s / Ks Kh 8d 6c", PAIRED, low_middle=True)
    assert certain("As Ad 2c / 7s 5h 4d 3c 2d / Ks Kh 8d 6c", PAIRED, low_middle=True)

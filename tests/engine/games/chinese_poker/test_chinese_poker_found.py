"""Faults that made-up matches of Chinese poker have brought to light, each as a short log."""

from made_chinese_poker import SECOND, THIRD, hand, judge, sets

TRIPS = "2s 2h 2d / 3s 3h 3d 3c 4s / 5s 5h 5d 5c 6s"
HIGH = "7s 8h 9d / Th Td Js Jd Kc / Ah Ad Qs Qd Kd"


def test_no_royalty_is_missed_where_none_are_paid() -> None:
    """Under ``best_row`` there are no royalties."""
    played = hand(sets(A=TRIPS, B=HIGH))
    assert judge(played, preset="eleven", royalties="standard", royalty_announced=True).said == []


def test_a_surrender_out_of_turn_is_not_called_forbidden_besides() -> None:
    """Of one action at most one finding is about whose turn or right it is; it surrenders all the same."""
    judged = judge(hand(["B in", "A surrender", *sets(B=SECOND, C=THIRD)]), seats="ABC", preset="taiwanese")
    assert judged.said == ["out-of-turn 0/1 A"]
    assert judged.units["A-B"] == judged.units["A-C"] == 0


def test_the_first_word_that_is_no_natural_is_pointed_at() -> None:
    assert judge(hand("A natural 1: dragon")).columns == [("malformed", len("A natural "))]


def test_a_card_too_many_in_a_deal_is_said_once() -> None:
    """The order of a deal of a wrong size is not held against the seat at every turn after the card."""
    dealt = "2s 2h Jc 3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 8s"
    actions = ["A place 2s:front 2h:front 3s:middle 3h:middle 4s:back", "A place 4h:back", "A place 5s:middle"]
    judged = judge(hand([actions[0], *actions[1:]], {"A": dealt}, dealer="B"), seats="AB", preset="open-face")
    assert judged.said == ["hand-size 0", "out-of-turn 0/1 A", "out-of-turn 0/2 A"]


def test_a_card_placed_before_it_is_dealt_is_not_held() -> None:
    dealt = "2s 2h 3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 8s"
    early = hand(["A place 2s:front 2h:front 3s:middle 3h:middle 5s:back"], {"A": dealt}, dealer="B")
    assert judge(early, preset="open-face").said == ["card-not-held 0/0 A"]

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

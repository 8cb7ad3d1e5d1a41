"""What the page says of statistics of Bao Huang, statement by statement."""

from bao_huang_builders import EVEN, finished, hand, match, scattered
from counted_facts import Counted


def test_roles_and_sides() -> None:
    counted = Counted(match(finished("ACBDE")))
    assert [row.role for row in counted.facts.seats] == ["emperor", "farmer", "protector", "farmer", "farmer"]
    assert [row.side for row in counted.facts.seats] == [(2,), (3, 4), (0,), (1, 4), (1, 3)]
    assert counted.count("protected") == {"C": 1}
    assert counted.count("alone") == {}


def test_an_emperor_alone_has_no_side() -> None:
    counted = Counted(match(finished("ABCDE", emperor="A", protector="A")))
    assert [row.role for row in counted.facts.seats] == ["alone", "farmer", "farmer", "farmer", "farmer"]
    assert counted.row("A").side == ()
    assert counted.row("B").side == (2, 3, 4)
    assert counted.count("alone") == {"A": 1}
    assert counted.count("protected") == {}


def test_places_are_shared_by_those_left() -> None:
    counted = Counted(match(finished("ACBDE")))
    assert [row.place2 for row in counted.facts.seats] == [2, 8, 4, 8, 8]
    assert sum(row.score for row in counted.facts.seats) == 0


def test_declarations() -> None:
    counted = Counted(match(finished("ACBDE", opening=["A accept", "B declare uprising", "C declare protector"])))
    assert counted.count("declared") == {"B": 1, "C": 1}
    refused = Counted(match(finished("ACBDE", opening=["A accept", "B declare protector"])))
    assert refused.count("declared") == {}
    none = Counted(match(finished("ACBDE", opening=["A accept", "B declare uprising"]), declarations="none"))
    assert none.count("declared") == {}


def test_four_shown_are_a_declaration() -> None:
    deal = scattered(A="8h 8h 8h 8h")
    result = {"finish": ["A"], "roles": {"emperor": "A", "protector": "A"}}
    counted = Counted(match(hand(["A show 8h 8h 8h 8h"], deal, result), protector="triplet"))
    assert counted.row("A").basis == "result"
    assert counted.count("declared") == {"A": 1}


def test_a_role_that_is_unknown_gives_nobody_a_role() -> None:
    scores = {"A": 4, "B": -2, "C": 2, "D": -2, "E": -2}
    counted = Counted(match(hand("", None, {"scores": scores, "roles": {"emperor": "A"}})))
    assert counted.row("A").basis == "scores"
    assert [row.role for row in counted.facts.seats] == [None] * 5
    assert [row.side for row in counted.facts.seats] == [()] * 5
    assert counted.all_of() == {}
    assert [row.score for row in counted.facts.seats] == [4, -2, 2, -2, -2]


def test_roles_of_a_score_sheet() -> None:
    result = {"finish": ["B", "A"], "roles": {"emperor": "A", "protector": "A"}}
    counted = Counted(match(hand("", None, result)))
    assert counted.count("alone") == {"A": 1}


def test_a_void_deal_does_not_count() -> None:
    deal = scattered()
    declines = [f"{seat} decline" for seat in "AEDCB"]
    void = hand([*declines, "A redeal"], deal)
    counted = Counted(match(void, hand("", None, {"scores": dict.fromkeys("ABCDE", 0)}), protector="triplet"))
    assert counted.report.replay is not None
    assert counted.report.replay.hands[0].complete
    assert counted.hands() == [1]


def test_kinds() -> None:
    counted = Counted(match(finished("ACBDE")))
    assert {kind for _, kind, _, _ in counted.kinds()} <= {"equal", "with_jokers", "jokers"}
    assert all(size > 1 for _, _, size, _ in counted.kinds())


def test_passes_with_a_card_of_the_lowest_rank_are_not_able() -> None:
    actions = finished("ACBDE")["actions"]
    low = Counted(match(hand(actions, EVEN), lowest_last=True))
    high = Counted(match(hand(actions, EVEN)))
    assert high.row("A").basis == low.row("A").basis == "play"
    assert sum(low.able().values()) == sum(high.able().values()) > 0


def test_every_play_and_pass_of_a_hand_without_a_fault_counts() -> None:
    counted = Counted(match(finished("ACBDE")))
    actions = counted.match.hands[0].actions
    assert sum(counted.count("plays").values()) == sum(" play " in text for text in actions)
    assert sum(counted.count("passes").values()) == sum(text.endswith(" pass") for text in actions)

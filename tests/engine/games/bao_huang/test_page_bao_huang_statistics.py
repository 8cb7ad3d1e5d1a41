"""What the page says of statistics of Bao Huang, statement by statement."""

from bao_huang_builders import EVEN, SEATS, finished, hand, match, scattered
from counted_facts import CHECKER, Counted

from engine.cards.packed import cards_text, unpack
from engine.climbing.hand import ClimbingHand
from engine.climbing.known_cards import KnownCards


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
    assert [row.place_halves for row in counted.facts.seats] == [2, 8, 4, 8, 8]
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


def known_after(deal: dict[str, str], *actions: str, seat: str = "A", **options: object) -> str:
    """The cards that a seat is known to hold after some actions."""
    counted = Counted(match(hand(list(actions), deal), **options))
    assert counted.report.rules is not None
    replay = CHECKER.judge(counted.report.rules).match_replay(counted.match).open(0, counted.match.hands[0])
    assert isinstance(replay, ClimbingHand)
    known = KnownCards(replay, actions)
    for text in actions:
        replay.run([text])
        known.follow(text)
    return cards_text(unpack(known.of(SEATS.index(seat))))


def test_a_card_played_that_was_not_known_takes_none_of_those_known() -> None:
    deal = {"A": "7h 9s RJ*" + 31 * " ??"}
    assert known_after(deal, "A play 7d") == "7h 9s RJ*"
    assert known_after(deal, "A play 7h") == "9s RJ*"


def test_a_card_played_by_rank_alone_may_be_any_of_its_suits() -> None:
    assert known_after({"A": "7h 7d 9s" + 31 * " ??"}, "A play 7") == "9s 7"
    assert known_after({"A": "7 7h 9s" + 31 * " ??"}, "A play 7d") == "7h 9s"


def test_of_a_hand_that_gave_a_card_unseen_none_is_known() -> None:
    assert known_after({"A": "7h 9s" + 32 * " ??"}, "A tribute ??") == ""


def test_a_card_taken_unseen_is_not_known_and_one_named_is() -> None:
    deal = {"A": "7h 9s" + 32 * " ??"}
    assert known_after(deal, "B tribute ??", "C tribute 2h", "A take ?? 2h") == "2h 7h 9s"


def test_a_card_that_is_named_goes_to_the_seat_that_took_it_after_one_was_taken_unseen() -> None:
    deal = {"A": "7h" + 33 * " ??", "B": "2h" + 32 * " ??", "C": "Kd" + 32 * " ??"}
    actions = ("B tribute 2h", "C tribute Kd", "D take ??", "A take 2h")
    assert known_after(deal, *actions) == "2h 7h"
    assert known_after(deal, *actions, seat="D") == ""
    assert known_after(deal, "B tribute 2h", "D take ??", "A take 2h") == "2h 7h"
    whole = scattered(B="2h 2h Kd", C="Kd Kd")
    taken = known_after(whole, *actions).split()
    assert taken.count("2h") == whole["A"].split().count("2h") + 1


def test_the_emperor_card_goes_on_to_the_seat_that_shows_after_all_declined() -> None:
    deal = {"A": "RJ* 9s" + 32 * " ??", "D": "7h 7h 7h" + 30 * " ??"}
    actions = [*(f"{seat} decline" for seat in "AEDCB"), "D show 7h 7h 7h"]
    assert known_after(deal, *actions, seat="D", protector="triplet") == "7h 7h 7h RJ*"
    assert known_after(deal, *actions, protector="triplet") == "9s"

"""The settlement of the rules page, sentence by sentence."""

from itertools import combinations

from made_chinese_poker import AMY, BOB, FOUL, LAST, SECOND, THIRD, TOP, Judged, hand, judge, play, sets, settle

from tests.offenders import for_every

BROADWAY_TIE = ("Ah Kd Qc / Js Jc 9d 8h 7s / As Ac 6d 6h 5s", "Ad Kc Qh / Jh Jd 9s 8c 7d / Kh Ks 5d 5h 2c")
"""Two boards alike in front and middle; the first wins the back."""


def pair(one: str, other: str, preset: str = "two-four", **options: object) -> Judged:
    return play(sets(A=one, B=other), preset=preset, **options)


@for_every(("preset", "units"), [("two-four", 2), ("one-six", 1)])
def test_the_example_of_the_article(preset: str, units: int) -> None:
    found = settle(preset, Amy=AMY, Bob=BOB)
    assert found.scores == {"Amy": units, "Bob": -units}
    assert found.units == {"Amy-Bob": units}
    assert found.verdict == "clean"
    assert found.said == found.fouls == []


@for_every(("preset", "units"), [("two-four", 4), ("one-six", 6), ("taiwanese", 6), ("open-face", 6), ("pineapple", 6)])
def test_a_scoop(preset: str, units: int) -> None:
    options = {"royalties": "none", "dealing": "closed"}
    assert pair(TOP, SECOND, preset, **options).units == {"A-B": units}
    assert pair(SECOND, TOP, preset, **options).units == {"A-B": -units}


def test_two_rows_won_and_one_tied_are_no_scoop() -> None:
    one, other = BROADWAY_TIE
    options = {"overall": 2, "scoop_bonus": 5, "scoop_multiplier": 3}
    found = pair(one.replace("Js Jc", "Qs Qd"), other, **options)
    assert found.lines == [("rows", 0), ("rows", 1), ("rows", 1), ("overall", 2)]
    assert found.units == {"A-B": 4}


def test_every_number_has_its_rule() -> None:
    found = pair(TOP, SECOND, overall=2, scoop_bonus=5, scoop_multiplier=3, row_unit=7)
    assert found.lines == [("rows", 7), ("rows", 7), ("rows", 7), ("overall", 2), ("scoop", 5), ("scoop", 56)]
    assert found.units == {"A-B": 84}


@for_every(("preset", "units"), [("two-four", 1), ("one-six", 1)])
def test_equal_rows_win_nothing(preset: str, units: int) -> None:
    assert pair(*BROADWAY_TIE, preset=preset).units == {"A-B": units}
    assert pair(*BROADWAY_TIE, preset=preset).lines == [("rows", 0), ("rows", 0), ("rows", 1)]


def test_two_rows_and_a_draw_win_the_overall() -> None:
    one, other = BROADWAY_TIE
    assert pair(one.replace("Js Jc", "Qs Qd"), other).units == {"A-B": 3}


def test_the_units_of_all_pairs_make_up_the_scores() -> None:
    found = settle(A=TOP, B=SECOND, C=THIRD, D=LAST)
    assert found.units == {"A-B": 4, "A-C": 4, "A-D": 4, "B-C": 4, "B-D": 2, "C-D": 2}
    assert found.scores == {"A": 12, "B": 2, "C": -6, "D": -8}


def test_stakes_are_between_two_seats_either_first() -> None:
    board = sets(A=TOP, B=SECOND, C=THIRD)
    found = judge(hand(board, dealer="C", stakes={"A-B": 100, "C-A": 10}), seats="ABC")
    assert found.units == {"A-B": 4, "A-C": 4, "B-C": 4}
    assert found.scores == {"A": 440, "B": -396, "C": -44}
    assert "at 100 points a unit" in found.hands[0]["breakdown"][0]["text"]


@for_every("stakes", [{"A-B": 0}, {"A-B": 1_000_001}, {"A-A": 5}, {"A": 5}, {"A-Z": 5}, {"A-B-A": 5}])
def test_stakes_that_cannot_be(stakes: dict[str, int]) -> None:
    found = judge(hand(sets(A=TOP, B=SECOND), stakes=stakes))
    assert found.said == ["malformed 0"]
    assert found.scores == {"A": 4, "B": -4}


def test_stakes_twice() -> None:
    same = judge(hand(sets(A=TOP, B=SECOND), stakes={"A-B": 5, "B-A": 5}))
    assert (same.said, same.scores) == ([], {"A": 20, "B": -20})
    other = judge(hand(sets(A=TOP, B=SECOND), stakes={"A-B": 5, "B-A": 6}))
    assert (other.said, other.scores) == (["malformed 0"], {"A": 20, "B": -20})


def test_stakes_are_those_of_the_hand() -> None:
    hands = (hand(sets(A=TOP, B=SECOND), stakes={"A-B": 5}), hand(sets(A=TOP, B=SECOND)))
    assert [each["scores"]["A"] for each in judge(*hands).hands] == [20, 4]


# surrender


def test_a_surrender_pays_its_units() -> None:
    found = play(["A surrender", "B in", *sets(B=SECOND, C=THIRD)], seats="ABC")
    assert found.units == {"A-B": -3, "A-C": -3, "B-C": 4}
    assert found.verdict == "clean"


def test_both_surrendered_is_nothing() -> None:
    found = play("A surrender; B surrender; C in")
    assert found.units == {"A-B": 0}
    three = play("A surrender; B surrender; C in", seats="ABC")
    assert three.units == {"A-B": 0, "A-C": -3, "B-C": -3}
    assert three.said == []


def test_a_surrender_comes_before_a_foul_and_royalties() -> None:
    assert play(["A surrender", *sets(B=FOUL)], seats="AB", royalties="open_face").units == {"A-B": -3}


def test_a_surrender_that_is_not_allowed_costs_nothing() -> None:
    found = play("A surrender", surrender=0)
    assert found.said == ["surrender-not-allowed 0/0 A"]
    assert found.units == {"A-B": 0}
    assert found.hands[0]["complete"]


# mis-set hands


@for_every(
    ("options", "units"),
    [
        ({}, 4),
        ({"overall": 0, "scoop_bonus": 3}, 6),
        ({"scoop_multiplier": 2}, 8),
        ({"row_unit": 5, "overall": 2, "scoop_bonus": 1, "scoop_multiplier": 3}, 54),
        ({"home_run_multiplier": 9, "home_run_needs": "all"}, 4),
    ],
)
def test_a_mis_set_hand_pays_what_a_scoop_costs(options: dict[str, int], units: int) -> None:
    found = pair(FOUL, THIRD, **options)
    assert found.fouls == ["A"]
    assert found.units == {"A-B": -units}
    assert found.verdict == "clean"


def test_two_mis_set_hands_pay_nothing() -> None:
    other = "Ah Ac 3s / Ts 9h 8h 5c 4d / Kh Ks Th 8d 6s"
    found = pair(FOUL, other)
    assert found.fouls == ["A", "B"]
    assert found.units == {"A-B": 0}


@for_every(("against_foul", "units"), [(False, -4), (True, -7)])
def test_royalties_against_a_foul(against_foul: bool, units: int) -> None:
    winner = "6s 6h 6c / Ah Ac As Ks 3s / Tc Th Td 5h 5c"
    assert pair(FOUL, winner, royalties_against_foul=against_foul).units == {"A-B": units}
    times = pair(FOUL, winner, royalties_against_foul=against_foul, scoop_multiplier=2)
    assert times.units == {"A-B": units - 4}


def test_a_mis_set_hand_may_be_played() -> None:
    """Front pair of sevens loses to no pair; middle nine high loses to a pair; back queens beat jacks."""
    found = pair(FOUL, THIRD.replace("9h", "Kh"), misset="played")
    assert found.fouls == ["A"]
    assert found.lines == [("rows", 1), ("rows", -1), ("rows", 1), ("overall", 1)]


def test_a_mis_set_hand_that_is_played_earns_no_royalty() -> None:
    three = "7s 7d 7c / 9d 8s 6d 4c 3h / Qd Qc Jd Th 2h"
    found = pair(three, THIRD, misset="played", royalties="open_face", royalty_rule="net")
    assert found.fouls == ["A"]
    assert "royalties" not in dict(found.lines)


SHORT = "Qs Qh / 5s Ah Ac 8h 8c 3d / Ks Kc Kh 6h 5d"
"""TOP with a card of the front in the middle."""


def test_a_row_of_the_wrong_number_of_cards_loses_to_any_other() -> None:
    found = pair(SHORT, THIRD, misset="played")
    assert found.lines == [("rows", -1), ("rows", -1), ("rows", 1), ("overall", -1)]
    low = pair(SHORT, THIRD, misset="played", middle="deuce_to_seven")
    assert low.lines == found.lines


def test_two_rows_of_the_wrong_number_of_cards_are_equal() -> None:
    other = "Jc 6s / 3s 6c 5h Th 5c 4d / Jh Js 9h 8d 2s"
    found = pair(SHORT, other, misset="played")
    assert found.lines == [("rows", 0), ("rows", 0), ("rows", 1)]


def test_a_mis_set_hand_that_is_played_is_settled_by_its_rows_in_full() -> None:
    """It can be scooped, part of a home run, and pay the other's royalties."""
    spoilt = "Jc 6s / 3s 6c 5h Th 5c 4d / Jh Js 9h 8d 2s"
    options = {"misset": "played", "scoop_bonus": 5, "royalty_table": {"back": {"three": 7}}}
    assert pair(TOP, spoilt, **options).units == {"A-B": 3 + 1 + 5 + 7}
    assert pair(TOP, spoilt, royalties_against_foul=True, **options).units == {"A-B": 3 + 1 + 5 + 7}
    board = sets(A=TOP, B=SECOND, C=spoilt, D=LAST)
    found = play(board, seats="ABCD", preset="taiwanese", misset="played")
    assert (found.units["A-B"], found.units["A-C"], found.units["A-D"]) == (12, 12, 12)


def test_with_the_middle_played_low_only_back_and_front_are_held_to_order() -> None:
    board = "Ks 8c 2d / As Ad Ac 5h 5d / Qs Qd 9c 7h 3s"
    assert pair(board, SECOND.replace("Qd", "Jd").replace("Jd 7s", "Th 7s"), middle="deuce_to_seven").fouls == []
    worse = "Ks Kc 2d / 7s 5c 4h 3d 2c / Qs Qd 9c 7h 3s"
    assert pair(worse, BOB, middle="deuce_to_seven").fouls == ["A"]


def test_against_a_longer_row_missing_cards_are_the_lowest() -> None:
    other = "Kc 8d 3h / Ts Td 8c 7d 2h / Qh Qs Jc 6c 4h"
    assert pair("9s 9d 4c / 9h 9c 4d 3s 2c / As Ad 7c 6h 5d", other).fouls == []
    assert pair("9s 9d 5c / 9h 9c 4d 3s 2c / As Ad 7c 6h 5d", other).fouls == ["A"]


def test_equal_rows_are_in_order() -> None:
    board = "Kc 8d 3h / Ts Td 8c 7d 2h / Th Tc 8s 7h 2s"
    assert pair(board, BOB).fouls == []


# home runs


def test_a_home_run_multiplies_the_scoops_once_more() -> None:
    found = settle("taiwanese", A=TOP, B=SECOND, C=THIRD, D=LAST)
    assert found.units == {"A-B": 12, "A-C": 12, "A-D": 12, "B-C": 6, "B-D": 1, "C-D": 1}
    assert found.lines.count(("home-run", 6)) == 3


def test_a_home_run_needs_three_opponents_or_all() -> None:
    assert settle("taiwanese", A=TOP, B=SECOND, C=THIRD).units["A-B"] == 6
    board = sets(A=TOP, B=SECOND, C=THIRD)
    assert play(board, seats="ABC", preset="taiwanese", home_run_needs="all").units["A-B"] == 12
    assert play(board[:2], preset="taiwanese", home_run_needs="all").units["A-B"] == 6


def test_a_surrender_or_a_foul_prevents_a_home_run() -> None:
    given_up = play(["D surrender", *sets(A=TOP, B=SECOND, C=THIRD)], seats="DABC", preset="taiwanese", surrender=3)
    assert given_up.units["A-B"] == 6
    foul = "Tc Td 8s / 4s 7c Kd 3c 2d / Ad Ts 9c 4h As"
    fouled = settle("taiwanese", A=TOP, B=SECOND, C=THIRD, D=foul)
    assert fouled.fouls == ["D"]
    assert (fouled.units["A-B"], fouled.units["A-D"]) == (6, 6)


def test_a_natural_prevents_a_home_run() -> None:
    deal = {"D": "2d 2c 3c 3d 4h 4s 5c 5h 6s 6c 7c 8s 8d"}
    board = sets(
        A=TOP, B=SECOND.replace("2c", "Th").replace("7s", "9s"), C="Jc Ts 3s / Tc Td 9h 4c 2s / Jh Js 8h 7d 3h"
    )
    found = play(["D natural all_low", *board], deal, seats="DABC", preset="taiwanese")
    assert found.units["A-B"] == 6
    assert found.units["D-A"] == 12


# criss-cross


def test_criss_cross_settles_each_hand_with_each_of_the_other() -> None:
    found = play(
        [f"A set 1: {TOP}", f"A set 2: {THIRD}", f"B set 2: {LAST}", f"B set 1: {SECOND}"], preset="criss-cross"
    )
    assert found.units == {"A-B": 4 + 4 + 2 - 4}
    assert found.said == []
    assert len(found.hands[0]["breakdown"]) == sum(4 if win else 3 for win in (1, 1, 1, 1))


def test_criss_cross_surrenders() -> None:
    one = play(["A surrender 1:", f"A set 2: {THIRD}", f"B set 2: {LAST}", f"B set 1: {SECOND}"], preset="criss-cross")
    assert one.units == {"A-B": -3 - 3 + 2 - 4}
    both = play("A surrender", preset="criss-cross")
    assert both.units == {"A-B": -12}
    assert both.hands[0]["complete"]


# best row


def test_the_best_row_of_the_table_gains_a_point() -> None:
    found = settle("eleven", A=THIRD, B=SECOND, C=LAST)
    assert found.scores == {"A": 0, "B": 2, "C": 1}
    assert found.units == {}


def test_a_shared_row_is_nobodys() -> None:
    assert pair(*BROADWAY_TIE, preset="eleven").scores == {"A": 1, "B": 0}


def test_all_three_rows_gain_a_fourth_point_with_four_seats() -> None:
    assert settle("eleven", A=TOP, B=SECOND, C=THIRD, D=LAST).scores == {"A": 4, "B": 0, "C": 0, "D": 0}
    assert settle("eleven", A=TOP, B=SECOND, C=THIRD).scores == {"A": 3, "B": 0, "C": 0}


def test_rows_play_as_they_lie_for_the_best_row() -> None:
    found = settle("eleven", A=FOUL, B=THIRD)
    assert found.fouls == ["A"]
    assert found.scores == {"A": 2, "B": 1}


def test_the_best_row_knows_no_stakes() -> None:
    found = judge(hand(sets(A=TOP, B=SECOND), stakes={"A-B": 100}), preset="eleven")
    assert found.scores == {"A": 3, "B": 0}


@for_every("verb", ["natural dragon", "surrender", "royalty back"])
def test_the_best_row_knows_no_naturals_surrenders_or_royalties(verb: str) -> None:
    found = play([f"A {verb}", *sets(A=TOP, B=SECOND)], preset="eleven")
    assert found.said == ["unexpected-action 0/0 A"]
    assert found.scores == {"A": 3, "B": 0}


def test_score_lines_add_up_to_the_scores() -> None:
    found = settle("taiwanese", A=TOP, B=SECOND, C=THIRD, D=LAST)
    for seat in "ABCD":
        assert sum(line["points"].get(seat, 0) for line in found.hands[0]["breakdown"]) == found.scores[seat]
    assert len({frozenset(line["points"]) for line in found.hands[0]["breakdown"]}) == len(
        list(combinations("ABCD", 2))
    )

"""The rules page, tribute: who owes what to whom, when it moves, resistance, and who leads."""

from collections.abc import Sequence

from builders import EVEN, Deal, Judged, dealt, finished, hand, judge

from tests.offenders import for_every

SINGLE = ["E", "N", "W", "S"]
"""S owes E."""
DOUBLE = ["E", ["W"], ["N", "S"]]
"""N and S owe E and W."""


def after(previous: Sequence[str | list[str]], actions: str, deal: Deal, level: str = "T", **options: object) -> Judged:
    """A hand at a level, after one that ended so."""
    begun = hand(actions, deal, previous=list(previous), level=level, levels={"E": level, "N": level})
    return judge(begun, **options)


def one(*cards: str, **fixed: str) -> Deal:
    """A deal in which S has some cards and besides them nothing above a 5."""
    return dealt("S", S=" ".join(cards), **fixed)


def two(north: str, south: str, **fixed: str) -> Deal:
    """A deal in which N and S have some cards and besides them nothing above an 8."""
    return dealt("NS", N=north, S=south, **fixed)


def test_from_the_second_hand_on_tribute_is_due() -> None:
    begun = hand("E tribute 9s > N; N play Ks", one("Qd", E="9s", N="Ks"))
    assert judge(begun).said == ["tribute-not-due 0/0 E"]
    assert judge(finished("ENWS"), hand("N play Ks", EVEN)).said == ["tribute-missing 1/0 N"]


def test_without_the_option_none_is_due() -> None:
    assert after(SINGLE, "N play Ks", one("Qd"), tribute="none").said == []
    assert after(SINGLE, "S tribute Qd; S play 2s", one("Qd"), tribute="none").said == ["tribute-not-due 0/0 S"]


@for_every(
    ("previous", "payer", "banker"),
    [(["E", "N", "W", "S"], "S", "E"), (["N", "W", "E", "S"], "S", "N"), (["N", "E", "W", "S"], "S", "N")],
)
def test_the_dweller_owes_the_banker_one_card(previous: list[str], payer: str, banker: str) -> None:
    deal = one("Qd", E="9s", N="9h", W="9d")
    nine = {"E": "9s", "N": "9h", "W": "9d"}[banker]
    done = after(previous, f"{payer} tribute Qd; {banker} return {nine}; {payer} play 2s", deal)
    assert done.said == []
    for seat, gets, gives in ((banker, "Qd", nine), (payer, nine, "Qd")):
        before, then = done.seat(seat, 0).cards, done.seat(seat, 2).cards
        assert sorted((*then, gives)) == sorted((*before, gets))


@for_every("previous", [["E", "W"], ["E", "W", "S", "N"], ["E", "W", ["N", "S"]], [["E"], ["W"]]])
def test_after_a_double_both_owe_however_the_places_are_written(previous: list[str | list[str]]) -> None:
    deal = two("Kd", "Qd", E="9s", W="9d")
    done = after(previous, "S tribute Qd; N tribute Kd; E return 9s; W return 9d; N play 2s", deal)
    assert done.said == []


@for_every(("banker", "follower"), ["EW", "WE"])
@for_every(("north", "south"), [("Kd", "Qd"), ("Qd", "Kd"), ("Ts", "Ad"), ("BJ", "RJ")])
def test_by_rank_the_higher_goes_to_the_banker(banker: str, follower: str, north: str, south: str) -> None:
    higher = {"Kd", "Ts", "RJ"} & {north, south}
    done = after(
        [banker, follower], f"N tribute {north}; S tribute {south}", two(north, south), double_tribute="by_rank"
    )
    assert done.said == []
    assert set(done.seat(banker).public) == higher
    assert set(done.seat(follower).public) == {north, south} - higher


@for_every(("banker", "follower"), ["EW", "WE"])
@for_every(("north", "south"), [("Kd", "Ks"), ("Ts", "Tc"), ("BJ", "BJ")])
def test_by_rank_equal_cards_go_to_the_seat_before(banker: str, follower: str, north: str, south: str) -> None:
    deal = two(north, south)
    done = after([banker, follower], f"N tribute {north}; S tribute {south}", deal, double_tribute="by_rank")
    assert done.said == []
    assert (done.seat("E").public, done.seat("W").public) == ((north,), (south,))


@for_every(("banker", "follower"), ["EW", "WE"])
@for_every(("north", "south"), [("Kd", "Qd"), ("Qd", "Kd"), ("Kd", "Ks")])
def test_under_previous_seat_each_pays_the_seat_before(banker: str, follower: str, north: str, south: str) -> None:
    deal = two(north, south)
    done = after([banker, follower], f"N tribute {north}; S tribute {south}", deal, double_tribute="previous_seat")
    assert done.said == []
    assert (done.seat("E").public, done.seat("W").public) == ((north,), (south,))


def test_the_other_team_pays_in_the_same_way() -> None:
    deal = dealt("EW", E="Kd", W="Kc")
    done = after(["S", "N"], "E tribute Kd; W tribute Kc", deal, double_tribute="by_rank")
    assert (done.seat("S").public, done.seat("N").public) == (("Kd",), ("Kc",))


@for_every(
    ("held", "owed", "wrong"),
    [
        ("Qd", "Qd", "4s"),
        ("Ad Kd", "Ad", "Kd"),
        ("Ts Ad", "Ts", "Ad"),
        ("BJ Ts", "BJ", "Ts"),
        ("RJ BJ", "RJ", "BJ"),
        ("Th Qd", "Qd", "Th"),
        ("Th Th Qd", "Qd", "4s"),
    ],
)
def test_the_card_is_the_highest_in_level_order_but_the_wild_ones(held: str, owed: str, wrong: str) -> None:
    deal = one(*held.split(), E="9s")
    right = after(SINGLE, f"S tribute {owed}; E return 9s; S play 2s", deal)
    assert right.said == []
    faulty = after(SINGLE, f"S tribute {wrong}; E return 9s; S play 2s", deal)
    assert faulty.said == ["tribute-wrong-card 0/0 S"]


def test_of_several_equal_any() -> None:
    for card in ("As", "Ad", "Ac"):
        done = after(SINGLE, f"S tribute {card}; E return 9s; S play 2s", one("As", "Ad", "Ac", E="9s"))
        assert done.said == []


def test_at_a_heart_level_the_hearts_of_that_rank_alone_are_wild() -> None:
    assert after(SINGLE, "S tribute Jd", one("Jd", "Jh", "As"), level="J").said == []
    assert after(SINGLE, "S tribute Jh", one("Jd", "Jh", "As"), level="T").said == ["tribute-wrong-card 0/0 S"]


@for_every("payer", ["N", "S"])
@for_every(("north", "south"), [("RJ RJ", "Ad"), ("RJ", "RJ"), ("Ad", "RJ RJ")])
def test_payers_with_both_red_jokers_may_resist_together(payer: str, north: str, south: str) -> None:
    deal = two(north, south)
    done = after(DOUBLE, f"{payer} resist; E play Ks", deal)
    assert done.said == []
    assert [done.seat(seat).count for seat in "ENWS"] == [26, 27, 27, 27]
    assert [done.seat(seat).public for seat in "NS"] == [
        tuple(card for card in cards.split() if card == "RJ") for cards in (north, south)
    ]


def test_a_single_payer_resists_with_both_of_its_own() -> None:
    assert after(SINGLE, "S resist; E play Ks", one("RJ", "RJ")).said == []
    assert after(SINGLE, "S resist; E play Ks", one("RJ", W="RJ")).said == ["role-not-allowed 0/0 S"]


def test_resistance_is_a_choice() -> None:
    deal = one("RJ", "RJ", E="9s")
    assert after(SINGLE, "S tribute RJ; E return 9s; S play 2s", deal).said == []


def test_the_other_payer_may_say_it_too() -> None:
    assert after(DOUBLE, "N resist; S resist; E play Ks", two("RJ", "RJ")).said == []


def test_one_who_owes_nothing_may_not_say_it_after_them_either() -> None:
    done = after(DOUBLE, "N resist; E resist; E play Ks", two("RJ", "RJ", E="Ks"))
    assert done.said == ["role-not-allowed 0/1 E"]


@for_every(
    ("actions", "said"),
    [
        ("N resist; S tribute RJ; E play Ks", ["tribute-not-due 0/1 S"]),
        ("N resist; E return 9s; E play Ks", ["unexpected-action 0/1 E"]),
        ("N resist; S play 2s", ["wrong-leader 0/1 S"]),
    ],
)
def test_after_resistance_nothing_is_paid_or_returned_and_the_banker_leads(actions: str, said: list[str]) -> None:
    assert after(DOUBLE, actions, two("RJ", "RJ 2s", E="9s")).said == said


@for_every(
    ("actions", "said"),
    [
        ("S resist; N tribute RJ; S tribute Kd; E return 9s; W return 9d; N play 2s", ["role-not-allowed 0/0 S"]),
        ("E resist; N tribute RJ; S tribute Kd; E return 9s; W return 9d; N play 2s", ["role-not-allowed 0/0 E"]),
        ("N tribute RJ; S resist; S tribute Kd; E return 9s; W return 9d; N play 2s", ["role-not-allowed 0/1 S"]),
    ],
)
def test_resistance_without_right_has_no_effect(actions: str, said: list[str]) -> None:
    assert after(DOUBLE, actions, two("RJ", "Kd", E="9s", W="9d")).said == said


def test_resistance_after_one_has_paid_is_too_late() -> None:
    actions = "N tribute RJ; S resist; S tribute RJ; E return 9s; W return 9d; N play 2s"
    done = after(DOUBLE, actions, two("RJ 2s", "RJ", E="9s", W="9d"))
    assert done.said == ["role-not-allowed 0/1 S"]


def test_resistance_where_no_tribute_is_due() -> None:
    begun = hand("S resist; E play Ks", one("RJ", "RJ"))
    assert judge(begun).said == ["role-not-allowed 0/0 S"]


def test_the_payer_leads() -> None:
    deal = one("Qd", E="9s")
    assert after(SINGLE, "S tribute Qd; E return 9s; E play Ks", deal).said == ["wrong-leader 0/2 E"]
    assert after(SINGLE, "S tribute Qd; E return 9s; S play 2s", deal).said == []


@for_every("double_tribute", ["by_rank", "previous_seat"])
@for_every(("north", "south", "leader"), [("Kd", "Qd", "N"), ("Qd", "Kd", "S"), ("Ts", "Ad", "N")])
def test_the_payer_of_the_higher_card_leads(double_tribute: str, north: str, south: str, leader: str) -> None:
    deal = two(f"{north} 2s", f"{south} 2s", E="9s", W="9d")
    paid = f"N tribute {north}; S tribute {south}; E return 9s; W return 9d"
    other = {"N": "S", "S": "N"}[leader]
    assert after(DOUBLE, f"{paid}; {leader} play 2s", deal, double_tribute=double_tribute).said == []
    assert after(DOUBLE, f"{paid}; {other} play 2s", deal, double_tribute=double_tribute).said == [
        f"wrong-leader 0/4 {other}"
    ]


@for_every(
    ("previous", "option", "leader"),
    [
        (["E", "W"], "after_banker", "N"),
        (["W", "E"], "after_banker", "S"),
        (["E", "W"], "dweller", "S"),
        (["W", "E"], "dweller", "S"),
        (["E", "W", ["S", "N"]], "dweller", "S"),
    ],
)
def test_after_two_equal_cards_the_option_says_who_leads(previous: list[str], option: str, leader: str) -> None:
    deal = two("Kd 2s", "Ks 2s", E="9s", W="9d")
    paid = "N tribute Kd; S tribute Ks; E return 9s; W return 9d"
    other = {"N": "S", "S": "N"}[leader]
    assert after(previous, f"{paid}; {leader} play 2s", deal, equal_tribute_lead=option).said == []
    assert after(previous, f"{paid}; {other} play 2s", deal, equal_tribute_lead=option).said == [
        f"wrong-leader 0/4 {other}"
    ]


@for_every("option", ["after_banker", "dweller"])
def test_the_other_team_after_two_equal_cards(option: str) -> None:
    deal = dealt("EW", E="Kd 2s", W="Ks 2s", N="9s", S="9d")
    paid = "E tribute Kd; W tribute Ks; N return 9s; S return 9d"
    leader = {"after_banker": "E", "dweller": "W"}[option]
    done = after(["S", "N"], f"{paid}; {leader} play 2s", deal, equal_tribute_lead=option)
    assert done.said == []


def test_a_first_named_in_setup_does_not_outdo_tribute() -> None:
    begun = hand(
        "S tribute Qd; E return 9s; E play Ks",
        one("Qd", E="9s"),
        previous=SINGLE,
        level="T",
        levels={"E": "T", "N": "T"},
        first="E",
    )
    assert judge(begun).said == ["wrong-leader 0/2 E"]


def test_the_receiver_may_be_named() -> None:
    deal = two("Kd", "Qd", E="9s", W="9d")
    actions = "N tribute Kd > E; S tribute Qd > W; E return 9s > N; W return 9d > S; N play 2s"
    assert after(DOUBLE, actions, deal).said == []


def test_a_tribute_named_for_the_wrong_seat_goes_there() -> None:
    deal = two("Kd", "Qd")
    done = after(DOUBLE, "N tribute Kd > W; S tribute Qd > E", deal, double_tribute="by_rank")
    assert done.said == ["tribute-wrong-seat 0/0 N", "tribute-wrong-seat 0/1 S"]
    assert (done.seat("E").public, done.seat("W").public) == (("Qd",), ("Kd",))


def test_under_previous_seat_the_named_seat_is_checked_too() -> None:
    done = after(DOUBLE, "N tribute Kd > W; S tribute Qd > W", two("Kd", "Qd"), double_tribute="previous_seat")
    assert done.said == ["tribute-wrong-seat 0/0 N"]
    assert done.seat("W").count == 29


def test_the_cards_paid_decide_who_gets_which_and_who_leads() -> None:
    deal = two("Ad Jd", "Kd 2s", E="9s", W="9d")
    actions = "N tribute Jd; S tribute Kd; E return 9s > S; W return 9d > N; S play 2s"
    done = after(DOUBLE, actions, deal, double_tribute="by_rank")
    assert done.said == ["tribute-wrong-card 0/0 N"]
    assert done.seat("E").public == ("Kd",)
    assert done.seat("W").public == ("Jd",)


@for_every(
    ("actions", "said"),
    [
        ("S tribute Qd; S tribute 5s; E return 9s; S play 2s", ["tribute-not-due 0/1 S"]),
        ("N tribute BJ; S tribute Qd; E return 9s; S play 2s", ["tribute-not-due 0/0 N"]),
        ("S tribute Qd; W tribute Kd; E return 9s; S play 2s", ["tribute-not-due 0/1 W"]),
        ("E tribute Kc; S tribute Qd; E return 9s; S play 2s", ["tribute-not-due 0/0 E"]),
    ],
)
def test_a_tribute_that_is_not_due(actions: str, said: list[str]) -> None:
    assert after(SINGLE, actions, one("Qd", N="BJ", W="Kd", E="9s Kc")).said == said


def test_all_tribute_comes_before_all_returns() -> None:
    actions = "N tribute Kd > E; E return 9s > N; S tribute Qd > W; W return 9d > S; N play 2s"
    done = after(DOUBLE, actions, two("Kd 2s", "Qd", E="9s", W="9d"))
    assert done.said[0] == "tribute-missing 0/1 E"
    assert "unexpected-action 0/2 S" in done.said


def test_a_tribute_moves_after_both_are_named() -> None:
    deal = two("Kd", "Qd", E="9s", W="9d")
    done = after(DOUBLE, "N tribute Kd; S tribute Qd; E return 9s; W return 9d; N play 2s", deal)
    assert [done.seat(seat, 1).count for seat in "ENWS"] == [27, 27, 27, 27]
    assert [done.seat(seat, 2).count for seat in "ENWS"] == [28, 26, 28, 26]
    assert [done.seat(seat, 3).count for seat in "ENWS"] == [27, 27, 28, 26]
    assert [done.seat(seat, 4).count for seat in "ENWS"] == [27, 27, 27, 27]
    assert [done.frame(step).stage for step in range(6)] == ["tribute"] * 4 + ["play"] * 2
    assert done.frame(4).turn in ("N", None)


def test_a_card_received_cannot_be_paid_on_with() -> None:
    deal = dealt("NS", N="Kd", S="Qd", E="9s", W="9d")
    done = after(DOUBLE, "N tribute Kd > S; S tribute Kd > W", deal)
    assert done.said == ["tribute-wrong-seat 0/0 N", "card-not-held 0/1 S"]

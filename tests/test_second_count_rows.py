"""The second count of Chinese poker does what the page says; logs and reports are written by hand."""

from typing import Any

from tests.bruteforce.statistics import Match, count
from tests.offenders import for_every

Row = dict[str, Any]
TWO_FOUR: Row = {
    "scoring": "pairs",
    "row_unit": 1,
    "overall": 1,
    "scoop_bonus": 0,
    "scoop_multiplier": 1,
    "home_run_multiplier": 1,
    "home_run_needs": "three",
    "royalties": "standard",
    "royalty_table": {},
    "royalty_rule": "winner",
    "royalty_value": "table",
    "royalty_announced": False,
    "royalty_limit": "all",
    "royalty_broken": True,
    "royalties_against_foul": False,
    "scoop_multiplies_royalties": False,
    "naturals": "standard",
    "natural_table": {},
    "natural_qka": False,
    "surrender": 3,
    "misset": "scooped",
    "middle": "high",
    "wheel": "lowest",
    "dealing": "closed",
    "fantasyland": "none",
    "hands_each": 1,
    "all_high_first": False,
    "flushes_first": False,
    "naturals_meet": "stronger",
    "settle": "all",
    "banker_ties": "none",
    "row_compare": "full",
    "loss_cap": 0,
    "fantasyland_stay": "standard",
}
AMY = "A set 6s 6h 4c / Ts Th 9d Qd 8h / 3s 3h 3d 2c 2d"
BOB = "B set Ah Kd Qs / 9s 9h 5c 5d 4h / Kc Jc 9c 8c 7c"
FOUR_IN_BACK = "Ah Ac As / Ks Kh Kd Kc Qs / 2s 2h 2d 2c 3s"
"""Out of order: the middle is above the back."""
HIGH = "Ah Ac As / 8s 8h 8d 7c 7s / Ks Kh Kd Kc Qs"
"""Royalties of the standard table: front 3, middle 1, back 2."""
LOW = "4h 3c 2s / 6s 6h 5d 3h 2h / 9s 9h Td Tc 5s"


def figures(
    actions: list[str], *keys: str, seats: str = "AB", faults: Any = (), units: Row | None = None, **options: Any
) -> Any:
    """The figures of each seat in order, of one key as they are, of several as a list each."""
    findings = [
        {"code": code, "severity": "error", "hand": 0, "action": number, "seat": actions[number][0]}
        for number, code in faults
    ]
    report = {"basis": "play" if actions else "result", "scores": dict.fromkeys(seats, 0), "units": units}
    played = Match(
        {
            "game": "chinese_poker",
            "players": [{"seat": seat, "name": seat} for seat in seats],
            "hands": [{"actions": actions}],
        },
        {
            "rules": {"preset": "", "options": TWO_FOUR | options},
            "winner": None,
            "findings": findings,
            "hands": [report],
        },
    )
    rows = {row["person"]: row for row in count([played], "chinese_poker")}
    found = [[rows[seat][key] for seat in seats] for key in keys]
    return found[0] if len(keys) == 1 else found


ROWS = ("rows_won", "rows_lost", "scoops_made", "scoops_suffered")


def test_rows_of_the_example_of_the_source() -> None:
    assert figures([AMY, BOB], *ROWS) == [[2, 1], [1, 2], [0, 0], [0, 0]]


def test_a_scoop_is_all_three_rows_and_equal_rows_are_nobodys() -> None:
    assert figures([f"A set {HIGH}", f"B set {LOW}"], *ROWS) == [[3, 0], [0, 3], [1, 0], [0, 1]]
    assert figures([f"A set {LOW}", f"B set {LOW}"], *ROWS) == [[0, 0]] * 4


def test_a_foul_paid_as_a_scoop_is_none_and_wins_no_row() -> None:
    foul = [f"A set {FOUR_IN_BACK}", f"B set {LOW}"]
    assert figures(foul, *ROWS, "fouls", faults=[(0, "foul")]) == [[0, 0]] * 4 + [[1, 0]]
    assert figures(foul, *ROWS, misset="played") == [[3, 0], [0, 3], [1, 0], [0, 1]]


def test_every_pair_of_seats_is_settled() -> None:
    actions = [f"A set {HIGH}", f"B set {LOW}", AMY.replace("A", "C", 1)]
    assert figures(actions, *ROWS, seats="ABC") == [[6, 0, 3], [0, 6, 3], [2, 0, 1], [0, 2, 1]]


def test_each_settlement_of_two_hands_counts() -> None:
    actions = [f"A set 1: {HIGH}", f"B set 1: {LOW}", f"A set 2: {LOW}", f"B set 2: {LOW}"]
    assert figures(actions, *ROWS, hands_each=2) == [[6, 0], [0, 6], [2, 0], [0, 2]]


def test_of_best_rows_those_that_a_seat_alone_has_best_are_won_and_none_is_lost() -> None:
    actions = [AMY, BOB, BOB.replace("B", "C", 1)]
    assert figures(actions, *ROWS, "royalties", seats="ABC", scoring="best_row") == [[2, 0, 0], *[[0, 0, 0]] * 4]


def test_naturals_held_and_surrenders_are_counted_and_have_no_rows() -> None:
    actions = ["A natural dragon", "B surrender", f"C set {HIGH}", "D natural all_low", f"D set {LOW}"]
    found = figures(actions, "naturals", "surrenders", *ROWS[:2], seats="ABCD", faults=[(3, "natural-not-held")])
    assert found == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 3, 0], [0, 0, 0, 3]]


def test_a_surrender_that_was_not_allowed_is_one_and_an_unexpected_one_is_not() -> None:
    faults = [(0, "surrender-not-allowed"), (2, "unexpected-action")]
    assert figures(["A surrender", f"B set {LOW}", "B surrender"], "surrenders", faults=faults) == [1, 0]


@for_every(
    ("options", "paid"),
    [
        ({}, [6, 0]),
        ({"royalty_rule": "net"}, [6, 0]),
        ({"royalties": "none"}, [0, 0]),
        ({"scoop_multiplier": 2}, [6, 0]),
        ({"scoop_multiplier": 2, "scoop_multiplies_royalties": True}, [12, 0]),
        ({"royalty_announced": True}, [0, 0]),
        ({"royalty_limit": "one"}, [3, 0]),
    ],
)
def test_royalties_are_those_of_ones_own_and_multiplied_where_the_rules_do(options: Row, paid: list[int]) -> None:
    assert figures([f"A set {HIGH}", f"B set {LOW}"], "royalties", **options) == paid


def test_royalties_are_gross_and_of_lost_rows_where_the_rules_pay_them() -> None:
    higher = "A set Ah Ac As / 8s 8h 8d 7c 7s / Ks Kh Kd Kc Qs"
    lower = "B set 2h 2c 2s / 6s 6h 6d 5c 5s / Js Jh Jd Jc Qh"
    assert figures([higher, lower], "royalties") == [6, 0]
    assert figures([higher, lower], "royalties", royalty_rule="net") == [6, 6]
    assert figures([higher, lower], "royalties", royalty_rule="cancel") == [0, 0]


def test_a_foul_pays_the_others_royalties_where_the_rules_say_so() -> None:
    foul = [f"A set {FOUR_IN_BACK}", f"B set {HIGH}"]
    assert figures(foul, "royalties") == [0, 0]
    assert figures(foul, "royalties", royalties_against_foul=True) == [0, 6]


def test_a_home_run_multiplies_royalties_once_more() -> None:
    actions = [f"A set {HIGH}", *(f"{seat} set {LOW}" for seat in "BCD")]
    doubled = {"home_run_multiplier": 2, "scoop_multiplies_royalties": True}
    assert figures(actions, "royalties", seats="ABCD") == [18, 0, 0, 0]
    assert figures(actions, "royalties", seats="ABCD", **doubled) == [36, 0, 0, 0]


def test_placed_rows_settle_like_those_set_at_once() -> None:
    def placed(seat: str, rows: str) -> list[str]:
        named = zip(("front", "middle", "back"), rows.split("/"), strict=True)
        return [f"{seat} place {card}:{row} 2c:discard" for row, cards in named for card in cards.split()]

    actions = [*placed("A", HIGH), *placed("B", LOW)]
    assert figures(actions, *ROWS, dealing="pineapple") == [[3, 0], [0, 3], [1, 0], [0, 1]]


def test_units_are_those_of_all_pairs_before_stakes() -> None:
    units = {"A-B": 2, "A-C": -1, "B-C": 4}
    assert figures([], "units", seats="ABC", units=units) == [1, 2, -3]

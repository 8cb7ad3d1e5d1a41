"""What the page says of statistics of Chinese poker, statement by statement."""

from typing import Any

from counted_facts import Counted
from made_chinese_poker import AMY, BOB, FOUL, LAST, SECOND, THIRD, TOP, cards, hand, match, sets

from tests.offenders import for_every


def settled(options: dict[str, Any] | None = None, setup: dict[str, Any] | None = None, **boards: str) -> Counted:
    """A hand in which each seat sets its board."""
    return Counted(match(hand(sets(**boards), **(setup or {})), seats=tuple(boards), **(options or {})))


def test_units_are_before_stakes() -> None:
    counted = settled(A=AMY, B=BOB, setup={"stakes": {"A-B": 100}})
    assert counted.count("units") == {"A": 2, "B": -2}
    assert [row.score for row in counted.facts.seats] == [200, -200]
    assert [row.place_halves for row in counted.facts.seats] == [None, None]
    assert {row.role for row in counted.facts.seats} == {None}
    assert {row.side for row in counted.facts.seats} == {()}


def test_rows_and_scoops() -> None:
    counted = settled(A=TOP, B=SECOND, C=THIRD, D=LAST)
    won, lost = counted.count("rows_won"), counted.count("rows_lost")
    assert won["A"] == 9
    assert "A" not in lost
    assert sum(won.values()) == sum(lost.values())
    assert counted.count("scoops_made")["A"] == 3
    assert sum(counted.count("scoops_suffered").values()) == sum(counted.count("scoops_made").values())


def test_rows_are_counted_also_where_a_row_wins_nothing() -> None:
    counted = settled(A=TOP, B=SECOND, options={"row_unit": 0})
    assert counted.count("rows_won") == {"A": 3}
    assert counted.count("rows_lost") == {"B": 3}


def test_a_foul_paid_as_a_scoop_is_neither() -> None:
    counted = settled(A=TOP, B=FOUL)
    assert counted.count("fouls") == {"B": 1}
    assert counted.count("rows_won") == {}
    assert counted.count("scoops_made") == {}
    played = settled(A=TOP, B=FOUL, options={"misset": "played"})
    assert played.count("scoops_made") == {"A": 1}


def test_surrenders_and_naturals() -> None:
    counted = Counted(match(hand(["B surrender", *sets(A=TOP)])))
    assert counted.row("A").basis == "play"
    assert counted.count("surrenders") == {"B": 1}
    assert counted.count("rows_won") == {}
    dragon = "2s 3s 4s 5s 6s 7h 8h 9h Th Jh Qd Kd Ad"
    claimed = Counted(match(hand(["A natural dragon"], {"A": dragon, "B": cards(SECOND)})))
    assert claimed.count("naturals") == {"A": 1}
    refused = Counted(match(hand(["A natural dragon", *sets(A=TOP, B=SECOND)], {"A": cards(TOP), "B": cards(SECOND)})))
    assert refused.count("naturals") == {}


def test_the_best_rows_of_the_table() -> None:
    counted = settled(A=TOP, B=SECOND, C=THIRD, D=LAST, options={"preset": "eleven"})
    assert counted.count("units") == {}
    assert counted.count("rows_won") == {"A": 3}
    assert counted.count("rows_lost") == {}
    assert counted.count("scoops_made") == {}
    assert counted.row("A").score == 4


QUADS = "2s 3d 4c / 5s 5h 5d 5c 7d / 9s 9h 9d 9c Jd"
PLAIN = "2h 3h 6c / 8s 8d Th Jc Kd / As Ad Qs Qd 7h"


@for_every(
    ("options", "royalties"),
    [
        ({}, {"A": 5}),
        ({"royalties": "none"}, {}),
        ({"royalty_value": "flat"}, {"A": 2}),
        ({"royalty_rule": "net"}, {"A": 5}),
    ],
)
def test_royalties_are_gross(options: dict[str, object], royalties: dict[str, int]) -> None:
    assert settled(A=QUADS, B=PLAIN, options=options).count("royalties") == royalties


def test_royalties_are_multiplied_where_the_rules_multiply_them() -> None:
    boards = {"A": QUADS.replace("2s 3d 4c", "As 3d 4c"), "B": PLAIN.replace("As", "2s")}
    times = {"scoop_multiplier": 3, "scoop_multiplies_royalties": True}
    assert settled(**boards, options={"scoop_multiplier": 3}).count("royalties") == {"A": 5}
    assert settled(**boards, options=times).count("royalties") == {"A": 15}


def test_royalties_against_a_foul_are_paid() -> None:
    foul = "As Ad 6c / 8s 8d Th Jc Kd / 2h 3h Qs Qd 7h"
    assert settled(A=QUADS, B=foul).count("royalties") == {}
    assert settled(A=QUADS, B=foul, options={"royalties_against_foul": True}).count("royalties") == {"A": 5}


def test_each_settlement_of_two_hands_counts() -> None:
    actions = [f"A set 1: {TOP}", f"A set 2: {SECOND}", f"B set 1: {THIRD}", f"B set 2: {LAST}"]
    counted = Counted(match(hand(actions), preset="criss-cross"))
    assert counted.count("rows_won")["A"] + counted.count("rows_won").get("B", 0) == 12
    assert counted.count("scoops_made")["A"] >= 3


def test_units_of_a_score_sheet() -> None:
    counted = Counted(match(hand("", None, {"units": {"B-A": 3}}), hand("", None, {"scores": {"A": 1, "B": -1}})))
    assert counted.count("units") == {"A": -3, "B": 3}
    assert counted.count("units", 1) == {}
    assert [row.basis for row in counted.facts.seats] == ["result", "result", "scores", "scores"]


def test_kinds() -> None:
    kinds = settled(A=QUADS, B=PLAIN).kinds()
    assert ("A", "back_four", 5, "9") in kinds
    assert ("B", "back_two_pair", 5, "A") in kinds
    assert ("A", "front_high_card", 3, "4") in kinds


def test_nobody_passes() -> None:
    assert settled(A=AMY, B=BOB).game.statistics.passes_able is None

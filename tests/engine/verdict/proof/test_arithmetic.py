"""Scores, totals and winner after adjustments."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.verdict.proof.arithmetic import (
    NOTHING_STATED,
    StatedTotals,
    depends_on_log,
    difference,
    ruled_scores,
    stated_totals,
)
from engine.verdict.proof.form import Body
from tests.verdicts import SEATS, adjusted, adjustment, as_log, body, dispute, record_of, scores, sheet

ONE = scores(4, -1, -1, -1, -1)
TWO = scores(-8, 2, 2, 2, 2)
NIL = scores(0, 0, 0, 0, 0)
UNKNOWN = dict.fromkeys(SEATS)


def stated(log: dict[str, Any]) -> StatedTotals:
    match = record_of(as_log(log)).match
    assert match is not None
    return stated_totals(match)


def test_where_nothing_is_adjusted_hands_are_null_and_the_rest_is_the_report() -> None:
    for ruling in (None, dispute("upheld"), dispute("corrected"), dispute("stands")):
        found = body(as_log(sheet(ONE, TWO)), ruling)
        assert found.hands is None
        assert found.totals == found.report.totals == scores(-4, 1, 1, 1, 1)
        assert found.winner == found.report.winner


def test_adjusted_scores_stand_in_place_of_the_computed_ones() -> None:
    found = adjusted(sheet(ONE, TWO), adjustment(1, ONE))
    assert found.hands == [ONE, ONE]
    assert found.totals == scores(8, -2, -2, -2, -2)


def test_a_void_hand_counts_nothing() -> None:
    subject = {"hand": 1, "action": None, "line": None}
    found = body(as_log(sheet(ONE, TWO)), dispute("void", adjustment(1, NIL), subject=subject))
    assert found.totals == ONE


def test_totals_are_known_once_every_hand_without_scores_is_adjusted() -> None:
    log = sheet(ONE, None, TWO, None)
    assert body(as_log(log)).totals == UNKNOWN
    some = adjusted(log, adjustment(1, ONE))
    assert (some.hands, some.totals) == ([ONE, ONE, TWO, None], UNKNOWN)
    assert some.winner is None
    assert adjusted(log, adjustment(1, ONE), adjustment(3, NIL)).totals == NIL


def test_totals_before_the_first_hand_are_counted_on_from() -> None:
    log = sheet(ONE, None, hands_before := None)
    log["hands"] = log["hands"][:2]
    assert hands_before is None
    log["hands"][0]["setup"] = {"totals": scores(10, 0, 0, 0, -10)}
    found = adjusted(log, adjustment(1, ONE))
    assert found.totals == scores(18, -2, -2, -2, -12)
    assert stated(log) == StatedTotals(scores(10, 0, 0, 0, -10), False)
    known = sheet(ONE, TWO)
    known["hands"][0]["setup"] = {"totals": scores(10, 0, 0, 0, -10)}
    assert adjusted(known, adjustment(1, NIL)).totals == scores(14, -1, -1, -1, -11)


def test_where_a_later_hand_states_totals_unknown_ones_remain_unknown() -> None:
    log = sheet(ONE, None, TWO, None)
    log["hands"][2]["setup"] = {"totals": NIL}
    assert stated(log).later
    found = adjusted(log, adjustment(1, ONE), adjustment(3, ONE))
    assert (found.totals, found.winner) == (UNKNOWN, None)
    assert depends_on_log(found)
    assert difference(found, stated(log)) == ""
    assert "totals: " in difference(found, NOTHING_STATED)


def test_totals_that_a_later_hand_states_take_part_in_the_sum() -> None:
    log = sheet(ONE, None, TWO)
    log["hands"][2]["setup"] = {"totals": NIL}
    assert body(as_log(log)).totals == TWO
    assert adjusted(log, adjustment(2, ONE)).totals == ONE
    assert adjusted(log, adjustment(1, ONE)).totals == scores(-4, 1, 1, 1, 1)
    assert not depends_on_log(adjusted(log, adjustment(1, ONE)))


def test_a_partial_statement_in_a_later_hand_changes_nothing() -> None:
    log = sheet(ONE, None)
    log["hands"][1]["setup"] = {"totals": {"A": 3}}
    assert stated(log) == NOTHING_STATED


def test_hands_after_the_end_of_the_match_do_not_count() -> None:
    log = sheet(ONE, ONE, TWO, options={"target": 8})
    found = adjusted(log, adjustment(2, scores(80, -20, -20, -20, -20)))
    assert found.totals == scores(8, -2, -2, -2, -2)
    assert found.winner == ["C"]
    assert found.hands is not None
    assert found.hands[2] == scores(80, -20, -20, -20, -20)


def test_adjustments_do_not_change_which_hands_count() -> None:
    """The match was won after the second hand; that it no longer is does not bring the third one in."""
    log = sheet(ONE, ONE, TWO, options={"target": 8})
    found = adjusted(log, adjustment(1, NIL))
    assert found.totals == ONE
    assert found.winner == ["C"], "the report has a winner, so the highest adjusted total wins"


def test_an_adjusted_total_at_the_target_wins() -> None:
    log = sheet(ONE, TWO, options={"target": 8})
    assert body(as_log(log)).winner is None
    assert adjusted(log, adjustment(1, ONE)).winner == ["C"]
    assert adjusted(log, adjustment(1, NIL)).winner is None
    assert adjusted(sheet(ONE, TWO), adjustment(1, ONE)).winner is None, "without a target, nothing is reached"


def test_equal_highest_totals_all_win_in_order_of_play() -> None:
    log = sheet(ONE, TWO, options={"target": 8})
    found = adjusted(log, adjustment(1, scores(4, 9, 9, -11, -11)))
    assert found.totals == scores(8, 8, 8, -12, -12)
    assert found.winner == ["C", "A", "E"]
    for order in (["A", "C", "E"], ["C", "A", "E"]):
        assert difference(msgspec.structs.replace(found, winner=order), stated(log)) == ""
    assert "winner: " in difference(msgspec.structs.replace(found, winner=["A"]), stated(log))


def test_where_levels_win_adjustments_leave_the_winner_as_it_was() -> None:
    log = {
        "format": "fupan/1",
        "game": "guandan",
        "players": [{"seat": seat} for seat in "ENWS"],
        "hands": [
            {
                "setup": {"levels": {"E": "A", "N": "2"}, "previous": ["E", "W", "N", "S"]},
                "actions": [],
                "result": {"finish": ["E", "W", "N", "S"]},
            }
        ],
    }
    before = body(as_log(log))
    assert before.winner == ["E", "W"]
    found = adjusted(log, adjustment(0, {"E": 0, "N": 3, "W": 0, "S": 3}))
    assert found.winner == ["E", "W"]
    assert found.report.hands == before.report.hands, "nor the levels"
    assert found.totals == {"E": 0, "N": 3, "W": 0, "S": 3}


def test_a_hand_that_the_clock_cut_off_adds_its_adjusted_scores() -> None:
    log = sheet(ONE, None, result={"ended": "time"})
    assert body(as_log(log)).totals == ONE
    found = adjusted(log, adjustment(1, ONE))
    assert found.totals == scores(8, -2, -2, -2, -2)
    assert found.winner == ["C"]


def test_every_wrong_number_is_found() -> None:
    found = adjusted(sheet(ONE, TWO, options={"target": 8}), adjustment(1, ONE))
    assert difference(found, NOTHING_STATED) == ""
    for change, words in (
        ({"hands": None}, "hands: "),
        ({"hands": [ONE, TWO]}, "hands[1]: "),
        ({"hands": [ONE, None]}, "hands[1]: "),
        ({"totals": ONE}, "totals: "),
        ({"totals": UNKNOWN}, "totals: "),
        ({"winner": None}, "winner: C expected, nobody found"),
        ({"winner": ["A"]}, "winner: C expected, A found"),
    ):
        assert difference(msgspec.structs.replace(found, **change), NOTHING_STATED).startswith(words)
    plain = body(as_log(sheet(ONE)))
    assert difference(msgspec.structs.replace(plain, hands=[ONE]), NOTHING_STATED).startswith("hands: null expected")


HANDS = st.lists(st.none() | st.integers(-50, 50), min_size=1, max_size=6)


@given(HANDS, st.lists(st.none() | st.integers(-50, 50), min_size=6, max_size=6), st.integers(0, 60))
def test_adjusting_gives_what_a_log_with_these_scores_would(
    recorded: list[int | None], set_to: list[int | None], target: int
) -> None:
    """A score sheet with the adjusted scores written in has the totals of the verdict, unless it ends elsewhere."""

    def of(points: int | None) -> dict[str, int] | None:
        return None if points is None else scores(4 * points, *[-points] * 4)

    options = {"target": target}
    changes = [adjustment(n, of(p) or {}) for n, p in enumerate(set_to[: len(recorded)]) if p is not None]
    if not changes:
        return
    found: Body = adjusted(sheet(*map(of, recorded), options=options), *changes)
    after = [new if new is not None else old for old, new in zip(recorded, set_to, strict=False)]
    other = body(as_log(sheet(*map(of, after), options=options)))
    if not any(each.code == "after-match" for report in (found.report, other.report) for each in report.findings):
        assert found.totals == other.report.totals
    assert json.loads(msgspec.json.encode(found.hands)) == [of(points) for points in after]
    assert ruled_scores(found.report, found.adjustments, NOTHING_STATED, SEATS).totals == found.totals


def test_an_unreadable_log_has_nothing_to_adjust() -> None:
    found = body(b"{}")
    assert difference(found, NOTHING_STATED) == ""
    assert not depends_on_log(found)


def test_the_hands_list_keeps_unknown_scores() -> None:
    found = adjusted(sheet(None, ONE), adjustment(1, TWO))
    assert found.hands == [None, TWO]
    with pytest.raises(AssertionError):
        assert found.totals == TWO

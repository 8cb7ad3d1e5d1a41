"""The rules page, the match: target, number of hands, the clock, equal totals, and what does not count."""

from bao_huang_builders import EVEN, SEATS, finished, hand, judge, played_out, with_tribute
from builders import Log

from tests.offenders import for_every

WON = {"A": 6, "B": -3, "C": 3, "D": -3, "E": -3}
"""Emperor A and protector C first and second under 2-1-0."""
LOST = {"A": -6, "B": 3, "C": -3, "D": 3, "E": 3}


def hands(*orders: str) -> list[Log]:
    """Hands with emperor A and protector C that end so, without tribute."""
    return [finished(order) for order in orders]


@for_every(("target", "count"), [(1, 1), (6, 1), (7, 2), (12, 2), (13, 3), (18, 3)])
def test_a_target_wins_the_match_when_a_seat_reaches_it(target: int, count: int) -> None:
    for played in range(1, count + 1):
        done = judge(*hands(*["AC"] * played), tribute=False, target=target)
        assert done.said == []
        assert done.winner == (["A"] if played == count else None)
        assert done.verdict == "clean"


def test_if_several_reach_it_in_one_hand_the_highest_total_wins() -> None:
    assert judge(*hands("AC"), target=3).winner == ["A"]
    assert judge(*hands("BDE"), target=3).winner == ["B", "D", "E"]


def test_equal_highest_totals_all_win() -> None:
    assert judge(*hands("AC"), preset="rizhao", target=1).winner == ["A", "C"]
    assert judge(*hands("AC"), preset="shanghai", hands=1).winner == ["A", "C"]
    assert judge(*hands("ABDE"), preset="rizhao", hands=1).winner == list(SEATS)


@for_every("count", [1, 2, 3])
def test_after_so_many_hands_the_highest_total_wins(count: int) -> None:
    for played in range(1, count + 1):
        done = judge(*hands(*["BDE"] * played), tribute=False, hands=count)
        assert done.winner == (["B", "D", "E"] if played == count else None)


@for_every(("target", "count", "won_after"), [(6, 2, 1), (12, 1, 1), (12, 2, 2), (100, 2, 2), (7, 3, 2)])
def test_with_both_whichever_comes_first(target: int, count: int, won_after: int) -> None:
    for played in range(1, won_after + 1):
        done = judge(*hands(*["AC"] * played), tribute=False, target=target, hands=count)
        assert done.winner == (["A"] if played == won_after else None)


def test_without_either_nobody_wins() -> None:
    done = judge(*hands("AC", "AC"), tribute=False)
    assert done.winner is None
    assert done.verdict == "clean"
    assert done.totals == {seat: 2 * points for seat, points in WON.items()}


def test_stopped_by_the_clock_the_highest_total_wins() -> None:
    for options in ({}, {"target": 100}, {"hands": 9}):
        done = judge(*hands("AC"), result={"ended": "time"}, **options)
        assert done.winner == ["A"]
        assert done.said == []
    assert judge(*hands("BDE"), result={"ended": "time"}).winner == ["B", "D", "E"]


def test_the_clock_changes_nothing_once_the_match_was_won() -> None:
    done = judge(*hands("AC", "BDE", "BDE", "BDE"), tribute=False, target=6, result={"ended": "time"})
    assert done.winner == ["A"]


def test_hands_after_the_match_are_judged_and_not_counted() -> None:
    second = finished("BDE")
    second["result"] = {"scores": WON}
    done = judge(*hands("AC"), second, *hands("AC"), tribute=False, target=6)
    assert done.said == ["after-match 1", "score-mismatch 1"]
    assert done.totals == WON
    assert done.winner == ["A"]
    assert done.hands[1]["scores"] == LOST
    assert done.verdict == "misscored"


@for_every("ends", [{"hands": 1}, {"target": 6}])
def test_a_match_that_is_won_stays_won_whatever_totals_a_later_hand_states(ends: dict[str, int]) -> None:
    second = finished("BDE")
    second["setup"] = {**second.get("setup", {}), "totals": dict.fromkeys(SEATS, 0)}
    done = judge(*hands("AC"), second, *hands("BDE"), tribute=False, **ends)
    assert done.said == ["after-match 1"]
    assert done.totals == WON
    assert done.winner == ["A"]


def test_a_notice_alone_leaves_the_match_clean() -> None:
    assert judge(*hands("AC", "AC"), tribute=False, hands=1).verdict == "clean"


def test_after_a_hand_that_nobody_can_score_the_totals_are_unknown() -> None:
    stopped = finished("BDE")
    stopped["actions"].pop()
    done = judge(*hands("AC"), stopped, tribute=False, hands=2, result={"totals": {"A": 99}, "winner": ["B"]})
    assert done.said == []
    assert done.totals == dict.fromkeys(SEATS)
    assert done.winner is None
    assert done.verdict == "incomplete"


def test_a_last_hand_that_the_clock_cut_off_counts_nothing() -> None:
    stopped = finished("BDE")
    stopped["actions"].pop()
    done = judge(*hands("AC"), stopped, tribute=False, result={"ended": "time", "winner": ["A"]})
    assert done.totals == WON
    assert done.winner == ["A"]
    assert done.verdict == "clean"


@for_every(
    ("result", "said"),
    [
        ({"totals": WON}, []),
        ({"totals": {"A": 6}}, []),
        ({"totals": {"A": 5}}, ["total-mismatch"]),
        ({"totals": {"A": 6.5}}, ["malformed"]),
        ({"totals": {"A": 10**9 + 1}}, ["malformed"]),
        ({"totals": {"Z": 6}}, ["malformed"]),
        ({"winner": ["A"]}, []),
        ({"winner": ["A", "C"]}, ["winner-mismatch"]),
        ({"winner": ["C"]}, ["winner-mismatch"]),
        ({"winner": []}, ["winner-mismatch"]),
        ({"winner": ["Z"]}, ["malformed"]),
    ],
)
def test_the_recorded_result_is_compared(result: dict[str, object], said: list[str]) -> None:
    assert judge(*hands("AC"), target=6, result=result).said == said


def test_a_winner_that_the_rules_do_not_name_yet_is_a_mismatch() -> None:
    assert judge(*hands("AC"), result={"winner": ["A"]}).said == ["winner-mismatch"]
    assert judge(*hands("AC"), result={"winner": []}).said == []
    assert judge(*hands("AC"), target=7, result={"winner": ["A"]}).said == ["winner-mismatch"]


def test_totals_before_the_first_hand_count_towards_the_target() -> None:
    log = finished("AC", totals={"A": 4, "B": 10, "C": -3, "D": 0, "E": 0})
    done = judge(log, target=10)
    assert (done.totals["B"], done.winner, done.verdict) == (10, ["B"], "clean")
    done = judge(log, target=11)
    assert done.totals == {"A": 10, "B": 7, "C": 0, "D": -3, "E": -3}
    assert done.winner is None
    assert judge(log, hands=1).winner == ["A"]


def test_scores_add_up_over_hands_with_tribute() -> None:
    paid, moved = with_tribute(EVEN, {"B": "As", "D": "Ts", "E": "8s"}, {"A": "As Ts", "C": "8s"})
    done = judge(*hands("AC"), hand([*paid, *played_out("AC", deal=moved)]))
    assert done.said == []
    assert done.totals == {seat: 2 * points for seat, points in WON.items()}

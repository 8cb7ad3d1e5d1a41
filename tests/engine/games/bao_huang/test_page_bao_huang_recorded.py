"""The rules page, a hand known by its result: roles, factor and tribute after what the table recorded."""

from typing import Any

from bao_huang_builders import EVEN, SEATS, dealt, finished, hand, judge, match, played_out, with_tribute
from builders import Judged, Log, judged

from tests.offenders import for_every

ROLES = {"emperor": "A", "protector": "C"}
WON = {"A": 6, "B": -3, "C": 3, "D": -3, "E": -3}
ALONE = {"A": 12, "B": -3, "C": -3, "D": -3, "E": -3}


def known(finish: list[Any] | None = None, roles: dict[str, str] | None = None, **more: Any) -> Log:
    """A hand without cards and actions."""
    result = {"finish": finish, "roles": roles} | more
    return hand("", None, {name: value for name, value in result.items() if value is not None})


def stopped(order: str = "AC", actions: int = 30, protector: str = "C", **result: Any) -> Log:
    """A hand that the log leaves after some actions."""
    log = finished(order, protector=protector, result=result)
    log["actions"] = log["actions"][:actions]
    return log


def said(done: Judged) -> list[str]:
    """What is said besides that hands are known by their results."""
    return [each for each in done.said if "result-only" not in each]


@for_every(
    ("recorded", "finish", "scores"),
    [
        (["A", "C"], [["A"], ["C"], ["B", "D", "E"]], WON),
        (["A", "C", "E", "D", "B"], [["A"], ["C"], ["B", "D", "E"]], WON),
        (["A", "C", ["E", "D"], "B"], [["A"], ["C"], ["B", "D", "E"]], WON),
        (["B", "D", "E"], [["B"], ["D"], ["E"], ["A", "C"]], {"A": -6, "B": 3, "C": -3, "D": 3, "E": 3}),
        (["B", "A", "D", "E"], [["B"], ["A"], ["D"], ["E"], ["C"]], {"A": -2, "B": 1, "C": -1, "D": 1, "E": 1}),
    ],
)
def test_the_shortest_beginning_that_ends_the_hand(recorded: list[Any], finish: list[Any], scores: Any) -> None:
    done = judge(known(recorded, ROLES))
    (only,) = done.hands
    assert (only["basis"], only["finish"], only["roles"], only["scores"]) == ("result", finish, ROLES, scores)
    assert said(done) == []


@for_every("recorded", [[], ["A"], ["B", "D"], [["A", "C"]], ["B", ["A", "C"]]])
def test_a_finish_that_does_not_end_the_hand_or_that_no_play_can_have(recorded: list[Any]) -> None:
    done = judge(known(recorded, ROLES))
    assert (done.hands[0]["basis"], done.hands[0]["finish"], done.hands[0]["scores"]) == (None, [], None)
    assert said(done) == []


def test_an_emperor_recorded_without_a_protector_was_alone() -> None:
    for roles in ({"emperor": "A"}, {"emperor": "A", "protector": "A"}):
        (only,) = judge(known(["A"], roles)).hands
        assert (only["basis"], only["scores"]) == ("result", ALONE)
        assert only["roles"] == {"emperor": "A", "protector": "A"}


def test_unless_the_play_shows_a_protector() -> None:
    done = judge(stopped(finish=["A", "C"], roles={"emperor": "A"}))
    (only,) = done.hands
    assert (only["complete"], only["basis"], only["roles"], only["scores"]) == (False, "result", ROLES, WON)
    assert said(done) == []


def test_roles_that_the_play_shows_need_no_record() -> None:
    done = judge(stopped(finish=["A", "C"]))
    assert (done.hands[0]["basis"], done.hands[0]["roles"], done.hands[0]["scores"]) == ("result", ROLES, WON)


@for_every("roles", [None, {}, {"protector": "C"}])
def test_without_an_emperor_nothing_is_scored(roles: dict[str, str] | None) -> None:
    done = judge(known(["A", "C"], roles))
    assert (done.hands[0]["basis"], done.hands[0]["scores"]) == (None, None)


def test_recorded_roles_that_contradict_the_play_are_no_basis() -> None:
    wrong = {"emperor": "A", "protector": "D"}
    done = judge(stopped(finish=["A", "D"], roles=wrong))
    assert (done.hands[0]["basis"], said(done)) == (None, ["role-mismatch 0"])
    done = judge(stopped(finish=["A", "D"], roles=wrong, scores=WON))
    assert (done.hands[0]["basis"], done.hands[0]["roles"], done.hands[0]["finish"]) == ("scores", ROLES, [["A"]])


def test_a_recorded_finish_that_contradicts_the_play_is_no_basis() -> None:
    actions = played_out("AC")
    out = 1 + max(place for place, action in enumerate(actions) if action.startswith("A play"))
    for finish, basis, found in (
        (["A", "C"], "result", []),
        (["C", "A"], None, ["finish-mismatch 0"]),
        (["B", "D", "E"], None, ["finish-mismatch 0"]),
        (["A", "B", "D", "E"], "result", []),
    ):
        done = judge(stopped(actions=out, finish=finish))
        assert (done.hands[0]["basis"], said(done)) == (basis, found)


def test_a_seat_recorded_out_that_the_log_leaves_with_cards_contradicts_nothing() -> None:
    done = judge(stopped(actions=3, finish=["B", "D", "E"], roles=ROLES))
    assert (done.hands[0]["basis"], said(done)) == ("result", [])
    assert done.hands[0]["finish"] == [["B"], ["D"], ["E"], ["A", "C"]]


def test_a_finish_shorter_than_what_was_played_is_completed_by_the_play() -> None:
    actions = played_out("BAC")
    out = 1 + max(place for place, action in enumerate(actions) if action.startswith("A play"))
    log = stopped("BAC", actions=out, finish=["B"])
    assert judge(log).hands[0]["finish"] == [["B"], ["A"]]
    log = stopped("BAC", actions=out, finish=["B", "A", "C"])
    done = judge(log)
    assert (done.hands[0]["basis"], done.hands[0]["finish"]) == ("result", [["B"], ["A"], ["C"], ["D", "E"]])


@for_every("factor", [1, 2, 3, 4, 16])
def test_scores_are_times_the_factor(factor: int) -> None:
    done = judge(known(["A", "C"], ROLES, factor=factor))
    assert done.hands[0]["scores"] == {seat: factor * points for seat, points in WON.items()}
    assert said(done) == []


@for_every("factor", [0, -1, 1.5, 17])
def test_a_factor_that_cannot_be_read(factor: float) -> None:
    done = judge(known(["A", "C"], ROLES, factor=factor))
    assert said(done) == ["malformed 0"]
    assert done.hands[0]["scores"] == WON


def test_a_factor_of_a_hand_with_actions_is_compared_with_what_was_declared() -> None:
    assert said(judge(stopped(finish=["A", "C"], factor=2))) == ["score-mismatch 0"]
    assert said(judge(stopped(finish=["A", "C"], factor=1))) == []


@for_every(
    ("how", "scores"),
    [
        ("on_top", {"A": 24, "B": -12, "C": -12, "D": -12, "E": -12}),
        ("instead", {"A": 12, "B": -4, "C": -4, "D": -4, "E": -4}),
    ],
)
def test_the_three_of_a_lone_emperor(how: str, scores: dict[str, int]) -> None:
    """Under ``instead`` it multiplies the emperor's own points only."""
    roles = {"emperor": "A", "protector": "A"}
    done = judge(known(["A"], roles, factor=3), preset="shanghai", solo_announced=how)
    assert done.hands[0]["scores"] == scores
    with_protector = judge(known(["A", "C"], ROLES, factor=3), preset="shanghai", solo_announced=how)
    assert with_protector.hands[0]["scores"] == {"A": 18, "B": -18, "C": 18, "D": -18, "E": -18}


PAID, _ = with_tribute(EVEN, {"B": "As", "D": "Ts", "E": "8s"}, {"A": "As Ts", "C": "8s"})


@for_every("rule", ["first_vs_last", "points", "team_out_first"])
def test_roles_and_winner_stand_for_the_tribute_of_the_next_hand(rule: str) -> None:
    first = known(["A", "C"], ROLES)
    assert said(judge(first, hand([*PAID, "A play 6s"]), winner_rule=rule)) == []
    assert said(judge(first, hand("A play 6s"), winner_rule=rule)) == ["tribute-missing 1/0 A"]


def test_a_tie_by_the_winner_rule_owes_no_tribute() -> None:
    """First and last, or points of nothing: so by the result as by the play."""
    for order, rule, found in (
        (["B", "A", "D", "C"], "first_vs_last", []),
        (["B", "A", "D", "C"], "points", []),
        (["A", "B", "C"], "first_vs_last", ["tribute-missing 1/0 A"]),
        (["A", "B", "D", "C"], "points", ["tribute-missing 1/0 A"]),
        (["A", "B", "D", "C"], "first_vs_last", ["tribute-missing 1/0 A"]),
        (["A", "B", "D", "E"], "points", []),
        (["A", "B", "D", "E"], "first_vs_last", []),
    ):
        assert said(judge(known(order, ROLES), hand("A play 6s"), winner_rule=rule)) == found


def test_by_scores_the_tribute_of_the_next_hand_is_not_checked() -> None:
    first = known(None, None, scores=WON)
    for actions in ([*PAID, "A play 6s"], ["A play 6s"], ["A tribute 2s", "B take 2s", "A play 6s"]):
        assert said(judge(first, hand(actions))) == []


@for_every(
    ("preset", "found"),
    [
        ("gamerules", ["score-mismatch 0"]),
        ("catsatcards", ["score-mismatch 0"]),
        ("shanghai", []),
        ("rizhao", []),
    ],
)
def test_scores_sum_to_zero_under_2_1_0_alone(preset: str, found: list[str]) -> None:
    scores = {"A": 3, "B": -2, "C": 3, "D": -2, "E": -3}
    done = judge(known(None, None, scores=scores), preset=preset)
    assert said(done) == found
    assert done.totals == scores
    assert said(judge(known(None, None, scores=WON), preset=preset)) == []


def test_a_previous_after_a_hand_whose_finish_is_unknown_is_believed() -> None:
    previous = {"finish": ["A", "C", ["B", "D", "E"]], **ROLES}
    for first in (known(None, None, scores=WON), known()):
        follow = hand("A play 6s", previous=previous)
        assert said(judge(first, follow)) == ["tribute-missing 1/0 A"]
        assert said(judge(first, hand([*PAID, "A play 6s"], previous=previous))) == []


def test_a_finish_by_which_nobody_can_be_said_to_be_out_is_still_a_basis() -> None:
    """With sizes unknown no seat is out by the play; recorded scores are compared with those of the result."""
    for scores, found in ((WON, []), (dict.fromkeys(SEATS, 0), ["score-mismatch 0"])):
        result = {"finish": ["A", "C"], "roles": ROLES, "scores": scores}
        done = judge(hand(played_out("AC"), None, result, first=None))
        assert (done.hands[0]["basis"], said(done)) == ("result", found)


@for_every(
    ("solo_tribute", "before", "held"),
    [
        (2, known(["A"], {"emperor": "A"}), True),
        (2, known(scores=dict.fromkeys(SEATS, 0)), True),
        (2, known(["C", "B", "D", "A"], {"emperor": "A"}), False),
        (2, known(["A", "C"], ROLES), False),
        (4, known(["A"], {"emperor": "A"}), False),
    ],
)
def test_a_card_put_down_that_may_have_gone_back_may_be_played(solo_tribute: int, before: Log, held: bool) -> None:
    """The log has the actions of B alone, so that it leaves out what the emperor took."""
    own = dealt(A="2s 2s 2s", B="2s")["B"]
    log = match(before, hand("B tribute 2s; B play 2s", {"B": own}), solo_tribute=solo_tribute)
    done = judged(log | {"match": {"recorded": ["B"]}})
    assert [each for each in done.said if "card-not-held" in each] == ([] if held else ["card-not-held 1/1 B"])

"""The rules page, a hand known by its result: roles, exposure and scores after what the table recorded."""

from typing import Any

from builders import Judged, Log
from made_big_a import EVEN, hand, judge, played_out

from tests.offenders import for_every

ROLES = {"declarer": "A", "partner": "B"}
WHOLE = played_out("ACBDE", "A", "AB")
FIRST_AND_THIRD = {"A": 4, "B": 2, "C": -2, "D": -2, "E": -2}
EXPOSED = {"A": 6, "B": 6, "C": -4, "D": -4, "E": -4}
FINISH = [["A"], ["C"], ["B"], ["D", "E"]]


def known(finish: list[Any] | None = None, roles: dict[str, str] | None = None, **more: Any) -> Log:
    """A hand without cards and actions."""
    result = {"finish": finish, "roles": roles} | more
    return hand("", None, {name: value for name, value in result.items() if value is not None}, None)


def said(done: Judged) -> list[str]:
    """What is said besides that hands are known by their results."""
    return [each for each in done.said if "result-only" not in each]


@for_every(
    ("recorded", "finish", "scores"),
    [
        (["A", "C", "B"], FINISH, FIRST_AND_THIRD),
        (["A", "C", "B", "E", "D"], FINISH, FIRST_AND_THIRD),
        (["A", "C", "B", ["E", "D"]], FINISH, FIRST_AND_THIRD),
        (["C", "D", "E"], [["C"], ["D"], ["E"], ["A", "B"]], {"A": -6, "B": -3, "C": 3, "D": 3, "E": 3}),
        (["C", "A", "D", "E"], [["C"], ["A"], ["D"], ["E"], ["B"]], {"A": -2, "B": -1, "C": 1, "D": 1, "E": 1}),
        (["C", "B", "D", "E"], [["C"], ["B"], ["D"], ["E"], ["A"]], {"A": -4, "B": -2, "C": 2, "D": 2, "E": 2}),
    ],
)
def test_the_shortest_beginning_that_ends_the_hand(recorded: list[Any], finish: list[Any], scores: Any) -> None:
    done = judge(known(recorded, ROLES))
    (only,) = done.hands
    assert (only["basis"], only["finish"], only["roles"], only["scores"]) == ("result", finish, ROLES, scores)
    assert said(done) == []


@for_every("recorded", [[], ["A"], ["A", "C"], [["A", "B"]], ["C", ["A", "B"]]])
def test_a_finish_that_does_not_end_the_hand_or_that_no_play_can_have(recorded: list[Any]) -> None:
    done = judge(known(recorded, ROLES))
    assert (done.hands[0]["basis"], done.hands[0]["finish"], done.hands[0]["scores"]) == (None, [], None)
    assert said(done) == []


@for_every("roles", [None, {}, {"partner": "B"}])
def test_without_a_declarer_nothing_is_scored(roles: dict[str, str] | None) -> None:
    done = judge(known(["A", "C", "B"], roles))
    assert (done.hands[0]["basis"], done.hands[0]["scores"]) == (None, None)


def test_a_declarer_alone() -> None:
    (only,) = judge(known(["A"], {"declarer": "A", "partner": "A"})).hands
    assert (only["basis"], only["scores"]) == ("result", {"A": 32, "B": -8, "C": -8, "D": -8, "E": -8})


def test_a_declarer_recorded_without_a_partner_was_alone() -> None:
    """The log format: alone, the second role equals the first or is left out."""
    (only,) = judge(known(["A"], {"declarer": "A"})).hands
    assert (only["basis"], only["roles"]) == ("result", {"declarer": "A", "partner": "A"})


def test_roles_that_the_play_shows_need_no_record() -> None:
    done = judge(hand(["A expose Ah", *WHOLE[:40]], EVEN, {"finish": ["A", "C", "B"]}))
    (only,) = done.hands
    assert (only["complete"], only["basis"], only["finish"]) == (False, "result", FINISH)
    assert (only["roles"], only["scores"]) == (ROLES, FIRST_AND_THIRD)
    assert said(done) == []


def test_recorded_roles_that_contradict_the_play_are_no_basis() -> None:
    wrong = {"finish": ["A", "C", "B"], "roles": {"declarer": "A", "partner": "D"}}
    done = judge(hand(["A expose Ah", *WHOLE[:9]], EVEN, wrong))
    assert (done.hands[0]["basis"], said(done)) == (None, ["role-mismatch 0"])
    done = judge(hand(["A expose Ah", *WHOLE[:9]], EVEN, wrong | {"scores": FIRST_AND_THIRD}))
    assert (done.hands[0]["basis"], done.hands[0]["roles"]) == ("scores", ROLES)


def test_a_recorded_finish_that_contradicts_the_play_is_no_basis() -> None:
    out = 1 + max(place for place, action in enumerate(WHOLE) if action.startswith("A play"))
    for finish, basis, found in (
        (["A", "C", "B"], "result", []),
        (["A", "D", "B"], "result", []),
        (["C", "A", "B"], None, ["finish-mismatch 0"]),
        (["C", "D", "E"], None, ["finish-mismatch 0"]),
    ):
        done = judge(hand(WHOLE[:out], EVEN, {"finish": finish}))
        assert (done.hands[0]["basis"], said(done)) == (basis, found)


@for_every(("exposed", "scores"), [(None, FIRST_AND_THIRD), (False, FIRST_AND_THIRD), (True, EXPOSED)])
def test_exposed_chooses_the_columns(exposed: bool | None, scores: dict[str, int]) -> None:
    done = judge(known(["A", "C", "B"], ROLES, exposed=exposed))
    assert done.hands[0]["scores"] == scores
    assert said(done) == []


@for_every("exposed", [False, True])
@for_every("both", [False, True])
@for_every(("length", "basis"), [(-1, "play"), (40, "result"), (5, None)])
def test_in_a_hand_with_actions_it_follows_from_them(exposed: bool, both: bool, length: int, basis: str | None) -> None:
    """Whatever the basis, and is compared."""
    shown = ["A expose Ah", "B reveal Ah"] if both else ["A expose Ah"]
    whole = played_out("ACBDE", "B" if both else "A", "AB")
    actions = [*shown, *(whole if length < 0 else whole[:length])]
    result: dict[str, Any] = {"exposed": exposed} | ({} if basis is None else {"finish": ["A", "C", "B"]})
    done = judge(hand(actions, EVEN, result))
    assert done.hands[0]["basis"] == basis
    assert said(done) == ([] if exposed == both else ["score-mismatch 0"])
    if basis is not None:
        assert done.hands[0]["scores"] == (EXPOSED if both else FIRST_AND_THIRD)


def test_by_scores_the_exposure_is_compared_too() -> None:
    result = {"scores": FIRST_AND_THIRD, "exposed": True}
    done = judge(hand(["A expose Ah", *WHOLE[:5]], EVEN, result))
    assert (done.hands[0]["basis"], said(done)) == ("scores", ["score-mismatch 0"])


def test_the_first_to_lead_is_taken_to_be_the_declarer() -> None:
    """Where nobody exposed and the cards do not tell it."""
    result = {"finish": ["A", "C", "B"], "roles": {"partner": "B"}}
    done = judge(hand(WHOLE[:9], None, result))
    assert done.hands[0]["roles"] == ROLES
    assert (done.hands[0]["basis"], done.hands[0]["scores"]) == ("result", FIRST_AND_THIRD)
    result["roles"] = {"declarer": "B", "partner": "A"}
    assert "role-mismatch 0" in said(judge(hand(WHOLE[:9], None, result)))


@for_every(("four_five", "found"), [("zero_sum", ["score-mismatch 0"]), ("printed", [])])
def test_scores_sum_to_zero_unless_printed(four_five: str, found: list[str]) -> None:
    scores = {"A": -6, "B": -3, "C": 2, "D": 2, "E": 2}
    done = judge(known(None, None, scores=scores), four_five=four_five)
    assert said(done) == found
    assert done.totals == scores
    assert done.hands[0]["basis"] == "scores"


def test_a_finish_by_which_nobody_can_be_said_to_be_out_is_still_a_basis() -> None:
    """With sizes unknown no seat is out by the play; recorded scores are compared with those of the result."""
    for scores, found in ((FIRST_AND_THIRD, []), (EXPOSED, ["score-mismatch 0"])):
        result = {"finish": ["A", "C", "B"], "roles": ROLES, "scores": scores}
        done = judge(hand(["A expose Ah", *WHOLE], None, result, None))
        assert (done.hands[0]["basis"], said(done)) == ("result", found)

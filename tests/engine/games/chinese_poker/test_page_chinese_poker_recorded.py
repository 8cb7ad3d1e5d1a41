"""The rules page, a hand known by its result: units, scores and stakes as the table recorded them."""

from typing import Any

from made_chinese_poker import AMY, BOB, FOUL, LAST, SECOND, THIRD, TOP, Judged, Log, hand, judge, sets

from tests.offenders import for_every

UNITS = {"A-B": 4, "A-C": -2, "B-C": 1}
SCORES = {"A": 2, "B": -3, "C": 1}
ROUND = {"A-B": 4, "A-C": -2, "A-D": 0, "B-C": 1, "B-D": 3, "C-D": -5}


def known(**result: Any) -> Log:
    """A hand without cards and actions."""
    return hand("", None, result)


def said(done: Judged) -> list[str]:
    """What is said besides that hands are known by their results."""
    return [each for each in done.said if "result-only" not in each]


def basis(done: Judged) -> str | None:
    """What the scores of the first hand rest on."""
    found: str | None = done.hands[0]["basis"]
    return found


def test_scores_are_the_units_of_every_pair() -> None:
    done = judge(known(units=UNITS), seats="ABC")
    assert (basis(done), done.units, done.scores) == ("result", UNITS, SCORES)
    assert said(done) == []
    assert done.verdict == "incomplete"


def test_a_pair_may_be_named_either_way_round() -> None:
    done = judge(known(units={"C-A": 2, "B-A": -4, "C-B": -1}), seats="ABC")
    assert (basis(done), done.units, done.scores) == ("result", UNITS, SCORES)
    assert list(done.units) == ["A-B", "A-C", "B-C"]


def test_a_pair_named_twice() -> None:
    assert basis(judge(known(units={"A-B": 4, "B-A": -4}))) == "result"
    assert basis(judge(known(units={"A-B": 4, "B-A": 4}))) is None


def test_units_are_multiplied_by_the_stakes() -> None:
    log = hand("", None, {"units": UNITS}, stakes={"A-B": 10, "C-B": 100})
    done = judge(log, seats="ABC")
    assert done.units == UNITS
    assert done.scores == {"A": 38, "B": 60, "C": -98}
    assert done.totals == done.scores


def test_recorded_scores_are_compared_with_units_times_stakes() -> None:
    for scores, found in ((SCORES, []), ({"A": 2}, []), ({"A": 3}, ["score-mismatch 0"])):
        done = judge(known(units=UNITS, scores=scores), seats="ABC")
        assert said(done) == found
        assert done.totals == SCORES
    log = hand("", None, {"units": {"A-B": 4}, "scores": {"A": 4, "B": -4}}, stakes={"A-B": 10})
    assert said(judge(log)) == ["score-mismatch 0"]


@for_every("left_out", list(UNITS))
def test_units_of_some_pairs_are_no_basis(left_out: str) -> None:
    some = {pair: units for pair, units in UNITS.items() if pair != left_out}
    done = judge(known(units=some), seats="ABC")
    assert (basis(done), done.hands[0]["units"], done.hands[0]["scores"]) == (None, None, None)
    assert said(done) == []
    done = judge(known(units=some, scores=SCORES), seats="ABC")
    assert (basis(done), done.hands[0]["units"], done.scores) == ("scores", None, SCORES)


@for_every("units", [{"A-B": 1.5}, {"A-Z": 1}, {"A-A": 1}, {"A": 1}, {"A-B": 10**9 + 1}])
def test_units_that_cannot_be_read(units: dict[str, Any]) -> None:
    done = judge(known(units=units))
    assert (basis(done), said(done)) == (None, ["malformed 0"])


def test_units_that_contradict_rows_that_lie_are_a_mismatch_and_no_basis() -> None:
    """A and B have set, C and D have not; TOP scoops SECOND for four units."""
    actions = sets(A=TOP, B=SECOND)
    for won, found in ((4, []), (5, ["unit-mismatch 0"]), (-4, ["unit-mismatch 0"])):
        done = judge(hand(actions, None, {"units": ROUND | {"A-B": won}}), seats="ABCD")
        assert said(done) == found
        assert basis(done) == (None if found else "result")
    done = judge(hand(actions, None, {"units": {"B-A": 4}}), seats="ABCD")
    assert said(done) == ["unit-mismatch 0"]


def test_pairs_with_a_seat_that_has_not_set_are_not_compared() -> None:
    for units in (ROUND, {pair: 9 if pair != "A-B" else 4 for pair in ROUND}):
        done = judge(hand(sets(A=TOP, B=SECOND), None, {"units": units}), seats="ABCD")
        assert (basis(done), said(done), done.units) == ("result", [], units)


def test_a_scoop_that_may_yet_be_part_of_a_home_run_may_have_either_units() -> None:
    """Under `taiwanese` a scoop of three rows is six units, and twelve as part of a home run."""
    for won, found in ((6, []), (12, []), (9, ["unit-mismatch 0"])):
        done = judge(
            hand(sets(A=TOP, B=SECOND), None, {"units": ROUND | {"A-B": won}}), seats="ABCD", preset="taiwanese"
        )
        assert said(done) == found
    lost = judge(
        hand(sets(A=TOP, B=SECOND, C=AMY), None, {"units": ROUND | {"A-B": 12}}), seats="ABCD", preset="taiwanese"
    )
    assert "unit-mismatch 0" in said(lost)


def test_a_mis_set_hand_that_lies_is_settled() -> None:
    done = judge(hand(sets(A=TOP, B=FOUL), None, {"units": ROUND}), seats="ABCD")
    assert said(done) == []
    done = judge(hand(sets(A=TOP, B=FOUL), None, {"units": ROUND | {"A-B": 3}}), seats="ABCD")
    assert said(done) == ["unit-mismatch 0"]


def test_surrenders_are_settled_where_both_have_nothing_left_to_do() -> None:
    actions = ["B surrender", "D surrender"]
    for won, found in ((0, []), (3, ["unit-mismatch 0"])):
        done = judge(hand(actions, None, {"units": ROUND | {"B-D": won}}), seats="ABCD")
        assert said(done) == found


@for_every(("scores", "found"), [({"A": 3, "B": -3}, []), ({"A": 3, "B": -2}, ["score-mismatch 0"])])
def test_scores_sum_to_zero_between_pairs(scores: dict[str, int], found: list[str]) -> None:
    done = judge(known(scores=scores))
    assert (basis(done), done.hands[0]["units"], done.totals) == ("scores", None, scores)
    assert said(done) == found


def test_under_the_best_row_scores_need_not_sum_to_zero_and_units_are_empty() -> None:
    done = judge(known(scores={"A": 2, "B": 1}), preset="eleven")
    assert (basis(done), done.hands[0]["units"], done.totals) == ("scores", {}, {"A": 2, "B": 1})
    assert said(done) == []


def test_under_the_best_row_recorded_units_are_not_compared() -> None:
    done = judge(known(scores={"A": 2, "B": 1}, units={"A-B": 77}), preset="eleven")
    assert (basis(done), done.hands[0]["units"], said(done)) == ("scores", {}, [])
    done = judge(known(units={"A-B": 77}), preset="eleven")
    assert (basis(done), said(done)) == (None, [])
    done = judge(hand(sets(A=TOP), None, {"units": {"A-B": 77}, "scores": {"A": 2, "B": 1}}), preset="eleven")
    assert (basis(done), said(done)) == ("scores", [])


def test_two_hands_each_are_known_by_units_too() -> None:
    done = judge(known(units={"A-B": 7}), preset="criss-cross")
    assert (basis(done), done.scores) == ("result", {"A": 7, "B": -7})


def test_the_lines_name_pair_units_and_stake() -> None:
    log = hand("", None, {"units": UNITS}, stakes={"A-B": 10})
    lines = judge(log, seats="ABC").hands[0]["breakdown"]
    assert [(line["rule"], line["text"], line["points"]) for line in lines] == [
        ("chinese_poker.recorded", "A-B: 4 as recorded, at 10 points a unit", {"A": 40, "B": -40}),
        ("chinese_poker.recorded", "A-C: -2 as recorded", {"A": -2, "C": 2}),
        ("chinese_poker.recorded", "B-C: 1 as recorded", {"B": 1, "C": -1}),
    ]


@for_every(
    ("stated", "found"), [(None, ["unexpected-action 1/0 A"]), ({}, ["unexpected-action 1/0 A"]), ({"A": 13}, [])]
)
@for_every("result", [{"units": {"A-B": 9}}, {"scores": {"A": 9, "B": -9}}, {}])
def test_after_a_hand_without_play_the_setup_says_who_is_in_fantasyland(
    stated: dict[str, int] | None, found: list[str], result: dict[str, Any]
) -> None:
    """Only who is in it may set; absent: nobody is."""
    setup = {} if stated is None else {"fantasyland": stated}
    follow = hand(f"A set {AMY}", dealer="B", **setup)
    assert said(judge(known(**result), follow, preset="open-face", fantasyland="standard")) == found


def test_an_opponent_known_to_be_scooped_by_rows_that_lie() -> None:
    """All but D have set: only the pairs of A, B and C are settled."""
    boards = {"A": TOP, "B": SECOND, "C": THIRD}
    right = judge(hand(sets(**boards, D=LAST)), seats="ABCD").units
    done = judge(hand(sets(**boards), None, {"units": right}), seats="ABCD")
    assert (basis(done), said(done), done.units) == ("result", [], right)
    for pair in ("A-B", "A-C", "B-C"):
        assert right[pair] is not None
        wrong = right | {pair: (right[pair] or 0) + 1}
        assert said(judge(hand(sets(**boards), None, {"units": wrong}), seats="ABCD")) == ["unit-mismatch 0"]
    for pair in ("A-D", "B-D", "C-D"):
        other = right | {pair: 9}
        assert said(judge(hand(sets(**boards), None, {"units": other}), seats="ABCD")) == []


def test_the_hands_of_the_article_by_their_units() -> None:
    done = judge(hand(sets(A=AMY), None, {"units": {"A-B": 2}}), hand(sets(A=AMY, B=BOB)))
    assert done.totals == {"A": 4, "B": -4}

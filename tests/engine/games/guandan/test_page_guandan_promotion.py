"""The rules page, promotion and match: levels, scores, failures at A, and how the match is won."""

from typing import Any

from builders import Judged, finished, hand, judge, played_out

from tests.offenders import for_every

UP_3, UP_2, UP_1 = "EWNS", "ENWS", "ENSW"
"""Orders of finish in which E and W move up so many levels."""
N_UP_3, N_UP_2, N_UP_1 = "NSEW", "NESW", "NEWS"

A_AGAINST_2 = {"E": "A", "N": "2"}
BY_E = ["E", "N", "W", "S"]
BY_N = ["N", "E", "S", "W"]


def orders(*finishes: str, begin: dict[str, Any] | None = None, **options: Any) -> Judged:
    """A match without tribute in which the hands end so, each played at the level that follows.

    ``begin`` is the setup of the first hand.
    """
    level = (begin or {}).get("level", "2")
    hands = [finished(finishes[0], **(begin or {}))]
    for finish in finishes[1:]:
        levels = judge(*hands, tribute="none", **options).hands[-1]["levels"]
        level = levels["E" if hands[-1]["actions"][0][0] in "EW" else "N"]
        hands.append(hand(played_out(finish, level)))
    return judge(*hands, tribute="none", **options)


def levels(done: Judged) -> list[tuple[str, str]]:
    """The teams' levels after each hand: E and W's, N and S's."""
    return [(each["levels"]["E"], each["levels"]["N"]) for each in done.hands]


@for_every(
    ("finish", "after", "scores"),
    [
        (UP_3, ("5", "2"), {"E": 3, "N": 0, "W": 3, "S": 0}),
        (UP_2, ("4", "2"), {"E": 2, "N": 0, "W": 2, "S": 0}),
        (UP_1, ("3", "2"), {"E": 1, "N": 0, "W": 1, "S": 0}),
        (N_UP_3, ("2", "5"), {"E": 0, "N": 3, "W": 0, "S": 3}),
        (N_UP_2, ("2", "4"), {"E": 0, "N": 2, "W": 0, "S": 2}),
        (N_UP_1, ("2", "3"), {"E": 0, "N": 1, "W": 0, "S": 1}),
    ],
)
def test_only_the_bankers_team_moves_up(finish: str, after: tuple[str, str], scores: dict[str, int]) -> None:
    done = orders(finish)
    assert done.verdict == "clean"
    assert levels(done) == [after]
    assert done.hands[0]["scores"] == done.totals == scores
    assert done.winner is None


def test_the_reason_for_the_score_is_given() -> None:
    (line,) = orders(UP_3).hands[0]["breakdown"]
    assert (line["rule"], line["points"]) == ("guandan.promotion", {"E": 3, "W": 3})


def test_each_hand_is_played_at_the_level_of_the_team_that_won_the_one_before() -> None:
    done = orders(UP_3, N_UP_2, UP_1, N_UP_1, N_UP_3)
    assert [done.frame(0, hand).facts for hand in range(5)] == [(("level", level),) for level in "25465"]
    assert levels(done) == [("5", "2"), ("5", "4"), ("6", "4"), ("6", "5"), ("6", "8")]
    assert done.totals == {"E": 4, "N": 6, "W": 4, "S": 6}


def test_the_levels_run_from_2_to_a() -> None:
    done = orders(*[UP_1] * 12)
    assert [each[0] for each in levels(done)] == list("3456789TJQKA")
    assert done.totals["E"] == 12


@for_every(
    ("level", "finish", "gained"),
    [("J", UP_3, 3), ("Q", UP_3, 2), ("K", UP_3, 1), ("K", UP_2, 1), ("K", UP_1, 1), ("A", UP_1, 0), ("A", UP_2, 0)],
)
def test_never_past_a_and_the_score_is_what_was_really_gained(level: str, finish: str, gained: int) -> None:
    done = orders(finish, begin={"level": level, "levels": {"E": level, "N": "2"}, "previous": BY_E})
    assert levels(done) == [("A", "2")]
    assert done.hands[0]["scores"] == {"E": gained, "N": 0, "W": gained, "S": 0}


def test_levels_are_keyed_by_the_first_seat_of_each_team() -> None:
    assert list(orders(UP_1).hands[0]["levels"]) == ["E", "N"]


# Winning the match.


@for_every("win_at", ["own_a", "team_a"])
@for_every(("finish", "winner"), [(UP_3, ["E", "W"]), (UP_2, ["E", "W"]), (UP_1, None), (N_UP_3, None), (N_UP_1, None)])
def test_the_match_is_won_at_a_unless_the_partner_is_dweller(
    win_at: str, finish: str, winner: list[str] | None
) -> None:
    done = orders(finish, begin={"level": "A", "levels": A_AGAINST_2, "previous": BY_E}, win_at=win_at)
    assert done.verdict == "clean"
    assert done.winner == winner
    assert done.hands[0]["levels"]["E"] == "A"


@for_every(
    ("setter", "win_at", "winner"),
    [
        (BY_E, "own_a", ["E", "W"]),
        (BY_N, "own_a", None),
        (None, "own_a", None),
        (BY_E, "team_a", ["E", "W"]),
        (BY_N, "team_a", ["E", "W"]),
        (None, "team_a", ["E", "W"]),
    ],
)
def test_under_own_a_the_team_must_have_set_the_level(
    setter: list[str] | None, win_at: str, winner: list[str] | None
) -> None:
    begin: dict[str, Any] = {"level": "A", "levels": {"E": "A", "N": "A"}}
    if setter:
        begin["previous"] = setter
    assert orders(UP_3, begin=begin, win_at=win_at).winner == winner


@for_every(
    ("a_partner", "finishes"), [("not_dweller", (UP_3, UP_2)), ("any", (UP_3, UP_2, UP_1)), ("follower", (UP_3,))]
)
def test_the_match_is_won_at_a_if_the_partner_has_the_place_agreed(a_partner: str, finishes: tuple[str, ...]) -> None:
    begin = {"level": "A", "levels": A_AGAINST_2, "previous": BY_E}
    won = [finish for finish in (UP_3, UP_2, UP_1) if orders(finish, begin=begin, a_partner=a_partner).winner]
    assert won == list(finishes)


@for_every(("miss", "after"), [("any_miss", ("2", "2")), ("dweller_finish", ("A", "2"))])
def test_a_partner_without_the_place_agreed_makes_a_failure_under_any_miss(miss: str, after: tuple[str, str]) -> None:
    begin = {"level": "A", "levels": A_AGAINST_2, "previous": BY_E}
    done = orders(UP_2, begin=begin, a_partner="follower", a_failures=1, a_failure_is=miss)
    assert levels(done) == [after]


@for_every(
    ("own", "finish", "winner"),
    [("A", N_UP_2, ["N", "S"]), ("A", N_UP_1, None), ("K", N_UP_3, None), ("A", UP_3, None)],
)
def test_under_any_hand_a_team_at_a_wins_with_a_hand_at_any_level(
    own: str, finish: str, winner: list[str] | None
) -> None:
    begin = {"level": "5", "levels": {"E": "5", "N": own}, "previous": BY_E}
    assert orders(finish, begin=begin, win_at="any_hand").winner == winner


@for_every("win_at", ["own_a", "team_a"])
def test_a_win_needs_the_own_level_at_a(win_at: str) -> None:
    """N and S win the hand that E and W play at their A."""
    begin = {"level": "A", "levels": {"E": "A", "N": "K"}, "previous": BY_E}
    done = orders(N_UP_3, begin=begin, win_at=win_at)
    assert done.winner is None
    assert levels(done) == [("A", "A")]


@for_every("win_at", ["own_a", "team_a"])
def test_a_win_needs_the_hand_to_be_played_at_a(win_at: str) -> None:
    begin = {"level": "9", "levels": {"E": "A", "N": "9"}, "previous": BY_N}
    assert orders(UP_3, begin=begin, win_at=win_at).winner is None
    begin = {"level": "K", "levels": {"E": "K", "N": "2"}, "previous": BY_E}
    assert orders(UP_3, begin=begin, win_at=win_at).winner is None


def test_under_reach_a_the_match_is_won_on_reaching_it() -> None:
    for finish, winner in ((UP_1, ["E", "W"]), (N_UP_3, None)):
        begin = {"level": "K", "levels": {"E": "K", "N": "2"}, "previous": BY_E}
        assert orders(finish, begin=begin, win_at="reach_a").winner == winner
    begin = {"level": "Q", "levels": {"E": "Q", "N": "2"}, "previous": BY_E}
    assert orders(UP_1, begin=begin, win_at="reach_a").winner is None
    assert orders(UP_2, begin=begin, win_at="reach_a").winner == ["E", "W"]


def test_the_other_team_may_win_at_its_own_a() -> None:
    begin = {"level": "A", "levels": {"E": "A", "N": "A"}, "previous": BY_N}
    assert orders(N_UP_2, begin=begin).winner == ["N", "S"]


def test_hands_after_the_match_are_reported_and_do_not_count() -> None:
    begin = {"level": "A", "levels": A_AGAINST_2, "previous": BY_E}
    won = finished(UP_3, **begin)
    later = [
        hand(played_out(N_UP_3, "A"), level="A", result={"scores": {"N": 2}}),
        hand("E play 3s; N play 3d", level="2"),
    ]
    done = judge(won, *later, tribute="none")
    assert done.said == ["after-match 1", "score-mismatch 1", "does-not-beat 2/1 N"]
    assert done.winner == ["E", "W"]
    assert done.totals == {"E": 0, "N": 0, "W": 0, "S": 0}
    assert done.hands[1]["finish"] == [["N"], ["S"], ["E", "W"]]
    weight = {each.code.id: str(each.severity) for each in done.report.findings}
    assert weight["after-match"] == "notice"


# Failures at A.

AT_A = {"level": "A", "levels": A_AGAINST_2, "previous": BY_E}


@for_every(
    ("kind", "finish", "fails"),
    [
        ("any_miss", UP_1, True),
        ("any_miss", N_UP_3, True),
        ("any_miss", N_UP_1, True),
        ("any_miss", UP_2, False),
        ("dweller_finish", UP_1, True),
        ("dweller_finish", N_UP_3, False),
        ("dweller_finish", N_UP_1, False),
        ("dweller_finish", UP_3, False),
    ],
)
def test_what_a_failure_is(kind: str, finish: str, fails: bool) -> None:
    done = orders(finish, begin=AT_A, a_failure_is=kind, a_failures=1)
    assert done.hands[0]["levels"]["E"] == ("2" if fails else "A")
    assert [line["rule"] for line in done.hands[0]["breakdown"]] == ["guandan.promotion"] + ["guandan.failures"] * fails


@for_every("limit", range(1, 10))
def test_the_nth_failure_sends_the_team_back_to_2(limit: int) -> None:
    done = orders(*[UP_1] * (limit + 1), begin=AT_A, a_failures=limit)
    assert [each[0] for each in levels(done)] == ["A"] * (limit - 1) + ["2", "3"]
    assert done.verdict == "clean"


def test_without_a_limit_none_is_sent_back() -> None:
    done = orders(*[UP_1] * 12, begin=AT_A, a_failures=0)
    assert [each[0] for each in levels(done)] == ["A"] * 12


def test_a_team_sent_to_2_that_won_the_hand_plays_the_next_one_at_2() -> None:
    done = orders(UP_1, UP_3, begin=AT_A, a_failures=1)
    assert done.frame(0, hand=1).facts == (("level", "2"),)
    assert levels(done) == [("2", "2"), ("5", "2")]


def test_a_team_sent_to_2_that_lost_the_hand() -> None:
    done = orders(N_UP_2, UP_3, begin=AT_A, a_failures=1)
    assert done.frame(0, hand=1).facts == (("level", "4"),)
    assert levels(done) == [("2", "4"), ("5", "4")]


def test_a_fall_does_not_show_in_the_scores() -> None:
    done = orders(UP_1, begin=AT_A, a_failures=1)
    assert done.hands[0]["scores"] == {"E": 0, "N": 0, "W": 0, "S": 0}
    done = orders(N_UP_3, begin=AT_A, a_failures=1)
    assert done.hands[0]["scores"] == {"E": 0, "N": 3, "W": 0, "S": 3}


def test_the_count_begins_again_after_a_fall() -> None:
    begin = {"level": "A", "levels": A_AGAINST_2, "previous": BY_E, "failures": {"E": 1}}
    climb = [UP_3] * 4
    done = orders(UP_1, *climb, UP_1, UP_1, begin=begin, a_failures=2)
    assert [each[0] for each in levels(done)] == list("258JAA2")


def test_only_hands_at_the_own_a_count() -> None:
    """E and W at A play a hand at 5, which N and S set, and lose it; and one at the A of N and S."""
    begin = {"level": "5", "levels": {"E": "A", "N": "5"}, "previous": BY_N}
    assert levels(orders(N_UP_3, begin=begin, a_failures=1)) == [("A", "8")]
    begin = {"level": "A", "levels": {"E": "A", "N": "A"}, "previous": BY_N}
    assert levels(orders(UP_1, begin=begin, a_failures=1)) == [("A", "2")]
    assert levels(orders(UP_1, begin=begin, a_failures=1, a_failure_is="dweller_finish")) == [("A", "A")]


def test_failures_count_over_hands_between() -> None:
    done = orders(N_UP_1, UP_1, UP_1, begin=AT_A, a_failures=2)
    assert levels(done) == [("A", "3"), ("A", "3"), ("2", "3")]


# Match by hands or by time.


@for_every(
    ("finishes", "winner"),
    [
        ([UP_3, N_UP_2], ["E", "W"]),
        ([UP_1, N_UP_2], ["N", "S"]),
        ([UP_2, N_UP_2], ["E", "N", "W", "S"]),
    ],
)
def test_by_hands_or_time_the_team_at_the_higher_level_wins(finishes: list[str], winner: list[str]) -> None:
    assert orders(*finishes).winner is None
    assert orders(*finishes, hands=2).winner == winner
    assert orders(*finishes, hands=3).winner is None
    timed = [finished(finishes[0]), hand(played_out(finishes[1]))]
    timed[1] = hand(played_out(finishes[1], {UP_3: "5", UP_1: "3", UP_2: "4"}[finishes[0]]))
    assert judge(*timed, tribute="none", result={"ended": "time"}).winner == winner
    assert judge(*timed, tribute="none", result={"ended": "rain"}).winner is None


def test_after_so_many_hands_the_match_is_over() -> None:
    done = orders(UP_1, UP_1, N_UP_3, hands=2)
    assert done.said == ["after-match 2"]
    assert done.totals == {"E": 2, "N": 0, "W": 2, "S": 0}


def test_a_match_may_still_be_won_at_a_before_its_last_hand() -> None:
    assert orders(UP_2, begin=AT_A, hands=5).winner == ["E", "W"]


def test_a_hand_that_nobody_can_score_counts_as_a_hand_and_leaves_the_winner_unknown() -> None:
    done = judge(hand("E play 3s"), finished(UP_3), hands=1, tribute="none", result={"winner": ["E", "W"]})
    assert done.hands[0]["complete"] is False
    assert done.said == ["after-match 1"]
    assert done.winner is None


# What the table wrote down.


@for_every(
    ("result", "said"),
    [
        ({"finish": ["E", "W", "N", "S"]}, []),
        ({"finish": ["E", "W", "S", "N"]}, []),
        ({"finish": ["E", "W", ["S", "N"]]}, []),
        ({"finish": ["E"]}, []),
        ({"finish": ["W", "E"]}, ["finish-mismatch 0"]),
        ({"finish": ["E", ["W", "N"]]}, ["finish-mismatch 0"]),
        ({"scores": {"E": 3, "W": 3}}, []),
        ({"scores": {"E": 3, "W": 3, "N": 0, "S": 0}}, []),
        ({"scores": {"E": 3, "W": 2}}, ["score-mismatch 0"]),
        ({"scores": {"N": -3}}, ["score-mismatch 0"]),
        ({"levels": {"W": "5"}}, []),
        ({"levels": {"E": "5", "S": "2"}}, []),
        ({"levels": {"E": "4"}}, ["level-mismatch 0"]),
        ({"levels": {"S": "3"}}, ["level-mismatch 0"]),
    ],
)
def test_every_recorded_part_of_a_result_is_checked(result: dict[str, Any], said: list[str]) -> None:
    done = judge(finished(UP_3, result=result))
    assert done.said == said
    assert done.verdict == ("misscored" if said else "clean")


@for_every(
    ("result", "said"),
    [
        ({"totals": {"E": 3, "N": 0}}, []),
        ({"totals": {"E": 2}}, ["total-mismatch"]),
        ({"winner": []}, []),
        ({"winner": ["E", "W"]}, ["winner-mismatch"]),
    ],
)
def test_recorded_totals_and_winner_are_checked(result: dict[str, Any], said: list[str]) -> None:
    assert judge(finished(UP_3), result=result).said == said


def test_the_recorded_winner_of_a_match_that_is_won() -> None:
    won = finished(UP_3, **AT_A)
    assert judge(won, tribute="none", result={"winner": ["W", "E"]}).said == []
    assert judge(won, tribute="none", result={"winner": ["E"]}).said == ["winner-mismatch"]
    assert judge(won, tribute="none", result={"winner": []}).said == ["winner-mismatch"]


def test_totals_before_the_first_hand_count() -> None:
    done = judge(finished(UP_3, totals={"E": 4, "N": 7, "W": 4, "S": 7}), result={"totals": {"E": 7, "N": 7}})
    assert done.said == []
    assert done.totals == {"E": 7, "N": 7, "W": 7, "S": 7}

"""The rules page: logs that begin in mid-match, incomplete hands followed by others, setups that contradict."""

from typing import Any

from builders import EVEN, Log, dealt, finished, hand, judge, played_out

from tests.offenders import for_every

UP_3, UP_2 = "EWNS", "ENWS"
N_UP_3, N_UP_2 = "NSEW", "NESW"
BY_E = ["E", "N", "W", "S"]
BY_N = ["N", "E", "S", "W"]
NOTHING = {"E": None, "N": None, "W": None, "S": None}


def level_of(log: list[Log], hand_index: int, **options: Any) -> str:
    """The level that a hand is replayed at."""
    return dict(judge(*log, **options).frame(0, hand=hand_index).facts)["level"]


# Beginning in mid-match.


@for_every("level", list("23456789TJQKA"))
def test_any_level_of_a_first_hand_is_believed(level: str) -> None:
    begun = [finished(UP_3, level=level)]
    assert judge(*begun).said == []
    assert level_of(begun, 0) == level


def test_ten_may_be_written_with_two_digits() -> None:
    assert level_of([hand(level="10")], 0) == "T"
    assert judge(hand(played_out(UP_3, "T"), level="10", levels={"E": "10", "N": "t"})).hands[0]["levels"] == {
        "E": "K",
        "N": "T",
    }


def test_without_a_setup_the_match_begins_at_2() -> None:
    done = judge(hand(played_out(UP_3)))
    assert done.verdict == "clean"
    assert done.hands[0]["levels"] == {"E": "5", "N": "2"}


def test_at_level_2_the_teams_are_at_2() -> None:
    assert judge(finished(UP_3, level="2")).hands[0]["scores"] == {"E": 3, "N": 0, "W": 3, "S": 0}


@for_every("level", ["3", "9", "K", "A"])
def test_above_2_without_levels_the_teams_levels_are_unknown(level: str) -> None:
    done = judge(finished(UP_3, level=level))
    assert done.said == []
    assert done.verdict == "incomplete"
    assert (done.hands[0]["basis"], done.hands[0]["scores"], done.hands[0]["levels"]) == ("play", None, None)
    assert done.totals == dict.fromkeys("ENWS")
    assert done.winner is None


def test_the_level_was_set_by_the_bankers_team_of_previous() -> None:
    """So the level of that team is known, and its score."""
    done = judge(finished(UP_3, level="9", previous=BY_E), tribute="none")
    assert done.hands[0]["scores"] == {"E": 3, "N": 0, "W": 3, "S": 0}
    assert done.hands[0]["levels"] == {"E": "Q", "N": None}
    done = judge(finished(UP_3, level="9", previous=BY_N), tribute="none")
    assert (done.hands[0]["scores"], done.hands[0]["levels"]) == (None, None)


def test_with_levels_every_score_is_known() -> None:
    done = judge(finished(UP_3, level="9", levels={"W": "Q", "S": "9"}, previous=BY_N), tribute="none")
    assert done.verdict == "clean"
    assert done.hands[0]["scores"] == {"E": 2, "N": 0, "W": 2, "S": 0}
    assert done.hands[0]["levels"] == {"E": "A", "N": "9"}


@for_every(("failures", "level"), [(None, "A"), ({"E": 1}, "A"), ({"W": 2}, "2"), ({"N": 2}, "A")])
def test_failures_before_the_log_count(failures: dict[str, int] | None, level: str) -> None:
    setup: dict[str, Any] = {"levels": {"E": "A", "N": "4"}, "previous": BY_E}
    if failures:
        setup["failures"] = failures
    done = judge(finished("ENSW", level="A", **setup), tribute="none", a_failures=3)
    assert done.said == []
    assert done.hands[0]["levels"]["E"] == level


def test_without_previous_nobody_set_the_level() -> None:
    """So at A nobody fails, and under `own_a` nobody wins."""
    at_a = finished("ENSW", level="A", levels={"E": "A", "N": "2"})
    assert judge(at_a, a_failures=1).hands[0]["levels"] == {"E": "A", "N": "2"}
    assert judge(finished(UP_3, level="A", levels={"E": "A", "N": "2"}), win_at="own_a").winner is None


def test_without_previous_no_tribute_is_looked_for() -> None:
    """What was owed is not known; a tribute in the log is moved and not judged."""
    deal = dealt("S", S="Qd 5s", E="9s", N="Ks")
    for known in ({}, {"levels": {"E": "T", "N": "T"}}):
        assert judge(hand("N play Ks", deal, level="T", **known)).said == []
        done = judge(hand("S tribute 5s > E; E return 9s > S; N play Ks", deal, level="T", **known))
        assert done.said == []
        assert "5s" in done.seat("E").public
    assert judge(hand("S tribute 5s > E; N play Ks", deal, level="2")).said == ["tribute-not-due 0/0 S"]


@for_every(
    "setup",
    [
        {"level": "1"},
        {"level": "BJ"},
        {"level": "9", "levels": {"E": "B"}},
        {"level": "9", "levels": {"X": "9"}},
        {"level": "9", "levels": {"E": "9", "W": "T"}},
        {"level": "9", "previous": ["E", "N", "E"]},
        {"level": "9", "previous": ["E", "X"]},
        {"level": "9", "previous": []},
        {"level": "9", "failures": {"X": 1}},
        {"level": "9", "failures": {"E": -1}},
        {"first": "X"},
        {"totals": {"X": 4}},
    ],
)
def test_a_setup_that_does_not_parse_is_malformed(setup: dict[str, Any]) -> None:
    done = judge(hand("E play 3s", **setup))
    assert done.said == ["malformed 0"]
    assert done.verdict == "illegal"


def test_a_bad_setup_does_not_end_the_replay() -> None:
    done = judge(finished(UP_3, level="2", previous=["E", "X"]))
    assert done.said == ["malformed 0"]
    assert done.hands[0]["finish"] == [["E"], ["W"], ["N", "S"]]


# Setups that contradict the hands before.


@for_every(
    ("setup", "said"),
    [
        ({}, []),
        ({"level": "4"}, []),
        ({"level": "4", "levels": {"E": "4", "N": "2"}, "previous": BY_E}, []),
        ({"level": "4", "levels": {"W": "4", "S": "2"}, "previous": ["E", "N"]}, []),
        ({"level": "2"}, ["setup-mismatch 1"]),
        ({"previous": ["E", "W", "N", "S"]}, ["setup-mismatch 1"]),
        ({"level": "4", "levels": {"E": "4", "N": "3"}}, ["setup-mismatch 1"]),
        ({"level": "5", "levels": {"E": "5", "N": "2"}}, ["setup-mismatch 1"] * 1),
    ],
)
def test_a_later_setup_follows_from_the_hands_before(setup: dict[str, Any], said: list[str]) -> None:
    level = str(setup.get("level", "4"))
    done = judge(finished(UP_2), hand(played_out(UP_3, level), **setup), tribute="none")
    assert done.said == said


def test_after_a_wrong_level_the_replay_goes_on_with_it() -> None:
    done = judge(finished(UP_2), finished(UP_2, level="9"), hand(), tribute="none")
    assert done.said == ["setup-mismatch 1"]
    assert dict(done.frame(0, hand=1).facts)["level"] == "9"
    assert done.hands[1]["levels"]["E"] == "6"
    assert dict(done.frame(0, hand=2).facts)["level"] == "6"


def test_after_a_wrong_previous_tribute_goes_by_it() -> None:
    deal = dealt("N", N="Qd", W="9h")
    second = hand("N tribute Qd > W; W return 9h; N play 2s", deal, level="T", previous=["W", "S", "E", "N"])
    done = judge(finished(UP_2, level="8", levels={"E": "8", "N": "2"}), second)
    assert done.said == ["setup-mismatch 1"]


def test_a_wrong_previous_does_not_make_the_level_wrong() -> None:
    second = hand(level="T", previous=["N", "W", "S", "E"])
    done = judge(finished(UP_2, level="8", levels={"E": "8", "N": "2"}), second, tribute="none")
    assert done.said == ["setup-mismatch 1"]


def test_failures_and_levels_of_a_setup_are_gone_on_with() -> None:
    first = finished("ENSW", level="A", levels={"E": "A", "N": "2"}, previous=BY_E)
    second = finished("ENSW", level="A", failures={"E": 2})
    done = judge(first, second, tribute="none", a_failures=3)
    assert done.said == ["setup-mismatch 1"]
    assert done.hands[1]["levels"]["E"] == "2"


# Incomplete hands followed by others.


def test_after_an_incomplete_hand_nothing_is_known() -> None:
    """Neither level nor tribute nor leader; nothing that hangs on them is said."""
    done = judge(hand("E play 3s"), hand("S play Kh; N pass"))
    assert done.said == ["out-of-turn 1/1 N"]
    assert dict(done.frame(0, hand=1).facts)["level"] == "?"
    assert judge(hand("E play 3s"), hand("S tribute 9h > E; E return 2s > S; N play 3s")).said == []


def test_at_an_unknown_level_every_play_may_be_one() -> None:
    played = "E play 3s; N play 2s; W play 9h 9c; S play 4h 5h 6h"
    assert judge(hand("E play 3s"), hand(played)).said == []
    assert judge(hand("E play 3s"), hand("E play 3h; N play 2s")).said == ["card-not-held 1/0 E"]


def test_of_a_hand_that_is_not_complete_nothing_is_scored() -> None:
    done = judge(finished(UP_3), hand("E play 3s", level="5"), tribute="none")
    assert done.hands[1] == {
        "complete": False,
        "basis": None,
        "finish": [],
        "levels": None,
        "scores": None,
        "breakdown": [],
    }
    assert done.totals == dict.fromkeys("ENWS")
    assert done.verdict == "incomplete"
    assert [(each.code.id, str(each.severity), each.action) for each in done.report.findings] == [
        ("incomplete-hand", "warning", None)
    ]


def test_finish_goes_as_far_as_the_hand_did() -> None:
    actions = played_out("ENWS")
    out = actions.index(next(action for action in actions if action.startswith("N play"))) + 1
    done = judge(hand(actions[:out]))
    assert done.hands[0]["finish"] == [["E"]]
    assert done.hands[0]["scores"] is None


def test_the_next_setup_says_level_and_order() -> None:
    deal = dealt("S", S="Qd", E="9s")
    setup = {"level": "T", "levels": {"E": "T", "N": "2"}, "previous": BY_E}
    for actions, said in (
        ("S tribute Qd; E return 9s; S play 2s", []),
        ("S play 2s", ["tribute-missing 1/0 S"]),
        ("S tribute Qd; E return 9s; E play Ad", ["wrong-leader 1/2 E"]),
    ):
        assert judge(hand("E play 3s"), hand(actions, deal, **setup)).said == said
    done = judge(hand("E play 3s"), finished(UP_3, **setup), tribute="none")
    assert done.hands[1]["levels"] == {"E": "K", "N": "2"}


def test_else_the_recorded_result_of_the_hand_says_it() -> None:
    broken = hand("E play 3s", result={"finish": BY_E, "levels": {"E": "4", "N": "2"}})
    assert level_of([broken, hand()], 1) == "4"
    deal = dealt("S", S="Qd", E="9s")
    for actions, said in (
        ("S tribute Qd; E return 9s; S play 3s", ["tribute-wrong-card 1/0 S"]),
        ("S tribute 4s; E return 9s; S play 3s", []),
        ("S play 3s", ["tribute-missing 1/0 S"]),
    ):
        assert judge(broken, hand(actions, deal)).said == said


def test_the_recorded_finish_alone_gives_the_levels() -> None:
    assert level_of([hand("E play 3s", result={"finish": ["E", "W"]}), hand()], 1) == "5"
    assert level_of([hand("E play 3s", result={"levels": {"E": "5", "N": "2"}}), hand()], 1) == "?"


def test_a_setup_may_contradict_a_hand_that_was_scored_from_its_record() -> None:
    broken = hand("E play 3s", result={"finish": BY_E})
    setup = {"level": "5", "levels": {"E": "5", "N": "2"}, "previous": ["E", "W", "N", "S"]}
    done = judge(broken, finished(UP_3, **setup), tribute="none")
    assert set(done.said) == {"setup-mismatch 1"}
    assert done.hands[1]["levels"] == {"E": "8", "N": "2"}


def test_it_cannot_contradict_one_that_nobody_can_score() -> None:
    setup = {"level": "5", "levels": {"E": "5", "N": "2"}, "previous": ["E", "W", "N", "S"]}
    done = judge(hand("E play 3s", result={"finish": ["N"]}), finished(UP_3, **setup), tribute="none")
    assert done.said == []
    assert done.hands[1]["levels"] == {"E": "8", "N": "2"}


@for_every(
    "result",
    [{"scores": {"E": 1}}, {"levels": {"E": "9"}}, {"finish": ["W"]}, {"finish": ["W", "N"], "scores": {"E": 2}}],
)
def test_what_is_recorded_of_an_incomplete_hand_is_not_called_wrong(result: dict[str, Any]) -> None:
    assert judge(hand("E play 3s", result=result)).said == []


def test_but_places_that_are_known_are_compared() -> None:
    actions = played_out("ENWS")
    out = actions.index(next(action for action in actions if action.startswith("N play"))) + 1
    assert judge(hand(actions[:out], result={"finish": ["E", "W"]})).said == []
    assert judge(hand(actions[:out], result={"finish": ["N", "E"]})).said == ["finish-mismatch 0"]


def test_after_a_hand_at_a_that_nobody_can_score_the_failures_are_as_many_as_before() -> None:
    at_a = {"level": "A", "levels": {"E": "A", "N": "2"}}
    broken = hand("E play 3s", **at_a, previous=BY_E)
    after = finished("ENSW", **at_a, previous=BY_E)
    done = judge(broken, after, tribute="none", a_failures=2)
    assert done.said == []
    assert done.verdict == "incomplete"
    assert done.hands[1]["levels"] == {"E": "A", "N": "2"}
    done = judge(broken, finished("ENSW", **at_a, previous=BY_E, failures={"E": 1}), tribute="none", a_failures=2)
    assert done.hands[1]["levels"] == {"E": "2", "N": "2"}


def test_the_deals_of_other_hands_are_not_touched() -> None:
    done = judge(hand("E play 3s"), hand("E play 3s 3d", EVEN, level="2"))
    assert done.frame(1, hand=1).seats[0].count == 25


def test_the_clock_cuts_off_a_last_hand_without_a_result() -> None:
    for said, verdict, winner in (([], "clean", ["E", "W"]), (["winner-mismatch"], "misscored", ["N", "S"])):
        result = {"ended": "time", "winner": winner}
        done = judge(finished(UP_3), hand("E play 3s", level="5"), tribute="none", result=result)
        assert (done.said, done.verdict, done.winner) == (said, verdict, ["E", "W"])
        assert (done.hands[1]["basis"], done.hands[1]["levels"]) == (None, None)


def test_by_time_after_a_hand_that_nobody_can_score_the_winner_is_unknown() -> None:
    for winner in (["E", "W"], ["N", "S"]):
        result = {"ended": "time", "winner": winner}
        broken = hand("E play 3s", level="5", result={"finish": ["N"]})
        done = judge(finished(UP_3), broken, tribute="none", result=result)
        assert done.said == []
        assert done.winner is None
        assert done.verdict == "incomplete"
    told = hand("E play 3s", level="5", result={"levels": {"E": "5", "N": "2"}})
    assert judge(finished(UP_3), told, tribute="none", result={"ended": "time"}).winner == ["E", "W"]


def test_a_failure_that_may_have_been_the_win_of_the_others_may_send_a_team_back() -> None:
    """Nobody knows whether N and S, at an unknown level, won the match at A; if not, E and W failed once more."""
    at_a = finished("NSEW", level="A", previous=BY_E)
    for limit, scores in ((2, dict.fromkeys("ENWS", 0)), (1, None)):
        done = judge(at_a, finished("EWNS"), tribute="none", win_at="team_a", a_failures=limit)
        assert done.hands[0]["scores"] is None
        assert done.hands[1]["scores"] == scores

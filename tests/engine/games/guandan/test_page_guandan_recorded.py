"""The rules page, a hand known by its result: promotion, levels and tribute after what the table recorded."""

from typing import Any

from builders import Judged, Log, dealt, finished, hand, judge

from tests.offenders import for_every

BY_E = ["E", "N", "W", "S"]


def sheet(*results: dict[str, Any] | None, setups: dict[int, dict[str, Any]] | None = None, **options: Any) -> Judged:
    """A match of hands without cards and actions; some have a setup."""
    return judge(*(known(result, **(setups or {}).get(place, {})) for place, result in enumerate(results)), **options)


def known(result: dict[str, Any] | None, **setup: Any) -> Log:
    """A hand without cards and actions."""
    return hand("", None, result, **setup)


def said(done: Judged) -> list[str]:
    """What is said besides that hands are known by their results."""
    return [each for each in done.said if "result-only" not in each]


def level_after(*hands: Log, **options: Any) -> str:
    """The level that a hand after some others is played at."""
    return dict(judge(*hands, hand(), **options).frame(0, hand=len(hands)).facts)["level"]


@for_every(
    ("recorded", "finish", "gained"),
    [
        (["E", "W"], [["E"], ["W"], ["N", "S"]], 3),
        (["E", "W", "N", "S"], [["E"], ["W"], ["N", "S"]], 3),
        (["E", "W", "S", "N"], [["E"], ["W"], ["N", "S"]], 3),
        (["E", "W", ["S", "N"]], [["E"], ["W"], ["N", "S"]], 3),
        (["E", "W", "S"], [["E"], ["W"], ["N", "S"]], 3),
        (["E", "N", "W"], [["E"], ["N"], ["W"], ["S"]], 2),
        (["E", "N", "W", "S"], [["E"], ["N"], ["W"], ["S"]], 2),
        (["E", "N", "S"], [["E"], ["N"], ["S"], ["W"]], 1),
        ([["E"], ["N"], ["S"], ["W"]], [["E"], ["N"], ["S"], ["W"]], 1),
    ],
)
def test_the_shortest_beginning_that_ends_the_hand(recorded: list[Any], finish: list[list[str]], gained: int) -> None:
    done = sheet({"finish": recorded})
    (only,) = done.hands
    assert (only["basis"], only["finish"]) == ("result", finish)
    assert only["scores"] == {"E": gained, "N": 0, "W": gained, "S": 0}
    assert only["levels"] == {"E": "2345"[gained], "N": "2"}
    assert said(done) == []


@for_every("recorded", [[], ["E"], ["E", "N"], [["E", "W"]], ["E", ["N", "W"], "S"]])
def test_a_finish_that_does_not_end_the_hand_or_that_no_play_can_have(recorded: list[Any]) -> None:
    done = sheet({"finish": recorded})
    assert (done.hands[0]["basis"], done.hands[0]["finish"], done.hands[0]["levels"]) == (None, [], None)
    assert said(done) == []


def test_recorded_levels_are_compared_with_those_of_the_result() -> None:
    assert said(sheet({"finish": ["E", "W"], "levels": {"E": "5", "N": "2"}})) == []
    assert said(sheet({"finish": ["E", "W"], "levels": {"W": "6"}})) == ["level-mismatch 0"]
    done = sheet({"finish": ["E", "W"], "levels": {"E": "6", "S": "2"}, "scores": {"E": 4}})
    assert said(done) == ["score-mismatch 0", "level-mismatch 0"]
    assert done.hands[0]["levels"] == {"E": "5", "N": "2"}


def test_the_promotion_follows_from_the_levels_before() -> None:
    at_k = {0: {"level": "K", "levels": {"E": "K", "N": "4"}}}
    done = sheet({"finish": ["E", "W"]}, {"finish": ["N", "S"]}, setups=at_k)
    assert [each["scores"]["E"] for each in done.hands] == [1, 0]
    assert [each["levels"] for each in done.hands] == [{"E": "A", "N": "4"}, {"E": "A", "N": "7"}]


def test_by_results_a_match_is_won_at_a() -> None:
    at_a = {0: {"level": "A", "levels": {"E": "A", "N": "4"}, "previous": BY_E}}
    done = sheet({"finish": ["E", "W"]}, setups=at_a, result={"winner": ["E", "W"]})
    assert done.winner == ["E", "W"]
    assert said(done) == []
    assert sheet({"finish": ["E", "N", "S"]}, setups=at_a).winner is None


def test_a_level_that_is_not_known_may_be_near_a() -> None:
    """The basis is then the scores, or nothing; of the team that set the level it is known."""
    setups: dict[int, dict[str, Any]] = {0: {"level": "9"}}
    assert sheet({"finish": ["E", "W"]}, setups=setups).hands[0]["basis"] is None
    scores = {"E": 3, "N": 0, "W": 3, "S": 0}
    done = sheet({"finish": ["E", "W"], "scores": scores}, setups=setups)
    assert (done.hands[0]["basis"], done.hands[0]["scores"], done.hands[0]["finish"]) == ("scores", scores, [])
    setups[0]["previous"] = BY_E
    assert sheet({"finish": ["E", "W"]}, setups=setups).hands[0]["basis"] == "result"
    assert sheet({"finish": ["N", "S"]}, setups=setups).hands[0]["basis"] is None


def test_the_tribute_of_the_next_hand_is_due_by_the_recorded_finish() -> None:
    deal = dealt("S", S="Qd", E="9s")
    for actions, found in (
        ("S tribute Qd; E return 9s; S play 3s", []),
        ("S play 3s", ["tribute-missing 1/0 S"]),
    ):
        first = known({"finish": BY_E}, level="8", levels={"E": "8", "N": "2"})
        assert said(judge(first, hand(actions, deal))) == found


def test_by_scores_the_tribute_of_the_next_hand_is_not_checked() -> None:
    deal = dealt("S", S="Qd", E="9s", N="7s", W="3c")
    first = known({"finish": [["E", "N"]], "scores": {"E": 2, "N": 0, "W": 2, "S": 0}})
    for actions in ("S tribute Qd; E return 9s; S play 3s", "S play 3s", "N tribute 7s; E return 9s; W play 3c"):
        assert said(judge(first, hand(actions, deal))) == []


@for_every(
    ("result", "level", "levels"),
    [
        ({"scores": {"E": 2, "N": 0, "W": 2, "S": 0}}, "4", {"E": "4", "N": "2"}),
        ({"scores": {"E": 0, "N": 3, "W": 0, "S": 3}}, "5", {"E": "2", "N": "5"}),
        ({"scores": {"E": 0, "N": 3, "W": 0, "S": 3}, "levels": {"E": "8", "S": "9"}}, "9", {"E": "8", "N": "9"}),
        ({"scores": {"E": 0, "N": 0, "W": 0, "S": 0}, "levels": {"E": "8", "S": "9"}}, "?", {"E": "8", "N": "9"}),
        ({"scores": {"E": 2, "N": 0, "W": 2, "S": 0}, "levels": {"E": "8"}}, "4", {"E": "4", "N": "2"}),
    ],
)
def test_levels_after_a_hand_known_by_its_scores(result: dict[str, Any], level: str, levels: dict[str, str]) -> None:
    """The recorded ones of both teams, else those before and what each team scored."""
    done = sheet(result)
    assert (done.hands[0]["basis"], done.hands[0]["levels"]) == ("scores", levels)
    assert said(done) == []
    assert level_after(known(result)) == level


UNTOLD = [
    {"E": 0, "N": 0, "W": 0, "S": 0},
    {"E": 2, "N": 1, "W": 2, "S": 1},
    {"E": 2, "N": 0, "W": 1, "S": 0},
    {"E": 2, "N": 0, "W": 0, "S": 0},
    {"E": 13, "N": 0, "W": 13, "S": 0},
    {"E": -2, "N": 0, "W": -2, "S": 0},
]


@for_every("scores", UNTOLD)
def test_what_the_scores_do_not_tell_is_unknown_until_a_setup_says_it(scores: dict[str, int]) -> None:
    first = known({"scores": scores})
    assert level_after(first) == "?"
    done = judge(first, known({"finish": ["E", "W"]}))
    assert (done.hands[0]["levels"], done.hands[1]["basis"]) == (None, None)
    told = judge(first, known({"finish": ["E", "W"]}, level="7", levels={"E": "7", "N": "3"}))
    assert said(told) == []
    assert (told.hands[1]["basis"], told.hands[1]["levels"]) == ("result", {"E": "T", "N": "3"})
    assert told.totals == {seat: points + 3 * (seat in "EW") for seat, points in scores.items()}


def test_a_failure_at_a_is_not_told_by_the_scores() -> None:
    at_a = {"level": "A", "levels": {"E": "A", "N": "4"}, "previous": BY_E, "failures": {"E": 2}}
    lost = known({"scores": {"E": 0, "N": 2, "W": 0, "S": 2}}, **at_a)
    done = judge(lost, a_failures=3)
    assert done.hands[0]["basis"] == "scores"
    assert (done.hands[0]["levels"] or {}).get("E") is None
    told = known({"finish": ["E", "W"]}, level="6", levels={"E": "2", "N": "6"})
    done = judge(lost, told, a_failures=3)
    assert said(done) == []
    assert done.hands[1]["levels"] == {"E": "5", "N": "6"}


def test_scores_above_zero_for_one_team_set_the_level_of_the_next_hand() -> None:
    done = sheet(
        {"scores": {"E": 2, "N": 0, "W": 2, "S": 0}},
        {"scores": {"E": 0, "N": 1, "W": 0, "S": 1}},
        {"finish": ["N", "S"]},
    )
    assert [each["levels"] for each in done.hands] == [
        {"E": "4", "N": "2"},
        {"E": "4", "N": "3"},
        {"E": "4", "N": "6"},
    ]
    assert done.totals == {"E": 2, "N": 4, "W": 2, "S": 4}


def test_recorded_levels_of_a_hand_that_nobody_can_score_serve_as_those_of_a_setup() -> None:
    done = sheet({"levels": {"E": "6", "S": "3"}}, {"finish": ["E", "W"]})
    assert [each["basis"] for each in done.hands] == [None, "result"]
    assert done.hands[1]["levels"] == {"E": "9", "N": "3"}
    assert set(done.totals.values()) == {None}
    done = sheet({"levels": {"E": "6"}}, {"finish": ["E", "W"]})
    assert [each["basis"] for each in done.hands] == [None, None]


def test_the_winner_is_unknown_after_a_hand_that_nobody_can_score_until_a_setup_has_the_levels() -> None:
    won = {"level": "A", "levels": {"E": "A", "N": "4"}, "previous": BY_E}
    done = judge(known(None), finished("EWNS", **won), tribute="none", result={"winner": ["E", "W"]})
    assert (done.winner, said(done)) == (["E", "W"], [])
    done = judge(known(None), finished("EWNS", **won), tribute="none", result={"winner": ["N", "S"]})
    assert said(done) == ["winner-mismatch"]
    unknown = judge(known(None), known(None), tribute="none", result={"winner": ["N", "S"]})
    assert (unknown.winner, said(unknown)) == (None, [])


def test_at_a_without_previous_after_an_unknown_hand_nobody_set_the_level() -> None:
    at_a = {"level": "A", "levels": {"E": "A", "N": "2"}}
    done = judge(known(None), known({"finish": ["E", "W"]}, **at_a))
    assert (done.winner, done.hands[1]["basis"]) == (None, "result")
    assert judge(known(None), known({"finish": ["E", "W"]}, **at_a, previous=BY_E)).winner == ["E", "W"]
    lost = known({"finish": ["N", "S"]}, **at_a)
    assert judge(known(None), lost, a_failures=1).hands[1]["levels"] == {"E": "A", "N": "5"}


def test_levels_that_contradict_without_a_level_give_that_of_the_team_that_won() -> None:
    done = judge(known({"finish": ["E", "W"]}), known({"finish": ["E", "W"]}, levels={"E": "8", "N": "3"}))
    assert said(done) == ["setup-mismatch 1"]
    assert done.hands[1]["levels"] == {"E": "J", "N": "3"}
    assert dict(done.frame(0, hand=1).facts)["level"] == "8"
    done = judge(known({"finish": ["N", "S"]}), known({"finish": ["E", "W"]}, levels={"E": "8", "N": "3"}))
    assert dict(done.frame(0, hand=1).facts)["level"] == "3"


def test_previous_after_a_hand_whose_finish_is_unknown_is_believed() -> None:
    deal = dealt("S", S="Qd", E="9s")
    setup: dict[str, Any] = {"level": "T", "levels": {"E": "T", "N": "2"}, "previous": BY_E}
    for first in (known(None), known({"scores": {"E": 0, "N": 2, "W": 0, "S": 2}}, levels={"E": "T", "N": "2"})):
        done = judge(first, hand("S play 2s", deal, **setup))
        assert "tribute-missing 1/0 S" in said(done)
        assert "setup-mismatch 1" not in said(judge(first, hand("S play 2s", deal, previous=BY_E)))

"""The report page, what is not finished or not known: hands known by their recorded results, in every game."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.logs.fupan.reading import read_match
from engine.verdict.check import Checker
from tests.offenders import for_every

Facts = dict[str, Any]
SAMPLES = Path(__file__).parents[2] / "sample_logs" / "demo"

SEATS = {"guandan": "ENWS", "bao_huang": "ABCDE", "big_a": "ABCDE", "chinese_poker": "AB"}
RESULTS: dict[str, Facts] = {
    "guandan": {"finish": ["E", "W"]},
    "bao_huang": {"finish": ["A", "C"], "roles": {"emperor": "A", "protector": "C"}},
    "big_a": {"finish": ["A", "C"], "roles": {"declarer": "A", "partner": "C"}},
    "chinese_poker": {"units": {"A-B": 3}},
}
"""Of each game a result that is enough to score a hand."""
SCORES: dict[str, dict[str, int]] = {
    "guandan": {"E": 3, "N": 0, "W": 3, "S": 0},
    "bao_huang": {"A": 6, "B": -3, "C": 3, "D": -3, "E": -3},
    "big_a": {"A": 6, "B": -3, "C": 3, "D": -3, "E": -3},
    "chinese_poker": {"A": 3, "B": -3},
}
"""What these results come to."""
ENDS: dict[str, Facts] = {
    "guandan": {"hands": 1},
    "bao_huang": {"hands": 1},
    "big_a": {"hands": 1},
    "chinese_poker": {"target": 3},
}
"""Of each game the options under which the first hand ends the match."""
OTHER_SETUPS: dict[str, Facts] = {
    "guandan": {
        "level": "9",
        "levels": {"E": "9", "N": "J"},
        "previous": ["N", "S", "E", "W"],
        "failures": {"E": 2},
    },
    "bao_huang": {"previous": {"finish": ["B", "D"], "emperor": "B", "protector": "D"}},
    "big_a": {},
    "chinese_poker": {"stakes": {"A-B": 5}},
}
"""Facts before a hand that contradict a first hand with these results, where a game has any."""
climbing = pytest.mark.parametrize("game", ["bao_huang", "big_a", "guandan"])
every_game = pytest.mark.parametrize("game", sorted(SEATS))


def hand(result: Facts | None = None, actions: list[str] | None = None, **setup: Any) -> Facts:
    """A hand without a deal."""
    log: Facts = {"actions": actions or []}
    if setup:
        log["setup"] = setup
    return log if result is None else log | {"result": result}


def checked(game: str, *hands: Facts, result: Facts | None = None, **options: Any) -> Facts:
    """The report on a match of hands."""
    log: Facts = {
        "format": "fupan/1",
        "game": game,
        "rules": {"options": options},
        "players": [{"seat": seat} for seat in SEATS[game]],
        "hands": list(hands),
    }
    if result is not None:
        log["result"] = result
    return Checker().check(read_match(json.dumps(log).encode(), "made.json")).as_dict()


def codes(report: Facts) -> list[tuple[str, int | None, str]]:
    """The findings: code, hand, severity."""
    return [(each["code"], each["hand"], each["severity"]) for each in report["findings"]]


def added(*scores: dict[str, int]) -> dict[str, int]:
    """Scores together."""
    return {seat: sum(each[seat] for each in scores) for seat in scores[0]}


def nobody(game: str) -> dict[str, None]:
    """Totals of which none is known."""
    return dict.fromkeys(SEATS[game])


@every_game
def test_by_the_result_the_scores_are_derived(game: str) -> None:
    report = checked(game, hand(RESULTS[game]))
    (only,) = report["hands"]
    assert (only["complete"], only["basis"], only["scores"]) == (False, "result", SCORES[game])
    assert report["totals"] == SCORES[game]
    assert codes(report) == [("result-only", 0, "notice")]
    assert report["verdict"] == "incomplete"


@every_game
def test_recorded_scores_are_compared_with_those_of_the_result(game: str) -> None:
    assert codes(checked(game, hand(RESULTS[game] | {"scores": SCORES[game]}))) == [("result-only", 0, "notice")]
    wrong = SCORES[game] | {"A" if "A" in SEATS[game] else "E": 7}
    report = checked(game, hand(RESULTS[game] | {"scores": wrong}))
    assert codes(report) == [("result-only", 0, "notice"), ("score-mismatch", 0, "error")]
    assert report["hands"][0]["scores"] == SCORES[game]
    assert report["totals"] == SCORES[game]
    assert report["verdict"] == "misscored"


@every_game
def test_by_scores_they_stand_as_recorded(game: str) -> None:
    report = checked(game, hand({"scores": SCORES[game]}))
    (only,) = report["hands"]
    assert (only["complete"], only["basis"], only["scores"]) == (False, "scores", SCORES[game])
    (line,) = only["breakdown"]
    assert line["rule"] == f"{game}.recorded"
    assert line["points"] == {seat: points for seat, points in SCORES[game].items() if points}
    assert codes(report) == [("result-only", 0, "notice")]
    assert only.get("finish", []) == []
    assert only.get("roles", {}) == {}
    assert report["totals"] == SCORES[game]


@every_game
def test_scores_that_leave_a_seat_out_are_no_basis(game: str) -> None:
    some = dict(list(SCORES[game].items())[1:])
    report = checked(game, hand({"scores": some}))
    (only,) = report["hands"]
    assert (only["basis"], only["scores"], only["breakdown"]) == (None, None, [])
    assert codes(report) == [("incomplete-hand", 0, "warning")]
    assert report["totals"] == nobody(game)


@every_game
@pytest.mark.parametrize("result", [None, {}])
def test_of_nothing_nothing_is_known(game: str, result: Facts | None) -> None:
    report = checked(game, hand(result))
    (only,) = report["hands"]
    assert (only["complete"], only["basis"], only["scores"]) == (False, None, None)
    assert only.get("levels") is None
    assert only.get("units") is None
    assert only.get("finish", []) == []
    assert only.get("roles", {}) == {}
    assert codes(report) == [("incomplete-hand", 0, "warning")]
    assert report["verdict"] == "incomplete"


@every_game
def test_scores_that_do_not_sum_to_zero(game: str) -> None:
    """A mismatch where the page of the game says that they do; the totals go on with them all the same."""
    scores = dict.fromkeys(SEATS[game], 1)
    report = checked(game, hand({"scores": scores}))
    mismatch = [] if game == "guandan" else [("score-mismatch", 0, "error")]
    assert codes(report) == [("result-only", 0, "notice"), *mismatch]
    assert report["totals"] == scores
    assert report["hands"][0]["basis"] == "scores"


@every_game
def test_totals_are_unknown_after_a_hand_that_nobody_can_score(game: str) -> None:
    """Recorded totals are not compared then."""
    wrong = dict.fromkeys(SEATS[game], 99)
    for hands in ([hand()], [hand(RESULTS[game]), hand()], [hand(), hand(RESULTS[game])]):
        report = checked(game, *hands, result={"totals": wrong})
        assert report["totals"] == nobody(game)
        assert {code for code, _, _ in codes(report)} <= {"incomplete-hand", "result-only"}
        assert report["winner"] is None


@every_game
def test_totals_of_a_later_setup_say_them_again(game: str) -> None:
    stated = {seat: 10 * number for number, seat in enumerate(SEATS[game])}
    hands = [hand(RESULTS[game]), hand(), hand({"scores": SCORES[game]}, totals=stated)]
    report = checked(game, *hands, result={"totals": added(stated, SCORES[game])})
    assert report["totals"] == added(stated, SCORES[game])
    assert {severity for _, _, severity in codes(report)} == {"notice", "warning"}
    wrong = dict.fromkeys(SEATS[game], 99)
    assert ("total-mismatch", None, "error") in codes(checked(game, *hands, result={"totals": wrong}))


@every_game
def test_totals_of_a_later_setup_are_compared_where_they_are_known_and_believed(game: str) -> None:
    for stated, said in ((SCORES[game], []), (dict.fromkeys(SEATS[game], 5), [("setup-mismatch", 1, "error")])):
        report = checked(game, hand(RESULTS[game]), hand({"scores": SCORES[game]}, totals=stated))
        assert [each for each in codes(report) if each[2] == "error"] == said
        assert report["totals"] == added(stated, SCORES[game])


@every_game
def test_totals_of_a_later_setup_that_leave_a_seat_out(game: str) -> None:
    """They are malformed, and change nothing; in the first hand a seat left out began with 0."""
    seat = SEATS[game][0]
    first = checked(game, hand({"scores": SCORES[game]}, totals={seat: 5}))
    assert first["totals"] == added(SCORES[game], dict.fromkeys(SEATS[game], 0) | {seat: 5})
    assert codes(first) == [("result-only", 0, "notice")]
    later = checked(game, hand({"scores": SCORES[game]}), hand({"scores": SCORES[game]}, totals={seat: 5}))
    assert [each for each in codes(later) if each[2] == "error"] == [("malformed", 1, "error")]
    assert later["totals"] == added(SCORES[game], SCORES[game])
    unknown = checked(game, hand(), hand({"scores": SCORES[game]}, totals={seat: 5}))
    assert unknown["totals"] == nobody(game)


@every_game
@pytest.mark.parametrize("result", [None, {}])
@pytest.mark.parametrize("begun", [False, True])
def test_a_last_hand_that_the_clock_cut_off_counts_nothing(game: str, result: Facts | None, begun: bool) -> None:
    seat = SEATS[game][0]
    action = f"{seat} in" if game == "chinese_poker" else f"{seat} play 7s"
    setup = {"first": seat} if game != "chinese_poker" else {}
    last = hand(result, [action] if begun else [], **setup)
    ended = {"ended": "time", "totals": SCORES[game]}
    options = {"guandan": {"tribute": "none"}, "bao_huang": {"tribute": False}}.get(game, {})
    report = checked(game, hand(RESULTS[game]), last, result=ended, **options)
    assert report["hands"][1]["basis"] is None
    assert report["hands"][1]["scores"] is None
    assert report["totals"] == SCORES[game]
    assert report["winner"] is not None
    assert ("incomplete-hand", 1, "notice") in codes(report)
    assert "error" not in {severity for _, _, severity in codes(report)}


@every_game
def test_a_hand_cut_off_does_not_make_the_match_incomplete(game: str) -> None:
    report = checked(game, hand(), result={"ended": "time"})
    assert codes(report) == [("incomplete-hand", 0, "notice")]
    assert report["verdict"] == "clean"
    assert report["totals"] == dict.fromkeys(SEATS[game], 0)


@every_game
def test_the_clock_cuts_off_no_hand_but_the_last_and_none_with_a_result(game: str) -> None:
    for hands in ([hand(), hand(RESULTS[game])], [hand({"scores": {SEATS[game][0]: 1}})]):
        report = checked(game, *hands, result={"ended": "time"})
        assert report["verdict"] == "incomplete"
        assert report["totals"] == nobody(game)
    assert checked(game, hand(), result={})["verdict"] == "incomplete"


@every_game
def test_a_score_sheet_is_incomplete_at_best(game: str) -> None:
    sheet = [hand(RESULTS[game]), hand({"scores": SCORES[game]})]
    report = checked(game, *sheet, result={"totals": added(SCORES[game], SCORES[game])})
    assert report["verdict"] == "incomplete"
    assert [each["basis"] for each in report["hands"]] == ["result", "scores"]
    report = checked(game, *sheet, result={"totals": added(SCORES[game], dict.fromkeys(SEATS[game], 1))})
    assert report["verdict"] == "misscored"


@climbing
def test_hands_of_any_basis_count_for_a_number_of_hands(game: str) -> None:
    """After one that nobody can score the winner is unknown."""
    for result in (RESULTS[game], {"scores": SCORES[game]}):
        assert checked(game, hand(result), hands=2)["winner"] is None
        assert checked(game, hand(result), hand(result), hands=2)["winner"] is not None
        report = checked(game, hand(result), hand(result), hands=1)
        assert ("after-match", 1, "notice") in codes(report)
        assert report["totals"] == SCORES[game]
    report = checked(game, hand(RESULTS[game]), hand(), hand(RESULTS[game]), hands=2)
    assert ("after-match", 2, "notice") in codes(report)
    assert report["winner"] is None
    assert report["totals"] == nobody(game)


@climbing
def test_a_hand_that_nobody_can_score_after_the_match_is_won_changes_no_total(game: str) -> None:
    report = checked(game, hand(RESULTS[game]), hand(), hands=1)
    assert report["totals"] == SCORES[game]
    assert report["winner"] is not None


@for_every("game", ["bao_huang", "chinese_poker"])
def test_hands_of_any_basis_count_towards_a_target(game: str) -> None:
    target = SCORES[game]["A"]
    for result in (RESULTS[game], {"scores": SCORES[game]}):
        report = checked(game, hand(result), target=target, result={"winner": ["A"]})
        assert report["winner"] == ["A"]
        assert codes(report) == [("result-only", 0, "notice")]
        assert checked(game, hand(result), target=target + 1)["winner"] is None


@for_every("game", ["bao_huang", "chinese_poker"])
def test_totals_of_a_setup_at_the_target_say_that_the_match_was_won_before(game: str) -> None:
    stated = dict.fromkeys(SEATS[game], 0) | {"B": 50}
    report = checked(game, hand(), hand({"scores": SCORES[game]}, totals=stated), target=50)
    assert report["winner"] == ["B"]
    assert report["totals"] == stated
    assert ("after-match", 1, "notice") in codes(report)


@climbing
def test_a_finish_that_shares_places_before_the_end_is_not_enough(game: str) -> None:
    result = RESULTS[game] | {"finish": [RESULTS[game]["finish"]]}
    report = checked(game, hand(result))
    assert report["hands"][0]["basis"] is None
    assert codes(report) == [("incomplete-hand", 0, "warning")]
    report = checked(game, hand(result | {"scores": SCORES[game]}))
    assert report["hands"][0]["basis"] == "scores"


@climbing
@pytest.mark.parametrize("twice", [True, False])
def test_a_finish_that_names_a_seat_twice_or_none_that_there_is_is_malformed(game: str, twice: bool) -> None:
    finish = RESULTS[game]["finish"]
    result = RESULTS[game] | {"finish": [*finish, finish[0] if twice else "Z"]}
    report = checked(game, hand(result))
    assert report["hands"][0]["basis"] is None
    assert codes(report) == [("incomplete-hand", 0, "warning"), ("malformed", 0, "error")]


@every_game
@pytest.mark.parametrize("target_by_setup", [False, True])
def test_after_the_match_is_won_the_setup_is_believed_and_its_totals_change_none(
    game: str, target_by_setup: bool
) -> None:
    first = hand(RESULTS[game])
    totals = dict.fromkeys(SEATS[game], 7)
    seconds = [hand(RESULTS[game], totals=totals, **OTHER_SETUPS[game])] * (2 if target_by_setup else 1)
    report = checked(game, first, *seconds, result={"totals": SCORES[game]}, **ENDS[game])
    assert {each for each in codes(report) if each[0] != "result-only"} == {("after-match", 1, "notice")}
    assert report["totals"] == SCORES[game]


@climbing
def test_before_it_is_won_the_same_setup_is_a_mismatch(game: str) -> None:
    totals = dict.fromkeys(SEATS[game], 7)
    report = checked(game, hand(RESULTS[game]), hand(RESULTS[game], totals=totals, **OTHER_SETUPS[game]))
    found = [each for each in codes(report) if each[0] == "setup-mismatch"]
    assert len(found) == 1 + len(OTHER_SETUPS[game])


ORDER: dict[str, list[str]] = {
    "guandan": ["finish-mismatch", "score-mismatch", "level-mismatch"],
    "bao_huang": ["finish-mismatch", "score-mismatch", "score-mismatch", "role-mismatch"],
    "big_a": ["finish-mismatch", "score-mismatch", "score-mismatch", "role-mismatch"],
    "chinese_poker": ["unit-mismatch", "score-mismatch"],
}
"""Of each game the findings about a hand of which everything is recorded wrongly, in the order of the page."""


@every_game
def test_findings_about_a_recorded_result_stand_in_the_order_of_the_page(game: str) -> None:
    sample = json.loads((SAMPLES / f"{game.replace('_', '-')}-evening.json").read_bytes())
    sample["hands"] = sample["hands"][:1]
    seats = [player["seat"] for player in sample["players"]]
    right = Checker().check(read_match(json.dumps(sample).encode(), "made.json")).as_dict()["hands"][0]
    wrong = {
        "finish": [seat for place in reversed(right.get("finish", [])) for seat in place],
        "units": {pair: units + 1 for pair, units in right.get("units", {}).items()},
        "scores": {seat: score + 1 for seat, score in right["scores"].items()},
        "levels": dict.fromkeys(right.get("levels", {}), "Q"),
        "factor": 9,
        "exposed": True,
        "roles": {role: seats[seats.index(seat) - 1] for role, seat in right.get("roles", {}).items()},
    }
    read = {"bao_huang": ("factor",), "big_a": ("exposed",)}.get(game, ())
    sample["hands"][0]["result"] = {
        name: value for name, value in wrong.items() if name in read or (value and name not in ("factor", "exposed"))
    }
    sample["result"] = {"totals": dict.fromkeys(seats, 999), "winner": seats[:1]}
    report = Checker().check(read_match(json.dumps(sample).encode(), "made.json")).as_dict()
    found = [each["code"] for each in report["findings"] if each["code"].endswith("-mismatch")]
    assert found == [*ORDER[game], "total-mismatch", "winner-mismatch"]

"""Logs that begin in mid-match: `setup.previous` in all its forms, what contradicts the hands before, totals."""

from bao_huang_builders import EVEN, finished, hand, judge, with_tribute
from builders import Judged

from tests.offenders import for_every

WON, _ = with_tribute(EVEN, {"B": "As", "D": "Ts", "E": "8s"}, {"A": "As Ts", "C": "8s"})
LOST, _ = with_tribute(EVEN, {"A": "2s 2h", "C": "Qs"}, {"B": "2s", "D": "2h", "E": "Qs"})
ALONE, _ = with_tribute(EVEN, {"B": "As", "C": "Qs", "D": "Ts", "E": "8s"}, {"A": "As Qs Ts 8s"})


def begun(previous: object, paid: list[str], **options: object) -> Judged:
    """The first hand of a log after one that ended so."""
    return judge(hand([*paid, "A play 6s"], previous=previous), **options)


@for_every(
    "finish",
    [
        ["A", "C"],
        ["C", "A"],
        ["A", "C", ["B", "D", "E"]],
        ["A", "C", "E", "B", "D"],
        [["A"], ["C"], ["D", "B", "E"]],
        ["A", "B", "C"],
        ["A", "B", "C", ["D", "E"]],
        ["A", "B", "D", "C", "E"],
    ],
)
def test_however_the_finish_is_written(finish: list[object]) -> None:
    previous = {"finish": finish, "emperor": "A", "protector": "C"}
    assert begun(previous, WON).said == []
    assert begun(previous, []).said == ["tribute-missing 0/0 A"]


@for_every("finish", [["B", "D", "E"], ["E", "D", "B", ["A", "C"]], ["B", "D", "A", "E", "C"]])
def test_a_loss_before_the_log(finish: list[object]) -> None:
    previous = {"finish": finish, "emperor": "A", "protector": "C"}
    assert begun(previous, LOST).said == []
    assert begun(previous, []).said == ["tribute-missing 0/0 A"]


def test_a_protector_equal_to_the_emperor_says_that_it_was_alone() -> None:
    previous = {"finish": ["A"], "emperor": "A", "protector": "A"}
    assert begun(previous, ALONE).said == []
    assert begun(previous, WON).said[0] == "tribute-missing 0/3 A"


@for_every(
    "previous",
    [
        {},
        {"finish": ["A", "C"]},
        {"emperor": "A", "protector": "C"},
        {"finish": ["A", "C"], "protector": "C"},
        {"finish": [], "emperor": "A", "protector": "C"},
    ],
)
def test_where_it_says_too_little_any_tribute_is_taken_as_right(previous: object) -> None:
    for paid in ([], WON, LOST, ALONE):
        assert begun(previous, paid).said == []


def test_a_finish_that_leaves_the_winner_open_makes_nothing_wrong() -> None:
    """A, B and D are out in the one or the other order of C and E: a win by one point, or zero."""
    previous = {"finish": ["A", "B", "D"], "emperor": "A", "protector": "C"}
    for paid in ([], WON):
        assert begun(previous, paid).said == []


def test_without_it_the_first_hand_of_a_log_is_the_first_of_its_match() -> None:
    assert judge(hand([*WON, "A play 6s"])).said[0] == "tribute-not-due 0/0 B"


def test_totals_alone_say_that_hands_were_played_before() -> None:
    for paid in ([], WON, LOST):
        done = judge(hand([*paid, "A play 6s"], totals={"A": 3}))
        assert done.said == []
        assert done.totals["A"] is None


def test_tribute_from_before_the_log_is_not_due_without_the_option() -> None:
    previous = {"finish": ["A", "C"], "emperor": "A", "protector": "C"}
    assert begun(previous, [], tribute=False).said == []


@for_every(
    "previous",
    [
        ["A", "C"],
        {"finish": ["Z"], "emperor": "A", "protector": "C"},
        {"finish": ["A", "A"], "emperor": "A", "protector": "C"},
        {"finish": ["A", "C"], "emperor": "Z", "protector": "C"},
        {"finish": ["A", "C"], "emperor": "A", "protector": "Z"},
        {"finish": "A", "emperor": "A", "protector": "C"},
        {"finish": ["A", "C"], "emperor": 1, "protector": "C"},
    ],
)
def test_what_cannot_be_read_is_malformed(previous: object) -> None:
    assert "malformed 0" in begun(previous, WON).said


def test_an_unknown_field_in_it_is_a_notice() -> None:
    previous = {"finish": ["A", "C"], "emperor": "A", "protector": "C", "banker": "A"}
    assert begun(previous, WON).said == ["unknown-field"]


def second(previous: object, paid: list[str], first: str = "AC") -> Judged:
    """The second hand of a log, after one with emperor A and protector C that ended so."""
    return judge(finished(first), hand([*paid, "A play 6s"], previous=previous))


@for_every(
    "previous",
    [
        {"finish": ["A", "C"], "emperor": "A", "protector": "C"},
        {"finish": ["A", "C", ["E", "D", "B"]]},
        {"finish": ["A", "C", "B", "D", "E"]},
        {"finish": ["A"]},
        {"emperor": "A"},
        {"protector": "C"},
        {},
    ],
)
def test_in_a_later_hand_it_may_repeat_what_is_known(previous: object) -> None:
    assert second(previous, WON).said == []
    assert second(previous, []).said == ["tribute-missing 1/0 A"]


@for_every(
    "previous",
    [
        {"finish": ["C", "A"], "emperor": "A", "protector": "C"},
        {"finish": ["A", "B"], "emperor": "A", "protector": "C"},
        {"finish": ["A", "C"], "emperor": "B", "protector": "C"},
        {"finish": ["A", "C"], "emperor": "A", "protector": "A"},
        {"emperor": "C", "protector": "A"},
    ],
)
def test_what_contradicts_the_hand_before_is_said_once(previous: object) -> None:
    said = second(previous, []).said
    assert [each for each in said if each.startswith("setup-mismatch")] == ["setup-mismatch 1"]


def test_the_replay_goes_on_with_what_the_log_says() -> None:
    previous = {"finish": ["B", "D", "E"], "emperor": "A", "protector": "C"}
    assert second(previous, LOST).said == ["setup-mismatch 1"]
    assert second(previous, WON).said[:2] == ["setup-mismatch 1", "tribute-not-due 1/0 B"]


def test_after_a_hand_that_is_not_complete_it_contradicts_nothing() -> None:
    stopped = finished("AC")
    stopped["actions"].pop()
    previous = {"finish": ["B", "D", "E"], "emperor": "A", "protector": "C"}
    assert judge(stopped, hand([*LOST, "A play 6s"], previous=previous)).said == []


@for_every("totals", [{"Z": 3}, {"A": 1.5}])
def test_totals_that_cannot_be_read(totals: dict[str, object]) -> None:
    assert "malformed 0" in judge(hand("A play 6s", totals=totals)).said


def test_fields_of_other_games_are_notices() -> None:
    done = judge(hand("A play 6s", level="2", dealer="A"))
    assert done.said == ["unknown-field", "unknown-field"]

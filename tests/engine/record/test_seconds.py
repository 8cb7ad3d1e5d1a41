"""Seconds of actions: compared exactly, wherever they stand in the text, and whatever was read before."""

from unittest.mock import patch

from engine.climbing import clock as climbing_clock
from engine.replay.fold import frames
from engine.verdict.check import Checker
from tests.builders import hand, judge, judged, match
from tests.offenders import for_every

LEAD = "E play Ks"


def warned(*actions: str) -> list[int | None]:
    """The actions of a hand whose time is earlier than the one before."""
    found = judge(hand(actions)).report.findings
    return [each.action for each in found if each.code.id == "malformed" and each.variant == "earlier"]


@for_every(
    ("actions", "earlier"),
    [
        ((f"{LEAD} @1", "N pass @2", "W pass @3"), []),
        ((f"{LEAD} @1", "N pass @2", "W pass @1.5"), [2]),
        ((f"{LEAD} @2", "N pass @2.0", "W pass @2.00"), []),
        ((f"{LEAD} @5.00000000000000000002", "N pass @5.00000000000000000001"), [1]),
        ((f"{LEAD} @9 # @1", "N pass @8 # @10", "W pass # @1"), [1]),
        ((f"{LEAD}  @3", "N  pass   @2"), [1]),
        ((f"{LEAD} @3", "N pass @1", "W pass @2"), [1]),
    ],
)
def test_only_an_earlier_time_is_warned_of(actions: tuple[str, ...], earlier: list[int]) -> None:
    assert warned(*actions) == earlier


ODD = (
    "N pass @7.25",
    "N pass @7.50",
    "N pass @7.25 # @8",
    "N pass # @1",
    "# N pass",
    "N pass @8",
    "N pass @007",
    "N pass @.5",
    "N pass @5.",
    "N pass @1e0",
    "N pass @٣",
    "N pass @-1",
    "N pass @",
    "N pass @ 1",
    "N pass @1 ",
    "N pass  @1",
    "N pass @1 @9",
    "N pass@1",
    "N pass @7.4999999999999999999",
    "N pass @7.50000000000000000001",
    "N pass @1000000000001",
    "N fly @1",
    "N pass",
    "",
)


@for_every("place", [0, 4, 8])
@for_every("odd", ODD)
def test_many_actions_at_once_are_timed_like_one_by_one(odd: str, place: int) -> None:
    actions = [f"{LEAD} @1", *[f"{seat} pass @7.5" for seat in "NWSENWSE"]]
    actions[place] = odd
    actions += ["N pass @7.5 # well", "W pass @7.5"]
    at_once = judge(hand(actions)).report.findings
    with patch.object(climbing_clock, "_MANY", len(actions) + 1):
        assert judge(hand(actions)).report.findings == at_once


@for_every(("odd", "earlier"), [(ODD[0], [4]), (ODD[1], []), (ODD[2], [4]), (ODD[5], [5]), (ODD[18], [4])])
def test_one_earlier_time_among_many_is_found(odd: str, earlier: list[int]) -> None:
    actions = [f"{LEAD} @1", *["N pass @7.5"] * 9]
    actions[4] = odd
    assert warned(*actions) == earlier


def test_two_times_in_one_action_are_malformed_each_time() -> None:
    twice = hand((LEAD, "N pass @5 @7", "N pass @5", "W pass @5 @7"))
    said = judged(match(twice, twice)).of_actions
    assert [each for each in said if each.startswith("malformed")] == [
        "malformed 0/1 N",
        "malformed 0/3 W",
        "malformed 1/1 N",
        "malformed 1/3 W",
    ]


def test_frames_looked_at_do_not_change_what_is_judged_after_them() -> None:
    record = judged(match(hand((f"{LEAD} @9", "N pass @5 @7", "N pass @5", "W pass @6")))).record
    assert record.match is not None
    checker = Checker()
    before = checker.check(record).as_json()
    assert len(list(frames(checker.judge(checker.rules(record.match)), record.match, 0))) == 5
    assert checker.check(record).as_json() == before
    assert before.count(b"is earlier than") == 1

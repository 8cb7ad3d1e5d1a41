"""Faults that made-up matches of Guandan have brought to light, each as a short log."""

from typing import Any

import msgspec

from engine.logs.fupan.reading import read_match
from engine.record.match import Match
from engine.replay.fold import frames
from engine.rulebook.findings import Severity
from engine.verdict.check import Checker
from engine.verdict.report import Report
from tests.offenders import for_every


def log(hand: dict[str, Any], **options: object) -> bytes:
    """A match of one hand."""
    return msgspec.json.encode(
        {
            "format": "fupan/1",
            "game": "guandan",
            "rules": {"options": options},
            "players": [{"seat": seat} for seat in "ENWS"],
            "hands": [hand],
        }
    )


def judged(hand: dict[str, Any], **options: object) -> Report:
    """The report of a match of one hand."""
    return Checker().check(read_match(log(hand, **options), "found"))


def counts_at_the_end(hand: dict[str, Any], **options: object) -> list[int]:
    """How many cards each seat holds after the last action of a match of one hand."""
    match = msgspec.json.decode(log(hand, **options), type=Match)
    checker = Checker()
    *_, last = frames(checker.judge(checker.rules(match)), match, 0)
    return [seat.count for seat in last.seats]


def errors(report: Report) -> list[tuple[str, int | None]]:
    """Codes and actions of the errors, in their order."""
    return [(each.code.id, each.action) for each in report.findings if each.severity is Severity.ERROR]


AFTER_A_DOUBLE = {"level": "2", "levels": {"E": "2", "N": "2"}, "previous": ["E", "W", ["N", "S"]]}


@for_every("tribute", [("N tribute ??", "S tribute ??"), ("N tribute Kh", "S tribute ??")])
@for_every("returns", [("E return 3s", "W return 4s"), ("W return 4s", "E return 3s")])
def test_cards_may_be_returned_after_an_unseen_tribute(tribute: tuple[str, ...], returns: tuple[str, ...]) -> None:
    """Both winners have been paid, so both return, whoever paid whom."""
    report = judged({"setup": AFTER_A_DOUBLE, "actions": [*tribute, *returns]}, double_tribute="by_rank")
    assert errors(report) == []


def test_an_unseen_tribute_is_worked_out_from_the_deal() -> None:
    """N's highest is a king and S's a joker, so E gets what S pays, and W the king."""
    deal = {
        "N": "3s 3s 3h 3h 3d 3d 3c 3c 4s 4s 4h 4h 4d 4d 4c 4c 5s 5s 5h 5h 5d 5d 5c 5c 6s 6s Kh",
        "S": "7s 7s 7h 7h 7d 7d 7c 7c 8s 8s 8h 8h 8d 8d 8c 8c 9s 9s 9h 9h 9d 9d 9c 9c 6h 6h RJ",
    }
    hand = {
        "setup": AFTER_A_DOUBLE,
        "deal": deal,
        "actions": ["N tribute ??", "S tribute ??", "E return 2s", "W return 2c", "S play 2s", "E play RJ"],
    }
    assert errors(judged(hand, double_tribute="by_rank")) == []


@for_every(
    "actions",
    [
        ("N tribute ??", "S tribute BJ", "W return 3h", "E return 4c > N"),
        ("N tribute ?? > E", "S tribute BJ", "W return 3h", "E return 4c"),
        ("N tribute BJ", "S tribute ?? > E", "W return 3h", "E return 4c"),
    ],
)
def test_after_tribute_everybody_holds_as_many_cards_as_before(actions: tuple[str, ...]) -> None:
    """One receiver that is named leaves one for the other."""
    hand = {"setup": AFTER_A_DOUBLE, "actions": list(actions)}
    assert counts_at_the_end(hand, double_tribute="by_rank") == [27, 27, 27, 27]


@for_every("action", ["E pass 3s > N", "E resist 3s > N", "E report 3 > N", "E pass x > N", "E play 3s > N"])
def test_arrows_where_none_belong_are_malformed(action: str) -> None:
    assert errors(judged({"actions": [action]})) == [("malformed", 0)]


D27 = "RJ 4s 4h 4c 4d 6s 6h 6c 6d 7s 7h 7c 7d 8s 8h 8c 8d 9s 9h 9c 9d Ts Th Tc Td Js Jh"


@for_every(
    "gifts",
    [
        ("N tribute RJ", "E return 3d"),
        ("N tribute RJ > E", "E return 3d"),
        ("N tribute RJ", "E return 3d > N"),
        ("N tribute RJ > E", "E return 3d > N"),
    ],
)
def test_a_tribute_that_nobody_can_check_is_taken_as_it_stands(gifts: tuple[str, ...]) -> None:
    """A log that begins in mid-match without the hand before: the one who paid gets what was returned."""
    hand = {"setup": {"level": "5"}, "deal": {"N": D27}, "actions": [*gifts, "N play 3d"]}
    assert errors(judged(hand)) == []


def test_two_tributes_and_one_return_leave_the_hands_uncertain() -> None:
    hand = {
        "setup": {"level": "5"},
        "deal": {"N": D27},
        "actions": ["N tribute RJ", "S tribute RJ", "E return 3d", "N play 3d", "W pass", "S pass", "E play RJ"],
    }
    assert errors(judged(hand)) == []


def test_who_leads_is_taken_from_the_setup_where_tribute_is_unknown() -> None:
    hand = {"setup": {"level": "5", "first": "N"}, "actions": ["W play 3s", "S pass"]}
    assert errors(judged(hand)) == [("wrong-leader", 0)]


def test_crossed_tributes_are_said_once_each() -> None:
    hand = {
        "setup": {"level": "5", "previous": ["E", "W", "N", "S"]},
        "actions": ["N tribute Ks > W", "S tribute Qs > E", "E return 3s > S", "W return 3s > N", "N play 4s"],
    }
    assert errors(judged(hand)) == [("tribute-wrong-seat", 0), ("tribute-wrong-seat", 1)]


def test_a_return_for_a_tribute_that_was_not_due_goes_back_with_it() -> None:
    hand = {"deal": {"N": D27}, "actions": ["N tribute RJ > E", "E return 3s > N", "N play 3s"]}
    assert errors(judged(hand)) == [("tribute-not-due", 0)]


@for_every("card", ["Ks", "BJ", "2h"])
def test_a_return_for_a_tribute_that_was_not_due_is_not_held_to_the_limit(card: str) -> None:
    hand = {
        "setup": {"level": "2", "previous": ["E", "N", "W", "S"]},
        "actions": ["N tribute As > E", "S tribute Ks > E", "E return 3s > S", f"E return {card} > N", "S play 4s"],
    }
    assert errors(judged(hand)) == [("tribute-not-due", 0)]


@for_every("paid", [[], ["N tribute Ks > E"]])
def test_a_return_before_every_tribute_is_paid_says_that_the_rest_was_not(paid: list[str]) -> None:
    hand = {
        "setup": {"level": "5", "previous": ["E", "W", "N", "S"]},
        "actions": [*paid, "E return 3s > N", "N play 4s"],
    }
    assert errors(judged(hand)) == [("tribute-missing", len(paid))]


@for_every("lead", ["E play xx", "E play 3s 4s"])
def test_passes_after_a_lead_that_was_none_are_not_held_against_anybody(lead: str) -> None:
    hand = {"actions": [lead, "N pass", "W pass", "S pass", "E play 5s"]}
    assert len(errors(judged(hand))) == 1


def test_passes_after_an_answer_that_cannot_be_read_are_not_held_against_anybody() -> None:
    actions = ["E play 3s", "N pass", "W pass", "S play xx", "E pass", "N pass", "W pass", "S play 5s"]
    assert errors(judged({"actions": actions})) == [("malformed", 3)]


def test_a_missing_tribute_is_said_though_another_action_cannot_be_read() -> None:
    hand = {"setup": {"level": "5", "previous": ["E", "N", "W", "S"]}, "actions": ["S play xx", "W pass"]}
    assert errors(judged(hand)) == [("malformed", 0), ("tribute-missing", 1)]


def test_after_a_missing_tribute_whoever_plays_has_the_lead() -> None:
    hand = {"setup": {"level": "5", "previous": ["E", "N", "W", "S"]}, "actions": ["E pass", "E play 3s", "N pass"]}
    assert errors(judged(hand)) == [("tribute-missing", 0)]


def test_a_level_that_follows_is_not_held_against_wrong_levels() -> None:
    first = {
        "deal": {
            "E": "As As Ah Ah Ad Ad Ac Ac Ks Ks Kh Kh Kd Kd Kc Kc Qs Qs Qh Qh Qd Qd Qc Qc Js Js Jh",
            "W": "Ts Ts Th Th Td Td Tc Tc 9s 9s 9h 9h 9d 9d 9c 9c 8s 8s 8h 8h 8d 8d 8c 8c Jh Jd Jd",
        },
        "actions": [],
    }
    actions: list[str] = first["actions"]  # type: ignore[assignment]
    for seat, others, hand in (("E", "NWS", first["deal"]["E"]), ("W", "SN", first["deal"]["W"])):  # type: ignore[index]
        for rank in dict.fromkeys(card[0] for card in hand.split()):
            actions.append(f"{seat} play " + " ".join(card for card in hand.split() if card[0] == rank))
            actions += [f"{other} pass" for other in others]
    second = {"setup": {"level": "5", "levels": {"E": "2", "N": "2"}}, "actions": ["N tribute Ks > E"]}
    match = msgspec.json.decode(log(first))
    match["hands"].append(second)
    report = Checker().check(read_match(msgspec.json.encode(match), "found"))
    assert [each.code.id for each in report.findings if each.hand == 1 and each.action is None] == [
        "setup-mismatch",
        "incomplete-hand",
    ]


def test_nothing_else_is_said_of_an_action_that_cannot_be_read() -> None:
    report = judged({"actions": ["E play 3s @9", "N play 3x @2", "N pass @10"]})
    assert [(each.code.id, each.severity, each.action) for each in report.findings if each.action is not None] == [
        ("malformed", Severity.ERROR, 1)
    ]


def test_times_that_decrease_are_a_warning_at_the_time() -> None:
    report = judged({"actions": ["E play 3s @9.50", "N pass @9.5", "W pass @9.49 # slow clock", "S pass @9.6"]})
    (warning,) = [each for each in report.findings if each.action is not None]
    assert (warning.code.id, warning.severity, warning.action, warning.column) == ("malformed", Severity.WARNING, 2, 7)


def test_a_hand_after_the_match_is_judged_like_any_other() -> None:
    """Its setup is believed; what this leaves out, so its tribute too, goes on from the hand before."""
    won = {
        "setup": {"level": "A", "levels": {"E": "A", "N": "9"}, "previous": ["E", "W", "N", "S"]},
        "deal": {
            "E": "As As Ah Ah Ad Ad Ac Ac Ks Ks Kh Kh Kd Kd Kc Kc Qs Qs Qh Qh Qd Qd Qc Qc Js Js Jh",
            "W": "Ts Ts Th Th Td Td Tc Tc 9s 9s 9h 9h 9d 9d 9c 9c 8s 8s 8h 8h 8d 8d 8c 8c Jh Jd Jd",
            "N": "5s 5s 5h 5h 5d 5d 5c 5c 4s 4s 4h 4h 4d 4d 4c 4c 3s 3s 3h 3h 3d 3d 3c 3c Jc Jc RJ",
        },
        "actions": ["N resist"],
    }
    actions: list[str] = won["actions"]  # type: ignore[assignment]
    for seat, others in (("E", "NWS"), ("W", "SN")):
        cards = won["deal"][seat].split()  # type: ignore[index]
        for rank in dict.fromkeys(card[0] for card in cards):
            actions.append(f"{seat} play " + " ".join(card for card in cards if card[0] == rank))
            actions += [f"{other} pass" for other in others]
    while actions[-1].endswith("pass"):
        actions.pop()

    def with_next(hand: dict[str, Any]) -> list[tuple[str, int | None]]:
        match = msgspec.json.decode(log(won))
        match["hands"].append(hand)
        report = Checker().check(read_match(msgspec.json.encode(match), "found"))
        assert report.replay is not None
        assert report.replay.winner == ["E", "W"]
        return errors(report)

    assert with_next({"actions": ["E play 3s"]}) == [("tribute-missing", 0)]
    anew = {"level": "2", "levels": {"E": "2", "N": "2"}, "totals": dict.fromkeys("ENWS", 7), "failures": {"E": 2}}
    assert with_next({"setup": anew, "actions": ["E play 3s"]}) == [("tribute-missing", 0)]
    assert with_next({"setup": anew | {"previous": ["N", "W", "E", "S"]}, "actions": ["S tribute RJ > N"]}) == []


def test_a_tribute_that_cannot_be_read_is_said_once() -> None:
    """The card moved at the table, whatever the log says of it; so nobody's cards are certain after it."""
    hand = {
        "setup": {"level": "2", "levels": {"E": "2", "N": "2"}, "previous": ["E", "N", "W", "S"]},
        "deal": {"S": D27, "E": D27.replace("RJ", "3d").replace("4s", "Ks")},
        "actions": ["S tribute RJ > Jh", "E return 3d > S", "S play 3d", "E play Ks"],
    }
    assert errors(judged(hand)) == [("malformed", 0)]

"""The second count of persons' figures does what the page on statistics says; logs and reports are written by hand."""

import json
from typing import Any

from tests.bruteforce.statistics import Filters, Match, count, matches, printed
from tests.offenders import for_every

Row = dict[str, Any]
SEATS = "ENWS"


def hand(basis: str | None = "play", *, log: Row | None = None, **report: Any) -> tuple[Row, Row]:
    """A hand and its report: E and W win with a double, if nothing else is said."""
    said = {
        "finish": [["E"], ["W"], ["N", "S"]],
        "scores": {"E": 3, "N": 0, "W": 3, "S": 0},
        "levels": None,
        "roles": {},
    }
    return {"actions": []} | (log or {}), said | {"basis": basis, "units": None} | report


def judged(*hands: tuple[Row, Row], about: Row | None = None, **report: Any) -> Match:
    """A match of Guandan between persons called as their seats."""
    log = {"game": "guandan", "players": [{"seat": seat, "name": seat} for seat in SEATS]} | (about or {})
    rules = {"preset": "intro", "options": {"joker_pair_in_full_house": True, "double_tribute": "by_rank"}}
    said = {"verdict": "clean", "rules": rules, "findings": [], "winner": None} | report
    return Match(log | {"hands": [each for each, _ in hands]}, said | {"hands": [each for _, each in hands]})


def finding(number: int, code: str, seat: str | None = None, severity: str = "error", action: int | None = None) -> Row:
    return {"code": code, "severity": severity, "hand": number, "action": action, "seat": seat}


def rows(*all_of: Match, game: str = "guandan", **filters: str) -> dict[str, Row]:
    return {row["person"]: row for row in count(all_of, game, Filters(**filters))}


def named(*players: Row) -> Row:
    return {"players": [{"seat": seat} | player for seat, player in zip(SEATS, players, strict=True)]}


# What counts.


def test_a_match_uploaded_again_counts_once_under_the_first_report() -> None:
    log = {"game": "guandan", "players": [], "hands": []}
    lines = [json.dumps(each).encode() for each in (log, log | {"rules": {}}, log, log | {"match": {"id": "2"}})]
    reports = [json.dumps({"verdict": verdict}).encode() for verdict in ("clean", "unreadable", "illegal", "misscored")]
    assert [match.report["verdict"] for match in matches(lines, reports)] == ["clean", "misscored"]


def test_hands_without_basis_void_deals_and_hands_after_the_match_do_not_count() -> None:
    won = judged(
        hand(), hand(None), hand(finish=[]), hand("result"), hand(), hand(), findings=[finding(4, "after-match")]
    )
    assert rows(won)["E"]["hands"] == 2
    assert rows(won)["E"]["played"] == 1


def test_a_match_without_a_counted_hand_gives_no_row() -> None:
    assert rows(judged(hand(None))) == {}


def test_scores_that_are_null_count_nothing() -> None:
    some = hand(scores={"E": None, "N": None, "W": None, "S": None})
    assert rows(judged(some, hand(scores=None), hand()))["E"]["score"] == 3


@for_every(("winner", "won", "undecided"), [(["E", "W"], 1, 0), (["N", "S"], 0, 0), (None, 0, 1)])
def test_a_match_is_won_lost_or_undecided(winner: list[str] | None, won: int, undecided: int) -> None:
    row = rows(judged(hand(), hand(), winner=winner))["E"]
    assert (row["matches"], row["won"], row["undecided"]) == (1, won, undecided)


def test_shared_places_are_their_mean_and_those_nobody_had_are_left_out() -> None:
    found = rows(judged(hand(), hand(finish=[["N"], ["E"], ["W"], ["S"]]), hand("scores", finish=[["E"]])))
    assert found["E"]["places"] == {"1": 2, "2": 1}
    assert found["S"]["places"] == {"3.5": 1, "4": 1}


def test_errors_are_those_of_the_seat_in_counted_hands() -> None:
    faults = [finding(0, "out-of-turn", "E"), finding(0, "report-missing", "E", "warning"), finding(1, "foul", "E")]
    found = rows(judged(hand(), hand(None), findings=[*faults, finding(0, "score-mismatch")]))
    assert [found[seat]["errors"] for seat in SEATS] == [1, 0, 0, 0]


# Persons.


def test_a_person_is_the_id_else_the_name_composed_and_without_outer_space() -> None:
    players = named({"name": "Zoe\u0301 "}, {"name": "Li", "id": " q "}, {"name": ""}, {"name": "Wu", "id": " "})
    assert list(rows(judged(hand(), about=players))) == ["Zo\u00e9", "q"]


def test_the_name_shown_is_the_one_most_often_written_then_the_first_by_code_point() -> None:
    def with_names(*names: str) -> list[Match]:
        others = [{"name": "N"}, {"name": "W"}, {"name": "S"}]
        return [judged(hand(), about=named({"id": "q", "name": name}, *others)) for name in names]

    assert rows(*with_names("b", "a", "b "))["q"]["name"] == "b"
    assert rows(*with_names("b", "a"))["q"]["name"] == "a"
    assert rows(*with_names(""))["q"]["name"] == "q"


def test_a_person_at_two_seats_has_a_row_for_each_and_one_match() -> None:
    twice = named({"name": "Q"}, {"name": "Q"}, {"name": "W"}, {"name": "S"})
    row = rows(judged(hand(), about=twice, winner=["N", "S"]))["Q"]
    assert (row["matches"], row["won"], row["hands"], row["score"]) == (1, 1, 2, 3)
    assert row["places"] == {"1": 1, "3.5": 1}


def test_rows_stand_by_hands_then_by_code_point() -> None:
    more = judged(hand(), hand(), about=named({"name": "\u00c4"}, {"name": "z"}, {"name": "a"}, {"name": "B"}))
    assert [row["person"] for row in count([judged(hand()), more], "guandan")] == ["B", "a", "z", "\u00c4", *"ENSW"]


# Filters.


def test_a_span_of_days_takes_the_date_as_it_is_written_with_both_ends() -> None:
    def on(day: str | None) -> Match:
        return judged(hand(), about={"match": {"played_at": day} if day else {}})

    played = [
        on("2024-05-01T23:30:00+08:00"),
        on("2024-05-02t00:00:00.5Z"),
        on(None),
        on("2024-05-01"),
        on("2024-02-30T10:00:00Z"),
    ]
    assert rows(*played)["E"]["matches"] == 5
    assert rows(*played, since="2024-05-01")["E"]["matches"] == 2
    assert rows(*played, until="2024-05-01")["E"]["matches"] == 1
    assert rows(*played, since="2024-05-02", until="2024-05-02")["E"]["matches"] == 1
    assert rows(*played, since="2024-05-03") == {}


def test_an_event_is_its_whole_text_and_a_preset_that_of_the_report() -> None:
    cup = judged(hand(), about={"match": {"event": " Spring Cup"}})
    assert rows(cup, event="Spring Cup ")["E"]["hands"] == 1
    assert rows(cup, event="Spring") == {}
    assert rows(cup, preset="intro")["E"]["hands"] == 1
    assert rows(cup, preset="tournament") == {}


def test_a_player_alone_is_printed_and_of_a_partner_the_others() -> None:
    assert list(rows(judged(hand()), player=" N ")) == ["N"]
    assert list(rows(judged(hand()), partner="N")) == ["S"]
    assert rows(judged(hand()), player="E", partner="N") == {}


def test_a_basis_leaves_the_hands_that_rest_on_it() -> None:
    assert rows(judged(hand(), hand("scores")), basis="play")["E"]["hands"] == 1


def test_another_game_is_not_counted() -> None:
    assert rows(judged(hand()), game="big_a") == {}


def test_rows_are_printed_a_line_each_with_decimals_as_numbers() -> None:
    timed = judged(hand(log={"actions": ["E play 3s @0.1", "N pass @0.4", "W pass @1.4"]}))
    lines = [json.loads(line) for line in printed(count([timed], "guandan")).splitlines()]
    assert [(each["person"], each["seconds"], each["timed"]) for each in lines] == [
        ("E", 0, 0),
        ("N", 0.3, 1),
        ("S", 0, 0),
        ("W", 1, 1),
    ]


# Guandan.


def test_bankers_and_doubles_follow_the_order_of_finish_as_far_as_it_goes() -> None:
    found = rows(judged(hand(), hand(finish=[["N"], ["E"], ["S"], ["W"]]), hand("scores", finish=[["S"]])))
    keys = ("banker", "doubles_made", "doubles_suffered")
    assert [[found[seat][key] for key in keys] for seat in SEATS] == [[1, 1, 0], [1, 0, 1], [0, 1, 0], [1, 0, 1]]


def test_tribute_counts_where_it_moves_a_card() -> None:
    by_rank = hand(log={"actions": ["N tribute Ks", "S tribute As", "E return 3s", "W return 3s"]})
    to_another = hand("result", log={"actions": ["N tribute Ks > W", "S tribute As > W"]})
    nowhere = hand(log={"actions": ["W tribute As", "N tribute Ks", "N tribute Qs", "S tribute Js"]})
    not_due = [finding(3, "tribute-not-due", "W", action=0), finding(3, "tribute-not-due", "N", action=2)]
    found = rows(judged(hand(), by_rank, to_another, nowhere, findings=not_due))
    assert [found[seat]["tributes_paid"] for seat in SEATS] == [0, 3, 0, 3]
    assert [found[seat]["tributes_received"] for seat in SEATS] == [2, 0, 4, 0]


def test_a_single_tribute_is_due_to_the_banker_and_too_late_it_is_none() -> None:
    late = hand(log={"actions": ["S tribute As", "S tribute As"], "setup": {"previous": [*"ENWS"]}})
    found = rows(judged(late, findings=[finding(0, "unexpected-action", "S", action=1)]))
    assert (found["S"]["tributes_paid"], found["E"]["tributes_received"]) == (1, 1)


def test_resisting_counts_for_both_of_the_side_once_a_hand() -> None:
    resisted = hand(log={"actions": ["N resist"]})
    found = rows(judged(hand(), resisted, resisted, findings=[finding(2, "role-not-allowed", "N", action=0)]))
    assert [found[seat]["resisted"] for seat in SEATS] == [0, 1, 0, 1]


def test_a_hand_at_a_is_that_of_the_side_that_won_the_hand_before() -> None:
    at_a = {"E": "A", "N": "A"}
    lost = hand(levels=at_a, finish=[["N"], ["S"], ["E", "W"]])
    won = hand(levels=at_a, finish=[["S"], ["E"], ["N"], ["W"]])
    found = rows(judged(hand(levels=at_a), lost, won, winner=["N", "S"]))
    assert [found[seat]["at_a"] for seat in SEATS] == [1, 1, 1, 1]
    assert [found[seat]["at_a_won"] for seat in SEATS] == [0, 1, 0, 1]


def test_of_a_first_hand_the_hand_before_is_as_the_setup_has_it() -> None:
    stated = hand(log={"setup": {"level": "A", "previous": ["N", "E", "S", "W"]}})
    unknown = hand(log={"setup": {"level": "A"}})
    assert [rows(judged(stated))[seat]["at_a"] for seat in SEATS] == [0, 1, 0, 1]
    assert [rows(judged(unknown))[seat]["at_a"] for seat in SEATS] == [0, 0, 0, 0]

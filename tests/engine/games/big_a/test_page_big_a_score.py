"""The rules page, section Score: every row of the table, both options, totals and the winner."""

import json
from typing import Any

from made_big_a import EVEN, SEATS, dealt, hand, judge, match, played_out

from engine.games.big_a.rules import RULES, BigARules
from engine.games.big_a.scoring import settle
from tests.offenders import for_every

ROWS = [
    ("1 and 2", [(1, 2), (2, 1)], (6, 3, -3), (9, 9, -6)),
    ("1 and 3", [(1, 3), (3, 1)], (4, 2, -2), (6, 6, -4)),
    ("1 and 4", [(1, 4), (4, 1)], (2, 1, -1), (3, 3, -2)),
    (
        "1 and 5, 2 and 3, 2 and 4, 3 and 4",
        [(1, 5), (5, 1), (2, 3), (3, 2), (2, 4), (4, 2), (3, 4), (4, 3)],
        (0, 0, 0),
        (0, 0, 0),
    ),
    ("declarer 2, partner 5", [(2, 5)], (-2, -1, 1), (-3, -3, 2)),
    ("declarer 5, partner 2", [(5, 2)], (-4, -2, 2), (-6, -6, 4)),
    ("declarer 3, partner 5", [(3, 5)], (-2, -1, 1), (-3, -3, 2)),
    ("declarer 5, partner 3", [(5, 3)], (-4, -2, 2), (-6, -6, 4)),
    ("4 and 5", [(4, 5), (5, 4)], (-6, -3, 3), (-9, -9, 6)),
]
"""The page's table: a row, the places of declarer and partner, and for declarer, partner and opponent both columns."""

CASES = [(row, places, plain, exposed) for row, all_places, plain, exposed in ROWS for places in all_places]
A, B = 0, 1


def finish_of(declarer: int, partner: int) -> list[list[int]]:
    """The order in which A, declarer, and B, partner, finish at two places, up to the end of the hand."""
    others = [2, 3, 4]
    order = [A if place == declarer else B if place == partner else others.pop(0) for place in range(1, 6)]
    finish: list[list[int]] = []
    for seat in order:
        out = {seat for place in finish for seat in place}
        if {A, B} <= out or {2, 3, 4} <= out:
            finish.append(sorted(set(range(5)) - out))
            break
        finish.append([seat])
    return finish


def points(finish: list[list[int]], *, exposed: bool = False, alone: bool = False, **options: str) -> tuple[int, ...]:
    """What each seat scores."""
    partner = A if alone else B
    return settle(
        finish, A, partner, exposed=exposed, rules=BigARules.of(RULES.resolve(None, options)), seats=SEATS
    ).points


def test_the_table_has_every_pair_of_places() -> None:
    assert sorted(places for _, places, _, _ in CASES) == sorted(
        (declarer, partner) for declarer in range(1, 6) for partner in range(1, 6) if declarer != partner
    )


@for_every(("row", "places", "plain", "exposed"), CASES)
def test_every_row(row: str, places: tuple[int, int], plain: tuple[int, ...], exposed: tuple[int, ...]) -> None:
    finish = finish_of(*places)
    assert points(finish) == (plain[0], plain[1], *[plain[2]] * 3)
    assert points(finish, exposed=True) == (exposed[0], exposed[1], *[exposed[2]] * 3)
    doubled = [2 * score for score in plain]
    assert points(finish, exposed=True, exposed_scores="double") == (doubled[0], doubled[1], *[doubled[2]] * 3)
    assert points(finish, exposed_scores="double") == points(finish)
    assert sum(points(finish)) == sum(points(finish, exposed=True)) == 0
    settled = settle(finish, A, B, exposed=True, rules=BigARules.of(RULES.resolve()), seats=SEATS)
    assert f"row {row}; both Big A exposed" in settled.text


@for_every(("row", "places", "plain", "exposed"), CASES)
def test_the_printed_scores(
    row: str, places: tuple[int, int], plain: tuple[int, ...], exposed: tuple[int, ...]
) -> None:
    each = 2 if row == "4 and 5" else plain[2]
    finish = finish_of(*places)
    assert points(finish, four_five="printed") == (plain[0], plain[1], *[each] * 3)
    assert points(finish, four_five="printed", exposed=True) == (exposed[0], exposed[1], *[exposed[2]] * 3)
    doubled = points(finish, four_five="printed", exposed=True, exposed_scores="double")
    assert doubled == (2 * plain[0], 2 * plain[1], *[2 * each] * 3)


@for_every(("place", "own", "each"), [(1, 32, -8), (2, 0, 0), (3, 0, 0), (4, 0, 0), (5, -32, 8)])
def test_alone(place: int, own: int, each: int) -> None:
    others = [[seat] for seat in range(1, 5)]
    finish = [
        *others[: place - 1],
        [A],
        *([[seat for other in others[place - 1 :] for seat in other]] if place < 5 else []),
    ]
    assert points(finish, alone=True) == (own, *[each] * 4)
    assert points(finish, alone=True, exposed=True) == (2 * own, *[2 * each] * 4)
    assert points(finish, alone=True, exposed=True, exposed_scores="double") == (2 * own, *[2 * each] * 4)
    assert points(finish, alone=True, four_five="printed") == points(finish, alone=True)


def test_presets() -> None:
    plain = {"four_five": "zero_sum", "exposed_scores": "table", "lead_after_out": "skip_team", "hands": 0}
    assert RULES.default == "catsatcards"
    assert dict(RULES.resolve().options) == plain
    assert dict(RULES.resolve("printed").options) == plain | {"four_five": "printed"}


# In whole hands.


def scored(actions: list[str], **options: Any) -> tuple[dict[str, int], str]:
    """What a hand without a fault scores, and the line that says why."""
    judged = judge(hand(actions), **options)
    assert judged.said == []
    (only,) = judged.hands
    (line,) = only["breakdown"]
    assert line["rule"] == "big_a.score"
    assert line["points"] == only["scores"]
    return only["scores"], line["text"]


def test_the_score_line_names_the_places_the_row_and_whether_both_were_exposed() -> None:
    scores, text = scored(["A expose Ah", *played_out("ACBDE", "A", "AB")])
    assert scores == {"A": 4, "B": 2, "C": -2, "D": -2, "E": -2}
    assert text == "declarer A and partner B take places 1 and 3: row 1 and 3; not both Big A exposed"
    scores, text = scored(["A expose Ah", "B reveal Ah", *played_out("ACBDE", "B", "AB")])
    assert scores == {"A": 6, "B": 6, "C": -4, "D": -4, "E": -4}
    assert text.endswith("row 1 and 3; both Big A exposed")
    scores, text = scored(["A expose Ah", "B reveal Ah", *played_out("ACBDE", "B", "AB")], exposed_scores="double")
    assert scores == {"A": 8, "B": 4, "C": -4, "D": -4, "E": -4}
    assert text.endswith("row 1 and 3, doubled; both Big A exposed")


def test_shared_last_places() -> None:
    scores, text = scored(played_out("CDEAB", "A", "AB"))
    assert scores == {"A": -6, "B": -3, "C": 3, "D": 3, "E": 3}
    assert text == "declarer A and partner B share places 4 and 5: row 4 and 5; not both Big A exposed"
    scores, text = scored(played_out("CDEAB", "A", "AB"), preset="printed")
    assert scores == {"A": -6, "B": -3, "C": 2, "D": 2, "E": 2}
    assert "2 for each opponent as printed" in text


@for_every(
    ("shown", "own", "each"),
    [
        (["B expose As"], 32, -8),
        (["B expose As", "B expose As"], 64, -16),
        (["B expose As As"], 64, -16),
        (["B expose As", "B reveal As"], 64, -16),
        (["A expose Ah", "B expose As As"], 64, -16),
    ],
)
def test_exposed_is_when_both_were_shown_before_the_play(shown: list[str], own: int, each: int) -> None:
    scores, _ = scored([*shown, *played_out("BACDE", "B", "B", big="As")])
    assert scores == {seat: own if seat == "B" else each for seat in SEATS}


def test_a_declarer_alone_at_the_last_place() -> None:
    scores, text = scored(["B expose As", *played_out("ACDEB", "B", "B", big="As")])
    assert scores == {"A": 8, "B": -32, "C": 8, "D": 8, "E": 8}
    assert text == "declarer B alone is fifth: alone, row fifth; not both Big A exposed"


def test_a_play_of_both_does_not_count_as_exposed() -> None:
    scores, _ = scored(["B expose As", *played_out("BACDE", "B", "B", big="As")])
    assert scores["B"] == 32


# The match.

WON_BY_A = hand(played_out("ACBDE", "A", "AB"))
LOST_BY_A = hand(played_out("CDEAB", "A", "AB"))
"""A, C and B are first to third and score 4, −2 and 2; or A and B share the last places and score −6 and −3."""
ALONE_B = hand(["B expose As", *played_out("BACDE", "B", "B", big="As")])


def test_totals_add_up() -> None:
    judged = judge(WON_BY_A, LOST_BY_A)
    assert judged.totals == {"A": -2, "B": -1, "C": 1, "D": 1, "E": 1}
    assert judged.winner is None
    assert judged.verdict == "clean"


def test_after_some_hands_the_highest_total_wins() -> None:
    assert judge(WON_BY_A, hands=1).winner == ["A"]
    assert judge(WON_BY_A, hands=2).winner is None
    assert judge(WON_BY_A, LOST_BY_A, hands=2).winner == ["C", "D", "E"]


def test_when_the_table_stopped_by_the_clock_the_highest_total_wins() -> None:
    assert judge(WON_BY_A, result={"ended": "time"}).winner == ["A"]
    assert judge(LOST_BY_A, result={"ended": "time"}).winner == ["C", "D", "E"]
    assert judge(result={"ended": "time"}).winner == list(SEATS)


def test_hands_after_the_match_count_for_nothing() -> None:
    judged = judge(WON_BY_A, LOST_BY_A, LOST_BY_A, hands=1)
    assert judged.said == ["after-match 1"]
    assert judged.totals == {"A": 4, "B": 2, "C": -2, "D": -2, "E": -2}
    assert judged.winner == ["A"]
    assert judged.hands[1]["scores"]["A"] == -6


def test_a_hand_that_nobody_can_score_counts_as_a_hand() -> None:
    judged = judge({**WON_BY_A, "actions": WON_BY_A["actions"][:9]}, WON_BY_A, hands=1)
    assert judged.said == ["after-match 1"]
    assert judged.totals == dict.fromkeys("ABCDE")
    assert judged.winner is None
    assert judged.verdict == "incomplete"


def test_totals_from_before_the_log() -> None:
    begun = {**WON_BY_A, "setup": {"first": "A", "totals": {"C": 40, "A": -1}}}
    judged = judge(begun, hands=1)
    assert judged.totals == {"A": 3, "B": 2, "C": 38, "D": -2, "E": -2}
    assert judged.winner == ["C"]
    later = judge(WON_BY_A, begun)
    assert later.totals == {"A": 8, "B": 4, "C": -4, "D": -4, "E": -4}


@for_every(
    ("setup", "code"),
    [
        ({"first": "F"}, "malformed"),
        ({"totals": {"F": 1}}, "malformed"),
        ({"totals": {"A": 1.5}}, "malformed"),
        ({"level": "2"}, "unknown-field"),
        ({"previous": ["A"]}, "unknown-field"),
    ],
)
def test_setups_that_are_not_read(setup: dict[str, Any], code: str) -> None:
    assert code in [finding["code"] for finding in judge({**WON_BY_A, "setup": setup}).facts["findings"]]


# Recorded results.


@for_every(
    ("result", "said"),
    [
        ({"finish": ["A", "C", "B", "D", "E"]}, []),
        ({"finish": ["A", "C", "B", ["E", "D"]]}, []),
        ({"finish": ["A", "C"]}, []),
        ({"finish": ["A", "B", "C"]}, ["finish-mismatch 0"]),
        ({"finish": ["A", ["B", "C"]]}, ["finish-mismatch 0"]),
        ({"finish": ["F"]}, ["malformed 0"]),
        ({"scores": {"A": 4, "C": -2}}, []),
        ({"scores": {"A": 4.0}}, []),
        ({"scores": {"A": 5}}, ["score-mismatch 0"]),
        ({"scores": {"F": 5}}, ["malformed 0"]),
        ({"roles": {"declarer": "A", "partner": "B"}}, []),
        ({"roles": {"declarer": "A"}}, []),
        ({"roles": {"partner": "B"}}, []),
        ({"roles": {}}, []),
        ({"roles": {"declarer": "B", "partner": "A"}}, ["role-mismatch 0"]),
        ({"roles": {"declarer": "A", "partner": "A"}}, ["role-mismatch 0"]),
        ({"roles": {"emperor": "A"}}, ["malformed 0"]),
        ({"roles": {"declarer": "F"}}, ["malformed 0"]),
    ],
)
def test_the_recorded_result_of_a_hand(result: dict[str, Any], said: list[str]) -> None:
    assert judge({**WON_BY_A, "result": result}).said == said


@for_every(
    ("roles", "said"),
    [
        ({"declarer": "B", "partner": "B"}, []),
        ({"declarer": "B"}, []),
        ({"declarer": "B", "partner": "A"}, ["role-mismatch 0"]),
    ],
)
def test_recorded_roles_of_a_declarer_alone(roles: dict[str, str], said: list[str]) -> None:
    assert judge({**ALONE_B, "result": {"roles": roles}}).said == said


@for_every(
    ("result", "said"),
    [
        ({"finish": [], "scores": {"A": 0}, "roles": {}}, []),
        ({"scores": {"A": 3}}, ["score-mismatch 0"]),
        ({"roles": {"declarer": "A"}}, ["role-mismatch 0"]),
        ({"finish": ["A"]}, ["finish-mismatch 0"]),
    ],
)
def test_the_recorded_result_of_a_void_deal(result: dict[str, Any], said: list[str]) -> None:
    assert judge(hand("A redeal", dealt(A="| Ah", D="| Ah"), result)).said == said


@for_every(
    ("result", "said"),
    [
        ({"finish": ["A", "C", "B"], "scores": {"A": 4, "C": -2}, "roles": {"declarer": "A"}}, []),
        ({"finish": ["A", "C", "B"], "scores": {"A": 60}, "roles": {"declarer": "A"}}, ["score-mismatch 0"]),
        ({"roles": {"declarer": "C"}}, ["role-mismatch 0"]),
        ({"finish": ["B"]}, ["finish-mismatch 0"]),
    ],
)
def test_the_recorded_result_of_a_hand_that_stops_early(result: dict[str, Any], said: list[str]) -> None:
    actions = WON_BY_A["actions"]
    out = 1 + max(place for place, action in enumerate(actions) if action.startswith("A play"))
    assert judge({**WON_BY_A, "actions": actions[:out], "result": result}).said == said


@for_every(
    ("result", "said"),
    [
        ({"totals": {"A": 4, "B": 2}, "winner": ["A"]}, []),
        ({"totals": {"A": 5}}, ["total-mismatch"]),
        ({"winner": ["A", "B"]}, ["winner-mismatch"]),
        ({"winner": ["F"]}, ["malformed"]),
    ],
)
def test_the_recorded_result_of_a_match(result: dict[str, Any], said: list[str]) -> None:
    assert judge(WON_BY_A, result=result, hands=1).said == said


def test_a_winner_recorded_too_early() -> None:
    assert judge(WON_BY_A, result={"winner": ["A"]}).said == ["winner-mismatch"]


def test_the_log_of_a_whole_match_is_clean() -> None:
    log = match(WON_BY_A, ALONE_B, hand("A redeal", dealt(A="| Ah", D="| Ah")), hands=2)
    assert EVEN in [each["deal"] for each in log["hands"]]
    assert judge(*json.loads(json.dumps(log))["hands"], hands=2).verdict == "clean"

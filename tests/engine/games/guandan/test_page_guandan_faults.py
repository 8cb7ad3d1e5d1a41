"""The report page, findings: their order, which of several is said of one action, their columns and severity."""

from builders import EVEN, Judged, dealt, few, finished, hand, judge, judged, match, play

from tests.offenders import for_every

SINGLE = ["E", "N", "W", "S"]
"""S owes E."""
DOUBLE = ["E", "W"]
"""N and S owe E and W."""


def after_tribute(actions: str, previous: list[str] = SINGLE, **options: object) -> Judged:
    """A hand at level T in which S's best card is a queen, N's a king, and E and W have nines."""
    deal = dealt("NS" if previous == DOUBLE else "S", S="Qd", N="Kd 8s", E="9s Ks", W="9d")
    return judge(hand(actions, deal, previous=previous, level="T", levels={"E": "T", "N": "T"}), **options)


OUT = {"E": "3s", "N": "5s 6s", "W": "4h", "S": "7h 8h"}


@for_every(
    ("actions", "said"),
    [
        ("E play 3s; E play 9x", ["malformed 0/1 E"]),
        ("E play 3s; E tribute", ["malformed 0/1 E"]),
        ("E play 3s; E show 3s", ["already-out 0/1 E"]),
        ("E play 3s; E tribute 4s", ["already-out 0/1 E"]),
        ("E play 3s; E play 9h 8h", ["already-out 0/1 E"]),
        ("E play 3s; N pass; W play 4h; N play 9h 8x", ["malformed 0/3 N"]),
        ("E play 3s; N pass; W play 4h; N accept", ["after-end 0/3 N"]),
        ("E play 3s; N pass; W play 4h; E play 3s", ["after-end 0/3 E"]),
        ("E play 3s; N pass; W play 4h; N report 9", ["after-end 0/3 N"]),
    ],
)
def test_malformed_then_after_end_and_already_out_stand_alone(actions: str, said: list[str]) -> None:
    assert few(actions, **OUT).of_actions == said


def test_a_verb_of_another_game_is_unexpected_whatever_follows() -> None:
    for action in ("E accept", "E declare 9x", "E show", "E set / / /", "E place Q:front", "E in now"):
        assert play(action).said == ["unexpected-action 0/0 E"], action


def test_a_verb_of_no_game_is_malformed() -> None:
    assert play("E Play 3s").said == ["malformed 0/0 E"]


@for_every(
    ("actions", "said"),
    [
        ("E play 5s; W play 9s", ["out-of-turn 0/1 W", "card-not-held 0/1 W"]),
        ("E play 5s; W play 6h 7h", ["out-of-turn 0/1 W", "not-a-combination 0/1 W"]),
        ("E play 5s; W play 4h", ["out-of-turn 0/1 W", "does-not-beat 0/1 W"]),
        ("E play 5s; N play 9h 8h", ["card-not-held 0/1 N"]),
        ("E play 5s; N play 4h", ["card-not-held 0/1 N"]),
        ("E play 5s; N play 6s 4s", ["not-a-combination 0/1 N"]),
        ("E play 5s; N pass; W pass; S pass; N pass", ["out-of-turn 0/4 N"]),
        ("E play 5s; N pass; W pass; S pass; N play 9h", ["out-of-turn 0/4 N", "card-not-held 0/4 N"]),
    ],
)
def test_one_finding_of_turn_and_one_of_cards(actions: str, said: list[str]) -> None:
    assert play(actions).said == said


def test_of_the_first_lead() -> None:
    assert play("N play 3s 4s", first="E").said == ["wrong-leader 0/0 N", "not-a-combination 0/0 N"]
    assert play("N play 3h", first="E").said == ["wrong-leader 0/0 N", "card-not-held 0/0 N"]


def test_a_pass_before_the_first_play_by_another_is_out_of_turn() -> None:
    done = play("N pass; W play 3h; S play 4h", first="E")
    assert done.said == ["out-of-turn 0/0 N"]
    assert done.frame(1).turn == "W"


def test_a_wrong_leader_is_the_first_to_play_and_no_other() -> None:
    assert play("E pass; W play 3h; E play 4s", first="E").said == [
        "must-lead 0/0 E",
        "wrong-leader 0/1 W",
        "out-of-turn 0/2 E",
    ]


@for_every(
    ("actions", "said"),
    [
        ("W play 3h 9s", ["tribute-missing 0/0 W", "card-not-held 0/0 W"]),
        ("W pass", ["tribute-missing 0/0 W"]),
        ("S tribute Qd; W play 9d 8d", ["return-missing 0/1 W", "not-a-combination 0/1 W"]),
        ("S tribute Qd; W pass", ["return-missing 0/1 W"]),
        ("W tribute 9s", ["tribute-not-due 0/0 W", "card-not-held 0/0 W"]),
        ("S tribute 9s", ["tribute-wrong-card 0/0 S", "card-not-held 0/0 S"]),
        ("S tribute Qd; E return 8s", ["card-not-held 0/1 E"]),
    ],
)
def test_missing_and_wrong_tribute_come_before_the_lead_and_the_cards(actions: str, said: list[str]) -> None:
    deal = dealt("S", S="Qd", W="9d 8d", N="9s 9s 8s 8s", E="Ks")
    assert judge(hand(actions, deal, previous=SINGLE, level="T")).said == said


def test_a_tribute_of_the_wrong_card_to_the_wrong_seat_is_one_fault() -> None:
    assert after_tribute("S tribute 5s > W").said == ["tribute-wrong-card 0/0 S"]


def test_findings_stand_in_order() -> None:
    first = finished("ENWS", result={"finish": ["N"], "scores": {"E": 1}, "levels": {"E": "3"}})
    deal = EVEN | {"E": EVEN["E"] + " 3s"}
    second = hand("E play 9s; N play 3s; W plays", deal, level="7", result={"finish": ["E", "N", "W"]})
    done = judge(first, second, tribute="none", result={"totals": {"E": 9}, "winner": ["E"]})
    assert done.said == [
        "finish-mismatch 0",
        "score-mismatch 0",
        "level-mismatch 0",
        "hand-size 1",
        "setup-mismatch 1",
        "does-not-beat 1/1 N",
        "malformed 1/2 W",
        "total-mismatch",
        "winner-mismatch",
    ]
    codes = [each.code.id for each in done.report.findings]
    assert codes.index("incomplete-hand") == codes.index("total-mismatch") - 1


COLUMNS = {
    "the first card not held": ("E play 3s 3h 3c", "card-not-held", 10),
    "the second copy of a card held once": ("E play 3s 3s", "card-not-held", 10),
    "no combination": ("E  play 3s 4s", "not-a-combination", 8),
    "what does not beat": ("E play 5s; N play 4s 4d", "does-not-beat", 7),
    "a wrong count": ("E report 9", "report-wrong", 9),
    "an unknown seat": ("Q play 3s", "malformed", 0),
    "an unknown verb": ("E plays 3s", "malformed", 2),
    "an unknown card": ("E play 3s 4x", "malformed", 10),
    "a claim": ("E play 3s=4s", "malformed", 7),
    "one word too many": ("E pass now", "malformed", 7),
    "seconds": ("E play 3s @x", "malformed", 10),
    "times that decrease": ("E play 3s @5; N pass @4", "malformed", 7),
    "an empty action": ("; E play 3s", "malformed", None),
    "of turn": ("E play 3s; W play 4h", "out-of-turn", None),
    "of the lead": ("E pass", "must-lead", None),
}


@for_every(("actions", "code", "column"), COLUMNS.values())
def test_the_column_is_where_the_first_offending_word_begins(actions: str, code: str, column: int | None) -> None:
    assert play(actions).columns == [(code, column)]


@for_every("action", ["E play 3s @5 @6", "E report 27 @5 @6"])
def test_seconds_stand_once(action: str) -> None:
    assert play([action]).columns == [("malformed", action.index("@5"))]


@for_every(
    ("actions", "code"),
    [
        ("S play 3s", "tribute-missing"),
        ("S tribute Qd; S play 3s", "return-missing"),
        ("N resist", "role-not-allowed"),
    ],
)
def test_what_is_missing_and_who_may_have_no_column(actions: str, code: str) -> None:
    assert after_tribute(actions).columns == [(code, None)]


@for_every(
    ("actions", "code", "column"),
    [
        ("S tribute 5s", "tribute-wrong-card", 10),
        ("S tribute Qd > N", "tribute-wrong-seat", 15),
        ("S tribute As", "card-not-held", 10),
        ("S tribute Qd; E return Ks", "return-wrong-card", 9),
        ("S tribute Qd; E return 9s > N", "tribute-wrong-seat", 14),
        ("S tribute Qd; E return 2s", "card-not-held", 9),
    ],
)
def test_a_tribute_points_to_its_card_or_seat(actions: str, code: str, column: int) -> None:
    assert after_tribute(actions).columns == [(code, column)]


def test_of_some_codes_the_severity_is_another_than_error() -> None:
    wild = play("E play 2h 2h 8h 8c 9h 9c", dealt(E="2h 2h 8h 8c 9h 9c"))
    log = match(hand("E report 27; E play 3s @5; N pass @4"))
    log["note"] = "kept"
    weights = {each.code.id: str(each.severity) for each in (*wild.report.findings, *judged(log).report.findings)}
    assert weights == {
        "ambiguous-wild": "notice",
        "incomplete-hand": "warning",
        "malformed": "warning",
        "unknown-field": "notice",
    }
    assert judged(log).verdict == "incomplete"


@for_every(
    ("log", "verdict"),
    [
        (match(finished("ENWS", result={"finish": ["E"]})), "clean"),
        (match(finished("ENWS", result={"finish": ["N"]})), "misscored"),
        (match(finished("ENWS", result={"scores": {"E": 3}})), "misscored"),
        (match(finished("ENWS"), result={"winner": ["E", "W"]}), "misscored"),
        (match(finished("ENWS", result={"finish": ["N"]}), hand("N play 3s")), "illegal"),
        (match(hand("E play 3s")), "incomplete"),
        (match(hand("E play 3s; N play 2s")), "incomplete"),
        (match(hand("E play 3s; W pass")), "illegal"),
        (match(preset="nowhere"), "unreadable"),
        (match(a_failures=12), "unreadable"),
        (match(failures=1), "unreadable"),
        (match() | {"players": [{"seat": "E"}]}, "unreadable"),
        (match() | {"hands": 3}, "unreadable"),
    ],
)
def test_the_verdict_is_the_worst_that_holds(log: dict[str, object], verdict: str) -> None:
    assert judged(log).verdict == verdict


def test_an_unreadable_report_has_no_hands() -> None:
    assert list(judged(match(preset="nowhere")).facts) == ["report", "log", "engine", "verdict", "findings", "digest"]

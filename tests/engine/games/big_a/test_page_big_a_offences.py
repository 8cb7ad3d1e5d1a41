"""The report format: the order of findings of one action, their columns, and what is done after an offence."""

from made_big_a import cards_of, dealt, few, play, seat_of

from tests.offenders import for_every

HELD = {"A": "As 9s 9d 9h 4c 6d", "B": "4s 4d 5s 5d", "C": "Ts Td 7c", "D": "Js Jd 8c", "E": "As Qd 9c"}
"""A is declarer by an expose, E its partner."""
SHOWN = "A expose As"


@for_every(
    ("actions", "said"),
    [
        # Whose turn or right it is, and the cards.
        ("B play 8s", ["wrong-leader 0/1 B", "card-not-held 0/1 B"]),
        ("B play 4s 5s", ["wrong-leader 0/1 B", "not-a-combination 0/1 B"]),
        ("A play 9s 9d; D play Js", ["out-of-turn 0/2 D", "does-not-beat 0/2 D"]),
        ("A play 9s 9d; C capture 4s", ["out-of-turn 0/2 C", "card-not-held 0/2 C"]),
        ("A play 9s 9d 9h; D capture Js Jd", ["out-of-turn 0/2 D", "not-a-combination 0/2 D"]),
        # A card that is not held comes before no combination and no beating.
        ("A play 9s 9d 4s", ["card-not-held 0/1 A"]),
        ("A play 9s 9d; B play 4s", ["does-not-beat 0/2 B"]),
        ("A play 9s 9d; B play 4s 5s", ["not-a-combination 0/2 B"]),
        ("A play 9s 9d 9h; B capture 4s 4s", ["card-not-held 0/2 B"]),
        ("A play 9s 9d 9h; B capture 4h 5s", ["card-not-held 0/2 B"]),
        # Malformed is all that is said, and a verb of another game comes before its arguments.
        ("B play 8x", ["malformed 0/1 B"]),
        ("B frobnicate", ["malformed 0/1 B"]),
        ("F pass", ["malformed 0/1"]),
        ("", ["malformed 0/1"]),
        ("B tribute 8x", ["unexpected-action 0/1 B"]),
    ],
)
def test_the_findings_of_one_action(actions: str, said: list[str]) -> None:
    listed = [SHOWN, *(action.strip() for action in actions.split(";"))]
    assert few(listed, **HELD).of_actions == said


@for_every(
    ("action", "column"),
    [
        ("B capture 4s 4d 5s", 10),
        ("B  capture  4s 4h", 15),
        ("B capture 4s 4d 4d", 16),
        ("B capture 4s 7x", 13),
        ("B play 4s 5s", 7),
        ("C pass", None),
        ("B pass 4s", 7),
        ("B play 4s=5s", 7),
        ("B reveal As", None),
    ],
)
def test_columns(action: str, column: int | None) -> None:
    judged = few(f"{SHOWN}; A play 9s 9d 9h; {action}", **HELD)
    assert [place for code, place in judged.columns if code != "hand-size"] == [column]


def test_columns_of_what_is_shown() -> None:
    assert play("A  expose As").columns == [("card-not-held", 10)]
    assert play("A expose Ah; C expose Ad").columns == [("role-not-allowed", 9)]
    assert play("A expose Ah ^23").columns == [("malformed", 12)]
    assert play("A expose Ah Kh").columns == [("malformed", 12)]


def test_a_malformed_play_leaves_the_turn_to_whoever_acts_next() -> None:
    assert few(f"{SHOWN}; A play 9x; B play 4s", **HELD).of_actions == ["malformed 0/1 A"]
    assert few(f"{SHOWN}; A play 9s; B play 4x; D play Js", **HELD).of_actions == ["malformed 0/2 B"]


def test_a_malformed_expose_does_not_excuse_a_wrong_lead_after_another() -> None:
    judged = few("B expose Ax; A expose As; B play 4s", **HELD)
    assert judged.of_actions == ["malformed 0/0 B", "wrong-leader 0/2 B"]


def test_actions_without_effect() -> None:
    """An ace refused, and a capture on a lead: nothing moves, and the turn stays."""
    judged = few(f"{SHOWN}; E expose As; A capture 4c; A play 9s", **HELD)
    assert judged.of_actions == ["role-not-allowed 0/1 E", "unexpected-action 0/2 A"]
    assert cards_of(judged, "A") == "As 9h 9d 6d 4c"
    assert judged.frame().turn == "B"


def test_a_card_not_held_counts_as_played() -> None:
    judged = few(f"{SHOWN}; A play 9s 9d; B play Qs Qh; C play Ts Td", **HELD)
    assert judged.of_actions == ["card-not-held 0/2 B", "does-not-beat 0/3 C"]
    assert seat_of(judged, "B").count == 4


def test_an_ace_exposed_that_is_not_held_makes_a_declarer_all_the_same() -> None:
    judged = few("B expose As; B play 4s", **HELD)
    assert judged.of_actions == ["card-not-held 0/0 B"]
    assert judged.hands[0]["roles"]["declarer"] == "B"


def test_an_ace_revealed_that_is_not_held_makes_a_partner_all_the_same() -> None:
    judged = few(f"{SHOWN}; B reveal As; B play 4s", **HELD)
    assert judged.of_actions == ["card-not-held 0/1 B"]
    assert judged.hands[0]["roles"] == {"declarer": "A", "partner": "B"}


def test_a_big_a_played_that_is_not_held_changes_no_role() -> None:
    judged = few(f"{SHOWN}; A play 9s; B play As; C pass", **HELD)
    assert judged.of_actions == ["card-not-held 0/2 B"]
    assert judged.hands[0]["roles"] == {"declarer": "A", "partner": "E"}


def test_three_copies_of_the_big_a() -> None:
    judged = few(f"{SHOWN}; A play 9s", A="As 9s 6d", B="As 6d", C="As 6d")
    assert judged.hands[0]["roles"] == {"declarer": "A"}


def test_a_big_a_that_nobody_holds_twice() -> None:
    actions = f"{SHOWN}; A play As; B pass; C pass; D pass; E pass; A play 9s"
    judged = few(actions, A="As 9s 6d")
    assert judged.of_actions == []
    assert judged.hands[0]["roles"] == {"declarer": "A"}
    everybody = few("A expose As; A play As; B play 6d; C play 6d; D play 6d; E play 6d", A="As")
    assert everybody.hands[0]["complete"]
    assert everybody.hands[0]["scores"] == dict.fromkeys("ABCDE")


def test_nothing_is_the_big_a_where_nobody_holds_an_ace_of_hearts() -> None:
    judged = few("A play 9s; B play 9d", A="9s 6d", B="9d 6d")
    assert judged.of_actions == ["does-not-beat 0/1 B"]
    assert judged.hands[0]["roles"] == {}


@for_every(
    ("exposes", "said"),
    [
        # A count is read before the right, and the right before the cards.
        ("A expose Ah ^4; C expose Ad ^2", ["malformed 0/1 C"]),
        ("A expose Ah ^4; C expose Ad ^4", ["role-not-allowed 0/1 C"]),
        ("A expose Ah ^4; C expose As ^4", ["role-not-allowed 0/1 C", "card-not-held 0/1 C"]),
        ("A play 4s; C expose Ad ^99", ["unexpected-action 0/1 C"]),
    ],
)
def test_faults_of_an_expose(exposes: str, said: list[str]) -> None:
    assert play(exposes).said == said


def test_a_void_deal_names_who_is_to_say_so() -> None:
    deal = dealt(A="| Ah", D="| Ah")
    (finding,) = play("B play 4s", deal).report.findings[:1]
    assert finding.expected == "redeal by A, because both aces of hearts are face down"

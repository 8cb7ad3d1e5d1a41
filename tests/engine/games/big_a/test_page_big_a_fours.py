"""The rules page, section Fours: which plays can be captured, with what, and what becomes of the cards."""

from made_big_a import cards_of, few, seat_of

from tests.offenders import for_every

LED = "A expose As; A play"
FOURS = "4s 4s 4h 4h 4d 4d 4c 4c"


def capture(led: str, fours: str, held: str = f"{FOURS} 5s", after: str = "") -> list[str]:
    """What is said of a capture by B of what A leads, and of what comes after."""
    return few(f"{LED} {led}; B capture {fours}{after}", A=f"As {led} 6d", B=held).of_actions


@for_every(
    ("led", "fours"),
    [
        ("9s 9d 9h", "4s 4d"),
        ("9s 9d 9h 9c", "4s 4d 4c"),
        ("9s 9d 9h 9c 9s", "4s 4d 4c 4h"),
        ("9s 9d 9h 9c 9s 9d", "4s 4s 4d 4c 4h"),
        ("4s 4d 4h", "4s 4d"),
        ("Ad Ad Ah", "4s 4d"),
    ],
)
def test_what_fours_capture(led: str, fours: str) -> None:
    assert capture(led, fours) == []


@for_every(
    ("led", "fours"),
    [
        ("9s 9d 9h", "4s"),
        ("9s 9d 9h", "4s 4d 4h"),
        ("9s 9d 9h 9c", "4s 4d"),
        ("9s 9d 9h 9c 9s 9d", "4s 4s 4h 4h 4d 4d"),
        ("9s", "4s"),
        ("9s 9d", "4s"),
        ("9s 9d", "4s 4d 4h"),
        ("5s 6s 7s", "4s 4d"),
        ("5s 5d 6s 6d 7s 7d", "4s 4d 4h 4c 4h"),
        ("5s 5d 5h 6s 6d 6h 7s 7d 7h", "4s 4d 4h 4c 4h"),
        ("9s 9d 9h 9c 9s 9d 9h", "4s 4s 4h 4h 4d 4d"),
        ("9s 9s 9d 9d 9h 9h 9c 9c", "4s 4s 4h 4h 4d 4d 4c"),
        ("BJ BJ", "4s"),
        ("BJ BJ RJ", "4s 4d"),
        ("BJ BJ RJ RJ", "4s 4d 4h"),
    ],
)
def test_what_they_do_not_capture(led: str, fours: str) -> None:
    assert capture(led, fours) == ["does-not-beat 0/2 B"]


@for_every("fours", ["5s 5d", "4s 5s", "BJ BJ", "As As", "4s"])
def test_other_cards_do_not_capture(fours: str) -> None:
    expected = "does-not-beat" if fours == "4s" else "not-a-combination"
    assert capture("9s 9d 9h", fours, "4s 5s 5d BJ BJ As As 6d") == [f"{expected} 0/2 B"]


def test_there_is_nothing_to_capture_on_a_lead() -> None:
    assert few("A expose As; A capture 4s 4d", A="As 4s 4d").of_actions == ["unexpected-action 0/1 A"]
    passes = "; ".join(f"{seat} pass" for seat in "BCDE")
    judged = few(f"{LED} 9s 9d 9h; {passes}; A capture 4s 4d; A play 4s", A="As 9s 9d 9h 4s 4d")
    assert judged.of_actions == ["unexpected-action 0/6 A"]


def test_the_captured_cards_go_into_the_hand() -> None:
    judged = few(f"{LED} 9s 9d 9h; B capture 4s 4d", A="As 9s 9d 9h 6d", B="4s 4d 5s")
    assert cards_of(judged, "B") == "9s 9h 9d 5s"
    captor = seat_of(judged, "B")
    assert (captor.count, captor.public, captor.did) == (4, ("9s", "9h", "9d"), "4s 4d")
    assert cards_of(judged, "A") == "As 6d"


def test_the_fours_are_the_play_to_beat() -> None:
    actions = f"{LED} 9s 9d 9h; B capture 4s 4d; C play"
    held = {"A": "As 9s 9d 9h 6d", "B": "4s 4d 5s", "C": "5c 5d 5h 8h"}
    assert few(f"{actions} 5c 5d", **held).of_actions == []
    assert few(f"{actions} 8h", **held).of_actions == ["does-not-beat 0/3 C"]
    assert few(f"{actions} 5c 5d 5h", **held).of_actions == []


def test_fours_just_played_can_be_captured_too() -> None:
    held = {"A": "As 9s 9d 9h 9c 6d", "B": "4s 4d 4c 5s", "C": "4s 4h 5d"}
    judged = few(f"{LED} 9s 9d 9h 9c; B capture 4s 4d 4c; C capture 4s 4h", **held)
    assert judged.of_actions == []
    assert cards_of(judged, "B") == "9s 9h 9d 9c 5s"
    assert cards_of(judged, "C") == "5d 4s 4d 4c"


def test_a_pair_of_fours_cannot_be_captured() -> None:
    held = {"A": "As 9s 9d 9h 6d", "B": "4s 4d 5s", "C": "4s 4h 5d"}
    judged = few(f"{LED} 9s 9d 9h; B capture 4s 4d; C capture 4s", **held)
    assert judged.of_actions == ["does-not-beat 0/3 C"]


def test_captured_cards_may_be_played_and_captured_again() -> None:
    held = {"A": "As 9s 9d 9h 6d", "B": "4s 4d 5s", "C": "4c 4h 5d"}
    passes = "; ".join(f"{seat} pass" for seat in "CDEA")
    judged = few(f"{LED} 9s 9d 9h; B capture 4s 4d; {passes}; B play 9d 9h 9s; C capture 4c 4h", **held)
    assert judged.of_actions == []
    assert cards_of(judged, "C") == "9s 9h 9d 5d"


def test_a_seat_that_captures_with_its_last_cards_is_not_out() -> None:
    judged = few(f"{LED} 9s 9d 9h; B capture 4s 4d", A="As 9s 9d 9h 6d", B="4s 4d")
    assert judged.frame().finish == ()
    assert seat_of(judged, "B").count == 3


def test_the_one_captured_from_may_be_out() -> None:
    judged = few("B expose As; B play 6d; C play 9s 9d 9h; D capture 4s 4d", B="As 6d", C="9s 9d 9h", D="4s 4d 5s")
    assert judged.of_actions == []
    assert judged.frame().finish == (("C",),)


def test_fours_may_be_played_as_in_any_other_combination() -> None:
    assert few(f"{LED} 4s 4s; B play 5s 5d", A="As 4s 4s 6d", B="5s 5d 6d").of_actions == []
    assert few(f"{LED} 5s 5d; B play 4s 4s 4h", A="As 5s 5d 6d", B="4s 4s 4h 6d").of_actions == []
    assert few(f"{LED} 4s 5s 6s; B play 5d 6d 7d", A="As 4s 5s 6s 6d", B="5d 6d 7d 6d").of_actions == []
    assert few(f"{LED} 9s 9d 9h; B play 4s 4s", A="As 9s 9d 9h 6d", B="4s 4s 6d").of_actions == ["does-not-beat 0/2 B"]


# What a capture that is not allowed does all the same.


def test_fours_of_a_wrong_number_take_the_cards_and_are_the_play_to_beat() -> None:
    held = {"A": "As 9s 9d 9h 6d", "B": "4s 4d 4h 5s", "C": "5s 5d 5h 6d"}
    judged = few(f"{LED} 9s 9d 9h; B capture 4s 4d 4h; C play 5s 5d 5h", **held)
    assert judged.of_actions == ["does-not-beat 0/2 B"]
    assert cards_of(judged, "B") == "9s 9h 9d 5s"


def test_other_cards_take_the_cards_and_the_play_to_beat_stays() -> None:
    held = {"A": "As 9s 9d 9h 6d", "B": "4s 5d 6s", "C": "5s 5d 5h 6d", "D": "Ts Td Th 6d"}
    judged = few(f"{LED} 9s 9d 9h; B capture 4s 5d; C play 5s 5d 5h; D play Ts Td Th", **held)
    assert judged.of_actions == ["not-a-combination 0/2 B", "does-not-beat 0/3 C"]
    assert cards_of(judged, "B", 3) == "9s 9h 9d 6s"
    table = judged.frame(3).table
    assert table is not None
    assert (table.seat, table.cards, table.reading) == ("A", (), "triple of 9")


def test_cards_that_were_taken_are_not_taken_twice() -> None:
    held = {"A": "As 9s 9d 9h 6d", "B": "4s 5d 6s", "C": "4d 4h 6c"}
    judged = few(f"{LED} 9s 9d 9h; B capture 4s 5d; C capture 4d 4h", **held)
    assert judged.of_actions == ["not-a-combination 0/2 B"]
    assert cards_of(judged, "B") == "9s 9h 9d 6s"
    assert cards_of(judged, "C") == "6c"


def test_fours_that_the_seat_does_not_hold_capture_all_the_same() -> None:
    judged = few(f"{LED} 9s 9d 9h; B capture 4s 4d; C play 5s 5d", A="As 9s 9d 9h 6d", B="4s 5s", C="5s 5d 6d")
    assert judged.of_actions == ["card-not-held 0/2 B"]
    assert cards_of(judged, "B") == "9s 9h 9d 5s"


def test_a_capture_out_of_turn() -> None:
    judged = few(f"{LED} 9s 9d 9h; C capture 4s 4d; D play 5s 5d", A="As 9s 9d 9h 6d", C="4s 4d 5s", D="5s 5d 6d")
    assert judged.of_actions == ["out-of-turn 0/2 C"]
    assert cards_of(judged, "C") == "9s 9h 9d 5s"


def test_a_capture_by_the_seat_that_played_the_cards() -> None:
    judged = few(f"{LED} 9s 9d 9h; A capture 4s 4d; B play 5s 5d", A="As 9s 9d 9h 4s 4d", B="5s 5d 6d")
    assert judged.of_actions == ["out-of-turn 0/2 A"]
    assert cards_of(judged, "A") == "As 9s 9h 9d"


@for_every("text", ["B capture", "B capture ??", "B capture 4", "B capture 4s ^2"])
def test_captures_that_do_not_parse(text: str) -> None:
    assert few(f"{LED} 9s 9d 9h; {text}", A="As 9s 9d 9h 6d", B="4s 4d 5s").of_actions == ["malformed 0/2 B"]


# The Big A captured.

TAKEN = "A expose As; A play As Ad Ad; B capture 4s 4d"
HELD = {"A": "As Ad Ad 6d 6d", "B": "As 4s 4d 5s 5d", "C": "RJ 7d", "D": "RJ 8d"}
"""A is declarer and B, its partner, captures the copy that A exposed."""


def lead_of_b(actions: str) -> str:
    """The actions after the capture, by which all others pass and B leads."""
    return "; ".join([TAKEN, *(f"{seat} pass" for seat in "CDEA"), actions])


def test_capturing_a_big_a_changes_no_role() -> None:
    assert few(TAKEN, **HELD).hands[0]["roles"] == {"declarer": "A", "partner": "B"}
    third = few("A expose As; A play As Ad Ad; C capture 4s 4d", A="As Ad Ad 6d", B="As 6d", C="4s 4d 5d")
    assert third.hands[0]["roles"] == {"declarer": "A", "partner": "B"}


def test_a_captured_copy_is_played_before_the_own_one() -> None:
    one = few(lead_of_b("B play As"), **HELD)
    assert one.of_actions == []
    assert dict(one.frame().public_roles) == {"declarer": "A"}
    both = few(lead_of_b("B play As; C pass; D pass; E pass; A pass; B play As"), **HELD)
    assert dict(both.frame().public_roles) == {"declarer": "A", "partner": "B"}


def test_who_holds_both_may_play_the_big_ace_pair() -> None:
    judged = few(lead_of_b("B play As As"), **HELD)
    assert judged.of_actions == []
    table = judged.frame().table
    assert table is not None
    assert table.reading == "Big Ace pair"
    assert dict(judged.frame().public_roles) == {"declarer": "A", "partner": "B"}

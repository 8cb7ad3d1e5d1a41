"""What the replay shows: cards face down, exposures as steps, the Big A marked, roles as each seat knows them."""

from made_big_a import EVEN, SEATS, cards_of, dealt, few, hand, judge, play, played_out, seat_of


def test_while_drawing_the_last_cards_lie_face_down() -> None:
    judged = play("A expose Ah; A play 4s")
    assert [seat.face_down for seat in judged.frame(0).seats] == [("3c",), ("3d",), ("3s",), ("3h",), ("3d",)]
    assert judged.frame(0).stage == "drawing"
    assert len(seat_of(judged, "A", 0).cards) == 21
    assert seat_of(judged, "A", 0).count == 22
    assert "3s" not in seat_of(judged, "C", 1).cards
    assert [seat.face_down for seat in judged.frame(1).seats] == [("3c",), ("3d",), ("3s",), ("3h",), ("3d",)]


def test_they_are_picked_up_before_the_first_play_or_a_reveal() -> None:
    judged = play("A expose Ah; A play 4s")
    assert judged.frame(2).stage == "play"
    assert {seat.face_down for seat in judged.frame(2).seats} == {()}
    assert "3s" in seat_of(judged, "C", 2).cards
    revealed = play("A expose Ah; B reveal Ah")
    assert {seat.face_down for seat in revealed.frame(2).seats} == {()}
    thrown_in = play("A redeal", dealt(A="| Ah", D="| Ah"))
    assert thrown_in.frame(0).seats[0].face_down == ("Ah",)
    assert (thrown_in.frame(1).stage, thrown_in.frame(1).seats[0].face_down) == ("over", ())


def test_cards_face_down_that_the_log_does_not_show() -> None:
    unseen = {seat: cards.rpartition("|")[0] + "| ??" for seat, cards in EVEN.items()}
    seat = seat_of(play("", unseen), "A", 0)
    assert (seat.face_down, seat.hidden, len(seat.cards), seat.count) == (("??",), 0, 21, 22)
    worked_out = EVEN | {"C": EVEN["C"].replace("| 3s", "| ??")}
    seat = seat_of(play("", worked_out), "C", 0)
    assert (seat.face_down, seat.hidden, len(seat.cards), seat.count) == (("3s",), 0, 21, 22)
    no_bar = {seat: cards.replace("| ", "") for seat, cards in EVEN.items()}
    seat = seat_of(play("", no_bar), "A", 0)
    assert (seat.face_down, len(seat.cards), seat.count) == ((), 22, 22)
    nothing = seat_of(play("", None), "A", 0)
    assert (nothing.face_down, nothing.hidden, nothing.count) == ((), 22, 22)


def test_the_big_a_is_marked_from_the_moment_it_is_set() -> None:
    judged = play("A expose Ah; E expose Ac Ac; E play 4d")
    assert [judged.frame(step).marked for step in range(4)] == [(), ("Ah",), ("Ac",), ("Ac",)]
    assert [judged.frame(step).facts for step in range(3)] == [
        (("Big A", "not set"),),
        (("Big A", "Ah"),),
        (("Big A", "Ac"),),
    ]
    by_default = play("A play 4s")
    assert [by_default.frame(step).marked for step in range(2)] == [(), ("Ah",)]


def test_a_hand_is_sorted_with_the_big_a_first() -> None:
    judged = few("A expose As", A="4s As RJ 3d 2c Ad Kd BJ")
    assert cards_of(judged, "A", 0) == "RJ BJ 3d 2c As Ad Kd 4s"
    assert cards_of(judged, "A", 1) == "As RJ BJ 3d 2c Ad Kd 4s"


def test_exposed_and_revealed_aces_are_seen_by_all() -> None:
    judged = play("A expose Ah; E expose Ac Ac; E play 4d")
    assert seat_of(judged, "A", 1).public == ("Ah",)
    assert seat_of(judged, "E", 2).public == ("Ac", "Ac")
    assert seat_of(judged, "A", 2).public == ("Ah",)
    refused = play("A expose Ah; C expose Ad")
    assert seat_of(refused, "C", 2).public == ()
    twice = play("B expose As; B expose As; B play As")
    assert seat_of(twice, "B", 1).public == ("As",)
    assert seat_of(twice, "B", 2).public == ("As", "As")
    assert seat_of(twice, "B", 3).public == ("As",)


def test_captured_cards_stay_seen_until_they_are_played() -> None:
    held = {"A": "As 9s 9d 9h 6d", "B": "4s 4d 5s 9h"}
    passes = "; ".join(f"{seat} pass" for seat in "CDEA")
    judged = few(f"A expose As; A play 9s 9d 9h; B capture 4s 4d; {passes}; B play 9s 9d", **held)
    assert seat_of(judged, "B", 3).public == ("9s", "9h", "9d")
    assert seat_of(judged, "B").public == ("9h",)
    assert seat_of(judged, "A", 3).public == ("As",)


def roles_at(step: int, judged_step: object) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """The roles that everybody knows and those that each seat knows, at a step."""
    frame = judged_step.frame(step)  # type: ignore[attr-defined]
    return dict(frame.public_roles), {seat.seat: dict(seat.knows) for seat in frame.seats}


def test_the_partner_knows_before_the_others_do() -> None:
    judged = play("A expose Ah; A play 4s; B play Ah")
    public, knows = roles_at(1, judged)
    assert public == {"declarer": "A"}
    assert dict(judged.frame(1).roles) == {"declarer": "A", "partner": "B"}
    both = {"declarer": "A", "partner": "B"}
    assert knows == {seat: both if seat == "B" else public for seat in SEATS}
    public, knows = roles_at(3, judged)
    assert public == both
    assert knows == dict.fromkeys(SEATS, both)


def test_a_declarer_alone_knows_that_it_is() -> None:
    judged = play("B expose As; B expose As; B play 4s")
    public, knows = roles_at(1, judged)
    assert public == {"declarer": "B"}
    assert knows["B"] == {"declarer": "B", "partner": "B"}
    assert knows["A"] == {"declarer": "B"}
    assert roles_at(2, judged)[0] == {"declarer": "B", "partner": "B"}


def test_nobody_has_a_role_before_an_ace_is_exposed() -> None:
    judged = play("A play 4s")
    assert roles_at(0, judged) == ({}, {seat: {} for seat in SEATS})
    assert roles_at(1, judged)[0] == {"declarer": "A"}


def test_frames_to_the_end_of_a_hand() -> None:
    judged = judge(hand(played_out("ACBDE", "A", "AB")))
    last = judged.frame()
    assert (last.stage, last.turn) == ("over", None)
    assert last.finish == (("A",), ("C",), ("B",), ("D", "E"))
    for step in range(last.steps + 1):
        for seat in judged.frame(step).seats:
            assert seat.count == len(seat.cards) + len(seat.face_down) + seat.hidden

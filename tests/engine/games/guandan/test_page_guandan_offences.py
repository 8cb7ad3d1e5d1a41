"""The report page, "After an offence": the replay goes on with what was done, and says it once."""

from builders import EVEN, Judged, dealt, few, finished, hand, judge, play

from tests.offenders import for_every

SINGLE = ["E", "N", "W", "S"]
"""S owes E."""


def counts(done: Judged, step: int | None = None) -> list[int]:
    return [seat.count for seat in done.frame(step).seats]


def test_malformed_moves_nothing() -> None:
    done = play("E play 3s; N play 4x")
    assert done.said == ["malformed 0/1 N"]
    assert counts(done) == [26, 27, 27, 27]
    assert done.frame().table.cards == ("3s",)


@for_every("after", ["N play 4s", "N pass", "W play 4h", "S play 4h", "S pass", "E play 3d"])
@for_every("unread", ["N play 4x", "N plays 4s", "X play 4s", "N play 5s 5s=5h", ""])
def test_after_malformed_whoever_acts_next_is_on_turn(unread: str, after: str) -> None:
    done = play(f"E play 3s; {unread}; {after}")
    assert [said.split()[0] for said in done.said] == ["malformed"]


def test_after_malformed_the_seats_in_between_have_passed() -> None:
    done = play("E play 3s; N play 4x; S pass; E play 3d")
    assert done.said == ["malformed 0/1 N"]
    done = play("E play Ks; N play 4x; E play 3d; N play 4s")
    assert done.said == ["malformed 0/1 N"]


def test_the_turn_is_asked_again_after_the_next_action() -> None:
    assert play("E play 3s; N play 4x; W pass; N play 4s").said == ["malformed 0/1 N", "out-of-turn 0/3 N"]


def test_a_malformed_lead() -> None:
    done = play("E play 3x; N play 3s; W pass; S pass; E pass; N play 4s")
    assert done.said == ["malformed 0/0 E"]
    assert play("E play 3s; N pass; W pass; S pass; E play 3x; W play 3h").said == ["malformed 0/4 E"]


@for_every(
    "next_action",
    [
        "S play 2s",
        "E return 9s > S",
    ],
)
def test_a_malformed_tribute_is_not_missing_besides(next_action: str) -> None:
    done = judge(hand(f"S tribute 9x; {next_action}", dealt("S", S="Qd", E="9s"), previous=SINGLE, level="T"))
    assert done.said == ["malformed 0/0 S"]


def test_after_the_end_nothing_has_an_effect() -> None:
    done = few("E play 3s; N pass; W play 4h; N play 5s; N pass; S report 1", E="3s", N="5s 6s", W="4h", S="7h")
    assert done.of_actions == ["after-end 0/3 N", "after-end 0/4 N", "after-end 0/5 S"]
    assert counts(done) == [0, 2, 0, 1]
    assert done.hands[0]["finish"] == [["E"], ["W"], ["N", "S"]]


def test_a_seat_that_is_out_does_nothing_more() -> None:
    done = few(
        "E play 3s; E play 4s; E pass; N play 5s; W pass; S pass; E pass; N play 6s",
        E="3s",
        N="5s 6s 7s",
        W="4h 4c",
        S="7h",
    )
    assert done.of_actions == ["already-out 0/1 E", "already-out 0/2 E", "already-out 0/6 E"]
    assert counts(done) == [0, 1, 2, 1]


def test_resistance_without_right_has_no_effect() -> None:
    deal = dealt("S", S="Qd", E="9s")
    done = judge(hand("S resist; S tribute Qd; E return 9s; S play 2s", deal, previous=SINGLE, level="T"))
    assert done.said == ["role-not-allowed 0/0 S"]
    assert counts(done, 1) == [27, 27, 27, 27]
    assert counts(done, 2) == [28, 27, 27, 26]


def test_resistance_without_right_is_said_once_also_where_nothing_is_paid_after_it() -> None:
    """The table took it for resistance."""
    deal = dealt("S", S="Qd", E="Ks")
    done = judge(hand("S resist; E play Ks", deal, previous=SINGLE, level="T"))
    assert done.said == ["role-not-allowed 0/0 S"]


@for_every("action", ["N accept", "N show 3s 3s 3s", "N tribute 4s > E", "N return 4s > E", "N resist", "N set"])
def test_an_action_that_does_not_belong_here_has_no_effect(action: str) -> None:
    done = play(f"E play 3s; {action}; N play 4s")
    assert done.said == ["unexpected-action 0/1 N"]
    assert counts(done) == [26, 26, 27, 27]


def test_out_of_turn_is_taken_as_done() -> None:
    done = play("E play 3s; S play 4h; E pass; N pass; W pass; S play 3h")
    assert done.said == ["out-of-turn 0/1 S"]
    assert counts(done) == [26, 27, 27, 25]


def test_after_out_of_turn_the_skipped_seats_have_passed() -> None:
    assert play("E play 3s; W pass; S pass; E play 3d").said == ["out-of-turn 0/1 W"]
    assert play("E play 3s; W play 4h; N play 5s").said == ["out-of-turn 0/1 W", "out-of-turn 0/2 N"]


def test_a_play_again_by_the_one_who_played_last_is_a_new_lead() -> None:
    """All others are skipped, and so have passed: it need not beat its own play."""
    done = play("E play Ks; E play 3s; N play 4s")
    assert done.said == ["out-of-turn 0/1 E"]


def test_a_pass_by_the_one_who_played_last() -> None:
    """All others are skipped, and so have passed: it had the lead.  Of turn and right only the first is said."""
    done = play("E play Ks; E pass; N play 4s")
    assert done.said == ["out-of-turn 0/1 E"]


def test_a_wrong_leader_leads_all_the_same() -> None:
    done = play("N play 3s; W play 4h; S pass; E pass; N pass; W play 3h", first="E")
    assert done.said == ["wrong-leader 0/0 N"]


def test_after_a_pass_on_the_lead_the_next_seat_leads() -> None:
    done = play("E play 3s; N pass; W pass; S pass; E pass; N play 3s; W play 4h")
    assert done.said == ["must-lead 0/4 E"]
    assert done.frame(5).turn == "N"
    assert play("E pass; N play 3s", first="E").said == ["must-lead 0/0 E"]
    assert play("E pass; N pass; W play 3h", first="E").said == ["must-lead 0/0 E", "must-lead 0/1 N"]


def test_cards_not_held_count_as_played_and_those_held_leave() -> None:
    done = play("E play 3s 3h; N play 4s 4d")
    assert done.said == ["card-not-held 0/0 E"]
    assert counts(done, 1) == [26, 27, 27, 27]
    assert "3s" not in done.seat("E", 1).cards
    assert "3d" in done.seat("E", 1).cards
    assert done.frame(1).table.cards == ("3s", "3h")


def test_a_seat_goes_out_by_the_cards_it_holds() -> None:
    done = few("E play 3s 3d; N pass; W play 4h 4c", E="3s", N="5s 6s", W="4h 4c", S="7h")
    assert done.of_actions == ["card-not-held 0/0 E"]
    assert done.hands[0]["finish"] == [["E"], ["W"], ["N", "S"]]


def test_no_combination_leaves_what_lay_on_the_table() -> None:
    done = play("E play 3s; N play 5s 6s; W play 4h; S pass; E pass; N pass; W play 3h")
    assert done.said == ["not-a-combination 0/1 N"]
    assert counts(done, 2) == [26, 25, 27, 27]
    assert done.frame(2).table.seat == "E"
    assert done.frame(2).turn == "W"


def test_no_combination_uses_the_turn_of_the_last_to_act() -> None:
    done = play("E play 3s; N pass; W pass; S play 5h 6h; E play 4s 4d")
    assert done.said == ["not-a-combination 0/3 S"]


def test_after_no_combination_on_the_lead_the_next_seat_leads() -> None:
    done = play("E play 3s 4s; N play 3s 3d; W pass; S pass; E pass; N play 4s")
    assert done.said == ["not-a-combination 0/0 E"]
    assert done.frame(1).table is None
    assert done.frame(1).turn == "N"


def test_passes_after_no_combination_on_the_lead_are_not_must_lead() -> None:
    done = play("E play 3s 4s; N pass; W pass; S play 4h")
    assert done.said == ["not-a-combination 0/0 E"]


def test_a_pass_on_the_lead_after_no_combination_that_followed_is_must_lead() -> None:
    done = play("E play 3s; N play 5s 6s; W pass; S pass; E pass; N play 4s")
    assert done.said == ["not-a-combination 0/1 N", "must-lead 0/4 E"]


def test_a_seat_may_go_out_by_no_combination() -> None:
    done = few("E play 3s; N play 5s 6s; W play 4h; E pass", E="3s 4s", N="5s 6s", W="4h 4c", S="7h 7c 8h")
    assert done.of_actions == ["not-a-combination 0/1 N", "out-of-turn 0/3 E"]
    assert done.frame(2).finish == (("N",),)
    assert done.frame(2).turn == "W"


def test_a_seat_that_goes_out_by_no_combination_leaves_the_lead_to_the_next() -> None:
    done = few("E play 3s 4s; N play 5s; W pass; S pass; N play 6s", E="3s 4s", N="5s 6s 7s", W="4h 4c", S="7h 7c 8h")
    assert done.of_actions == ["not-a-combination 0/0 E"]
    assert done.frame(1).turn == "N"


def test_the_hand_may_end_by_no_combination() -> None:
    done = few("E play 3s; N pass; W play 4h 5h", E="3s", N="5s 6s", W="4h 5h", S="7h")
    assert done.of_actions == ["not-a-combination 0/2 W"]
    assert done.hands[0]["finish"] == [["E"], ["W"], ["N", "S"]]


def test_what_does_not_beat_takes_the_place_on_the_table() -> None:
    done = play("E play 9s; N play 4s; W play 5h; S pass; E pass; N pass; W play 3h")
    assert done.said == ["does-not-beat 0/1 N"]
    assert done.frame(2).table.seat == "N"
    assert play("E play 9s; N play 4s 4d; W play 5h 5c").said == ["does-not-beat 0/1 N"]


def test_tribute_that_is_wrong_moves_as_recorded() -> None:
    deal = dealt("S", S="Qd", E="9s")
    done = judge(hand("S tribute 5s > E; E return Ad > S; S play 2s", deal, previous=SINGLE, level="T"))
    assert done.said == ["tribute-wrong-card 0/0 S", "return-wrong-card 0/1 E"]
    assert "5s" in done.seat("E", 1).public
    assert "Ad" in done.seat("S", 2).public


def test_tribute_that_is_not_due_moves_where_it_is_said_to() -> None:
    begun = "N tribute 9h > W; S tribute Qd; E return 9s; S play 2s"
    done = judge(hand(begun, dealt("S", S="Qd", E="9s", N="9h"), previous=SINGLE, level="T"))
    assert done.said == ["tribute-not-due 0/0 N"]
    assert counts(done, 1) == [27, 26, 28, 27]


def test_tribute_that_is_not_due_stays_where_no_receiver_can_be_told() -> None:
    done = play("N tribute 9s; E play 3s")
    assert done.said == ["tribute-not-due 0/0 N"]
    assert counts(done, 1) == [27, 27, 27, 27]


@for_every("leader", "ENWS")
def test_missing_tribute_moves_nothing_and_whoever_plays_has_the_lead(leader: str) -> None:
    done = judge(hand(f"{leader} play {EVEN[leader][:2]}", EVEN, previous=SINGLE, level="T"))
    assert done.said == [f"tribute-missing 0/0 {leader}"]
    assert done.frame().table.seat == leader


def test_tribute_after_it_was_missing_is_unexpected() -> None:
    deal = dealt("S", S="Qd", E="9s Ks")
    done = judge(hand("E play Ks; S tribute Qd > E", deal, previous=SINGLE, level="T"))
    assert done.said == ["tribute-missing 0/0 E", "unexpected-action 0/1 S"]
    assert counts(done) == [26, 27, 27, 27]
    done = judge(hand("E return 9s > S; S tribute Qd > E; S play 2s", deal, previous=SINGLE, level="T"))
    assert done.said == ["tribute-missing 0/0 E", "unexpected-action 0/1 S"]


@for_every("leader", ["E play Ks", "N play Kh", "S play 2s"])
def test_a_missing_return_moves_nothing_and_whoever_plays_has_the_lead(leader: str) -> None:
    deal = dealt("S", S="Qd", E="9s Ks", N="Kh")
    done = judge(hand(f"S tribute Qd; {leader}; E return 9s", deal, previous=SINGLE, level="T"))
    assert done.said == [f"return-missing 0/1 {leader[0]}", "unexpected-action 0/2 E"]
    assert sum(counts(done, 2)) == 108, "the most that each may hold, and S perhaps got a card back"
    assert [seat.seat for seat in done.frame(2).seats if seat.at_most] == ["E", "S"]
    assert counts(done, 2) == counts(done, 3)


def test_one_return_of_two_is_missing() -> None:
    deal = dealt("NS", N="Kd 2s", S="Qd", E="9s", W="9d")
    begun = "N tribute Kd; S tribute Qd; E return 9s; N play 2s"
    assert judge(hand(begun, deal, previous=["E", "W"], level="T")).said == ["return-missing 0/3 N"]


def test_one_tribute_of_two_is_missing() -> None:
    deal = dealt("NS", N="Kd 2s", S="Qd", E="9s", W="9d")
    done = judge(hand("N tribute Kd; N play 2s", deal, previous=["E", "W"], level="T"))
    assert done.said == ["tribute-missing 0/1 N"]


def test_a_wrong_count_has_no_effect() -> None:
    done = play("E play 3s; E report 20; N play 4s")
    assert done.said == ["report-wrong 0/1 E"]
    assert done.frame().turn == "W"


def test_a_deck_that_is_none_is_played_on_with() -> None:
    deal = EVEN | {"E": EVEN["E"].replace("3s", "4s")}
    done = play("E play 4s 4s 4d; N pass", deal)
    assert done.said == ["deck-mismatch 0"]
    assert done.verdict == "illegal"


def test_a_hand_of_the_wrong_size_is_played_on_with() -> None:
    deal = EVEN | {"E": EVEN["E"].replace("3s ", "")}
    done = play("E play 3s; N pass", deal)
    assert done.said == ["hand-size 0", "card-not-held 0/0 E"]
    assert counts(done, 0) == [26, 27, 27, 27]


def test_a_setup_that_contradicts_is_gone_on_with() -> None:
    done = judge(finished("ENWS"), finished("NEWS", level="9"), tribute="none")
    assert done.said == ["setup-mismatch 1"]
    assert done.frame(0, hand=1).facts == (("level", "9"),)


@for_every(
    ("passes", "leader"),
    [("N pass; W pass; S pass", "W"), ("N play 5s; W pass; S pass", "N"), ("N pass; W play 5h; S pass; N pass", "W")],
)
def test_a_round_ends_when_the_turn_would_come_back_to_one_who_is_out(passes: str, leader: str) -> None:
    done = few(f"E play 3s; {passes}", E="3s", N="5s 6s", W="5h 6h", S="7h 8h")
    assert done.of_actions == []
    assert done.frame().turn == leader
    assert done.frame().table is None

"""The rules page, section Play: turn and lead, the lead after going out by what the table knows, the end of a hand."""

from made_big_a import EVEN, SEATS, dealt, few, hand, judge, play, played_out

from tests.offenders import for_every

# The first lead.


def test_the_declarer_leads() -> None:
    assert play("A expose Ah; A play 4s").said == []
    assert play("A expose Ah; B play 4s").said == ["wrong-leader 0/1 B"]
    assert play("E expose Ac; E play 4d").said == []
    assert play("A play 4s").said == []
    assert play("B play 4s").said == ["wrong-leader 0/0 B"]


def test_the_partner_leads_that_revealed_the_second_copy() -> None:
    assert play("A expose Ah; B reveal Ah; B play 4s").said == []
    assert play("A expose Ah; B reveal Ah; A play 4s").said == ["wrong-leader 0/2 A"]


def test_a_declarer_alone_leads_whether_or_not_it_revealed() -> None:
    assert play("B expose As; B reveal As; B play 4s").said == []
    assert play("B expose As As; B play 4s").said == []
    assert play("A expose Ah; E expose Ac Ac; E play 4d").said == []
    assert play("A expose Ah; E expose Ac Ac; A play 4s").said == ["wrong-leader 0/2 A"]


def test_after_a_wrong_lead_the_turn_goes_on_from_there() -> None:
    assert play("A expose Ah; B play 4s; C play 5d").said == ["wrong-leader 0/1 B"]


def test_a_pass_before_the_first_play() -> None:
    assert play("A expose Ah; A pass; B play 4s").said == ["must-lead 0/1 A"]
    assert play("A expose Ah; B pass; C play 5d").said == ["out-of-turn 0/1 B"]


# Turn and lead.


def test_play_or_pass_in_turn_and_passing_bars_nothing() -> None:
    actions = "A play 5h; B pass; C play 6s; D pass; E pass; A pass; B play 8d"
    assert play(actions).said == []
    assert play("A play 5h; C play 6s").said == ["out-of-turn 0/1 C"]


def test_when_all_others_have_passed_the_player_of_the_last_play_leads() -> None:
    passes = "B pass; C pass; D pass; E pass"
    assert play(f"A play 5h; {passes}; A play 4s").said == []
    assert play(f"A play 5h; {passes}; A pass").said == ["must-lead 0/5 A"]
    assert play(f"A play 5h; {passes}; B play 4s").said == ["out-of-turn 0/5 B"]


def test_a_seat_that_is_out_is_passed_over() -> None:
    actions = "A play 5h; B play 6d; C play 7d; D pass; E pass; A pass; C play 4c"
    judged = few(actions, A="Ah 5h", B="6d", C="7d 4c 4d", D="Ah 6d", E="6d 6c")
    assert judged.of_actions == []
    assert judged.frame().finish == (("B",),)


# The lead after going out.


def after_out(actions: str, *, lead_after_out: str = "skip_team", **held: str) -> str | None:
    """Who leads when all have passed a winner that is out."""
    judged = play(actions, {seat: held.get(seat, "6d 6d") for seat in SEATS}, lead_after_out=lead_after_out)
    assert judged.of_actions == []
    return judged.frame().turn


@for_every("option", ["skip_team", "skip_partner"])
def test_while_the_roles_are_unknown_the_next_seat_that_holds_cards_leads(option: str) -> None:
    actions = "A expose As; A play 4d; B pass; C play 7s; D pass; E pass; A pass; B pass"
    assert after_out(actions, A="As 4d 4d", B="6d 6d", C="7s", D="As 6d", lead_after_out=option) == "D"


@for_every("option", ["skip_team", "skip_partner"])
def test_declarer_and_partner_pass_each_other_over(option: str) -> None:
    actions = "A expose As; B reveal As; B play 4d; C pass; D pass; E pass; A play As; B pass; C pass; D pass; E pass"
    assert after_out(actions, A="As", B="As 4d 4c 6d", lead_after_out=option) == "C"


@for_every(("option", "leader"), [("skip_team", "A"), ("skip_partner", "D")])
def test_opponents_pass_each_other_over_under_skip_team_only(option: str, leader: str) -> None:
    actions = "A expose As; B reveal As; B play 4d; C play 7s; D pass; E pass; A pass; B pass"
    assert after_out(actions, A="As 6d", B="As 4d 4c", C="7s", lead_after_out=option) == leader


@for_every(("option", "leader"), [("skip_team", "B"), ("skip_partner", "D")])
def test_opponents_of_a_declarer_alone_pass_each_other_over_under_skip_team_only(option: str, leader: str) -> None:
    actions = "B expose As As; B play 4d; C play 7s; D pass; E pass; A pass; B pass"
    assert after_out(actions, B="As As 4d 4c", C="7s", lead_after_out=option) == leader


@for_every(
    ("shown", "leader"),
    [
        ("A expose As", "D"),
        ("A expose As; B reveal As", "A"),
    ],
)
def test_a_reveal_makes_the_roles_known(shown: str, leader: str) -> None:
    first = "A play 4d; B pass" if shown == "A expose As" else "B play 4d"
    actions = f"{shown}; {first}; C play 7s; D pass; E pass; A pass; B pass"
    assert after_out(actions, A="As 4d 6d", B="As 4d 6d", C="7s") == leader


def test_the_second_copy_played_makes_the_roles_known() -> None:
    start = "A expose As; A play 4d; B play {}; C pass; D pass; E pass; A pass; B play 4c; "
    end = "C play 7s; D pass; E pass; A pass; B pass"
    held = {"A": "As 4d 6d", "B": "As Kd 4c 6d", "C": "7s"}
    assert after_out(start.format("As") + end, **held) == "A"
    assert after_out(start.format("Kd") + end, **held) == "D"


def test_the_first_copy_played_does_not() -> None:
    start = "A expose As; A play As; B pass; C pass; D pass; E pass; "
    actions = start + "A play 4d; B pass; C play 7s; D pass; E pass; A pass; B pass"
    assert after_out(actions, A="As 4d 6d", B="As 6d", C="7s") == "D"


def test_a_declarer_alone_is_known_when_it_has_played_both() -> None:
    start = "A expose As; A play As Ad; B pass; C pass; D pass; E pass; A play {}; B pass; C pass; D pass; E pass; "
    end = "A play 4d; B pass; C play 7s; D pass; E pass; A pass; B pass"
    held = {"A": "As As Ad Kd 4d 6d", "C": "7s"}
    assert after_out(start.format("Kd") + end, **held) == "D"
    assert after_out(start.format("As") + end, **held) == "A"


def test_both_copies_shown_while_drawing_make_the_roles_known() -> None:
    actions = "A expose As As; A play 4d; B pass; C play 7s; D pass; E pass; A pass; B pass"
    assert after_out(actions, A="As As 4d 6d", C="7s") == "A"
    actions = "B expose Ad; A expose As As; A play 4d; B pass; C play 7s; D pass; E pass; A pass; B pass"
    assert after_out(actions, A="As As 4d 6d", B="Ad 6d", C="7s") == "A"


def test_a_captured_copy_does_not_tell_the_roles() -> None:
    capture = "A expose As; A play As Ad Ad; B capture 4s 4d; C pass; D pass; E pass; A pass"
    out = "B play {}; C pass; D pass; E pass; A pass; B play 5d; C play 7s; D pass; E pass; A pass; B pass"
    held = {"A": "As Ad Ad 6d 6d", "B": "As 4s 4d 5s 5d", "C": "7s"}
    assert after_out(f"{capture}; {out.format('As')}", **held) == "D"
    assert after_out(f"{capture}; {out.format('As As')}", **held) == "A"


# The end of a hand.


def finish(actions: str, **held: str) -> tuple[bool, list[list[str]]]:
    """Whether a hand is complete, and its order of finish."""
    (only,) = few(actions, **held).hands
    return only["complete"], only["finish"]


def test_the_hand_ends_when_declarer_and_partner_are_out() -> None:
    actions = "A expose As; B reveal As; B play 4d; C pass; D pass; E pass; A play As; B pass; C play 7d 7d 7d"
    held = {"A": "As", "B": "As 4d", "C": "7d 7d 7d 6d"}
    assert finish(actions, **held) == (False, [["A"]])
    done = f"{actions}; D pass; E pass; B pass; C play 6d; D pass; E pass; B play As"
    assert finish(done, **held | {"C": "7d 7d 7d 6d 6d"}) == (True, [["A"], ["B"], ["C", "D", "E"]])


def test_the_opponents_left_share_the_places_left_in_the_order_of_players() -> None:
    actions = "D expose As; A reveal As; A play 4d; B pass; C pass; D play As; E pass; A pass; B pass; C pass"
    held = {"A": "As 4d", "D": "As", "B": "7d 7d", "C": "8d 8d", "E": "6d 6d"}
    judged = few(f"{actions}; E play 6d; A play As", **held)
    assert judged.of_actions == []
    assert judged.hands[0]["finish"] == [["D"], ["A"], ["B", "C", "E"]]
    assert judged.hands[0]["complete"]


def test_the_hand_ends_when_all_opponents_are_out() -> None:
    actions = "D expose As; D play 4d; E play 5d; A play 6d; B play 7d"
    held = {"A": "6d 4d", "D": "As 4d", "B": "7d", "C": "As 8d", "E": "5d"}
    assert finish(actions, **held) == (False, [["E"], ["B"]])
    more = f"{actions}; C pass; D pass; A pass; C play 8d; D play As; A pass; C pass"
    assert finish(more, **held)[0] is False
    out = f"{actions}; C pass; D pass; A play 4d"
    judged = few(out, **held)
    assert judged.hands[0]["finish"] == [["E"], ["B"], ["A"], ["C", "D"]]
    assert judged.hands[0]["complete"]


def test_alone_the_hand_ends_when_the_declarer_is_out() -> None:
    assert finish("A expose As As; A play As As", A="As As") == (True, [["A"], ["B", "C", "D", "E"]])


def test_alone_the_hand_ends_when_all_four_opponents_are_out() -> None:
    actions = "A expose As; A play 4d; B play 5d; C play 7d; D play 8d; E play 9d"
    held = {"A": "As As 4d", "B": "5d", "C": "7d", "D": "8d", "E": "9d"}
    assert finish(actions, **held) == (True, [["B"], ["C"], ["D"], ["E"], ["A"]])
    three = {**held, "E": "9d 6d"}
    assert finish(actions, **three) == (False, [["B"], ["C"], ["D"]])


def test_nothing_comes_after_the_end_or_from_a_seat_that_is_out() -> None:
    judged = few("A expose As As; A play As As; B pass", A="As As")
    assert judged.of_actions == ["after-end 0/2 B"]
    actions = "A play 5h; B play 6d; C pass; D pass; E pass; A pass; B pass"
    assert few(actions, A="Ah 5h 4d", B="6d", D="Ah 6d").of_actions == ["already-out 0/6 B"]


# Whole hands.


@for_every("order", ["ABCDE", "CABDE", "EDCBA", "CDEAB", "BCADE"])
def test_hands_played_to_their_end(order: str) -> None:
    judged = judge(hand(played_out(order, "A", "AB")))
    assert judged.said == []
    (only,) = judged.hands
    places = [seat for place in only["finish"] for seat in place]
    assert only["complete"]
    assert places[: len(only["finish"]) - 1] == list(order[: len(only["finish"]) - 1])


def test_a_hand_that_stops_early() -> None:
    judged = judge(hand(played_out("ABCDE", "A", "AB")[:30]))
    assert judged.verdict == "incomplete"
    (only,) = judged.hands
    assert (only["complete"], only["scores"], only["roles"]) == (False, None, {"declarer": "A", "partner": "B"})


def test_the_drawing_left_open_names_no_roles() -> None:
    assert play("").hands[0]["roles"] == {}
    assert play("A expose Ah").hands[0]["roles"] == {"declarer": "A", "partner": "B"}


@for_every("text", ["A tribute 3c", "A accept", "A take 3c", "A set Ah", "A report 3"])
def test_verbs_of_other_games(text: str) -> None:
    assert play(f"A expose Ah; {text}").said == ["unexpected-action 0/1 A"]
    assert play(f"A play 4s; {text}").said == ["unexpected-action 0/1 A"]


def test_sizes_of_hands() -> None:
    deal = dealt(A="Ah")
    assert play("A play 4s", deal).said == []
    deal["A"], deal["E"] = f"{deal['E'].split()[0]} {deal['A']}", " ".join(deal["E"].split()[1:])
    assert play("A play 4s", deal).said == ["hand-size 0", "hand-size 0"]
    assert play("", EVEN, "C").said == ["hand-size 0"] * 4
    assert play("", EVEN, None).said == []


def test_a_card_too_many_in_the_deck() -> None:
    deal = dict(EVEN)
    deal["A"] = deal["A"].replace("RJ", "Ah")
    assert play("", deal).said == ["deck-mismatch 0"]

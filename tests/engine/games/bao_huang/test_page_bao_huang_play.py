"""The rules page, play: who leads, turns and passes, the lead after going out, `ask`, and the end of a hand."""

from itertools import permutations

from bao_huang_builders import EVEN, SEATS, dealt, finished, judge, lowest, passes, play, played_out, scores

from tests.offenders import for_every


@for_every("emperor", SEATS)
def test_the_emperor_leads(emperor: str) -> None:
    deal = dealt(emperor=emperor)
    for seat in SEATS:
        done = play(f"{seat} play {lowest(deal, seat)}", deal)
        assert done.said == ([] if seat == emperor else [f"wrong-leader 0/0 {seat}"])


def test_a_pass_of_another_before_the_first_play_is_out_of_turn() -> None:
    assert play("B pass; C play 6d").said == ["out-of-turn 0/0 B"]


def test_who_leads_must_play() -> None:
    assert play("A pass; B play 6h").said == ["must-lead 0/0 A"]
    assert play("A play 6s" + passes(*"BCDE") + "; A pass; B play 6h").said == ["must-lead 0/5 A"]


def test_passing_bars_nothing() -> None:
    """B passes twice and plays all the same."""
    deal = dealt(A="7s", B="Ts", C="8s", D="9s")
    assert play("A play 7s; B pass; C play 8s; D play 9s; E pass; A pass; B play Ts", deal).said == []


def test_the_turn_goes_in_order_of_play() -> None:
    assert play("A play 6s; C pass").said == ["out-of-turn 0/1 C"]
    assert play("A play 6s; B pass; B pass").said == ["out-of-turn 0/2 B"]
    assert play("A play 6s; E pass; D pass").said == ["out-of-turn 0/1 E", "out-of-turn 0/2 D"]


def test_when_all_others_have_passed_the_player_of_the_last_play_leads() -> None:
    deal = dealt(A="7s", C="8s")
    start = "A play 7s; B pass; C play 8s; D pass; E pass; A pass; B pass; "
    assert play(start + "C play 6d", deal).said == []
    assert play(start + "C play 6d; D play 6d", deal).said == ["does-not-beat 0/8 D"]
    assert play(start + "D play 6d", deal).said == ["out-of-turn 0/7 D"]
    assert play(start + "A play 6s", deal).said == ["out-of-turn 0/7 A"]


@for_every("seat", "BCDE")
def test_if_that_one_is_out_the_next_in_order_of_play_leads(seat: str) -> None:
    """A goes out; all pass; B leads."""
    whole = played_out("AC")
    gone = max(place for place, text in enumerate(whole) if text.startswith("A play"))
    done = play([*whole[: gone + 1], *(f"{other} pass" for other in "BCDE"), f"{seat} play {lowest(EVEN, seat)}"])
    assert done.said == ([] if seat == "B" else [f"out-of-turn 0/{gone + 5} {seat}"])


def test_seats_that_are_out_are_passed_over() -> None:
    """A and B are out, C leads and goes out; D is next, though A and B come before it."""
    deal = dealt(emperor="A", protector="E")
    actions = played_out("ABCE", "A", "E", deal)
    out = {seat: max(place for place, text in enumerate(actions) if text.startswith(f"{seat} play")) for seat in "ABC"}
    last = out["C"]
    begun = actions[: last + 1]
    assert play([*begun, "D pass", "E pass", f"D play {lowest(deal, 'D')}"], deal).said == []
    done = play([*begun, "D pass", "E pass", f"E play {lowest(deal, 'E')}"], deal)
    assert done.said == [f"out-of-turn 0/{last + 3} E"]
    for seat in "AB":
        assert play([*begun, f"{seat} pass"], deal).said == [f"already-out 0/{last + 1} {seat}"]


@for_every("order", ["".join(each) for each in permutations(SEATS, 2)])
def test_the_hand_ends_when_every_member_of_a_team_is_out(order: str) -> None:
    """Here the emperor's, in either order, and the others share the places left."""
    emperor, protector = order
    for first, second in (order, order[::-1]):
        done = judge(finished(first + second, emperor=emperor, protector=protector))
        assert done.said == []
        assert done.hands[0]["complete"]
        others = [seat for seat in SEATS if seat not in order]
        assert done.hands[0]["finish"] == [[first], [second], others]


@for_every("order", ["BDE", "EDB", "BADE", "DBAE", "BDAE", "EBCD"])
def test_or_the_farmers(order: str) -> None:
    done = judge(finished(order))
    assert done.said == []
    left = [seat for seat in SEATS if seat not in order]
    assert done.hands[0]["finish"] == [*([seat] for seat in order), left]


@for_every("order", ["A", "BA", "BCA", "BCDA", "BCDE", "EDCB"])
def test_alone_the_emperor_is_a_team(order: str) -> None:
    done = judge(finished(order, protector="A"))
    assert done.said == []
    left = [seat for seat in SEATS if seat not in order]
    assert done.hands[0]["finish"] == [*([seat] for seat in order), *([left] if left else [])]


@for_every(("order", "last"), [("A", "C"), ("AB", "C"), ("ABD", "C"), ("ABD", "E"), ("BD", "E"), ("", "A")])
def test_before_that_it_does_not_end(order: str, last: str) -> None:
    """The same plays, one short: the log stops before the hand ends."""
    whole = finished(order + last, protector="C" if order else "A")
    whole["actions"].pop()
    done = judge(whole)
    assert done.verdict == "incomplete"
    assert not done.hands[0]["complete"]
    assert done.hands[0]["finish"] == [[seat] for seat in order]
    assert scores(done) is None
    assert done.totals == dict.fromkeys(SEATS)


def test_those_left_share_the_last_places() -> None:
    lines = judge(finished("AC")).hands[0]["breakdown"]
    assert "share third and fourth and fifth" in lines[0]["text"]


@for_every("action", ["B play 6h", "B pass", "D ask", "A accept", "D declare uprising", "A resist"])
def test_after_the_end_nothing_has_effect(action: str) -> None:
    log = finished("AC")
    log["actions"].append(action)
    done = judge(log)
    assert done.said == [f"after-end 0/{len(log['actions']) - 1} {action[0]}"]
    assert scores(done) == {"A": 6, "B": -3, "C": 3, "D": -3, "E": -3}


def test_ask_is_said_by_the_owner_of_the_play_right_after_it() -> None:
    assert play("A play 6s; A ask; B pass").said == []


@for_every(
    ("actions", "place"),
    [
        ("A ask; A play 6s", 0),
        ("A play 6s; B ask; B pass", 1),
        ("A play 6s; B pass; A ask; C pass", 2),
        ("A play 6s; B pass; B ask; C pass", 2),
        ("A play 6s; B pass; C pass; D pass; E pass; A ask; A play 6s", 5),
    ],
)
def test_anywhere_else_it_has_no_place(actions: str, place: int) -> None:
    done = play(actions)
    seat = actions.split("; ")[place][0]
    assert done.said == [f"unexpected-action 0/{place} {seat}"]


def test_it_has_no_effect() -> None:
    deal = dealt(A="7s", B="8s")
    assert play("A play 7s; A ask; B play 8s; B ask; C pass", deal).said == []
    done = play("A play 7s; A ask; C pass", deal)
    assert done.said == ["out-of-turn 0/2 C"]


def test_it_may_come_right_after_the_play_with_which_its_seat_went_out() -> None:
    actions = played_out("AC")
    gone = max(place for place, text in enumerate(actions) if text.startswith("A play"))
    assert play([*actions[: gone + 1], "A ask", *actions[gone + 1 :]]).said == []
    late = [*actions[: gone + 2], "A ask", *actions[gone + 2 :]]
    assert play(late).said == [f"already-out 0/{gone + 2} A"]


@for_every(
    "verb", ["return 6s", "resist", "report 3", "expose 6s", "reveal As", "capture 6s", "natural x", "set 6s / 7s / 8s"]
)
def test_verbs_of_other_games_are_unexpected(verb: str) -> None:
    assert play(f"A {verb}; A play 6s").said == ["unexpected-action 0/0 A"]


@for_every("place", [0, 1, 5, 6])
def test_an_action_that_cannot_be_read_moves_nothing(place: int) -> None:
    """Whoever acts next is taken to be on turn."""
    actions = ["A play 6s", "B pass", "C pass", "D pass", "E pass", "A play 6s"]
    done = play([*actions[:place], "A plays 6s", *actions[place:], "B pass"])
    assert [code for code, _ in done.columns] == ["malformed"]


def test_cards_that_form_nothing_leave_the_hand_and_the_next_seat_leads() -> None:
    done = play("A play 6s Ac; B play 6h; C play Tc")
    assert done.said == ["not-a-combination 0/0 A"]
    assert done.seat("A").count == 32
    done = play("A play 6s; B play 6h Ad; C play Tc")
    assert done.said == ["card-not-held 0/1 B"]
    done = play("A play 6s; B play 6h Kd; C play 6d")
    assert done.said == ["not-a-combination 0/1 B", "does-not-beat 0/2 C"]


def test_cards_that_are_held_leave_the_hand() -> None:
    done = play("A play Ac Ac Ah; B pass")
    assert done.said == ["card-not-held 0/0 A"]
    assert done.seat("A").count == 32

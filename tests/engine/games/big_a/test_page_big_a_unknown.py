"""What is not known: cards and seats left out, no face-down card, nobody said to draw first, and what follows of it."""

import re

from made_big_a import EVEN, SEATS, Judged, dealt, hand, judge, play, played_out

from tests.offenders import for_every

LATE = dealt(A="Ah | 3c", B="As As | 3d", C="Ad | 3s", D="Ad | Ah", E="Ac Ac | 3d")
"""A is declarer by default, and D has the other ace of hearts face down."""
WHOLE = played_out("ACBDE", "A", "AB")


def hidden(deal: dict[str, str], *seats: str, but: str = "") -> dict[str, str]:
    """A deal in which the cards of some seats are not shown, but for some."""
    return {
        seat: " ".join(card if card in ("|", *but.split()) or seat not in seats else "??" for card in cards.split())
        for seat, cards in deal.items()
    }


def left_out(deal: dict[str, str], *seats: str) -> dict[str, str]:
    """A deal without some seats."""
    return {seat: cards for seat, cards in deal.items() if seat not in seats}


def without_bar(deal: dict[str, str]) -> dict[str, str]:
    """A deal that does not tell the cards face down from the others."""
    return {seat: cards.replace("| ", "") for seat, cards in deal.items()}


def whole(deal: dict[str, str] | None, first: str | None = "A", shown: str = "A expose Ah") -> Judged:
    """A whole hand in which A and B are first and third."""
    return judge(hand([*filter(None, [shown]), *WHOLE], deal, {"finish": ["A", "C", "B"]}, first))


# What can be worked out.


@for_every("seat", SEATS)
def test_the_one_hand_missing_is_the_rest_of_the_deck(seat: str) -> None:
    for deal in (left_out(EVEN, seat), hidden(EVEN, seat)):
        judged = whole(deal)
        assert judged.verdict == "clean"
        assert judged.hands[0]["roles"] == {"declarer": "A", "partner": "B"}
        assert judged.totals["A"] == 4


def test_the_size_of_a_hand_follows_from_who_drew_first() -> None:
    assert whole(None).verdict == "clean"
    assert whole(None).hands[0]["finish"] == [["A"], ["C"], ["B"], ["D", "E"]]


def test_who_drew_first_follows_from_the_sizes_of_the_hands() -> None:
    assert whole(EVEN, None).verdict == "clean"
    deal = dealt(first="C", A="Ah | 3c", B="| Ah")
    assert play("A redeal", dealt(first="C", A="| Ah", B="| Ah"), None).said == ["out-of-turn 0/0 A"]
    assert play("A play 4s", deal, None).said == []


@for_every("seat", SEATS)
def test_the_size_of_the_one_hand_missing_follows_from_the_others(seat: str) -> None:
    assert whole(left_out(EVEN, seat), None).verdict == "clean"


def test_beside_a_hand_of_a_wrong_size_the_others_stay_unknown() -> None:
    seats = play("A play 4s", {"A": " ".join(["??"] * 20)}, None).frame().seats
    assert [(seat.count, seat.at_most) for seat in seats] == [(19, False), *[(22, True)] * 4]


def test_the_one_card_missing_face_down_is_known() -> None:
    deal = LATE | {"D": LATE["D"].replace("| Ah", "| ??")}
    judged = play("A play 4s", deal)
    assert judged.hands[0]["roles"] == {"declarer": "A", "partner": "D"}
    assert play("D play 4h", deal).said == ["wrong-leader 0/0 D"]


def test_a_void_deal_whose_ace_face_down_is_the_one_card_missing() -> None:
    deal = dealt(A="| Ah", D="| Ah")
    assert play("A play 4s", deal | {"D": deal["D"].replace("| Ah", "| ??")}).said == ["unexpected-action 0/0 A"]


def test_the_partner_is_known_when_it_has_played_the_second_copy() -> None:
    judged = whole(hidden(EVEN, "B", "C", "D"))
    assert judged.verdict == "clean"
    assert judged.hands[0]["roles"] == {"declarer": "A", "partner": "B"}


def test_a_seat_that_is_out_without_the_second_copy_did_not_hold_it() -> None:
    deal = {"A": "Ah 4d 6s", "B": "?? 6s", "C": "?? 7d", "D": "8d 9d", "E": "8d 9d"}
    judged = play("A expose Ah; A play 4d; B pass; C play 5d; D pass; E pass; A pass; B pass; C play 7d", deal)
    # C is out and has not shown it; of the others only B has a card that nobody saw.
    assert judged.hands[0]["roles"] == {"declarer": "A", "partner": "B"}


# What stays unknown.


def test_the_partner_may_stay_unknown() -> None:
    judged = judge(hand(["A expose Ah", *WHOLE[:20]], left_out(EVEN, "B", "C")))
    assert judged.hands[0]["roles"] == {"declarer": "A"}
    assert judged.of_actions == []


def test_without_the_card_face_down_the_declarer_may_stay_unknown() -> None:
    """Who leads would tell it, but what cannot be read stands before the lead."""
    judged = whole(without_bar(EVEN), shown="A play 4x")
    assert judged.of_actions == ["malformed 0/0 A"]
    assert judged.hands[0]["complete"]
    assert judged.hands[0]["roles"] == {}
    assert judged.hands[0]["scores"] == {"A": None, "B": None, "C": -2, "D": -2, "E": -2}
    assert judged.hands[0]["breakdown"] == []


def test_an_ace_that_is_exposed_was_drawn() -> None:
    assert whole(without_bar(EVEN)).verdict == "clean"
    assert play("A expose Ah ^1", without_bar(EVEN)).said == []
    assert play("A expose Ah ^0", without_bar(EVEN)).said == ["role-not-allowed 0/0 A"]


def test_whoever_may_be_declarer_may_lead() -> None:
    deal = without_bar(EVEN)
    assert play("A play 4s", deal).said == []
    assert play("B play 4s", deal).said == []
    assert play("C play 4h", deal).said == ["wrong-leader 0/0 C"]


def test_a_redeal_that_may_be_right() -> None:
    assert play("A redeal", without_bar(dealt(A="| Ah", D="| Ah"))).verdict == "clean"
    assert play("A redeal", without_bar(EVEN)).verdict == "clean"
    assert play("A redeal", without_bar(dealt(A="Ah Ah"))).said == ["unexpected-action 0/0 A"]
    assert play("B redeal", None, None).verdict == "clean"


def test_nobody_is_out_where_the_sizes_are_unknown() -> None:
    judged = whole(None, None)
    assert judged.of_actions == []
    assert judged.verdict == "incomplete"
    (only,) = judged.hands
    assert (only["complete"], only["basis"]) == (False, "result")


def test_without_a_recorded_finish_nothing_is_scored_there() -> None:
    judged = judge(hand(WHOLE, None, None, None))
    (only,) = judged.hands
    assert (only["complete"], only["basis"], only["finish"], only["scores"]) == (False, None, [], None)
    assert set(judged.totals.values()) == {None}


def test_no_recorded_result_that_rests_on_an_unknown_is_called_wrong() -> None:
    recorded = {"finish": ["E"], "scores": {"A": 9}, "roles": {"partner": "E"}}
    judged = judge(hand(WHOLE, None, recorded, None), result={"totals": {"A": 7}, "winner": ["E"]}, hands=1)
    assert judged.of_actions == []
    assert judged.verdict == "incomplete"


def test_what_does_not_rest_on_it_is() -> None:
    judged = judge(hand(["A expose Ah", *WHOLE], None, {"roles": {"declarer": "B"}}, None))
    assert "role-mismatch 0" in judged.said


def test_a_lead_that_nobody_can_name() -> None:
    # B may have the second copy, so that nobody can tell whether the table knew it when C went out.
    deal = {"A": "Ah 4d 6s", "B": "?? 6s", "C": "7s", "D": "?? 9d", "E": "8d 9d"}
    actions = "A expose Ah; A play 4d; B pass; C play 7s; D pass; E pass; A pass; B pass"
    assert play(actions, deal).frame().turn == "D"


def test_a_hand_that_may_be_over() -> None:
    deal = {"A": "Ah ?? ?? 6d", "B": "?? 6s", "C": "7s", "D": "8s", "E": "9s"}
    start = "A expose Ah; A play 6d; B pass; C play 7s; D play 8s; E play 9s"
    judged = play(start, deal)
    assert judged.of_actions == []
    assert not judged.hands[0]["complete"]
    assert judged.hands[0]["roles"] == {"declarer": "A"}
    assert set(judged.totals.values()) == {None}
    # What comes after tells that it was not over, and so that A is alone.
    more = play(f"{start}; A pass; B pass; A play 5d", deal)
    assert more.of_actions == []
    assert more.hands[0]["roles"] == {"declarer": "A", "partner": "A"}


def test_cards_that_cannot_be_read_are_unknown() -> None:
    deal = EVEN | {"E": re.sub("4d", "4x", EVEN["E"])}
    judged = play("E expose Ac; E play 4d", deal)
    assert judged.said == ["malformed 0"]


@for_every("cards", ["| {}", "{} |", "{} | 3d 3h", "| | {}", "3d | 3h | {}"])
def test_a_bar_that_does_not_stand_before_the_last_card(cards: str) -> None:
    rest = EVEN["E"].replace(" | 3d", "")
    count = len(cards.replace("{}", rest).replace("|", "").split())
    judged = play("A play 4s", EVEN | {"E": cards.format(rest)})
    assert judged.said[0] == "malformed 0"
    assert (count == 21) == (judged.said[1:] == [] or judged.said[1:] == ["deck-mismatch 0"])


@for_every("deal", [{}, {"F": "3d"}, dict.fromkeys(SEATS, ""), dict.fromkeys(SEATS, "|")])
def test_odd_deals(deal: dict[str, str]) -> None:
    judged = play("A expose Ah; B reveal Ah; B play 4s; C capture 4s; C pass", deal, None)
    assert judged.verdict in ("illegal", "incomplete")

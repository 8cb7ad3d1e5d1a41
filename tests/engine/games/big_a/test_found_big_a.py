"""Faults that made-up matches of Big A have brought to light, each as a short log."""

from made_big_a import EVEN, SEATS, dealt, hand, judge, play, played_out

from tests.offenders import for_every

WHOLE = played_out("ACBDE", "A", "AB")
"""A whole hand that A leads, with B for its partner, and nothing exposed."""
RESULT = {"finish": ["A", "C", "B", ["D", "E"]], "roles": {"declarer": "A", "partner": "B"}}


def without_bars(deal: dict[str, str]) -> dict[str, str]:
    """A deal that does not tell the cards face down from the others."""
    return {seat: cards.replace("| ", "") for seat, cards in deal.items()}


def covered(deal: dict[str, str], card: str) -> dict[str, str]:
    """A deal in which some card is not shown."""
    return {seat: " ".join("??" if each == card else each for each in cards.split()) for seat, cards in deal.items()}


# Who leads tells who is declarer.


@for_every("seat", SEATS)
def test_the_leader_is_declarer_where_a_seat_left_out_may_be(seat: str) -> None:
    """What A holds is the rest of the deck, but not whether its ace of hearts lay face down."""
    judged = judge(hand(WHOLE, {other: cards for other, cards in EVEN.items() if other != seat}, RESULT))
    assert judged.said == []
    assert judged.verdict == "clean"
    assert judged.hands[0]["roles"] == RESULT["roles"]


@for_every("deal", [without_bars(EVEN), covered(EVEN, "Ah"), covered(EVEN, "3c"), None])
def test_the_leader_is_declarer_where_the_deal_does_not_tell(deal: dict[str, str] | None) -> None:
    judged = judge(hand(WHOLE, deal, RESULT))
    assert judged.said == []
    assert judged.verdict == "clean"
    assert judged.hands[0]["scores"] == {"A": 4, "B": 2, "C": -2, "D": -2, "E": -2}


def test_a_recorded_declarer_that_did_not_lead_is_a_mismatch() -> None:
    judged = judge(hand(WHOLE, without_bars(EVEN), {"roles": {"declarer": "B", "partner": "A"}}))
    assert judged.said == ["role-mismatch 0"]


def test_a_lead_after_an_action_that_cannot_be_read_tells_nothing() -> None:
    """Whoever acts next is taken to be on turn, so that nothing follows from it."""
    judged = judge(hand(["A play 4x", *WHOLE], without_bars(EVEN)))
    assert judged.hands[0]["roles"] == {}


def test_a_lead_tells_nothing_where_nobody_knows_who_drew_first() -> None:
    assert judge(hand(WHOLE, None, first=None)).hands[0]["roles"] == {}


def test_a_pass_in_place_of_the_lead_tells_nothing() -> None:
    judged = play("B pass; C play 4h", without_bars(EVEN))
    assert judged.hands[0]["roles"] == {}


def test_a_leader_who_turns_out_without_the_ace_is_not_declarer() -> None:
    """E led as though it had the ace of hearts; what it plays shows that it had not."""
    deal = {"A": "Ah 5s 6s", "B": "?? 6s", "C": "7s", "D": "8s 9s", "E": "?? 9s"}
    begun = "E play 9s; A pass; B pass; C pass; D pass"
    assert play(begun, deal).hands[0]["roles"] == {"declarer": "E", "partner": "A"}
    assert play(f"{begun}; E play 4d", deal).hands[0]["roles"].get("declarer") != "E"


# The second copy.


@for_every("last", ["3c", "??"])
def test_a_declarer_cannot_reveal_the_copy_that_another_is_known_to_hold(last: str) -> None:
    deal = dealt(A="Ah | 3c", D="| Ah") | {"E": "?? " * 20 + "| ??"}
    deal["A"] = deal["A"].replace("| 3c", f"| {last}")
    judged = play("A expose Ah; A reveal Ah; A play 4s", deal)
    assert judged.said == ["role-not-allowed 0/1 A"]
    assert judged.hands[0]["roles"] == {"declarer": "A", "partner": "D"}


def test_a_declarer_who_holds_both_is_alone_though_the_deal_has_a_third() -> None:
    deal = EVEN | {"A": EVEN["A"].replace("Ah", "Ah Ah", 1)}
    judged = play("A expose Ah; A play 4s", deal)
    assert judged.said == ["hand-size 0"]
    assert judged.hands[0]["roles"] == {"declarer": "A", "partner": "A"}


# Columns.


@for_every(
    ("action", "column"),
    [
        ("A expose Ah Ah", 12),
        ("E expose Ah Ah", 9),
        ("E expose Ac Ac", None),
        ("C expose Ad  Ad", 13),
    ],
)
def test_the_copy_that_is_not_held_is_pointed_at(action: str, column: int | None) -> None:
    expected = [] if column is None else [("card-not-held", column)]
    assert play(action).columns == expected


@for_every(
    ("action", "column"),
    [
        ("A reveal 5s 2c Ah", 9),
        ("A reveal Ah 2c", 12),
        ("A expose 2d 3d 4c", 9),
        ("A expose Ah Ad Ad", 12),
        ("A expose Ah Ah Ah", 15),
    ],
)
def test_the_first_bad_argument_is_pointed_at(action: str, column: int) -> None:
    assert play(action).columns == [("malformed", column)]

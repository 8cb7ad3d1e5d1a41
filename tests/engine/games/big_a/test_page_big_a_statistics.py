"""What the page says of statistics of Big A, statement by statement."""

from counted_facts import Counted
from made_big_a import EVEN, hand, match, played_out


def finished(*opening: str) -> Counted:
    """A whole hand that begins with some actions of the drawing; A and B are out first."""
    return Counted(match(hand([*(opening or ["A expose Ah"]), *played_out("ABCDE", "A", "AB")])))


def test_roles_and_sides() -> None:
    counted = finished()
    assert counted.row("A").basis == "play"
    assert [row.role for row in counted.facts.seats] == ["declarer", "partner", "opponent", "opponent", "opponent"]
    assert [row.side for row in counted.facts.seats] == [(1,), (0,), (3, 4), (2, 4), (2, 3)]
    assert [row.score for row in counted.facts.seats] == [6, 3, -3, -3, -3]
    assert [row.place_halves for row in counted.facts.seats] == [2, 4, 8, 8, 8]


def test_exposed_and_overcalled() -> None:
    assert finished().count("exposed") == {"A": 1}
    assert finished().count("overcalled") == {}
    over = Counted(match(hand(["A expose Ah", "B expose As As", *played_out("BACDE", "B", "B", "As")])))
    assert over.row("B").role == "alone"
    assert over.count("exposed") == {"A": 1, "B": 1}
    assert over.count("overcalled") == {"B": 1}
    refused = finished("A expose Ah", "C expose Ad")
    assert refused.count("exposed") == {"A": 1}


def test_a_hand_that_does_not_reach_its_end_counts_what_was_exposed() -> None:
    result = {"finish": ["A", "B"], "roles": {"declarer": "A", "partner": "B"}}
    counted = Counted(match(hand(["A expose Ah", "A play 4s"], result=result)))
    assert counted.row("A").basis == "result"
    assert counted.all_of() == {"exposed": {"A": 1}}


FEW = {"A": "Ah Ad Kh", "B": "Ah 4s 4d", "C": "5s 5d 5c 6c", "D": "7c", "E": "7d"}


def captured() -> Counted:
    """A hand of few cards in which B captures three fives with two fours."""
    play = ["A expose Ah", "A play Ad", "B pass", "C play 5s 5d 5c", "D pass", "E pass", "A pass", "B capture 4s 4d"]
    play += ["C pass", "D pass", "E pass", "A pass", "B play 5s 5d 5c", "C pass", "D pass", "E pass", "A pass"]
    play += ["B play Ah", "C pass", "D pass", "E pass", "A play Ah", "C pass", "D pass", "E pass", "A play Kh"]
    return Counted(match(hand(play, FEW)))


def test_captures_count_like_plays() -> None:
    counted = captured()
    assert counted.row("B").basis == "play"
    assert counted.count("captured") == {"B": 1}
    assert counted.count("fours_played") == {"B": 2}
    assert counted.count("plays") == {"A": 3, "B": 3, "C": 1}
    assert counted.count("leads") == {"A": 2, "B": 2}
    assert counted.count("lead_cards") == {"A": 2, "B": 4}


def test_a_capture_makes_a_pass_able() -> None:
    held = {**FEW, "D": "4h 4c"}
    actions = list(captured().match.hands[0].actions)
    assert "D" not in captured().able()
    assert Counted(match(hand(actions, held))).able()["D"] > 0


def test_a_capture_of_other_cards_is_no_capture() -> None:
    actions = [text.replace("capture 4s 4d", "capture 4s 6d") for text in captured().match.hands[0].actions]
    held = {**FEW, "B": "Ah 4s 6d"}
    counted = Counted(match(hand(actions, held)))
    assert any(each.code.id == "not-a-combination" for each in counted.report.findings)
    assert counted.count("captured") == {}


def test_a_void_deal_does_not_count() -> None:
    deal = {seat: cards.replace("Ah ", "4s ") for seat, cards in EVEN.items()}
    deal["A"] = deal["A"].rpartition("|")[0] + "| Ah"
    deal["B"] = deal["B"].rpartition("|")[0] + "| Ah"
    counted = Counted(match(hand(["A redeal"], deal), hand("", None, {"scores": dict.fromkeys("ABCDE", 0)})))
    assert counted.hands() == [1]


def test_kinds() -> None:
    assert ("C", "triple", 3, "5") in captured().kinds()
    assert ("B", "pair", 2, "4") in captured().kinds()

"""The rules page, section Setting the Big A: exposing, overcalling, the ace of hearts by default, the void deal."""

import json

from made_big_a import EVEN, dealt, few, hand, judge, match, play, played_out

from engine.logs.fupan.reading import read_match
from tests.offenders import for_every
from tests.score_proofs import proved


def roles(actions: str, deal: dict[str, str] = EVEN, first: str | None = "A") -> dict[str, str]:
    """The roles that a hand comes to."""
    found: dict[str, str] = play(actions, deal, first).hands[0]["roles"]
    return found


# Exposing.


def test_who_exposes_is_declarer_and_the_holder_of_the_other_copy_its_partner() -> None:
    assert roles("A expose Ah; A play 4s") == {"declarer": "A", "partner": "B"}
    assert roles("D expose Ad; D play 4h") == {"declarer": "D", "partner": "C"}


def test_the_proof_of_the_score_names_the_exposed_ace_and_its_step() -> None:
    log = match(hand(["A expose Ah", *played_out("ABCD", "A", "AB")]))
    record = read_match(json.dumps(log).encode(), "made.json")
    assert record.match is not None
    _, (proof,) = proved(record.match)
    facts = {fact.text: fact.action for line in proof.lines for fact in line.facts}
    assert facts["A exposes Ah and is declarer"] == facts["A shows Ah before the play"] == 0


def test_with_both_copies_the_declarer_is_alone_and_need_not_say_so() -> None:
    assert roles("B expose As; B play 4s") == {"declarer": "B", "partner": "B"}
    assert play("B expose As; B play 4s").said == []


def test_the_partner_may_have_the_other_copy_face_down() -> None:
    deal = dealt(A="Ah | 3c", D="| Ah")
    assert roles("A expose Ah; A play 4s", deal) == {"declarer": "A", "partner": "D"}


def test_a_declarer_may_have_the_other_copy_face_down() -> None:
    deal = dealt(A="Ah | Ah")
    assert roles("A expose Ah; A play 4s", deal) == {"declarer": "A", "partner": "A"}


def test_the_card_face_down_may_not_be_exposed() -> None:
    assert play("D expose Ah", dealt(A="Ah", D="| Ah")).said == ["role-not-allowed 0/0 D"]
    assert play("A expose Ah Ah", dealt(A="Ah | Ah")).said == ["role-not-allowed 0/0 A"]
    assert play("A expose Ah; A expose Ah", dealt(A="Ah | Ah")).said == ["role-not-allowed 0/1 A"]


def test_a_card_not_yet_drawn_may_not_be_exposed() -> None:
    deal = dealt(A="6s 6d Ah 6h Ah | 3c")
    assert play("A expose Ah ^3", deal).said == []
    assert play("A expose Ah ^2", deal).said == ["role-not-allowed 0/0 A"]
    assert play("A expose Ah Ah ^5", deal).said == []
    assert play("A expose Ah Ah ^4", deal).said == ["role-not-allowed 0/0 A"]
    assert play("A expose Ah ^3; A expose Ah ^5", deal).said == []
    assert play("A expose Ah ^3; A expose Ah ^4", deal).said == ["role-not-allowed 0/1 A"]
    assert play("A expose Ah ^0", deal).said == ["role-not-allowed 0/0 A"]


def test_a_refused_ace_makes_no_declarer() -> None:
    assert roles("D expose Ah; A play 4s", dealt(A="Ah", D="| Ah")) == {"declarer": "A", "partner": "D"}
    deal = dealt(A="6s 6d Ah | 3c", B="Ad Ah | 3d", C="Ad | 3s")
    assert roles("A expose Ah ^2; C expose Ad; C play 4s", deal) == {"declarer": "C", "partner": "B"}


def test_an_ace_that_the_seat_does_not_hold() -> None:
    judged = play("A expose As")
    assert judged.said == ["card-not-held 0/0 A"]
    assert judged.columns == [("card-not-held", 9)]


@for_every(
    "text",
    [
        "A expose",
        "A expose Kh",
        "A expose RJ",
        "A expose ??",
        "A expose Ah Ad",
        "A expose Ah Ah Ah",
        "A expose Ah ^",
        "A expose Ah ^x",
        "A expose Ah ^-1",
        "A expose Ah ^2.5",
        "A expose Ah ^2 ^3",
        "A expose ^2 Ah",
        "A reveal",
        "A reveal Kh",
        "A reveal ??",
        "A reveal Ah Ah",
        "A reveal Ah ^4",
        "A redeal Ah",
    ],
)
def test_texts_that_do_not_parse(text: str) -> None:
    assert play(text).said == ["malformed 0/0 A"]


# Showing both.


def test_both_copies_may_be_shown_at_once_or_one_after_the_other() -> None:
    for shown in ("B expose As As", "B expose As; B expose As"):
        judged = play(f"{shown}; B play 4s")
        assert judged.said == []
        assert judged.hands[0]["roles"] == {"declarer": "B", "partner": "B"}


def test_the_second_copy_may_be_shown_as_both() -> None:
    assert play("B expose As; B expose As As").said == []


def test_a_declarer_shows_nothing_more_than_both_copies() -> None:
    assert play("B expose As As; B expose As").said == ["role-not-allowed 0/1 B"]
    assert play("B expose As; B expose As; B expose As").said == ["role-not-allowed 0/2 B"]


def test_a_second_copy_that_the_declarer_does_not_hold() -> None:
    assert play("A expose Ah; A expose Ah").said == ["card-not-held 0/1 A"]


# Overcalling.


def test_both_aces_of_another_suit_overcall_and_the_overcaller_is_alone() -> None:
    assert roles("A expose Ah; E expose Ac Ac; E play 4d") == {"declarer": "E", "partner": "E"}


def test_nobody_overcalls_a_declarer_who_has_shown_both_copies() -> None:
    for shown in ("B expose As As", "B expose As; B expose As"):
        judged = play(f"{shown}; E expose Ac Ac; B play 4s")
        assert judged.said == [f"role-not-allowed 0/{shown.count('expose')} E"]
        assert judged.hands[0]["roles"] == {"declarer": "B", "partner": "B"}


def test_a_declarer_who_has_both_but_has_shown_one_is_overcalled() -> None:
    assert play("B expose As; E expose Ac Ac").said == []


def test_nobody_overcalls_an_overcaller() -> None:
    judged = play("A expose Ah; E expose Ac Ac; B expose As As; E play 4d")
    assert judged.said == ["role-not-allowed 0/2 B"]
    assert judged.hands[0]["roles"] == {"declarer": "E", "partner": "E"}


def test_an_overcaller_shows_nothing_more() -> None:
    assert play("A expose Ah; E expose Ac Ac; E expose Ac").said == ["role-not-allowed 0/2 E"]


def test_a_seat_does_not_overcall_itself() -> None:
    judged = play("B expose Ah; B expose As As; B play 4s")
    assert judged.said == ["role-not-allowed 0/1 B"]
    assert judged.hands[0]["roles"] == {"declarer": "B", "partner": "A"}
    assert play("B expose Ah; B expose As").said == ["role-not-allowed 0/1 B"]


def test_a_second_seats_single_ace_is_no_overcall() -> None:
    assert play("A expose Ah; C expose Ad").said == ["role-not-allowed 0/1 C"]
    assert play("A expose Ah; B expose As").said == ["role-not-allowed 0/1 B"]


def test_the_partner_does_not_show_its_copy_while_drawing() -> None:
    assert play("A expose Ah; B expose Ah").said == ["role-not-allowed 0/1 B"]


def test_an_overcall_with_aces_not_held_is_two_faults_only_if_it_had_no_right_besides() -> None:
    assert play("A expose Ah; D expose As As").said == ["card-not-held 0/1 D"]
    assert play("A expose Ah; D expose As").said == ["role-not-allowed 0/1 D", "card-not-held 0/1 D"]


def test_an_overcall_with_a_card_face_down() -> None:
    deal = dealt(A="Ah", B="As | As")
    assert play("A expose Ah; B expose As As", deal).said == ["role-not-allowed 0/1 B"]


def test_an_overcalled_declarers_ace_is_an_ordinary_ace_again() -> None:
    actions = "A expose Ah; E expose Ac Ac; E play RJ; A play Ah"
    assert few(actions, A="Ah 6d", B="Ah 6d", E="Ac Ac RJ 6d").of_actions == ["does-not-beat 0/3 A"]
    actions = "A expose Ah; E expose Ac Ac; E play RJ; A play Ac"
    assert few(actions, A="Ah Ac 6d", E="Ac Ac RJ 6d").of_actions == []


# Counts of cards drawn.


@for_every(
    ("exposes", "fits"),
    [
        # A draws first: when A has drawn 5, E has drawn 4 or 5.
        (("A expose Ah ^5", "E expose Ac Ac ^5"), True),
        (("A expose Ah ^5", "E expose Ac Ac ^4"), True),
        (("A expose Ah ^5", "E expose Ac Ac ^3"), False),
        (("A expose Ah ^5", "E expose Ac Ac ^6"), True),
        # When E has drawn 5, A has drawn 5 or 6.
        (("D expose Ad ^5", "B expose As As ^5"), True),
        (("D expose Ad ^5", "B expose As As ^6"), True),
        (("D expose Ad ^5", "B expose As As ^4"), False),
        # Of one seat they never fall.
        (("B expose As ^6", "B expose As ^6"), True),
        (("B expose As ^6", "B expose As ^7"), True),
        (("B expose As ^6", "B expose As ^5"), False),
        # The last card is the 22nd of A, B and C and the 21st of the others.
        (("A expose Ah ^22",), True),
        (("A expose Ah ^23",), False),
        (("E expose Ac ^21",), True),
        (("E expose Ac ^22",), False),
        # Without a count an expose comes when the ace had been drawn at the earliest.
        (("D expose Ad", "B expose As As ^4"), True),
    ],
)
def test_counts_fit_the_drawing_in_turn(exposes: tuple[str, ...], fits: bool) -> None:
    judged = play(exposes)
    last = len(exposes) - 1
    assert judged.said == ([] if fits else [f"malformed 0/{last} {exposes[-1][0]}"])
    assert fits or judged.columns == [("malformed", exposes[-1].index("^"))]


def test_an_expose_without_a_count_passes_the_time_too() -> None:
    deal = dealt(A="6s 6d 6h 6c 7s 7d 7h 7c 8s 8d Ah | 3c", B="As As | 3d")
    assert play("A expose Ah; B expose As As ^9", deal).said == ["malformed 0/1 B"]
    assert play("A expose Ah; B expose As As ^10", deal).said == []


def test_counts_follow_who_drew_first() -> None:
    deal = dealt(first="C", A="Ah | 3c", E="Ac Ac | 3d")
    assert play("E expose Ac ^22", deal, "C").said == []
    assert play("A expose Ah ^22", deal, "C").said == ["malformed 0/0 A"]
    assert play("A expose Ah ^22", deal, None).said == ["malformed 0/0 A"]


def test_a_count_that_does_not_fit_has_no_effect() -> None:
    judged = play("C expose Ad ^23; A play 4s")
    assert judged.said == ["malformed 0/0 C"]
    assert judged.hands[0]["roles"] == {"declarer": "A", "partner": "B"}


# Nobody exposed.


def test_the_first_seat_with_a_drawn_ace_of_hearts_is_declarer() -> None:
    assert roles("A play 4s") == {"declarer": "A", "partner": "B"}
    deal = dealt(first="B", A="Ah | 3c", D="Ah | 3d")
    assert roles("D play 4h", deal, "B") == {"declarer": "D", "partner": "A"}


def test_an_ace_face_down_makes_no_declarer() -> None:
    deal = dealt(A="| Ah", D="Ah | 3d")
    assert roles("D play 4s", deal) == {"declarer": "D", "partner": "A"}


def test_both_aces_of_hearts_in_one_hand_make_a_declarer_alone() -> None:
    assert roles("D play 4s", dealt(D="Ah Ah | 3d")) == {"declarer": "D", "partner": "D"}
    assert roles("D play 4s", dealt(D="Ah | Ah")) == {"declarer": "D", "partner": "D"}


def test_by_default_the_aces_of_hearts_are_the_big_a() -> None:
    assert few("A play RJ; B play Ah", A="Ah RJ", B="Ah 6d").of_actions == []
    assert few("A play RJ; B play As", A="Ah RJ", B="As 6d").of_actions == ["does-not-beat 0/1 B"]


# The void deal.

VOID = dealt(A="| Ah", D="| Ah")


def test_with_both_aces_of_hearts_face_down_the_deal_is_void() -> None:
    judged = play("A redeal", VOID)
    assert judged.verdict == "clean"
    assert judged.said == []
    (only,) = judged.hands
    assert (only["complete"], only["finish"], only["roles"]) == (True, [], {})
    assert set(only["scores"].values()) == {0}


def test_the_seat_that_drew_first_says_so() -> None:
    judged = play("B redeal", VOID)
    assert judged.said == ["out-of-turn 0/0 B"]
    assert judged.hands[0]["complete"]
    deal = dealt(first="C", A="| Ah", D="| Ah")
    assert play("C redeal", deal, "C").said == []
    assert play("C redeal", deal, None).said == []
    assert play("A redeal", deal, None).said == ["out-of-turn 0/0 A"]


@for_every("text", ["A play 4s", "A pass", "D play 4s", "A capture 4s"])
def test_any_play_of_a_void_deal_has_no_place(text: str) -> None:
    judged = play(f"{text}; A redeal", VOID)
    assert judged.said == [f"unexpected-action 0/0 {text[0]}"]
    assert judged.hands[0]["complete"]


def test_a_void_deal_without_a_redeal_does_not_end() -> None:
    judged = play("", VOID)
    assert judged.verdict == "incomplete"
    assert not judged.hands[0]["complete"]


def test_nothing_comes_after_a_redeal() -> None:
    assert play("A redeal; A redeal; B play 4s", VOID).said == ["after-end 0/1 A", "after-end 0/2 B"]


def test_an_ace_exposed_saves_the_deal() -> None:
    deal = dealt(A="| Ah", D="| Ah", B="As")
    judged = play("B expose As; B play 4s", deal)
    assert judged.said == []
    assert judged.hands[0]["roles"]["declarer"] == "B"
    assert play("B expose As; A redeal", deal).said == ["unexpected-action 0/1 A"]


def test_a_redeal_of_a_deal_that_is_not_void() -> None:
    assert play("A redeal; A play 4s").said == ["unexpected-action 0/0 A"]
    assert play("A play 4s; A redeal").said == ["unexpected-action 0/1 A"]


def test_a_void_deal_does_not_count_as_a_hand() -> None:
    void = hand("A redeal", VOID)
    assert judge(void, void, hands=1).winner is None
    assert judge(void, void, void, hands=2).said == []


# Revealing.


def test_the_partner_may_reveal_the_second_copy() -> None:
    judged = play("A expose Ah; B reveal Ah; B play 4s")
    assert judged.said == []
    assert judged.hands[0]["roles"] == {"declarer": "A", "partner": "B"}


def test_a_declarer_alone_may_reveal_it() -> None:
    assert play("B expose As; B reveal As; B play 4s").said == []


def test_the_second_copy_may_have_lain_face_down() -> None:
    deal = dealt(A="Ah | 3c", D="4d | Ah")
    assert play("A expose Ah; D reveal Ah; D play 4d", deal).said == []


def test_nothing_is_revealed_if_nobody_exposed() -> None:
    assert play("B reveal Ah; A play 4s").said == ["role-not-allowed 0/0 B"]
    assert play("A reveal Ah").said == ["role-not-allowed 0/0 A"]
    assert play("A reveal Ah", VOID).said == ["role-not-allowed 0/0 A"]


def test_nothing_is_revealed_if_both_are_shown() -> None:
    assert play("B expose As As; B reveal As").said == ["role-not-allowed 0/1 B"]
    assert play("B expose As; B expose As; B reveal As").said == ["role-not-allowed 0/2 B"]
    assert play("A expose Ah; E expose Ac Ac; E reveal Ac").said == ["role-not-allowed 0/2 E"]
    assert play("A expose Ah; B reveal Ah; B reveal Ah").said == ["role-not-allowed 0/2 B"]


def test_only_the_second_copy_is_revealed() -> None:
    assert play("A expose Ah; A reveal Ah").said == ["role-not-allowed 0/1 A"]
    assert play("A expose Ah; B reveal As").said == ["role-not-allowed 0/1 B"]


def test_an_ace_revealed_that_the_seat_does_not_hold() -> None:
    judged = play("A expose Ah; C reveal Ah")
    assert judged.columns == [("card-not-held", 9)]


def test_no_ace_is_exposed_after_a_reveal() -> None:
    assert play("A expose Ah; B reveal Ah; E expose Ac Ac").said == ["unexpected-action 0/2 E"]


def test_a_reveal_without_effect_does_not_end_the_drawing() -> None:
    assert play("B reveal Ah; E expose Ac Ac; E play 4d").said == ["role-not-allowed 0/0 B"]


def test_nothing_is_shown_after_the_first_play() -> None:
    assert play("A expose Ah; A play 4s; B reveal Ah").said == ["unexpected-action 0/2 B"]
    assert play("A expose Ah; A play 4s; E expose Ac Ac").said == ["unexpected-action 0/2 E"]
    assert play("A play 4s; A expose Ah").said == ["unexpected-action 0/1 A"]

"""The rules page, `triplet`: three cards shown, the fourth card, all four, forced acceptance, void deals."""

from bao_huang_builders import (
    SEATS,
    dealt,
    finished,
    hand,
    highest,
    judge,
    lowest,
    played_out,
    scattered,
    scores,
    with_tribute,
)
from builders import Deal, Judged, Log

from tests.offenders import for_every

SEVENS = dealt("EDBCA", A="7s 7s 7s", D="7s")
"""A can show three sevens of spades; D has the fourth."""
SHOW = "A show 7s 7s 7s"
ALL_DECLINE = "A decline; E decline; D decline; C decline; B decline"


def triplet(actions: str | list[str], deal: Deal = SEVENS, **options: object) -> Judged:
    """One hand in which the protector is found by three cards shown."""
    return judge(hand(actions, deal), protector="triplet", **options)


def roles(done: Judged, index: int = 0) -> dict[str, str]:
    """The roles of a hand as the report has them."""
    found: dict[str, str] = done.hands[index]["roles"]
    return found


@for_every("words", [SHOW, f"A accept; {SHOW}", f"{SHOW}; A accept"])
def test_the_holder_of_the_fourth_card_is_protector(words: str) -> None:
    done = triplet(f"{words}; A play 6s")
    assert done.said == []
    assert roles(done) == {"emperor": "A", "protector": "D"}


def test_the_marked_black_joker_has_no_role() -> None:
    """C holds it, and is a farmer."""
    opening = [SHOW]
    done = triplet(opening + played_out("ABD", "A", "D", SEVENS))
    assert "BJ*" in SEVENS["C"]
    assert done.said == []
    assert scores(done) == {"A": 4, "B": -2, "C": -2, "D": 2, "E": -2}


def test_it_ranks_as_a_black_joker_and_is_no_secret() -> None:
    done = triplet(f"{SHOW}; A play 6s; B pass; C play BJ*")
    assert done.said == []
    assert done.frame().public_roles == (("emperor", "A"),)


@for_every("words", [["A accept"], []])
def test_an_acceptance_alone_leaves_the_protector_unknown(words: list[str]) -> None:
    done = triplet([*words, "A play 6s"])
    assert done.said == []
    assert roles(done) == {"emperor": "A"}


def test_what_hangs_on_an_unknown_protector_is_unknown() -> None:
    """Played on until one seat is left: who is in which team cannot be told, nor what they score."""
    whole = played_out("ABDE", "A", "C", SEVENS)
    done = triplet(["A accept", *whole])
    assert done.verdict == "incomplete"
    assert roles(done) == {"emperor": "A"}
    assert done.of_actions == []


def test_two_acceptances_in_words_are_one_too_many() -> None:
    assert triplet("A accept; A accept; A play 6s").said == ["role-not-allowed 0/1 A"]
    assert triplet(f"A accept; {SHOW}; A decline; A play 6s").said == ["role-not-allowed 0/2 A"]


@for_every("cards", ["7s 7s 6s", "7s 7s 7h", "RJ RJ RJ", "BJ BJ BJ", "7s 7s 7s 6s", "2c 2d 2h 2s"])
def test_cards_that_are_not_of_one_rank_and_suit_are_no_show(cards: str) -> None:
    done = triplet(f"A show {cards}; {SHOW}; A play 6s")
    assert [each for each in done.said if each.startswith("role")] == ["role-not-allowed 0/0 A"]
    assert done.report.findings[0].column == len("A show ")
    assert roles(done) == {"emperor": "A", "protector": "D"}


@for_every("cards", ["", "7s", "7s 7s", "7s 7s 7s 7s 7s", "7 7 7", "?? ?? ??"])
def test_fewer_than_three_or_more_than_four_or_no_cards_are_malformed(cards: str) -> None:
    assert triplet(f"A show {cards}".strip()).said == ["malformed 0/0 A"]


def test_cards_that_are_not_held_cannot_be_shown() -> None:
    done = triplet("A show 8s 8s 8s; A play 6s")
    assert done.said == ["card-not-held 0/0 A"]
    assert triplet("A show 7s 7s 7s 7s").columns == [("card-not-held", len("A show 7s 7s 7s "))]


@for_every("seat", "BCDE")
def test_who_does_not_hold_the_emperor_card_shows_nothing(seat: str) -> None:
    card = next(card for card in SEVENS[seat].split() if SEVENS[seat].split().count(card) == 4)
    done = triplet(f"{seat} show {card} {card} {card}; {SHOW}; A play 6s")
    assert done.said == [f"role-not-allowed 0/0 {seat}"]
    assert roles(done)["emperor"] == "A"


def test_a_second_show_is_not_allowed() -> None:
    deal = dealt("EDBCA", A="7s 7s 7s 8s 8s 8s", D="7s 8s")
    done = triplet(f"{SHOW}; A show 8s 8s 8s; A play 6s", deal)
    assert done.said == ["role-not-allowed 0/1 A"]
    assert roles(done)["protector"] == "D"


def test_after_the_first_play_nothing_is_shown() -> None:
    assert triplet("A play 6s; A show 7s 7s 7s").said == ["unexpected-action 0/1 A"]


def test_with_a_marked_joker_nothing_is_shown() -> None:
    assert judge(hand(SHOW, SEVENS)).said == ["unexpected-action 0/0 A"]


ACES = dealt("EDBCA", A="7s 7s 7s 7s")
"""A holds all four sevens of spades."""


def test_who_holds_all_four_is_alone() -> None:
    actions = [SHOW, *played_out("A", "A", "A", ACES)]
    done = triplet(actions, ACES)
    assert done.said == []
    assert roles(done) == {"emperor": "A", "protector": "A"}
    assert scores(done) == {"A": 12, "B": -3, "C": -3, "D": -3, "E": -3}


@for_every(("kind", "factor"), [("none", 1), ("partner_or_solo", 3), ("per_side", 2), ("first_only", 2)])
def test_showing_all_four_declares_it(kind: str, factor: int) -> None:
    """A show of four counts under every kind but `none`."""
    actions = ["A show 7s 7s 7s 7s", *played_out("A", "A", "A", ACES)]
    done = triplet(actions, ACES, declarations=kind)
    assert done.said == []
    assert scores(done) == {"A": 12 * factor, **dict.fromkeys("BCDE", -3 * factor)}


@for_every(("kind", "factor"), [("partner_or_solo", 3), ("per_side", 2), ("first_only", 2)])
@for_every("words", ["A show 7s 7s 7s 7s; A declare solo", f"{SHOW}; A declare solo"])
def test_declaring_solo_and_showing_all_four_are_the_same_thing(kind: str, factor: int, words: str) -> None:
    actions = [*words.split("; "), *played_out("A", "A", "A", ACES)]
    done = triplet(actions, ACES, declarations=kind)
    assert done.said == []
    assert scores(done)["A"] == 12 * factor  # type: ignore[index]


def test_all_four_may_be_shown_after_three() -> None:
    actions = [SHOW, "A show 7s 7s 7s 7s", *played_out("A", "A", "A", ACES)]
    done = triplet(actions, ACES)
    assert done.said == []
    assert scores(done)["A"] == 24  # type: ignore[index]


def test_who_does_not_hold_the_fourth_is_not_alone() -> None:
    assert triplet(f"{SHOW}; A declare solo; A play 6s").said == ["role-not-allowed 0/1 A"]
    assert triplet(f"{SHOW}; C declare protector; A play 6s").said == ["role-not-allowed 0/1 C"]
    assert triplet(f"{SHOW}; D declare protector; A play 6s").said == []


NONE_FOR_A = scattered(C="7s 7s 7s", E="9d 9d 9d")
"""A has the emperor card and nothing to show; C and E have."""


def test_who_cannot_show_three_must_decline() -> None:
    assert triplet("A accept", NONE_FOR_A).said == ["role-not-allowed 0/0 A"]
    assert triplet("A accept; A decline; E show 9d 9d 9d", NONE_FOR_A).said == ["role-not-allowed 0/0 A"]
    assert triplet("A decline; E accept", NONE_FOR_A).said == []


def test_who_can_show_three_may_decline() -> None:
    done = triplet("A decline; E decline; D decline; C show 7s 7s 7s; C play 6s", NONE_FOR_A)
    assert [each for each in done.said if "role" in each] == []
    assert roles(done)["emperor"] == "C"


@for_every("word", ["accept", "show 7s 7s 7s"])
def test_all_having_declined_the_first_in_order_of_play_that_has_three_must_accept(word: str) -> None:
    """From A on in order of play that is C, though the card goes the other way."""
    done = triplet(f"{ALL_DECLINE}; C {word}", NONE_FOR_A)
    assert done.said == []
    assert roles(done)["emperor"] == "C"
    assert "RJ*" in done.seat("C").cards
    assert [seat.count for seat in done.frame().seats] == [33, 34, 35, 33, 33]


def test_it_is_the_turn_of_the_seat_that_must_accept_though_another_holds_the_emperor_card() -> None:
    assert triplet("A decline", NONE_FOR_A).frame(0).turn == "A"
    assert triplet(ALL_DECLINE, NONE_FOR_A).frame().turn == "C"
    assert triplet(f"{ALL_DECLINE}; C show 7s 7s 7s", NONE_FOR_A).frame().turn == "C"


@for_every("action", ["A accept", "E accept", "E show 9d 9d 9d", "C decline", "A decline"])
def test_nobody_else_may_then_nor_may_it_decline(action: str) -> None:
    done = triplet(f"{ALL_DECLINE}; {action}; C show 7s 7s 7s", NONE_FOR_A)
    assert done.said == [f"role-not-allowed 0/5 {action[0]}"]
    assert roles(done)["emperor"] == "C"


def test_it_has_accepted_where_it_leads_without_a_word() -> None:
    done = triplet(f"{ALL_DECLINE}; C play {lowest(NONE_FOR_A, 'C')}", NONE_FOR_A)
    assert done.said == []
    assert roles(done) == {"emperor": "C"}
    done = triplet(f"{ALL_DECLINE}; A play {lowest(NONE_FOR_A, 'A')}", NONE_FOR_A)
    assert done.said == ["wrong-leader 0/5 A"]


def test_the_first_holder_comes_first() -> None:
    deal = scattered(A="7s 7s 7s", B="9d 9d 9d")
    done = triplet(f"{ALL_DECLINE}; A show 7s 7s 7s", deal)
    assert done.said == []
    assert roles(done)["emperor"] == "A"
    assert triplet(f"{ALL_DECLINE}; B show 9d 9d 9d", deal).said == ["role-not-allowed 0/5 B"]


VOID = scattered()


def void(*more: str, first: str = "A", **setup: object) -> Log:
    """A deal in which nobody can show three, declined all round."""
    deal = scattered(first=first)
    return hand([*ALL_DECLINE.split("; "), *more], deal, first=first, **setup)


def test_if_none_has_three_the_deal_is_void() -> None:
    done = judge(void("A redeal"), protector="triplet")
    assert done.said == []
    assert done.hands[0]["complete"]
    assert done.hands[0]["finish"] == []
    assert done.hands[0]["roles"] == {}
    assert scores(done) == dict.fromkeys(SEATS, 0)
    assert done.verdict == "clean"


@for_every("first", SEATS)
def test_redeal_is_said_by_the_seat_that_took_first(first: str) -> None:
    for seat in SEATS:
        done = judge(void(f"{seat} redeal", first=first), protector="triplet")
        assert done.said == ([] if seat == first else [f"out-of-turn 0/5 {seat}"])
        assert done.hands[0]["complete"]


@for_every("count", range(5))
def test_before_all_have_declined_there_is_no_redeal(count: int) -> None:
    declines = ALL_DECLINE.split("; ")[:count]
    assert triplet([*declines, "A redeal"], VOID).said == [f"unexpected-action 0/{count} A"]


def test_where_somebody_has_three_there_is_no_redeal() -> None:
    done = triplet(f"{ALL_DECLINE}; A redeal; C show 7s 7s 7s", NONE_FOR_A)
    assert done.said == ["unexpected-action 0/5 A"]
    assert roles(done)["emperor"] == "C"


def test_after_a_play_or_an_acceptance_there_is_no_redeal() -> None:
    assert triplet(f"{SHOW}; A redeal").said == ["unexpected-action 0/1 A"]
    assert triplet("A play 6s; A redeal").said == ["unexpected-action 0/1 A"]
    assert judge(hand("A redeal", SEVENS)).said == ["unexpected-action 0/0 A"]


@for_every("action", ["A play 6s", "A pass"])
def test_nothing_is_played_in_a_void_deal(action: str) -> None:
    done = triplet(f"{ALL_DECLINE}; {action}; A redeal", VOID)
    assert done.said == ["unexpected-action 0/5 A"]
    assert done.hands[0]["complete"]


def test_nobody_can_accept_in_a_void_deal() -> None:
    assert triplet(f"{ALL_DECLINE}; A accept; A redeal", VOID).said == ["role-not-allowed 0/5 A"]


def test_after_the_redeal_the_hand_is_over() -> None:
    assert judge(void("A redeal", "A play 6s"), protector="triplet").said == ["after-end 0/6 A"]


def test_a_void_deal_without_its_redeal_is_incomplete() -> None:
    done = judge(void(), protector="triplet")
    assert done.verdict == "incomplete"
    assert not done.hands[0]["complete"]


def test_the_next_hand_has_the_same_first() -> None:
    """Who took first is not said of the second hand: its sizes are those of B taking first."""
    for first in SEATS:
        done = judge(void("B redeal", first="B"), hand("", dealt(first=first), first=None), protector="triplet")
        wrong = [each for each in done.said if each.startswith("hand-size")]
        assert bool(wrong) == (first != "B")


def test_the_next_hand_owes_what_this_one_owed() -> None:
    begun = hand([SHOW, *played_out("ABD", "A", "D", SEVENS)], SEVENS)
    paid, _ = with_tribute(VOID, dict.fromkeys("BCE", "2c"), {"A": "2c 2c", "D": "2c"})
    without = hand([*paid, *ALL_DECLINE.split("; "), "A redeal"], VOID)
    owed = {seat: highest(SEVENS, seat) for seat in "BCE"}
    again, _ = with_tribute(SEVENS, owed, {"A": f"{owed['B']} {owed['C']}", "D": owed["E"]})
    assert judge(begun, without, hand([*again, SHOW, "A play 6s"], SEVENS), protector="triplet").said == []
    missing = judge(begun, without, hand([SHOW, "A play 6s"], SEVENS), protector="triplet")
    assert missing.said == ["tribute-missing 2/0 A"]


def test_a_void_first_deal_leaves_none_owed() -> None:
    done = judge(void("A redeal"), hand([SHOW, "A play 6s"], SEVENS), protector="triplet")
    assert done.said == []


def test_a_void_deal_does_not_count_as_a_hand() -> None:
    whole = hand([SHOW, *played_out("ABD", "A", "D", SEVENS)], SEVENS)
    done = judge(void("A redeal"), whole, protector="triplet", hands=1)
    assert done.winner == ["A"]
    assert done.said == []
    assert judge(void("A redeal"), protector="triplet", hands=1).winner is None


@for_every(
    ("result", "said"),
    [
        ({"finish": [], "scores": dict.fromkeys(SEATS, 0), "roles": {}}, []),
        ({"scores": {"A": 1}}, ["score-mismatch 0"]),
        ({"finish": ["A"]}, ["finish-mismatch 0"]),
        ({"roles": {"emperor": "A"}}, ["role-mismatch 0"]),
    ],
)
def test_what_is_recorded_of_a_void_deal_is_compared(result: dict[str, object], said: list[str]) -> None:
    log = void("A redeal")
    log["result"] = result
    assert judge(log, protector="triplet").said == said


def test_the_same_deal_with_a_marked_joker_needs_no_three() -> None:
    assert judge(finished("AC"), protector="marked_joker").said == []
    assert judge(hand("A accept", VOID)).said == []


def test_one_acceptance_next_to_the_show_is_enough() -> None:
    assert triplet(f"{SHOW}; A accept; A play 6s").said == []
    assert triplet(f"{SHOW}; A accept; A accept; A play 6s").said == ["role-not-allowed 0/2 A"]

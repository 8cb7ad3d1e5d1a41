"""Unknown cards: hands left out, marked jokers not seen, sizes not known; no error rests on an unknown."""

from typing import Any

from bao_huang_builders import (
    EVEN,
    SEATS,
    dealt,
    finished,
    hand,
    judge,
    match,
    passes,
    play,
    played_out,
    scores,
    with_tribute,
)
from builders import Deal, Judged, judged

from tests.offenders import for_every

WON = {"finish": ["A", "C"], "emperor": "A", "protector": "C"}


def without(*seats: str, deal: Deal = EVEN) -> Deal:
    """A deal without some hands."""
    return {seat: cards for seat, cards in deal.items() if seat not in seats}


def roles(done: Judged) -> dict[str, str]:
    """The roles of the first hand as the report has them."""
    found: dict[str, str] = done.hands[0]["roles"]
    return found


def test_the_one_hand_missing_is_the_rest_of_the_deck() -> None:
    done = play("A play 6s; B play 7s", without("B"))
    assert done.said == ["card-not-held 0/1 B"]
    assert sorted(done.seat("B", 0).cards) == sorted(EVEN["B"].split())
    assert roles(done) == {"emperor": "A", "protector": "C"}


def test_the_rest_of_the_deck_tells_the_roles() -> None:
    for seat in "AC":
        assert roles(play("A play 6s", without(seat))) == {"emperor": "A", "protector": "C"}


@for_every("missing", ["AC", "ACE", "CB", "BD", "ABCDE"])
def test_a_whole_hand_with_hands_left_out(missing: str) -> None:
    """Both marked jokers are played, so that the roles are known at the end."""
    actions = played_out("AC")
    done = play(actions, without(*missing))
    assert done.said == []
    assert done.verdict == "clean"
    assert done.hands[0]["finish"] == [["A"], ["C"], ["B", "D", "E"]]
    assert scores(done) == {"A": 6, "B": -3, "C": 3, "D": -3, "E": -3}


def test_a_hand_of_which_nothing_was_dealt_in_the_log() -> None:
    done = judge(hand(played_out("AC"), None))
    assert done.said == []
    assert scores(done) == {"A": 6, "B": -3, "C": 3, "D": -3, "E": -3}


NEVER_SEEN = dealt(protector="E")
"""E holds the protector's card and plays nothing."""


def test_a_protector_whose_card_is_never_seen_is_unknown() -> None:
    """A, B and D are out: C and E are unknown hands, and either may be the protector; the hand is not over."""
    actions = played_out("ABD", protector="D", deal=NEVER_SEEN)
    done = play(actions, without("C", "E", deal=NEVER_SEEN))
    assert done.of_actions == []
    assert roles(done) == {"emperor": "A"}
    assert done.verdict == "incomplete"
    assert scores(done) is None


def test_the_last_hand_is_the_rest_of_the_deck() -> None:
    """C has played all its cards, so that E must hold the protector's."""
    actions = played_out("ABDC", protector="E", deal=NEVER_SEEN)
    done = play(actions, without("C", "E", deal=NEVER_SEEN))
    assert done.said == []
    assert done.verdict == "clean"
    assert roles(done) == {"emperor": "A", "protector": "E"}
    assert scores(done) == dict.fromkeys(SEATS, 0)


def test_a_recorded_role_that_cannot_be_told_is_not_wrong() -> None:
    actions = played_out("ABD", protector="D", deal=NEVER_SEEN)
    log = hand(actions, without("C", "E", deal=NEVER_SEEN), result={"roles": {"emperor": "A", "protector": "C"}})
    assert judge(log).said == []
    log = hand(actions, without("C", "E", deal=NEVER_SEEN), result={"roles": {"emperor": "B"}})
    assert judge(log).said == ["role-mismatch 0"]


def test_the_emperor_of_unknown_hands_is_whoever_answers_or_leads() -> None:
    for opening in ("B accept; B play 6h", "B play 6h", "A decline; E decline; D decline; C decline; B accept"):
        done = play(opening, None)
        assert done.said == []
        assert roles(done)["emperor"] == "B"


def test_a_seat_that_is_known_to_hold_neither_marked_joker_is_neither() -> None:
    deal = without("A", "C")
    assert play("B accept", deal).said == ["role-not-allowed 0/0 B"]
    assert play("A accept; B declare protector", deal).said == ["role-not-allowed 0/1 B"]
    assert play("A accept; C declare protector", deal).said == []
    assert play("A accept; A declare solo", deal).said == []


def test_a_declaration_tells_the_protector() -> None:
    done = play("A accept; C declare protector; A play 6s", None)
    assert roles(done) == {"emperor": "A", "protector": "C"}
    done = play("A accept; A declare solo; A play 6s", None)
    assert roles(done) == {"emperor": "A", "protector": "A"}


def test_unknown_cards_of_a_hand() -> None:
    deal = {seat: " ".join(["??"] * len(cards.split())) for seat, cards in EVEN.items()}
    done = play(played_out("AC"), deal)
    assert done.said == []
    assert done.verdict == "clean"
    some = dict(EVEN) | {"E": " ".join(["??"] * 3 + EVEN["E"].split()[3:])}
    assert sorted(play("", some).seat("E").cards) == sorted(EVEN["E"].split())


def test_wrong_sizes_of_unknown_cards_are_found() -> None:
    assert play("", dict(EVEN) | {"E": " ".join(["??"] * 34)}).said == ["hand-size 0"]


def test_a_wrong_size_is_compared_with_all_that_are_possible() -> None:
    """Where A took the first card it has 34 cards, where B did 33."""
    found = judge(hand("A play 6s", {"A": " ".join(["??"] * 35)}, first=None)).report.findings
    assert [each.expected for each in found if each.code.id == "hand-size"] == ["33 or 34 cards"]
    found = judge(hand("A play 6s", {"A": " ".join(["??"] * 35)})).report.findings
    assert [each.expected for each in found if each.code.id == "hand-size"] == ["34 cards"]


def test_nobody_plays_more_cards_than_it_has() -> None:
    actions = played_out("AC")
    gone = max(place for place, text in enumerate(actions) if text.startswith("A play"))
    done = play([*actions[:gone], "A play 6s 6d", *actions[gone + 1 :]], None)
    assert done.said[0] == f"card-not-held 0/{gone} A"


def test_more_copies_than_the_deck_has_are_known_even_so() -> None:
    assert play("A play 6s" + passes(*"BCDE") + "; A play 6s 6s 6s 6s", None).said == ["deck-mismatch 0"]
    assert play("A play BJ*; B play RJ*; C play RJ*", None).said == ["deck-mismatch 0", "does-not-beat 0/2 C"]


def test_turn_combination_and_rank_are_judged_all_the_same() -> None:
    done = play("A play 9s; C play 8h; B play 9s 9h; D play 7s 8s", None)
    assert done.said == [
        "out-of-turn 0/1 C",
        "does-not-beat 0/1 C",
        "out-of-turn 0/2 B",
        "does-not-beat 0/2 B",
        "out-of-turn 0/3 D",
        "not-a-combination 0/3 D",
    ]


def unsized(actions: list[str], deal: Deal | None, **result: object) -> Judged:
    """A hand of which nobody said who took first."""
    return judge(hand(actions, deal, result=result or None, first=None))


def test_without_a_first_the_sizes_follow_from_the_hands_dealt() -> None:
    """C's and D's sizes leave one seat that can have taken first."""
    done = unsized(played_out("AC"), without("A", "B", "E"))
    assert done.said == []
    assert done.verdict == "clean"


def test_where_they_do_not_nobody_can_be_said_to_be_out() -> None:
    """A has 33 or 34 cards: after 33 it may be out, and nothing is certain from there on."""
    actions = played_out("AC")
    done = unsized(actions, None)
    assert done.said == []
    assert done.verdict == "incomplete"
    assert scores(done) is None
    assert done.hands[0]["finish"] == []
    begun = actions[: actions.index("A play 6s 6s") + 1]
    assert unsized([*begun, "D pass", "B pass", "C play Tc Tc", "C play Td"], None).of_actions == []
    assert unsized([*begun[:-1], "D pass", "B pass"], None).of_actions != []


def test_and_no_recorded_result_is_called_wrong() -> None:
    done = unsized(played_out("AC"), None, finish=["B", "A"], scores={"A": 99})
    assert done.said == []


def test_before_that_everything_is_judged() -> None:
    done = unsized(["A play 9s", "C play 8h"], None)
    assert done.said == ["out-of-turn 0/1 C", "does-not-beat 0/1 C"]


def test_tribute_after_a_hand_with_unknown_roles_is_taken_as_it_was_paid() -> None:
    actions = played_out("ABD", protector="D", deal=NEVER_SEEN)
    first = hand(actions, without("C", "E", deal=NEVER_SEEN))
    for opening in ("", "B tribute As; A take As; ", "A tribute 2s 2h; E tribute 8s; B take 2s; C take 2h; "):
        assert judge(first, hand(opening + "A play 6s")).of_actions == []


def test_tribute_after_a_hand_that_stops_is_what_its_record_says() -> None:
    whole = ["A", "C", ["B", "D", "E"]]
    stopped = finished("AC", result={"finish": whole, "roles": {"emperor": "A", "protector": "C"}})
    stopped["actions"] = stopped["actions"][:30]
    paid, _ = with_tribute(EVEN, {"B": "As", "D": "Ts", "E": "8s"}, {"A": "As Ts", "C": "8s"})
    assert judge(stopped, hand([*paid, "A play 6s"])).said == []
    assert judge(stopped, hand("A play 6s")).said == ["tribute-missing 1/0 A"]
    del stopped["result"]
    assert judge(stopped, hand("A play 6s")).said == []
    assert judge(stopped, hand([*paid, "A play 6s"])).said == []


def test_tribute_from_unknown_hands() -> None:
    paid = "B tribute As; D tribute Ts; E tribute 8s; A take As Ts; C take 8s; A play 6s"
    assert judge(hand(paid, None, previous=WON)).said == []
    assert judge(hand(paid, without("B", "D"), previous=WON)).said == []
    unseen = "B tribute ??; D tribute ??; E tribute ??; A take ?? ??; C take ??; A play 6s"
    assert judge(hand(unseen, None, previous=WON)).said == []
    assert [seat.count for seat in judge(hand(unseen, None, previous=WON)).frame().seats] == [35, 33, 35, 32, 32]


def test_triplet_with_unknown_hands() -> None:
    def triplet(actions: str, deal: Deal | None) -> Judged:
        return judge(hand(actions, deal), protector="triplet")

    done = triplet("A show 7s 7s 7s; A play 6s; B pass; C pass; D play 7s", None)
    assert done.said == []
    assert roles(done) == {"emperor": "A", "protector": "D"}
    assert triplet("A accept; A play 6s", None).said == []
    declined = "A decline; E decline; D decline; C decline; B decline"
    done = triplet(f"{declined}; A redeal", None)
    assert done.said == []
    assert done.hands[0]["complete"]
    assert triplet(f"{declined}; C accept; C play 6d", None).said == []


@for_every("seat", SEATS)
def test_a_deal_of_one_hand(seat: str) -> None:
    done = play(played_out("AC"), {seat: EVEN[seat]})
    assert done.said == []
    assert done.hands[0]["roles"] == {"emperor": "A", "protector": "C"}


def test_unknown_cards_are_not_played() -> None:
    assert play("A play ??").said == ["malformed 0/0 A"]
    assert play("A play 6s ??").said == ["malformed 0/0 A"]


def test_a_deal_that_is_no_deal() -> None:
    log = match(hand("A play 6s", dict(EVEN) | {"Z": "6s"}))
    assert judged(log).said == ["malformed 0"]
    log = match(hand("A play 6s", dict(EVEN) | {"E": EVEN["E"].replace("7c", "7x", 1)}))
    assert judged(log).said == ["malformed 0"]


def bare(cards: str) -> str:
    """Cards without their suits."""
    return " ".join(card if card[1] == "J" else card[0] for card in cards.split())


BARE = {seat: bare(cards) for seat, cards in EVEN.items()}


@for_every("missing", ["", "B", "BD", "ACE"])
def test_bare_ranks_with_hands_left_out(missing: str) -> None:
    """Hands in bare ranks, actions in suits, and the other way round."""
    actions = played_out("AC")
    spare = [" ".join([*text.split()[:2], bare(" ".join(text.split()[2:]))]).strip() for text in actions]
    for deal, played in ((BARE, actions), (BARE, spare), (dict(EVEN), spare)):
        done = play(played, without(*missing, deal=deal))
        assert done.said == []
        assert done.verdict == "clean"
        assert scores(done) == {"A": 6, "B": -3, "C": 3, "D": -3, "E": -3}


def test_bare_ranks_beyond_the_deck() -> None:
    """The other hands hold all twos but A's sixteen; B and D are unknown."""
    deal = without("B", "D", deal=BARE)
    assert play("A play 6; B play 2", deal).said == ["deck-mismatch 0"]
    assert play("A play 6; B play 2s", without("B", "D")).said == ["deck-mismatch 0"]
    seventeen = "A play " + " ".join(["6"] * 3) + passes(*"BCDE") + "; A play 6 6"
    assert play(seventeen, deal).said == ["card-not-held 0/5 A"]


def test_mixed_cards_of_which_some_are_unknown() -> None:
    deal = dict(EVEN) | {"E": " ".join(["??", "??", *EVEN["E"].split()[2:]]), "D": bare(EVEN["D"])}
    done = play("A play 6s; B pass; C pass; D play 8; E play 9", deal)
    assert done.said == ["card-not-held 0/4 E"]
    done = play("A play 6s; B pass; C pass; D play 7; E play 8", deal)
    assert done.said == ["card-not-held 0/3 D"]


@for_every("options", [{"result": {"ended": "time"}}, {"target": 2}, {"hands": 1}])
def test_a_score_that_is_unknown_leaves_totals_and_winner_open(options: dict[str, Any]) -> None:
    """Under `triplet` A has accepted and shown nothing: with four out the hand is over, whoever protects."""
    actions = played_out("ABDC", protector="E", deal=NEVER_SEEN)
    done = judge(hand(["A accept", *actions], NEVER_SEEN), protector="triplet", **options)
    assert done.said == []
    assert done.hands[0]["complete"]
    assert done.hands[0]["finish"] == [[seat] for seat in "ABDCE"]
    assert scores(done) == dict.fromkeys(SEATS)
    assert done.totals == dict.fromkeys(SEATS)
    assert done.winner is None
    assert done.verdict == "incomplete"


def test_a_taking_that_cannot_be_read_is_not_missing_besides() -> None:
    done = judge(hand("B tribute As; D tribute Ts; E tribute 8s; A take Xx; C take 8s; A play 6s", previous=WON))
    assert done.said == ["malformed 0/3 A"]
    done = judge(hand("B tribute As; D tribute Ts; E tribute 8s; C take 8s; A take Xx; A play Ts", previous=WON))
    assert done.said == ["malformed 0/4 A"]


def test_under_triplet_who_may_protect_may_say_so_before_the_show() -> None:
    deal = dealt("EDBCA", A="7s 7s 7s", D="7s")
    for words, said in (
        ("A accept; D declare protector", []),
        ("A accept; C declare protector", []),
        ("A accept; A declare protector", ["role-not-allowed 0/1 A"]),
        ("A accept; C declare solo", ["role-not-allowed 0/1 C"]),
    ):
        assert judge(hand(f"{words}; A play 6s", deal), protector="triplet").said == said

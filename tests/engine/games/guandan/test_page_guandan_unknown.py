"""The report page, what is not finished or not known: no error rests on an unknown, and what can be is worked out."""

from builders import DECK, EVEN, SEATS, Deal, Judged, dealt, finished, hand, judge, judged, match, play, played_out

from tests.offenders import for_every


def without(*seats: str, deal: Deal = EVEN) -> Deal:
    """A deal without some hands."""
    return {seat: cards for seat, cards in deal.items() if seat not in seats}


def test_without_a_deal_whatever_the_deck_allows_may_be_held() -> None:
    done = play("E play 3s 3s; N play 4s 4s; W play 5h 5c; S pass; E pass; N pass; W play RJ", None)
    assert done.said == []
    assert [seat.count for seat in done.frame().seats] == [25, 25, 24, 27]
    assert [seat.hidden for seat in done.frame().seats] == [25, 25, 24, 27]


@for_every("deal", [None, {}, without("E", "N"), {"E": " ".join(["??"] * 27)}])
def test_more_copies_than_the_deck_has_are_known_even_so(deal: Deal | None) -> None:
    done = play("E play 3s; N play 4s; W pass; S pass; E play 5s; N pass; W pass; S pass; E play 3s 3s", deal)
    assert done.said == ["deck-mismatch 0"]


def test_turn_combination_and_rank_are_judged_all_the_same() -> None:
    done = play("E play 9s; W play 5h; N play 4s 6d", None)
    assert done.said == [
        "out-of-turn 0/1 W",
        "does-not-beat 0/1 W",
        "out-of-turn 0/2 N",
        "not-a-combination 0/2 N",
    ]


def test_the_one_hand_missing_is_the_rest_of_the_deck() -> None:
    done = play("E play 3s; N play 4h", without("N"))
    assert done.said == ["card-not-held 0/1 N"]
    assert done.frame(0).seats[1].hidden == 0
    assert sorted(done.seat("N", 0).cards) == sorted(EVEN["N"].split())


def test_the_unknown_cards_of_one_hand_are_the_rest_of_the_deck() -> None:
    cards = EVEN["N"].split()
    deal = EVEN | {"N": " ".join(cards[:20] + ["??"] * 7)}
    done = play("", deal)
    assert sorted(done.seat("N").cards) == sorted(cards)
    assert play("E play 3s; N play 4h", deal).said == ["card-not-held 0/1 N"]


def test_of_two_hands_not_known_either_may_hold_a_card() -> None:
    deal = without("N", "S")
    assert play("E play 3s; N play 4h", deal).said == []
    assert play("E play 3s; N play 4d; W pass; S play 5s", deal).said == []


def test_the_sizes_are_known_all_the_same() -> None:
    actions = played_out("EWNS")
    done = play(actions, None)
    assert done.said == []
    assert done.hands[0]["complete"]
    assert done.hands[0]["finish"] == [["E"], ["W"], ["N", "S"]]
    assert done.verdict == "clean"
    assert play("E play 3s; E report 26; N pass; N report 26", None).said == ["report-wrong 0/3 N"]


def test_nobody_plays_more_cards_than_it_has() -> None:
    deal = {seat: EVEN[seat] if seat == "W" else " ".join(["??"] * 27) for seat in SEATS}
    actions = played_out("EWNS")
    last = max(index for index, action in enumerate(actions) if action.startswith("E play"))
    done = play([*actions[:last], actions[last] + " 2d"], deal)
    assert done.said == [f"card-not-held 0/{last} E"]


def test_an_unknown_card_stands_only_where_it_may() -> None:
    assert play("E play ??").said == ["malformed 0/0 E"]
    assert play("E play 3s ??").said == ["malformed 0/0 E"]


def test_an_unknown_tribute_that_may_be_right_is_taken_as_legal() -> None:
    previous = ["E", "N", "W", "S"]
    deal = without("N", "S", deal=dealt("S", S="Qd", E="9s"))
    begun = "S tribute 5s; E return 9s; S play 2s"
    assert judge(hand(begun, deal, previous=previous, level="T")).said == []


def test_resistance_is_taken_as_legal_where_the_red_jokers_may_be_there() -> None:
    previous = ["E", "N", "W", "S"]
    unseen = without("N", "S", deal=dealt("S", S="Qd", E="Ks", N="RJ RJ"))
    assert judge(hand("S resist; E play Ks", unseen, previous=previous, level="T")).said == []
    elsewhere = without("N", "S", deal=dealt("S", S="Qd", E="Ks RJ"))
    said = judge(hand("S resist; E play Ks", elsewhere, previous=previous, level="T")).said
    assert said == ["role-not-allowed 0/0 S"]


def test_the_highest_card_of_a_hand_only_known_in_part() -> None:
    """The unknown cards may be anything; those that are known are higher than the one paid."""
    previous = ["E", "N", "W", "S"]
    cards = dealt("S", S="Qd Kd")["S"].split()
    part = " ".join(cards[:15] + ["??"] * 12)
    deal = {"S": part}
    assert judge(hand("S tribute Qd", deal, previous=previous, level="T")).said == ["tribute-wrong-card 0/0 S"]
    assert judge(hand("S tribute Kd", deal, previous=previous, level="T")).said == []


# Decks and sizes.


@for_every(
    ("deal", "said"),
    [
        (EVEN, []),
        (EVEN | {"E": EVEN["E"] + " ??"}, ["hand-size 0"]),
        (EVEN | {"E": EVEN["E"] + " 3s"}, ["hand-size 0"]),
        (EVEN | {"E": ""}, ["hand-size 0"]),
        (EVEN | {"E": EVEN["E"].replace("3s", "3h")}, ["deck-mismatch 0"]),
        (EVEN | {"E": EVEN["E"].replace("BJ", "RJ")}, ["deck-mismatch 0"]),
        (EVEN | {"E": EVEN["E"].replace("3s", "1s")}, ["malformed 0"]),
        (EVEN | {"E": EVEN["E"].replace("BJ", "BJ*")}, ["malformed 0"]),
        (EVEN | {"X": "3s"}, ["malformed 0"]),
        (EVEN | {"E": EVEN["E"].lower(), "N": "  ".join(EVEN["N"].split())}, []),
        (EVEN | {"E": EVEN["E"].replace("T", "10")}, []),
    ],
)
def test_what_is_wrong_with_a_deal(deal: Deal, said: list[str]) -> None:
    done = play("", deal)
    assert done.said == said
    assert [each.action for each in done.report.findings] == [None] * (len(said) + 1)


def test_every_deal_of_these_tests_is_the_deck() -> None:
    for deal in (EVEN, dealt("S", S="Qd"), dealt("NS", N="Kd", S="Qd")):
        assert sorted(" ".join(deal.values()).split()) == sorted(DECK)


# Results.


def test_a_match_of_complete_hands_is_clean_though_nobody_has_won() -> None:
    done = judge(finished("EWNS"))
    assert (done.verdict, done.winner) == ("clean", None)


def test_a_match_without_hands() -> None:
    done = judged(match())
    assert (done.verdict, done.winner, done.totals) == ("clean", None, dict.fromkeys(SEATS, 0))


def fields(done: Judged) -> list[str]:
    return list(done.hands[0])


def test_a_report_has_levels_and_neither_roles_nor_units() -> None:
    assert set(fields(judge(finished("EWNS")))) == {
        "complete",
        "basis",
        "finish",
        "levels",
        "scores",
        "breakdown",
    }


def test_shared_places_list_seats_in_the_order_of_players() -> None:
    log = match(finished("SNWE"))
    assert judged(log).hands[0]["finish"] == [["S"], ["N"], ["E", "W"]]
    log["players"] = [{"seat": seat} for seat in "WSEN"]
    log["hands"][0]["deal"] = EVEN
    assert judged(log).hands[0]["finish"] == [["S"], ["N"], ["W", "E"]]


def test_an_unreadable_winner_or_finish_is_malformed() -> None:
    assert judge(finished("EWNS", result={"finish": ["X"]})).said == ["malformed 0"]
    assert judge(finished("EWNS", result={"levels": {"E": "Z"}})).said == ["malformed 0"]
    assert judge(finished("EWNS"), result={"winner": ["X"]}).said == ["malformed"]

"""What the page says of statistics of Guandan, and of the play of climbing games, statement by statement."""

from builders import EVEN, SEATS, Log, finished, hand, match, played_out
from counted_facts import Counted

from tests.offenders import for_every


def ended(*actions: str, level: str = "2", **held: str) -> Counted:
    """One hand in which E plays K and W beats it with an A after some actions, so that both are out."""
    deal = {seat: " ".join(filter(None, (held.get(seat, ""), last))) for seat, last in zip(SEATS, LAST, strict=True)}
    return Counted(match(hand([*actions, *ENDS], deal, level=level)))


LAST = ("Kd", "3c", "Ac", "3d")
ENDS = ("E play Kd", "N pass", "W play Ac")


def test_plays_leads_and_passes() -> None:
    counted = ended("E play 5s 5d", "N pass", "W play 6s 6d", "S pass", "E pass", "N pass", "W play 4s", "S pass",
                    E="5s 5d", W="6s 6d 4s Th", S="7s")  # fmt: skip
    assert counted.count("plays") == {}
    counted = ended("E play 5s 5d", "N pass", "W pass", "S play 6s 6d", "E play 7s 7d", "N pass", "W pass", "S pass",
                    E="5s 5d 7s 7d", S="6s 6d")  # fmt: skip
    assert counted.row("E").basis == "play"
    assert counted.count("plays") == {"E": 3, "S": 1, "W": 1}
    assert counted.count("leads") == {"E": 2}
    assert counted.count("lead_cards") == {"E": 3}
    assert counted.count("passes") == {"N": 3, "W": 2, "S": 1}


def test_a_hand_that_does_not_reach_its_end_counts_no_play() -> None:
    result = {"finish": ["E", "W"]}
    counted = Counted(match(hand("E play 2s; N pass", result=result), hand("E play 2s; N pass")))
    assert counted.hands() == [0]
    assert counted.row("E").basis == "result"
    assert not counted.row("E").complete
    assert counted.all_of() == {
        "banker": {"E": 1},
        "doubles_made": {"E": 1, "W": 1},
        "doubles_suffered": {"N": 1, "S": 1},
    }
    assert counted.kinds() == []


@for_every(
    "action",
    ["N fold", "N play", "N pass 3s", "nobody pass", "", "N accept", "N tribute 3c", "N play 3c ??"],
)
def test_what_cannot_be_read_or_is_unexpected_counts_nothing(action: str) -> None:
    counted = ended("E play 5s", action, "N pass", "W pass", "S pass", E="5s")
    assert counted.count("plays") == {"E": 2, "W": 1}
    assert counted.count("passes") == {"N": 2, "W": 1, "S": 1}


def test_actions_of_a_seat_that_is_out_or_after_the_end_count_nothing() -> None:
    counted = Counted(match(hand([*ENDS[:2], "E pass", "E play 3s", ENDS[2], "N play 3c", "S pass"],
                                 dict(zip(SEATS, LAST, strict=True)))))  # fmt: skip
    assert counted.count("plays") == {"E": 1, "W": 1}
    assert counted.count("passes") == {"N": 1}


def test_cards_that_are_no_combination_are_neither_play_nor_pass() -> None:
    counted = ended("E play 5s", "N play 6s 7s", "W pass", "S pass", E="5s", N="6s 7s")
    assert counted.count("plays") == {"E": 2, "W": 1}
    assert counted.count("passes") == {"W": 1, "S": 1, "N": 1}


def test_a_lead_that_is_no_combination_is_no_lead() -> None:
    counted = ended("E play 5s 7s", "N pass", "W pass", "S play 6s", "E pass", "N pass", "W pass", "S pass",
                    E="5s 7s", S="6s")  # fmt: skip
    assert counted.count("leads") == {"S": 1, "E": 1}
    assert counted.count("passes") == {"E": 1, "N": 2, "W": 1}


def test_a_pass_with_nothing_on_the_table_is_none() -> None:
    counted = ended("E play 5s", "N pass", "W pass", "S pass", "E pass", "N pass", "W play 6s", "S pass", "E pass",
                    "N pass", "W pass", E="5s", W="6s")  # fmt: skip
    assert [each.code.id for each in counted.report.findings if each.code.id == "must-lead"] != []
    assert counted.count("passes")["E"] == 1


def test_seats_that_are_skipped_have_not_passed() -> None:
    counted = ended("E play 5s", "S play 6s", "E play 7s", "N pass", "W pass", "S pass", E="5s 7s", S="6s")
    assert counted.row("S").errors == 1
    assert counted.count("plays") == {"E": 3, "S": 1, "W": 1}
    assert counted.count("passes") == {"N": 2, "W": 1, "S": 1}


def test_a_play_that_does_not_beat_or_is_not_held_counts() -> None:
    counted = ended("E play 9s", "N play 6s", "W play As", "S pass", "E pass", "N pass", "W pass",
                    E="9s", N="6s")  # fmt: skip
    assert {each.code.id for each in counted.report.findings} >= {"does-not-beat", "card-not-held"}
    assert counted.count("plays")["N"] == 1
    assert counted.count("plays")["W"] == 2


def test_the_time_of_an_action_is_its_own_less_that_of_the_action_before() -> None:
    held = dict(zip(SEATS, LAST, strict=True))
    counted = Counted(
        match(hand(["E report 1 @1.5", "E play Kd @3.25", "N pass @3.3", "W play Ac @10 # at last"], held))
    )
    place = counted.game.statistics.names.index("seconds")
    assert [counted.row(seat).counts[place] for seat in SEATS] == [1_750_000, 50_000, 6_700_000, 0]
    assert counted.count("timed") == {"E": 1, "N": 1, "W": 1}


def test_times_that_are_missing_or_earlier_are_not_counted() -> None:
    held = dict(zip(SEATS, LAST, strict=True))
    counted = Counted(match(hand(["E play Kd @3", "N pass", "W play Ac @10"], held)))
    assert counted.count("timed") == {}
    counted = Counted(match(hand(["E report 1 @5", "E play Kd @3", "N pass @3", "W play Ac @4"], held)))
    assert counted.count("timed") == {"N": 1, "W": 1}
    assert counted.count("seconds") == {"W": 1_000_000}
    assert counted.count("plays") == {"E": 1, "W": 1}


def test_an_action_that_counts_nothing_has_no_time_but_the_next_is_measured_from_it() -> None:
    held = dict(zip(SEATS, LAST, strict=True))
    counted = Counted(match(hand(["E play Kd @3", "N fold @5", "N pass @5.5", "W play Ac @5.5"], held)))
    assert counted.count("seconds") == {"N": 500_000}
    assert counted.count("timed") == {"N": 1, "W": 1}


def test_seconds_are_exact() -> None:
    held = dict(zip(SEATS, LAST, strict=True))
    counted = Counted(match(hand(["E play Kd @0.1", "N pass @0.300000000000000001", "W play Ac @0.3000001"], held)))
    assert counted.count("seconds") == {"N": 200_000}
    assert counted.count("seconds_fine") == {"N": 1, "W": 99_999_999_999}


def test_the_counts_of_a_hand_at_the_largest_times_fit_in_64_bits() -> None:
    held = dict(zip(SEATS, LAST, strict=True))
    texts = [text for _ in range(4_000) for text in ("E report 1 @0", "E report 1 @1000000000000")]
    counted = Counted(match(hand([*texts, *ENDS], held)))
    assert counted.count("seconds") == {"E": 2**62}


def test_hands_that_count() -> None:
    void = hand("", None)
    counted = Counted(match(finished("EWNS"), void, finished("NSEW", level="5")))
    assert counted.hands() == [0, 2]
    assert counted.row("E").score == 3
    assert counted.row("N").score == 0


def test_a_hand_after_the_match_does_not_count() -> None:
    won = [finished("EWNS", level="A", levels={"E": "A", "N": "2"}, previous=["E", "W"])]
    counted = Counted(match(*won, finished("EWNS", level="A"), finished("NSEW"), tribute="none"))
    assert counted.hands() == [0]
    assert counted.facts.winner == (0, 2)
    assert [row.won for row in counted.facts.seats] == [True, False, True, False]
    assert counted.count("at_a") == {"E": 1, "W": 1}
    assert counted.count("at_a_won") == {"E": 1, "W": 1}
    assert any(each.hand == 1 and each.code == "after-match" for each in counted.facts.findings)


def test_an_undecided_match_is_won_by_nobody() -> None:
    counted = Counted(match(finished("EWNS")))
    assert {row.won for row in counted.facts.seats} == {None}
    assert counted.facts.winner is None


def test_places_and_partners() -> None:
    counted = Counted(match(finished("EWNS"), finished("ENWS", level="5"), tribute="none"))
    assert [row.place_halves for row in counted.facts.seats] == [2, 7, 4, 7, 2, 4, 6, 8]
    assert [row.side for row in counted.facts.seats[:4]] == [(2,), (3,), (0,), (1,)]
    assert {row.role for row in counted.facts.seats} == {None}


def test_a_place_never_held_is_left_out() -> None:
    recorded = {"scores": {"E": 3, "N": 0, "W": 3, "S": 0}}
    counted = Counted(match(hand("", None, recorded)))
    assert counted.row("E").basis == "scores"
    assert [row.place_halves for row in counted.facts.seats] == [None] * 4
    assert counted.all_of() == {}


def test_banker_and_doubles() -> None:
    counted = Counted(match(finished("NSEW"), finished("ENWS", level="5"), tribute="none"))
    assert counted.count("banker") == {"N": 1}
    assert counted.count("doubles_made") == {"N": 1, "S": 1}
    assert counted.count("doubles_suffered") == {"E": 1, "W": 1}
    assert counted.count("banker", 1) == {"E": 1}
    assert counted.count("doubles_made", 1) == {}


def tributes(*actions: str, previous: list[str], deal: dict[str, str] = EVEN, order: str = "EWNS") -> Counted:
    """A hand that begins with some tribute, known by its recorded finish."""
    return Counted(match(hand(actions, deal, {"finish": list(order)}, previous=previous, level="2")))


@for_every(
    ("actions", "previous", "paid", "received"),
    [
        (["S tribute RJ", "E return 3h"], ["E", "N", "W", "S"], {"S": 1}, {"E": 1}),
        (["S tribute RJ > E", "E return 3h"], ["E", "N", "W", "S"], {"S": 1}, {"E": 1}),
        (["S tribute RJ > W"], ["E", "N", "W", "S"], {"S": 1}, {"W": 1}),
        (["S tribute RJ", "N tribute BJ"], ["E", "W"], {"S": 1, "N": 1}, {"E": 1, "W": 1}),
        (["S tribute ??", "N tribute ??"], ["E", "W"], {"S": 1, "N": 1}, {"E": 1, "W": 1}),
        (["N tribute 3s"], ["E", "N", "W", "S"], {}, {}),
        (["N tribute 3s > W"], ["E", "N", "W", "S"], {"N": 1}, {"W": 1}),
        (["S tribute 3x"], ["E", "N", "W", "S"], {}, {}),
        (["S tribute RJ", "E return 3h", "S play 4h", "S tribute RJ"], ["E", "N", "W", "S"], {"S": 1}, {"E": 1}),
        (["S play 4h", "S tribute RJ"], ["E", "N", "W", "S"], {}, {}),
    ],
)
def test_tributes(actions: list[str], previous: list[str], paid: dict[str, int], received: dict[str, int]) -> None:
    counted = tributes(*actions, previous=previous)
    assert counted.count("tributes_paid") == paid
    assert counted.count("tributes_received") == received


RED = {**EVEN, "S": EVEN["S"].replace("2h", "RJ", 1), "W": EVEN["W"].replace("RJ", "2h", 1)}


def test_resistance_is_of_both_seats() -> None:
    counted = tributes("S resist", previous=["E", "N", "W", "S"], deal=RED)
    assert counted.count("resisted") == {"N": 1, "S": 1}
    assert counted.count("tributes_paid") == {}


def test_resistance_that_is_a_fault_does_not_count() -> None:
    assert tributes("S resist", previous=["E", "N", "W", "S"]).count("resisted") == {}
    assert tributes("E resist", previous=["E", "N", "W", "S"], deal=RED).count("resisted") == {}


def level_a(**setup: object) -> Log:
    return finished("ENWS", level="A", **setup)


@for_every(
    ("setup", "at_a"),
    [
        ({"previous": ["E", "W"]}, {"E": 1, "W": 1}),
        ({"previous": ["N", "E", "W", "S"]}, {"N": 1, "S": 1}),
        ({}, {}),
        ({"levels": {"E": "A", "N": "A"}}, {}),
    ],
)
def test_at_a(setup: dict[str, object], at_a: dict[str, int]) -> None:
    counted = Counted(match(level_a(**setup), tribute="none"))
    assert counted.count("at_a") == at_a


def test_a_side_at_a_by_the_hand_before() -> None:
    begin = finished("EWNS", level="Q", levels={"E": "Q", "N": "3"}, previous=["E", "W"])
    counted = Counted(match(begin, level_a(), finished("NSEW", level="A"), tribute="none"))
    assert counted.count("at_a") == {}
    assert counted.count("at_a", 1) == {"E": 1, "W": 1}
    assert counted.count("at_a_won", 1) == {"E": 1, "W": 1}
    assert counted.hands() == [0, 1]


def test_bombs_and_wild_cards() -> None:
    counted = ended("E play 2h", "N pass", "W pass", "S play 4s 4d 4c 2h", "E play 5s 6s 7s 8s 9s",
                    "N play RJ RJ BJ BJ",
                    "W pass", "S pass", "E pass", "N play 7d 7c 2h", "W pass", "S pass", "E pass", "N pass",
                    E="2h 5s 6s 7s 8s 9s", N="RJ RJ BJ BJ 7d 7c", S="4s 4d 4c 2h")  # fmt: skip
    assert counted.count("bombs") == {"S": 1}
    assert counted.count("straight_flushes") == {"E": 1}
    assert counted.count("joker_bombs") == {"N": 1}
    assert counted.count("wild_cards") == {"E": 1, "S": 1, "N": 1}
    assert counted.count("wild_in_bombs") == {"S": 1}
    assert ("S", "bomb", 4, "4") in counted.kinds()
    assert ("E", "straight_flush", 5, "9") in counted.kinds()
    assert ("N", "joker_bomb", 4, "") in counted.kinds()
    assert ("N", "triple", 3, "7") in counted.kinds()


def test_the_kind_is_the_reading_that_counts() -> None:
    lead = ended("E play 5s 6s 7s 8s 2h", "N pass", "W pass", "S pass", E="5s 6s 7s 8s 2h")
    assert lead.count("straight_flushes") == {"E": 1}
    claimed = ended("E play 5s 6s 7s 8s 2h=9d", "N pass", "W pass", "S pass", E="5s 6s 7s 8s 2h")
    assert claimed.count("straight_flushes") == {}
    assert ("E", "straight", 5, "9") in claimed.kinds()
    assert claimed.count("wild_cards") == {"E": 1}
    assert claimed.count("wild_in_bombs") == {}


def test_a_play_that_beats_only_in_a_lower_reading_has_that_kind() -> None:
    counted = ended("E play 5s 5d 3s 3d 3h", "N play Js Jd Jc 4d 2h", "W pass", "S pass", "E pass", "N play 6c",
                    "W pass", "S pass", "E pass", "N pass", E="5s 5d 3s 3d 3h", N="Js Jd Jc 4d 2h 6c")  # fmt: skip
    assert ("N", "full_house", 5, "J") in counted.kinds()


def test_passes_when_the_cards_beat_the_table() -> None:
    counted = ended("E play 5s", "N pass", "W pass", "S pass", E="5s", N="4s", S="4d")
    assert counted.able() == {"W": 1}
    counted = ended("E play 5s 5d", "N pass", "W pass", "S pass", E="5s 5d", N="6s 2h", S="RJ RJ BJ BJ")
    assert counted.able() == {"N": 2, "S": 1}


def test_cards_that_the_log_does_not_show_make_no_pass_able() -> None:
    deal = {"E": "5s Kd", "N": "?? 3c", "W": "Ac"}
    counted = Counted(match(hand(["E play 5s", "N pass", "W pass", "S pass", *ENDS], deal)))
    assert counted.able() == {"W": 1}


def test_the_hand_that_alone_is_unknown_is_the_rest_of_the_deck() -> None:
    deal = {seat: EVEN[seat] for seat in "ENW"}
    actions = played_out("EWNS")
    whole = Counted(match(hand(actions, EVEN)))
    counted = Counted(match(hand(actions, deal)))
    assert whole.able()["S"] > 0
    assert counted.able() == whole.able()


@for_every(("card", "able"), [("RJ", {"S": 1, "W": 1}), ("??", {"W": 1})])
def test_no_pass_is_able_once_a_card_of_the_hand_moved_unseen(card: str, able: dict[str, int]) -> None:
    deal = {"E": "5s Kd 3h", "N": "3c", "W": "Ac", "S": "RJ 4c 9s"}
    play = ["S play 4c", "E play 5s", "N pass", "W pass", "S pass", "E play RJ", "N pass", "W pass", "S pass"]
    actions = [f"S tribute {card}", "E return 3h", *play, *ENDS]
    counted = Counted(match(hand(actions, deal, previous=["E", "N", "W", "S"], level="2")))
    assert counted.able() == able


def test_errors_are_those_of_the_seat() -> None:
    counted = ended("E play 9s", "N play 6s", "W play As", "S pass", "E pass", "N pass", "W pass", E="9s", N="6s")
    by_seat = {seat: counted.row(seat).errors for seat in SEATS}
    findings = [each for each in counted.report.findings if str(each.severity) == "error" and each.seat]
    assert by_seat == {seat: sum(each.seat == seat for each in findings) for seat in SEATS}
    assert sum(by_seat.values()) >= 2


def test_at_an_unknown_level_a_claim_says_what_a_wild_card_is() -> None:
    deal = dict(zip(SEATS, LAST, strict=True)) | {"E": "6d 7d 8d 9d Th Kd"}
    actions = ["E play 6d 7d 8d 9d Th=Td", "N pass", "W pass", "S pass", *ENDS]
    counted = Counted(match(hand(actions, deal, previous=["E", "W"]), tribute="none"))
    assert counted.row("E").basis == "play"
    assert counted.count("straight_flushes") == {"E": 1}
    assert counted.count("wild_cards") == {}


@for_every("paid", [["S tribute Ac"], ["N tribute 4d", "S tribute Ac"]])
def test_a_tribute_whose_receiver_cannot_be_told_leaves_all_other_cards_known(paid: list[str]) -> None:
    """The hand before is not known, so that nobody can say who is due a card."""
    actions = played_out("EWNS")
    plain, after = (
        Counted(match(hand([*before, *actions], EVEN, level="2", levels={"E": "2", "N": "3"}))).able()
        for before in ([], paid)
    )
    assert min(plain[seat] for seat in "NWS") > 0
    assert [after.get(seat) for seat in "NW"] == [plain[seat] for seat in "NW"]
    assert 0 < after.get("S", 0) <= plain["S"]

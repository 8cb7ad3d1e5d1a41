"""Presets, totals, winners, recorded results, and what is not known."""

from made_chinese_poker import AMY, BOB, FOUL, LAST, SECOND, THIRD, TOP, cards, hand, judge, play, sets

from engine.games.chinese_poker.rules import RULES
from tests.offenders import for_every

DASHES = ("row_unit", "overall", "scoop_bonus", "scoop_multiplier", "home_run_multiplier", "royalty_rule")
NAMES = ("two-four", "one-six", "taiwanese", "eleven", "criss-cross", "open-face", "pineapple")
BASES = {
    "all_high_first": False,
    "flushes_first": False,
    "naturals_meet": "stronger",
    "settle": "all",
    "banker_ties": "none",
    "row_compare": "full",
    "loss_cap": 0,
    "fantasyland_stay": "standard",
}
FUJIAN = {
    "royalties": "regional",
    "naturals": "fujian",
    "natural_qka": True,
    "all_high_first": True,
    "flushes_first": True,
    "scoop_multiplies_royalties": True,
    "naturals_meet": "kind",
    "wheel": "second",
}
BANKER = {"settle": "banker", "banker_ties": "banker", "row_compare": "top_card"}
TABLE = {
    "scoring": "pairs pairs pairs best_row pairs pairs pairs",
    "row_unit": "1 1 1 – 1 1 1",
    "overall": "1 0 0 – 1 0 0",
    "scoop_bonus": "0 3 0 – 0 3 3",
    "scoop_multiplier": "1 1 2 – 1 1 1",
    "home_run_multiplier": "1 1 2 – 1 1 1",
    "royalties": "standard standard standard none standard open_face open_face",
    "royalty_rule": "winner winner winner – winner net net",
    "royalties_against_foul": "false false false – false true true",
    "naturals": "standard standard standard none none none none",
    "surrender": "3 3 0 0 3 0 0",
    "misset": "scooped scooped scooped played scooped scooped scooped",
    "target": "0 0 0 11 0 0 0",
    "dealing": "closed closed closed closed closed open_face pineapple",
    "wheel": "lowest lowest lowest lowest lowest lowest lowest",
    "middle": "high high high high high high high",
    "royalty_value": "table table table table table table table",
    "royalty_announced": "false false false false false false false",
    "royalty_limit": "all all all all all all all",
    "royalty_broken": "true true true true true true true",
    "hands_each": "1 1 1 1 2 1 1",
    "fantasyland": "none none none none none none none",
    "natural_qka": "false false false false false false false",
    "home_run_needs": "three three three three three three three",
    "scoop_multiplies_royalties": "false false false false false false false",
}


@for_every("option", TABLE)
def test_every_value_of_every_preset(option: str) -> None:
    values = dict(zip(NAMES, TABLE[option].split(), strict=True))
    for preset, value in values.items():
        resolved = RULES.resolve(preset).options[option]
        written = values["two-four"] if value == "–" else value
        assert str(resolved).lower() == written


def test_no_option_is_left_out() -> None:
    assert {option.name for option in RULES.options} == {*TABLE, *BASES, "royalty_table", "natural_table"}
    assert tuple(RULES.presets) == (*NAMES, "fujian", "fujian_banker")
    assert RULES.default == "two-four"


def test_the_presets_of_other_tables() -> None:
    for preset in NAMES:
        assert BASES.items() <= RULES.resolve(preset).options.items()
    fujian = {**RULES.resolve("taiwanese").options, **FUJIAN}
    assert RULES.resolve("fujian").options == fujian
    assert RULES.resolve("fujian_banker").options == {**fujian, **BANKER}


@for_every(
    ("preset", "seats", "allowed"),
    [
        ("two-four", "AB", True),
        ("two-four", "ABCD", True),
        ("two-four", "A", False),
        ("two-four", "ABCDE", False),
        ("criss-cross", "AB", True),
        ("criss-cross", "ABC", False),
        ("open-face", "ABCD", True),
        ("pineapple", "ABC", True),
        ("pineapple", "ABCD", False),
    ],
)
def test_how_many_seats_a_table_has(preset: str, seats: str, allowed: bool) -> None:
    found = judge(hand(), seats=seats, preset=preset)
    assert (found.verdict == "incomplete") is allowed
    if not allowed:
        assert [each.code.id for each in found.report.findings] == ["malformed"]
        assert found.verdict == "unreadable"


def test_two_hands_each_are_dealt_closed() -> None:
    found = judge(hand(), preset="criss-cross", dealing="open_face")
    assert found.verdict == "unreadable"
    assert [(each.code.id, each.variant) for each in found.report.findings] == [("unknown-option", "together")]


# totals and winner

WIN = hand(sets(A=TOP, B=SECOND))
LOSE = hand(sets(A=SECOND, B=TOP))


def test_totals_and_no_winner_without_a_target() -> None:
    found = judge(WIN, WIN, LOSE)
    assert found.totals == {"A": 4, "B": -4}
    assert found.winner is None
    assert found.verdict == "clean"


def test_totals_begin_with_those_of_the_setup() -> None:
    first = hand(sets(A=TOP, B=SECOND), totals={"A": 10, "B": -3})
    assert judge(first, WIN).totals == {"A": 18, "B": -11}


@for_every("preset", ["two-four", "eleven"])
def test_a_seat_that_reaches_the_target_wins(preset: str) -> None:
    found = judge(WIN, WIN, WIN, preset=preset, target=5)
    assert found.winner == ["A"]
    assert found.said == ["after-match 2"]
    assert found.totals["A"] == found.hands[0]["scores"]["A"] * 2
    assert found.hands[2]["complete"]
    assert found.verdict == "clean"


def test_the_highest_total_wins_once_any_seat_reaches_the_target() -> None:
    first = hand(sets(A=TOP, B=SECOND), totals={"A": 8, "B": 6, "C": 12})
    found = judge(hand(sets(A=SECOND, B=TOP, C=THIRD), totals={"A": 8, "B": 6, "C": 12}), seats="ABC", target=14)
    assert found.totals == {"A": 8, "B": 14, "C": 4}
    assert found.winner == ["B"]
    assert judge(first, seats="ABC").winner is None


def test_equal_highest_totals_win_together() -> None:
    found = judge(WIN, LOSE, result={"ended": "time"})
    assert found.winner == ["A", "B"]


def test_the_table_stopped_by_the_clock() -> None:
    assert judge(WIN, result={"ended": "time", "winner": ["A"]}).verdict == "clean"
    found = judge(WIN, result={"ended": "time", "winner": ["B"]})
    assert found.said == ["winner-mismatch"]
    assert judge(WIN, result={"winner": ["A"]}).said == ["winner-mismatch"]


def test_after_a_hand_that_nobody_can_score_the_totals_are_unknown() -> None:
    found = judge(WIN, hand(sets(A=TOP)), result={"totals": {"A": 4, "B": -4}})
    assert found.totals == {"A": None, "B": None}
    assert found.said == []
    assert found.verdict == "incomplete"


# recorded results


@for_every(
    ("result", "said"),
    [
        ({"scores": {"A": 4, "B": -4}, "units": {"A-B": 4}}, []),
        ({"scores": {"A": 4}, "units": {"B-A": -4}}, []),
        ({"scores": {"A": 4.0}}, []),
        ({"scores": {"A": 3}}, ["score-mismatch 0"]),
        ({"units": {"A-B": -4}}, ["unit-mismatch 0"]),
        ({"units": {"A-B": 4.5}}, ["malformed 0"]),
        ({"units": {"A-Q": 4}}, ["malformed 0"]),
        ({"units": {"AB": 4}}, ["malformed 0"]),
        ({"scores": {"Q": 4}}, ["malformed 0"]),
        ({"finish": ["A"]}, ["unknown-field"]),
    ],
)
def test_recorded_results(result: dict[str, object], said: list[str]) -> None:
    assert judge(hand(sets(A=TOP, B=SECOND), result=result)).said == said


def test_units_under_the_best_row() -> None:
    assert judge(hand(sets(A=TOP, B=SECOND), result={"units": {}}), preset="eleven").said == []
    assert judge(hand(sets(A=TOP, B=SECOND), result={"units": {"A-B": 3}}), preset="eleven").said == []


def test_what_is_recorded_of_a_hand_that_is_not_whole() -> None:
    assert judge(hand(sets(A=TOP), result={"scores": {"A": 9}, "units": {"A-B": 9}})).said == []


def test_recorded_totals() -> None:
    assert judge(WIN, result={"totals": {"A": 4}}).said == []
    assert judge(WIN, result={"totals": {"A": 5}}).said == ["total-mismatch"]


@for_every("dealer", ["Z", ""])
def test_a_dealer_who_is_no_seat(dealer: str) -> None:
    found = judge(hand(["A in", "B in", *sets(A=TOP, B=SECOND)], dealer=dealer))
    assert found.said == ["malformed 0"]


# what is not known


def test_hands_that_are_not_dealt_play_as_they_are_shown() -> None:
    found = play(sets(A=AMY, B=BOB))
    assert found.verdict == "clean"
    assert found.units == {"A-B": 2}


def test_a_card_of_another_hand_is_seen_where_the_deal_is_known() -> None:
    found = play(sets(A=AMY.replace("Qh", "Kd"), B=BOB), {"B": cards(BOB)})
    assert found.said == ["deck-mismatch 0"]


def test_the_one_hand_missing_is_the_rest_of_the_deck() -> None:
    boards = {"A": TOP, "B": SECOND, "C": THIRD, "D": LAST}
    deal = {seat: cards(boards[seat]) for seat in "ABC"}
    assert play(sets(**boards), deal, seats="ABCD").said[:1] == []
    found = play(sets(**{**boards, "D": LAST.replace("Tc", "Qs")}), deal, seats="ABCD")
    assert found.said == ["card-not-held 0/3 D"]


def test_cards_unknown_in_a_hand() -> None:
    some = " ".join(card if place % 2 else "??" for place, card in enumerate(cards(AMY).split()))
    assert play(sets(A=AMY, B=BOB), {"A": some}).said == []
    other = AMY.replace("6d", "7d").replace("Ts", "Js")
    assert play(sets(A=other, B=BOB), {"A": some.replace("6d", "7s").replace("Td", "Jc")}).said == [
        "card-not-held 0/0 A"
    ]


@for_every(
    ("name", "known", "held"),
    [
        ("clean_dragon", "2h 3h Kh", True),
        ("clean_dragon", "2h 3h Kd", False),
        ("dragon", "2h 3d Kd", True),
        ("dragon", "2h 2d", False),
        ("twelve_royalties", "Js Qd", True),
        ("twelve_royalties", "Ts", False),
        ("three_straight_flushes", "2h 9d 5s", True),
        ("three_straight_flushes", "2h 2s 2d 2c", False),
        ("three_quads", "2h 3h 4h 5d", True),
        ("three_quads", "2h 3h 4h 5d 6d", False),
        ("all_low", "8h", True),
        ("all_low", "9h", False),
        ("all_high", "8h Ac", True),
        ("full_colored", "8h 2d", True),
        ("full_colored", "8h 2s", False),
        ("four_triples", "2h 3h 4h 5h 6h", True),
        ("four_triples", "2h 3h 4h 5h 6h 7h", False),
        ("six_and_a_half_pairs", "2h 3h 4h 5h 6h 7h 8h", True),
        ("six_and_a_half_pairs", "2h 3h 4h 5h 6h 7h 8h 9h", False),
        ("three_straights", "2h 2d 2s", True),
        ("three_straights", "2h 2d 2s 2c", False),
        ("three_flushes", "2h 3d 4s", True),
        ("three_flushes", "2h 3d 4s 5c", False),
        ("no_broadway", "Ah Tc", True),
        ("no_broadway", "Jh", False),
        ("one_color_twelve", "Ah Tc", True),
        ("one_color_twelve", "Ah Td Tc Ts", False),
    ],
)
def test_a_natural_of_a_hand_that_is_known_in_part(name: str, known: str, held: bool) -> None:
    missing = 13 - len(known.split())
    deal = {"A": known + " ??" * missing}
    options = {"naturals": "extended", "natural_table": {"one_color_twelve": 3}}
    found = play([f"A natural {name}", "B in"], deal, **options)
    assert found.said == ([] if held else ["natural-not-held 0/0 A"])
    assert found.verdict == ("incomplete" if held else "illegal")


def test_what_a_natural_takes_may_lie_in_other_hands() -> None:
    found = play(
        ["A natural three_quads", "B in"],
        {"A": "2h 3h 4h 5d" + " ??" * 9, "B": "2s 3s 6c 7c 8c 9c Tc Jc Qc Kc Ac Kd Qd"},
    )
    assert found.said == ["natural-not-held 0/0 A"]


def test_no_result_that_hangs_on_an_unknown_natural_is_called_wrong() -> None:
    result = {"scores": {"A": 9, "B": -9}, "units": {"A-B": 9}}
    found = judge(hand("A natural dragon", result=result), result={"totals": {"A": 1}, "winner": ["B"]})
    assert found.said == []
    assert found.verdict == "incomplete"
    assert found.units == {"A-B": 36}
    assert found.hands[0]["complete"]


def test_equal_naturals_of_unknown_cards() -> None:
    found = play("A natural three_flushes; B natural three_flushes; C surrender", seats="ABC")
    assert found.units == {"A-B": None, "A-C": 3, "B-C": 3}
    assert found.scores == {"A": None, "B": None, "C": -6}
    assert found.totals == {"A": None, "B": None, "C": None}
    assert found.verdict == "incomplete"


def test_a_natural_is_told_by_the_other_hands_when_they_are_shown() -> None:
    boards = {"B": SECOND, "C": THIRD, "D": LAST}
    found = play(["A natural all_low", *sets(**boards)], seats="ABCD")
    assert found.said == ["natural-not-held 0/0 A"]


def test_the_rows_of_a_fouled_hand_are_known_by_what_is_shown() -> None:
    assert play(sets(A=FOUL, B=THIRD)).fouls == ["A"]

"""The course of a closed hand, its faults, and what is done after each."""

from made_chinese_poker import AMY, BOB, FOUL, LAST, SECOND, THIRD, TOP, cards, hand, judge, play, sets

from tests.offenders import for_every

FOUR = {"A": TOP, "B": SECOND, "C": THIRD, "D": LAST}
DEAL = {seat: cards(board) for seat, board in FOUR.items()}
SETS = sets(**FOUR)
EXAMPLE = {"A": cards(AMY), "B": cards(BOB)}


def four(*actions: str, **options: object) -> list[str]:
    """What is said of a hand of four seats, A the first to act, that is set by all after some actions."""
    return play([*actions, *SETS], DEAL, seats="ABCD", **options).said


def test_the_order_begins_after_the_dealer() -> None:
    said = [f"{seat} in" for seat in "CDAB"]
    assert judge(hand([*said, *SETS], DEAL, dealer="B"), seats="ABCD").said == []
    assert judge(hand([*said, *SETS], DEAL), seats="ABCD").said == ["out-of-turn 0/2 A"]
    assert judge(hand(["A in", *SETS], DEAL), seats="ABCD").said == []


def test_what_a_seat_does_not_want_to_say_may_be_left_out() -> None:
    assert four() == []
    assert four("B in", "D in") == []
    assert four("D royalty back") == ["royalty-not-held 0/0 D"]


def test_the_order_never_goes_back() -> None:
    assert four("A in", "C in", "B in", "D in") == ["out-of-turn 0/2 B"]
    assert four("C royalty front", "A royalty front", "B royalty front")[:1] == ["royalty-not-held 0/0 C"]
    found = play(["D in", "A in", *SETS], DEAL, seats="ABCD")
    assert found.said == ["out-of-turn 0/1 A"]
    assert found.report.findings[0].column is None


def test_the_order_of_setting_is_free() -> None:
    assert play(list(reversed(SETS)), DEAL, seats="ABCD").said == []


@for_every(
    ("actions", "fault"),
    [
        (("A in", "A natural dragon"), "A"),
        (("A in", "B natural dragon"), "B"),
        (("A royalty back", "B surrender"), "B"),
        (("A in", "A in"), "A"),
        (("A in", "A surrender"), "A"),
        (("A natural dragon", "A natural dragon"), "A"),
        (("A place 2s:front",), "A"),
    ],
)
def test_what_comes_too_late_or_twice_has_no_place(actions: tuple[str, ...], fault: str) -> None:
    said = four(*actions)
    assert f"unexpected-action 0/{len(actions) - 1} {fault}" in said
    assert not any(text.startswith(("out-of-turn", "already", "after")) for text in said)


def test_a_verb_before_the_rows_after_them() -> None:
    found = play([SETS[0], "B in", *SETS[1:]], DEAL, seats="ABCD")
    assert found.said == ["unexpected-action 0/1 B"]
    twice = play([SETS[0], SETS[0], *SETS[1:]], DEAL, seats="ABCD")
    assert twice.said == ["unexpected-action 0/1 A"]
    assert twice.hands[0]["complete"]


def test_a_seat_that_surrendered_or_holds_a_natural_sets_nothing() -> None:
    found = play(["A surrender", *SETS], DEAL, seats="ABCD")
    assert found.said == ["unexpected-action 0/1 A"]
    deal = {"A": "2s 2h 3d 3c 4s 4h 5d 6c 6s 7h 8d 8c 8s"}
    held = play(
        ["A natural all_low", "A set 2s 2h 3d / 3c 4s 4h 5d 6c / 6s 7h 8d 8c 8s", *sets(B=BOB, C=FOUL)],
        deal,
        seats="ABC",
    )
    assert held.said == ["deck-mismatch 0", "unexpected-action 0/1 A"]


def test_the_hand_ends_when_every_other_seat_has_set() -> None:
    found = play([*SETS, "A in"], DEAL, seats="ABCD")
    assert found.said == ["after-end 0/4 A"]
    assert found.hands[0]["complete"]
    early = play(SETS[:3], DEAL, seats="ABCD")
    assert not early.hands[0]["complete"]
    assert early.verdict == "incomplete"
    assert early.hands[0]["units"] is None
    assert early.hands[0]["scores"] is None


def test_where_one_seat_is_left_the_hand_ends_at_once() -> None:
    found = play(["A surrender"], EXAMPLE)
    assert found.hands[0]["complete"]
    assert found.verdict == "clean"
    checked = play(["A surrender", "B in", f"B set {BOB.replace('As', 'Ac')}", "B in"], EXAMPLE)
    assert checked.said == ["card-not-held 0/2 B", "after-end 0/3 B"]
    late = play(["A surrender", "A royalty back"], EXAMPLE)
    assert late.said == ["after-end 0/1 A"]


def test_no_more_comes_when_all_have_surrendered() -> None:
    assert play(["A surrender", "B surrender", f"B set {BOB}"], EXAMPLE).said == ["after-end 0/2 B"]


def test_verbs_of_other_games() -> None:
    found = four("A play 2s", "B resist nothing", "C pass")
    assert found == ["unexpected-action 0/0 A", "unexpected-action 0/1 B", "unexpected-action 0/2 C"]


# what does not parse


@for_every(
    ("action", "column"),
    [
        ("", None),
        ("A", None),
        ("Z in", 0),
        ("A fold", 2),
        ("A in now", 5),
        ("A surrender 1:", 12),
        ("A natural", None),
        ("A natural straight", 10),
        ("A natural dragon dragon", 17),
        ("A royalty", None),
        ("A royalty top", 10),
        ("A royalty back back", 15),
        ("A set", None),
        ("A set 2s 3s 4s / 5s 6s 7s 8s 9s", None),
        ("A set 2s / 3s / 4s / 5s", 19),
        ("A set 2s 3s Zz / 5s 6s 7s 8s 9s / Ts Js Qs Ks As", 12),
        ("A set ?? 3s 4s / 5s 6s 7s 8s 9s / Ts Js Qs Ks As", 6),
        ("A set RJ 3s 4s / 5s 6s 7s 8s 9s / Ts Js Qs Ks As", 6),
        ("A set 7 3s 4s / 5s 6s 7s 8s 9s / Ts Js Qs Ks As", 6),
        ("A in ^3", 5),
        ("A in @x", 5),
        ("A place 2s", 8),
        ("A place 2s:top", 8),
        ("A place ??:front", 8),
    ],
)
def test_what_does_not_parse(action: str, column: int | None) -> None:
    found = play([action, *SETS], DEAL, seats="ABCD")
    assert found.columns == [("malformed", column)]
    assert found.hands[0]["complete"]


def test_after_what_does_not_parse_whoever_acts_is_on_turn() -> None:
    assert four("D in", "A inn", "B in", "C in") == ["malformed 0/1 A"]
    assert four("D in", "A inn", "B in", "A in") == ["malformed 0/1 A", "out-of-turn 0/3 A"]


def test_seconds_never_decrease() -> None:
    found = play(["A in @5", "B in @4.5 # slow", *SETS], DEAL, seats="ABCD")
    assert found.columns == [("malformed", 5)]
    assert found.verdict == "clean"


def test_cards_are_read_in_either_case() -> None:
    found = play([f"A set {AMY.upper()}", f"B set {BOB.lower().replace('9s', '9S')}"], EXAMPLE)
    assert found.said == []
    assert found.units == {"A-B": 2}
    ten = play([f"A set {AMY.replace('T', '10')}", f"B set {BOB}"], EXAMPLE)
    assert ten.said == []


# cards and rows


def test_a_card_that_is_not_held() -> None:
    found = play([f"A set {AMY.replace('Qh', 'Kd').replace('9c', 'Js')}", f"B set {BOB}"], EXAMPLE)
    assert found.said == ["card-not-held 0/0 A"]
    assert found.columns == [("card-not-held", 23)]
    assert "Js Kd" in found.report.findings[0].message
    assert found.hands[0]["complete"]


@for_every(
    ("board", "column"),
    [
        ("6s 6d 4c Ts / Td 9c Qh 8d / 3s 3h 3d 2c 2d", 15),
        ("6s 6d / 4c Ts Td 9c Qh 8d / 3s 3h 3d 2c 2d", 29),
        ("6s 6d 4c / Ts Td 9c Qh 8d / 3s 3h 3d 2c", None),
        ("6s 6d 4c / Ts Td 9c Qh 6s / 3s 3h 3d 2c 2d", 29),
        ("/ 6s 6d 4c / Ts Td", None),
    ],
)
def test_a_setting_that_is_none_is_settled_as_mis_set(board: str, column: int | None) -> None:
    found = play([f"A set {board}", f"B set {BOB}"], EXAMPLE)
    assert found.columns == [("bad-setting", column)]
    assert found.units == {"A-B": -4}
    assert found.fouls == []


def test_a_setting_that_is_none_and_is_played() -> None:
    """A row of the wrong size wins nothing."""
    board = "6s 6d / 4c Ts Td 9c Qh 8d / 3s 3h 3d 2c 2d"
    found = play([f"A set {board}", f"B set {BOB}"], EXAMPLE, misset="played")
    assert found.lines == [("rows", -1), ("rows", -1), ("rows", 1), ("overall", -1)]
    best = play([f"A set {board}", f"B set {board}"], preset="eleven")
    assert best.scores == {"A": 0, "B": 0}


def test_one_fault_of_cards_is_reported_the_first_that_applies() -> None:
    found = play([f"A set {AMY.replace('Qh', 'Kd').replace(' 2d', '')}", f"B set {BOB}"], EXAMPLE)
    assert found.said == ["card-not-held 0/0 A"]


def test_turn_and_cards_are_reported_both() -> None:
    found = play(["B natural dragon", "A natural dragon", f"A set {AMY}", f"B set {BOB}"], EXAMPLE)
    assert found.said == ["natural-not-held 0/0 B", "out-of-turn 0/1 A", "natural-not-held 0/1 A"]


# criss-cross

CRISS = {"A": f"{cards(TOP)} | {cards(THIRD)}", "B": f"{cards(SECOND)} {cards(LAST)}"}
CRISS_SETS = [f"A set 1: {TOP}", f"A set 2: {THIRD}", f"B set 1: {SECOND}", f"B set 2: {LAST}"]


def test_two_hands_of_thirteen_with_a_bar_or_without() -> None:
    assert play(CRISS_SETS, CRISS, preset="criss-cross").said == []


@for_every(
    ("action", "variant"),
    [
        (f"A set {TOP}", "argument"),
        ("A set", "too-few"),
        ("A royalty back", "argument"),
        ("A set 3: 2s 3s 4s / 5s 6s 7s 8s 9s / Ts Js Qs Ks As", "argument"),
        ("A in both", "too-many"),
    ],
)
def test_criss_cross_wants_the_number_first(action: str, variant: str) -> None:
    found = play([action, *CRISS_SETS], CRISS, preset="criss-cross")
    assert [(each.code.id, each.variant) for each in found.report.findings] == [("malformed", variant)]


def test_cards_do_not_pass_between_a_seats_hands() -> None:
    swapped = [f"A set 1: {THIRD}", f"A set 2: {TOP}", *CRISS_SETS[2:]]
    assert play(swapped, CRISS, preset="criss-cross").said == ["card-not-held 0/0 A", "card-not-held 0/1 A"]


def test_each_hand_of_a_seat_acts_once_in_a_part() -> None:
    assert play(["A in", "B in 1:", "B surrender 2:", *CRISS_SETS[:3]], CRISS, preset="criss-cross").said == []
    said = play(["A in", "A surrender 2:", *CRISS_SETS], CRISS, preset="criss-cross").said
    assert said == ["unexpected-action 0/1 A"]
    assert play([*CRISS_SETS[:2], CRISS_SETS[1], *CRISS_SETS[2:]], CRISS, preset="criss-cross").said == [
        "unexpected-action 0/2 A"
    ]


def test_naturals_of_criss_cross() -> None:
    deal = {"A": f"2s 2h 3d 3c 4s 4h 5d 6c 6s 7h 8d 8c 8s | {cards(BOB)}", "B": CRISS["B"]}
    found = play(
        ["A natural 1: all_low", f"A set 2: {BOB}", *CRISS_SETS[2:]], deal, preset="criss-cross", naturals="standard"
    )
    assert found.hands[0]["breakdown"][0]["points"] == {"A": 12, "B": -12}


@for_every(
    ("deal", "said"),
    [
        ({"A": f"{cards(TOP)} | {cards(THIRD)[3:]}"}, ["hand-size 0"]),
        ({"A": f"{cards(TOP)[3:]} {cards(THIRD)}"}, ["hand-size 0"]),
        ({"A": f"{cards(TOP)} | {cards(THIRD)} |"}, ["malformed 0", "hand-size 0"]),
        ({"Q": "As"}, ["malformed 0"]),
    ],
)
def test_deals_of_criss_cross_that_are_wrong(deal: dict[str, str], said: list[str]) -> None:
    assert play("", deal, preset="criss-cross").said == said

"""Open-face and pineapple: turns, placements, what is dealt when, and fantasyland."""

from typing import Any

from made_chinese_poker import AMY, BOB, Judged, hand, judge

from tests.offenders import for_every

ROWS = ("front", "middle", "back")
QUEENS = "Qs Qd 7c / 8h 8d 3c 3s Kc / Jh Jd Js 4c 9d"
KINGS = "Kh Ks 9c / Tc Td Th 4s 4d / 7h 7d 7s 7c 2s"
PLAIN = "6h 6c Ts / 9s 9h Kd 5s 2d / Ad As Ac Tc 4h"
OTHER = "Qh 8c 5c / Kc 9c 6d 4c 3d / Jc 5h 5d 7c 2c"


def placements(board: str) -> list[tuple[str, str]]:
    """The cards of a board in the order of its text, each with its row."""
    return [(card, row) for row, cards in zip(ROWS, board.split(" / "), strict=True) for card in cards.split()]


def turns(seat: str, board: str, discards: list[str] | None = None) -> list[tuple[str, str]]:
    """The actions of a seat that fills a board front first, each with the cards dealt for it."""
    cards = placements(board)
    parts = [cards[:5]]
    step = 1 if discards is None else 2
    parts += [cards[at : at + step] for at in range(5, 13, step)]
    actions = []
    for number, part in enumerate(parts):
        words = [f"{card}:{row}" for card, row in part]
        dealt = [card for card, _ in part]
        if discards is not None and number:
            words.append(f"{discards[number - 1]}:discard")
            dealt.append(discards[number - 1])
        actions.append((f"{seat} place {' '.join(words)}", " ".join(dealt)))
    return actions


def round_robin(*seats: list[tuple[str, str]]) -> list[str]:
    """The actions of some seats, turn about."""
    return [action for turn in zip(*seats, strict=True) for action, _ in turn]


def dealt(actions: list[tuple[str, str]]) -> str:
    """The cards of a seat in the order dealt."""
    return " ".join(cards for _, cards in actions)


A_TURNS, B_TURNS = turns("A", AMY), turns("B", BOB)
OPEN = round_robin(A_TURNS, B_TURNS)
DEAL = {"A": dealt(A_TURNS), "B": dealt(B_TURNS)}


def open_face(actions: list[str], deal: dict[str, str] | None = None, **options: Any) -> Judged:
    options = {"preset": "open-face"} | options
    return judge(hand(actions, DEAL if deal is None else deal, dealer="B"), **options)


def test_five_cards_then_one_at_a_time() -> None:
    found = open_face(OPEN)
    assert found.said == []
    assert found.verdict == "clean"
    assert len(OPEN) == 2 * 9
    assert found.units == {"A-B": 1 + 1 + 6 - 4}


def test_pineapple_is_five_then_three_of_which_one_is_discarded() -> None:
    one, other = turns("A", AMY, ["Ah", "Ac", "Ad", "Kc"]), turns("B", BOB, ["2s", "3c", "4s", "5s"])
    found = open_face(round_robin(one, other), {"A": dealt(one), "B": dealt(other)}, preset="pineapple")
    assert found.said == []
    assert found.verdict == "clean"
    assert len(dealt(one).split()) == 17


def test_discards_may_stay_unseen() -> None:
    one, other = turns("A", AMY, ["??"] * 4), turns("B", BOB, ["2s", "3c", "4s", "??"])
    deal = {"A": dealt(one), "B": dealt(other)}
    assert open_face(round_robin(one, other), deal, preset="pineapple").said == []
    assert open_face(round_robin(one, other), {}, preset="pineapple").verdict == "clean"


@for_every("verb", ["natural dragon", "surrender", "in", "royalty back", f"set {AMY}"])
def test_verbs_that_open_face_has_not(verb: str) -> None:
    found = open_face([f"A {verb}", *OPEN])
    assert found.said == ["unexpected-action 0/0 A"]
    assert found.hands[0]["complete"]


def test_the_turn_goes_from_the_seat_after_the_dealer() -> None:
    found = open_face(round_robin(B_TURNS, A_TURNS))
    assert found.said[0] == "out-of-turn 0/0 B"
    assert judge(hand(round_robin(B_TURNS, A_TURNS), DEAL, dealer="A"), preset="open-face").said == []
    assert judge(hand(OPEN, DEAL), preset="open-face").said == []


def test_a_seat_that_acts_too_early_is_reported_once() -> None:
    three = [turns(seat, board) for seat, board in zip("ABC", (QUEENS, PLAIN, OTHER), strict=True)]
    actions = round_robin(*three)
    actions[7], actions[8] = actions[8], actions[7]
    found = judge(hand(actions, dealer="C"), seats="ABC", preset="open-face")
    assert [text for text in found.said if text != "deck-mismatch 0"] == ["out-of-turn 0/7 C"]
    assert found.hands[0]["complete"]


def test_a_seat_without_a_turn_leaves_the_hand_open() -> None:
    actions = [action for action in OPEN if action != A_TURNS[3][0]]
    found = open_face(actions)
    assert found.said == ["out-of-turn 0/6 B"]
    assert not found.hands[0]["complete"]


def test_after_the_end_nothing_comes() -> None:
    assert open_face([*OPEN, OPEN[-1]]).said == ["after-end 0/18 B"]


def test_a_seat_that_has_placed_all_is_out() -> None:
    actions = [*OPEN[:-1], OPEN[-2], OPEN[-1]]
    found = open_face(actions)
    assert found.said == ["already-out 0/17 A"]
    assert found.hands[0]["complete"]


@for_every("action", ["natural dragon", "in", f"set {AMY}", "play 5c", "pass", "report many"])
def test_whatever_a_seat_says_that_has_placed_all_it_is_out(action: str) -> None:
    found = open_face([*OPEN[:-1], f"A {action}", OPEN[-1]])
    assert found.said == ["already-out 0/17 A"]
    late = open_face([*OPEN, f"A {action}"])
    assert late.said == ["after-end 0/18 A"]


def test_a_seat_that_has_set_its_hand_in_fantasyland_is_out() -> None:
    actions = ["A set " + AMY, "A pass", *(action for action, _ in turns("B", BOB))]
    found = judge(hand(actions, dealer="B", fantasyland={"A": 13}), preset="open-face", fantasyland="standard")
    assert found.said == ["already-out 0/1 A"]
    assert found.hands[0]["complete"]


def test_what_does_not_parse_comes_before_being_out() -> None:
    assert open_face([*OPEN[:-1], "A placed 5c", OPEN[-1]]).said == ["malformed 0/17 A"]
    assert open_face([*OPEN, "A place"]).said == ["malformed 0/18 A"]


# placements


def test_exactly_the_cards_due() -> None:
    actions = list(OPEN)
    actions[2] = actions[2] + " " + A_TURNS[2][0].split()[-1]
    found = open_face(actions)
    assert found.said[0] == "card-not-held 0/2 A"
    unknown = open_face(actions, {})
    assert unknown.said[0] == "bad-setting 0/2 A"
    assert unknown.columns[0] == ("bad-setting", len(OPEN[2]) + 1)
    few = open_face([OPEN[0].rpartition(" ")[0], *OPEN[1:]])
    assert few.columns[0] == ("bad-setting", None)


@for_every(
    "action",
    ["A place 9c:middle Qh:middle", "A place 9c:discard Qh:middle", "A place 9c:middle Qh:middle 8d:middle"],
)
def test_pineapple_places_two_and_discards_one(action: str) -> None:
    one, other = turns("A", AMY, ["Ah", "Ac", "Ad", "Kc"]), turns("B", BOB, ["2s", "3c", "4s", "5s"])
    actions = round_robin(one, other)
    found = open_face([*actions[:2], action], {}, preset="pineapple")
    assert found.said == ["bad-setting 0/2 A"]


def test_no_card_is_discarded_first_nor_in_open_face() -> None:
    first = "A place 6s:front 6d:front 4c:front Ts:middle Td:discard"
    assert open_face([first], {}, preset="pineapple").said == ["bad-setting 0/0 A"]
    assert open_face([first], {}).said == ["malformed 0/0 A"]


def test_a_full_row_takes_no_more() -> None:
    actions = list(OPEN)
    actions[2] = "A place 9c:front"
    found = open_face(actions)
    assert found.columns == [("bad-setting", 8)]
    assert found.hands[0]["complete"]
    assert found.units == {"A-B": -6 - 4}


def test_what_fits_is_placed() -> None:
    first = "A place 6s:front 6d:front 4c:front Ts:front Td:middle"
    found = open_face([first, *OPEN[1:]], {})
    frame = found.frame(1)
    assert [row.cards for row in frame.seats[0].rows] == [("6s", "6d", "4c"), ("Td",), ()]
    assert found.said[0] == "bad-setting 0/0 A"


def test_a_card_once_placed_stays() -> None:
    actions = list(OPEN)
    actions[2] = "A place 6s:middle"
    assert open_face(actions).said == ["card-not-held 0/2 A"]
    assert open_face(actions, {}).said == ["card-not-held 0/2 A"]
    twice = "A place 6s:front 6s:middle 4c:front Ts:middle Td:middle"
    assert open_face([twice, *OPEN[1:]], {}).said[0] == "bad-setting 0/0 A"


def test_a_card_cannot_be_placed_before_it_is_dealt() -> None:
    actions = list(OPEN)
    actions[2], actions[4] = actions[4], actions[2]
    found = open_face(actions)
    assert found.said == ["card-not-held 0/2 A"]
    assert open_face(actions, {"B": DEAL["B"]}).said == []


def test_cards_unknown_in_a_deal() -> None:
    words = DEAL["A"].split()
    words[5], words[7] = "??", "??"
    assert open_face(OPEN, {"A": " ".join(words), "B": DEAL["B"]}).said == []
    actions = list(OPEN)
    actions[2], actions[6] = actions[6], actions[2]
    assert open_face(actions, {"A": " ".join(words), "B": DEAL["B"]}).said == []
    actions = list(OPEN)
    actions[2], actions[4] = actions[4], actions[2]
    assert open_face(actions, {"A": " ".join(words), "B": DEAL["B"]}).said == ["card-not-held 0/2 A"]


def test_a_card_discarded_breaks_no_run_of_a_suit() -> None:
    board = "7h 7s 2c / 5s 5c 5d Kc 3d / Th 9h 8h 4h 2h"
    one, other = turns("A", board, ["Jh", "Ac", "Ad", "Js"]), turns("B", BOB, ["??"] * 4)
    lines = [
        open_face(round_robin(one, other), {}, preset="pineapple", royalty_broken=may).lines for may in (True, False)
    ]
    assert lines[0] == lines[1]
    assert {("royalties", 2), ("royalties", 4)} <= set(lines[1])


def test_a_deal_of_the_wrong_size() -> None:
    assert open_face([], {"A": DEAL["A"] + " Ah"}).said == ["hand-size 0"]
    assert open_face([], {"A": DEAL["A"]}, preset="pineapple").said == ["hand-size 0"]


def test_a_card_of_two_seats() -> None:
    actions = list(OPEN)
    actions[3] = actions[3].replace("5c", "9c")
    assert open_face(actions, {"A": DEAL["A"]}).said == ["deck-mismatch 0"]


def test_a_misplaced_hand_is_a_foul_when_its_last_card_lies() -> None:
    foul = turns("A", "Qs Qd 7c / 8h 8d 3c 2s Kc / Jh Js Tc 4c 9d")
    found = open_face(round_robin(foul, B_TURNS), {})
    assert found.fouls == ["A"]
    last = next(each for each in found.report.findings if each.code.id == "foul")
    assert last.action == len(OPEN) - 2


def test_after_what_does_not_parse_the_hand_goes_on() -> None:
    found = open_face(["A place", *OPEN])
    assert found.said == ["malformed 0/0 A"]
    assert found.hands[0]["complete"]
    instead = open_face([*OPEN[:4], "A placed 9c:middle", *OPEN[5:]])
    assert instead.said == ["malformed 0/4 A"]
    assert not instead.hands[0]["complete"]


# fantasyland


def fantasy(
    first: str, second: list[str], deal: dict[str, str], preset: str = "open-face", fantasyland: str = "standard"
) -> Judged:
    """A first hand in which A lays a board, and what is done in the second."""
    if preset == "open-face":
        actions = round_robin(turns("A", first), turns("B", PLAIN))
    else:
        actions = round_robin(turns("A", first, ["??"] * 4), turns("B", PLAIN, ["??"] * 4))
    hands = (hand(actions, dealer="B"), hand(second, deal, dealer="B"))
    return judge(*hands, preset=preset, fantasyland=fantasyland)


@for_every(
    ("front", "cards"),
    [("Jc Jh 7c", 0), ("Qs Qd 7c", 14), ("Kh Ks 7c", 15), ("As Ah 7c", 16), ("2s 2h 2c", 17), ("Qs Kd Ac", 0)],
)
def test_who_goes_to_fantasyland_and_with_how_many_cards(front: str, cards: int) -> None:
    first = f"{front} / 8h 8d 8c 3s 3c / Th Td Tc Ts 4d"
    deal = {"A": " ".join(["??"] * (cards or 17))}
    found = fantasy(first, ["A set " + KINGS], deal, "pineapple", "progressive")
    expected = [] if cards else ["unexpected-action 1/0 A"]
    assert [text for text in found.said if text.startswith(("unexp", "hand-size"))] == expected
    standard = fantasy(first, ["A set " + KINGS], {"A": " ".join(["??"] * (14 if cards else 17))}, "pineapple")
    assert [text for text in standard.said if text.startswith(("unexp", "hand-size"))] == expected


def test_without_fantasyland_nobody_goes() -> None:
    found = fantasy(QUEENS, ["A set " + KINGS], {}, fantasyland="none")
    assert found.said[-1] == "unexpected-action 1/0 A"


def test_a_foul_does_not_go_to_fantasyland() -> None:
    foul = QUEENS.replace("8h 8d 3c 3s", "8h 7d 3c 4s")
    assert fantasy(foul, ["A set " + KINGS], {}).said[-1] == "unexpected-action 1/0 A"


def test_the_seat_sets_at_its_first_turn_or_later() -> None:
    others = [action for action, _ in turns("B", BOB)]
    at_once = fantasy(QUEENS, ["A set " + AMY, *others], {})
    assert [text for text in at_once.said if text != "deck-mismatch 0"] == []
    assert at_once.hands[1]["complete"]
    later = fantasy(QUEENS, [*others[:4], "A set " + AMY, *others[4:]], {})
    last = fantasy(QUEENS, [*others, "A set " + AMY], {})
    assert [text for text in later.said + last.said if text != "deck-mismatch 0"] == []
    actions = ["B set " + AMY, *[action for action, _ in turns("A", BOB)]]
    early = judge(hand(actions, dealer="B", fantasyland={"B": 13}), preset="open-face", fantasyland="standard")
    assert early.said == ["out-of-turn 0/0 B"]
    in_turn = judge(
        hand([actions[1], actions[0], *actions[2:]], dealer="B", fantasyland={"B": 13}),
        preset="open-face",
        fantasyland="standard",
    )
    assert in_turn.said == []
    assert in_turn.hands[0]["complete"]


def test_its_only_action_is_to_set() -> None:
    found = fantasy(QUEENS, [turns("A", AMY)[0][0]], {})
    assert found.said[-1] == "unexpected-action 1/0 A"


def test_a_setting_in_fantasyland_is_checked() -> None:
    dealt_cards = {"A": AMY.replace(" /", "")}
    wrong = fantasy(QUEENS, ["A set " + AMY.replace("2d", "2h")], dealt_cards)
    assert wrong.said[-1] == "card-not-held 1/0 A"
    sizes = fantasy(QUEENS, ["A set " + AMY.replace(" 2d", "")], dealt_cards)
    assert sizes.said[-1] == "bad-setting 1/0 A"
    again = fantasy(QUEENS, ["A set " + AMY, "A set " + AMY], dealt_cards)
    assert again.said[-1] == "already-out 1/1 A"


@for_every(
    ("board", "stays"),
    [
        ("8s 8h 8d / 9s 9h 9d 4s 3d / Ts Tc Th 4h 4d", True),
        ("8s 8h 2d / 9s 9h 9d 4s 3d / 7s 7c 7h 7d 4c", True),
        ("8s 8h 2d / 9s 9h 9d 4d 3d / 7s 6s 5s 4s 3s", True),
        ("As Ah 2d / 9s 9h 9d 4s 3d / Ts Tc Th 4h 4d", False),
        ("8s 8h 8d / 9s 9h 7d 4s 3d / Ts Tc Th 4h 4d", False),
    ],
)
def test_who_stays_in_fantasyland(board: str, stays: bool) -> None:
    opening = hand(["A set " + board, *(action for action, _ in turns("B", BOB))], dealer="B", fantasyland={"A": 15})
    after = hand(["A set " + AMY], {"A": " ".join(["??"] * (14 if stays else 17))}, dealer="B")
    found = judge(opening, after, preset="pineapple", fantasyland="progressive")
    later = [text for text in found.said if " 1" in text]
    assert later == ([] if stays else ["unexpected-action 1/0 A"])


def test_it_stays_with_the_same_number_of_cards() -> None:
    board = "8s 8h 8d / 9s 9h 9d 4s 3d / Ts Tc Th 4h 4d"
    b_turns = [action for action, _ in turns("B", BOB)]
    opening = hand(["A set " + board, *b_turns], dealer="B", fantasyland={"A": 13})
    after = hand(["A set " + AMY], {"A": AMY.replace(" /", "")}, dealer="B", fantasyland={"A": 13})
    found = judge(opening, after, preset="open-face", fantasyland="standard")
    assert [text for text in found.said if " 1" in text] == []


@for_every(
    ("preset", "fantasyland", "stated", "said"),
    [
        ("open-face", "standard", {"A": 13}, []),
        ("open-face", "standard", {"A": 14}, ["setup-mismatch 0"]),
        ("open-face", "none", {"A": 13}, ["setup-mismatch 0"]),
        ("open-face", "none", {}, []),
        ("open-face", "progressive", {"A": 13, "B": 13}, []),
        ("open-face", "progressive", {"A": 14}, ["setup-mismatch 0"]),
        ("pineapple", "progressive", {"A": 17, "B": 14}, []),
        ("pineapple", "progressive", {"A": 13}, ["setup-mismatch 0"]),
        ("open-face", "standard", {"A": 12}, ["malformed 0"]),
        ("open-face", "standard", {"Z": 13}, ["malformed 0"]),
    ],
)
def test_fantasyland_of_a_logs_first_hand(
    preset: str, fantasyland: str, stated: dict[str, int], said: list[str]
) -> None:
    assert judge(hand(fantasyland=stated), preset=preset, fantasyland=fantasyland).said == said


@for_every("front", ["Qs Qd 7c", "As Ah 7c", "2s 2h 2c"])
def test_progressive_in_open_face_is_read_as_standard(front: str) -> None:
    first = f"{front} / 8h 8d 8c 3s 3c / Th Td Tc Ts 4d"
    found = fantasy(first, ["A set " + KINGS], {"A": KINGS.replace(" /", "")}, fantasyland="progressive")
    assert [text for text in found.said if text.startswith(("unexp", "hand-size"))] == []


def test_four_seats_of_open_face_in_progressive_fantasyland_share_one_pack() -> None:
    seats = ("A", "B", "C", "D")
    pack = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"]
    thirteens = {seat: pack[place::4] for place, seat in enumerate(seats)}
    sets = [
        f"{seat} set {' '.join(cards[:3])} / {' '.join(cards[3:8])} / {' '.join(cards[8:])}"
        for seat, cards in thirteens.items()
    ]
    deal = {seat: " ".join(cards) for seat, cards in thirteens.items()}
    stated = hand(sets, deal, dealer="D", fantasyland=dict.fromkeys(seats, 13))
    found = judge(stated, seats=seats, preset="open-face", fantasyland="progressive")
    assert found.said == []
    assert found.hands[0]["complete"]


def test_fantasyland_of_later_hands_follows_from_the_one_before() -> None:
    first = hand(round_robin(turns("A", QUEENS), turns("B", PLAIN)), dealer="B")
    for stated, said in (({"A": 13}, []), ({}, ["setup-mismatch 1"]), ({"A": 13, "B": 13}, ["setup-mismatch 1"])):
        found = judge(first, hand(fantasyland=stated), preset="open-face", fantasyland="standard")
        assert [text for text in found.said if " 1" in text] == said


def test_after_a_hand_that_is_not_whole_nobody_knows_who_is_in_fantasyland() -> None:
    begun = hand(round_robin(turns("A", QUEENS), turns("B", PLAIN))[:6], dealer="B")
    others = [action for action, _ in turns("B", BOB)]
    for second in (["A set " + AMY, *others], [*others, "A set " + AMY], OPEN):
        found = judge(begun, hand(second, dealer="B"), preset="open-face", fantasyland="standard")
        assert [text for text in found.said if text != "deck-mismatch 0"] == []
        assert found.hands[1]["complete"]


def test_closed_hands_have_no_fantasyland() -> None:
    assert judge(hand(fantasyland={"A": 13})).said == ["malformed 0"]

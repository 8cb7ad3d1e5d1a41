"""The royalties of the rules page: every cell of its table, and every rule for them."""

from made_chinese_poker import Judged, hand, judge, play, sets

from tests.offenders import for_every

ROWS = ("front", "middle", "back")

EXAMPLES = {
    "three": "9s 9h 9d 4c 2s",
    "straight": "9s 8h 7d 6c 5s",
    "flush": "Ah Jh 9h 6h 2h",
    "full_house": "9s 9h 9d 4c 4s",
    "four": "9s 9h 9d 9c 4s",
    "straight_flush": "9h 8h 7h 6h 5h",
    "royal_flush": "Ah Kh Qh Jh Th",
}

STANDARD = {
    "standard": {
        "front": {"three": 3},
        "middle": {"full_house": 1, "four": 3, "straight_flush": 4, "royal_flush": 4},
        "back": {"four": 2, "straight_flush": 3, "royal_flush": 3},
    },
    "regional": {
        "front": {"three": 2},
        "middle": {"full_house": 1, "four": 7, "straight_flush": 9, "royal_flush": 9},
        "back": {"four": 3, "straight_flush": 4, "royal_flush": 4},
    },
    "open_face": {
        "middle": {
            "three": 2,
            "straight": 4,
            "flush": 8,
            "full_house": 12,
            "four": 20,
            "straight_flush": 30,
            "royal_flush": 50,
        },
        "back": {
            "straight": 2,
            "flush": 4,
            "full_house": 6,
            "four": 10,
            "straight_flush": 15,
            "royal_flush": 25,
        },
    },
    "none": {},
}
KINDS = ("three", "straight", "flush", "full_house", "four", "straight_flush", "royal_flush")

BACK = "Qc Jc Tc 9c 8c"
"""A straight flush that any middle but a straight flush fits under."""


def paid(found: Judged) -> dict[tuple[str, str], int]:
    """By seat and row the royalties that the score lines name."""
    lines: dict[tuple[str, str], int] = {}
    for line in found.hands[0]["breakdown"]:
        if line["rule"] == "chinese_poker.royalties":
            seat = next((seat for seat, points in line["points"].items() if points > 0), "")
            lines[seat, line["text"].split(" ")[1].rstrip(":")] = line["points"].get(seat, 0)
    return lines


def royalties_of(board: str, **options: object) -> dict[str, int]:
    """What a board earns by its rows, won or lost, against one that earns nothing."""
    options = {"royalties": "standard", "royalty_rule": "net"} | options
    found = play([f"A set {board}", "B set 4d 3c 2c / 7d 5c 4h 3h 2h / 8d 7s 6d 4s 3d"], **options)
    assert "A" not in found.fouls
    return {row: points for (seat, row), points in paid(found).items() if seat == "A"}


@for_every("table", STANDARD)
@for_every("kind", KINDS)
def test_every_cell_of_the_back(table: str, kind: str) -> None:
    board = f"7c 6s 3d / Qd Jd 8s 5d 2d / {EXAMPLES[kind]}"
    assert royalties_of(board, royalties=table).get("back", 0) == STANDARD[table].get("back", {}).get(kind, 0)


@for_every("table", STANDARD)
@for_every("kind", KINDS)
def test_every_cell_of_the_middle(table: str, kind: str) -> None:
    board = f"8s 6s 3s / {EXAMPLES[kind]} / Ac Kc Qc Jc Tc"
    assert royalties_of(board, royalties=table).get("middle", 0) == STANDARD[table].get("middle", {}).get(kind, 0)


@for_every(("points", "rank"), list(enumerate("6789TJQKA", 1)))
def test_pairs_in_front_of_open_face(points: int, rank: str) -> None:
    board = f"{rank}s {rank}h 3s / As Ah Kd 8d 6d / {BACK}" if rank != "A" else f"As Ah 3s / 7s 7h 5d 5s 2s / {BACK}"
    assert royalties_of(board, royalties="open_face")["front"] == points
    assert "front" not in royalties_of(board, royalties="standard")


@for_every(("points", "rank"), list(enumerate("23456789TJQKA", 10)))
def test_threes_in_front(points: int, rank: str) -> None:
    middle = "Ks Kd 6s 6h 6d" if rank not in "K6" else "As Ad Js Jh Jd"
    board = f"{rank}s {rank}h {rank}d / {middle} / {BACK}"
    assert royalties_of(board, royalties="open_face")["front"] == points
    assert royalties_of(board, royalties="standard")["front"] == 3
    assert royalties_of(board, royalties="regional")["front"] == 2


@for_every("rank", "2345")
def test_low_pairs_in_front_earn_nothing(rank: str) -> None:
    board = f"{rank}s {rank}h 6s / As Ah Kd 8d 6d / {BACK}"
    assert "front" not in royalties_of(board, royalties="open_face")


# single cells


def test_a_cell_is_changed_added_or_taken_away() -> None:
    board = f"7s 7h 7d / 9s 9h 9d 4h 4s / {BACK}"
    assert royalties_of(board) == {"front": 3, "middle": 1, "back": 3}
    change = {"front": {"three_7": 9}, "middle": {"full_house": 0}, "back": {"straight_flush": 7}}
    assert royalties_of(board, royalty_table=change) == {"front": 9, "back": 7}
    assert royalties_of(board, royalties="none", royalty_table={"middle": {"full_house": 2}}) == {"middle": 2}
    assert royalties_of(board, royalty_table={"front": {"three_8": 9}})["front"] == 3


def test_a_royal_flush_is_a_straight_flush_where_it_has_no_cell() -> None:
    board = "8s 6s 3s / 9s 9h 9d 4c 2s / Ah Kh Qh Jh Th"
    assert royalties_of(board)["back"] == 3
    assert royalties_of(board, royalty_table={"back": {"royal_flush": 10}})["back"] == 10


def test_the_most_special_cell_decides_also_when_it_is_zero() -> None:
    royal = "8s 6s 3s / 9s 9h 9d 4c 2s / Ah Kh Qh Jh Th"
    assert "back" not in royalties_of(royal, royalties="open_face", royalty_table={"back": {"royal_flush": 0}})
    assert "back" not in royalties_of(royal, royalty_table={"back": {"royal_flush": 0}})
    assert royalties_of(royal, royalties="open_face", royalty_table={"back": {"straight_flush": 0}})["back"] == 25
    assert "back" not in royalties_of(royal, royalty_table={"back": {"straight_flush": 0}})

    sevens = f"7s 7h 7d / 9s 9h 9d 4h 4s / {BACK}"
    assert "front" not in royalties_of(sevens, royalty_table={"front": {"three_7": 0}})
    assert "front" not in royalties_of(sevens, royalty_table={"front": {"three_7": 0}}, royalty_value="flat")
    assert "front" not in royalties_of(sevens, royalty_table={"front": {"three": 0}})
    assert royalties_of(sevens, royalty_table={"front": {"three_A": 0}})["front"] == 3
    assert royalties_of(sevens, royalties="open_face", royalty_table={"front": {"three": 0}})["front"] == 15


def test_a_cell_of_zero_cancels_nothing() -> None:
    found = play(sets(A=THREES, B=BETTER), royalty_rule="cancel", royalty_table={"front": {"three_7": 0}})
    assert paid(found)["B", "front"] == 3


@for_every(
    "table",
    [
        {"top": {}},
        {"front": {"straight": 3}},
        {"front": {"pair_5": 3}},
        {"back": {"three_2": 3}},
        {"back": {"four": -1}},
        {"back": {"four": True}},
        {"back": {"four": 1.5}},
        {"back": 3},
        "four",
        [],
    ],
)
def test_tables_that_are_none(table: object) -> None:
    found = judge(hand(), royalty_table=table)
    assert found.verdict == "unreadable"
    assert [each.code.id for each in found.report.findings] == ["unknown-option"]


def test_equal_tables_are_the_same_rules() -> None:
    one = judge(hand(), royalty_table={"middle": {"four": 8}, "back": {"four": 4, "three": 1}})
    other = judge(hand(), royalty_table={"back": {"three": 1, "four": 4}, "middle": {"four": 8}})
    assert one.report.rules
    assert other.report.rules
    assert one.report.rules.key == other.report.rules.key
    assert one.report.as_dict()["rules"] == other.report.as_dict()["rules"]


# the low middle


def test_a_low_middle_has_no_royalty_of_the_tables() -> None:
    board = f"8s 6s 3s / 9s 9h 9d 4h 4s / {BACK}"
    assert "middle" not in royalties_of(board, royalties="open_face", middle="deuce_to_seven")
    named = {"middle": {"full_house": 6}}
    assert royalties_of(board, royalties="open_face", middle="deuce_to_seven", royalty_table=named)["middle"] == 6


def test_a_wheel_is_no_straight_in_a_low_middle() -> None:
    board = f"8s 6s 3s / 5s 4d 3h 2s Ac / {BACK}"
    named = {"middle": {"straight": 6}}
    assert royalties_of(board, royalty_table=named)["middle"] == 6
    assert "middle" not in royalties_of(board, royalty_table=named, middle="deuce_to_seven")


# who is paid

THREES = "7s 7h 7d / Ts Tc Th 4d 4s / Qs Qh Qd Qc 2h"
BETTER = "8s 8h 8d / 9s 9h 9d 3c 3h / 5c 6c 7c 8c 9c"
"""Wins front and back; both hold royalties in every row: 3, 1 and 2 against 3, 1 and 3."""


@for_every(
    ("rule", "royalties"),
    [
        ("winner", {("B", "front"): 3, ("A", "middle"): 1, ("B", "back"): 3}),
        ("cancel", {("", "front"): 0, ("", "middle"): 0, ("", "back"): 0}),
        (
            "net",
            {
                ("A", "front"): 3,
                ("B", "front"): 3,
                ("A", "middle"): 1,
                ("B", "middle"): 1,
                ("A", "back"): 2,
                ("B", "back"): 3,
            },
        ),
    ],
)
def test_who_is_paid(rule: str, royalties: dict[tuple[str, str], int]) -> None:
    found = play(sets(A=THREES, B=BETTER), royalty_rule=rule)
    if rule == "cancel":
        assert set(paid(found)) <= {("", row) for row in ROWS}
        assert found.units == {"A-B": -2}
    elif rule == "winner":
        assert paid(found) == royalties
        assert found.units == {"A-B": -2 - 3 + 1 - 3}
    else:
        assert found.units == {"A-B": -2 - 1}
        assert sum(line == ("royalties", 3) for line in found.lines) == 1


def test_flat_royalties_are_worth_one() -> None:
    assert play(sets(A=THREES, B=BETTER), royalty_value="flat").units == {"A-B": -2 - 1 + 1 - 1}
    assert royalties_of(THREES, royalty_value="flat", royalties="open_face") == {"front": 1, "middle": 1, "back": 1}


def test_only_the_dearest_counts_whoever_wins_its_row() -> None:
    """A's dearest is the four in the back by the regional table, and lost; B's the straight flush, and won."""
    found = play(sets(A=THREES, B=BETTER), royalty_limit="one", royalties="regional")
    assert paid(found) == {("B", "back"): 4}
    net = play(sets(A=THREES, B=BETTER), royalty_limit="one", royalties="regional", royalty_rule="net")
    assert net.units == {"A-B": -2 + 3 - 4}


def test_of_equally_dear_royalties_one_that_is_won_counts() -> None:
    found = play(sets(A=THREES, B=BETTER), royalty_limit="one", royalty_value="flat")
    assert found.units == {"A-B": -2 + 1 - 1}


@for_every(
    ("rule", "royalties"),
    [
        ("winner", {("B", "back"): 3}),
        ("cancel", {("", "back"): 0}),
        ("net", {("A", "back"): 3, ("B", "back"): 3}),
    ],
)
def test_of_equally_dear_royalties_none_of_which_is_won_the_farthest_back_counts(
    rule: str, royalties: dict[tuple[str, str], int]
) -> None:
    """Both hold one in front, which is drawn, and one in the back, which B wins."""
    boards = {
        "A": "Ks Kh 7s / Ah Ac 9s 8d 4c / Jh Th 6h 4h 2h",
        "B": "Kd Kc 7c / As Ad 9c 8s 4d / Qd Jd Td 6d 2d",
    }
    table = {"front": {"pair_K": 3}, "back": {"flush": 3}}
    found = play(sets(**boards), royalty_limit="one", royalty_rule=rule, royalties="none", royalty_table=table)
    assert paid(found) == royalties


def test_a_royalty_that_is_not_payable_cancels_nobodys() -> None:
    options = {"royalty_rule": "cancel", "royalty_announced": True}
    found = play(["A royalty front middle", "B royalty front back", *sets(A=THREES, B=BETTER)], **options)
    assert paid(found).get(("A", "middle")) == 1
    assert paid(found).get(("B", "back")) == 3
    limited = play(sets(A=THREES, B=BETTER), royalty_rule="cancel", royalty_limit="one", royalties="regional")
    assert limited.units == {"A-B": -2}


# announcements


def test_what_is_not_announced_is_not_paid() -> None:
    found = play(["A royalty middle", *sets(A=THREES, B=BETTER)], royalty_announced=True)
    assert found.said == [
        "royalty-undeclared 0/1 A",
        "royalty-undeclared 0/1 A",
        "royalty-undeclared 0/2 B",
        "royalty-undeclared 0/2 B",
        "royalty-undeclared 0/2 B",
    ]
    assert found.verdict == "clean"
    assert paid(found) == {("A", "middle"): 1}


def test_announcing_is_not_asked_for_by_default() -> None:
    found = play(sets(A=THREES, B=BETTER))
    assert found.said == []


def test_what_is_announced_and_not_held() -> None:
    plain = "Ad Kd 6d / Ah Ac Jd Td 2d / Kh Ks Kc 6h 5s"
    found = play(["A royalty front middle", "B royalty back", *sets(A=plain, B=BETTER)])
    assert found.said == ["royalty-not-held 0/0 A", "royalty-not-held 0/0 A"]
    assert found.columns == [("royalty-not-held", 10), ("royalty-not-held", 16)]
    assert found.verdict == "clean"


def test_a_mis_set_hand_is_asked_for_no_announcement() -> None:
    found = play(["A set 7s 7h 7d / Ts Tc 9h 4d 4s / Qs Qh Qd Qc 2h", f"B set {BETTER}"], royalty_announced=True)
    assert found.fouls == ["A"]
    assert [text for text in found.said if text.endswith("A")] == []


def test_a_royalty_that_is_lost_anyway_is_asked_for_no_announcement() -> None:
    board = "9h 9s 9d / 5h 5s 5d 6h 6s / 7h 7s 7d 8h 8s"
    boards = sets(A=board, B="Ts Tc 2d / Jc Jd 4c 4d 2c / Qs Qd Kc Kd 2h")
    assert play(boards, royalty_announced=True).said == ["royalty-undeclared 0/0 A"] * 2
    assert play(boards, royalty_announced=True, royalty_broken=False).said == []


def test_open_face_royalties_need_no_announcement() -> None:
    found = play("A royalty back", preset="open-face", royalty_announced=True)
    assert found.said == ["unexpected-action 0/0 A"]


# split fours

SPLIT = "7s 7h 7d / 7c Th Ts 4d 4s / Qs Qh Qd Qc 2h"


def test_a_royalty_beside_a_split_four() -> None:
    whole = SPLIT.replace("7c Th Ts 4d 4s", "Tc Th Ts 4d 4s")
    assert royalties_of(whole, royalty_broken=False) == {"front": 3, "middle": 1, "back": 2}
    split = SPLIT.replace("7c Th Ts 4d 4s", "9h 9s 9d 7c 4s")
    assert royalties_of(split) == {"front": 3, "back": 2}
    assert royalties_of(split, royalty_broken=False) == {"back": 2}


def test_every_row_with_part_of_a_split_four_loses_its_royalty() -> None:
    board = "2h 3h 9c / 9s 9h 4s 4d 4h / 9d Td Jd Qd Kd"
    assert royalties_of(board) == {"middle": 1, "back": 3}
    assert royalties_of(board, royalty_broken=False) == {}


# broken runs of a suit

RUNS = {
    "split": ("9h 9s 9d / 5h 5s 5d 6h 6s / 7h 7s 7d 8h 8s", {}),
    "split, a four whole": ("7h 7s 7d / 9h 9s 9d Th Ts / Js Jh Jd Jc 8h", {}),
    "four in sequence": ("9h 9c 9d / 5c 5s 5d 6h 6s / 7h 7s 7d 8h 8s", {"front": 3, "middle": 1}),
    "whole": ("2s 2c 2d / 4d 4s 4c 3c 3s / Jh Th 9h 8h 7h", {"front": 3, "middle": 1, "back": 3}),
    "a card more": ("Qh Qs Qd / 4d 4s 4c 3c 3s / Jh Th 9h 8h 7h", {"front": 3, "middle": 1, "back": 3}),
    "more at both ends": ("Qh Qs Qd / 6h 6s 6d 5h 5d / Jh Th 9h 8h 7h", {"front": 3, "middle": 1, "back": 3}),
    "whole in the middle": ("9h 9s 9d / 6h 5h 4h 3h 2h / Ac Kc Qc Jc Tc", {"front": 3, "middle": 4, "back": 3}),
    "ace low, split": ("Ah As Ad / 2h 2s 2d 3h 3s / 4h 4s 4d 5h 5s", {}),
    "ace low, whole": ("6h 6s 6d / 7s 7c 7d 8s 8c / 5h 4h 3h 2h Ah", {"front": 3, "middle": 1, "back": 3}),
    "ace high, split": ("Ah As Ad / Th Ts Td Jh Js / Qh Qs Qd Kh Ks", {}),
    "ace in between": ("Ah As Ad / 2h 2s 2d 3h 3s / Qh Qs Qd Kh Ks", {"front": 3, "middle": 1}),
    "one ace of two runs": ("2h 5h 8s / 3h 3s 3d 4h 4s / Ah Kh Qh Jh Th", {}),
    "one suit": ("7h 8h Th / Kh Qh Jh 9h 6h / Ah 2h 3h 4h 5h", {"back": 3}),
}
"""Boards with a run of hearts or nearly one, and what they earn beside it."""


@for_every(("board", "kept"), RUNS.values())
def test_a_royalty_beside_a_run_of_one_suit(board: str, kept: dict[str, int]) -> None:
    assert royalties_of(board, royalty_broken=False) == kept
    assert royalties_of(board).keys() >= kept.keys()


def test_a_row_without_a_card_of_the_broken_run_keeps_its_royalty() -> None:
    board = "7h 7s 2c / 5s 5c 5d Kc 3d / Jh Th 9h 8h 2h"
    assert royalties_of(board, royalties="open_face") == {"front": 2, "middle": 2, "back": 4}
    assert royalties_of(board, royalties="open_face", royalty_broken=False) == {"middle": 2}


def test_each_run_of_a_suit_is_looked_at_by_itself() -> None:
    board = "9d 9s 9h / 5d 6d 7d 8d Kd / 2c 3c 4c 5c 6c"
    assert royalties_of(board, royalties="open_face") == {"front": 17, "middle": 8, "back": 15}
    assert royalties_of(board, royalties="open_face", royalty_broken=False) == {"back": 15}


def test_a_royalty_of_a_broken_run_cancels_nobodys() -> None:
    broken = "9h 9s 9d / 5h 5s 5d 6h 6s / 7h 7s 7d 8h 8s"
    other = "Ts Tc Td / Jc Js Jd 4c 4d / Qs Qc Qd 3c 3s"
    found = play(sets(A=broken, B=other), royalty_rule="cancel", royalty_broken=False)
    assert paid(found) == {("B", "front"): 3, ("B", "middle"): 1}


# scoops

SCOOPED = "6s 5d 2d / 8h 8s 6d 4h 2s / Js Jd 9h 7c 3c"


@for_every(
    ("options", "units"),
    [
        ({}, 4 + 6),
        ({"scoop_multiplier": 2}, 8 + 6),
        ({"scoop_multiplier": 2, "scoop_multiplies_royalties": True}, 20),
    ],
)
def test_royalties_of_a_scoop(options: dict[str, object], units: int) -> None:
    found = play(sets(A=THREES, B=SCOOPED), **options)
    assert found.units == {"A-B": units}


def test_royalties_of_a_home_run() -> None:
    others = {
        "B": SCOOPED,
        "C": "Kc 5h 3s / 9d 9h Td 6c 3d / Jh Jc 8d 5s 4c",
        "D": "Kd 8c 2c / As Ks 9c 6h 5c / Ac Ah Kh Tc 3h",
    }
    board = sets(A=THREES.replace("Tc", "Td").replace("2h", "9s"), **others)
    found = play(board, seats="ABCD", preset="taiwanese")
    assert found.units["A-B"] == 12 + 6
    times = play(board, seats="ABCD", preset="taiwanese", scoop_multiplies_royalties=True)
    assert times.units["A-B"] == (3 + 6) * 4

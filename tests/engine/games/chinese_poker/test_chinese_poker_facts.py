"""Facts from other programs' tests, each held against the engine; what differs is listed with its reason."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from made_chinese_poker import Judged, play, sets
from test_page_chinese_poker_royalties import paid

from engine.cards.packed import parse_card
from engine.games.chinese_poker.deal import Fantasyland
from engine.games.chinese_poker.naturals import Naturals
from engine.games.chinese_poker.ranks import PokerKind, low_class, row_class, row_kind, row_strength
from engine.games.chinese_poker.rules import RULES, ChinesePokerRules
from engine.games.chinese_poker.settle import Board, Scoring

Fact = dict[str, Any]

COUNTS = {
    "h2h": 54,
    "class5": 18,
    "cmp3": 11,
    "cmp_front_middle": 7,
    "cmp5": 3,
    "board": 16,
    "units": 9,
    "natural": 28,
    "royalty": 45,
    "royalty_alt_table": 11,
    "middle_27": 11,
    "settle2": 32,
    "settle_multi": 10,
    "fantasyland_rule": 11,
    "fantasyland_enter": 3,
    "fantasyland_stay": 3,
}
TWICE = 1
"""Heads-up facts with a card twice in one board."""
NAMES = {
    "six_pairs": "six_and_a_half_pairs",
    "all_broadways": "twelve_royalties",
    "full_coloured": "full_colored",
}
VARIANTS = {
    "ofc": ("open-face", "standard"),
    "ofc-pineapple": ("pineapple", "standard"),
    "ofc-progressive": ("pineapple", "progressive"),
}


@pytest.fixture(scope="module")
def facts(shared: Path) -> list[Fact]:
    """The facts, in their order."""
    path = shared / "peers" / "chinese_poker" / "facts.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def of(facts: list[Fact], kind: str) -> list[Fact]:
    found = [fact for fact in facts if fact["kind"] == kind]
    assert len(found) == COUNTS[kind]
    return found


def row(text: str) -> list[int]:
    return [card for word in text.split() if (card := parse_card(word)) is not None]


def board(fact: Fact) -> str:
    names = ("front", "middle", "back") if "front" in fact else ("top", "middle", "bottom")
    return " / ".join(fact[name] for name in names)


def laid(fact: Fact, preset: str = "open-face") -> Board:
    """The rows of a fact as the engine takes them."""
    found = Board(0, "A")
    Scoring(ChinesePokerRules.of(RULES.resolve(preset))).lay(
        found, tuple(tuple(row(part)) for part in board(fact).split("/"))
    )
    return found


def kind_of(text: str) -> str:
    kind, ranks = row_class(row(text))
    if kind is PokerKind.STRAIGHT_FLUSH and ranks[0] == 12:
        return "royal_flush"
    names = {PokerKind.THREE: "three_of_a_kind", PokerKind.FOUR: "four_of_a_kind"}
    return names.get(kind, kind.name.lower())


def test_there_are_as_many_facts_of_each_kind(facts: list[Fact]) -> None:
    assert Counter(fact["kind"] for fact in facts) == COUNTS


def test_classes_and_comparisons_of_rows(facts: list[Fact]) -> None:
    for fact in of(facts, "class5"):
        assert kind_of(fact["cards"]) == fact["class"]
    for kind in ("cmp3", "cmp5"):
        for fact in of(facts, kind):
            mine, theirs = row_strength(row(fact["a"])), row_strength(row(fact["b"]))
            assert (mine > theirs) - (mine < theirs) == fact["expect"], fact["id"]
    for fact in of(facts, "cmp_front_middle"):
        front, middle = row_strength(row(fact["front"])), row_strength(row(fact["middle"]))
        assert (front > middle) - (front < middle) == fact["expect"], fact["id"]
        assert (front > middle) is fact["foul"]


def test_boards_in_order(facts: list[Fact]) -> None:
    for fact in of(facts, "board"):
        assert laid(fact).misset is not fact["legal"], fact["id"]
        for name in ("front", "middle", "back"):
            assert kind_of(fact[name]) == fact[f"{name}_class"]


def head_to_head(one: str, other: str, preset: str, **options: object) -> Judged:
    return play(sets(A=one, B=other), preset=preset, **options)


def test_heads_up_units(facts: list[Fact]) -> None:
    """Some of the boards have a card twice within them: here no setting, there only rows to compare."""
    twice = 0
    for fact in of(facts, "h2h"):
        one, other = board(fact["a"]), board(fact["b"])
        if any(len(set(each.split())) < 14 for each in (one, other)):
            twice += 1
            assert "bad-setting" in {code for code, _ in head_to_head(one, other, "two-four").columns}
            continue
        for preset, name in (("two-four", "units_a_2_4"), ("one-six", "units_a_1_6")):
            found = head_to_head(one, other, preset, royalties="none")
            assert found.units == {"A-B": fact[name] or 0}, fact["id"]
        fouls = [seat for seat, side in (("A", "a"), ("B", "b")) if not fact[side]["legal"]]
        assert found.fouls == fouls
        played = head_to_head(one, other, "two-four", royalties="none", misset="played", overall=0)
        assert [points for _, points in played.lines] == fact["rows_a"]
    assert twice == TWICE


def test_units_of_rows_won_and_lost(facts: list[Fact]) -> None:
    for fact in of(facts, "units"):
        for preset, name in (("two-four", "units_a_2_4"), ("one-six", "units_a_1_6")):
            scoring = Scoring(ChinesePokerRules.of(RULES.resolve(preset)))
            one, other = Board(0, "A"), Board(1, "B")
            for each in (one, other):
                scoring.lay(each, (tuple(row("9s 8h 7d")), tuple(row("Ts Th 5s 4h 3c")), tuple(row("Js Jh 5d 4d 3d"))))
            one.strengths, other.strengths = tuple(won + 1 for won in fact["rows_a"]), (1, 1, 1)
            assert scoring.pair(one, other).units == fact[name], fact["id"]


def test_naturals(facts: list[Fact]) -> None:
    naturals = Naturals(ChinesePokerRules.of(RULES.resolve("two-four", {"naturals": "extended"})))
    for fact in of(facts, "natural"):
        cards = row(fact["cards"])
        if fact["natural"] == "any":
            held = any(naturals.held(name, cards) for name in naturals.points)
        else:
            held = naturals.held(NAMES.get(fact["natural"], fact["natural"]), cards)
        assert held is fact["expect"], fact["id"]


def test_open_face_royalties(facts: list[Fact]) -> None:
    scoring = Scoring(ChinesePokerRules.of(RULES.resolve("open-face")))
    rows = {"top": 0, "middle": 1, "bottom": 2}
    for fact in of(facts, "royalty"):
        assert scoring.royalties.points(rows[fact["row"]], row(fact["cards"])) == fact["royalty"], fact["id"]


def test_other_tables_of_royalties_can_be_given(facts: list[Fact]) -> None:
    """A program of 2013 pays other royalties; each is a cell of ``royalty_table``."""
    examples = {
        "royal_flush": "As Ks Qs Js Ts",
        "straight_flush": "9s 8s 7s 6s 5s",
        "four_of_a_kind": "9s 9h 9d 9c 5s",
        "full_house": "9s 9h 9d 5h 5s",
        "flush": "Ks 9s 8s 6s 5s",
        "straight": "9s 8h 7s 6s 5s",
        "three_of_a_kind": "9s 9h 9d 6c 5s",
    }
    for fact in of(facts, "royalty_alt_table"):
        table = {fact["row"]: {fact["class"].replace("_of_a_kind", ""): fact["royalty"]}}
        scoring = Scoring(ChinesePokerRules.of(RULES.resolve("open-face", {"royalty_table": table})))
        place = ("front", "middle", "back").index(fact["row"])
        assert scoring.royalties.points(place, row(examples[fact["class"]])) == fact["royalty"]


def test_middles_that_are_low_enough_for_another_program(facts: list[Fact]) -> None:
    """A ten or lower without a pair, straight or flush: that qualifier is not of the rules here, the reading is."""
    for fact in of(facts, "middle_27"):
        kind, ranks = low_class(row(fact["cards"]))
        assert (kind is PokerKind.HIGH_CARD and ranks[0] <= 8) is fact["qualifies"], fact["id"]


def test_settlements_of_two(facts: list[Fact]) -> None:
    for fact in of(facts, "settle2"):
        one, other = fact["a"], fact["b"]
        found = head_to_head(board(one), board(other), "open-face", dealing="closed")
        assert found.scores["A"] == fact["points_a"], fact["id"]
        assert found.fouls == [seat for seat, side in (("A", one), ("B", other)) if side["fouled"]]
        for seat, side in (("A", one), ("B", other)):
            if not one["fouled"] and not other["fouled"] and isinstance(side["royalties"], dict):
                total = sum(points for (who, _), points in paid(found).items() if who == seat)
                assert total == side["royalties"]["total"], fact["id"]


def test_settlements_of_whole_tables(facts: list[Fact]) -> None:
    for fact in of(facts, "settle_multi"):
        preset, kind = VARIANTS[fact["variant"]]
        seats = {f"P{seat}": side for seat, side in fact["seats"].items()}
        boards = sets(**{seat: board(side) for seat, side in seats.items()})
        found = play(boards, seats=tuple(seats), preset=preset, dealing="closed")
        assert found.scores == {f"P{seat}": points for seat, points in fact["points"].items()}, fact["id"]
        assert found.fouls == [seat for seat, side in seats.items() if side["fouled"]]
        rules = Fantasyland(ChinesePokerRules.of(RULES.resolve(preset, {"fantasyland": kind})))
        for seat, side in fact["seats"].items():
            cards = rules.sizes[0] if int(seat) in fact["in_fantasyland"] else 0
            assert rules.after(laid(side), cards) == (side["next_fantasyland"] or 0)


def test_who_enters_and_who_stays_in_fantasyland(facts: list[Fact]) -> None:
    """The facts of one program let a full house in the middle stay too; the rules page does not."""
    rules = Fantasyland(ChinesePokerRules.of(RULES.resolve("open-face", {"fantasyland": "standard"})))
    for fact in of(facts, "fantasyland_enter"):
        assert bool(rules.after(laid(fact), 0)) is fact["enters"]
    for fact in of(facts, "fantasyland_stay"):
        scoring_rows = laid(fact)
        assert scoring_rows.rows
        stays = row_kind(scoring_rows.rows[0]) is PokerKind.THREE or row_kind(scoring_rows.rows[2]) >= PokerKind.FOUR
        assert stays is fact["stays"]
        assert bool(rules.after(scoring_rows, 13)) is fact["stays"]
    fronts = {"QQ": "Qs Qh 2d", "KK": "Ks Kh 2d", "AA": "As Ah 2d", "trips": "2s 2h 2d"}
    progressive = Fantasyland(ChinesePokerRules.of(RULES.resolve("pineapple", {"fantasyland": "progressive"})))
    for fact in of(facts, "fantasyland_rule"):
        if fact["variant"] == "progressive" and fact["condition"] in fronts:
            made = {"front": fronts[fact["condition"]], "middle": "3s 3h 3d 4s 5h", "back": "6s 6h 6d 7s 7d"}
            assert progressive.after(laid(made), 0) == fact["cards"]

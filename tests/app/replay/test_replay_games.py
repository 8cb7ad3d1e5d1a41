"""The replay of the games that are not Guandan: rows that fill up, cards face down, cards that are special."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Read = Callable[..., Any]
Put = Callable[..., int]
Open = Callable[..., Any]
SAMPLES = Path(__file__).parents[3] / "sample_logs"


@pytest.fixture
def at(read: Read, put: Put) -> Open:
    """Opens a step of a hand of a sample: ``at(sample, step, hand=1, **of the address)``."""
    kept: dict[str, int] = {}

    def opened(name: str, step: int = 0, hand: int = 1, **query: str) -> Any:
        if name not in kept:
            kept[name] = put((SAMPLES / name).read_bytes(), Path(name).name)
        more = "".join(f"&{key}={value}" for key, value in query.items())
        page = read(f"/matches/{kept[name]}/hands/{hand}?step={step}{more}")
        assert page.faults == []
        return page

    return opened


def seat(page: Any, name: str) -> str:
    """The source of a seat of the table."""
    found: str = page.source.partition(f'aria-label="{name}">')[2].partition("</section>")[0]
    assert found
    return found


def happened(page: Any) -> str:
    """What was done at the step, in words."""
    source = page.source.partition('data-part="happened"')[2].partition("</p>")[0]
    words = re.sub(r'<span class="card [^>]*aria-label="([^"]*)"[^>]*>', r" [\1] <b>", source.partition(">")[2])
    return " ".join(re.sub(r"<[^>]*>", " ", words).split())


class TestChinesePoker:
    """Rows of cards."""

    def test_rows_fill_up_card_by_card(self, at: Open) -> None:
        sample = "chinese_poker/pineapple-progressive.json"
        empty = seat(at(sample), "Chen Hao")
        for row, size in (("front", 3), ("middle", 5), ("back", 5)):
            assert f'aria-label="{row}, 0 of {size} cards"' in empty
        assert empty.count('class="card empty"') == 13
        first = seat(at(sample, 1), "Chen Hao")
        assert 'aria-label="back, 4 of 5 cards"' in first
        assert "5 of 13 laid" in first
        assert "0 cards" not in first
        full = seat(at(sample, 15), "Chen Hao")
        assert 'class="card empty"' not in full
        assert "two pair, queens and threes, two" in full

    def test_a_seat_that_has_set_holds_nothing(self, at: Open) -> None:
        page = at("chinese_poker/amy-and-bob.jsonl", 2)
        for name in ("Amy", "Bob"):
            assert "0 cards" not in seat(page, name)
            assert "In this trick" not in seat(page, name)
        assert "full house, threes over twos" in seat(page, "Amy")
        assert not page.all("span", class_="basis")

    def test_the_heading_tells_what_was_won(self, at: Open) -> None:
        assert "Amy +2 Bob −2" in at("chinese_poker/amy-and-bob.jsonl", 2).text
        paid = (
            '>Bob</td><td aria-hidden="true">→</td><td class="felt-pairs-name" title="Amy">Amy</td>'
            '<td class="felt-pairs-points">2</td>'
        )
        assert paid in at("chinese_poker/amy-and-bob.jsonl", 2).source
        assert "+2" not in at("chinese_poker/amy-and-bob.jsonl", 1).text
        assert "+2" not in at("chinese_poker/amy-and-bob.jsonl", 2, view="Amy").text

    def test_it_is_played_in_turns(self, at: Open) -> None:
        page = at("chinese_poker/open-face.json", 36)
        assert "turn 9" in page.text
        assert "trick" not in page.text.lower()
        assert 'title="Previous turn"' in page.source

    def test_rows_are_worth_something_before_they_are_whole(self, at: Open) -> None:
        page = at("chinese_poker/pineapple-progressive.json", 8)
        assert "street 3/5" in page.text
        mine = seat(page, "Lin Mei")
        assert "three tens <b" in mine
        assert "royalties 10" in mine

    def test_a_discard_is_gone_for_its_seat_alone(self, at: Open) -> None:
        gone = '<i class="felt-gone-card hearts felt-gone-lost">J</i>'
        seen = {view: gone in at("chinese_poker/pineapple-progressive.json", 4, view=view).source for view in "ABC"}
        assert seen == {"A": False, "B": True, "C": False}
        assert gone in at("chinese_poker/pineapple-progressive.json", 4).source

    def test_who_surrendered_has_no_empty_places(self, at: Open) -> None:
        page = at("chinese_poker/surrender.json", 3)
        assert [seat(page, name).count('class="card empty"') for name in ("Wu Jie", "Chen Hao")] == [0, 13]

    def test_both_hands_of_criss_cross(self, at: Open) -> None:
        sample = "chinese_poker/criss-cross.json"
        deal = seat(at(sample), "Lin Mei")
        assert "26 cards" in deal
        page = at(sample, 4)
        assert happened(page).startswith(
            "Step 4 Lin Mei sets hand 2 [jack of clubs] J [jack of hearts] J [7 of hearts] 7 /"
        )
        mine = seat(page, "Lin Mei")
        assert 'aria-label="hand 1, front, 0 of 3 cards"' in mine
        assert 'aria-label="front, 3 of 3 cards"' not in mine
        assert 'aria-label="hand 2, front, 3 of 3 cards"' in mine
        assert "foul in hand 2" in mine
        assert "13 cards in hand" in mine
        assert "1: in; 2: in" in mine
        assert "foul" not in seat(page, "Chen Hao")
        assert "foul" not in seat(at(sample, 3), "Lin Mei")

    def test_placements_are_told_by_row(self, at: Open) -> None:
        sample = "chinese_poker/pineapple-progressive.json"
        said = "Step 4 Chen Hao places front [ace of hearts] A middle [6 of spades] 6 discard "
        assert happened(at(sample, 4)) == said + "[jack of hearts] J"
        assert happened(at(sample, 4, view="B")) == said + "[jack of hearts] J"
        for view in ("table", "A"):
            page = at(sample, 4, view=view)
            assert happened(page) == said + "[a card not shown]"
            assert "jack of hearts" not in page.source

    def test_naturals_and_surrenders_are_words(self, at: Open) -> None:
        page = at("chinese_poker/queen-king-ace.json", 1)
        assert happened(page) == "Step 1 Lin Mei claims a natural: three straights"
        assert "three straights</span>" in seat(page, "Lin Mei")
        page = at("chinese_poker/criss-cross.json", 1, hand=2)
        assert "surrenders hand 2" in page.text

    def test_what_was_lost_is_told_with_all_hands(self, at: Open) -> None:
        assert "What the arrangements lost" in at("chinese_poker/amy-and-bob.jsonl", 2).text
        assert "What the arrangements lost" not in at("chinese_poker/amy-and-bob.jsonl", 1).text
        assert "What the arrangements lost" not in at("chinese_poker/amy-and-bob.jsonl", 2, view="Amy").text


class TestBigA:
    """The Big A, cards face down, and captures."""

    SAMPLE = "big_a/captures.json"

    def test_cards_face_down(self, at: Open) -> None:
        page = at(self.SAMPLE)
        whole = seat(page, "Zhao Min")
        assert whole.count('role="img"') == 22
        assert "holds 22 cards, 1 face down" in whole
        assert 'aria-label="face down"><span class="card clubs small" role="img" aria-label="queen of clubs"' in whole
        own = seat(at(self.SAMPLE, view="B"), "Zhao Min")
        down = own.partition('aria-label="face down">')[2]
        assert 'aria-label="a card not shown"' in down.partition("</p>")[0]
        assert own.count('role="img"') == 22
        outside = seat(at(self.SAMPLE, view="table"), "Zhao Min")
        assert 'aria-label="21 cards not shown"' in outside
        assert "queen" not in outside
        assert "face down" not in seat(at(self.SAMPLE, 2), "Zhao Min").lower()

    def test_the_big_a_is_marked_from_when_it_is_set(self, at: Open) -> None:
        assert ", Big A" not in at(self.SAMPLE).source
        assert "Big A not set" in at(self.SAMPLE).text
        page = at(self.SAMPLE, 1)
        for name in ("Li Wei", "Zhao Min"):
            assert 'aria-label="ace of hearts, Big A"' in seat(page, name)
        assert happened(page) == "Step 1 Li Wei exposes [ace of hearts, Big A] A with 4 drawn"
        assert "declarer" in seat(page, "Li Wei")
        assert "partner" in seat(page, "Zhao Min")
        assert "partner" not in seat(at(self.SAMPLE, 1, view="table"), "Zhao Min")

    def test_an_ace_that_is_overcalled_is_an_ordinary_one(self, at: Open) -> None:
        page = at("big_a/evening.json", 2, hand=2)
        assert "ace of spades, Big A" in page.source
        assert "ace of hearts, Big A" not in page.source
        assert "declarer, alone" in page.text

    def test_captured_cards_go_into_the_hand(self, at: Open) -> None:
        before, after = (seat(at(self.SAMPLE, step), "Wang Fang") for step in (15, 16))
        page = at(self.SAMPLE, 16)
        assert happened(page).endswith("and takes [2 of spades] 2 [2 of spades] 2 [2 of hearts] 2 [2 of hearts] 2")
        assert "captures with" in page.text
        held = after.partition('class="felt-place felt-holding"')[2].partition("</div>")[0]
        assert held.count("2 of hearts") == 2
        assert "2 of hearts" not in before.partition('class="felt-place felt-holding"')[2].partition("</div>")[0]
        assert "and takes" not in at(self.SAMPLE, 17).text


class TestBaoHuang:
    """Marked jokers and the emperor alone."""

    SAMPLE = "bao_huang/alone.json"

    def test_marked_jokers_have_names_of_their_own(self, at: Open) -> None:
        held = seat(at(self.SAMPLE), "Wang Hongmei")
        for name, kind in (
            ("emperor&#39;s red joker", "emperor-joker"),
            ("protector&#39;s black joker", "protector-joker"),
        ):
            assert held.count(name) >= 1
            assert re.search(rf'class="card {kind}[^"]*" role="img" aria-label="{name}"', held)
        assert held.count('aria-label="red joker"') == 3

    def test_the_emperor_alone(self, at: Open) -> None:
        mine = seat(at(self.SAMPLE, 4), "Wang Hongmei")
        assert "emperor, alone" in mine
        assert ">protector<" not in mine
        assert "emperor A" not in at(self.SAMPLE, 4).text

    def test_whose_turn_it_is_while_roles_are_settled(self, at: Open) -> None:
        assert "Wang Hongmei to act" in at(self.SAMPLE).text
        assert "to act" in seat(at(self.SAMPLE), "Wang Hongmei")

    def test_a_void_deal(self, at: Open) -> None:
        page = at("bao_huang/three-shown.json", 6)
        assert "a void deal" in page.text
        assert "a void deal" not in at("bao_huang/three-shown.json", 5).text
        assert not page.all("span", class_="basis")

    def test_the_chooser_leads_to_every_seat(self, at: Open) -> None:
        page = at(self.SAMPLE, 2, view="C")
        assert [each["data-view"] for each in page.all("a") if "data-view" in each] == ["", "table", *"ABCDE"]

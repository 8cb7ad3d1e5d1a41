"""What the rule books show in tables and pictures is what the judges use."""

from dataclasses import replace

from engine.cards.packed import parse_card
from engine.games.bao_huang.pages import BOOK as BAO_HUANG
from engine.games.bao_huang.rules import BaoHuangRules
from engine.games.bao_huang.scoring import DeclarationEffect, Roles, settle
from engine.games.big_a.pages import BOOK as BIG_A
from engine.games.big_a.rules import BigARules
from engine.games.big_a.scoring import settle as settle_big_a
from engine.games.chinese_poker.naturals import Naturals
from engine.games.chinese_poker.pages import NATURALS
from engine.games.chinese_poker.rules import ChinesePokerRules
from engine.rulebook.book import Book, Grid
from engine.rulebook.sentences import Text
from tests.offenders import for_every


def grid(book: Book, caption: str) -> Grid:
    (found,) = (block for block in book.blocks if isinstance(block, Grid) and caption in block.caption)
    return found


def number(cell: str) -> int:
    return int(cell.replace("−", "-"))


@for_every("name", list(NATURALS))
def test_the_example_of_a_natural_is_one_and_no_stronger_one(name: str) -> None:
    cards = [parse_card(text) for text in NATURALS[name][1].split()]
    assert len(set(cards)) == len(cards) == 13
    naturals = Naturals(replace(ChinesePokerRules(), naturals="extended"))
    assert naturals.held(name, cards)
    stronger = list(NATURALS)[: list(NATURALS).index(name)]
    assert [each for each in stronger if naturals.held(each, cards)] == []


def test_the_rows_of_big_a_are_those_of_the_judge() -> None:
    rows = grid(BIG_A, "by the places of declarer and partner").rows
    assert len(rows) == 20
    seats = "ABCDE"
    for row in rows:
        declarer, partner = int(row[0]) - 1, int(row[1]) - 1
        for exposed, cells in ((False, row[2:5]), (True, row[5:8])):
            finish = [[place] for place in range(5)]
            settled = settle_big_a(finish, declarer, partner, exposed=exposed, rules=BigARules(), seats=seats)
            opponent = next(place for place in range(5) if place not in (declarer, partner))
            points = [settled.points[seat] for seat in (declarer, partner, opponent)]
            assert points == [number(cell) for cell in cells], row


def test_the_teams_of_bao_huang_score_as_the_judge_scores_them() -> None:
    rows = grid(BAO_HUANG, "What each member of a team gets").rows
    assert len(rows) == 10
    finish = [[place] for place in range(5)]
    for row in rows:
        one, other = (int(word) - 1 for word in row[0].split(" and "))
        total, _ = settle(
            finish, Roles(one, other), DeclarationEffect(), replace(BaoHuangRules(), scoring="2-1-0"), "ABCDE"
        )
        farmer = next(place for place in range(5) if place not in (one, other))
        assert [total[other], total[one], total[farmer]] == [number(cell) for cell in row[1:]], row


def test_an_emperor_who_is_alone_wins_what_the_words_say() -> None:
    (said,) = (text.values for _, text in BAO_HUANG.opening.parts if isinstance(text, Text) and "won" in text.values)
    rules = replace(BaoHuangRules(), scoring="2-1-0")
    total, _ = settle([[place] for place in range(5)], Roles(0, 0), DeclarationEffect(), rules, "ABCDE")
    assert total[0] == said["won"]

"""What placements cost as a policy plays on: its boards, its deals, and the last street, which is also counted."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest

from engine.cards.packed import SUITED
from engine.cards.shuffling import shuffled, words_of
from engine.games import GAMES
from engine.games.chinese_poker.rules import RULES, ChinesePokerRules
from engine.games.chinese_poker.settle import Scoring
from engine.games.chinese_poker.solver.playouts import played_on
from engine.games.chinese_poker.solver.policy import Policy
from engine.replay.analysis import Rows

DEALT = {"open-face": 13, "pineapple": 17}
EMPTY: Rows = ((), (), ())
MOST_FOULS = Fraction(1, 4)


def scoring_of(preset: str, options: dict[str, object] | None = None) -> Scoring:
    return Scoring(ChinesePokerRules.of(RULES.resolve(preset, options or {})))


def boards(preset: str, number: int, options: dict[str, object] | None = None) -> list[Rows]:
    """Boards that the policy has placed, each of a pack of its own."""
    scoring = scoring_of(preset, options)
    packs = [shuffled(SUITED, words_of(f"{preset}:{deal}"))[: DEALT[preset]] for deal in range(number)]
    cards = np.array(packs, dtype=np.int64)
    return played_on(Policy(scoring), [EMPTY] * number, cards, pineapple=preset == "pineapple")


def fouls(found: Sequence[Rows], scoring: Scoring) -> int:
    strengths = [[scoring.strength(row, cards) for row, cards in enumerate(rows)] for rows in found]
    return sum(scoring.out_of_order(each) is not None for each in strengths)


@pytest.mark.parametrize("preset", DEALT)
def test_the_policy_fouls_as_often_as_its_page_says(preset: str) -> None:
    placements = GAMES["chinese_poker"].placements
    assert placements is not None
    said, number = placements.fouls[preset]
    assert number >= 2_000
    assert fouls(boards(preset, number), scoring_of(preset)) == said
    assert Fraction(said, number) <= MOST_FOULS

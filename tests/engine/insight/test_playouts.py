"""What placements cost as a policy plays on: its boards, its deals, and the last street, which is also counted."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from engine.cards.packed import SUITED
from engine.cards.shuffling import shuffled, words_of
from engine.games import GAMES
from engine.games.chinese_poker.rules import RULES, ChinesePokerRules
from engine.games.chinese_poker.settle import Scoring
from engine.games.chinese_poker.solver.placing import Scores, last_turn, options_of, twelfth
from engine.games.chinese_poker.solver.policy import Policy, Position, played_on, sampled_points
from engine.replay.analysis import Rows
from tests.offenders import for_every
from tests.profiles import examples

DEALT = {"open-face": 13, "pineapple": 17}
EMPTY: Rows = ((), (), ())
MOST_FOULS = Fraction(1, 4)
RARE = 0.05


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


@for_every("preset", DEALT)
def test_the_policy_fouls_as_often_as_its_page_says(preset: str) -> None:
    placements = GAMES["chinese_poker"].placements
    assert placements is not None
    said, number = placements.fouls[preset]
    assert number >= 2_000
    assert fouls(boards(preset, number), scoring_of(preset)) == said
    assert Fraction(said, number) <= MOST_FOULS


@for_every("options", [{"middle": "deuce_to_seven"}, {"misset": "played"}, {"royalties": "none"}])
def test_the_policy_seldom_fouls_under_other_rules(options: dict[str, object]) -> None:
    for preset in DEALT:
        assert Fraction(fouls(boards(preset, 200, options), scoring_of(preset, options)), 200) <= MOST_FOULS


LAST = {"open-face": (11, 1), "pineapple": (14, 3)}
"""The cards that a seat has been dealt before its last decision, and those of that turn."""


@for_every(
    ("preset", "first", "number"),
    [
        ("open-face", True, examples(40)),
        ("open-face", False, examples(60)),
        ("pineapple", True, examples(60)),
        ("pineapple", False, examples(40)),
    ],
)
def test_the_last_street_is_worth_what_counting_all_cards_says(preset: str, *, first: bool, number: int) -> None:
    """Of 200 boards: whether the other seat has a decision left, or all is decided."""
    scoring, pineapple, (before, turn) = scoring_of(preset), preset == "pineapple", LAST[preset]
    policy, count = Policy(scoring), last_turn if pineapple else twelfth
    packs = np.array([shuffled(SUITED, words_of(f"{preset}:{first}:{deal}")) for deal in range(number)])
    dealt = before + turn, before + turn + before + (0 if first else turn)
    mine = played_on(policy, [EMPTY] * number, packs[:, :before], pineapple=pineapple)
    others = played_on(policy, [EMPTY] * number, packs[:, dealt[0] : dealt[1]], pineapple=pineapple)
    for deal, (board, theirs) in enumerate(zip(mine, others, strict=True)):
        cards = packs[deal].tolist()
        options = dict(options_of(sorted(cards[before : dealt[0]]), board, int(pineapple)))
        after = [options[text] for text in sorted(options)]
        gone = {*cards[: dealt[0]], *(card for row in theirs for card in row)}
        unseen = [card for card in SUITED if card not in gone]
        means = count(Scores(scoring, 1), after, theirs, unseen)
        assert means is not None
        position = Position(("N", "S"), 0, after, [after[0], theirs], unseen, {(0, 1): 1}, int(first), pineapple)
        drawn = [each[0] for each in sampled_points(scoring, position, 200, f"{deal}")]
        squares = Fraction(sum(each * each for each in drawn) * 200 - sum(drawn) ** 2, 200 * 200 * 199)
        # Where 200 deals are all alike, what is rarer than that moves the mean by less than RARE.
        assert abs(Fraction(sum(drawn), 200) - means[0]) <= 3 * float(squares) ** 0.5 + RARE, deal


def test_playouts_are_drawn_by_their_name() -> None:
    scoring, after = scoring_of("pineapple"), [((0, 1), (2,), (3, 4)), ((0,), (1, 2), (3, 4))]
    stakes = {(0, 1): 1, (0, 2): 1, (1, 2): 2}
    position = Position(("N", "E", "S"), 1, after, [EMPTY, after[0], EMPTY], SUITED[5:], stakes, 0, pineapple=True)
    found = sampled_points(scoring, position, 20, "ab:0:1")
    assert found == sampled_points(scoring, position, 20, "ab:0:1")
    assert found[:10] == sampled_points(scoring, position, 10, "ab:0:1")
    assert found != sampled_points(scoring, position, 20, "ab:0:2")

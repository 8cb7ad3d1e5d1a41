"""What hands set in rows cost: against every way to set them, settled by a second program."""

from itertools import combinations
from random import Random

from msgspec import to_builtins
from profiles import PROFILE

from engine.games import GAMES
from engine.insight.placed import review_rows
from engine.insight.review import DecisionReview, Settings
from engine.record.match import Match
from tests.bruteforce.chinese_poker import Options, Row, Rows, Set, settle
from tests.bruteforce.chinese_poker_rows import is_fouled
from tests.engine.insight.test_fair import opened
from tests.offenders import for_every
from tests.playouts import generate

TRIED = 400 if PROFILE == "push" else 72_072
"""The ways to set a hand that are settled, drawn from all."""


def reviewed(match: Match, deals: int) -> tuple[DecisionReview, ...]:
    game = GAMES["chinese_poker"]
    assert game.placements is not None
    assert game.arranged is not None
    _, judge = opened(match)
    settings = Settings(left=None, deals=deals)
    return review_rows(judge, match, 0, game.placements, game.arranged, [], settings, "ab").decisions or ()


def rows_of(text: str) -> Rows:
    """The rows of an action that sets a hand."""
    front, middle, back = text.split(" # ")[0].split(" @")[0].split(" set ")[1].removeprefix("1: ").split(" / ")
    return tuple(front.split()), tuple(middle.split()), tuple(back.split())


def ways(cards: Row) -> list[Rows]:
    """Every way to set thirteen cards."""
    found = []
    for front in combinations(cards, 3):
        left = [card for card in cards if card not in front]
        for middle in combinations(left, 5):
            found.append((front, middle, tuple(card for card in left if card not in middle)))
    return found


def won(seat: int, rows: Rows, shown: list[Rows], options: Options, stakes: dict[tuple[int, int], int]) -> int:
    hands = [[Set(rows=rows if other == seat else each)] for other, each in enumerate(shown)]
    return settle(hands, options, stakes).scores[seat]


@for_every(("preset", "seed"), [("two-four", 3), ("taiwanese", 4), ("eleven", 5)])
def test_the_open_values_are_those_of_settling_the_ways_that_are_in_order(preset: str, seed: int) -> None:
    rng = Random(seed)
    options = {"naturals": "none", "surrender": 0} if preset != "eleven" else {}
    match = generate("chinese_poker", seed, preset=preset, hands=1, options=options)
    rules, _ = opened(match)
    chosen = dict(rules.options)
    stated = to_builtins(match.hands[0].setup).get("stakes", {}) if match.hands[0].setup else {}
    numbers = {name: seat for seat, name in enumerate(match.seats)}
    stakes = {
        (min(pair), max(pair)): value
        for text, value in stated.items()
        for pair in [tuple(numbers[name] for name in text.split("-"))]
    }
    texts = {text.split()[0]: text for text in match.hands[0].actions if " set " in text}
    shown = [rows_of(texts[name]) for name in match.seats]
    found = reviewed(match, 2)
    assert len(found) == len(shown)
    for each in found:
        seat = numbers[each.seat]
        assert each.open is not None
        assert each.actions is None
        assert each.open.value == won(seat, shown[seat], shown, chosen, stakes)
        assert each.open.loss == each.open.best - each.open.value
        for text in each.open.best_actions:
            assert won(seat, rows_of(text), shown, chosen, stakes) == each.open.best
        assert list(each.open.best_actions) == sorted(each.open.best_actions)
        every = ways(tuple(sorted(card for row in shown[seat] for card in row)))
        for rows in rng.sample(every, TRIED):
            if chosen["misset"] == "played" or not is_fouled(rows, chosen):
                assert won(seat, rows, shown, chosen, stakes) <= each.open.best


def test_the_fair_values_are_sampled_and_the_same_every_time() -> None:
    match = generate("chinese_poker", 3, preset="two-four", hands=1, options={"naturals": "none", "surrender": 0})
    found = reviewed(match, 5)
    assert found == reviewed(match, 5)
    for each in found:
        assert each.fair is not None
        assert (each.fair.exact, each.fair.deals, each.fair.unsolved) == (False, 5, 0)
        assert each.fair.loss >= 0
        assert each.words is not None
        assert 1 <= len(each.fair.best_actions) <= 8

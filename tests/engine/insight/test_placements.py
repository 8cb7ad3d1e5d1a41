"""What placements cost in open-face and pineapple, against a program that settles every outcome."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product

from msgspec import to_builtins
from profiles import PROFILE

from engine.cards.packed import SUITED, Card, card_text
from engine.games import GAMES
from engine.games.chinese_poker.match_replay import ChinesePokerJudge
from engine.games.chinese_poker.solver.placing import Scores, twelfth
from engine.insight.placed import review_rows
from engine.insight.review import HandReview, Settings
from engine.record.match import Match
from engine.replay.analysis import Rows
from tests.bruteforce.chinese_poker import Set, best_rows, settle_pair
from tests.engine.insight.test_fair import opened
from tests.offenders import for_every
from tests.playouts import generate

PACK = [card_text(card) for card in SUITED]
ROWS = ("front", "middle", "back")
SIZES = {"front": 3, "middle": 5, "back": 5, "discard": 1}
Board = dict[str, tuple[str, ...]]
"""The cards of a seat by row; discards too."""
PRESETS = ("open-face", "pineapple")
SEEDS = {"open-face": (2,), "pineapple": (5,)} if PROFILE == "push" else dict.fromkeys(PRESETS, range(1, 60))


def review(match: Match) -> HandReview:
    game = GAMES["chinese_poker"]
    assert game.placements is not None
    assert game.arranged is not None
    _, judge = opened(match)
    return review_rows(judge, match, 0, game.placements, game.arranged, [], Settings(left=None, deals=2), "ab")


def boards_before(match: Match, action: int) -> list[Board]:
    boards: list[Board] = [dict.fromkeys((*ROWS, "discard"), ()) for _ in match.seats]
    for text in match.hands[0].actions[:action]:
        lay(boards, match, text)
    return boards


def lay(boards: list[Board], match: Match, text: str) -> None:
    name, _, *words = text.split(" #")[0].split(" @")[0].split()
    board = boards[match.seats.index(name)]
    for word in words:
        card, row = word.split(":")
        board[row] += (card,)


def placed(board: Board, cards: Sequence[str], discards: int) -> Iterator[Board]:
    """Every board that some cards make of a board."""
    for rows in product((*ROWS, *("discard" for _ in range(discards))), repeat=len(cards)):
        after = dict(board)
        for card, row in zip(cards, rows, strict=True):
            after[row] += (card,)
        if all(len(after[row]) <= SIZES[row] for row in ROWS) and rows.count("discard") == discards:
            yield after


class Count:
    """The means of placements between two seats, by settling every outcome."""

    def __init__(self, options: dict[str, object], stake: int) -> None:
        self.options = options
        self.stake = stake

    def points(self, mine: Board, theirs: Board) -> tuple[int, int]:
        one, other = (Set(rows=tuple(board[row] for row in ROWS)) for board in (mine, theirs))
        if self.options["scoring"] == "best_row":
            ours, others = best_rows([one, other], self.options)
            return ours, others
        settled = settle_pair(one, other, self.options)
        units = (settled.plain + settled.royalties) * self.stake
        return units, -units

    def open_face(self, mine: Board, theirs: Board) -> Fraction:
        """The mean with twelve cards laid."""
        unseen = sorted({*PACK}.difference(*mine.values(), *theirs.values()))
        free = 13 - sum(len(theirs[row]) for row in ROWS)
        total, ways = 0, 0
        for first in unseen if free == 2 else [None]:
            rest = [card for card in unseen if card != first]
            answers = list(placed(theirs, [first], 0)) if first else [theirs]
            ends = []
            for answer in answers:
                ours = {card: next(placed(mine, [card], 0)) for card in rest}
                others = {card: next(placed(answer, [card], 0)) for card in rest}
                points = [self.points(ours[own], others[other]) for own, other in permutations(rest, 2)]
                ends.append((sum(other for _, other in points), sum(own for own, _ in points)))
            total += max(ends)[1]
            ways += len(rest) * (len(rest) - 1)
        return Fraction(total, ways)

    def pineapple(self, mine: Board, theirs: Board) -> Fraction:
        """The mean with all cards laid."""
        shown = [theirs[row] for row in ROWS]
        if sum(map(len, shown)) == 13:
            return Fraction(self.points(mine, theirs)[0])
        unseen = sorted({*PACK}.difference(*mine.values(), *shown))
        board = theirs | {"discard": ()}
        known: dict[str, tuple[int, int]] = {}

        def settled(answer: Board) -> tuple[int, int]:
            key = str([sorted(answer[row]) for row in ROWS])
            if key not in known:
                known[key] = self.points(mine, answer)
            return known[key]

        total, ways = 0, 0
        for drawn in combinations(unseen, 3):
            total += max(settled(answer)[::-1] for answer in placed(board, drawn, 1))[1]
            ways += 1
        return Fraction(total, ways)


@for_every("preset", PRESETS)
def test_means_are_those_of_every_outcome(preset: str) -> None:
    compared = 0
    for seed in SEEDS[preset]:
        match = generate("chinese_poker", seed, preset=preset, hands=1)
        rules, _ = opened(match)
        setup = to_builtins(match.hands[0].setup) if match.hands[0].setup else {}
        stake = next(iter((setup.get("stakes") or {"": 1}).values()))
        count = Count(dict(rules.options), stake)
        for each in review(match).decisions or ():
            assert each.open is None
            assert (each.fair is not None and each.fair.exact) == (each.words is not None)
            if each.fair is None or not each.fair.exact:
                continue
            compared += 1
            seat = match.seats.index(each.seat)
            before = boards_before(match, each.action)
            means: dict[str, Fraction] = {}
            assert each.actions is not None
            for text, _, mean, error in each.actions:
                after = [dict(board) for board in before]
                lay(after, match, text)
                mine, theirs = after[seat], after[1 - seat]
                means[text] = count.open_face(mine, theirs) if preset == "open-face" else count.pineapple(mine, theirs)
                assert abs((mean or 0) - means[text]) <= Fraction(1, 2000)
                assert error == 0
            best = max(means.values())
            assert each.fair.best_actions == tuple(text for text in sorted(means) if means[text] == best)[:8]
            assert (each.fair.exact, each.fair.deals, each.fair.unsolved, each.fair.error) == (True, None, 0, 0)
            assert abs(each.fair.best - best) <= Fraction(1, 2000)
            lost = best - Fraction(str(each.fair.value))
            expected = "fault" if lost > Fraction(stake, 2) else "best" if lost < Fraction(stake, 4) else "inaccuracy"
            assert each.words == expected
    assert compared >= 1


def test_every_placement_is_a_decision_and_the_last_card_is_forced() -> None:
    match = generate("chinese_poker", 2, preset="open-face", hands=1)
    found = review(match)
    assert (found.state, found.start) == ("reviewed", 0)
    assert found.decisions is not None
    assert [each.action for each in found.decisions] == list(range(len(match.hands[0].actions)))
    assert [each.left for each in found.decisions] == [26, 21, *range(16, 0, -1)]
    assert all(each.forced for each in found.decisions[-2:])
    for each, text in zip(found.decisions, match.hands[0].actions, strict=True):
        words = text.split(" #")[0].split(" @")[0].split()
        assert {*words} in [{*option.split()} for option, *_ in each.actions]
        assert [option for option, *_ in each.actions] == sorted(option for option, *_ in each.actions)


@for_every("seed", [12, 13])
def test_the_first_seat_is_worth_what_the_best_answers_leave_it(seed: int) -> None:
    """The twelfth card of the first seat, from the means of the second seat, which are settled one by one above."""
    match = generate("chinese_poker", seed, preset="open-face", hands=1)
    _, judge = opened(match)
    assert isinstance(judge, ChinesePokerJudge)
    decision = next(each for each in review(match).decisions or () if each.fair and each.fair.exact)
    assert decision.actions is not None
    assert len(decision.actions) == 2
    seat = match.seats.index(decision.seat)
    setup = to_builtins(match.hands[0].setup) if match.hands[0].setup else {}
    scores = Scores(judge.scoring, next(iter((setup.get("stakes") or {"": 1}).values())))
    for text, _, mean, _ in decision.actions:
        after = boards_before(match, decision.action)
        lay(after, match, text)
        mine, theirs = after[seat], after[1 - seat]
        unseen = sorted({*PACK}.difference(*mine.values(), *theirs.values()))
        left = Fraction(0)
        for drawn in unseen:
            rest = packed([card for card in unseen if card != drawn])
            means = twelfth(scores, [board_of(each) for each in placed(theirs, [drawn], 0)], board_of(mine), rest)
            assert means is not None
            left -= max(means)
        assert abs((mean or 0) - left / len(unseen)) <= Fraction(1, 2000)


def packed(cards: Sequence[str]) -> tuple[Card, ...]:
    return tuple(SUITED[PACK.index(card)] for card in cards)


def board_of(board: Board) -> Rows:
    return tuple(packed(board[row]) for row in ROWS)

"""The expected points of placements in open-face and pineapple, with no one in fantasyland.

Between two seats all cards that can still come are counted for the twelfth card in open-face and for the last turn of
pineapple: every later placement is the one that is best for its own seat by what it then sees.  Before that, and with
more seats, deals are drawn in which a policy makes every later placement.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb
from types import MappingProxyType
from typing import Final

from engine.cards.packed import SUITED, UNKNOWN, Card, card_text
from engine.games.chinese_poker.best_row import best_rows
from engine.games.chinese_poker.match_replay import ChinesePokerJudge, ChinesePokerMatchReplay
from engine.games.chinese_poker.open_face import DRAWN, OpenFaceHand
from engine.games.chinese_poker.reader import DISCARD, ParsedAction, Placement
from engine.games.chinese_poker.rules import BOARD_CARDS, ROW_SIZES, ROWS, ChinesePokerRules
from engine.games.chinese_poker.settle import Board, Scoring
from engine.record.match import Match
from engine.replay import placements
from engine.replay.analysis import Rows
from engine.replay.fold import HandStarts
from engine.replay.game import Judge, Placements

Points = tuple[int, int]
"""What the seat that decides and the other seat score."""
Finals = Mapping[Card, int]
"""By the last card of a board, the number of the board that it makes."""

_LAST: Final = BOARD_CARDS - 2
"""The cards of a board before the last decision of its seat."""


def hand_placements(
    judge: Judge, match: Match, index: int, end: int, *, deals: int, name: str
) -> list[placements.JudgedPlacement] | None:
    """The placements of a hand dealt open before an action; None if not all cards are known.

    So many deals are drawn, by the name and the number of the action.  Raises IndexError if the match has no such hand.
    """
    hand = match.hands[index]
    assert isinstance(judge, ChinesePokerJudge)
    opened = HandStarts(judge, match).before(index)
    assert isinstance(opened, ChinesePokerMatchReplay)
    replay = opened.open(index, hand)
    judged_placements: list[placements.JudgedPlacement] = []
    for number, text in enumerate(hand.actions[:end]):
        read = replay.reader.read(text)
        if isinstance(replay, OpenFaceHand) and isinstance(read, ParsedAction) and isinstance(read.action, Placement):
            if UNKNOWN in (placed.card for placed in read.action.cards):
                return None
            judged_placements.append(
                _placement(replay, opened, number, read.seat, read.action, deals, f"{name}:{number}")
            )
        replay.run([text])
    return judged_placements


def _placement(
    replay: OpenFaceHand,
    opened: ChinesePokerMatchReplay,
    number: int,
    seat: int,
    done: Placement,
    deals: int,
    name: str,
) -> placements.JudgedPlacement:
    boards = [tuple(map(tuple, laid)) for laid in replay.laid]
    laid = boards[seat]
    cards = sorted(placed.card for placed in done.cards)
    discards = 1 if replay.pineapple and any(laid) else 0
    options = dict(sorted(options_of(cards, laid, discards)))
    rows = {placed.card: placed.row for placed in done.cards}
    others = [other for other in range(len(boards)) if other != seat]
    stakes = {pair: opened.stake(*pair) for pair in combinations(range(len(boards)), 2)}
    own_stakes = [stake for pair, stake in stakes.items() if seat in pair]
    best_row = replay.scoring.rules.scoring == "best_row"
    means: Sequence[Fraction] | None = None
    drawn: Sequence[Sequence[int]] = ()
    if len(options) > 1 and not any(cards != 0 for cards in replay.fantasyland):
        gone = {*cards, *replay.discarded[seat], *(card for board in boards for row in board for card in row)}
        unseen = [card for card in SUITED if card not in gone]
        if len(others) == 1 and sum(map(len, laid)) == _LAST:
            count = last_turn if replay.pineapple else twelfth
            means = count(Scores(replay.scoring, own_stakes[0]), list(options.values()), boards[others[0]], unseen)
        if means is None:
            # NumPy takes long to load, and judging does not need it.
            from engine.games.chinese_poker.solver.policy import Position, sampled_points

            boards[seat] = next(iter(options.values()))
            position = Position(
                seats=opened.seats,
                seat=seat,
                options=list(options.values()),
                laid=boards,
                unseen=unseen,
                stakes=stakes,
                last=replay.order[-1],
                pineapple=replay.pineapple,
            )
            drawn = sampled_points(replay.scoring, position, deals, name)
    return placements.JudgedPlacement(
        action=number,
        seat=seat,
        left=sum(map(replay.holdings.count, range(len(opened.seats)))),
        done=f"{opened.seats[seat]} {_text(cards, [rows[card] for card in cards])}",
        texts=tuple(f"{opened.seats[seat]} {text}" for text in options),
        means=means,
        deals=drawn,
        unit=1 if best_row else min(own_stakes),
    )


def options_of(cards: Sequence[Card], laid: Rows, discards: int) -> Iterator[tuple[str, Rows]]:
    """The ways to place cards: the action without its seat, and the board after it."""
    for rows in product(range(len(ROWS) + bool(discards)), repeat=len(cards)):
        fits = all(rows.count(row) + len(laid[row]) <= ROW_SIZES[row] for row in range(len(ROWS)))
        if fits and rows.count(DISCARD) == discards:
            yield _text(cards, rows), _with(laid, zip(cards, rows, strict=True))


def _text(cards: Sequence[Card], rows: Sequence[int]) -> str:
    names = (*ROWS, "discard")
    return " ".join(["place", *(f"{card_text(card)}:{names[row]}" for card, row in zip(cards, rows, strict=True))])


def _with(laid: Rows, placed: Iterable[tuple[Card, int]]) -> Rows:
    board = [list(row) for row in laid]
    for card, row in placed:
        if row != DISCARD:
            board[row].append(card)
    return tuple(map(tuple, board))


def _free(laid: Rows) -> list[int]:
    """The row of each place that is free."""
    return [row for row, cards in enumerate(laid) for _ in range(ROW_SIZES[row] - len(cards))]


class Scores:
    """What two whole boards score; boards that score alike have one number."""

    def __init__(self, scoring: Scoring, stake: int) -> None:
        self._scoring: Final = scoring
        self._stake: Final = stake
        self._numbers: Final[dict[object, int]] = {}
        self._boards: Final[list[tuple[Board, Board]]] = []
        """Each board as one of the seat that decides, and as one of the other."""
        self._known: Final[dict[tuple[int, int], Points]] = {}

    def number(self, rows: Rows) -> int:
        """The number of a board."""
        boards = Board(0, "0"), Board(1, "1")
        for board in boards:
            self._scoring.lay(board, rows)
        mine = boards[0]
        key = mine.strengths, mine.misset, tuple(mine.royalties.items())
        board_number = self._numbers.setdefault(key, len(self._boards))
        if board_number == len(self._boards):
            self._boards.append(boards)
        return board_number

    def between(self, mine: int, theirs: int) -> Points:
        """What the boards with two numbers score."""
        scores = self._known.get((mine, theirs))
        if scores is None:
            one, other = self._boards[mine][0], self._boards[theirs][1]
            if self._scoring.rules.scoring == "best_row":
                ours, others = best_rows(self._scoring, [one, other], "01").scores
                assert ours is not None
                assert others is not None
                scores = ours, others
            else:
                units = self._scoring.pair(one, other).units
                assert units is not None
                scores = units * self._stake, -units * self._stake
            self._known[mine, theirs] = scores
        return scores

    def finals(self, laid: Rows, last: Sequence[Card]) -> Finals:
        """The boards that a board with one free place becomes by each of some cards."""
        (row,) = _free(laid)
        return {card: self.number(_with(laid, [(card, row)])) for card in last}

    def total(self, mine: Finals, theirs: Finals, gone: Card | None) -> Points:
        """The points of all boards with two different last cards, neither of them ``gone``, together."""
        ours = Counter(number for card, number in mine.items() if card != gone)
        others = Counter(number for card, number in theirs.items() if card != gone)
        total, against = 0, 0
        for one, times in ours.items():
            for other, count in others.items():
                points = self.between(one, other)
                total += points[0] * times * count
                against += points[1] * times * count
        for card, number in mine.items():
            if card != gone and card in theirs:
                points = self.between(number, theirs[card])
                total -= points[0]
                against -= points[1]
        return total, against


def twelfth(
    scores: Scores, options: Sequence[Rows], theirs: Rows, unseen: Sequence[Card]
) -> tuple[Fraction, ...] | None:
    """The means of boards of twelve cards against one of as many, or one to which the twelfth card comes first."""
    places = _free(theirs)
    number = len(unseen)
    mine = [scores.finals(board, unseen) for board in options]
    if len(places) == 1:
        others = scores.finals(theirs, unseen)
        ways = number * (number - 1)
        return tuple(Fraction(scores.total(option, others, None)[0], ways) for option in mine)
    if len(places) != BOARD_CARDS - _LAST:
        return None
    replies = {
        card: [
            scores.finals(_with(theirs, [(card, row)]), [last for last in unseen if last != card])
            for row in sorted(set(places))
        ]
        for card in unseen
    }
    ways = number * (number - 1) * (number - 2)
    return tuple(
        Fraction(
            sum(_best(scores.total(option, reply, card) for reply in answers) for card, answers in replies.items()),
            ways,
        )
        for option in mine
    )


def last_turn(
    scores: Scores, options: Sequence[Rows], theirs: Rows, unseen: Sequence[Card]
) -> tuple[Fraction, ...] | None:
    """The means of whole boards of pineapple against another whole one, or one whose last turn comes."""
    places = _free(theirs)
    mine = [scores.number(board) for board in options]
    if not places:
        other = scores.number(theirs)
        return tuple(Fraction(scores.between(number, other)[0]) for number in mine)
    if len(places) != BOARD_CARDS - _LAST:
        return None
    pairs = {
        pair: {scores.number(_with(theirs, zip(cards, places, strict=True))) for cards in (pair, pair[::-1])}
        for pair in combinations(unseen, len(places))
    }
    return tuple(_against_drawn(scores, number, pairs, unseen) for number in mine)


def _against_drawn(
    scores: Scores, mine: int, pairs: Mapping[tuple[Card, ...], set[int]], unseen: Sequence[Card]
) -> Fraction:
    """The mean of a whole board against one to which two cards of three that are drawn come."""
    best = {
        pair: max(scores.between(mine, number)[::-1] for number in sorted(numbers)) for pair, numbers in pairs.items()
    }
    total = sum(max(best[pair] for pair in combinations(drawn, DRAWN - 1))[1] for drawn in combinations(unseen, DRAWN))
    return Fraction(total, comb(len(unseen), DRAWN))


def _best(answers: Iterable[Points]) -> int:
    """What is left to the seat that decides after the answer that is best for the other."""
    return max((theirs, ours) for ours, theirs in answers)[1]


PLACEMENTS: Final = Placements(
    policy="better_of_two",
    fouls=MappingProxyType({"open-face": (218, 2_000), "pineapple": (80, 2_000)}),
    follows=lambda rules: ChinesePokerRules.of(rules).dealing != "closed",
    of=hand_placements,
)

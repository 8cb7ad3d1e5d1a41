"""The best ways to set thirteen cards: against given rows, or against cards that are dealt from a seed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Final

import numpy as np

from engine.cards.packed import Card, cards_text
from engine.games.chinese_poker.best_row import best_rows
from engine.games.chinese_poker.closed import ClosedHand
from engine.games.chinese_poker.deal import ChinesePokerSetupReader
from engine.games.chinese_poker.match_replay import ChinesePokerJudge, ChinesePokerMatchReplay
from engine.games.chinese_poker.reader import ParsedAction, Setting
from engine.games.chinese_poker.rules import ChinesePokerRules
from engine.games.chinese_poker.settle import Board, Pair, Scoring
from engine.games.chinese_poker.solver.payoffs import (
    ALL_ROWS,
    DistinctArrangements,
    Measure,
    Numbers,
    Payoffs,
    Places,
    arrangements,
    dealt_hands,
)
from engine.record.match import Match, setup_of
from engine.replay.analysis import (
    Against,
    AnalysedArrangement,
    BestOnDeals,
    Count,
    DealtChoice,
    Loss,
    Mean,
    Rows,
    WinningReason,
    opponent,
)
from engine.replay.fold import HandStarts
from engine.replay.game import Judge
from engine.replay.placements import ArrangedHand
from engine.rulebook.options import RuleSet
from engine.rulebook.sentences import say

CHOOSER: Final = say("this hand")
"""The name of the hand to be set in the reasons."""


class ArrangementChooser:
    """Finds the best arrangements under a rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules: Final = ChinesePokerRules.of(rules)
        self.scoring: Final = Scoring(self.rules)
        self._payoffs: Final = Payoffs(self.scoring)
        self._measure: Final = Measure(self.scoring)

    @property
    def unit(self) -> str:
        """What is counted: ``points`` under ``best_row``, otherwise ``units``."""
        return "points" if self.rules.scoring == "best_row" else "units"

    def against(self, cards: Sequence[Card], given: Sequence[Rows], shown: int) -> Against:
        """The best arrangements of thirteen cards, at most ``shown``, against the rows of some opponents.

        There must be as many opponents as a table can have.  Of arrangements that win the same, those with the better
        measure against unknown opponents come first.  Every royalty counts as announced.  Raises ValueError if the
        cards are not a hand.
        """
        settings = self._settings(cards)
        others = [self._board(rows, number) for number, rows in enumerate(given, 1)]
        won = self._won(settings, others)
        order = np.lexsort((settings.first, -self._measure.of(settings.strengths), -won))
        choices = tuple(
            AnalysedArrangement(
                settings.ways.rows(int(settings.first[place])), int(settings.alike[place]), int(won[place])
            )
            for place in order[:shown]
        )
        boards = [self._board(choices[0].rows, 0), *others]
        return Against(_count(settings), int((won == won.max()).sum()), choices, self.reasons(boards))

    def at_random(self, cards: Sequence[Card], opponents: int, deals: int, seed: int, shown: int) -> BestOnDeals:
        """The best arrangements of thirteen cards, at most ``shown``, on some deals of the other cards to opponents.

        There must be as many opponents as a table can have.  Raises ValueError if the cards are not a hand.
        """
        settings = self._settings(cards)
        tables = [
            [self._board(self._set(tuple(hand)), number) for number, hand in enumerate(hands, 1)]
            for hands in dealt_hands(settings.ways.cards, opponents, seed, range(deals)).tolist()
        ]
        won = np.zeros(len(settings.first), dtype=np.int64)
        for others in tables:
            won += self._won(settings, others)
        order = np.lexsort((settings.first, -self._measure.of(settings.strengths), -won))[:shown]
        top = settings.only(order)
        by_deal = np.array([self._won(top, others) for others in tables])
        choices = tuple(
            DealtChoice(
                top.ways.rows(int(top.first[place])),
                int(top.alike[place]),
                int(won[order[place]]),
                _mean(by_deal[:, place]),
                _mean(by_deal[:, 0] - by_deal[:, place]),
            )
            for place in range(len(order))
        )
        return BestOnDeals(_count(settings), choices)

    def reasons(self, boards: Sequence[Board]) -> tuple[WinningReason, ...]:
        """The reasons for what the first of some boards wins from the others."""
        if self.rules.scoring == "best_row":
            names = [board.name for board in boards]
            lines = best_rows(self.scoring, boards, names).lines
            return tuple(WinningReason("", line.rule, line.text, line.points.get(names[0], 0)) for line in lines)
        pairs = self.scoring.settle(boards, boards[-1].seat + 1)
        return tuple(
            WinningReason(boards[other].name, rule, text, units)
            for (one, other), pair in pairs.items()
            if one == 0
            for rule, text, units in pair.lines
        )

    def naturals(self, cards: Sequence[Card]) -> Mapping[str, int]:
        """The naturals that thirteen cards are, the strongest first, with their points."""
        scores = self.scoring.naturals
        return {name: points for name, points in scores.points.items() if scores.held(name, sorted(cards))}

    def surrender(self, opponents: int) -> int | None:
        """What a surrender wins, a negative number; None if it is not allowed."""
        units = self.rules.surrender
        pairs = self.rules.scoring == "pairs" and self.rules.dealing == "closed"
        return -units * opponents if units and pairs else None

    def words(self, rows: Rows) -> tuple[str, ...]:
        """Each row in words."""
        return self.scoring.row_words(rows)

    def _settings(self, cards: Sequence[Card]) -> DistinctArrangements:
        return self._payoffs.settings(arrangements(sorted(cards, reverse=True), self.rules))

    def _won(self, settings: DistinctArrangements, others: Sequence[Board]) -> Numbers:
        return self._payoffs.won(settings, others, [1] * len(others), others[-1].seat + 1)

    def _set(self, cards: tuple[Card, ...]) -> Rows:
        ways, best = self._measure.best(cards)
        return ways.rows(best)

    def _board(self, rows: Rows, number: int) -> Board:
        seat = -(-number // self.rules.hands_each)
        board = Board(seat, opponent(number) if number else CHOOSER, announced=ALL_ROWS)
        self.scoring.lay(board, rows)
        return board


def _count(settings: DistinctArrangements) -> Count:
    return Count(len(settings.ways.numbers), len(settings.first))


def _mean(numbers: Numbers | Places) -> Mean:
    whole = [int(number) for number in numbers]
    return Mean(sum(whole), sum(number**2 for number in whole), len(whole))


def hand_arranged(
    judge: Judge, match: Match, index: int, end: int, *, deals: int, name: str, listed: int
) -> list[ArrangedHand]:
    """The hands set in rows of a hand dealt closed, in order of the actions; none if it does not reach its end.

    Raises IndexError if the match has no such hand.
    """
    hand = match.hands[index]
    assert isinstance(judge, ChinesePokerJudge)
    opened = HandStarts(judge, match).before(index)
    assert isinstance(opened, ChinesePokerMatchReplay)
    replay = opened.open(index, hand)
    asked: list[tuple[int, int, int]] = []
    for number, text in enumerate(hand.actions[:end]):
        left = sum(map(replay.holdings.count, range(len(replay.boards))))
        read = replay.reader.read(text)
        if isinstance(read, ParsedAction) and isinstance(read.action, Setting):
            board = next(
                place for place, candidate in enumerate(replay.boards) if _is_of(candidate, read, replay.boards)
            )
            asked.append((number, board, left))
        replay.run([text])
    if not isinstance(replay, ClosedHand) or not replay.ended:
        return []
    stakes = {
        (one, other): opened.stake(min(one, other), max(one, other))
        for one in range(len(match.seats))
        for other in range(len(match.seats))
    }
    table = _ArrangementTable(judge.scoring, replay.boards, match.seats, stakes)
    hands = []
    for number, board, left in asked:
        against = [rival for rival in replay.boards if rival.seat != replay.boards[board].seat]
        if replay.boards[board].rows is not None and any(rival.rows is not None for rival in against):
            hands.append(table.arranged(board, number, left, deals, f"{name}:{number}", listed))
    return hands


def _is_of(board: Board, read: ParsedAction, boards: Sequence[Board]) -> bool:
    """Whether a board is the one that an action sets."""
    assert isinstance(read.action, Setting)
    own = [own_board for own_board in boards if own_board.seat == read.seat]
    return board is own[read.action.numbers[0] if read.action.numbers else 0]


class _ArrangementTable:
    def __init__(
        self, scoring: Scoring, boards: Sequence[Board], seats: Sequence[str], stakes: Mapping[tuple[int, int], int]
    ) -> None:
        self._scoring = scoring
        self._boards = boards
        self._seats = seats
        self._stakes = stakes
        self._payoffs = Payoffs(scoring)
        self._measure = Measure(scoring)

    def arranged(self, number: int, action: int, left: int, deals: int, name: str, listed: int) -> ArrangedHand:
        """What a board is worth."""
        scoring, board = self._scoring, self._boards[number]
        assert board.rows is not None
        scoring.earn(board)
        cards = sorted((card for row in board.rows for card in row), reverse=True)
        ways = arrangements(cards, scoring.rules, every=scoring.rules.misset == "played")
        settings = self._payoffs.settings(ways, board.announced)
        others = [rival for rival in self._boards if rival.seat != board.seat]
        won, value = self._won(settings, board, others)
        tables = self._dealt(board, others, deals, name)
        by_deal, values = zip(*(self._won(settings, board, rivals) for rivals in tables), strict=True)
        total = np.sum(by_deal, axis=0)
        order = np.lexsort((settings.first, -self._measure.of(settings.strengths), -total))
        done = self._place(settings, board)
        other = next(int(place) for place in order if place != done)
        best_row = scoring.rules.scoring == "best_row"
        return ArrangedHand(
            action=action,
            seat=board.seat,
            left=left,
            best=int(won.max()),
            value=value,
            best_texts=self._texts(settings, np.nonzero(won == won.max())[0], board, listed),
            texts=(self._text(board, board.rows), self._text(board, ways.rows(int(settings.first[other])))),
            deals=[(mine, int(row[other])) for mine, row in zip(values, by_deal, strict=True)],
            dealt_best_texts=self._texts(settings, np.nonzero(total == total.max())[0], board, listed),
            unit=1 if best_row else min(self._stakes[board.seat, rival.seat] for rival in others),
        )

    def _place(self, settings: DistinctArrangements, board: Board) -> int | None:
        """The number of the arrangement that has the effect of a board; None if it is mis-set and none has."""
        strengths = np.array(board.strengths)[:, None]
        royalties = np.array([board.royalties.get(row, 0) for row in sorted(ALL_ROWS)])[:, None]
        same = (settings.strengths == strengths).all(axis=0) & (settings.royalties == royalties).all(axis=0)
        return next(iter(np.nonzero(same)[0].tolist()), None)

    def _won(self, settings: DistinctArrangements, board: Board, others: Sequence[Board]) -> tuple[Numbers, int]:
        """What each arrangement and a board win from other boards, natural hands and surrenders apart."""
        at = [self._stakes[board.seat, rival.seat] for rival in others]
        won = self._payoffs.won(settings, others, at, len(self._seats))
        done = self._place(settings, board)
        if done is not None:
            return won, int(won[done])
        pairs = self._scoring.settle([board, *others], len(self._seats))
        units = [
            (pairs[0, place].units or 0) * stake
            for place, (rival, stake) in enumerate(zip(others, at, strict=True), 1)
            if rival.rows is not None
        ]
        return won, sum(units)

    def _dealt(self, board: Board, others: Sequence[Board], deals: int, name: str) -> list[list[Board]]:
        """The other boards in each deal: as many set their cards as really did."""
        known = {card for own in self._boards if own.seat == board.seat for row in own.rows or () for card in row}
        setting = [rival for rival in others if rival.rows is not None]
        absent = [rival for rival in others if rival.rows is None]
        seed = int.from_bytes(sha256(name.encode()).digest()[:8], "big")
        return [
            [*(self._rival(rival.seat, tuple(hand)) for rival, hand in zip(setting, hands, strict=True)), *absent]
            for hands in dealt_hands(tuple(sorted(known)), len(setting), seed, range(deals)).tolist()
        ]

    def _rival(self, seat: int, cards: tuple[Card, ...]) -> Board:
        ways, best = self._measure.best(cards)
        board = Board(seat, self._seats[seat], announced=ALL_ROWS)
        self._scoring.lay(board, ways.rows(best))
        return board

    def _text(self, board: Board, rows: Rows) -> str:
        of_seat = [own for own in self._boards if own.seat == board.seat]
        which = f" {1 + next(place for place, own in enumerate(of_seat) if own is board)}:" if len(of_seat) > 1 else ""
        return f"{self._seats[board.seat]} set{which} {' / '.join(cards_text(sorted(row)) for row in rows)}"

    def _texts(self, settings: DistinctArrangements, numbers: Places, board: Board, listed: int) -> tuple[str, ...]:
        texts: Iterable[str] = (
            self._text(board, settings.ways.rows(int(place))) for place in settings.alike_to(numbers)
        )
        return tuple(sorted(texts)[:listed])


Stakes = Mapping[tuple[int, int], int]
"""By two seats, the lower number first; 1 if there is none."""


def hand_losses(judge: Judge, match: Match, index: int) -> list[Loss]:
    """The losses of a hand of a match, board by board.

    Empty for another game, for a hand that is not dealt closed, and for one that does not reach its end.  Raises
    IndexError if the match has no such hand.
    """
    hand = match.hands[index]
    if not isinstance(judge, ChinesePokerJudge):
        return []
    replay = judge.match_replay(match).open(index, hand)
    replay.run(hand.actions)
    if not isinstance(replay, ClosedHand) or not replay.ended:
        return []
    setup = ChinesePokerSetupReader(match.seats, index, setup_of(hand), judge.fantasyland, closed=True)
    return losses(judge.scoring, replay.boards, match.seats, setup.stakes)


def losses(scoring: Scoring, boards: Sequence[Board], seats: Sequence[str], stakes: Stakes) -> list[Loss]:
    """The losses of every board that is set with thirteen cards, after all boards are settled.

    A board whose rows were compared with those of no other board is left out.  Royalties count as they were announced,
    in every arrangement.
    """
    payoffs = Payoffs(scoring)
    measure = Measure(scoring)
    pairs = {} if scoring.rules.scoring == "best_row" else scoring.settle(boards, len(seats))
    all_losses = []
    for number, board in enumerate(boards):
        others = [other for other in boards if other.seat != board.seat]
        if board.rows is None or board.spoilt or all(other.rows is None for other in others):
            continue
        cards = sorted((card for row in board.rows for card in row), reverse=True)
        settings = payoffs.settings(arrangements(cards, scoring.rules), board.announced)
        at = [stakes.get((min(board.seat, other.seat), max(board.seat, other.seat)), 1) for other in others]
        won = payoffs.won(settings, others, at, len(seats))
        best = np.lexsort((settings.first, -measure.of(settings.strengths), -won))[0]
        best_way = settings.ways.rows(int(settings.first[best]))
        all_losses.append(
            Loss(
                board=board.name,
                seat=board.seat,
                rows=board.rows,
                words=scoring.row_words(board.rows),
                won=_won(number, scoring, boards, seats, pairs, stakes),
                best=int(won[best]),
                best_rows=best_way,
                best_words=scoring.row_words(best_way),
            )
        )
    if len(all_losses) < len(boards):
        return all_losses
    return [
        replace(loss, against=tuple(other.rows for other in all_losses if other.seat != loss.seat))
        for loss in all_losses
    ]


def _won(
    number: int,
    scoring: Scoring,
    boards: Sequence[Board],
    seats: Sequence[str],
    pairs: Mapping[tuple[int, int], Pair],
    stakes: Stakes,
) -> int:
    """What a board won from the boards whose rows were compared with its own."""
    if scoring.rules.scoring == "best_row":
        points = best_rows(scoring, boards, seats).scores[boards[number].seat]
        assert points is not None
        return points
    total = 0
    for (one, other), pair in pairs.items():
        if number in (one, other):
            rival = boards[other if number == one else one]
            if rival.natural is None and not rival.surrendered:
                assert pair.units is not None
                stake = stakes.get((boards[one].seat, boards[other].seat), 1)
                total += pair.units * stake * (1 if number == one else -1)
    return total

"""What a hand set in rows was worth, against the rows that the others showed and against dealt opponents."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

import numpy as np

from engine.cards.packed import Card, cards_text
from engine.games.chinese_poker.closed import ClosedHand
from engine.games.chinese_poker.match_replay import ChinesePokerJudge, ChinesePokerMatchReplay
from engine.games.chinese_poker.reader import Read, Setting
from engine.games.chinese_poker.settle import Board, Scoring
from engine.games.chinese_poker.solver.arrangements import Numbers, Places, arrangements
from engine.games.chinese_poker.solver.opponents import Measure, dealt
from engine.games.chinese_poker.solver.payoffs import ALL_ROWS, DistinctArrangements, Payoffs
from engine.record.match import Match
from engine.replay.analysis import Rows
from engine.replay.fold import HandStarts
from engine.replay.game import Judge
from engine.replay.placements import Arranged


def hand_arranged(
    judge: Judge, match: Match, index: int, end: int, *, deals: int, name: str, listed: int
) -> list[Arranged]:
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
        if isinstance(read, Read) and isinstance(read.action, Setting):
            board = next(place for place, each in enumerate(replay.boards) if _is_of(each, read, replay.boards))
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
    found = []
    for number, board, left in asked:
        against = [each for each in replay.boards if each.seat != replay.boards[board].seat]
        if replay.boards[board].rows is not None and any(each.rows is not None for each in against):
            found.append(table.arranged(board, number, left, deals, f"{name}:{number}", listed))
    return found


def _is_of(board: Board, read: Read, boards: Sequence[Board]) -> bool:
    """Whether a board is the one that an action sets."""
    assert isinstance(read.action, Setting)
    own = [each for each in boards if each.seat == read.seat]
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

    def arranged(self, number: int, action: int, left: int, deals: int, name: str, listed: int) -> Arranged:
        """What a board is worth."""
        scoring, board = self._scoring, self._boards[number]
        assert board.rows is not None
        scoring.earn(board)
        cards = sorted((card for row in board.rows for card in row), reverse=True)
        ways = arrangements(cards, scoring.rules, every=scoring.rules.misset == "played")
        settings = self._payoffs.settings(ways, board.announced)
        others = [each for each in self._boards if each.seat != board.seat]
        won, value = self._won(settings, board, others)
        tables = self._dealt(board, others, deals, name)
        by_deal, values = zip(*(self._won(settings, board, rivals) for rivals in tables), strict=True)
        total = np.sum(by_deal, axis=0)
        order = np.lexsort((settings.first, -self._measure.of(settings.strengths), -total))
        done = self._place(settings, board)
        other = next(int(each) for each in order if each != done)
        best_row = scoring.rules.scoring == "best_row"
        return Arranged(
            action=action,
            seat=board.seat,
            left=left,
            best=int(won.max()),
            value=value,
            best_texts=self._texts(settings, np.nonzero(won == won.max())[0], board, listed),
            texts=(self._text(board, board.rows), self._text(board, ways.rows(int(settings.first[other])))),
            deals=[(mine, int(each[other])) for mine, each in zip(values, by_deal, strict=True)],
            dealt_best_texts=self._texts(settings, np.nonzero(total == total.max())[0], board, listed),
            unit=1 if best_row else min(self._stakes[board.seat, each.seat] for each in others),
        )

    def _place(self, settings: DistinctArrangements, board: Board) -> int | None:
        """The number of the arrangement that has the effect of a board; None if it is mis-set and none has."""
        strengths = np.array(board.strengths)[:, None]
        royalties = np.array([board.royalties.get(row, 0) for row in sorted(ALL_ROWS)])[:, None]
        same = (settings.strengths == strengths).all(axis=0) & (settings.royalties == royalties).all(axis=0)
        return next(iter(np.nonzero(same)[0].tolist()), None)

    def _won(self, settings: DistinctArrangements, board: Board, others: Sequence[Board]) -> tuple[Numbers, int]:
        """What each arrangement and a board win from other boards, natural hands and surrenders apart."""
        at = [self._stakes[board.seat, each.seat] for each in others]
        won = self._payoffs.won(settings, others, at, len(self._seats))
        done = self._place(settings, board)
        if done is not None:
            return won, int(won[done])
        pairs = self._scoring.settle([board, *others], len(self._seats))
        units = [
            (pairs[0, place].units or 0) * stake
            for place, (each, stake) in enumerate(zip(others, at, strict=True), 1)
            if each.rows is not None
        ]
        return won, sum(units)

    def _dealt(self, board: Board, others: Sequence[Board], deals: int, name: str) -> list[list[Board]]:
        """The other boards in each deal: as many set their cards as really did."""
        known = {card for each in self._boards if each.seat == board.seat for row in each.rows or () for card in row}
        setting = [each for each in others if each.rows is not None]
        absent = [each for each in others if each.rows is None]
        seed = int.from_bytes(sha256(name.encode()).digest()[:8], "big")
        return [
            [*(self._rival(each.seat, tuple(hand)) for each, hand in zip(setting, hands, strict=True)), *absent]
            for hands in dealt(tuple(sorted(known)), len(setting), seed, range(deals)).tolist()
        ]

    def _rival(self, seat: int, cards: tuple[Card, ...]) -> Board:
        ways, best = self._measure.best(cards)
        board = Board(seat, self._seats[seat], announced=ALL_ROWS)
        self._scoring.lay(board, ways.rows(best))
        return board

    def _text(self, board: Board, rows: Rows) -> str:
        of_seat = [each for each in self._boards if each.seat == board.seat]
        which = (
            f" {1 + next(place for place, each in enumerate(of_seat) if each is board)}:" if len(of_seat) > 1 else ""
        )
        return f"{self._seats[board.seat]} set{which} {' / '.join(cards_text(sorted(row)) for row in rows)}"

    def _texts(self, settings: DistinctArrangements, numbers: Places, board: Board, listed: int) -> tuple[str, ...]:
        found: Iterable[str] = (self._text(board, settings.ways.rows(int(each))) for each in settings.alike_to(numbers))
        return tuple(sorted(found)[:listed])

"""The settlement of a hand as data: for every two boards the rows, the other reasons, and what they come to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, zip_longest
from typing import Final

from engine.cards.packed import Card
from engine.games.chinese_poker.hand import PokerHand
from engine.games.chinese_poker.match_replay import ChinesePokerCourse, ChinesePokerJudge
from engine.games.chinese_poker.rules import ROWS
from engine.games.chinese_poker.settle import Between, Board, Rows, Scoring
from engine.record.match import Hand, Match
from engine.recorded.basis import Basis
from engine.replay.game import Judge, ScoreLine

ROW_RULE: Final = "chinese_poker.rows"
STAKE_RULE: Final = "chinese_poker.settlement"
RECORDED_RULE: Final = "chinese_poker.recorded"


@dataclass(frozen=True, slots=True)
class RowAccount:
    """A row of two boards side by side."""

    name: str
    cards: tuple[tuple[Card, ...], tuple[Card, ...]]
    words: tuple[str, str]
    units: int | None
    """What the first board wins by it; None where the two were not settled row by row."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason that is no row: overall, scoop, royalty, home run, natural, surrender, mis-set hand."""

    rule: str
    text: str
    units: int
    """What the first board wins by it."""


@dataclass(frozen=True, slots=True)
class Account:
    """What two boards settle with each other."""

    boards: tuple[str, str]
    seats: tuple[int, int]
    stake: int
    """Points a unit."""
    rows: tuple[RowAccount, ...]
    """Empty where one of the two shows no rows."""
    reasons: tuple[Reason, ...]
    units: int | None
    """What the first board wins of the other; None where what is known does not tell."""

    @property
    def points(self) -> int | None:
        """The same in points."""
        return None if self.units is None else self.units * self.stake


@dataclass(frozen=True, slots=True)
class Shown:
    """A board as it was set."""

    board: str
    seat: int
    rows: tuple[tuple[tuple[Card, ...], str], ...]
    """Cards and words of each row."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The settlement of a hand."""

    boards: tuple[Shown, ...]
    """Those that show rows."""
    accounts: tuple[Account, ...]
    """Pair by pair; empty where the best row of the table scores."""
    lines: tuple[ScoreLine, ...]
    """The reasons where the best row of the table scores, else empty."""
    points: Mapping[tuple[int, int], int | None]
    """By two seats, each way round: the points that the first wins of the second."""
    scores: tuple[int | None, ...]
    unsure: tuple[str, ...]
    """The seats that claim what the cards given neither bear out nor refute; it is settled as claimed."""
    recorded: bool = False
    """Whether the units are as the table recorded them, because the log does not show the hand to its end."""


def hand_ledger(judge: Judge, match: Match, index: int) -> Ledger | None:
    """The settlement of a hand of a match; None where the game is another, or nobody knows who won what of whom.

    A hand that the log does not show to its end is settled by its recorded units, where these are enough.

    The hands before are replayed too: who is in fantasyland follows from them.  Raises IndexError where the match
    has no such hand.
    """
    if not 0 <= index < len(match.hands):
        raise IndexError(index)
    if not isinstance(judge, ChinesePokerJudge):
        return None
    course = judge.course(match)
    for number, hand in enumerate(match.hands[:index]):
        before = course.open(number, hand)
        before.run(hand.actions)
        course.close(before, hand)
    replay = course.open(index, match.hands[index])
    replay.run(match.hands[index].actions)
    if not replay.ended:
        return _recorded(course, replay, match.hands[index])
    settlement = course.settlement(replay)
    accounts = tuple(_account(each, judge.scoring) for each in settlement.between)
    shown = tuple(_shown(board, board.rows, judge.scoring) for board in replay.boards if board.rows is not None)
    unsure = tuple(match.seats[seat] for seat in sorted(replay.unsure))
    lines = () if accounts else settlement.lines
    return Ledger(shown, accounts, lines, _points(accounts), settlement.scores, unsure)


def _recorded(course: ChinesePokerCourse, replay: PokerHand, hand: Hand) -> Ledger | None:
    """The settlement by the recorded units; None where these are not enough, or contradict what was settled."""
    outcome = course.close(replay, hand)
    units, scores = outcome.units, outcome.scores
    if outcome.basis is not Basis.RESULT or not isinstance(units, dict) or scores is None:
        return None
    accounts = []
    for one, other in combinations(range(len(course.seats)), 2):
        boards = course.seats[one], course.seats[other]
        won = units["-".join(boards)]
        reasons = () if won is None else (Reason(RECORDED_RULE, "as recorded", won),)
        accounts.append(Account(boards, (one, other), course.stake(one, other), (), reasons, won))
    points = _points(accounts)
    return Ledger((), tuple(accounts), (), points, tuple(scores[seat] for seat in course.seats), (), recorded=True)


def _points(accounts: Iterable[Account]) -> dict[tuple[int, int], int | None]:
    """By two seats, each way round, the points that the first wins of the second on all their boards."""
    points: dict[tuple[int, int], int | None] = {}
    for account in accounts:
        one, other = account.seats
        before_now, won = points.get((one, other), 0), account.points
        total = None if before_now is None or won is None else before_now + won
        points[one, other], points[other, one] = total, None if total is None else -total
    return points


def _shown(board: Board, rows: Rows, scoring: Scoring) -> Shown:
    words = (scoring.words(row, cards) for row, cards in enumerate(rows))
    return Shown(board.name, board.seat, tuple(zip(rows, words, strict=True)))


def _account(between: Between, scoring: Scoring) -> Account:
    one, other, pair = between.one, between.other, between.pair
    # The lines of rows come first, and there is one for each row or none at all.
    by_row = [units for rule, _, units in pair.lines if rule == ROW_RULE]
    return Account(
        boards=(one.name, other.name),
        seats=(one.seat, other.seat),
        stake=between.stake,
        rows=_rows(one, other, by_row, scoring),
        reasons=tuple(Reason(rule, text, units) for rule, text, units in pair.lines if rule != ROW_RULE),
        units=pair.units,
    )


def _rows(one: Board, other: Board, by_row: list[int], scoring: Scoring) -> tuple[RowAccount, ...]:
    if one.rows is None or other.rows is None:
        return ()
    return tuple(
        RowAccount(name, (mine, theirs), (scoring.words(row, mine), scoring.words(row, theirs)), units)
        for row, (name, mine, theirs, units) in enumerate(zip_longest(ROWS, one.rows, other.rows, by_row))
    )

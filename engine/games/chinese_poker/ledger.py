"""The settlement of a hand: for every two boards the rows, the other reasons, and the total."""

from collections.abc import Iterable
from itertools import combinations, zip_longest
from typing import Final

from engine.games.chinese_poker.hand import PokerHand
from engine.games.chinese_poker.match_replay import ChinesePokerJudge, ChinesePokerMatchReplay
from engine.games.chinese_poker.names import row_name
from engine.games.chinese_poker.settle import Between, Board, Scoring
from engine.record.match import Hand, Match
from engine.recorded.basis import Basis
from engine.replay.analysis import Rows
from engine.replay.fold import HandStarts
from engine.replay.game import Judge, MatchReplay
from engine.replay.settlement import Account, Ledger, Reason, RowAccount, Shown
from engine.rulebook.sentences import say_of

ROW_RULE: Final = "chinese_poker.rows"
STAKE_RULE: Final = "chinese_poker.settlement"
RECORDED_RULE: Final = "chinese_poker.recorded"


def hand_ledger(judge: Judge, match: Match, index: int, before: MatchReplay | None = None) -> Ledger | None:
    """The settlement of a hand of a match; None for another game, or if it is not known which seat won what from which.

    A hand that the log does not show to its end is settled by its recorded units, if these are enough.

    ``before`` is the match as it stands before the hand; without it, the hands before are replayed, because they decide
    which seats are in fantasyland.  Raises IndexError if the match has no such hand.
    """
    if not 0 <= index < len(match.hands):
        raise IndexError(index)
    if not isinstance(judge, ChinesePokerJudge):
        return None
    match_replay = before or HandStarts(judge, match).before(index)
    assert isinstance(match_replay, ChinesePokerMatchReplay)
    replay = match_replay.open(index, match.hands[index])
    replay.run(match.hands[index].actions)
    if not replay.ended:
        return _recorded(match_replay, replay, match.hands[index])
    settlement = match_replay.settlement(replay)
    accounts = tuple(_account(each, judge.scoring) for each in settlement.between)
    shown = tuple(_shown(board, board.rows, judge.scoring) for board in replay.boards if board.rows is not None)
    unsure = tuple(match.seats[seat] for seat in sorted(replay.unsure))
    lines = () if accounts else tuple(settlement.lines)
    rules = (ROW_RULE, STAKE_RULE) if accounts else ("", "")
    return Ledger(shown, accounts, lines, _points(accounts), settlement.scores, unsure, *rules)


def _recorded(match_replay: ChinesePokerMatchReplay, replay: PokerHand, hand: Hand) -> Ledger | None:
    """The settlement by the recorded units; None if these are not enough, or contradict what was settled."""
    outcome = match_replay.close(replay, hand)
    units, scores = outcome.units, outcome.scores
    if outcome.basis is not Basis.RESULT or not isinstance(units, dict) or scores is None:
        return None
    accounts = []
    for one, other in combinations(range(len(match_replay.seats)), 2):
        boards = match_replay.seats[one], match_replay.seats[other]
        won = units["-".join(boards)]
        reasons = () if won is None else (Reason(RECORDED_RULE, say_of("chinese_poker", "as recorded"), won),)
        accounts.append(Account(boards, (one, other), match_replay.stake(one, other), (), reasons, won))
    by_seat = tuple(scores[seat] for seat in match_replay.seats)
    return Ledger((), tuple(accounts), (), _points(accounts), by_seat, (), stake_rule=STAKE_RULE, recorded=True)


def _points(accounts: Iterable[Account]) -> dict[tuple[int, int], int | None]:
    """By two seats, in both orders, the points that the first wins from the second on all their boards."""
    points: dict[tuple[int, int], int | None] = {}
    for account in accounts:
        one, other = account.seats
        before_now, won = points.get((one, other), 0), account.points
        total = None if before_now is None or won is None else before_now + won
        points[one, other], points[other, one] = total, None if total is None else -total
    return points


def _shown(board: Board, rows: Rows, scoring: Scoring) -> Shown:
    return Shown(board.name, board.seat, tuple(zip(rows, scoring.row_words(rows), strict=True)))


def _account(between: Between, scoring: Scoring) -> Account:
    one, other, pair = between.one, between.other, between.pair
    # The lines of rows come first, and there is one for each row or none.
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
        RowAccount(row_name(row), (mine, theirs), (scoring.words(row, mine), scoring.words(row, theirs)), units)
        for row, (mine, theirs, units) in enumerate(zip_longest(one.rows, other.rows, by_row))
    )

"""What statistics count in a hand of Chinese poker."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from engine.cards.packed import RANKS
from engine.games.chinese_poker.codes import FOUL
from engine.games.chinese_poker.hand import PokerHand
from engine.games.chinese_poker.ranks import PokerKind, RowClass, high_order, low_order
from engine.games.chinese_poker.rules import NATURAL_POINTS, ROW_SIZES, ROWS
from engine.games.chinese_poker.settle import HOME_RUN_RULE, NO_ROW, ROYALTY_RULE, Board, Pair, Scoring, Settlement
from engine.games.figures import CHINESE_POKER
from engine.record.match import Hand
from engine.recorded.basis import Basis
from engine.replay.game import HandReplay, Statistics
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import NO_RANK, HandCounts, KindOfPlay, PlayedKind

_MIDDLE: Final = 1


def count(replay: HandReplay, hand: Hand, outcome: HandOutcome) -> HandCounts:
    """Counts a hand."""
    del hand
    assert isinstance(replay, PokerHand)
    counts = [STATISTICS.none() for _ in replay.seats]
    if isinstance(outcome.units, dict) and outcome.units:
        for one, other in combinations(range(len(counts)), 2):
            won = outcome.units[f"{replay.seats[one]}-{replay.seats[other]}"] or 0
            counts[one]["units"] += won
            counts[other]["units"] -= won
    if outcome.basis is not Basis.PLAY:
        return HandCounts.of(counts)
    assert replay.settlement is not None
    _count_boards(replay, counts)
    if replay.scoring.rules.scoring == "best_row":
        _count_best_rows(replay.boards, counts)
    else:
        _count_pairs(replay.settlement, replay.scoring, counts)
    return HandCounts.of(counts, tuple(sorted(set(_kinds(replay)))))


def _count_boards(replay: PokerHand, counts: Sequence[dict[str, int]]) -> None:
    for board in replay.boards:
        counts[board.seat]["naturals"] += board.natural is not None
        counts[board.seat]["surrenders"] |= board.surrendered
    for each in replay.findings:
        if each.code is FOUL and each.seat is not None:
            counts[replay.seats.index(each.seat)]["fouls"] += 1


def _count_best_rows(boards: Sequence[Board], counts: Sequence[dict[str, int]]) -> None:
    for row in range(len(ROWS)):
        strengths = [board.strengths[row] for board in boards]
        best = max(strengths)
        if best != NO_ROW and strengths.count(best) == 1:
            counts[boards[strengths.index(best)].seat]["rows_won"] += 1


def _count_pairs(settlement: Settlement, scoring: Scoring, counts: Sequence[dict[str, int]]) -> None:
    for between in settlement.between:
        one, other, pair = between.one, between.other, between.pair
        mine, theirs = counts[one.seat], counts[other.seat]
        if pair.by_rows:
            for ours, others in zip(one.strengths, other.strengths, strict=True):
                if ours != others:
                    winner, loser = (mine, theirs) if ours > others else (theirs, mine)
                    winner["rows_won"] += 1
                    loser["rows_lost"] += 1
        if pair.scoop:
            winner, loser = (mine, theirs) if pair.scoop > 0 else (theirs, mine)
            winner["scoops_made"] += 1
            loser["scoops_suffered"] += 1
        factor = _royalty_factor(pair, scoring)
        for reason in pair.reasons:
            if reason.rule == ROYALTY_RULE and reason.units:
                (mine if reason.units > 0 else theirs)["royalties"] += abs(reason.units) * factor


def _royalty_factor(pair: Pair, scoring: Scoring) -> int:
    """What a scoop and a home run multiply the royalties of a settlement by."""
    rules = scoring.rules
    if not pair.scoop or not rules.scoop_multiplies_royalties:
        return 1
    home_run = any(reason.rule == HOME_RUN_RULE for reason in pair.reasons)
    return rules.scoop_multiplier * (rules.home_run_multiplier if home_run else 1)


def _kinds(replay: PokerHand) -> Iterator[PlayedKind]:
    """The rows and the naturals of each seat."""
    scoring = replay.scoring
    for board in replay.boards:
        if board.natural is not None:
            yield PlayedKind(board.seat, board.natural, sum(ROW_SIZES), NO_RANK)
        for row, strength in enumerate(board.strengths):
            if strength != NO_ROW:
                low = scoring.low_middle and row == _MIDDLE
                order = low_order() if low else high_order(scoring.rules.wheel)
                yield _row_kind(board.seat, row, order.classes[strength])


@lru_cache(maxsize=100_000)
def _row_kind(seat: int, row: int, found: RowClass) -> PlayedKind:
    return PlayedKind(seat, f"{ROWS[row]}_{found.kind.name.lower()}", ROW_SIZES[row], found.ranks[0])


STATISTICS: Final = Statistics(
    figures=CHINESE_POKER,
    count=count,
    kinds={
        **{
            f"{row}_{kind.name.lower()}": KindOfPlay(f"{kind.name.lower().replace('_', ' ')} in {row}", tuple(RANKS))
            for row in ROWS
            for kind in PokerKind
        },
        **{name: KindOfPlay(name.replace("_", " ")) for name in NATURAL_POINTS},
    },
)

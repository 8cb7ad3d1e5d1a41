"""What statistics count in a hand of Chinese poker, and how strong a dealt hand is."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from msgspec import UnsetType

from engine.cards.packed import RANKS, SUITED, Card
from engine.games.chinese_poker.hand import PokerHand
from engine.games.chinese_poker.naturals import Naturals, rank_counts, run_ranks, run_tops, suit_counts
from engine.games.chinese_poker.ranks import PokerKind, RowClass, high_order, low_order
from engine.games.chinese_poker.rules import (
    BOARD_CARDS,
    FOUL,
    NATURAL_POINTS,
    ROW_SIZES,
    ROWS,
    RULES,
    ChinesePokerRules,
)
from engine.games.chinese_poker.settle import HOME_RUN_RULE, NO_ROW, ROYALTY_RULE, Board, Pair, Scoring
from engine.games.chinese_poker.settlement import Settlement
from engine.games.figures import CHINESE_POKER
from engine.record.match import Hand
from engine.recorded.basis import Basis
from engine.replay.game import HandReplay, Statistics
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import NO_RANK, HandCounts, KindOfPlay, PlayedKind
from engine.replay.strength import UNIT, Correlation, Decile, Fit, HandStrength, Strength, Variance, dealt_cards

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
        _count_best_rows(replay.scoring, replay.boards, counts)
    else:
        _count_pairs(replay.settlement, replay.scoring, counts)
    return HandCounts.of(counts, tuple(sorted(set(_kinds(replay)))))


def _count_boards(replay: PokerHand, counts: Sequence[dict[str, int]]) -> None:
    for board in replay.boards:
        counts[board.seat]["naturals"] += board.natural is not None
        counts[board.seat]["surrenders"] |= board.surrendered
    for finding in replay.findings:
        if finding.code is FOUL and finding.seat is not None:
            counts[replay.seats.index(finding.seat)]["fouls"] += 1


def _count_best_rows(scoring: Scoring, boards: Sequence[Board], counts: Sequence[dict[str, int]]) -> None:
    for row in range(len(ROWS)):
        strengths = [scoring.compared(row, board) for board in boards]
        best = max(strengths)
        if best != NO_ROW and strengths.count(best) == 1:
            counts[boards[strengths.index(best)].seat]["rows_won"] += 1


def _count_pairs(settlement: Settlement, scoring: Scoring, counts: Sequence[dict[str, int]]) -> None:
    for between in settlement.between:
        one, other, pair = between.one, between.other, between.pair
        mine, theirs = counts[one.seat], counts[other.seat]
        if pair.by_rows:
            for sign in pair.won:
                if sign:
                    winner, loser = (mine, theirs) if sign > 0 else (theirs, mine)
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
        for row, value in enumerate(board.strengths):
            if value != NO_ROW:
                low = scoring.low_middle and row == _MIDDLE
                order = low_order() if low else high_order(scoring.rules.wheel)
                yield _row_kind(board.seat, row, order.classes[value])


@lru_cache(maxsize=100_000)
def _row_kind(seat: int, row: int, class_of_row: RowClass) -> PlayedKind:
    return PlayedKind(seat, f"{ROWS[row]}_{class_of_row.kind.name.lower()}", ROW_SIZES[row], class_of_row.ranks[0])


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


FITTED: Final = Fit(
    hands=3600,
    constant=-4474,
    weights=(350, 228, 64, 365, 40, 2105, 5166, 416, 1045, 719, 1530, 3487, 15, -68),
    lines={
        "two-four": (
            (-3733, -3671),
            (-2273, -2437),
            (-1690, -1810),
            (-1284, -1542),
            (-961, -1064),
            (-668, -796),
            (-396, -373),
            (-134, -122),
            (134, 123),
            (395, 373),
            (668, 796),
            (961, 1062),
            (1284, 1541),
            (1689, 1810),
            (2273, 2435),
            (3733, 3673),
        ),
        "one-six": (
            (-3733, -4097),
            (-2273, -2714),
            (-1690, -1873),
            (-1284, -1543),
            (-961, -1102),
            (-668, -794),
            (-396, -386),
            (-134, -87),
            (134, 88),
            (395, 386),
            (668, 794),
            (961, 1101),
            (1284, 1539),
            (1689, 1873),
            (2273, 2712),
            (3733, 4101),
        ),
        "taiwanese": (
            (-3733, -4370),
            (-2273, -2861),
            (-1690, -1945),
            (-1284, -1618),
            (-961, -1123),
            (-668, -806),
            (-396, -398),
            (-134, -83),
            (134, 84),
            (395, 398),
            (668, 806),
            (961, 1122),
            (1284, 1615),
            (1689, 1945),
            (2273, 2859),
            (3733, 4374),
        ),
    },
    deviation=5497,
    explained=496,
    elsewhere=(
        Variance(hands="made-up players who do not think at a fourth of their turns", share=357),
        Variance(hands="made-up players who play anything at half of their turns", share=338),
    ),
    correlations=(
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of the table with the result of a seat",
            strength=706,
            high_cards=121,
        ),
        Correlation(
            hands="made-up players who do not think at a fourth of their turns",
            between="the cards of the table with the result of a seat",
            strength=600,
            high_cards=-24,
        ),
        Correlation(
            hands="made-up players who play anything at half of their turns",
            between="the cards of the table with the result of a seat",
            strength=585,
            high_cards=121,
        ),
    ),
    deciles=(
        Decile(strength=-1781, predicted=0, place=0, expected=-4025, result=-4021),
        Decile(strength=-1270, predicted=0, place=0, expected=-2915, result=-2754),
        Decile(strength=-915, predicted=0, place=0, expected=-2368, result=-2461),
        Decile(strength=-604, predicted=0, place=0, expected=-1593, result=-2148),
        Decile(strength=-291, predicted=0, place=0, expected=-831, result=-831),
        Decile(strength=-15, predicted=0, place=0, expected=127, result=-369),
        Decile(strength=286, predicted=0, place=0, expected=1089, result=1141),
        Decile(strength=670, predicted=0, place=0, expected=1498, result=1631),
        Decile(strength=1239, predicted=0, place=0, expected=3283, result=3204),
        Decile(strength=2897, predicted=0, place=0, expected=5701, result=6570),
    ),
)
"""The constants of the strength of a dealt hand, as ``python -m tests.strength chinese_poker`` fits and writes them."""


_RUN: Final = 5
_RUNS: Final = tuple(frozenset(run_ranks(top, _RUN)) for top in run_tops(_RUN))
_ROW: Final = 5
_TRIPLE: Final = 3
_FOUR: Final = 4

_PRICED: Final = (
    "scoring",
    "dealing",
    "hands_each",
    "row_unit",
    "overall",
    "scoop_bonus",
    "scoop_multiplier",
    "home_run_multiplier",
    "home_run_needs",
    "royalties",
    "royalty_rule",
    "royalty_value",
    "royalty_table",
    "misset",
    "middle",
    "settle",
    "row_compare",
    "loss_cap",
)
"""The options that decide what a row, a scoop and a royalty are worth."""

_FEATURES: Final[Mapping[str, str]] = {
    "aces": "aces",
    "kings": "kings",
    "queens": "queens",
    "pairs": "ranks with two cards",
    "pair_heights": "the heights of these ranks added up, from 0 for twos to 12 for aces",
    "triples": "ranks with three cards",
    "fours": "ranks with four cards",
    "flush": "one suit or more with five cards or more",
    "second_flush": "two suits with five cards or more",
    "straight": "a straight",
    "second_straight": "two straights that share no rank",
    "straight_flush": "a straight flush",
    "full_house": "a triple and a pair",
    "two_triples": "two ranks or more with three cards",
}


def counts(cards: Sequence[Card], _level: int | None, _role: str) -> tuple[int, ...]:
    """The counts of the features in thirteen cards."""
    held = rank_counts(cards)
    suits = [count for count in suit_counts(cards) if count >= _ROW]
    pairs = [rank for rank, count in enumerate(held) if count == 2]
    triples, fours = held.count(_TRIPLE), held.count(_FOUR)
    ranks = frozenset(rank for rank, count in enumerate(held) if count)
    runs = [run for run in _RUNS if run <= ranks]
    return (
        *(held[RANKS.index(rank)] for rank in "AKQ"),
        len(pairs),
        sum(pairs),
        triples,
        fours,
        int(bool(suits)),
        int(len(suits) > 1),
        int(bool(runs)),
        int(any(not one & other for one in runs for other in runs)),
        int(_has_straight_flush(cards, runs)),
        int(bool(triples and (pairs or triples > 1))),
        int(triples > 1),
    )


def _has_straight_flush(cards: Sequence[Card], runs: Sequence[frozenset[int]]) -> bool:
    held = frozenset(cards)
    return any(all(rank * 4 + suit in held for rank in run) for run in runs for suit in range(4))


def measure(replay: object, hand: Hand, outcome: HandOutcome) -> HandStrength | None:
    """The strength of each seat, and the units that it wins of the others, stakes left aside."""
    assert isinstance(replay, PokerHand)
    rules, seats = replay.scoring.rules, replay.seats
    line = _line_of(rules)
    dealt = dealt_cards(hand, seats, (BOARD_CARDS,))
    if line is None or not any(dealt) or any(card not in SUITED for cards in dealt for card in cards or ()):
        return None
    held = [None if cards is None else _natural(cards, Naturals(rules)) for cards in dealt]
    strengths = tuple(
        None if cards is None else UNIT * natural[1] if natural else STRENGTH.of(cards)
        for cards, natural in zip(dealt, held, strict=True)
    )
    return HandStrength(strengths, _expected(strengths, held, line, Naturals(rules)), _units(seats, outcome))


def _line_of(rules: ChinesePokerRules) -> str | None:
    """The preset that prices rows as a rule set does; None if no line was fitted for it."""
    for name, preset in _PRESETS:
        if all(getattr(rules, option) == getattr(preset, option) for option in _PRICED):
            return name
    return None


def _natural(cards: Sequence[Card], naturals: Naturals) -> tuple[str, int] | None:
    """The strongest natural that thirteen cards are, and its points."""
    return next(((name, points) for name, points in naturals.points.items() if naturals.held(name, cards)), None)


def _expected(
    strengths: Sequence[int | None], held: Sequence[tuple[str, int] | None], line: str, naturals: Naturals
) -> tuple[int, ...] | None:
    known = [strength for strength in strengths if strength is not None]
    if len(known) < len(strengths):
        return None
    seats = range(len(known))
    return tuple(
        sum(
            _by_naturals(held[seat], held[other], naturals)
            if held[seat] or held[other]
            else STRENGTH.won(line, known[seat] - known[other])
            for other in seats
            if other != seat
        )
        for seat in seats
    )


def _by_naturals(one: tuple[str, int] | None, other: tuple[str, int] | None, naturals: Naturals) -> int:
    """What a seat wins of another if one of them has a natural: that of the stronger, and nothing of equal ones."""
    stronger = naturals.compare(one[0], other[0]) if one and other else bool(one) - bool(other)
    points = one[1] if one and stronger > 0 else other[1] if other else 0
    return UNIT * stronger * points


def _units(seats: Sequence[str], outcome: HandOutcome) -> tuple[int, ...] | None:
    units = outcome.units
    if not units or isinstance(units, UnsetType) or None in units.values():
        return None
    won = dict.fromkeys(seats, 0)
    for pair, count in units.items():
        one, _, other = pair.partition("-")
        won[one] += count or 0
        won[other] -= count or 0
    return tuple(UNIT * won[seat] for seat in seats)


STRENGTH: Final = Strength(
    unit="unit won of the other seats together",
    scale="unit that the cards win of one opponent with average cards, under the preset two-four",
    features=_FEATURES,
    differences={
        name: f"units that one seat wins of another under the preset {name}, by its strength less that of the other"
        for name in FITTED.lines
    },
    plain="aces",
    counts=counts,
    measure=measure,
    fitted=FITTED,
    limits=(
        "Open-face hands have no strength: their cards come one after the other, and are placed before the rest is "
        "known. The same goes for two hands a seat, for best_row, and where rows are priced in another way than by the "
        "presets named above.",
        "Thirteen cards that are a natural count as its points, whether or not it is claimed.",
    ),
)
_PRESETS: Final = tuple((name, ChinesePokerRules.of(RULES.resolve(name))) for name in FITTED.lines)

"""The strength of thirteen cards dealt closed, and the units that the cards of the table let one expect."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UnsetType

from engine.cards.packed import RANKS, SUITED, Card
from engine.games.chinese_poker.hand import PokerHand
from engine.games.chinese_poker.naturals import Naturals, rank_counts, run_ranks, run_tops, strength, suit_counts
from engine.games.chinese_poker.rules import BOARD_CARDS, RULES, ChinesePokerRules
from engine.games.chinese_poker.weights import FITTED
from engine.record.match import Hand
from engine.replay.outcome import HandOutcome
from engine.replay.strength import UNIT, HandStrength, Strength, dealt_cards

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
    return HandStrength(strengths, _expected(strengths, held, line), _units(seats, outcome))


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
    strengths: Sequence[int | None], naturals: Sequence[tuple[str, int] | None], line: str
) -> tuple[int, ...] | None:
    known = [strength for strength in strengths if strength is not None]
    if len(known) < len(strengths):
        return None
    seats = range(len(known))
    return tuple(
        sum(
            _by_naturals(naturals[seat], naturals[other])
            if naturals[seat] or naturals[other]
            else STRENGTH.won(line, known[seat] - known[other])
            for other in seats
            if other != seat
        )
        for seat in seats
    )


def _by_naturals(one: tuple[str, int] | None, other: tuple[str, int] | None) -> int:
    """What a seat wins of another if one of them has a natural: that of the stronger, and nothing of equal ones."""
    if one and (other is None or strength(one[0]) > strength(other[0])):
        return UNIT * one[1]
    if other and (one is None or strength(other[0]) > strength(one[0])):
        return -UNIT * other[1]
    return 0


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

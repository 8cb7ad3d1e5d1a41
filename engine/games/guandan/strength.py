"""The strength of a dealt hand of Guandan, and the levels that the cards of the table let one expect."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import UnsetType

from engine.cards.packed import BLACK_JOKER, RED_JOKER, SUITED, Card, rank_of, suit_of
from engine.games.guandan.combinations import wild_card
from engine.games.guandan.play import GuandanHand
from engine.games.guandan.scoring import STEPS
from engine.games.guandan.weights import FITTED
from engine.record.match import Hand
from engine.replay.outcome import HandOutcome
from engine.replay.strength import UNIT, HandStrength, Strength, dealt_cards

_HAND_CARDS: Final = 27
_RANKS: Final = 13
_KING: Final = 11
_ACE: Final = 12
_TEN: Final = 8
_BOMB: Final = 4
_RUN: Final = 5
_LOOSE_IN_RUN: Final = 3

_FEATURES: Final[Mapping[str, str]] = {
    "red_jokers": "red jokers",
    "black_jokers": "black jokers",
    "four_jokers": "all four jokers together",
    "wild_cards": "wild cards (hearts of the level)",
    "level_cards": "other cards of the level",
    "aces": "aces, unless they are the level",
    "kings": "kings, unless they are the level",
    "bombs_of_4": "ranks with four cards, without wild cards",
    "bombs_of_5": "ranks with five cards",
    "bombs_of_6": "ranks with six cards or more",
    "straight_flushes": "suits with a straight flush, without wild cards",
    "boosts": "wild cards that make a bomb of a triple",
    "plays": "plays that all other cards of the ranks are divided into",
    "loose": "of these plays, single cards below ten",
}


def counts(cards: Sequence[Card], level: int | None, _role: str) -> tuple[int, ...]:
    """The counts of the features in the cards of a seat.

    What is no joker, wild card or bomb is divided into plays: straights from the lowest up that use three single cards
    or more, then triples with pairs, and the rest.
    """
    wild_heart = -1 if level is None else wild_card(level)
    wild = cards.count(wild_heart)
    held = [0] * _RANKS
    suits = [0] * 4
    for card in cards:
        if card in SUITED and card != wild_heart:
            held[rank_of(card)] += 1
            suits[suit_of(card)] |= 1 << rank_of(card)
    reds, blacks = cards.count(RED_JOKER), cards.count(BLACK_JOKER)
    left = [count if count < _BOMB else 0 for count in held]
    straights = _take_straights(left)
    singles = [rank for rank in range(_RANKS) if left[rank] == 1]
    pairs, triples = left.count(2), left.count(3)
    boosts = min(wild, triples)
    return (
        reds,
        blacks,
        int(reds + blacks == _BOMB),
        wild,
        0 if level is None else held[level],
        0 if level == _ACE else held[_ACE],
        0 if level == _KING else held[_KING],
        held.count(_BOMB),
        held.count(_BOMB + 1),
        sum(count > _BOMB + 1 for count in held),
        sum(any(mask & run == run for run in _RUN_MASKS) for mask in suits),
        boosts,
        straights + len(singles) + max(pairs, triples - boosts),
        sum(rank < _TEN and rank != level for rank in singles),
    )


_RUNS: Final = tuple(tuple((top - below) % _RANKS for below in range(_RUN)) for top in range(_RUN - 2, _RANKS))
_RUN_MASKS: Final = tuple(sum(1 << rank for rank in run) for run in _RUNS)


def _take_straights(left: list[int]) -> int:
    """Takes straights out of counts of ranks; returns their number."""
    taken = 0
    for run in _RUNS:
        while all(left[rank] for rank in run) and sum(left[rank] == 1 for rank in run) >= _LOOSE_IN_RUN:
            taken += 1
            for rank in run:
                left[rank] -= 1
    return taken


def measure(replay: object, hand: Hand, outcome: HandOutcome) -> HandStrength | None:
    """The strength of each seat at the level of the hand, and the levels that its side gains less those of the other
    side.
    """
    assert isinstance(replay, GuandanHand)
    seats, level = replay.table.seats, replay.level
    dealt = dealt_cards(hand, seats, (_HAND_CARDS,))
    if level is None or not any(dealt):
        return None
    strengths = tuple(None if cards is None else STRENGTH.of(cards, level) for cards in dealt)
    return HandStrength(strengths, _expected(strengths), _levels(seats, outcome))


def _expected(strengths: Sequence[int | None]) -> tuple[int, ...] | None:
    known = [strength for strength in strengths if strength is not None]
    if len(known) < len(strengths):
        return None
    ahead = known[0] + known[2] - known[1] - known[3]
    won = STRENGTH.won("sides", ahead)
    return won, -won, won, -won


def _levels(seats: Sequence[str], outcome: HandOutcome) -> tuple[int, ...] | None:
    """The levels that each side gains by the order of finish, less those that the other gains; wherever both are
    between 2 and A.
    """
    if outcome.basis is None or isinstance(outcome.finish, UnsetType):
        return None
    order = [seats.index(seat) for place in outcome.finish for seat in place]
    return _levels_by(order) if len(order) == len(seats) else None


def _levels_by(order: Sequence[int]) -> tuple[int, ...]:
    banker = order[0]
    steps = STEPS[order.index((banker + 2) % 4)]
    return tuple(UNIT * (steps if (seat - banker) % 2 == 0 else -steps) for seat in range(len(order)))


def of_features(features: Sequence[Sequence[int]], order: Sequence[int]) -> HandStrength:
    """The strength of each seat from the features of its dealt cards, and what it gained by a whole order of finish."""
    strengths = tuple(map(STRENGTH.of_counts, features))
    return HandStrength(strengths, _expected(strengths), _levels_by(order))


STRENGTH: Final = Strength(
    unit="level that the side gains more than the other side, wherever both are between 2 and A",
    scale="place earlier at which the seat goes out, with average cards at the other seats",
    features=_FEATURES,
    differences={
        "sides": "levels gained by a side less those of the other, by the strengths of its two seats less those of the "
        "other two"
    },
    plain="jokers and wild cards",
    counts=counts,
    measure=measure,
    fitted=FITTED,
    limits=(
        "Tribute comes after the deal: a card that is paid or returned counts for the seat to which it was dealt.",
        "Near A fewer levels can be gained than the cards are worth; both numbers leave that out.",
    ),
)

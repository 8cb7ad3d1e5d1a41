"""The strength of a dealt hand of Big A, and the points that the cards of the table let one expect."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cards.packed import BLACK_JOKER, RANKS, RED_JOKER, SUITED, Card, rank_of
from engine.climbing.strength import Side
from engine.games.big_a.deal import SEATS
from engine.games.big_a.play import BigAHand
from engine.games.big_a.rules import RULES, BigARules
from engine.games.big_a.scoring import settle
from engine.games.big_a.weights import FITTED
from engine.record.match import Hand
from engine.replay.outcome import HandOutcome
from engine.replay.strength import HandStrength, Strength
from engine.rulebook.sentences import marked

_SIZES: Final = (21, 22)
_SEATS: Final = ("",) * SEATS
"""Names of seats, of which points need none."""
_SIDE: Final = Side("declarer", "partner", "pair")
_LOW: Final = frozenset(map(RANKS.index, "456789"))
_EGG: Final = 3
_FOUR: Final = 4
_PLACES: Final = tuple(RANKS.index(rank) for rank in "A23456789TJQK")
_RUN: Final = 3
_RULES: Final = BigARules.of(RULES.resolve("catsatcards"))

_FEATURES: Final[Mapping[str, str]] = {
    "red_jokers": marked("red jokers"),
    "black_jokers": marked("black jokers"),
    "jokers_together": marked("jokers beyond the first"),
    "threes": marked("threes"),
    "twos": marked("twos"),
    "aces": marked("aces, a Big A among them"),
    "kings": marked("kings"),
    "fours": marked("cards of rank 4"),
    "eggs": marked("ranks with three cards"),
    "fours_of_a_rank": marked("ranks with four cards"),
    "fives": marked("ranks with five cards or more"),
    "plays": marked("plays that all other cards of the ranks are divided into"),
    "loose": marked("of these plays, single cards from 4 to 9"),
    "declarer": marked("declarer with a partner"),
    "partner": marked("partner"),
    "alone": marked("declarer without a partner"),
}


def counts(cards: Sequence[Card], _level: int | None, role: str) -> tuple[int, ...]:
    """The counts of the features in the cards of a seat with a role.

    What is no joker and no bomb is divided into plays: sequences of three and more single cards, from the lowest up,
    then pairs and single cards.
    """
    held = [0] * len(RANKS)
    for card in cards:
        if card in SUITED:
            held[rank_of(card)] += 1
    red, black = cards.count(RED_JOKER), cards.count(BLACK_JOKER)
    left = [count if count < _EGG else 0 for count in held]
    sequences = _take_sequences(left)
    return (
        red,
        black,
        max(red + black - 1, 0),
        *(held[RANKS.index(rank)] for rank in "32AK4"),
        held.count(_EGG),
        held.count(_FOUR),
        sum(count > _FOUR for count in held),
        sequences + sum(count > 0 for count in left),
        sum(left[rank] == 1 for rank in _LOW),
        *(int(role == name) for name in ("declarer", "partner", "alone")),
    )


def _take_sequences(left: list[int]) -> int:
    """Takes runs of single cards out of counts of ranks; returns their number."""
    taken = 0
    run: list[int] = []
    for rank in (*_PLACES, None):
        if rank is not None and left[rank] == 1:
            run.append(rank)
            continue
        if len(run) >= _RUN:
            taken += 1
            for each in run:
                left[each] = 0
        run = []
    return taken


def measure(replay: object, hand: Hand, outcome: HandOutcome) -> HandStrength | None:
    """The strength of each seat in its role, and the points of the places if the Big A were not both exposed."""
    assert isinstance(replay, BigAHand)
    return _SIDE.measure(STRENGTH, _SIZES, replay.table.seats, hand, outcome, _points)


def of_features(
    features: Sequence[Sequence[int]], finish: Sequence[Sequence[int]], declarer: int, partner: int
) -> HandStrength:
    """The same from the features of the dealt cards of each seat but for its role, and from an order of finish."""
    return _SIDE.measured(STRENGTH, features, finish, declarer, partner, _points)


def _points(finish: Sequence[Sequence[int]], declarer: int, partner: int) -> tuple[int, ...]:
    return settle(finish, declarer, partner, exposed=False, rules=_RULES, seats=_SEATS).points


STRENGTH: Final = Strength(
    unit=marked("point, with at most one Big A exposed"),
    scale=marked("place earlier at which the seat goes out, with average cards at the other seats"),
    features=_FEATURES,
    differences={
        "pair": marked(
            "points of the partner, by the mean strength of declarer and partner less that of the opponents"
        ),
        "alone": marked("a fourth of the points of a declarer alone, by its strength less the mean of the opponents"),
    },
    plain=marked("jokers"),
    counts=counts,
    measure=measure,
    fitted=FITTED,
    limits=(marked("Whether both Big A were exposed, which raises the points, is left out of both numbers."),),
)

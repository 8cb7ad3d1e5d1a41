"""The strength of a dealt hand of Bao Huang, and the points that the cards of the table let one expect."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cards.packed import (
    BLACK_JOKER,
    EMPEROR_JOKER,
    JOKERS,
    PROTECTOR_JOKER,
    RANKS,
    RED_JOKER,
    Card,
    rank_of,
)
from engine.climbing.strength import Side
from engine.games.bao_huang.play import BaoHuangHand
from engine.games.bao_huang.rules import RULES, BaoHuangRules
from engine.games.bao_huang.scoring import Declared, Roles, settle
from engine.games.bao_huang.weights import FITTED
from engine.record.match import Hand
from engine.replay.outcome import HandOutcome
from engine.replay.strength import HandStrength, Strength
from engine.rulebook.sentences import marked

_SIZES: Final = (33, 34)
"""Of the deck of 168 cards, the only one on which the weights were fitted."""
_SIDE: Final = Side("emperor", "protector", "court")
_LOW: Final = frozenset(map(RANKS.index, "6789T"))
_SMALL: Final = 2
_LARGE: Final = 5
_SEATS: Final = ("0", "1", "2", "3", "4")
_RULES: Final = BaoHuangRules.of(RULES.resolve("gamerules"))

_FEATURES: Final[Mapping[str, str]] = {
    "red_jokers": marked("red jokers, the emperor card among them"),
    "black_jokers": marked("black jokers, the protector's among them"),
    "twos": marked("twos"),
    "aces": marked("aces"),
    "kings": marked("kings"),
    "queens": marked("queens"),
    "ranks": marked("ranks of which the seat has a card"),
    "small_sets": marked("ranks from 6 to T of which it has one card or two"),
    "large_sets": marked("ranks of which it has five cards or more"),
    "emperor": marked("emperor with a protector"),
    "protector": marked("protector"),
    "alone": marked("emperor without a protector"),
}


def counts(cards: Sequence[Card], _level: int | None, role: str) -> tuple[int, ...]:
    """The counts of the features in the cards of a seat with a role."""
    held = [0] * len(RANKS)
    for card in cards:
        if card not in JOKERS:
            held[rank_of(card)] += 1
    return (
        cards.count(RED_JOKER) + cards.count(EMPEROR_JOKER),
        cards.count(BLACK_JOKER) + cards.count(PROTECTOR_JOKER),
        *(held[RANKS.index(rank)] for rank in "2AKQ"),
        sum(count > 0 for count in held),
        sum(0 < held[rank] <= _SMALL for rank in _LOW),
        sum(count >= _LARGE for count in held),
        *(int(role == name) for name in ("emperor", "protector", "alone")),
    )


def measure(replay: object, hand: Hand, outcome: HandOutcome) -> HandStrength | None:
    """The strength of each seat in its role, and the points of its place under 2-1-0 if nothing was declared."""
    assert isinstance(replay, BaoHuangHand)
    return _SIDE.measure(STRENGTH, _SIZES, replay.table.seats, hand, outcome, _points)


def of_features(
    features: Sequence[Sequence[int]], finish: Sequence[Sequence[int]], emperor: int, protector: int
) -> HandStrength:
    """The same from the features of the dealt cards of each seat but for its role, and from an order of finish."""
    return _SIDE.measured(STRENGTH, features, finish, emperor, protector, _points)


def _points(finish: Sequence[Sequence[int]], emperor: int, protector: int) -> Sequence[int]:
    return settle(finish, Roles(emperor, protector), Declared(), _RULES, _SEATS)[0]


STRENGTH: Final = Strength(
    unit=marked("point under the scoring 2-1-0, with nothing declared"),
    scale=marked("place earlier at which the seat goes out, with average cards at the other seats"),
    features=_FEATURES,
    differences={
        "court": marked(
            "points of the protector, by the mean strength of emperor and protector less that of the farmers"
        ),
        "alone": marked("a fourth of the points of an emperor alone, by its strength less the mean of the farmers"),
    },
    plain=marked("jokers"),
    counts=counts,
    measure=measure,
    fitted=FITTED,
    limits=(
        marked("The weights are those of the deck of 168 cards; with 216 cards nothing is said."),
        marked(
            "Tribute comes after the deal: a card that is given or taken counts for the seat to which it was dealt."
        ),
        marked("Which points a table plays for, and what was declared, is left out of both numbers."),
    ),
)

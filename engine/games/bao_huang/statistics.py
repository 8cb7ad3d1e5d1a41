"""What statistics count in a hand of Bao Huang, and how strong a dealt hand is."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
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
from engine.climbing.passes import passes_able
from engine.climbing.statistics import count_plays
from engine.climbing.strength import Side
from engine.games.bao_huang.combinations import ORDER, can_beat, parts
from engine.games.bao_huang.play import BaoHuangHand
from engine.games.bao_huang.rules import RULES, BaoHuangRules
from engine.games.bao_huang.scoring import DeclarationEffect, Roles, settle
from engine.games.figures import BAO_HUANG
from engine.record.match import Hand
from engine.recorded.basis import Basis
from engine.replay.game import HandReplay, Statistics
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import HandCounts, KindOfPlay, PlayedKind
from engine.replay.strength import Correlation, Decile, Fit, HandStrength, Strength, Variance
from engine.rulebook.sentences import marked

_KINDS: Final[Mapping[str, KindOfPlay]] = MappingProxyType(
    {
        "equal": KindOfPlay(marked("cards of one rank"), tuple(ORDER)),
        "with_jokers": KindOfPlay(marked("cards of one rank with jokers"), tuple(ORDER)),
        "jokers": KindOfPlay(marked("jokers"), ("BJ", "RJ")),
    }
)


def count(replay: HandReplay, hand: Hand, outcome: HandOutcome) -> HandCounts:
    """Counts a hand."""
    assert isinstance(replay, BaoHuangHand)
    counts = [STATISTICS.none() for _ in replay.table.seats]
    roles = outcome.roles if isinstance(outcome.roles, dict) else {}
    emperor, protector = roles.get("emperor"), roles.get("protector")
    for of_seat, name in zip(counts, replay.table.seats, strict=True):
        of_seat["alone"] = int(emperor == protector == name)
        of_seat["protected"] = int(protector == name and emperor not in (None, name))
    for seat, _ in replay.declarations.announced:
        counts[seat]["declared"] = 1
    if outcome.basis is not Basis.PLAY:
        return HandCounts.of(counts)
    count_plays(replay, hand.actions, counts)
    played = {(play[0], play[3]) for play in replay.table.notes.plays if isinstance(play[3], int) and play[1] > 1}
    return HandCounts.of(counts, tuple(sorted({played_kind(seat, form) for seat, form in played})))


def passes(replay: HandReplay, hand: Hand) -> list[int]:
    """Does the actions of a hand, and counts by seat the passes with which it could have beaten the table."""
    assert isinstance(replay, BaoHuangHand)
    rules = replay.reader.rules
    return passes_able(replay, hand.actions, lambda form, held: can_beat(held, form, rules))


@lru_cache(maxsize=20_000)
def played_kind(seat: int, form: int) -> PlayedKind:
    """The kind of a play that forms something."""
    rank, equal, black, red = parts(form)
    kind = "jokers" if not equal else "with_jokers" if black or red else "equal"
    return PlayedKind(seat, kind, equal + black + red, rank if equal else int(not black))


STATISTICS: Final = Statistics(
    figures=BAO_HUANG,
    count=count,
    others=marked("farmer"),
    passes_able=passes,
    kinds=_KINDS,
)


FITTED: Final = Fit(
    hands=1920,
    constant=1507,
    weights=(483, 436, 90, 39, 34, 15, -267, -16, -34, -23, -601, -160),
    lines={
        "court": (
            (-793, -1281),
            (-517, -1094),
            (-382, -781),
            (-280, -588),
            (-179, -438),
            (-53, -244),
            (69, 135),
            (158, 312),
            (236, 495),
            (328, 510),
            (514, 709),
            (768, 1104),
            (1081, 1701),
        ),
        "alone": ((-71, -1333), (230, -667), (515, -381), (748, 714), (1069, 1476), (1673, 1969)),
    },
    deviation=3243,
    explained=156,
    elsewhere=(
        Variance(hands="made-up players who do not think at a fourth of their turns", share=49),
        Variance(hands="made-up players who play anything at half of their turns", share=-246),
    ),
    correlations=(
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of a seat with the place that it takes",
            strength=380,
            high_cards=318,
        ),
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of the table with the result of a seat",
            strength=396,
            high_cards=238,
        ),
        Correlation(
            hands="made-up players who do not think at a fourth of their turns",
            between="the cards of a seat with the place that it takes",
            strength=269,
            high_cards=179,
        ),
        Correlation(
            hands="made-up players who do not think at a fourth of their turns",
            between="the cards of the table with the result of a seat",
            strength=268,
            high_cards=94,
        ),
        Correlation(
            hands="made-up players who play anything at half of their turns",
            between="the cards of a seat with the place that it takes",
            strength=-38,
            high_cards=-56,
        ),
        Correlation(
            hands="made-up players who play anything at half of their turns",
            between="the cards of the table with the result of a seat",
            strength=-73,
            high_cards=-227,
        ),
    ),
    deciles=(
        Decile(strength=-809, predicted=3809, place=3747, expected=-540, result=-525),
        Decile(strength=-563, predicted=3563, place=3400, expected=-453, result=-300),
        Decile(strength=-365, predicted=3365, place=3404, expected=-292, result=-253),
        Decile(strength=-245, predicted=3245, place=3247, expected=-402, result=-383),
        Decile(strength=-114, predicted=3114, place=3221, expected=-288, result=-489),
        Decile(strength=53, predicted=2947, place=3036, expected=-233, result=-317),
        Decile(strength=196, predicted=2804, place=2900, expected=-61, result=-86),
        Decile(strength=340, predicted=2660, place=2740, expected=32, result=31),
        Decile(strength=563, predicted=2437, place=2399, expected=428, result=789),
        Decile(strength=993, predicted=2007, place=1906, expected=1810, result=1533),
    ),
)
"""The constants of the strength of a dealt hand, as ``python -m tests.strength bao_huang`` fits and writes them."""


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
    "ranks": marked("ranks that the seat holds"),
    "small_sets": marked("ranks from 6 to T with one or two cards"),
    "large_sets": marked("ranks with five cards or more"),
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
    return settle(finish, Roles(emperor, protector), DeclarationEffect(), _RULES, _SEATS)[0]


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

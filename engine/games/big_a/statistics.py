"""What statistics count in a hand of Big A, and how strong a dealt hand is."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.cards.packed import BLACK_JOKER, LANES, RANKS, RED_JOKER, SUITED, SUITS, Card, card_of, copies, rank_of
from engine.climbing.bombs import bombs_played
from engine.climbing.passes import passes_able
from engine.climbing.reader import Play
from engine.climbing.statistics import count_plays
from engine.climbing.strength import Side
from engine.climbing.table import CountedPlay
from engine.games.big_a.beating import can_beat
from engine.games.big_a.combinations import (
    BIG_ACE_PAIR,
    BOMBS,
    FAKE_EIGHT,
    FIVE,
    FOUR_JOKERS,
    JOKER_KINDS,
    KIND_NAMES,
    KIND_WORDS,
    ORDER,
    RUNS,
    SEVEN,
    SINGLE,
    SIX,
    THREE_JOKERS,
    TRIPLE,
    TRIPLE_SEQUENCE,
    TRUE_EIGHT,
    TWO_JOKERS,
    BigACombination,
    kind_of,
    size_of,
)
from engine.games.big_a.combinations import FOUR as FOUR_OF_A_RANK
from engine.games.big_a.play import BigAHand
from engine.games.big_a.reader import FOUR, Capture
from engine.games.big_a.roles import SEATS
from engine.games.big_a.rules import RULES, BigARules
from engine.games.big_a.scoring import settle
from engine.games.figures import BIG_A
from engine.record.match import Hand
from engine.recorded.basis import Basis
from engine.replay.game import HandReplay, Statistics
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import NO_RANK, HandCounts, KindOfPlay, PlayedKind
from engine.replay.strength import Correlation, Decile, Fit, HandStrength, Strength, Variance
from engine.rulebook.sentences import marked

_SINGLES: Final = (*ORDER, "BJ", "RJ", "Big A")
_BOMBS: Final[Mapping[int, tuple[int, str]]] = MappingProxyType(
    {
        TRIPLE: (3, marked("triple")),
        FOUR_OF_A_RANK: (4, marked("four of a rank")),
        FIVE: (5, marked("five of a rank")),
        SIX: (6, marked("six of a rank")),
        TWO_JOKERS: (2, marked("two jokers")),
        TRIPLE_SEQUENCE: (9, marked("triple sequence")),
        FAKE_EIGHT: (8, marked("fake eight")),
        SEVEN: (7, marked("seven of a rank")),
        TRUE_EIGHT: (8, marked("true eight")),
        THREE_JOKERS: (3, marked("three jokers")),
        FOUR_JOKERS: (4, marked("four jokers")),
        BIG_ACE_PAIR: (2, marked("Big Ace pair")),
    }
)
"""The bombs from low to high, each with its number of cards and what it is called."""
BOMB_KINDS: Final = tuple((KIND_NAMES[kind], size) for kind, (size, _) in _BOMBS.items())
"""The names and the sizes of the bombs from low to high."""
_FOURS: Final = tuple(card_of(FOUR, suit) for suit in range(len(SUITS)))
_LANES_OF_FOURS: Final = sum(LANES[card] for card in _FOURS)
_WITHOUT_RANK: Final = JOKER_KINDS | {BIG_ACE_PAIR}


def count(replay: HandReplay, hand: Hand, outcome: HandOutcome) -> HandCounts:
    """Counts a hand."""
    assert isinstance(replay, BigAHand)
    counts = [STATISTICS.none() for _ in replay.table.seats]
    kinds: set[PlayedKind] = set()
    bombs: list[tuple[int, str, int]] = []
    for seat in replay.drawing.exposers:
        counts[seat]["exposed"] = 1
    for seat in replay.drawing.overcallers:
        counts[seat]["overcalled"] = 1
    if outcome.basis is Basis.PLAY:
        count_plays(replay, hand.actions, counts)
        for place, play in enumerate(replay.table.notes.plays):
            counts[play[0]]["captured"] += isinstance(play[4], Capture)
            counts[play[0]]["fours_played"] += _fours_in(play)
            if isinstance(play[3], int) and play[1] > 1:
                kinds.add(played_kind(play[0], play[3]))
                if kind_of(play[3]) >= BOMBS:
                    bombs.append((place, KIND_NAMES[kind_of(play[3])], size_of(play[3])))
    return HandCounts.of(counts, tuple(sorted(kinds)), bombs_played(replay.table, bombs))


def passes(replay: HandReplay, hand: Hand) -> list[int]:
    """Does the actions of a hand, and counts by seat the passes with which it could have beaten the table."""
    assert isinstance(replay, BigAHand)
    return passes_able(replay, hand.actions, lambda form, held: can_beat(held, form, replay.big_a.ace))


def _fours_in(play: CountedPlay) -> int:
    cards = play[4]
    if isinstance(cards, Play):
        return sum(1 for card in cards.cards if card < BLACK_JOKER and rank_of(card) == FOUR)
    return sum(copies(play[2], card) for card in _FOURS) if play[2] & _LANES_OF_FOURS else 0


@lru_cache(maxsize=20_000)
def played_kind(seat: int, form: int) -> PlayedKind:
    """That a seat played a form."""
    kind = kind_of(form)
    ranks = _ranks_of(kind)
    rank = ranks.index(BigACombination(form).rank) if ranks else NO_RANK
    return PlayedKind(seat, KIND_NAMES[kind], size_of(form), rank)


def _ranks_of(kind: int) -> tuple[str, ...]:
    if kind in _WITHOUT_RANK:
        return ()
    return tuple(RANKS) if kind in RUNS else _SINGLES if kind == SINGLE else tuple(ORDER)


STATISTICS: Final = Statistics(
    figures=BIG_A,
    count=count,
    others=marked("opponent"),
    passes_able=passes,
    bombs=dict(zip(BOMB_KINDS, (words for _, words in _BOMBS.values()), strict=True)),
    kinds={name: KindOfPlay(KIND_WORDS[kind], _ranks_of(kind)) for kind, name in KIND_NAMES.items()},
)


FITTED: Final = Fit(
    hands=1439,
    constant=294,
    weights=(228, 132, 60, 32, 35, -42, 10, 47, 16, 116, 137, -109, -69, 754, 562, 1011),
    lines={
        "pair": (
            (18, -301),
            (179, 68),
            (267, 96),
            (372, 233),
            (464, 270),
            (533, 740),
            (634, 842),
            (710, 892),
            (766, 973),
            (831, 1370),
            (1039, 1386),
        ),
        "alone": ((670, 896), (1034, 2149), (1445, 4418)),
    },
    deviation=4160,
    explained=254,
    elsewhere=(
        Variance(hands="made-up players who do not think at a fourth of their turns", share=217),
        Variance(hands="made-up players who play anything at half of their turns", share=67),
    ),
    correlations=(
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of a seat with the place that it takes",
            strength=325,
            high_cards=112,
        ),
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of the table with the result of a seat",
            strength=506,
            high_cards=100,
        ),
        Correlation(
            hands="made-up players who do not think at a fourth of their turns",
            between="the cards of a seat with the place that it takes",
            strength=253,
            high_cards=102,
        ),
        Correlation(
            hands="made-up players who do not think at a fourth of their turns",
            between="the cards of the table with the result of a seat",
            strength=472,
            high_cards=83,
        ),
        Correlation(
            hands="made-up players who play anything at half of their turns",
            between="the cards of a seat with the place that it takes",
            strength=136,
            high_cards=61,
        ),
        Correlation(
            hands="made-up players who play anything at half of their turns",
            between="the cards of the table with the result of a seat",
            strength=324,
            high_cards=51,
        ),
    ),
    deciles=(
        Decile(strength=-715, predicted=3715, place=3500, expected=-1348, result=-1047),
        Decile(strength=-483, predicted=3483, place=3429, expected=-1240, result=-1128),
        Decile(strength=-350, predicted=3350, place=3386, expected=-1051, result=-986),
        Decile(strength=-223, predicted=3223, place=3182, expected=-899, result=-728),
        Decile(strength=-100, predicted=3100, place=3338, expected=-691, result=-1139),
        Decile(strength=20, predicted=2980, place=3033, expected=-310, result=-286),
        Decile(strength=152, predicted=2848, place=2783, expected=69, result=248),
        Decile(strength=305, predicted=2695, place=2819, expected=591, result=369),
        Decile(strength=494, predicted=2506, place=2553, expected=1252, result=1109),
        Decile(strength=828, predicted=2172, place=1978, expected=3622, result=3583),
    ),
)
"""The constants of the strength of a dealt hand, as ``python -m tests.strength big_a`` fits and writes them."""


_SIZES: Final = (21, 22)
_SEATS: Final = ("",) * SEATS
"""Empty names: points do not need the names of seats."""
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
            for strength in run:
                left[strength] = 0
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

"""What statistics count in a hand of Guandan, and how strong a dealt hand is."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from msgspec import UnsetType

from engine.cards.packed import (
    BLACK_JOKER,
    LANES,
    RANKS,
    RED_JOKER,
    SUITED,
    UNKNOWN,
    Card,
    copies,
    rank_of,
    suit_of,
    unpack,
)
from engine.climbing.bombs import bombs_played
from engine.climbing.passes import passes_able
from engine.climbing.reader import Play
from engine.climbing.statistics import count_plays
from engine.climbing.table import CountedPlay
from engine.games.figures import GUANDAN
from engine.games.guandan.beating import Ranks
from engine.games.guandan.combinations import (
    BLACK_STRENGTH,
    BOMBS,
    JOKER_BOMB,
    KINDS,
    LEVEL_STRENGTH,
    PAIR,
    RED_STRENGTH,
    SINGLE,
    STRAIGHT_FLUSH,
    CombinationKind,
    GuandanCombinationRules,
    kind_of,
    readings,
    shape_of,
    wild_card,
)
from engine.games.guandan.play import GuandanHand
from engine.games.guandan.reader import UNJUDGED
from engine.games.guandan.scoring import ACE, STEPS
from engine.record.match import Hand
from engine.recorded.basis import Basis
from engine.replay.game import HandReplay, Statistics
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import NO_RANK, BombsPlayed, HandCounts, KindOfPlay, PlayedKind
from engine.replay.strength import UNIT, Correlation, Decile, Fit, HandStrength, Strength, Variance, dealt_cards
from engine.rulebook.sentences import Text, say_of

_RANKS: Final = (*RANKS, "BJ", "RJ")
_RANK_OF_STRENGTH: Final[Mapping[int, int]] = {BLACK_STRENGTH: _RANKS.index("BJ"), RED_STRENGTH: _RANKS.index("RJ")}
_TEAM: Final = 2
_LEAST_BOMB: Final = BOMBS << 8
"""The least form of a bomb."""
_COUNTED_BOMBS: Final[Mapping[CombinationKind, str]] = MappingProxyType(
    {JOKER_BOMB: "joker_bombs", STRAIGHT_FLUSH: "straight_flushes"}
)
"""The figures of kinds of bombs that are not those of equal cards."""


def count(replay: HandReplay, hand: Hand, outcome: HandOutcome) -> HandCounts:
    """Counts a hand."""
    assert isinstance(replay, GuandanHand)
    counts = [STATISTICS.none() for _ in replay.table.seats]
    _count_hand(replay, outcome, counts)
    kinds: tuple[PlayedKind, ...] = ()
    bombs: tuple[BombsPlayed, ...] = ()
    if outcome.basis is Basis.PLAY:
        count_plays(replay, hand.actions, counts)
        kinds, bombs = _count_combinations(replay, counts)
    return HandCounts.of(counts, kinds, bombs, replay.level)


def passes(replay: HandReplay, hand: Hand) -> list[int]:
    """Does the actions of a hand, and counts by seat the passes with which it could have beaten the table.

    At an unknown level it is not known what beats what, so that no pass counts.
    """
    assert isinstance(replay, GuandanHand)
    level_known = replay.level is not None
    rules = GuandanCombinationRules(replay.level, replay.exchange.tribute.rules.joker_pair_in_full_house)
    return passes_able(replay, hand.actions, lambda form, held: level_known and Ranks(held, rules).can_beat(form))


def _count_hand(replay: GuandanHand, outcome: HandOutcome, counts: Sequence[dict[str, int]]) -> None:
    names = replay.table.seats
    finish = outcome.finish if isinstance(outcome.finish, list) else []
    first = [names.index(place[0]) for place in finish[:_TEAM] if len(place) == 1]
    if first:
        counts[first[0]]["banker"] = 1
    if len(first) == _TEAM and (first[0] - first[1]) % _TEAM == 0:
        for seat, of_seat in enumerate(counts):
            of_seat["doubles_made" if (seat - first[0]) % _TEAM == 0 else "doubles_suffered"] = 1
    tribute = replay.exchange.tribute
    if tribute.handed:
        _count_tributes(replay, counts)
    if tribute.resisting:
        for seat, of_seat in enumerate(counts):
            of_seat["resisted"] = int(any((seat - other) % _TEAM == 0 for other in tribute.resisting))
    if replay.level == ACE:
        for seat, of_seat in enumerate(counts):
            if replay.setter == seat % _TEAM:
                of_seat["at_a"], of_seat["at_a_won"] = 1, int(replay.winner == replay.setter)


def _count_tributes(replay: GuandanHand, counts: Sequence[dict[str, int]]) -> None:
    """Counts the payments.  Where it is not known which seat got which card, each receiver left got one."""
    tribute = replay.exchange.tribute
    received: list[int] = []
    unplaced = 0
    for payer, named in tribute.handed:
        counts[payer]["tributes_paid"] += 1
        to = tribute.due_to(payer) if named is None else named
        if to is None:
            unplaced += 1
        else:
            received.append(to)
    if unplaced and tribute.debts is not None and not tribute.payers_left:
        received += [seat for seat in tribute.debts.receivers if seat not in received][:unplaced]
    for seat in received:
        counts[seat]["tributes_received"] += 1


def _count_combinations(
    replay: GuandanHand, counts: Sequence[dict[str, int]]
) -> tuple[tuple[PlayedKind, ...], tuple[BombsPlayed, ...]]:
    wild = UNKNOWN if replay.level is None else wild_card(replay.level)
    wild_lane = 0 if replay.level is None else LANES[wild]
    bombs: list[tuple[int, str, int]] = []
    plays: list[tuple[int, int, Any, Any, object]] = replay.table.notes.plays
    if replay.level is None:
        plays = [(*play[:3], _natural_form(replay, play), play[4]) for play in plays]
    formed = [(place, play) for place, play in enumerate(plays) if play[3] is not None]
    # Few plays are bombs, or may have wild cards.
    for place, (seat, _, packed, form, cards) in [
        item for item in formed if item[1][3] >= _LEAST_BOMB or item[1][2] & wild_lane or not item[1][2]
    ]:
        if packed:
            wilds = copies(packed, wild) if packed & wild_lane else 0
        else:
            wilds = cards.cards.count(wild) if isinstance(cards, Play) else 0
        if form >= _LEAST_BOMB:
            kind = kind_of(form)
            which = _COUNTED_BOMBS.get(kind, "bombs")
            bombs.append((place, kind.name, kind.size))
            counts[seat][which] += 1
            counts[seat]["wild_in_bombs"] += wilds
        counts[seat]["wild_cards"] += wilds
    played = {(play[0], play[3]) for _, play in formed if play[3] >> 8 != SINGLE.number}
    kinds = tuple(sorted({played_kind(seat, form, replay.level) for seat, form in played}))
    return kinds, bombs_played(replay.table, bombs)


def _natural_form(replay: GuandanHand, play: CountedPlay) -> int | None:
    """At an unknown level, what cards form if none is wild but those that the log claims; None if nothing."""
    _, _, packed, form, cards = play
    if form != UNJUDGED:
        return None
    if isinstance(cards, Play) and cards.claimed:
        return next((reading for reading in cards.readings if reading != UNJUDGED), None)
    held = cards.cards if isinstance(cards, Play) else unpack(packed)
    joker_pair = replay.exchange.tribute.rules.joker_pair_in_full_house
    choices = readings(shape_of(held, None), GuandanCombinationRules(None, joker_pair))
    return choices[0] if choices else None


@lru_cache(maxsize=20_000)
def played_kind(seat: int, form: int, level: int | None) -> PlayedKind:
    """That a seat played a form at a level."""
    kind, strength = kind_of(form), form & 0xFF
    rank = strength
    if kind is JOKER_BOMB:
        rank = NO_RANK
    elif strength in _RANK_OF_STRENGTH:
        rank = _RANK_OF_STRENGTH[strength]
    elif strength == LEVEL_STRENGTH:
        rank = NO_RANK if level is None else level
    return PlayedKind(seat, kind.name, kind.size, rank)


def _ranks_of(kind: CombinationKind) -> tuple[str, ...]:
    return () if kind is JOKER_BOMB else _RANKS if kind in (SINGLE, PAIR) else _RANKS[: len(RANKS)]


def _name_of(kind: CombinationKind) -> Text:
    """What a kind is called, with bombs of all sizes together."""
    return say_of("guandan", "bomb") if kind.name == "bomb" else kind.called


STATISTICS: Final = Statistics(
    figures=GUANDAN,
    count=count,
    passes_able=passes,
    kinds={kind.name: KindOfPlay(_name_of(kind), _ranks_of(kind)) for kind in KINDS},
    bombs={(kind.name, kind.size): kind.called for kind in KINDS if kind.bomb},
    levels=tuple(RANKS),
)


FITTED: Final = Fit(
    hands=6823,
    constant=-49,
    weights=(171, 121, -71, 150, 23, 8, 20, 103, 116, 160, -29, -7, -27, -116),
    lines={
        "sides": (
            (-804, -1086),
            (-487, -758),
            (-328, -427),
            (-247, -362),
            (-172, -190),
            (-100, -101),
            (-33, -6),
            (33, 8),
            (100, 95),
            (171, 190),
            (247, 362),
            (328, 427),
            (487, 758),
            (803, 1088),
        )
    },
    deviation=2387,
    explained=61,
    elsewhere=(
        Variance(hands="made-up players who do not think at a fourth of their turns", share=73),
        Variance(hands="made-up players who play anything at half of their turns", share=19),
        Variance(hands="greedy players of OpenGuanDan, a program of others", share=18),
    ),
    correlations=(
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of a seat with the place that it takes",
            strength=215,
            high_cards=141,
        ),
        Correlation(
            hands="made-up players who keep their bombs",
            between="the cards of the table with the result of a seat",
            strength=279,
            high_cards=167,
        ),
        Correlation(
            hands="made-up players who lead their longest play",
            between="the cards of a seat with the place that it takes",
            strength=119,
            high_cards=76,
        ),
        Correlation(
            hands="made-up players who lead their longest play",
            between="the cards of the table with the result of a seat",
            strength=183,
            high_cards=107,
        ),
        Correlation(
            hands="made-up players who do not think at a fourth of their turns",
            between="the cards of a seat with the place that it takes",
            strength=192,
            high_cards=129,
        ),
        Correlation(
            hands="made-up players who do not think at a fourth of their turns",
            between="the cards of the table with the result of a seat",
            strength=272,
            high_cards=202,
        ),
        Correlation(
            hands="made-up players who play anything at half of their turns",
            between="the cards of a seat with the place that it takes",
            strength=99,
            high_cards=43,
        ),
        Correlation(
            hands="made-up players who play anything at half of their turns",
            between="the cards of the table with the result of a seat",
            strength=161,
            high_cards=41,
        ),
        Correlation(
            hands="greedy players of OpenGuanDan, a program of others",
            between="the cards of a seat with the place that it takes",
            strength=145,
            high_cards=102,
        ),
        Correlation(
            hands="greedy players of OpenGuanDan, a program of others",
            between="the cards of the table with the result of a seat",
            strength=164,
            high_cards=101,
        ),
    ),
    deciles=(
        Decile(strength=-326, predicted=2826, place=2804, expected=-481, result=-509),
        Decile(strength=-206, predicted=2706, place=2703, expected=-310, result=-298),
        Decile(strength=-138, predicted=2638, place=2637, expected=-196, result=-252),
        Decile(strength=-82, predicted=2582, place=2620, expected=-127, result=-177),
        Decile(strength=-34, predicted=2534, place=2529, expected=-62, result=-3),
        Decile(strength=15, predicted=2485, place=2474, expected=19, result=100),
        Decile(strength=70, predicted=2430, place=2398, expected=100, result=65),
        Decile(strength=129, predicted=2371, place=2405, expected=204, result=208),
        Decile(strength=204, predicted=2296, place=2314, expected=321, result=309),
        Decile(strength=354, predicted=2146, place=2118, expected=531, result=556),
    ),
)
"""The constants of the strength of a dealt hand, as ``python -m tests.strength guandan`` fits and writes them."""


_HAND_CARDS: Final = 27
_SUITED_RANKS: Final = 13
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
    held = [0] * _SUITED_RANKS
    suits = [0] * 4
    for card in cards:
        if card in SUITED and card != wild_heart:
            held[rank_of(card)] += 1
            suits[suit_of(card)] |= 1 << rank_of(card)
    reds, blacks = cards.count(RED_JOKER), cards.count(BLACK_JOKER)
    left = [count if count < _BOMB else 0 for count in held]
    straights = _take_straights(left)
    singles = [rank for rank in range(_SUITED_RANKS) if left[rank] == 1]
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


_RUNS: Final = tuple(
    tuple((top - below) % _SUITED_RANKS for below in range(_RUN)) for top in range(_RUN - 2, _SUITED_RANKS)
)
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

"""What statistics count in a hand of Big A."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from engine.cards.packed import BLACK_JOKER, LANES, RANKS, SUITS, card_of, copies, rank_of
from engine.climbing.bombs import bombs_played
from engine.climbing.passes import passes_able
from engine.climbing.reader import Play
from engine.climbing.statistics import count_plays
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
from engine.games.figures import BIG_A
from engine.record.match import Hand
from engine.recorded.basis import Basis
from engine.replay.game import HandReplay, Statistics
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import NO_RANK, HandCounts, KindOfPlay, PlayedKind
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

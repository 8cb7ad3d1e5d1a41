"""What statistics count in a hand of Guandan."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from engine.cards.packed import LANES, RANKS, UNKNOWN, copies, unpack
from engine.climbing.bombs import bombs_played
from engine.climbing.passes import passes_able
from engine.climbing.reader import Play
from engine.climbing.statistics import count_plays
from engine.climbing.table import CountedPlay
from engine.games.figures import GUANDAN
from engine.games.guandan.beating import Held
from engine.games.guandan.combinations import GuandanCombinationRules, kind_of, readings, shape_of, wild_card
from engine.games.guandan.kinds import (
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
)
from engine.games.guandan.play import GuandanHand
from engine.games.guandan.reader import UNJUDGED
from engine.games.guandan.scoring import ACE
from engine.record.match import Hand
from engine.recorded.basis import Basis
from engine.replay.game import HandReplay, Statistics
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import NO_RANK, BombsPlayed, HandCounts, KindOfPlay, PlayedKind
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
    return passes_able(replay, hand.actions, lambda form, held: level_known and Held(held, rules).can_beat(form))


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
        each for each in formed if each[1][3] >= _LEAST_BOMB or each[1][2] & wild_lane or not each[1][2]
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
        return next((each for each in cards.readings if each != UNJUDGED), None)
    held = cards.cards if isinstance(cards, Play) else unpack(packed)
    joker_pair = replay.exchange.tribute.rules.joker_pair_in_full_house
    found = readings(shape_of(held, None), GuandanCombinationRules(None, joker_pair))
    return found[0] if found else None


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

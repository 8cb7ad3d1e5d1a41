"""The compiled lane of Big A: what it takes and gives, and how a match that it found clean is settled."""

import struct
from collections.abc import Mapping, Sequence
from ctypes import Structure, c_int32, c_int64
from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple

from msgspec import UNSET

from engine.climbing.lane import NOBODY, CleanHands, ClimbingLane, Settled, bits_of, bombs_of, order_of
from engine.games.big_a.combinations import (
    BIG_ACE_PAIR,
    DOUBLE_SEQUENCE,
    LONGEST,
    SEQUENCE,
    SHORTEST,
    SINGLE,
    every_form,
    kind_of,
    size_of,
    strength_of,
)
from engine.games.big_a.deal import SEATS
from engine.games.big_a.match_replay import BigAJudge
from engine.games.big_a.rules import RULES, BigARules
from engine.games.big_a.scoring import settle
from engine.record.match import Match, MatchResult, Player
from engine.replay.game import Judge
from engine.replay.statistics import HandCounts
from engine.replay.strength import HandStrength
from engine.rulebook.options import RuleSet

_NAMES: Final = ("",) * SEATS
"""Names of seats, of which points need none."""
_RANKS: Final = 16
"""The numbers that there are for the ranks of a kind."""
_SINGLES: Final = (1 << _RANKS) - 1 << SINGLE * _RANKS
"""The bits of single cards among those of the forms."""
_RUNS: Final[Mapping[int, int]] = {SEQUENCE: 1, DOUBLE_SEQUENCE: 2}


class HandFacts(Structure):
    """A hand that was played to its end, or a void deal, as ``struct hand_facts`` has it."""

    _fields_ = [
        ("finish", c_int32 * SEATS),
        *((name, c_int32) for name in ("sharing", "declarer", "partner", "exposed")),
    ]


class SeatCounts(NamedTuple):
    """What statistics count of a seat in a hand, as ``struct seat_counts`` has it."""

    seconds: int
    plays: int
    leads: int
    lead_cards: int
    passes: int
    passes_able: int
    timed: int
    exposed: int
    overcalled: int
    captured: int
    fours_played: int
    fates: bytes
    forms: bytes
    features: bytes


class MatchFacts(Structure):
    """What a match began with and comes to, as ``struct match_facts`` has it."""

    _fields_ = [("begun", c_int64 * SEATS), ("timed", c_int32)]


_Clean = CleanHands[HandFacts, MatchFacts, SeatCounts]


def _is_void(hand: HandFacts) -> bool:
    """Whether the deal of a hand was void."""
    return bool(hand.declarer == NOBODY)


def _counts_of(hand: HandFacts, seats: Sequence[SeatCounts]) -> HandCounts:
    """What the lane counted in a hand, in the order of the figures."""
    from engine.games.big_a.statistics import BOMB_KINDS, played_kind

    del hand
    kinds = {
        played_kind(seat, _forms()[number])
        for seat, own in enumerate(seats)
        for number in bits_of(int.from_bytes(own.forms, "little") & ~_SINGLES)
    }
    return HandCounts(
        tuple(
            (
                *(own.plays, own.leads, own.lead_cards, own.passes, own.seconds, 0, own.timed),
                *(own.exposed, own.overcalled, own.captured, own.fours_played),
            )
            for own in seats
        ),
        tuple(sorted(kinds)),
        tuple(sorted(bomb for seat, own in enumerate(seats) for bomb in bombs_of(seat, own.fates, BOMB_KINDS))),
    )


def _strength_of(clean: _Clean, hand: HandFacts, seats: Sequence[SeatCounts]) -> HandStrength:
    """The strength of the dealt cards of a hand."""
    del clean
    from engine.games.big_a.strength import of_features

    return of_features([seat.features for seat in seats], _finish_of(hand), hand.declarer, hand.partner)


def _settle(clean: _Clean, judge: Judge) -> Settled:
    """The outcome of each hand, the totals and the winner, settled as a match that is replayed."""
    assert isinstance(judge, BigAJudge)
    match = judge.match_replay(Match(game="big_a", players=[Player(seat) for seat in clean.seats], hands=[]))
    whole = clean.whole
    match.totals.begin(whole.begun)
    outcomes = [
        match.close_void()
        if _is_void(hand)
        else match.close_played(_finish_of(hand), hand.declarer, hand.partner, exposed=bool(hand.exposed))
        for hand in clean.hands
    ]
    totals, winner, _ = match.conclude(MatchResult(ended="time" if whole.timed else UNSET))
    return outcomes, totals, winner


@lru_cache(maxsize=64)
def _points(rules: RuleSet) -> tuple[int, ...]:
    """What the declarer, its partner and each opponent score, as ``struct rules`` has it."""
    typed, finish, found = BigARules.of(rules), [[seat] for seat in range(SEATS)], []
    for exposed, *two in product((False, True), range(SEATS), range(SEATS)):
        points = settle(finish, *two, exposed=exposed, rules=typed, seats=_NAMES).points
        opponent = next(seat for seat in range(SEATS) if seat not in two)
        found += [*(points[seat] for seat in two), points[opponent]]
    return tuple(found)


def _finish_of(hand: HandFacts) -> list[list[int]]:
    return order_of(hand.finish[:], hand.sharing)


@cache
def _forms() -> Mapping[int, int]:
    """By the number that C gives it, every form."""
    return {_number_of(form): form for form in every_form()}


def _number_of(form: int) -> int:
    kind, width = kind_of(form), _RUNS.get(kind_of(form))
    if width is None:
        return kind * _RANKS + strength_of(form)
    before = (BIG_ACE_PAIR + 1 + (width - 1) * (LONGEST - SHORTEST + 1)) * _RANKS
    return before + (size_of(form) // width - SHORTEST) * _RANKS + strength_of(form)


lane: Final = ClimbingLane(
    function="fupan_big_a",
    rules=RULES,
    hand=HandFacts,
    whole=MatchFacts,
    seats=SEATS,
    layout=struct.Struct("@q10i48s82s13s0q"),
    made=SeatCounts._make,
    settle=_settle,
    counts_of=_counts_of,
    strength_of=_strength_of,
    tables=_points,
    is_void=_is_void,
)
"""The lane of the game."""

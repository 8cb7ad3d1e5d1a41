"""The compiled lane of Guandan: what it takes and gives, and how a match that it found clean is settled."""

import struct
from collections.abc import Sequence
from ctypes import Structure, c_int32, c_int64
from typing import Final, NamedTuple

from msgspec import UNSET

from engine.climbing.lane import NOBODY, CleanHands, ClimbingLane, Note, Settled, bits_of, bombs_of, order_of
from engine.climbing.reader import bare
from engine.games.guandan.kinds import BOMBS, BY_NUMBER, SINGLE
from engine.games.guandan.match_replay import GuandanJudge
from engine.games.guandan.play import report_ambiguous
from engine.games.guandan.reports import report_missing
from engine.games.guandan.rules import RULES
from engine.games.guandan.scoring import ACE
from engine.record.match import Match, MatchResult, Player
from engine.replay.game import Judge
from engine.replay.hand_findings import HandFindings
from engine.replay.statistics import BombsPlayed, HandCounts, PlayedKind
from engine.replay.strength import HandStrength

_SEATS: Final = 4
_TEAMS: Final = 2
_BOMBS: Final = tuple((kind.name, kind.size) for kind in map(BY_NUMBER.__getitem__, range(BOMBS, BOMBS + 9)))
"""The names and the sizes of the bombs, as ``struct seat_counts`` has their fates."""
_AMBIGUOUS: Final = 0
_SINGLES: Final = 0xFFFF << SINGLE.number * 16
"""The bits of single cards among those of the forms."""


class HandFacts(Structure):
    """A hand that was played to its end, as ``struct hand_facts`` has it."""

    _fields_ = [
        ("finish", c_int32 * _SEATS),
        *((name, c_int32) for name in ("shared", "level", "setter", "team", "gained", "won")),
        ("levels", c_int32 * 2),
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
    paid: int
    received: int
    resisted: int
    bombs: int
    straight_flushes: int
    joker_bombs: int
    wild_cards: int
    wild_in_bombs: int
    fates: bytes
    forms: bytes
    features: bytes


class MatchFacts(Structure):
    """What a match began with and comes to, as ``struct match_facts`` has it."""

    _fields_ = [
        ("levels", c_int32 * 2),
        ("setter", c_int32),
        ("failures", c_int32 * 2),
        ("begun", c_int32 * _SEATS),
        ("totals", c_int64 * _SEATS),
        ("winner", c_int32),
        ("timed", c_int32),
    ]


_Clean = CleanHands[HandFacts, MatchFacts, SeatCounts]


def _report(clean: _Clean, judge: Judge, findings: HandFindings, note: Note, action: str) -> None:
    """Reports a notice or warning."""
    assert isinstance(judge, GuandanJudge)
    if note.kind == _AMBIGUOUS:
        reader = judge.reader(clean.seats, clean.hands[note.hand].level)
        report_ambiguous(findings, reader, note.seat, reader.play(bare(action)))
    else:
        report_missing(findings, note.seat, note.count, action=note.action)


def _counts_of(hand: HandFacts, seats: Sequence[SeatCounts]) -> HandCounts:
    """What the lane counted in a hand, in the order of the figures."""
    from engine.games.guandan.statistics import played_kind

    double, level, setter, team, won = hand.shared, hand.level, hand.setter, hand.team, hand.won
    banker = hand.finish[0]
    at_a = level == ACE
    counts = []
    kinds: list[PlayedKind] = []
    bombs: list[BombsPlayed] = []
    for seat, own in enumerate(seats):
        side = seat % _TEAMS == team
        set_it = at_a and setter == seat % _TEAMS
        counts.append(
            (
                *(own.plays, own.leads, own.lead_cards, own.passes, own.seconds, 0, own.timed),
                *(int(banker == seat), int(double and side), int(double and not side)),
                *(own.paid, own.received, own.resisted, int(set_it), int(set_it and side and won)),
                *(own.bombs, own.straight_flushes, own.joker_bombs, own.wild_cards, own.wild_in_bombs),
            )
        )
        for number in bits_of(int.from_bytes(own.forms, "little") & ~_SINGLES):
            kinds.append(played_kind(seat, number >> 4 << 8 | number & 0xF, level))
        bombs += bombs_of(seat, own.fates, _BOMBS)
    return HandCounts(tuple(counts), tuple(sorted(set(kinds))), tuple(sorted(bombs)), level)


def _strength_of(clean: _Clean, hand: HandFacts, seats: Sequence[SeatCounts]) -> HandStrength:
    """The strength of the dealt cards of a hand."""
    del clean
    from engine.games.guandan.strength import of_features

    return of_features([seat.features for seat in seats], hand.finish[:])


def _settle(clean: _Clean, judge: Judge) -> Settled:
    """The outcome of each hand, the totals and the winner, settled as a match that is replayed."""
    assert isinstance(judge, GuandanJudge)
    match = judge.match_replay(Match(game="guandan", players=[Player(seat) for seat in clean.seats], hands=[]))
    whole, standing = clean.whole, match.standing
    standing.levels[:] = whole.levels
    standing.failures[:] = whole.failures
    standing.setter = None if whole.setter == NOBODY else whole.setter
    match.totals.points = list(whole.begun)
    outcomes = [
        match.close_played(order_of(hand.finish[:], 2 if hand.shared else 0), hand.level) for hand in clean.hands
    ]
    result = MatchResult(ended="time" if whole.timed else UNSET)
    totals, winner, _ = match.conclude(result)
    return outcomes, totals, winner


lane: Final = ClimbingLane(
    function="fupan_guandan",
    rules=RULES,
    hand=HandFacts,
    whole=MatchFacts,
    seats=_SEATS,
    layout=struct.Struct("@q14i36s50s14s0q"),
    made=SeatCounts._make,
    settle=_settle,
    counts_of=_counts_of,
    strength_of=_strength_of,
    report=_report,
)
"""The lane of the game."""

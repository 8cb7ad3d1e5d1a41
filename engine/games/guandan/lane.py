"""The compiled lane of Guandan: what it takes and gives, and how a match that it found clean is settled."""

from collections.abc import Sequence
from ctypes import Array, Structure, c_int32, c_int64
from enum import IntEnum
from functools import lru_cache
from typing import Final

from msgspec import UNSET

from engine.climbing.lane import (
    KIND_FORMS,
    NOBODY,
    CleanHands,
    ClimbingLane,
    Note,
    SeatCounts,
    Settled,
    bits_of,
    bombs_of,
    order_of,
)
from engine.climbing.reader import bare
from engine.fast.library import as_int32
from engine.games.guandan.combinations import (
    BLACK_STRENGTH,
    BOMBS,
    JOKER_BOMB,
    KINDS,
    LEVEL_STRENGTH,
    RED_STRENGTH,
    SINGLE,
)
from engine.games.guandan.match_replay import GuandanJudge
from engine.games.guandan.play import report_ambiguous, report_missing
from engine.games.guandan.rules import RULES
from engine.record.match import Match, MatchResult, Player
from engine.replay.game import Judge
from engine.replay.hand_findings import HandFindings
from engine.replay.statistics import BombsPlayed, HandCounts, PlayedKind
from engine.replay.strength import HandStrength
from engine.rulebook.options import RuleSet

_SEATS: Final = 4
_BOMBS: Final = tuple((kind.name, kind.size) for kind in KINDS if kind.bomb)
"""The names and the sizes of the bombs, as C counts their fates."""
_SINGLES: Final = (1 << KIND_FORMS) - 1 << SINGLE.number * KIND_FORMS
"""The bits of single cards among those of the forms."""


class GuandanNoteKind(IntEnum):
    """What a note says."""

    AMBIGUOUS_WILD = 0
    REPORT_MISSING = 1
    """It counts the cards left."""


class GuandanHandFacts(Structure):
    """A hand that was played to its end.  Teams are 0 (seats 0 and 2) and 1; levels count from 0, which is 2."""

    _fields_ = [
        ("finish", c_int32 * _SEATS),  # the seats in the order in which they went out, then those left
        ("shared", c_int32),  # whether the last two share their places
        ("level", c_int32),
        ("setter", c_int32),  # the team that set it by winning the hand before, or NOBODY
        ("team", c_int32),  # the team that moves up
        ("gained", c_int32),
        ("won", c_int32),  # whether the team wins the match by this hand
        ("levels", c_int32 * 2),
    ]


class GuandanMatchFacts(Structure):
    """What a match began with, and what it comes to."""

    _fields_ = [
        ("levels", c_int32 * 2),
        ("setter", c_int32),
        ("failures", c_int32 * 2),
        ("begun", c_int32 * _SEATS),
        ("totals", c_int64 * _SEATS),
        ("winner", c_int32),  # a bit for each team that wins; 0: nobody yet
        ("timed", c_int32),  # whether the table stopped by the clock
    ]


_Clean = CleanHands[GuandanHandFacts, GuandanMatchFacts]


def _report(clean: _Clean, judge: Judge, findings: HandFindings, note: Note, action: str) -> None:
    """Reports a notice or warning."""
    assert isinstance(judge, GuandanJudge)
    if note.kind == GuandanNoteKind.AMBIGUOUS_WILD:
        reader = judge.reader(clean.seats, clean.hands[note.hand].level)
        report_ambiguous(findings, reader, note.seat, reader.play(bare(action)))
    else:
        report_missing(findings, note.seat, note.count, action=note.action)


def _counts_of(hand: GuandanHandFacts, seats: Sequence[SeatCounts]) -> HandCounts:
    """What the lane counted in a hand."""
    from engine.games.guandan.statistics import played_kind

    kinds: list[PlayedKind] = []
    bombs: list[BombsPlayed] = []
    for seat, own in enumerate(seats):
        for number in bits_of(int.from_bytes(own.forms, "little") & ~_SINGLES):
            kinds.append(played_kind(seat, number // KIND_FORMS << 8 | number % KIND_FORMS, hand.level))
        bombs += bombs_of(seat, own.fates, _BOMBS)
    counts = tuple(own.figures for own in seats)
    return HandCounts(counts, tuple(sorted(set(kinds))), tuple(sorted(bombs)), hand.level)


def _strength_of(clean: _Clean, hand: GuandanHandFacts, seats: Sequence[SeatCounts]) -> HandStrength:
    """The strength of the dealt cards of a hand."""
    del clean
    from engine.games.guandan.statistics import of_features

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


def _figures() -> Sequence[str]:
    from engine.games.guandan.statistics import STATISTICS

    return STATISTICS.names


def _features() -> list[str]:
    from engine.games.guandan.statistics import STRENGTH

    return list(STRENGTH.features)


@lru_cache(maxsize=64)
def _numbers(rules: RuleSet) -> "Array[c_int32] | None":
    """``struct rules`` for a rule set."""
    return as_int32(RULES.numbers_of(rules))


lane: Final = ClimbingLane(
    function="fupan_guandan",
    hand=GuandanHandFacts,
    whole=GuandanMatchFacts,
    seats=_SEATS,
    numbers=_numbers,
    forms=(JOKER_BOMB.number + 1) * KIND_FORMS,
    figures=_figures,
    features=_features,
    bombs=len(_BOMBS),
    names={
        **{
            f"{kind.name}_OF_{kind.size}".upper() if kind.equal and kind.bomb else kind.name.upper(): kind.number
            for kind in KINDS
        },
        "BOMBS": BOMBS,
        "LEVEL_STRENGTH": LEVEL_STRENGTH,
        "BLACK_STRENGTH": BLACK_STRENGTH,
        "RED_STRENGTH": RED_STRENGTH,
        **{kind.name: kind.value for kind in GuandanNoteKind},
    },
    settle=_settle,
    counts_of=_counts_of,
    strength_of=_strength_of,
    report=_report,
)
"""The lane of the game."""

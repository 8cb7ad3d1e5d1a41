"""The compiled lane of Big A: what it takes and gives, and how a match that it found clean is settled."""

import struct
from collections.abc import Mapping, Sequence
from ctypes import Structure, byref, c_char, c_int32, c_int64
from functools import cache
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from engine.climbing.lane import bombs_of, by_hand, numbers_of
from engine.fast.library import Library, ReadText
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
from engine.games.big_a.rules import RULES
from engine.record.match import Match, MatchResult, Player
from engine.replay.game import Judge
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import HandCounts
from engine.replay.strength import HandStrength
from engine.rulebook.findings import Finding
from engine.rulebook.options import RuleSet

_NOBODY: Final = -1
_RANKS: Final = 16
"""The numbers that there are for the ranks of a kind."""
_SINGLES: Final = (1 << _RANKS) - 1 << SINGLE * _RANKS
"""The bits of single cards among those of the forms."""
_RUNS: Final[Mapping[int, int]] = {SEQUENCE: 1, DOUBLE_SEQUENCE: 2}
_FUNCTION: Final = "fupan_big_a"


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


_SEAT_COUNTS: Final = struct.Struct("@q10i48s82s13s0q")


class MatchFacts(Structure):
    """What a match began with and comes to, as ``struct match_facts`` has it."""

    _fields_ = [("begun", c_int64 * SEATS), ("timed", c_int32)]


class CleanBigA:
    """A match that the lane found clean."""

    def __init__(self, text: ReadText, whole: MatchFacts, hands: Any, counted: bytes | None) -> None:
        self.seats: Final = text.seats
        self._whole: Final = whole
        self._hands: Final[Sequence[HandFacts]] = hands
        self._counts: Final = by_hand(counted, _SEAT_COUNTS, SeatCounts._make, SEATS)

    def findings(self, judge: Judge) -> list[Finding]:
        """None: a clean match of Big A has no notice and no warning."""
        del judge
        return []

    def counts(self) -> list[HandCounts | None] | None:
        """What statistics count of each hand, None for a void deal; None if it was not asked for."""
        if self._counts is None:
            return None
        each = zip(self._hands, self._counts, strict=True)
        return [None if _is_void(hand) else _counts_of(seats) for hand, seats in each]

    def passes_able(self) -> list[list[int]] | None:
        """By hand and seat, the passes that could have beaten the table; None if nothing was counted."""
        return None if self._counts is None else [[seat.passes_able for seat in seats] for seats in self._counts]

    def strengths(self) -> list[HandStrength | None] | None:
        """By hand, the strength of the dealt cards, None for a void deal; None if nothing was counted."""
        if self._counts is None:
            return None
        from engine.games.big_a.strength import of_features

        return [
            None
            if _is_void(hand)
            else of_features([seat.features for seat in seats], _finish_of(hand), hand.declarer, hand.partner)
            for hand, seats in zip(self._hands, self._counts, strict=True)
        ]

    def settle(self, judge: Judge) -> tuple[list[HandOutcome], dict[str, int | None], list[str] | None]:
        """The outcome of each hand, the totals and the winner, settled as a match that is replayed."""
        assert isinstance(judge, BigAJudge)
        match = judge.match_replay(Match(game="big_a", players=[Player(seat) for seat in self.seats], hands=[]))
        match.totals.begin(self._whole.begun)
        outcomes = [
            match.close_void()
            if _is_void(hand)
            else match.close_played(_finish_of(hand), hand.declarer, hand.partner, exposed=bool(hand.exposed))
            for hand in self._hands
        ]
        totals, winner, _ = match.conclude(MatchResult(ended="time" if self._whole.timed else UNSET))
        return outcomes, totals, winner


def _is_void(hand: HandFacts) -> bool:
    return bool(hand.declarer == _NOBODY)


def _finish_of(hand: HandFacts) -> list[list[int]]:
    """The order of finish of a hand; seats that share a place together."""
    order, alone = hand.finish[:], SEATS - hand.sharing
    return [*([seat] for seat in order[:alone]), order[alone:]]


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


def _counts_of(seats: Sequence[SeatCounts]) -> HandCounts:
    """What the compiled lane counted in a hand, in the order of the figures."""
    from engine.games.big_a.statistics import BOMB_KINDS, played_kind

    kinds = set()
    for seat, own in enumerate(seats):
        left = int.from_bytes(own.forms, "little") & ~_SINGLES
        while left:
            kinds.add(played_kind(seat, _forms()[(left & -left).bit_length() - 1]))
            left &= left - 1
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


def lane(library: Library, text: ReadText, rules: RuleSet, *, counting: bool = False) -> CleanBigA | int:
    """The match, if it is clean under some rules; else the number of the reason why it is left to the engine.

    With ``counting`` it has what statistics count.
    """
    numbers = numbers_of(RULES.options, rules)
    options = (c_int32 * len(numbers))(*numbers)
    hands = (HandFacts * text.text.hands)()
    whole = MatchFacts()
    counts = (c_char * (_SEAT_COUNTS.size * SEATS * text.text.hands))() if counting else None
    reason = library.judge(_FUNCTION)(
        text.raw, len(text.raw), byref(text.text), text.hands, byref(options), hands, counts, byref(whole)
    )
    return int(reason) or CleanBigA(text, whole, hands, counts and counts.raw)

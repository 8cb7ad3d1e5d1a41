"""The compiled lane of Bao Huang: what it takes and gives, and how a match that it found clean is settled."""

import struct
from collections.abc import Sequence
from ctypes import Structure, c_int32, c_int64
from typing import Final, NamedTuple

from msgspec import UNSET

from engine.climbing.lane import NOBODY, CleanHands, LaneOf, Note, bits_of, order_of
from engine.fast.library import Library, ReadText
from engine.games.bao_huang.combinations import MOST_EQUAL, MOST_JOKERS, form_of
from engine.games.bao_huang.marked_jokers import MARKED, report_read_as
from engine.games.bao_huang.match_replay import BaoHuangJudge
from engine.games.bao_huang.reader import DECLARATIONS, SMALL_DECK
from engine.games.bao_huang.rules import RULES
from engine.games.bao_huang.scoring import Roles
from engine.record.match import Match, MatchResult, Player
from engine.replay.game import Judge
from engine.replay.hand_findings import HandFindings
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import HandCounts
from engine.replay.strength import HandStrength
from engine.rulebook.options import RuleSet

_SEATS: Final = 5
_WITH_JOKERS: Final = MOST_EQUAL + 1
_OF_JOKERS: Final = _WITH_JOKERS + MOST_EQUAL + 2 * MOST_JOKERS + 1
"""The numbers of sizes before those of equal cards with jokers, and of jokers alone."""


class HandFacts(Structure):
    """A hand that was played to its end, or a void deal, as ``struct hand_facts`` has it."""

    _fields_ = [
        ("finish", c_int32 * _SEATS),
        *((name, c_int32) for name in ("sharing", "emperor", "protector")),
        ("declared", c_int32 * len(DECLARATIONS)),
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
    declared: int
    forms: bytes
    features: bytes


class MatchFacts(Structure):
    """What a match began with and comes to, as ``struct match_facts`` has it."""

    _fields_ = [("begun", c_int64 * _SEATS), ("timed", c_int32)]


class CleanBaoHuang(CleanHands[HandFacts, MatchFacts, SeatCounts]):
    """A match that the lane found clean."""

    def report(self, findings: HandFindings, note: Note, action: str, judge: Judge) -> None:
        """Reports that a plain joker is read as the marked one."""
        del judge
        report_read_as(findings, note.seat, action, note.count, *MARKED[note.kind])

    def is_void(self, hand: HandFacts) -> bool:
        """Whether the deal of a hand was void."""
        return bool(hand.emperor == NOBODY)

    def counts_of(self, hand: HandFacts, seats: Sequence[SeatCounts]) -> HandCounts:
        """What the lane counted in a hand, in the order of the figures."""
        from engine.games.bao_huang.statistics import played_kind

        alone = hand.emperor == hand.protector
        kinds = {
            played_kind(seat, _form_of_kind(number))
            for seat, own in enumerate(seats)
            for number in bits_of(int.from_bytes(own.forms, "little"))
        }
        return HandCounts(
            tuple(
                (
                    *(own.plays, own.leads, own.lead_cards, own.passes, own.seconds, 0, own.timed),
                    *(int(alone and seat == hand.emperor), own.declared, int(not alone and seat == hand.protector)),
                )
                for seat, own in enumerate(seats)
            ),
            tuple(sorted(kinds)),
        )

    def strength_of(self, hand: HandFacts, seats: Sequence[SeatCounts]) -> HandStrength | None:
        """The strength of the dealt cards of a hand; None with another deck than the one that is measured."""
        from engine.games.bao_huang.strength import of_features

        if self.found.rules.options["deck"] != SMALL_DECK:
            return None
        return of_features([seat.features for seat in seats], _finish_of(hand), hand.emperor, hand.protector)

    def settle(self, judge: Judge) -> tuple[list[HandOutcome], dict[str, int | None], list[str] | None]:
        """The outcome of each hand, the totals and the winner, settled as a match that is replayed."""
        assert isinstance(judge, BaoHuangJudge)
        match = judge.match_replay(Match(game="bao_huang", players=[Player(seat) for seat in self.seats], hands=[]))
        whole = self.found.whole
        match.totals.begin(whole.begun)
        outcomes = [
            match.close_void()
            if self.is_void(hand)
            else match.close_played(_finish_of(hand), Roles(hand.emperor, hand.protector), _declared_in(hand))
            for hand in self.found.hands
        ]
        totals, winner, _ = match.conclude(MatchResult(ended="time" if whole.timed else UNSET))
        return outcomes, totals, winner


def _finish_of(hand: HandFacts) -> list[list[int]]:
    return order_of(hand.finish[:], hand.sharing)


def _declared_in(hand: HandFacts) -> list[str]:
    return [DECLARATIONS[what] for what in hand.declared if what != NOBODY]


def _form_of_kind(number: int) -> int:
    """A form of the kind of play, the size and the rank that C gives a number."""
    size, rank = divmod(number, 16)
    if size < _WITH_JOKERS:
        return form_of(rank, size, 0, 0)
    if size < _OF_JOKERS:
        return form_of(rank, size - _WITH_JOKERS - 1, 1, 0)
    jokers = size - _OF_JOKERS
    return form_of(0, 0, 0, jokers) if rank else form_of(0, 0, jokers, 0)


_LANE: Final = LaneOf(
    "fupan_bao_huang", RULES, HandFacts, MatchFacts, _SEATS, struct.Struct("@q7i102s9s0q"), SeatCounts._make
)


def lane(library: Library, text: ReadText, rules: RuleSet, *, counting: bool = False) -> CleanBaoHuang | int:
    """The match, if it is clean under some rules; else the number of the reason why it is left to the engine.

    With ``counting`` it has what statistics count.
    """
    found = _LANE.judge(library, text, rules, counting=counting)
    return found if isinstance(found, int) else CleanBaoHuang(found)

"""The compiled lane of Guandan: what it takes and gives, and how a match that it found clean is settled."""

import struct
from collections.abc import Sequence
from ctypes import POINTER, Structure, byref, c_char, c_int32, c_int64, c_uint32
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from engine.climbing.lane import bombs_of, by_hand, numbers_of
from engine.climbing.reader import bare
from engine.fast.library import Library, ReadText
from engine.games.guandan.kinds import BOMBS, BY_NUMBER, SINGLE
from engine.games.guandan.match_replay import GuandanJudge
from engine.games.guandan.play import report_ambiguous
from engine.games.guandan.reports import report_missing
from engine.games.guandan.rules import RULES
from engine.games.guandan.scoring import ACE
from engine.record.match import Match, MatchResult, Player
from engine.replay.game import Judge
from engine.replay.hand_findings import HandFindings
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import BombsPlayed, HandCounts, PlayedKind
from engine.replay.strength import HandStrength
from engine.rulebook.findings import Finding
from engine.rulebook.options import RuleSet

_SEATS: Final = 4
_NONE: Final = -1
_TEAMS: Final = 2
_BOMBS: Final = tuple((kind.name, kind.size) for kind in map(BY_NUMBER.__getitem__, range(BOMBS, BOMBS + 9)))
"""The names and the sizes of the bombs, as ``struct seat_counts`` has their fates."""
_AMBIGUOUS: Final = 0
_NOTES_A_HAND: Final = 8
"""On average; a match with more is left to the engine."""
_SINGLES: Final = 0xFFFF << SINGLE.number * 16
"""The bits of single cards among those of the forms."""
_FUNCTION: Final = "fupan_guandan"


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


_SEAT_COUNTS: Final = struct.Struct("@q14i36s50s14s0q")


class Note(Structure):
    """A notice or warning, as ``struct note`` has it."""

    _fields_ = [
        *((name, c_int32) for name in ("kind", "hand", "action", "seat", "count")),
        *((name, c_uint32) for name in ("at", "size")),
    ]


class Notes(Structure):
    """A list of notes with its room and their number, as ``struct notes`` has it."""

    _fields_ = [("room", c_uint32), ("count", c_uint32), ("list", POINTER(Note))]


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


class CleanGuandan:
    """A match that the lane found clean."""

    def __init__(
        self, text: ReadText, whole: MatchFacts, hands: Any, notes: Sequence[Note], counted: bytes | None
    ) -> None:
        self.seats: Final = text.seats
        self.whole: Final = whole
        self._notes: Final = notes
        self._raw: Final = text.raw
        self._counts: Final = by_hand(counted, _SEAT_COUNTS, SeatCounts._make, _SEATS)
        self.hands: Final = hands
        """An array of `HandFacts`."""

    def findings(self, judge: Judge) -> list[Finding]:
        """The notices and warnings, in the order of the report, made as those of a match that is replayed."""
        assert isinstance(judge, GuandanJudge)
        findings: list[Finding] = []
        for note in sorted(self._notes, key=lambda each: (each.hand, each.action)):
            of_hand = HandFindings("guandan", note.hand, self.seats)
            of_hand.done = note.action
            if note.kind == _AMBIGUOUS:
                reader = judge.reader(self.seats, self.hands[note.hand].level)
                action = self._raw[note.at : note.at + note.size].decode()
                report_ambiguous(of_hand, reader, note.seat, reader.play(bare(action)))
            else:
                report_missing(of_hand, note.seat, note.count, action=note.action)
            findings += of_hand.findings
        return findings

    def counts(self) -> list[HandCounts] | None:
        """What statistics count of each hand; None if it was not asked for."""
        if self._counts is None:
            return None
        return [_counts_of(hand, seats) for hand, seats in zip(self.hands, self._counts, strict=True)]

    def passes_able(self) -> list[list[int]] | None:
        """By hand and seat, the passes that could have beaten the table; None if nothing was counted."""
        return None if self._counts is None else [[seat.passes_able for seat in seats] for seats in self._counts]

    def strengths(self) -> list[HandStrength] | None:
        """By hand, the strength of the dealt cards; None if nothing was counted."""
        if self._counts is None:
            return None
        from engine.games.guandan.strength import of_features

        return [
            of_features([seat.features for seat in seats], hand.finish[:])
            for hand, seats in zip(self.hands, self._counts, strict=True)
        ]

    def settle(self, judge: Judge) -> tuple[list[HandOutcome], dict[str, int | None], list[str] | None]:
        """The outcome of each hand, the totals and the winner, settled as a match that is replayed."""
        assert isinstance(judge, GuandanJudge)
        match = judge.match_replay(Match(game="guandan", players=[Player(seat) for seat in self.seats], hands=[]))
        whole, standing = self.whole, match.standing
        standing.levels[:] = whole.levels
        standing.failures[:] = whole.failures
        standing.setter = None if whole.setter == _NONE else whole.setter
        match.totals.points = list(whole.begun)
        outcomes = [match.close_played(finish_of(hand), hand.level) for hand in self.hands]
        result = MatchResult(ended="time" if whole.timed else UNSET)
        totals, winner, _ = match.conclude(result)
        return outcomes, totals, winner


def _counts_of(hand: HandFacts, seats: Sequence[SeatCounts]) -> HandCounts:
    """What the compiled lane counted in a hand, in the order of the figures."""
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
        forms = int.from_bytes(own.forms, "little") & ~_SINGLES
        while forms:
            number = (forms & -forms).bit_length() - 1
            forms &= forms - 1
            kinds.append(played_kind(seat, number >> 4 << 8 | number & 0xF, level))
        bombs += bombs_of(seat, own.fates, _BOMBS)
    return HandCounts(tuple(counts), tuple(sorted(set(kinds))), tuple(sorted(bombs)), level)


def finish_of(hand: HandFacts) -> list[list[int]]:
    """The order of finish of a hand; seats that share a place together."""
    first, second, third, fourth = hand.finish
    return [[first], [second], [third, fourth]] if hand.shared else [[first], [second], [third], [fourth]]


def lane(library: Library, text: ReadText, rules: RuleSet, *, counting: bool = False) -> CleanGuandan | int:
    """The match, if it is clean under some rules; else the number of the reason why it is left to the engine.

    With ``counting`` it has what statistics count.
    """
    numbers = numbers_of(RULES.options, rules)
    options = (c_int32 * len(numbers))(*numbers)
    hands = (HandFacts * text.text.hands)()
    whole = MatchFacts()
    room = _NOTES_A_HAND * text.text.hands
    noted = (Note * room)()
    notes = Notes(room, 0, noted)
    counts = (c_char * (_SEAT_COUNTS.size * _SEATS * text.text.hands))() if counting else None
    reason = library.judge(_FUNCTION)(
        text.raw, len(text.raw), byref(text.text), text.hands, byref(options), hands, byref(notes), counts, byref(whole)
    )
    return int(reason) or CleanGuandan(text, whole, hands, noted[: notes.count], counts and counts.raw)

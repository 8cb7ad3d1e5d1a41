"""What the compiled lanes of the climbing games share: what they take and give, and counts as C has them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from ctypes import POINTER, Structure, byref, c_char, c_int32, c_uint32
from dataclasses import dataclass
from functools import partial
from struct import Struct
from typing import Any, Final, Generic, Protocol, TypeVar

from engine.fast.library import Library, ReadText
from engine.replay.game import Judge
from engine.replay.hand_findings import HandFindings
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import BombsPlayed, HandCounts
from engine.replay.strength import HandStrength
from engine.rulebook.findings import Finding
from engine.rulebook.options import RuleBook, RuleSet

FATES: Final = 4
"""The counts of what became of bombs of a kind: played, won, beaten, last."""
NOBODY: Final = -1
_NOTES_A_HAND: Final = 8
"""On average; a match with more is left to the engine."""


class Note(Structure):
    """A notice or warning, as ``struct note`` has it."""

    _fields_ = [
        *((name, c_int32) for name in ("kind", "hand", "action", "seat", "count")),
        *((name, c_uint32) for name in ("at", "size")),
    ]


class _Notes(Structure):
    """A list of notes with its room and their number, as ``struct notes`` has it."""

    _fields_ = [("room", c_uint32), ("count", c_uint32), ("list", POINTER(Note))]


class SeatCounts(Protocol):
    """What the lane of any of these games counts of a seat in a hand."""

    @property
    def passes_able(self) -> int:
        """The passes that could have beaten the table."""


Hand = TypeVar("Hand", bound=Structure)
Whole = TypeVar("Whole", bound=Structure)
Counts = TypeVar("Counts", bound=SeatCounts)
Found = TypeVar("Found")
Settled = tuple[list[HandOutcome], dict[str, int | None], list[str] | None]
"""The outcome of each hand, the totals and the winner."""


@dataclass(frozen=True, kw_only=True)
class ClimbingLane(Generic[Hand, Whole, Counts]):
    """The compiled lane of a game: how its function is called, and how a match that it finds clean is settled."""

    function: str
    """Its function in the library."""
    rules: RuleBook
    hand: type[Hand]
    """``struct hand_facts``"""
    whole: type[Whole]
    """``struct match_facts``"""
    seats: int
    layout: Struct
    """``struct seat_counts``"""
    made: Callable[[Iterable[Any]], Counts]
    """Makes the counts of a seat from it."""
    settle: "Callable[[CleanHands[Hand, Whole, Counts], Judge], Settled]"
    counts_of: Callable[[Hand, Sequence[Counts]], HandCounts]
    """What was counted in a hand, in the order of the figures."""
    strength_of: "Callable[[CleanHands[Hand, Whole, Counts], Hand, Sequence[Counts]], HandStrength | None]"
    """The strength of the dealt cards of a hand; None if the game does not measure it."""
    tables: Callable[[RuleSet], Sequence[int]] = lambda _rules: ()
    """What ``struct rules`` has after the values of the options."""
    is_void: Callable[[Hand], bool] = lambda _hand: False
    """Whether the deal of a hand was void, so that it does not count."""
    report: "Callable[[CleanHands[Hand, Whole, Counts], Judge, HandFindings, Note, str], None] | None" = None
    """Reports a notice or warning about an action; None if a clean match of the game never has one."""

    def __call__(
        self, library: Library, text: ReadText, rules: RuleSet, *, counting: bool = False
    ) -> "CleanHands[Hand, Whole, Counts] | int":
        """The match, if it is clean under some rules; else the number of the reason why it is left to the engine.

        With ``counting`` it has what statistics count.
        """
        numbers = [option.number_of(rules.options[option.name]) for option in self.rules.options]
        numbers += self.tables(rules)
        options = (c_int32 * len(numbers))(*numbers)
        count = text.text.hands
        hands, whole = (self.hand * count)(), self.whole()
        noted = (Note * (_NOTES_A_HAND * count))()
        notes = _Notes(len(noted), 0, noted)
        counts = (c_char * (self.layout.size * self.seats * count))() if counting else None
        reason = library.judge(self.function)(
            text.raw,
            len(text.raw),
            byref(text.text),
            text.hands,
            byref(options),
            hands,
            *([byref(notes)] if self.report else []),
            counts,
            byref(whole),
        )
        return int(reason) or CleanHands(self, rules, text, whole, hands, noted[: notes.count], self._by_hand(counts))

    def _by_hand(self, counted: Any) -> "list[tuple[Counts, ...]] | None":
        """By hand, the counts of each seat; None if nothing was counted."""
        if counted is None:
            return None
        each = map(self.made, self.layout.iter_unpack(counted.raw))
        return list(zip(*[each] * self.seats, strict=True))


@dataclass(frozen=True)
class CleanHands(Generic[Hand, Whole, Counts]):
    """A match that a lane found clean."""

    lane: ClimbingLane[Hand, Whole, Counts]
    rules: RuleSet
    text: ReadText
    whole: Whole
    hands: Sequence[Hand]
    notes: Sequence[Note]
    counted: list[tuple[Counts, ...]] | None
    """By hand and seat; None if nothing was counted."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order of play."""
        return self.text.seats

    def findings(self, judge: Judge) -> list[Finding]:
        """The notices and warnings, in the order of the report, made as those of a match that is replayed."""
        findings: list[Finding] = []
        for note in sorted(self.notes, key=lambda each: (each.hand, each.action)):
            assert self.lane.report is not None
            of_hand = HandFindings(self.rules.game, note.hand, self.seats)
            of_hand.done = note.action
            action = self.text.raw[note.at : note.at + note.size].decode()
            self.lane.report(self, judge, of_hand, note, action)
            findings += of_hand.findings
        return findings

    def settle(self, judge: Judge) -> Settled:
        """The outcome of each hand, the totals and the winner, settled as a match that is replayed."""
        return self.lane.settle(self, judge)

    def counts(self) -> list[HandCounts | None] | None:
        """What statistics count of each hand, None for a void deal; None if it was not asked for."""
        return self._of_each(self.lane.counts_of)

    def passes_able(self) -> list[list[int] | None] | None:
        """By hand and seat, the passes that could have beaten the table, None for a void deal; None if nothing was
        counted.
        """
        return self._of_each(lambda _hand, seats: [seat.passes_able for seat in seats])

    def strengths(self) -> list[HandStrength | None] | None:
        """By hand, the strength of the dealt cards, None for those that have none; None if nothing was counted."""
        return self._of_each(partial(self.lane.strength_of, self))

    def _of_each(self, made: Callable[[Hand, Sequence[Counts]], Found | None]) -> list[Found | None] | None:
        if self.counted is None:
            return None
        each = zip(self.hands, self.counted, strict=True)
        return [None if self.lane.is_void(hand) else made(hand, seats) for hand, seats in each]


def order_of(order: Sequence[int], sharing: int) -> list[list[int]]:
    """An order of finish in which so many of the last seats share a place."""
    alone = len(order) - sharing
    return [*([seat] for seat in order[:alone]), *([list(order[alone:])] if sharing else [])]


def bits_of(number: int) -> Iterator[int]:
    """The places of the bits that are set, from the lowest."""
    while number:
        yield (number & -number).bit_length() - 1
        number &= number - 1


def bombs_of(seat: int, fates: bytes, kinds: Sequence[tuple[str, int]]) -> Iterator[BombsPlayed]:
    """What became of the bombs of a seat.  ``kinds`` are the names and sizes of the bombs, as ``fates`` has them."""
    if any(fates):
        for number, kind in enumerate(kinds):
            found = fates[number * FATES : (number + 1) * FATES]
            if found[0]:
                yield BombsPlayed(seat, *kind, *found)

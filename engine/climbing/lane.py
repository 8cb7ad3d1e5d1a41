"""What the compiled lanes of the climbing games share: what they take and give, and counts as C has them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from ctypes import POINTER, Array, Structure, byref, c_char, c_int32, c_int64, c_uint8, c_uint32, sizeof
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, partial
from itertools import repeat
from struct import Struct
from typing import Any, Final, Generic, NamedTuple, TypeVar

from engine.fast.library import Library, ReadText
from engine.fast.shared import Shared, numbered
from engine.replay.game import Judge
from engine.replay.hand_findings import HandFindings
from engine.replay.outcome import HandOutcome
from engine.replay.statistics import BombsPlayed, HandCounts
from engine.replay.strength import HandStrength
from engine.rulebook.findings import Finding
from engine.rulebook.options import RuleSet


class Fate(IntEnum):
    """What becomes of a bomb, in the order in which it is counted."""

    PLAYED = 0
    WON = 1
    BEATEN = 2
    LAST = 3


_FATES: Final = len(Fate)
KIND_FORMS: Final = 16
"""The numbers that there are for the forms of a kind, one for each rank."""
NOBODY: Final = -1
_NOTES_A_HAND: Final = 8
"""On average; a match with more is left to the engine."""


class Note(Structure):
    """A notice or warning of a hand without a fault: what its kind counts, and where the text of the action is."""

    _fields_ = [
        *((name, c_int32) for name in ("kind", "hand", "action", "seat", "count")),
        *((name, c_uint32) for name in ("at", "size")),
    ]


class Notes(Structure):
    """A list of notes with its room and their number."""

    _fields_ = [("room", c_uint32), ("count", c_uint32), ("list", POINTER(Note))]


class SeatCounts(NamedTuple):
    """What statistics count of a seat in a hand."""

    figures: tuple[int, ...]
    """In the order of the figures of the game."""
    passes_able: int
    """The passes that could have beaten the table."""
    forms: bytes
    """A bit for each form played, by the number that C gives it."""
    features: bytes
    """Those of the dealt cards."""
    fates: bytes = b""
    """Of the bombs of each kind."""


SHARED: Final = Shared(
    structs=(Note, Notes),
    names={
        **{fate.name: fate.value for fate in Fate},
        "FATES": _FATES,
        "KIND_FORMS": KIND_FORMS,
        **numbered("of_chief", "of_helper", "of_others", "role_scores"),
    },
)
"""What the lanes of all these games share with C."""
ROLE_SCORES: Final = SHARED.names["ROLE_SCORES"]
"""The scores of a hand by role: of a declarer or an emperor, of its partner or protector, and of each other seat."""

Hand = TypeVar("Hand", bound=Structure)
Whole = TypeVar("Whole", bound=Structure)
Found = TypeVar("Found")
Settled = tuple[list[HandOutcome], dict[str, int | None], list[str] | None]
"""The outcome of each hand, the totals and the winner."""


@dataclass(frozen=True, kw_only=True)
class ClimbingLane(Generic[Hand, Whole]):
    """The compiled lane of a game: how its function is called, and how a match that it finds clean is settled."""

    function: str
    """Its function in the library."""
    hand: type[Hand]
    """``struct hand_facts``"""
    whole: type[Whole]
    """``struct match_facts``"""
    seats: int
    numbers: "Callable[[RuleSet], Array[c_int32] | None]"
    """``struct rules`` for a rule set; None if a number is too large for it."""
    forms: int
    """The number of the forms that can be played."""
    figures: Callable[[], Sequence[str]]
    """What statistics count, in order."""
    features: Callable[[], Sequence[str]]
    """What the strength of a dealt hand is made of, but for roles, in order."""
    settle: "Callable[[CleanHands[Hand, Whole], Judge], Settled]"
    counts_of: Callable[[Hand, Sequence[SeatCounts]], HandCounts]
    """What was counted in a hand."""
    strength_of: "Callable[[CleanHands[Hand, Whole], Hand, Sequence[SeatCounts]], HandStrength | None]"
    """The strength of the dealt cards of a hand; None if the game does not measure it."""
    tables: Sequence[tuple[str, Any]] = ()
    """What ``struct rules`` has after the options."""
    bombs: int = 0
    """The number of kinds of bombs; 0 if nobody counts what becomes of them."""
    names: Mapping[str, int] = field(default_factory=dict)
    """Other numbers by their names in C."""
    texts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    is_void: Callable[[Hand], bool] = lambda _hand: False
    """Whether the deal of a hand was void, so that it does not count."""
    report: "Callable[[CleanHands[Hand, Whole], Judge, HandFindings, Note, str], None] | None" = None
    """Reports a notice or warning about an action; None if a clean match of the game never has one."""

    @cached_property
    def shared(self) -> Shared:
        """What the lane shares with its C sources."""
        features = self.features()
        counted: list[tuple[str, Any]] = [
            ("passes_able", c_int64),
            ("forms", c_uint8 * -(-self.forms // 8)),
            ("features", c_uint8 * len(features)),
        ]
        if self.bombs:
            counted.append(("fates", c_uint8 * _FATES * self.bombs))
        return Shared(
            structs=(self.hand, self.whole),
            names={"SEATS": self.seats, **self.names},
            texts=self.texts,
            rules=self.tables,
            figures=self.figures(),
            features=features,
            counted=counted,
        )

    @cached_property
    def _layout(self) -> Struct:
        """``struct seat_counts``"""
        figures, (_, *counted) = self.shared.figures, self.shared.counted
        return Struct(f"@{len(figures)}qq{''.join(f'{sizeof(kind)}s' for _, kind in counted)}0q")

    def __call__(
        self, library: Library, text: ReadText, rules: RuleSet, *, counting: bool = False
    ) -> "CleanHands[Hand, Whole] | int":
        """The match, if it is clean under some rules; else the number of the reason why it is left to the engine.

        With ``counting`` it has what statistics count.
        """
        numbers = self.numbers(rules)
        if numbers is None:
            return library.OPTION_UNKNOWN
        count = text.text.hands
        hands, whole = (self.hand * count)(), self.whole()
        noted = (Note * (_NOTES_A_HAND * count))()
        notes = Notes(len(noted), 0, noted)
        counts = (c_char * (self._layout.size * self.seats * count))() if counting else None
        reason = library.judge(self.function)(
            text.raw,
            len(text.raw),
            byref(text.text),
            text.hands,
            numbers,
            hands,
            *([byref(notes)] if self.report else []),
            counts,
            byref(whole),
        )
        if not reason and count and all(map(self.is_void, hands)):
            # The actions may all be one seat's, and then the log is read as that of this seat alone, with a notice.
            return library.NOT_FINISHED
        return int(reason) or CleanHands(self, rules, text, whole, hands, noted[: notes.count], self._by_hand(counts))

    def _by_hand(self, counted: Any) -> "list[tuple[SeatCounts, ...]] | None":
        """By hand, the counts of each seat; None if nothing was counted."""
        if counted is None:
            return None
        last = len(self.shared.figures)
        counts = (SeatCounts(values[:last], *values[last:]) for values in self._layout.iter_unpack(counted.raw))
        return list(zip(*repeat(counts, self.seats), strict=True))


@dataclass(frozen=True)
class CleanHands(Generic[Hand, Whole]):
    """A match that a lane found clean."""

    lane: ClimbingLane[Hand, Whole]
    rules: RuleSet
    text: ReadText
    whole: Whole
    hands: Sequence[Hand]
    notes: Sequence[Note]
    counted: list[tuple[SeatCounts, ...]] | None
    """By hand and seat; None if nothing was counted."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order of play."""
        return self.text.seats

    def findings(self, judge: Judge) -> list[Finding]:
        """The notices and warnings, in the order of the report, made as those of a match that is replayed."""
        findings: list[Finding] = []
        for note in sorted(self.notes, key=lambda entry: (entry.hand, entry.action)):
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

    def _of_each(self, made: Callable[[Hand, Sequence[SeatCounts]], Found | None]) -> list[Found | None] | None:
        if self.counted is None:
            return None
        pairs = zip(self.hands, self.counted, strict=True)
        return [None if self.lane.is_void(hand) else made(hand, seats) for hand, seats in pairs]


def scores_of_roles(scores: Sequence[int], chief: int, helper: int) -> tuple[int, int, int]:
    """The scores of a hand by role, as C has them; of one seat with both roles, its score twice."""
    other = next(seat for seat in range(len(scores)) if seat not in (chief, helper))
    return scores[chief], scores[helper], scores[other]


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
            fate = fates[number * _FATES : (number + 1) * _FATES]
            if fate[0]:
                yield BombsPlayed(seat, *kind, *fate)

"""The solver in the compiled library, which does the same as that of the engine, position for position."""

from array import array
from collections.abc import Callable
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    byref,
    c_bool,
    c_char_p,
    c_int,
    c_int8,
    c_uint8,
    c_uint32,
    c_uint64,
    c_void_p,
    sizeof,
    string_at,
)
from enum import IntEnum
from itertools import product, starmap
from typing import Final
from weakref import finalize

from engine.cards.packed import GUARDS, HOLDING_BITS, Holding
from engine.climbing.endgame import (
    KEEPS_SUITS,
    KIND_BITS,
    KNOWN_ROLES,
    NO_SUITS,
    NOTE,
    NOTED_BITS,
    RANK_BITS,
    ClimbingEndgame,
)
from engine.climbing.round import NOBODY
from engine.fast.library import Library, library
from engine.fast.shared import Shared
from engine.insight.solver import OutOfNodesError, Solver
from engine.replay.endgame import EMPTY, Endgame, Laid, Position

_SEATS: Final = 5
_COURSES: Final = 1 << KIND_BITS * _SEATS
_HOLDING: Final = 1 << _SEATS
_NOTES: Final = 32
_NOTED: Final = 32
_BEFORE: Final = 4
_NO_SEAT: Final = 255
_MOST_BYTES: Final = 1 << 26
"""With more in hands and what they can play, a search that is begun again does not keep them."""
_HAND_BYTES: Final = 256
"""The bytes that Python keeps for the number of a hand."""
_WORD: Final = 64
_HAND_WORDS: Final = -(-HOLDING_BITS // _WORD)
_HAND_SIZE: Final = _HAND_WORDS * _WORD // 8
_NO_HAND: Final = (1 << 32) - 1


class SearchAnswer(IntEnum):
    """What a search answers."""

    NOT_REACHED = 0
    REACHED = 1
    OUT_OF_NODES = 2
    FAILED = 3


class EndgameRules(Structure):
    """The rest of a hand under the rules of its table, as far as it is not in the plays."""

    _fields_ = [
        ("guards", c_uint64 * _HAND_WORDS),  # the bits above the counts of the cards of a hand
        ("seats", c_uint8),
        ("kinds", c_uint8 * _SEATS),
        ("sides", c_uint8 * _SEATS),
        ("noting", c_uint8),  # the seat whose plays are noted, or NO_SEAT
        (
            "bombs",
            c_uint8,
        ),  # as `ClimbingEndgame.bombs` says
        ("low", c_int8 * _COURSES),  # by order of finish, the values that can still come
        ("high", c_int8 * _COURSES),
        ("heirs", c_uint8 * _HOLDING * _SEATS * 2),  # by whether roles are known, winner, seats that hold cards
        ("notes", c_uint8 * _BEFORE * _NOTED * _NOTES),  # what is noted, by what was, the play, and the play before
    ]


class EndgamePosition(Structure):
    """A position.  It is compared byte by byte."""

    _fields_ = [
        ("hands", c_uint32 * _SEATS),
        ("laid", c_uint32),
        ("course", c_uint32),
        ("turn", c_uint8),
        ("owner", c_uint8),
        ("unused", c_uint8 * 2),  # 0
    ]


class EndgamePlay(Structure):
    """A play: what lies on the table then, and the number of the hand that is left.  A hand without cards is 0."""

    _fields_ = [("laid", c_uint32), ("rest", c_uint32)]


class EndgameSet(Structure):
    """Cards and what lies on the table when they are played, in order of the plays: those of equal forms with more
    cards in higher lanes first.
    """

    _fields_ = [
        ("cards", c_uint64 * _HAND_WORDS),
        ("bare", c_uint64 * _HAND_WORDS),  # the same without suits
        ("laid", c_uint32),
        ("suits", c_uint32),  # as in `ClimbingEndgame.sets`
    ]


SHARED: Final = Shared(
    structs=(EndgameRules, EndgamePosition, EndgamePlay, EndgameSet),
    names={
        "MOST_SEATS": _SEATS,
        "HAND_WORDS": _HAND_WORDS,
        "COURSES": _COURSES,
        "MOST_NOTES": _NOTES,
        "MOST_NOTED": _NOTED,
        "MOST_BEFORE": _BEFORE,
        "EMPTY": EMPTY,
        "NO_SUITS": NO_SUITS,
        "KEEPS_SUITS": KEEPS_SUITS,
        "NO_SEAT": _NO_SEAT,
        "KIND_BITS": KIND_BITS,
        "KNOWN_ROLES": KNOWN_ROLES,
        "RANK_BITS": RANK_BITS,
        "NOTE_SHIFT": NOTE.bit_length() - 1,
        "NOTED_SHIFT": NOTED_BITS,
    },
)
"""What the search shares with C, besides its answers."""

_WORDS: Final = sizeof(EndgamePlay) // 4
_LAID: Final = EndgamePlay.laid.offset // 4
_REST: Final = EndgamePlay.rest.offset // 4

_SET: Final = tuple(field[0] for field in EndgameSet._fields_)

_GIVEN: Final = CFUNCTYPE(c_void_p, c_void_p, c_uint32)


class _Hands(dict[Holding, int]):
    """The numbers of the hands that a search is asked about, and what they can play."""

    def __init__(self, endgame: ClimbingEndgame, number: Callable[[bytes], int]) -> None:
        """``number`` gives the number of a hand."""
        super().__init__()
        self.endgame: Final = endgame
        self._number: Final = number
        self._given: array[int]
        self.error: BaseException | None = None
        """What was raised when plays were asked for."""

    def __missing__(self, hand: Holding) -> int:
        number = self._number(hand.to_bytes(_HAND_SIZE, "little"))
        if number == _NO_HAND:
            raise MemoryError
        self[hand] = number
        return number

    def given(self, cards: int, laid: Laid) -> int | None:
        """Where the plays or the sets are, as ``endgame_given`` wants them; None if that raises an error."""
        hand = int.from_bytes(string_at(cards, _HAND_SIZE), "little")
        try:
            if self.endgame.bombs:
                return self._sets(hand)
            return self._plays(hand, laid)
        except BaseException as error:
            self.error = error
            return None

    def _plays(self, hand: Holding, laid: Laid) -> int:
        plays = self.endgame.plays(hand, laid)
        self._given = array("I", bytes(sizeof(EndgamePlay) * (1 + len(plays))))
        self._given[_LAID::_WORDS] = array("I", (0, *(now for now, _ in plays)))
        self._given[_REST::_WORDS] = array("I", (len(plays), *(self[rest] for _, rest in plays)))
        return self._given.buffer_info()[0]

    def _sets(self, hand: Holding) -> int:
        bare, sets = self.endgame.sets(hand)
        self._given = array("B", b"".join(starmap(_set, [(len(sets), 0, bare, 0), *sets])))
        return self._given.buffer_info()[0]


def _set(laid: Laid, cards: Holding, bare: Holding, suits: int) -> bytes:
    """The bytes of an `EndgameSet`."""
    parts = {
        "cards": cards.to_bytes(_HAND_SIZE, "little"),
        "bare": bare.to_bytes(_HAND_SIZE, "little"),
        "laid": laid.to_bytes(4, "little"),
        "suits": suits.to_bytes(4, "little"),
    }
    return b"".join(map(parts.__getitem__, _SET))


class CompiledSolver(Solver):
    """Finds values with the compiled library.  It asks the endgame once what a hand can play."""

    def __init__(self, endgame: ClimbingEndgame, lane: Library, *, table: int) -> None:
        """``table`` is the number of positions that are remembered.  Raises MemoryError."""
        super().__init__(endgame, table=0)
        self._forgets: Final = lane.function("fupan_endgame_forget", c_bool, c_void_p)
        self._ends: Final = lane.function("fupan_endgame_end", None, c_void_p)
        self._begins: Final = lane.function("fupan_endgame", c_void_p, POINTER(EndgameRules), c_uint32, _GIVEN)
        self._allows: Final = lane.function("fupan_endgame_allow", None, c_void_p, c_uint64)
        self._reaches: Final = lane.function("fupan_endgame_reaches", c_int, c_void_p, POINTER(EndgamePosition), c_int)
        self._value: Final = lane.function(
            "fupan_endgame_value", c_int, c_void_p, POINTER(EndgamePosition), POINTER(c_int)
        )
        self._nodes: Final = lane.function("fupan_endgame_nodes", c_uint64, c_void_p)
        self._numbers: Final = lane.function("fupan_endgame_hand", c_uint32, c_void_p, c_char_p)
        self._bytes: Final = lane.function("fupan_endgame_bytes", c_uint64, c_void_p)
        self._table: Final = table
        self._rules: Final = _rules(endgame)
        self._begin(endgame)

    def allow(self, nodes: int) -> None:
        """Sets the budget for the values that are asked for from now on."""
        super().allow(nodes)
        self._allows(self._search, nodes)

    def _begin(self, endgame: ClimbingEndgame) -> None:
        self._before = self.nodes
        """The nodes of searches that have ended."""
        self._hands = _Hands(endgame, self._number)
        self._asked = _GIVEN(self._hands.given)
        self._search: int | None = self._begins(byref(self._rules), self._table, self._asked)
        if self._search is None:
            raise MemoryError
        self._end = finalize(self, self._ends, self._search)

    def _number(self, hand: bytes) -> int:
        return int(self._numbers(self._search, hand))

    def forget(self) -> None:
        """Forgets all positions; the hands and what they can play only if they are many.  Raises MemoryError."""
        if self._bytes(self._search) + _HAND_BYTES * len(self._hands) > _MOST_BYTES:
            self._end()
            self._begin(self._hands.endgame)
            self.allow(self._most - self.nodes)
        elif not self._forgets(self._search):
            raise MemoryError

    def value(self, position: Position) -> int:
        """The value of a reduced position.  Raises OutOfNodesError, MemoryError."""
        score = c_int()
        self._answer(self._value(self._search, byref(self._position(position)), byref(score)))
        return score.value

    def reaches(self, position: Position, wanted: int) -> bool:
        """Whether the value of a settled position is so high or higher.  Raises OutOfNodesError, MemoryError."""
        return self._answer(self._reaches(self._search, byref(self._position(position)), wanted))

    def _position(self, position: Position) -> EndgamePosition:
        hands, turn, owner, laid, course = position
        numbers = (c_uint32 * _SEATS)(*map(self._hands.__getitem__, hands))
        by = _NO_SEAT if owner == NOBODY else owner
        return EndgamePosition(hands=numbers, laid=laid, course=course, turn=turn, owner=by)

    def _answer(self, answer: int) -> bool:
        self.nodes = self._before + self._nodes(self._search)
        if answer == SearchAnswer.FAILED:
            raise self._hands.error or MemoryError()
        if answer == SearchAnswer.OUT_OF_NODES:
            raise OutOfNodesError
        return answer == SearchAnswer.REACHED


def _rules(endgame: ClimbingEndgame) -> EndgameRules:
    seats = range(len(endgame.seats))
    noting = _NO_SEAT if endgame.noting == NOBODY else endgame.noting
    rules = EndgameRules(seats=len(seats), noting=noting, bombs=endgame.bombs)
    rules.guards[:] = array("Q", GUARDS.to_bytes(_HAND_SIZE, "little"))
    rules.kinds[: len(seats)], rules.sides[: len(seats)] = endgame.kinds, endgame.sides
    for course in endgame.courses():
        rules.low[course], rules.high[course] = endgame.span(course)
    for known, seat, holding in product((0, 1), seats, range(1, 1 << len(seats))):
        if not holding >> seat & 1:
            hands = [holding >> other & 1 for other in seats]
            rules.heirs[known][seat][holding] = endgame.heir(hands, seat, known * KNOWN_ROLES * NOTE)
    if endgame.noting != NOBODY:
        for note, play, before in product(range(_NOTES), range(_NOTED), range(_BEFORE)):
            course = endgame.noted(note * NOTE, endgame.noting, play << NOTED_BITS, before << NOTED_BITS)
            rules.notes[note][play][before] = course // NOTE % _NOTES
    return rules


def solver_for(endgame: Endgame, *, table: int) -> Solver:
    """A solver, the compiled one where there is a library.  ``table`` is the number of positions that it remembers.

    Raises MemoryError.
    """
    lane = library()
    if lane is None or not isinstance(endgame, ClimbingEndgame):
        return Solver(endgame, table=table)
    return CompiledSolver(endgame, lane, table=table)

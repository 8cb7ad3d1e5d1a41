"""The counts of one judged match, stored with the judgement: packed, without people and dates.

Rows of facts are made of it whenever the judgement is shown, so that deleting and bringing back a match, or going back
to rules that it was judged under before, needs no replay.
"""

from typing import Final

import msgspec

from app.database.packing import Content, packed_for, unpacked

UNCOUNTED: Final = 0
"""The state of a judgement that is not counted yet."""
SHORT: Final = 1
"""The state of a judgement that is counted without the figures that take long."""
WHOLE: Final = 2
"""The state of a judgement that is counted whole, or that counts nowhere."""


class SeatResult(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """The result of the match for a seat."""

    team: int
    """The number of its team, from 0; in a game without teams the number of the seat."""
    total: int | None
    won: bool | None
    """None if the winner is unknown."""


class SeatHand(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What is counted of a seat in a counted hand; hand and seat count from 0."""

    hand: int
    seat: int
    basis: str
    side: int | None
    place_halves: int | None
    score: int
    role: str | None
    complete: bool
    errors: int
    figures: tuple[int | None, ...]
    """The figures in the order of ``CountOfMatch.figures``."""
    strength: int | None = None
    """The strength of the dealt cards, in thousandths, as `engine.replay.strength` measures it; None if not known."""
    expected: int | None = None
    """The result that the cards of the table let the seat expect, in thousandths."""
    result: int | None = None
    """The result in the same unit."""


Played = tuple[int, int, str, int, int]
"""That a seat played a kind of combination: hand, seat, kind, number of cards, rank."""

Raised = tuple[int, int, str]
"""That a hand has findings: hand, seat (-1: about none), code."""


Bombs = tuple[int, int, str, int, int, int, int, int]
"""What became of the bombs of a seat in a hand: the hand, then as `engine.replay.statistics.BombsPlayed` has it."""


class CountOfMatch(msgspec.Struct, frozen=True, array_like=True):
    """What is counted of a match."""

    game: str
    hands: int
    figures: list[str]
    """The names of the game's own figures."""
    results: list[SeatResult]
    """By seat, in order of play."""
    rows: list[SeatHand]
    plays: list[Played]
    codes: list[Raised]
    whole: bool
    """Whether what takes long is there: the figures of the game that do, and the strength of dealt cards."""
    levels: list[tuple[int, int]] = []
    """Hands and their levels, where they are known."""
    bombs: list[Bombs] = []


class PackedCount(msgspec.Struct, frozen=True):
    """What is counted of a match, as the table of judgements has it."""

    state: int
    data: bytes | None
    """None for a match that counts nowhere, such as an unreadable one."""
    size: int
    counted: CountOfMatch | None = None
    """The same before it was packed; None if only the packed form was read."""

    def as_whole(self) -> "PackedCount":
        """The same, with nothing left to be counted."""
        return PackedCount(WHOLE, self.data, self.size)


NOWHERE: Final = PackedCount(WHOLE, None, 0)
"""That a match counts nowhere."""


_IN_COLUMNS: Final = b"\1"
"""What `pack` begins with; earlier versions began with the array that ``CountOfMatch`` is, and had it row by row."""
_ROWS: Final = tuple(
    CountOfMatch.__struct_fields__.index(name) for name in ("rows", "plays", "codes", "levels", "bombs")
)
_FIGURES: Final = SeatHand.__struct_fields__.index("figures")


def pack(counted: CountOfMatch) -> PackedCount:
    """What is counted of a match, packed column by column, which takes three quarters of the bytes."""
    whole = msgspec.to_builtins(counted)
    for place in _ROWS:
        whole[place] = list(zip(*whole[place], strict=True))
    if counted.rows:
        columns = whole[_ROWS[0]]
        columns[_FIGURES] = list(zip(*columns[_FIGURES], strict=True))
    data = _IN_COLUMNS + msgspec.msgpack.encode(whole)
    return PackedCount(
        WHOLE if counted.whole else SHORT, packed_for(counted.game, Content.COUNTS, data), len(data), counted
    )


def unpack(data: bytes, size: int) -> CountOfMatch:
    """What `pack` packed, in this version or an earlier one."""
    return read_counted(unpacked(data, size))


def read_counted(raw: bytes) -> CountOfMatch:
    """The same from the bytes that were packed.  Raises msgspec.MsgspecError if they are something else."""
    if not raw.startswith(_IN_COLUMNS):
        return msgspec.msgpack.decode(raw, type=CountOfMatch)
    try:
        whole = msgspec.msgpack.decode(raw[len(_IN_COLUMNS) :])
        columns = whole[_ROWS[0]]
        if columns:
            figures = zip(*columns[_FIGURES], strict=True)
            columns[_FIGURES] = list(figures) or [()] * len(columns[0])
        for place in _ROWS:
            whole[place] = list(zip(*whole[place], strict=True))
        return msgspec.convert(whole, CountOfMatch)
    except (IndexError, KeyError, TypeError, ValueError) as error:
        raise msgspec.ValidationError(str(error)) from error

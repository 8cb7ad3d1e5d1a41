"""Events that a program wrote one after the other as Python pickles, read without loading them.

Nothing of a pickle is executed: a list of opcodes that make numbers, texts, lists and tuples is read, and any other
opcode is refused.
"""

import struct
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.logs.foreign.reader import misfit
from engine.rulebook.sentences import say

Value = int | float | str | tuple["Value", ...]
"""A value of an event; lists are read as tuples too."""

OPENING: Final = b"\x80\x03"
"""How a pickle of protocol 3 begins."""

PROTOCOL: Final = 3
MOST_MEMOS: Final = 1_000
"""The most values of an event that later ones may refer to."""
MOST_VALUES: Final = 1_000
"""The most values of an event, those within others included."""
DEEPEST: Final = 8
"""The most lists and tuples that may be within each other, and the most that may be open at once."""
LONGEST_TEXT: Final = 256
"""The most bytes of a text."""
LONGEST_NUMBER: Final = 8
"""The most bytes of a whole number."""


class PickledEvent(NamedTuple):
    """An event, and the byte at which it begins, counted from 0."""

    value: Value
    offset: int


class _Sized(NamedTuple):
    """A value with how many values it has, itself included, and how deep they are nested."""

    value: Value
    values: int = 1
    depth: int = 0


class _OpenList:
    """A list that can still grow; once it is within another value, it is a tuple."""

    def __init__(self) -> None:
        self.items: list[_Sized] = []
        self.closed: _Sized | None = None


class _Mark:
    """The beginning of the items of a list or tuple."""


_MARK: Final = _Mark()
_Entry = _Sized | _OpenList | _Mark


def pickled_events(raw: bytes) -> Iterator[PickledEvent]:
    """The events of a text that is a sequence of pickles.

    Raises Refused, with the byte counted from 0, at an opcode that is not read, at one that does not fit, and at the
    first pickle that is over a bound.
    """
    place = 0
    while place < len(raw):
        start = place
        machine = _Machine(raw, place)
        value = machine.run()
        place = machine.place
        yield PickledEvent(value, start)


class _Machine:
    """One pickle while it is read."""

    def __init__(self, raw: bytes, place: int) -> None:
        self.raw: Final = raw
        self.place = place
        self._at = place
        self._stack: list[_Entry] = []
        self._marks = 0
        self._memo: dict[int, _Sized | _OpenList] = {}
        self._result: Value | None = None

    def run(self) -> Value:
        """The value of the pickle, whose opcodes are read up to its stop."""
        if self.raw[self.place : self.place + 1] != b"\x80":
            raise self._misfit(say("the byte 0x{byte}", byte=f"{self.raw[self.place]:02X}"))
        while self._result is None:
            self._at = self.place
            code = self._take(1)[0]
            step = _STEPS.get(code)
            if step is None:
                raise self._misfit(say("the opcode {name}", name=_name_of(code)))
            step(self)
        return self._result

    def protocol(self) -> None:
        """``PROTO``: the version of the pickle."""
        version = self._take(1)[0]
        if version != PROTOCOL:
            raise self._misfit(say("a pickle of protocol {version}", version=version))

    def number(self, form: str) -> None:
        """A number of a fixed size."""
        (value,) = struct.unpack(form, self._take(struct.calcsize(form)))
        if value != value or value in (float("inf"), float("-inf")):
            raise self._misfit(say("a number that is not finite"))
        self._push(_Sized(value))

    def long(self) -> None:
        """``LONG1``: a whole number with its number of bytes."""
        size = self._take(1)[0]
        if size > LONGEST_NUMBER:
            raise self._misfit(say("a whole number of {count} bytes", count=size))
        self._push(_Sized(int.from_bytes(self._take(size), "little", signed=True)))

    def text(self) -> None:
        """``BINUNICODE``: a text with its number of bytes."""
        size = int.from_bytes(self._take(4), "little")
        if size > LONGEST_TEXT:
            raise self._misfit(say("a text of {count} bytes", count=f"{size:,}"))
        try:
            self._push(_Sized(self._take(size).decode()))
        except UnicodeDecodeError:
            raise self._misfit(say("a text that is not valid UTF-8")) from None

    def mark(self) -> None:
        """``MARK``: items follow."""
        self._marks += 1
        self._push(_MARK)

    def empty_list(self) -> None:
        """``EMPTY_LIST``: a list, which grows."""
        self._push(_OpenList())

    def append(self) -> None:
        """``APPEND``: the last value goes into the list before it."""
        self._extend([self._pop()])

    def appends(self) -> None:
        """``APPENDS``: the values since the mark go into the list before it."""
        self._extend(self._since_mark())

    def tuple_of(self, count: int) -> None:
        """``EMPTY_TUPLE`` to ``TUPLE3``: a tuple of the last values."""
        items = [self._pop() for _ in range(count)]
        self._push(self._closed(items[::-1]))

    def tuple_since_mark(self) -> None:
        """``TUPLE``: a tuple of the values since the mark."""
        self._push(self._closed(self._since_mark()))

    def put(self, width: int) -> None:
        """``BINPUT``, ``LONG_BINPUT``: the last value gets a number."""
        number = int.from_bytes(self._take(width), "little")
        top = self._stack[-1] if self._stack else _MARK
        if isinstance(top, _Mark):
            raise self._misfit(say("a number for no value"))
        self._memo[number] = top
        if len(self._memo) > MOST_MEMOS:
            raise self._misfit(say("more than {count} numbered values", count=f"{MOST_MEMOS:,}"))

    def get(self, width: int) -> None:
        """``BINGET``, ``LONG_BINGET``: a value by its number."""
        numbered = self._memo.get(int.from_bytes(self._take(width), "little"))
        if isinstance(numbered, _OpenList):
            numbered = numbered.closed
        if numbered is None:
            raise self._misfit(say("the number of no value, or of a list that is not complete"))
        self._push(numbered)

    def stop(self) -> None:
        """``STOP``: the last value is that of the pickle."""
        value = self._pop()
        if self._stack:
            raise self._misfit(say("the end of a pickle that has more than one value"))
        self._result = value.value

    def _take(self, size: int) -> bytes:
        taken = self.raw[self.place : self.place + size]
        if len(taken) < size:
            self._at = len(self.raw)
            raise self._misfit(say("the end of the text within a pickle"))
        self.place += size
        return taken

    def _push(self, entry: _Entry) -> None:
        self._stack.append(entry)
        if len(self._stack) > MOST_VALUES or self._marks > DEEPEST:
            raise self._over()

    def _pop(self) -> _Sized:
        top = self._stack.pop() if self._stack else _MARK
        if isinstance(top, _Mark):
            raise self._misfit(say("an opcode that needs more values"))
        if isinstance(top, _OpenList):
            top.closed = self._closed(top.items)
            return top.closed
        return top

    def _since_mark(self) -> list[_Sized]:
        items = []
        while self._stack and not isinstance(self._stack[-1], _Mark):
            items.append(self._pop())
        if not self._stack:
            raise self._misfit(say("an opcode that needs more values"))
        self._stack.pop()
        self._marks -= 1
        return items[::-1]

    def _extend(self, items: list[_Sized]) -> None:
        top = self._stack[-1] if self._stack else _MARK
        if not isinstance(top, _OpenList):
            raise self._misfit(say("items for what is not a list"))
        top.items += items
        if len(top.items) > MOST_VALUES:
            raise self._over()

    def _closed(self, items: list[_Sized]) -> _Sized:
        values = 1 + sum(item.values for item in items)
        depth = 1 + max((item.depth for item in items), default=0)
        if values > MOST_VALUES or depth > DEEPEST:
            raise self._over()
        return _Sized(tuple(item.value for item in items), values, depth)

    def _over(self) -> Exception:
        bound = say("at most {values} values, {depth} deep", values=f"{MOST_VALUES:,}", depth=DEEPEST)
        return misfit(say("byte {offset}", offset=self._at), say("an event with more values"), bound)

    def _misfit(self, reason: str) -> Exception:
        wanted = say("pickles of protocol 3 with numbers, texts, lists and tuples alone")
        return misfit(say("byte {offset}", offset=self._at), reason, wanted)


def _name_of(code: int) -> str:
    """The name of an opcode: ``GLOBAL``; ``0xFF`` where there is none."""
    from pickletools import opcodes

    return next((known.name for known in opcodes if known.code == chr(code)), f"0x{code:02X}")


_STEPS: Final[Mapping[int, Callable[[_Machine], None]]] = MappingProxyType(
    {
        0x80: _Machine.protocol,
        ord("J"): lambda machine: machine.number("<i"),
        ord("K"): lambda machine: machine.number("<B"),
        ord("M"): lambda machine: machine.number("<H"),
        ord("G"): lambda machine: machine.number(">d"),
        0x8A: _Machine.long,
        ord("X"): _Machine.text,
        ord("("): _Machine.mark,
        ord("]"): _Machine.empty_list,
        ord("a"): _Machine.append,
        ord("e"): _Machine.appends,
        ord(")"): lambda machine: machine.tuple_of(0),
        0x85: lambda machine: machine.tuple_of(1),
        0x86: lambda machine: machine.tuple_of(2),
        0x87: lambda machine: machine.tuple_of(3),
        ord("t"): _Machine.tuple_since_mark,
        ord("q"): lambda machine: machine.put(1),
        ord("r"): lambda machine: machine.put(4),
        ord("h"): lambda machine: machine.get(1),
        ord("j"): lambda machine: machine.get(4),
        ord("."): _Machine.stop,
    }
)
"""By its code, what each opcode that is read does."""

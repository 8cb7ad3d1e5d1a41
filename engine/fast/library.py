"""The compiled library: whether there is one, and its functions.

The library is optional.  Without it, with one that other sources were compiled to, or where ``FUPAN_PURE`` is set,
every match goes to the engine.  Its sources are in C, with headers that are written from Python.
"""

import json
import os
from collections.abc import Mapping, Sequence
from ctypes import CDLL, POINTER, Array, Structure, byref, c_char_p, c_int, c_int32, c_size_t, c_uint32
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

PURE: Final = "FUPAN_PURE"
"""The setting that switches the library off, and keeps it from being compiled."""

FOLDER: Final = Path(__file__).parent
FILE: Final = FOLDER / "lane.so"

REASONS: Final = (
    "clean",
    "no-lane",
    "option-unknown",
    "code-unknown",
    "figure-unknown",
    "not-plain",
    "unknown-field",
    "match-fields",
    "rules-field",
    "players-field",
    "room",
    "setup-field",
    "setup-differs",
    "level-unknown",
    "tribute-unknown",
    "deal",
    "action-text",
    "action-fault",
    "tribute-fault",
    "play-fault",
    "clock",
    "report-fault",
    "notes",
    "not-finished",
    "after-match",
    "result-field",
    "result-differs",
    "points",
)
"""Why a match is left to the engine, as ``enum reason`` has them; the first is that it is clean."""

FIELD_PLACES: Final[Mapping[str, tuple[str | int, ...]]] = {
    "in_match": (),
    "in_claim": ("rules",),
    "in_info": ("match",),
    "in_player": ("players", 0),
    "in_hand": ("hands", 0),
    "in_setup": ("hands", 0, "setup"),
    "in_result_of_hand": ("hands", 0, "result"),
    "in_result": ("result",),
}
"""The objects that may have unknown fields, by ``enum field_place``, and the path to one of each."""

_MODULES: Final = (
    *("record/bounds.py", "rulebook/options.py", "rulebook/codes.py"),
    *("climbing/codes.py", "climbing/lane.py", "climbing/statistics.py"),
    *("replay/endgame.py", "climbing/endgame.py", "insight/compiled.py"),
)
_OF_GAMES: Final = frozenset(
    f"{name}.py"
    for name in (
        *("__init__", "rules", "lane", "statistics", "roles", "emperor"),
        *("combinations", "deal", "ranks", "reader", "scoring"),
    )
)
"""The modules that say what headers are written from: these, and those of each game."""

_MOST_PLAYERS: Final = 8
_HAND: Final = b'"actions"'
"""What every hand has at least once."""


def sources() -> list[Path]:
    """The files that the library is made from: C, and the Python that its headers are written from."""
    engine = FOLDER.parent
    own = (path for path in FOLDER.iterdir() if path.suffix in (".c", ".h", ".py"))
    games = (path for path in (engine / "games").glob("*/*.py") if path.name in _OF_GAMES)
    return sorted((*own, *games, *(engine / name for name in _MODULES)))


def fingerprint() -> str:
    """The hash of the sources of the library."""
    hashed, before = sha256(), len(str(FOLDER.parent))
    for path in sources():
        hashed.update(str(path)[before:].encode() + b"\0" + path.read_bytes())
    return hashed.hexdigest()


class HandText(Structure):
    """Where the values of a hand begin, counted in bytes from the beginning of the match; 0: there is no such value."""

    _fields_ = [(name, c_uint32) for name in ("setup", "deal", "actions", "result")]


class FieldText(Structure):
    """A field that the format does not define: the object that it is in, and where its name is."""

    _fields_ = [(name, c_uint32) for name in ("place", "at", "size")]


MOST_UNKNOWN: Final = 32
"""Different unknown fields of a match; one with more is left to the engine."""


class MatchText(Structure):
    """Where the parts of a match are, counted in the same way.  The claim is the whole value of ``rules``."""

    _fields_ = [
        *((name, c_uint32) for name in ("claim", "claim_size", "game", "game_size", "has_id", "id", "id_size")),
        *((name, c_uint32) for name in ("result", "players", "hands")),
        ("seat", c_uint32 * _MOST_PLAYERS),
        ("seat_size", c_uint32 * _MOST_PLAYERS),
        ("unknown_fields", c_uint32),
        ("unknown", FieldText * MOST_UNKNOWN),
    ]


class Library:
    """The functions of the compiled library.  Raises OSError if it cannot be loaded, AttributeError if one is missing.

    They keep nothing between calls, and may run in several threads.
    """

    NO_LANE: Final = REASONS.index("no-lane")
    """The number of the reason that the game has no lane."""
    NOT_FINISHED: Final = REASONS.index("not-finished")
    """The number of the reason that the match does not say how it ends."""
    UNKNOWN_FIELD: Final = REASONS.index("unknown-field")
    """The number of the reason that the match has a field that C does not know."""
    OPTION_UNKNOWN: Final = REASONS.index("option-unknown")
    """The number of the reason that C does not know an option, or its value."""

    def __init__(self, file: Path) -> None:
        loaded = CDLL(str(file))
        self._read: Final[Any] = _function(loaded.fupan_read, c_int, 5)
        self._sources: Final[Any] = _function(loaded.fupan_sources, c_char_p, 0)
        self._loaded: Final = loaded
        self._read.argtypes = (c_char_p, c_size_t, POINTER(MatchText), POINTER(HandText), c_uint32)

    @property
    def sources(self) -> str:
        """The hash of the sources that it was compiled from."""
        return str(self._sources().decode())

    def reason(self, number: int) -> str:
        """The name of a reason for which a match is left to the engine."""
        return REASONS[number]

    def judge(self, name: str) -> Any:
        """The function that judges a game, which gives the number of a reason; 0: the match is clean."""
        return getattr(self._loaded, name)

    def function(self, name: str, result: Any, *arguments: Any) -> Any:
        """A function, with the types of its result and its arguments."""
        symbol = getattr(self._loaded, name)
        symbol.restype, symbol.argtypes = result, arguments
        return symbol

    def read(self, raw: bytes) -> "ReadText | int":
        """Where the parts of a match are in its bytes; the number of the reason for which it is left to the engine."""
        text = MatchText()
        most = raw.count(_HAND)
        hands = (HandText * most)()
        reason = self._read(raw, len(raw), byref(text), hands, most)
        return int(reason) or ReadText(raw, text, hands)


class ReadText:
    """The bytes of a match that are plainly in order as far as all games write them alike."""

    __slots__ = ("hands", "raw", "text")

    def __init__(self, raw: bytes, text: MatchText, hands: Any) -> None:
        self.raw: Final = raw
        self.text: Final = text
        self.hands: Final = hands
        """An array of `HandText`; its first ``text.hands`` are the hands."""

    def _part(self, begin: int, size: int) -> str:
        return self.raw[begin : begin + size].decode()

    @property
    def claim(self) -> bytes:
        """The value of ``rules``; empty if there is none."""
        return self.raw[self.text.claim : self.text.claim + self.text.claim_size]

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._part(self.text.game, self.text.game_size)

    @property
    def identity(self) -> str | None:
        """The id of the match."""
        part = self._part(self.text.id, self.text.id_size) if self.text.has_id else None
        return part if part is None or "\\" not in part else str(json.loads(f'"{part}"'))

    def unknown(self) -> list[tuple[str | int, ...]]:
        """The paths of the fields that C does not know, in their order, each with the first index of a list."""
        paths = list(FIELD_PLACES.values())
        fields = sorted(self.text.unknown[: self.text.unknown_fields], key=lambda field: int(field.at))
        return [(*paths[field.place], self._part(field.at, field.size)) for field in fields]

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in order of play."""
        places = zip(self.text.seat, self.text.seat_size, strict=True)
        return tuple(self._part(*place) for _, place in zip(range(self.text.players), places, strict=False))


def as_int32(numbers: Sequence[int]) -> "Array[c_int32] | None":
    """Numbers as functions take them; None if one is too large."""
    least, most = -(2**31), 2**31 - 1
    return (c_int32 * len(numbers))(*numbers) if all(least <= number <= most for number in numbers) else None


def _function(function: Any, result: Any, _arguments: int) -> Any:
    function.restype = result
    return function


@cache
def library() -> Library | None:
    """The library, if there is one that may be used."""
    if os.environ.get(PURE) or not FILE.is_file():
        return None
    try:
        shared_library = Library(FILE)
    except (OSError, AttributeError):
        return None
    return shared_library if shared_library.sources == fingerprint() else None

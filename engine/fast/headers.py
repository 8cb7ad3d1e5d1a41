"""The headers of the C sources, written from Python for each compilation: structs, enums, and the order of what both
know.  ``python -m engine.fast.compiling FOLDER`` writes them to a folder, to be read.

A game lists its options, its codes, its figures and the features of its hands in enums, so that its sources can say
which of them they know.  A name that Python no longer has does not compile.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from ctypes import Array, Structure, _Pointer, c_int8, c_int32, c_int64, c_uint8, c_uint32, c_uint64
from pathlib import Path
from typing import Any, Final

from engine.climbing.lane import SHARED
from engine.fast.library import FIELD_PLACES, MOST_UNKNOWN, REASONS, FieldText, HandText, MatchText
from engine.fast.shared import Fields, Shared, numbered
from engine.games import GAMES
from engine.insight import compiled
from engine.record import bounds
from engine.replay.game import Game
from engine.rulebook.options import Option

FOLDER: Final = "made"
"""The folder in which the sources include them."""

_TYPES: Final[Mapping[type, str]] = {
    c_int8: "int8_t",
    c_uint8: "uint8_t",
    c_int32: "int32_t",
    c_uint32: "uint32_t",
    c_int64: "int64_t",
    c_uint64: "uint64_t",
}
_BOUNDS: Final[Mapping[str, int]] = {
    "MOST_PLAYERS": bounds.PLAYERS,
    "MOST_UNKNOWN": MOST_UNKNOWN,
    "MOST_HANDS": bounds.HANDS,
    "MOST_ACTIONS": bounds.ACTIONS,
    "MOST_TEXT": bounds.TEXT,
    "MOST_BYTES": bounds.MATCH_BYTES,
    "MOST_POINTS": bounds.POINTS,
}


def headers() -> dict[str, str]:
    """The text of each header by the name of its file."""
    by_name = {
        "library": [
            _enum("reason", numbered(*REASONS)),
            _enum("field_place", numbered(*FIELD_PLACES)),
            *_shared(Shared(structs=(HandText, FieldText, MatchText), names=_BOUNDS)),
        ],
        "climbing": _shared(SHARED),
        "endgame": [
            _enum("endgame_answer", {answer.name: answer.value for answer in compiled.SearchAnswer}),
            *_shared(compiled.SHARED),
        ],
        **{game.name: _of_game(game, game.lane.shared) for game in GAMES.values() if game.lane is not None},
    }
    return {f"{name}.h": "\n".join(_guarded(name, parts)) for name, parts in by_name.items()}


def write_headers(folder: Path) -> None:
    """Writes them where sources in a folder include them."""
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    for name, text in headers().items():
        (folder / FOLDER / name).write_bytes(text.encode())


def _guarded(name: str, parts: Iterable[str]) -> Iterator[str]:
    guard = f"FUPAN_MADE_{name.upper()}_H"
    yield f"/* Written by engine/fast/headers.py. */\n#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n"
    yield from parts
    yield "#endif\n"


def _of_game(game: Game, shared: Shared) -> Iterator[str]:
    options = game.rules.options
    yield from (_enum(option.name, values) for option in options if (values := _values(option)))
    yield _listed("option", [option.name for option in options])
    yield _listed("code", [code.id for code in game.codes])
    yield _struct("rules", [*((option.name, c_int32) for option in options), *shared.rules])
    yield from _shared(shared)
    if shared.counted:
        yield _listed("figure", shared.figures)
        yield _listed("feature", shared.features)
        yield _struct("seat_counts", [*((name, c_int64) for name in shared.figures), *shared.counted])
        yield "struct hand_counts {\n    struct seat_counts seats[SEATS];\n};\n"


def _values(option: Option) -> dict[str, int]:
    """The values of a choice, by the names that they have in C."""
    words = option.choices or option.numbers
    return {f"{option.name}_{word}": option.number_of(word) for word in words}


def _shared(shared: Shared) -> Iterator[str]:
    if shared.names:
        yield _enum("", shared.names)
    yield from (_texts(name, words) for name, words in shared.texts.items())
    for structure in shared.structs:
        fields = [(field[0], field[1]) for field in structure._fields_]
        yield _struct(_snake(structure.__name__), fields, structure.__doc__ or "")


def _name(text: str) -> str:
    """The name of a constant of C."""
    return re.sub(r"\W", "_", text).upper()


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def _enum(name: str, numbers: Mapping[str, int]) -> str:
    lines = (f"    {_name(word)} = {number}," for word, number in numbers.items())
    return "\n".join([f"enum {name} {{" if name else "enum {", *lines, "};\n"])


def _listed(kind: str, names: Sequence[str]) -> str:
    """An enum of all names of a kind, and their number."""
    return _enum(kind, numbered(*(f"{kind}_{name}" for name in names), f"{kind}s"))


def _texts(name: str, words: Sequence[str]) -> str:
    quoted = ", ".join(f'"{word}"' for word in words)
    return f"#define {name} {quoted}\n"


def _struct(name: str, fields: Fields, meaning: str = "") -> str:
    said = [f"/* {meaning.strip()} */"] if meaning else []
    return "\n".join([*said, f"struct {name} {{", *(f"    {_declared(*field)};" for field in fields), "};\n"])


def _declared(name: str, kind: Any) -> str:
    """The declaration of a field."""
    sizes = ""
    while issubclass(kind, Array):
        sizes += f"[{kind._length_}]"
        kind = kind._type_
    if issubclass(kind, _Pointer):
        return f"struct {_snake(kind._type_.__name__)} *{name}"
    of = f"struct {_snake(kind.__name__)}" if issubclass(kind, Structure) else _TYPES[kind]
    return f"{of} {name}{sizes}"

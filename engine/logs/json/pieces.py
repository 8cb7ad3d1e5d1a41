"""A JSON text decoded in pieces: what a whole match takes as Python values is many times its bytes."""

import re
from collections.abc import Iterator
from json import JSONDecodeError
from types import MappingProxyType
from typing import Any, Final

from engine.logs.json.strict import Path, check, decoder, faults_placed, path_text, refuse

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_CLOSING: Final = MappingProxyType({"{": "}", "[": "]"})


def pieces_of(characters: str, path: Path = (), long: frozenset[str] = frozenset()) -> Iterator[tuple[Path, Any]]:
    """The values of a JSON text one after another, each with its place, which begins with ``path``.

    Of an object these are its fields, and of a list in it, or of a list, its items.  A list without items, and what is
    neither a list nor an object, is one value.  ``long`` names fields whose text may be longer than the bound on texts.
    Raises what `parse` and `check` raise, in the order of the text.
    """
    pieces = _Pieces(characters, long)
    yield from pieces.values(path, depth=2)
    pieces.end()


class _Pieces:
    def __init__(self, characters: str, long: frozenset[str]) -> None:
        self._long: Final = long
        self._characters: Final = characters
        self._decoder: Final = decoder()
        self._at = 0
        self._skip()

    def values(self, path: Path, depth: int) -> Iterator[tuple[Path, Any]]:
        """The values inside the one that begins here, down to ``depth`` levels."""
        opening = self._characters[self._at : self._at + 1]
        if opening == "[" or (opening == "{" and depth == 2):
            yield from self._items(path, opening, depth - 1)
        else:
            value = self._value()
            self._check(value, path)
            yield path, value

    def _items(self, path: Path, opening: str, depth: int) -> Iterator[tuple[Path, Any]]:
        start = self._at
        self._over(opening)
        names: set[str] = set()
        if self._characters.startswith(_CLOSING[opening], self._at):
            self._at = start
            yield path, self._value()
            return
        for number in range(len(self._characters)):
            place: str | int = number
            if opening == "{":
                place = self._name()
                if place in names:
                    refuse("log.format", "twice", path, recorded=path_text(path), field=path_text((*path, place)))
                names.add(place)
            if depth and opening == "{":
                yield from self.values((*path, place), depth)
            else:
                value = self._value()
                self._check(value, (*path, place))
                yield (*path, place), value
            if self._characters.startswith(_CLOSING[opening], self._at):
                self._over(_CLOSING[opening])
                return
            self._over(",")

    def end(self) -> None:
        """Raises Refused if anything follows."""
        if self._at < len(self._characters):
            self._fault("Extra data")

    def _check(self, value: Any, path: Path) -> None:
        if not path:
            check(value)
        elif not (isinstance(value, str) and path[-1] in self._long):
            check({path[-1]: value}, path[:-1])

    def _name(self) -> str:
        if not self._characters.startswith('"', self._at):
            self._fault("Expecting property name enclosed in double quotes")
        name = str(self._value())
        check({name: None})
        self._over(":")
        return name

    def _value(self) -> Any:
        with faults_placed(self._characters):
            value, self._at = self._decoder.raw_decode(self._characters, self._at)
        self._skip()
        return value

    def _over(self, mark: str) -> None:
        if not self._characters.startswith(mark, self._at):
            self._fault(f"Expecting '{mark}' delimiter")
        self._at += 1
        self._skip()

    def _skip(self) -> None:
        space = _SPACE.match(self._characters, self._at)
        self._at = self._at if space is None else space.end()

    def _fault(self, message: str) -> None:
        with faults_placed(self._characters):
            raise JSONDecodeError(message, self._characters, self._at)

"""The numbers that matches, people and texts get: those that an import of the same inputs would give them."""

from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from typing import Any, Final

import numpy

from app.database.tables.matches import storable
from app.database.tables.statistics import NO_WORD

_FRESH: Final = 50_000
_HASHED: Final = 16
"""The hexadecimal digits of a hash that are compared: with 10 million of them, chance makes two alike once in 400,000
archives.
"""


class HashNumbers:
    """The hashes that were seen, each with a number, in little memory."""

    def __init__(self) -> None:
        """Nothing is seen yet."""
        self._keys: Any = numpy.empty(0, numpy.uint64)
        self._values: Any = numpy.empty(0, numpy.int32)
        self._fresh: Final[dict[int, int]] = {}

    def get(self, digest: str) -> int | None:
        """The number of a hash; None if it was not seen."""
        key = int(digest[:_HASHED], 16)
        number = self._fresh.get(key)
        if number is not None or not len(self._keys):
            return number
        place = int(numpy.searchsorted(self._keys, numpy.uint64(key)))
        return int(self._values[place]) if place < len(self._keys) and int(self._keys[place]) == key else None

    def add(self, digest: str, number: int) -> None:
        """Notes a hash that was not seen before."""
        self._fresh[int(digest[:_HASHED], 16)] = number
        if len(self._fresh) < _FRESH:
            return
        keys = numpy.concatenate([self._keys, numpy.fromiter(self._fresh, numpy.uint64, len(self._fresh))])
        values = numpy.concatenate([self._values, numpy.fromiter(self._fresh.values(), numpy.int32, len(self._fresh))])
        order = numpy.argsort(keys)
        self._keys, self._values = keys[order], values[order]
        self._fresh.clear()


class Dictionary:
    """Texts by number, from 1."""

    def __init__(self) -> None:
        """There is no text yet."""
        self._numbers: Final[dict[bytes, int]] = {}
        self._last = 0

    def restore(self, rows: Iterable[tuple[int, str]]) -> None:
        """Adds numbers of hashes that were given before."""
        self._numbers.update((bytes.fromhex(digest), number) for number, digest in rows)
        # Texts that were erased have left gaps.
        self._last = max([self._last, *self._numbers.values()])

    def numbers(self, texts: Collection[str]) -> tuple[Mapping[str, int], list[tuple[int, str, str]]]:
        """The numbers of some texts, and the rows of those that are new: number, hash and text."""
        by_digest = {sha256(text.encode("utf-8", "surrogatepass")).digest(): text for text in texts if text}
        new = []
        for digest in sorted(by_digest.keys() - self._numbers.keys()):
            self._last += 1
            self._numbers[digest] = self._last
            new.append((self._last, digest.hex(), storable(by_digest[digest])))
        known = {text: self._numbers[digest] for digest, text in by_digest.items()}
        return {"": NO_WORD} | known, new

"""Matches that are kept decoded, so that showing a hand step by step does not read the log at every step."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final

from app.store import StoredMatch
from engine.record.match import Match

Key = tuple[str, int, tuple[str, ...]]
DECODED_BYTES: Final = 32 * 1024 * 1024
"""The most bytes of the logs of all matches that are kept; decoded, they need several times as much memory."""


class DecodedMatches:
    """The matches used last.  Safe to use from several threads.

    The key of a match is the hash of its bytes, its position in them, and the names that are shown.
    """

    def __init__(self, decode: Callable[[StoredMatch], Match | None], count: int, size: int = DECODED_BYTES) -> None:
        """Keeps at most ``count`` matches, with at most ``size`` bytes of logs together."""
        self._decode: Final = decode
        self._count: Final = count
        self._size: Final = size
        self._lock: Final = Lock()
        self._kept: Final[OrderedDict[Key, tuple[Match, int]]] = OrderedDict()
        self._held = 0

    def get(self, stored: StoredMatch) -> Match | None:
        """The match of a stored log; None if it cannot be read."""
        key = (stored.sha256, stored.position, stored.row.players)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key][0]
        match = self._decode(stored) if stored.kept else None
        if match is not None:
            self._keep(key, match, len(stored.raw))
        return match

    def __len__(self) -> int:
        with self._lock:
            return len(self._kept)

    def _keep(self, key: Key, match: Match, size: int) -> None:
        with self._lock:
            if key not in self._kept:
                self._kept[key] = (match, size)
                self._held += size
            while self._kept and (len(self._kept) > self._count or self._held > self._size):
                _, (_, dropped) = self._kept.popitem(last=False)
                self._held -= dropped

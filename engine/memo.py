"""A memo of a bounded size."""

from typing import Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedMemo(dict[K, V]):
    """Values that were computed before, by what they were computed from.  It is emptied when it is full.

    A value is looked up as in a dict.  The bound affects only the time that a lookup takes, not the value.
    """

    __slots__ = ("_parts", "longest", "most")

    def __init__(self, most: int, *, longest: int | None = None) -> None:
        """``most`` is the largest number of values that are kept at the same time, or of their parts.

        A value whose key has more characters or bytes than ``longest`` is not kept; None where keys have no length, or
        are short whatever is read.
        """
        super().__init__()
        self.most: Final = most
        self.longest: Final = longest
        self._parts = 0

    def keep(self, key: K, value: V, parts: int = 1) -> V:
        """Stores a value that is not stored yet, and returns it.

        It is not stored if its key is too long, or if it alone has more ``parts`` than are kept.
        """
        if parts <= self.most and (self.longest is None or _length(key) <= self.longest):
            self.make_room(parts)
            self._parts += parts
            self[key] = value
        return value

    def make_room(self, parts: int = 1) -> None:
        """Empties the memo if a value of some parts is too much.

        A loop that stores few values may call this once before it begins, and then set them as in a dict.
        """
        if max(len(self), self._parts) + parts > self.most:
            self.clear()
            self._parts = 0


def _length(key: object) -> int:
    """The characters and bytes in a key."""
    if isinstance(key, tuple):
        return sum(map(_length, key))
    return len(key) if isinstance(key, str | bytes) else 0

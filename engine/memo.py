"""A memo of a bounded size."""

from typing import Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedMemo(dict[K, V]):
    """Values that were computed before, by what they were computed from.  It is emptied when it is full.

    A value is looked up as in a dict.  The bound affects only the time that a lookup takes, not the value.
    """

    __slots__ = ("longest", "most")

    def __init__(self, most: int, *, longest: int | None = None) -> None:
        """``most`` is the largest number of values that are kept at the same time.

        A value whose key has more characters or bytes than ``longest`` is not kept; None where keys have no length, or
        are short whatever is read.
        """
        super().__init__()
        self.most: Final = most
        self.longest: Final = longest

    def keep(self, key: K, value: V) -> V:
        """Stores a value that is not stored yet, unless its key is too long, and returns it."""
        if self.longest is None or _length(key) <= self.longest:
            self.make_room()
            self[key] = value
        return value

    def make_room(self) -> None:
        """Empties the memo if it is full.

        A loop that stores few values may call this once before it begins, and then set them as in a dict.
        """
        if len(self) >= self.most:
            self.clear()


def _length(key: object) -> int:
    """The characters and bytes in a key."""
    if isinstance(key, tuple):
        return sum(map(_length, key))
    return len(key) if isinstance(key, str | bytes) else 0

"""The frames of the branches that were shown last, so that one more action makes one more frame."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from threading import Lock
from typing import Final

from engine.replay.frames import Frame

KEPT: Final = 32
"""The number of branches whose frames are kept at the same time."""


class BranchFrames:
    """The frames of branches, without those of the record.  Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock: Final = Lock()
        self._kept: Final[OrderedDict[tuple[Hashable, tuple[str, ...]], tuple[Frame, ...]]] = OrderedDict()

    def of(self, begins: Hashable, added: tuple[str, ...], make: Callable[[int], Iterable[Frame]]) -> Sequence[Frame]:
        """The frames after each action of a branch, whose number of steps may be that of a shorter branch.

        ``begins`` says where the branch begins.  ``make`` makes the frames that follow the first actions of it, by
        their number.
        """
        with self._lock:
            frames = next(
                (start for made in (added, added[:-1]) if (start := self._kept.get((begins, made))) is not None), ()
            )
        if len(frames) < len(added):
            frames = (*frames, *make(len(frames)))
        with self._lock:
            self._kept[begins, added] = frames
            self._kept.move_to_end((begins, added))
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return frames

    def __len__(self) -> int:
        with self._lock:
            return len(self._kept)

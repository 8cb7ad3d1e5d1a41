"""Matches that are kept decoded, so that showing a hand step by step does not read the log at every step.

The state of a match before each of its hands is kept too, so that a step does not replay the hands before, and the
frames of branches, so that one more action makes one more frame.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from threading import Lock
from typing import Final

from app.matches.store import StoredMatch
from engine.record.match import Match
from engine.replay.fold import HandStarts, frames
from engine.replay.frames import Frame
from engine.replay.game import Judge, MatchReplay
from engine.rulebook.options import RuleSet

KEPT: Final = 32
"""The number of branches whose frames are kept at the same time."""

Key = tuple[str, int, tuple[str, ...]]
DECODED_BYTES: Final = 32 * 1024 * 1024
"""The most bytes of the logs of all matches that are kept; decoded, they need several times as much memory."""
RULES_KEPT: Final = 4
"""The most rule sets of a match for which its state before each hand is kept."""


HANDS_KEPT: Final = 16
"""The number of hands whose frames are kept at the same time."""
FRAMES_KEPT: Final = 2_000
"""The largest number of frames that is kept of a hand."""


class HandFrames:
    """The frames of a hand, each made when it is first asked for and kept.  Safe to use from several threads."""

    def __init__(self, made: Iterator[Frame]) -> None:
        """``made`` makes the frames in order, from the deal on."""
        self._made: Final = made
        self._lock: Final = Lock()
        self._frames: Final[list[Frame]] = []

    def up_to(self, step: int) -> Sequence[Frame]:
        """The frames of the steps 0 to ``step``, or to the last one if the hand has fewer."""
        with self._lock:
            missing = step + 1 - len(self._frames)
            if missing > 0:
                self._frames.extend(islice(self._made, missing))
            return self._frames[: step + 1]


@dataclass(frozen=True, slots=True)
class _DecodedMatch:
    match: Match
    size: int
    lock: Lock = field(default_factory=Lock)
    """The thread that uses ``starts`` holds it."""
    starts: OrderedDict[str, HandStarts] = field(default_factory=OrderedDict)
    """By the key of the rule set."""


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
        self._kept: Final[OrderedDict[Key, _DecodedMatch]] = OrderedDict()
        self._held = 0
        self._hands: Final[OrderedDict[tuple[Key, str, int], HandFrames]] = OrderedDict()

    def get(self, stored: StoredMatch) -> Match | None:
        """The match of a stored log; None if it cannot be read."""
        decoded_match = self._get(stored)
        return None if decoded_match is None else decoded_match.match

    def before(self, stored: StoredMatch, judge: Judge, rules: RuleSet, hand_index: int) -> MatchReplay:
        """The state of a match before a hand, counted from 0, under the rules of a judge.

        Raises IndexError if the match has no such hand, LookupError if the log cannot be read.
        """
        decoded_match = self._get(stored)
        if decoded_match is None:
            raise LookupError(stored.id)
        with decoded_match.lock:
            starts = decoded_match.starts.get(rules.key)
            if starts is None:
                starts = decoded_match.starts[rules.key] = HandStarts(judge, decoded_match.match)
                if len(decoded_match.starts) > RULES_KEPT:
                    decoded_match.starts.popitem(last=False)
            return starts.before(hand_index)

    def frames(self, stored: StoredMatch, judge: Judge, rules: RuleSet, hand_index: int) -> HandFrames:
        """The frames of a hand, counted from 0, under the rules of a judge; those of the hands used last are kept.

        Raises IndexError if the match has no such hand, LookupError if the log cannot be read.
        """
        key = (_key(stored), rules.key, hand_index)
        with self._lock:
            if key in self._hands:
                self._hands.move_to_end(key)
                return self._hands[key]
        match = self.get(stored)
        if match is None:
            raise LookupError(stored.id)
        before = self.before(stored, judge, rules, hand_index)
        made = HandFrames(frames(judge, match, hand_index, before=before))
        if len(match.hands[hand_index].actions) > FRAMES_KEPT:
            return made
        with self._lock:
            hand_frames = self._hands.setdefault(key, made)
            while len(self._hands) > HANDS_KEPT:
                self._hands.popitem(last=False)
        return hand_frames

    def _get(self, stored: StoredMatch) -> _DecodedMatch | None:
        if not stored.kept:
            return None
        key = _key(stored)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        match = self._decode(stored)
        return None if match is None else self._keep(key, _DecodedMatch(match, len(stored.raw)))

    def __len__(self) -> int:
        with self._lock:
            return len(self._kept)

    def _keep(self, key: Key, made: _DecodedMatch) -> _DecodedMatch:
        with self._lock:
            decoded_match = self._kept.setdefault(key, made)
            if decoded_match is made:
                self._held += made.size
            while self._kept and (len(self._kept) > self._count or self._held > self._size):
                _, dropped = self._kept.popitem(last=False)
                self._held -= dropped.size
        return decoded_match


def _key(stored: StoredMatch) -> Key:
    return stored.sha256, stored.position, stored.row.players


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

"""The progress of a long task, on the standard error if that is a terminal."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from app.text.language import _, _n, marked
from app.text.terminal import is_plain

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

_PATIENCE: Final = 1.0
"""Seconds before anything is shown."""
_JUDGING: Final = marked("judging")
_PAUSE: Final = 0.1
"""The seconds between two updates."""
_WIDTH: Final = 16
"""The columns of the bar, so that its words find room beside it."""
_FAST: Final = 10
"""From so many matches a second on, parts of one are not shown."""


class Progress:
    """A bar that appears when the work takes longer than a moment, and disappears when the work ends.

    It shows the bytes read if files are read, otherwise the matches done; how many matches are done a second, and the
    time left.  Nothing is shown if the standard error is not a terminal, or if text is plain.  Lines must be printed
    within `printing`, because the standard output may be the same terminal.
    """

    def __init__(self, files: Sequence[str] = (), *, matches: int | None = None, doing: str = _JUDGING) -> None:
        """``matches`` is the number of matches to do, if it is known; ``doing`` names what is done to them."""
        self._wanted: Final = sys.stderr.isatty() and not is_plain()
        self._shared: Final = self._wanted and sys.stdout.isatty()
        self._doing: Final = doing
        self._matches = matches
        self._sizes: Final = {file: _size(file) for file in files} if self._wanted else {}
        self._read: Final[dict[str, int]] = {}
        self._judged = 0
        self._begun: Final = monotonic()
        self._next = self._begun + _PATIENCE
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def at(self, file: str, position: int) -> None:
        """Records how many bytes of a file have been read, and shows it at intervals."""
        if self._wanted:
            self._read[file] = position
            self.judged(self._judged)

    def judged(self, matches: int) -> None:
        """Shows, at intervals, how many matches have been judged."""
        self._judged = matches
        if not self._wanted or monotonic() < self._next:
            return
        self._next = monotonic() + _PAUSE
        if self._bar is None or self._task is None:
            self._bar = _bar()
            self._task = self._bar.add_task(_(self._doing), total=self._total(), matches="")
            self._bar.start()
        total = self._total()
        if self._matches is None:
            done, words = sum(self._read.values()), _n("{count} match", "{count} matches", matches)
        else:
            done = matches
            words = _("{done} of {count} matches", done=f"{matches:,}", count=f"{self._matches:,}")
        words = pace(words, monotonic() - self._begun, matches, done / total if total else None)
        self._bar.update(self._task, completed=done, matches=words)
        self._bar.refresh()

    @contextmanager
    def printing(self) -> Iterator[None]:
        """Removes the bar while lines are printed, if they go to a terminal too."""
        if self._bar is None or not self._shared:
            yield
            return
        self._bar.stop()
        try:
            yield
            sys.stdout.flush()
        finally:
            self._bar.start()

    def _total(self) -> int | None:
        if self._matches is not None:
            return self._matches
        return (all(self._sizes.values()) and sum(self._sizes.values())) or None


def pace(words: str, seconds: float, matches: int, part: float | None) -> str:
    """The words, with the matches a second; and with the time left if the part that is done, from 0 to 1, is known."""
    speed = matches / seconds
    words = _("{matches}, {speed} a second", matches=words, speed=f"{speed:,.0f}" if speed >= _FAST else f"{speed:.1f}")
    if not part:
        return words
    left = timedelta(seconds=round(seconds * max(0, 1 - part) / part))
    return _("{progress}, {time} left", progress=words, time=str(left))


def _size(file: str) -> int:
    try:
        return os.path.getsize(file)
    except OSError:
        return 0


def _bar() -> "Bar":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(_WIDTH),
        TextColumn("{task.fields[matches]}"),
        TimeElapsedColumn(),
        console=Console(file=sys.stderr),
        auto_refresh=False,
        transient=True,
    )

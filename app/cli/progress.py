"""The progress of a long task, on the standard error if that is a terminal."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

_PATIENCE: Final = 1.0
"""Seconds before anything is shown."""
_PAUSE: Final = 0.1
"""The seconds between two updates."""


class Progress:
    """A bar that appears when the work takes longer than a moment, and disappears when the work ends.

    It shows the bytes read if files are read, otherwise the matches judged.  Nothing is shown if the standard error is
    not a terminal.  If files are read and the standard output is a terminal too, nothing is shown either: the lines
    printed there show the progress, and a bar would break them up.
    """

    def __init__(self, files: Sequence[str] = (), *, matches: int | None = None) -> None:
        """``matches`` is the number of matches to judge, if it is known; lines are then printed within `printing`."""
        self._wanted: Final = sys.stderr.isatty() and (matches is not None or not sys.stdout.isatty())
        self._matches: Final = matches
        self._sizes: Final = {file: _size(file) for file in files} if self._wanted else {}
        self._read: Final[dict[str, int]] = {}
        self._next = monotonic() + _PATIENCE
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
        """Records how many bytes of a file have been read."""
        if self._wanted:
            self._read[file] = position

    def judged(self, matches: int) -> None:
        """Shows, at intervals, how many matches have been judged."""
        if not self._wanted or monotonic() < self._next:
            return
        self._next = monotonic() + _PAUSE
        if self._bar is None or self._task is None:
            self._bar = _bar()
            self._task = self._bar.add_task("judging", total=self._total(), matches="")
            self._bar.start()
        if self._matches is None:
            self._bar.update(self._task, completed=sum(self._read.values()), matches=f"{matches:,} matches")
        else:
            self._bar.update(self._task, completed=matches, matches=f"{matches:,} of {self._matches:,} matches")
        self._bar.refresh()

    @contextmanager
    def printing(self) -> Iterator[None]:
        """Removes the bar while lines are printed."""
        if self._bar is None:
            yield
            return
        self._bar.stop()
        try:
            yield
        finally:
            self._bar.start()

    def _total(self) -> int | None:
        if self._matches is not None:
            return self._matches
        return sum(self._sizes.values()) if all(self._sizes.values()) else None


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
        BarColumn(),
        TextColumn("{task.fields[matches]}"),
        TimeElapsedColumn(),
        console=Console(file=sys.stderr),
        auto_refresh=False,
        transient=True,
    )

"""How far a long check has come, on the standard error where it is a terminal of its own."""

import os
import sys
from collections.abc import Sequence
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

_PATIENCE: Final = 1.0
"""Seconds before anything is shown."""
_PAUSE: Final = 0.1
"""Seconds between two looks of it."""


class Progress:
    """A bar of the bytes read, which comes when the work takes longer than a moment and goes with its end.

    Nothing is shown where the standard error is no terminal, or where the standard output is one too:
    what is printed there shows the progress, and would be torn by a bar.
    """

    def __init__(self, files: Sequence[str]) -> None:
        self._wanted: Final = sys.stderr.isatty() and not sys.stdout.isatty()
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
        """Takes note of how many bytes of a file have been read."""
        if self._wanted:
            self._read[file] = position

    def judged(self, matches: int) -> None:
        """Shows, from time to time, how many matches have been judged."""
        if not self._wanted or monotonic() < self._next:
            return
        self._next = monotonic() + _PAUSE
        if self._bar is None or self._task is None:
            self._bar = _bar()
            total = sum(self._sizes.values()) if all(self._sizes.values()) else None
            self._task = self._bar.add_task("judging", total=total, matches="")
            self._bar.start()
        self._bar.update(self._task, completed=sum(self._read.values()), matches=f"{matches:,} matches")
        self._bar.refresh()


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

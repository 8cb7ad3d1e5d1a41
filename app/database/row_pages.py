"""A page of a list of rows, the newest first, that begins before or after the number of a row."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import ColumnElement, true


class NumberedRow(Protocol):
    """A line of a list."""

    @property
    def id(self) -> int:
        """Its number."""
        ...


N = TypeVar("N", bound=NumberedRow)


@dataclass(frozen=True, slots=True)
class RowPage(Generic[N]):
    """One page of a list, the newest first."""

    items: Sequence[N]
    newer: int | None
    """The page before this one ends there; None for the first page."""
    older: int | None
    """The page after this one begins behind it; None for the last page."""


def row_page(
    rows: Callable[[ColumnElement[bool], Any, int], Sequence[N]],
    number: Any,
    before: int | None,
    after: int | None,
    size: int,
) -> RowPage[N]:
    """A page of ``size`` lines: those older than the number ``before``, or the next newer than ``after``.

    ``rows`` gives at most so many lines that a condition lets through, in an order; ``number`` is the column of their
    numbers.
    """
    if after is not None:
        items = rows(number > after, number, size + 1)[::-1]
        if len(items) > size:
            return RowPage(items[1:], newer=items[1].id, older=items[-1].id)
        before = None
    first = rows(true() if before is None else number < before, number.desc(), size + 1)
    items = first[:size]
    return RowPage(
        items,
        newer=items[0].id if items and before is not None else None,
        older=items[-1].id if len(first) > size else None,
    )

"""A page of a list of rows, the newest first, that begins before or after the number of a row."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import ColumnElement, true

T = TypeVar("T")
PER_PAGE: Final = 20
"""Rows of a page of a list."""


@dataclass(frozen=True, slots=True)
class RowPage(Generic[T]):
    """One page of a list, the newest first."""

    items: Sequence[T]
    newer: int | None = None
    """The page before this one ends there; None for the first page."""
    older: int | None = None
    """The page after this one begins behind it; None for the last page."""


def row_page(
    rows: Callable[[ColumnElement[bool], Any, int], Sequence[Any]],
    number: Any,
    before: int | None,
    after: int | None,
    size: int,
) -> RowPage[Any]:
    """A page of ``size`` rows: those older than the number ``before``, or the next newer than ``after``.

    ``rows`` gives at most so many rows, with an ``id``, that a condition lets through, in an order; ``number`` is the
    column of the ids.
    """
    if after is not None:
        items = rows(number > after, number, size + 1)[::-1]
        if len(items) > size:
            return RowPage(items[1:], items[1].id, items[-1].id)
        before = None
    first = rows(true() if before is None else number < before, number.desc(), size + 1)
    items = first[:size]
    newer = items[0].id if items and before is not None else None
    return RowPage(items, newer, items[-1].id if len(first) > size else None)

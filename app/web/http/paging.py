"""Numbers in addresses, bounded so that every database has a place for them, and lists that are cut into pages."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Generic, TypeVar

from flask import Flask
from werkzeug.routing import IntegerConverter, Map, ValidationError

T = TypeVar("T")
_DIGITS: Final = 9
LARGEST: Final = 2**31 - 1
"""The largest number of a row that every database can store."""


def whole(text: str | None) -> int | None:
    """A whole number from 0, or None for any other text."""
    if text is None or not (text.isascii() and text.isdecimal()) or len(text) > _DIGITS:
        return None
    return int(text)


def day(text: str | None) -> date | None:
    """A day written as 2024-05-01, or None for any other text."""
    try:
        return date.fromisoformat(text) if text and len(text) == len("2024-05-01") else None
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Slice(Generic[T]):
    """A page of a list that is already loaded as a whole."""

    items: Sequence[T]
    number: int
    pages: int
    total: int
    first: int
    """The index of its first item in the list."""


def page_of(items: Sequence[T], number: int, size: int) -> Slice[T]:
    """The page of a number (from 1), the nearest there is."""
    pages = max(1, -(-len(items) // size))
    number = min(max(1, number), pages)
    first = (number - 1) * size
    return Slice(items[first : first + size], number, pages, len(items), first)


def page_numbers(current: int, last: int) -> Iterator[int | None]:
    """The pages that a pager names: first, last and those around the current one, None for a gap."""
    before = 0
    for number in sorted({1, 2, current - 1, current, current + 1, last - 1, last}):
        if 1 <= number <= last:
            if number - before > 1:
                yield None
            yield number
            before = number


def known_arguments(arguments: Mapping[str, str], names: Sequence[str]) -> dict[str, str]:
    """Those of some arguments that are given and not empty, without the white space around them."""
    return {name: text for name in names if (text := arguments.get(name, "").strip())}


class RowNumber(IntegerConverter):
    """A number in an address.  An address with a larger one than any row has leads nowhere."""

    def __init__(self, map: Map, *arguments: Any, **named: Any) -> None:
        super().__init__(map, *arguments, **({"max": LARGEST} | named))

    def to_python(self, value: str) -> int:
        """The number.  Raises ValidationError for one that is too large, however many digits it has."""
        if len(value.lstrip("0")) > len(str(LARGEST)):
            raise ValidationError
        number: int = super().to_python(value)
        return number


def bound_numbers(app: Flask) -> None:
    """Bounds the numbers in all addresses of an application.  Called before any address is registered."""
    app.url_map.converters["int"] = RowNumber

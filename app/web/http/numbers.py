"""The numbers in addresses: bounded, so that every database has a place for them."""

from typing import Any, Final

from flask import Flask
from werkzeug.routing import IntegerConverter, Map, ValidationError

LARGEST: Final = 2**31 - 1
"""The largest number of a row that every database can store."""
_DIGITS: Final = len(str(LARGEST))


class RowNumber(IntegerConverter):
    """A number in an address.  An address with a larger one than any row has leads nowhere."""

    def __init__(self, map: Map, *arguments: Any, **named: Any) -> None:
        super().__init__(map, *arguments, **({"max": LARGEST} | named))

    def to_python(self, value: str) -> int:
        """The number.  Raises ValidationError for one that is too large, however many digits it has."""
        if len(value.lstrip("0")) > _DIGITS:
            raise ValidationError
        number: int = super().to_python(value)
        return number


def bound_numbers(app: Flask) -> None:
    """Bounds the numbers in all addresses of an application.  Called before any address is registered."""
    app.url_map.converters["int"] = RowNumber

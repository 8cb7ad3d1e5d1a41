"""Decimals from whole numbers, the same on every machine."""

from math import isqrt


def fixed(above: int, below: int, places: int) -> str:
    """A fraction (``below`` positive) with ``places`` decimal places, rounded to the nearest; halves away from zero."""
    scaled = (2 * abs(above) * 10**places + below) // (2 * below)
    return _decimal(scaled, places, negative=above < 0)


def root(above: int, below: int, places: int) -> str:
    """The square root of a fraction (``above`` not negative, ``below`` positive) with ``places`` decimal places."""
    doubled = isqrt(4 * above * 10 ** (2 * places) // below)
    return _decimal((doubled + 1) // 2, places, negative=False)


def signed(decimal: str) -> str:
    """A decimal with its sign, with a true minus; zero has no sign."""
    if decimal.startswith("-"):
        return "−" + decimal[1:]
    return decimal if not decimal.strip("0.") else "+" + decimal


def score_shown(score: int | None) -> str:
    """A score with its sign, a true minus; a question mark where it is unknown."""
    return "?" if score is None else signed(f"{score:,}")


def _decimal(scaled: int, places: int, *, negative: bool) -> str:
    digits = str(scaled).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if negative and scaled else text

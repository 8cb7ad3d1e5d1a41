"""The tribute that is due at the beginning of a hand, as data."""

from collections.abc import Mapping

from msgspec import Struct


class Dues(Struct, frozen=True):
    """Who owes tribute before a hand, by seat name."""

    givers: Mapping[str, int]
    """How many cards each seat gives; empty if no tribute is due."""
    takers: Mapping[str, int]
    """How many cards each seat takes."""

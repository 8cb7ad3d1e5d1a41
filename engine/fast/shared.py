"""What Python and C both know of a game.  The header of its C sources is written from this."""

from collections.abc import Mapping, Sequence
from ctypes import Structure
from dataclasses import dataclass, field
from typing import Any

Fields = Sequence[tuple[str, Any]]
"""Names and types of the fields of a struct."""


@dataclass(frozen=True, kw_only=True)
class Shared:
    """What a game shares with its C sources besides its options and its codes."""

    structs: Sequence[type[Structure]]
    """What its function takes and gives; a struct comes after those that it has as parts."""
    names: Mapping[str, int] = field(default_factory=dict)
    """Numbers by their names in C."""
    texts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Lists of words by their names in C."""
    rules: Fields = ()
    """What ``struct rules`` has after the options."""
    figures: Sequence[str] = ()
    """What statistics count of a seat, in order: the first fields of ``struct seat_counts``."""
    features: Sequence[str] = ()
    """What the strength of a dealt hand is made of and C counts, in order."""
    counted: Fields = ()
    """What ``struct seat_counts`` has after the figures; empty if C counts nothing."""


def numbered(*names: str) -> dict[str, int]:
    """Names as C has them, numbered from 0 in their order."""
    return {name.replace("-", "_").upper(): number for number, name in enumerate(names)}

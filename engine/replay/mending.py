"""What a game says so that a wrong log of it can be mended."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Stock:
    """The cards of a seat at a point of a hand."""

    cards: tuple[str, ...]
    """Those that it is known to hold, each once, as logs write them."""
    whole: bool
    """Whether it is known to hold no others."""


@dataclass(frozen=True, slots=True)
class Mending:
    """What a game says of a point of a hand, from its replay, so that changes of the log are tried there."""

    stock: Callable[[Any, int], Stock]
    """The cards of a seat, by number."""
    turns: Callable[[Any], Sequence[int]]
    """The seats, by number, that may play or pass at this point."""
    may_pass: Callable[[Any], bool]
    """Whether something lies on the table, so that a seat may pass."""
    due: Callable[[Any, int], Sequence[str]]
    """What a seat may have to do before the play, without its name."""
    claims: Callable[[Any, str], Sequence[str]]
    """A card as it is written with each rank that it may stand for."""
    holdings: Callable[[Any], Sequence[int | None]]
    """By seat, the packed cards with a suit that it holds; None where they are not all known."""
    taken: Callable[[Any, str], tuple[int, int] | None]
    """The seat of a play and its packed cards with a suit; None for any other action."""
    moving: frozenset[str]
    """The verbs after which a seat may hold other cards than before, besides those that it played."""
    names: Mapping[str, tuple[str, ...]]
    """By verb, the names that may follow it."""
    forward: bool
    """Whether a replay needs no more of a hand than the actions so far, so that it goes on from any point."""
    to_seats: tuple[str, ...] = ()
    """The verbs after which the receiver of the card may be named."""

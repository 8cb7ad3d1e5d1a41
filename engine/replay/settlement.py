"""The settlement of a hand as data, for games in which every two seats settle with each other."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.cards.packed import Card
from engine.replay.outcome import ScoreLine


@dataclass(frozen=True, slots=True)
class RowAccount:
    """A row of two boards side by side."""

    name: str
    cards: tuple[tuple[Card, ...], tuple[Card, ...]]
    words: tuple[str, str]
    units: int | None
    """What the first board wins by it; None where the two were not settled row by row."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason that is no row: overall, scoop, royalty, home run, natural, surrender, mis-set hand."""

    rule: str
    text: str
    units: int
    """What the first board wins by it."""


@dataclass(frozen=True, slots=True)
class Account:
    """What two boards settle with each other."""

    boards: tuple[str, str]
    seats: tuple[int, int]
    stake: int
    """Points a unit."""
    rows: tuple[RowAccount, ...]
    """Empty where one of the two shows no rows."""
    reasons: tuple[Reason, ...]
    units: int | None
    """What the first board wins of the other; None where what is known does not tell."""

    @property
    def points(self) -> int | None:
        """The same in points."""
        return None if self.units is None else self.units * self.stake


@dataclass(frozen=True, slots=True)
class Shown:
    """A board as it was set."""

    board: str
    seat: int
    rows: tuple[tuple[tuple[Card, ...], str], ...]
    """Cards and words of each row."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The settlement of a hand."""

    boards: tuple[Shown, ...]
    """Those that show rows."""
    accounts: tuple[Account, ...]
    """Pair by pair; empty where the best row of the table scores."""
    lines: tuple[ScoreLine, ...]
    """The reasons where the best row of the table scores, else empty."""
    points: Mapping[tuple[int, int], int | None]
    """By two seats, each way round: the points that the first wins of the second."""
    scores: tuple[int | None, ...]
    unsure: tuple[str, ...]
    """The seats that claim what the cards given neither bear out nor refute; it is settled as claimed."""
    row_rule: str = ""
    """The rule by which rows are compared, which the accounts do not name; empty if no rows are."""
    stake_rule: str = ""
    """The rule of the stakes; empty if there are no accounts."""
    recorded: bool = False
    """Whether the units are as the table recorded them, because the log does not show the hand to its end."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the accounts do not name."""
        return tuple(rule for rule in (self.row_rule, self.stake_rule) if rule)

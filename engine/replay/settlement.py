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
    """The units that the first board wins by it; None if the two were not settled row by row."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason other than a row: overall, scoop, royalty, home run, natural, surrender, mis-set hand."""

    rule: str
    text: str
    units: int
    """The units that the first board wins by it."""


@dataclass(frozen=True, slots=True)
class Account:
    """The settlement between two boards."""

    boards: tuple[str, str]
    seats: tuple[int, int]
    stake: int
    """The points a unit."""
    rows: tuple[RowAccount, ...]
    """Empty if one of the two boards shows no rows."""
    reasons: tuple[Reason, ...]
    units: int | None
    """The units that the first board wins from the other; None if they are not known."""

    @property
    def points(self) -> int | None:
        """The points that the first board wins from the other."""
        return None if self.units is None else self.units * self.stake


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A set board."""

    board: str
    seat: int
    rows: tuple[tuple[tuple[Card, ...], str], ...]
    """The cards of each row, and the row in words."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The settlement of a hand."""

    boards: tuple[ShownBoard, ...]
    """The boards that show rows."""
    accounts: tuple[Account, ...]
    """One account for each pair of boards; empty if the best row of the table scores."""
    lines: tuple[ScoreLine, ...]
    """The reasons if the best row of the table scores, otherwise empty."""
    points: Mapping[tuple[int, int], int | None]
    """By two seats, in both orders, the points that the first wins from the second."""
    scores: tuple[int | None, ...]
    unsure: tuple[str, ...]
    """The seats with a claim that the known cards neither confirm nor refute; they are settled as claimed."""
    row_rule: str = ""
    """The rule by which rows are compared; empty if no rows are."""
    stake_rule: str = ""
    """The rule of the stakes; empty if there are no accounts."""
    recorded: bool = False
    """Whether the units are the recorded ones, because the log does not show the hand to its end."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the accounts do not name themselves."""
        return tuple(rule for rule in (self.row_rule, self.stake_rule) if rule)

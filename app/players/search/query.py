"""What is asked of hands, as data: conditions on one seat of a hand, and on who else sat at the table."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final


class Op(StrEnum):
    """How a number is compared."""

    IS = ":"
    AT_LEAST = ">="
    AT_MOST = "<="
    ABOVE = ">"
    BELOW = "<"


class Way(StrEnum):
    """Whether a size or rank is exact, or a bound."""

    EXACTLY = ""
    OR_MORE = "+"
    OR_LESS = "-"


@dataclass(frozen=True, slots=True)
class TextCondition:
    """That a field has a text: ``player:"Zhao Min"``."""

    field: str
    text: str


@dataclass(frozen=True, slots=True)
class OfDay:
    """That the match was played on a day or after it (`since`), or on it or before it (`until`)."""

    field: str
    day: date


@dataclass(frozen=True, slots=True)
class NumberCondition:
    """That a number of the seat compares with another: ``bombs>=3``."""

    field: str
    op: Op
    units: int
    """The number times the scale of the field: `SearchField.scale`."""


@dataclass(frozen=True, slots=True)
class FlagCondition:
    """That something is so, or is not: ``won:yes``."""

    field: str
    so: bool


@dataclass(frozen=True, slots=True)
class Size:
    """A number of cards, or a bound of it."""

    cards: int
    way: Way = Way.EXACTLY


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank as cards are written, or a bound of it."""

    rank: str
    way: Way = Way.EXACTLY


@dataclass(frozen=True, slots=True)
class PlayCondition:
    """That the seat played a kind of combination: ``straight_flush T+``, ``bomb*6+``."""

    kind: str
    size: Size | None = None
    rank: Rank | None = None


Condition = TextCondition | OfDay | NumberCondition | FlagCondition | PlayCondition


@dataclass(frozen=True, slots=True)
class HandQuery:
    """Conditions that a hand and one of its seats meet together; none lets every seat of every hand through."""

    conditions: tuple[Condition, ...] = ()
    """Each once, in the order in which `app.players.search.grammar` puts them."""

    def named(self, field: str) -> tuple[str, ...]:
        """The texts that are asked for in a field."""
        return tuple(
            condition.text
            for condition in self.conditions
            if isinstance(condition, TextCondition) and condition.field == field
        )

    def only(self, field: str) -> str | None:
        """The text that is asked for in a field that has one at most."""
        return next(iter(self.named(field)), None)

    @property
    def played(self) -> tuple[PlayCondition, ...]:
        """The combinations that are asked for."""
        return tuple(condition for condition in self.conditions if isinstance(condition, PlayCondition))


EVERYTHING: Final = HandQuery()
"""The query without conditions."""

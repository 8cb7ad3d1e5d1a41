"""The states of a dispute, who acts in it, and refusals."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from app.record.actors import Role


class State(StrEnum):
    """How far a dispute is."""

    OPEN = "open"
    REVIEW = "under review"
    RULED = "ruled"
    APPEALED = "appealed"
    FINAL = "final"


FOLLOWING: Final[Mapping[State, tuple[State, ...]]] = MappingProxyType(
    {
        State.OPEN: (State.REVIEW, State.RULED),
        State.REVIEW: (State.RULED,),
        State.RULED: (State.APPEALED, State.FINAL),
        State.APPEALED: (State.RULED,),
        State.FINAL: (),
    }
)
"""The states that may follow each."""


class Outcome(StrEnum):
    """What a ruling says, as the contract names it."""

    UPHELD = "upheld"
    CORRECTED = "corrected"
    STANDS = "stands"
    ADJUSTED = "adjusted"
    VOID = "void"


OUTCOMES: Final[Mapping[Outcome, str]] = MappingProxyType(
    {
        Outcome.UPHELD: "The computed result is confirmed",
        Outcome.CORRECTED: "The record is corrected to the computed result",
        Outcome.STANDS: "Illegal, but it stands",
        Outcome.ADJUSTED: "The arbiter sets other scores",
        Outcome.VOID: "The hand counts nothing",
    }
)
"""The outcomes in words."""


@dataclass(frozen=True, slots=True)
class Acting:
    """Who acts, by name and role."""

    name: str
    role: Role


class CannotAct(ValueError):
    """Something is not done in a dispute.  Its text is the reason, a sentence."""


def require_arbiter(acting: Acting, what: str) -> None:
    """Raises CannotAct unless an arbiter acts."""
    if acting.role is not Role.ARBITER:
        raise CannotAct(f"Only an arbiter {what}: choose the role arbiter.")

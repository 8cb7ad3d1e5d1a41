"""The states of a dispute, who acts in it, and refusals."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from app.disputes.audit_log.actors import Role
from app.text.language import _, marked


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

STATES: Final[Mapping[State, str]] = MappingProxyType(
    {
        State.OPEN: marked("open"),
        State.REVIEW: marked("under review"),
        State.RULED: marked("ruled"),
        State.APPEALED: marked("appealed"),
        State.FINAL: marked("final"),
    }
)
"""The states in words."""
ROLES: Final[Mapping[Role, str]] = MappingProxyType({Role.PLAYER: marked("player"), Role.ARBITER: marked("arbiter")})
"""What somebody acts as, in words."""


class Outcome(StrEnum):
    """What a ruling says, as the contract names it."""

    UPHELD = "upheld"
    CORRECTED = "corrected"
    STANDS = "stands"
    ADJUSTED = "adjusted"
    VOID = "void"


OUTCOMES: Final[Mapping[Outcome, str]] = MappingProxyType(
    {
        Outcome.UPHELD: marked("The computed result is confirmed"),
        Outcome.CORRECTED: marked("The record is corrected to the computed result"),
        Outcome.STANDS: marked("Illegal, but it stands"),
        Outcome.ADJUSTED: marked("The arbiter sets other scores"),
        Outcome.VOID: marked("The hand counts nothing"),
    }
)
"""The outcomes in words."""


_DAMAGED: Final = marked("damaged")
"""In the place of a stored word that is none of those above."""


def state_words(state: str) -> str:
    """A state in the language of the reader."""
    return _(STATES[State(state)] if state in tuple(State) else _DAMAGED)


def acting_words(role: str) -> str:
    """What somebody acts as, in the language of the reader; empty for nobody."""
    return _(ROLES[Role(role)] if role in tuple(Role) else _DAMAGED) if role else ""


def outcome_words(outcome: str) -> str:
    """An outcome in the language of the reader."""
    return _(OUTCOMES[Outcome(outcome)] if outcome in tuple(Outcome) else _DAMAGED)


@dataclass(frozen=True, slots=True)
class Acting:
    """Who acts, by name and role."""

    name: str
    role: Role


class CannotAct(ValueError):
    """Something is not done in a dispute.  Its text is the reason, a sentence."""


class MayNot(CannotAct):
    """Somebody of a club who could act in another dispute does not act in this one."""


def require_arbiter(acting: Acting, what: str) -> None:
    """Raises CannotAct unless an arbiter acts.  ``what`` says in English what the arbiter does."""
    if acting.role is not Role.ARBITER:
        raise CannotAct(_("Only an arbiter {what}: choose the role arbiter.", what=_(what)))

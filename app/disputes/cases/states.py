"""The states of a dispute, who acts in it, and refusals."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from app.disputes.audit_log.actors import ActorRole
from app.text.language import _, marked


class DisputeState(StrEnum):
    """How far a dispute is."""

    OPEN = "open"
    REVIEW = "under review"
    RULED = "ruled"
    APPEALED = "appealed"
    FINAL = "final"


FOLLOWING: Final[Mapping[DisputeState, tuple[DisputeState, ...]]] = MappingProxyType(
    {
        DisputeState.OPEN: (DisputeState.REVIEW, DisputeState.RULED),
        DisputeState.REVIEW: (DisputeState.RULED,),
        DisputeState.RULED: (DisputeState.APPEALED, DisputeState.FINAL),
        DisputeState.APPEALED: (DisputeState.RULED,),
        DisputeState.FINAL: (),
    }
)
"""The states that may follow each."""

STATES: Final[Mapping[DisputeState, str]] = MappingProxyType(
    {
        DisputeState.OPEN: marked("open"),
        DisputeState.REVIEW: marked("under review"),
        DisputeState.RULED: marked("ruled"),
        DisputeState.APPEALED: marked("appealed"),
        DisputeState.FINAL: marked("final"),
    }
)
"""The states in words."""
ROLES: Final[Mapping[ActorRole, str]] = MappingProxyType(
    {ActorRole.PLAYER: marked("player"), ActorRole.ARBITER: marked("arbiter")}
)
"""What somebody acts as, in words."""


class RulingOutcome(StrEnum):
    """What a ruling says, as the contract names it."""

    UPHELD = "upheld"
    CORRECTED = "corrected"
    STANDS = "stands"
    ADJUSTED = "adjusted"
    VOID = "void"


OUTCOMES: Final[Mapping[RulingOutcome, str]] = MappingProxyType(
    {
        RulingOutcome.UPHELD: marked("The computed result is confirmed"),
        RulingOutcome.CORRECTED: marked("The record is corrected to the computed result"),
        RulingOutcome.STANDS: marked("Illegal, but it stands"),
        RulingOutcome.ADJUSTED: marked("The arbiter sets other scores"),
        RulingOutcome.VOID: marked("The hand counts nothing"),
    }
)
"""The outcomes in words."""


_DAMAGED: Final = marked("damaged")
"""In the place of a stored word that is none of those above."""


def state_words(state: str) -> str:
    """A state in the language of the reader."""
    return _(STATES[DisputeState(state)] if state in tuple(DisputeState) else _DAMAGED)


def acting_words(role: str) -> str:
    """What somebody acts as, in the language of the reader; empty for nobody."""
    return _(ROLES[ActorRole(role)] if role in tuple(ActorRole) else _DAMAGED) if role else ""


def outcome_words(outcome: str) -> str:
    """An outcome in the language of the reader."""
    return _(OUTCOMES[RulingOutcome(outcome)] if outcome in tuple(RulingOutcome) else _DAMAGED)


@dataclass(frozen=True, slots=True)
class Acting:
    """Who acts, by name and role."""

    name: str
    role: ActorRole


class CannotAct(ValueError):
    """Something is not done in a dispute.  Its text is the reason, a sentence."""


class MayNot(CannotAct):
    """Somebody of a club who could act in another dispute does not act in this one."""


def require_arbiter(acting: Acting, what: str) -> None:
    """Raises CannotAct unless an arbiter acts.  ``what`` says in English what the arbiter does."""
    if acting.role is not ActorRole.ARBITER:
        raise CannotAct(_("Only an arbiter {what}: choose the role arbiter.", what=_(what)))

"""The result of a replayed hand, and the reasons for its points."""

from msgspec import UNSET, Struct, UnsetType

from engine.recorded.basis import Basis


class ScoreLine(Struct):
    """One reason for points: the rule, a text, and the points of each seat."""

    rule: str
    text: str
    points: dict[str, int]


class HandOutcome(Struct):
    """The result of replaying a hand.  The fields are those of the report; one that the game does not have is unset."""

    complete: bool
    basis: Basis | None
    scores: dict[str, int | None] | None = None
    breakdown: list[ScoreLine] = []
    finish: list[list[str]] | UnsetType = UNSET
    roles: dict[str, str] | UnsetType = UNSET
    levels: dict[str, str | None] | UnsetType | None = UNSET
    units: dict[str, int | None] | UnsetType | None = UNSET
    undecided: bool = False
    """Whether a result depends on something unknown."""
    cut_off: bool = False
    """Whether the clock cut off the hand.  It then does not count, and does not make the match incomplete."""

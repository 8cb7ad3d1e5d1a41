"""What the lines of a score rest on, as data: steps of the hand, its deal and setup, other hands, the record."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.recorded.basis import Basis
from engine.replay.outcome import ScoreLine
from engine.rulebook.options import OptionValue

Mark = tuple[str | int, ...]
"""Something that holds at a point of a hand, such as that a seat is out: its kind, then what it is about."""

AT_DEAL = -1
"""The number of the action after which a mark holds that holds from the deal on."""


class Origin(StrEnum):
    """Where a fact is found."""

    STEP = "step"
    """An action of the hand."""
    DEAL = "deal"
    """The cards dealt, as far as the log gives them."""
    SETUP = "setup"
    """What the log states before the hand."""
    HAND = "hand"
    """The result of an earlier hand."""
    RECORD = "record"
    """The recorded result; it was not replayed."""
    RULE = "rule"
    """It follows from the rules and from the other facts."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that a line of a score rests on."""

    kind: str
    """A word for programs, such as ``out`` or ``declared``."""
    text: str
    """The fact in words."""
    origin: Origin
    action: int | None = None
    """The action that shows it, from 0, if it is found in one."""
    hand: int | None = None
    """The earlier hand that it comes from, from 0, if it comes from one."""
    seat: str = ""
    """The seat that it is about; empty if it is about several or none."""


def shown_by(kind: str, text: str, action: int, seat: str = "") -> Fact:
    """A fact that an action shows; one that holds from the deal on is found in the deal."""
    if action == AT_DEAL:
        return Fact(kind, text, Origin.DEAL, seat=seat)
    return Fact(kind, text, Origin.STEP, action, seat=seat)


def written_down(kind: str, text: str, seat: str = "") -> Fact:
    """A fact of the recorded result."""
    return Fact(kind, text, Origin.RECORD, seat=seat)


def follows(kind: str, text: str, seat: str = "") -> Fact:
    """A fact that follows from the rules and the other facts."""
    return Fact(kind, text, Origin.RULE, seat=seat)


@dataclass(frozen=True, slots=True)
class GroundedLine:
    """A line of a score with what it rests on."""

    line: ScoreLine
    facts: tuple[Fact, ...] = ()
    options: tuple[str, ...] = ()
    """The options that govern it, the nearest first."""


@dataclass(frozen=True, slots=True)
class OptionInForce:
    """An option that governs a line, with its value."""

    name: str
    value: OptionValue
    default: OptionValue
    """Its value in the default preset of the game."""
    in_preset: OptionValue
    """Its value in the preset in force."""
    rule: str
    """The rule whose page says what it does, and which source it is from."""

    @property
    def is_chosen(self) -> bool:
        """Whether it differs from the value in the preset."""
        return self.value != self.in_preset


@dataclass(frozen=True, slots=True)
class ProvedLine:
    """A line of a score with the rule, the options and the facts that it rests on."""

    rule: str
    text: str
    points: Mapping[str, int]
    options: tuple[OptionInForce, ...]
    facts: tuple[Fact, ...]

    @property
    def actions(self) -> tuple[int, ...]:
        """The actions that it rests on, from 0, in order."""
        return tuple(sorted({fact.action for fact in self.facts if fact.action is not None}))


@dataclass(frozen=True, slots=True)
class HandProof:
    """The score of a hand, unfolded into lines."""

    hand: int
    """The number of the hand, from 0."""
    complete: bool
    basis: Basis | None
    scores: Mapping[str, int | None] | None
    lines: tuple[ProvedLine, ...]
    """Their points add up to the scores that are known."""

"""The steps of a replay under many rule sets, and the places between them."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.rulebook.options import OptionValue
from engine.rulebook.watching import Notes
from engine.verdict.decisions import DecisionNode
from engine.verdict.report import NO_FAULTS, Faults

Options = Mapping[str, OptionValue]
"""The values of all options."""


class ReplayPlace(NamedTuple):
    """A place in a replay: the step that comes next, and what the steps before have left for those after it."""

    step: "Step"
    standing: Hashable = None
    """What the hands before have left, except for the totals."""
    totals: Hashable = None
    opening: "Part | None" = None
    """The opening of the hand, while the rest of it is to be played."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """What one step of a replay came to."""

    faults: Faults = NO_FAULTS

    def after(self, place: ReplayPlace) -> ReplayPlace | None:
        """The place that follows the step of a place; None after the last one."""
        del place
        return None


class Step:
    """A step of a replay: what it came to under every rule set tried so far."""

    __slots__ = ("_replay", "tree")

    def __init__(self, replay: Callable[[Options], tuple[Part, Notes]]) -> None:
        """``replay`` does the step under some options, and returns also those that it has read."""
        self.tree: Final[DecisionNode[Part]] = DecisionNode()
        self._replay: Final = replay

    def learn(self, options: Options) -> Part:
        """Does the step under options under which it has not been done, and adds what it came to."""
        part, notes = self._replay(options)
        self.tree.learn(notes, part)
        return part

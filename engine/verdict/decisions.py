"""What a computation gives under every rule set, by the options that it reads.

A computation that always reads the same option first, and then one that depends on the values so far, is a tree of
decisions: each node is an option, each branch one of its values, each leaf a result.  A result is the same for all rule
sets that agree on the options above it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from engine.rulebook.options import OptionValue, value_text
from engine.rulebook.watching import Notes

Result = TypeVar("Result")
Key = bool | int | str
"""A value of an option; a table is its text."""
Keys = Mapping[str, Key]

_PLAIN: Final = (int, str)
_EMPTY_TABLE: Final = value_text({})


def key_of(value: OptionValue) -> Key:
    """The key of a value of an option."""
    if isinstance(value, _PLAIN):
        return value
    return value_text(value) if value else _EMPTY_TABLE


def keys_of(options: Mapping[str, OptionValue]) -> dict[str, Key]:
    """The keys of the values of all options."""
    return {name: key_of(value) for name, value in options.items()}


@dataclass(slots=True)
class DecisionNode(Generic[Result]):
    """A place in a tree of decisions: an option, or a result, or neither if no rule set has led to it yet."""

    option: str | None = None
    """The option that is read here."""
    branches: "dict[Key, DecisionNode[Result]]" = field(default_factory=dict)
    result: Result | None = None

    def branch(self, key: Key) -> "DecisionNode[Result]":
        """The place that follows if the option has a value."""
        following = self.branches.get(key)
        if following is None:
            following = self.branches[key] = DecisionNode()
        return following

    def found(self, keys: Keys) -> Result | None:
        """The result under some values of all options; None if it is not known yet."""
        place: DecisionNode[Result] | None = self
        while place is not None and place.option is not None:
            place = place.branches.get(keys[place.option])
        return None if place is None else place.result

    def learn(self, notes: Notes, result: Result) -> None:
        """Adds a result, which is not known yet, with the options that were read for it."""
        place = self
        for option, value in notes.items():
            place.option = option
            place = place.branch(key_of(value))
        place.result = result

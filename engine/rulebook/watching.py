"""Rule sets that note which of their options are read.

A game reads its options from the typed object that ``GameRules.of`` gives.  The typed object of a `WatchedRules` has
the same fields, but it gives the values that its `Watch` has at the moment, and the watch notes each of them.  An
option that was not read cannot have made a difference.  Whatever keeps a value that it has read, such as a judge,
depends on the options that were noted while it was made.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeVar, cast

from engine.rulebook.options import OptionValue, RuleBook, RuleSet, Typed

T = TypeVar("T")

Notes = dict[str, OptionValue]
"""The options that were read, in the order in which each was read first, with their values."""


class Watch:
    """The values of the options of a game, and notes of those that are read."""

    def __init__(self, book: RuleBook) -> None:
        self._values: Mapping[str, OptionValue] = {}
        self._notes: Notes = {}
        self.rules: Final = WatchedRules(book, self)
        """The rule set whose options are the values of the watch."""

    def read(self, name: str) -> OptionValue:
        """The value of an option, which is noted.  Raises AttributeError if there is no such option."""
        try:
            value = self._values[name]
        except KeyError:
            raise AttributeError(name) from None
        self._notes[name] = value
        return value

    def during(self, values: Mapping[str, OptionValue], do: Callable[[], T]) -> tuple[T, Notes]:
        """What a function returns while the options have some values, and the options that it has read."""
        self._values, self._notes = values, {}
        return do(), self._notes


class WatchedRules(RuleSet):
    """The rule set of a watch: its options, its key and its typed object read the values of the watch."""

    def __init__(self, book: RuleBook, watch: Watch) -> None:
        start = book.resolve()
        super().__init__(start.game, start.preset, start.options, start.base)
        object.__setattr__(self, "options", _Options(watch, tuple(start.options)))
        object.__setattr__(self, "_view", _View(watch))

    @property
    def fixed(self) -> bool:
        """False: the options have the values of the watch."""
        return False

    @property
    def key(self) -> str:
        """The key of the rule set with the values that the watch has at the moment; every option is noted."""
        return self.key_of(self.options)

    def typed(self, kind: type[Typed]) -> Typed:  # noqa: ARG002
        """An object that has the fields of the class of rules of the game."""
        view: object = getattr(self, "_view")  # noqa: B009
        return cast(Typed, view)


class _Options(Mapping[str, OptionValue]):
    """The options of a watch as a mapping."""

    def __init__(self, watch: Watch, names: Sequence[str]) -> None:
        self._watch: Final = watch
        self._names: Final = names

    def __getitem__(self, name: str) -> OptionValue:
        if name not in self._names:
            raise KeyError(name)
        return self._watch.read(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class _View:
    """Has each option of a watch as an attribute."""

    __slots__ = ("_watch",)

    def __init__(self, watch: Watch) -> None:
        self._watch: Final = watch

    def __getattr__(self, name: str) -> OptionValue:
        return self._watch.read(name)

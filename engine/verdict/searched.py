"""The options that are searched for other rules, and the number of rule sets that they make."""

from collections.abc import Collection, Mapping
from math import prod
from typing import Final

from engine.rulebook.options import Option, OptionValue, RuleBook, RuleSet
from engine.rulebook.watching import Watch

MOST_VALUES: Final = 10
"""An option whose values are more numbers than this is not searched."""

Values = Mapping[str, tuple[OptionValue, ...]]
"""By name, all values of some options."""


def searched_values(option: Option) -> tuple[OptionValue, ...]:
    """All values of an option whose values are words, yes and no, or at most ten numbers; of any other option none."""
    if option.choices:
        return option.choices
    if option.numbers:
        return option.numbers if len(option.numbers) <= MOST_VALUES else ()
    if option.cells is not None:
        return ()
    if option.bounds is not None:
        low, high = option.bounds
        return tuple(range(low, high + 1)) if high - low < MOST_VALUES else ()
    return (False, True)


def searched(book: RuleBook, names: Collection[str] | None = None) -> Values:
    """The options of a game that are searched, in their order; with ``names``, only those of them."""
    return {
        option.name: values
        for option in book.options
        if (names is None or option.name in names) and (values := searched_values(option))
    }


def size_of_space(book: RuleBook, base: RuleSet, values: Values) -> int:
    """The number of rule sets that differ from a rule set in these options at most, and that the game allows."""
    if book.clash is None:
        return prod(map(len, values.values()))
    return _allowed(book, Watch(book), base.options, values)


def _allowed(book: RuleBook, watch: Watch, options: Mapping[str, OptionValue], left: Values) -> int:
    """The number of allowed rule sets; ``left`` are the options that have not been given a value yet."""
    clash = book.clash
    assert clash is not None
    fault, notes = watch.during(options, lambda: clash(watch.rules))
    name = next((each for each in notes if each in left), None)
    if name is None:
        return 0 if fault else prod(map(len, left.values()))
    others = {each: values for each, values in left.items() if each != name}
    return sum(_allowed(book, watch, {**options, name: value}, others) for value in left[name])

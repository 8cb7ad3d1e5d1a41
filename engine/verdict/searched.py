"""The options that are searched for other rules, and the number of rule sets that they make."""

from collections.abc import Collection, Mapping
from math import prod
from typing import Final

from engine.rulebook.options import Option, OptionValue, RuleBook, RuleSet
from engine.rulebook.watching import Watch

MOST_VALUES: Final = 10
"""Of an option whose values are more numbers than this only the values that presets have are tried."""

Values = Mapping[str, tuple[OptionValue, ...]]
"""By name, the values that are tried of some options."""


def every_value(option: Option) -> tuple[OptionValue, ...]:
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


def tried_values(book: RuleBook, option: Option, base: OptionValue) -> tuple[OptionValue, ...]:
    """The values of an option that are tried in the place of a base value, which is one of them.

    All, where `every_value` has them; else those that some preset of the game has.
    """
    tried = [base]
    for value in every_value(option) or (option.presets.get(preset, option.default) for preset in book.presets):
        if value not in tried:
            tried.append(value)
    return tuple(tried)


def searched(book: RuleBook, base: RuleSet, names: Collection[str] | None = None) -> Values:
    """The options of a game with the values that are tried, in their order; with ``names``, only those of them."""
    return {
        option.name: tried_values(book, option, base.options[option.name])
        for option in book.options
        if names is None or option.name in names
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
    name = next((note for note in notes if note in left), None)
    if name is None:
        return 0 if fault else prod(map(len, left.values()))
    others = {other: values for other, values in left.items() if other != name}
    return sum(_allowed(book, watch, {**options, name: value}, others) for value in left[name])

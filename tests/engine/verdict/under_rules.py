"""Rule sets drawn for tests, and the options that a replay reads."""

import json
from random import Random

from engine.games import GAMES
from engine.rulebook.options import Option, OptionValue, RuleSet, RulesUnknown
from engine.verdict.decisions import DecisionNode, key_of
from engine.verdict.searched import every_value
from engine.verdict.steps import Part, ReplayPlace
from engine.verdict.variants import Variants

_SMALL = 12


def values_of(option: Option) -> tuple[OptionValue, ...]:
    """All values of an option, or some: of a number the least, small ones and those of presets; of a table two."""
    found = every_value(option)
    if found:
        return found
    if option.cells is not None:
        return ({}, json.loads(option.example))
    assert option.bounds is not None
    low, high = option.bounds
    return tuple({low, min(low + 1, high), min(_SMALL, high), option.default, *option.presets.values()})


def changed(rules: RuleSet, name: str, value: OptionValue) -> RuleSet | None:
    """A rule set with one option changed; None if there are no such rules."""
    try:
        return GAMES[rules.game].rules.resolve(rules.preset, {**rules.options, name: value})
    except RulesUnknown:
        return None


def drawn(rules: RuleSet, rng: Random, changes: int) -> RuleSet:
    """A rule set with some options changed to other values; fewer if they are not allowed together."""
    options = GAMES[rules.game].rules.options
    for option in rng.sample(options, min(changes, len(options))):
        rules = changed(rules, option.name, rng.choice(values_of(option))) or rules
    return rules


def read_under(variants: Variants, rules: RuleSet) -> set[str]:
    """The options that the replay of a match under a rule set reads."""
    variants.parts(rules)
    read: set[str] = set()
    place: ReplayPlace | None = variants.first
    while place is not None:
        reading: DecisionNode[Part] = place.step.tree
        while reading.option is not None:
            read.add(reading.option)
            reading = reading.branches[key_of(rules.options[reading.option])]
        assert reading.result is not None
        place = reading.result.after(place)
    return read

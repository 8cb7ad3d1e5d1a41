"""Chosen rules and the changes between versions of house rules, in words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.rule_choice.house import HouseRules
from app.rule_choice.refusal import RulesRefused
from engine.games import GAMES
from engine.rulebook.options import Option, OptionValue, value_text

if TYPE_CHECKING:
    from app.rule_choice.records import ChosenRules


_LEVEL_A: Final = re.compile(r"\ba$")
"""The level at the end of ``own a``."""


@dataclass(frozen=True, slots=True)
class OptionChange:
    """An option that two versions of house rules do not agree on."""

    option: Option
    before: str
    after: str


def chosen_title(chosen: "ChosenRules") -> str:
    """The rules chosen for a match: ``house rules Friday table, version 2``, ``preset njupt with hands = 8``."""
    house = chosen.house
    if house is None:
        return f"preset {chosen.preset}{_with(chosen.options)}"
    if not chosen.differs_from_house:
        return f"house rules {house.title}"
    there = {name: value for name, value in chosen.options.items() if house.options.get(name) != value}
    back = [name for name in house.options if name not in chosen.options]
    as_usual = f" and {', '.join(back)} as in {chosen.preset}" if back else ""
    return f"house rules {house.title},{_with(there) or ' with'}{as_usual if there else as_usual.removeprefix(' and')}"


def value_words(value: OptionValue) -> str:
    """A value as people read it: ``by rank``, ``yes``, ``middle four 8``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(_cells(value)) or "no changes"
    return _LEVEL_A.sub("A", value.replace("_", " ")) if isinstance(value, str) else f"{value:,}"


def changes(before: HouseRules, after: HouseRules) -> list[OptionChange]:
    """The options that two versions of the same house rules do not agree on, in the order of the game's options.

    None where this version of the engine does not have the rules of one of them.
    """
    try:
        one, other = before.rules().options, after.rules().options
    except RulesRefused:
        return []
    return [
        OptionChange(option, value_words(one[option.name]), value_words(other[option.name]))
        for option in GAMES[after.game].rules.options
        if one[option.name] != other[option.name]
    ]


def _cells(table: Mapping[str, OptionValue], of: str = "") -> list[str]:
    found: list[str] = []
    for name, value in table.items():
        words = f"{of} {name.replace('_', ' ')}".strip()
        found += _cells(value, words) if isinstance(value, Mapping) else [f"{words} {value:,}"]
    return found


def _with(options: Mapping[str, OptionValue]) -> str:
    return (
        " with " + " and ".join(f"{name} = {value_text(value)}" for name, value in options.items()) if options else ""
    )

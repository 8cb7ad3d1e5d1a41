"""Chosen rules and the changes between versions of house rules, in words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.judging.rules_of_match.house import HouseRules
from app.judging.rules_of_match.refusal import RulesRefused
from app.text.glossary import option_title, preset_title
from app.text.language import _, said
from engine.games import GAMES
from engine.rulebook.options import Option, OptionValue
from engine.rulebook.sentences import enumerated, say_of

if TYPE_CHECKING:
    from app.judging.rules_of_match.records import StoredChoice


VALUE: Final = "value"
"""The context of the words of values in the catalogues of translations."""
CELL: Final = "cell"
"""The same for the rows and columns of tables."""
_LEVEL_A: Final = re.compile(r"\ba$")
"""The level at the end of ``own a``."""


@dataclass(frozen=True, slots=True)
class OptionChange:
    """An option that two versions of house rules do not agree on."""

    option: Option
    before: str
    after: str


def chosen_title(chosen: "StoredChoice") -> str:
    """The rules chosen for a match: ``house rules Friday table, version 2``, ``preset njupt with hands = 8``."""
    house = chosen.house
    if house is None:
        preset = _("preset {preset}", preset=_preset_title(chosen.preset))
        return (
            _("{rules} with {options}", rules=preset, options=options_words(chosen.options))
            if chosen.options
            else preset
        )
    begins = _("house rules {title}", title=house.title)
    if not chosen.differs_from_house:
        return begins
    there = {name: value for name, value in chosen.options.items() if house.options.get(name) != value}
    back = [option_title(house.game, name) for name in house.options if name not in chosen.options]
    if not back:
        return _("{rules}, with {options}", rules=begins, options=options_words(there))
    as_usual = _("{names} as in {preset}", names=said(enumerated(back)), preset=_preset_title(chosen.preset))
    with_all = _("{first} and {last}", first=options_words(there), last=as_usual) if there else as_usual
    return _("{rules}, with {options}", rules=begins, options=with_all)


def value_words(value: OptionValue) -> str:
    """A value as people read it: ``by rank``, ``yes``, ``middle four 8``."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        return said(enumerated(_cells(value))) or _("no changes")
    return said(say_of(VALUE, plain_words(value))) if isinstance(value, str) else f"{value:,}"


def meaning_words(option: Option, value: OptionValue) -> str:
    """What a value of an option means: ``the higher card goes to the banker, the lower to the follower``."""
    meaning = option.meanings.get(value) if isinstance(value, str | int) and not isinstance(value, bool) else None
    return value_words(value) if meaning is None else _(meaning)


def option_words(game: str, name: str, value: OptionValue) -> str:
    """An option with its value: ``Number of hands: 8``."""
    return _("{option}: {value}", option=option_title(game, name), value=value_words(value))


def plain_words(value: str) -> str:
    """A value that is one of some words, in English: ``by rank``."""
    return _LEVEL_A.sub("A", value.replace("_", " "))


def cell_words(name: str) -> str:
    """A row or a column of an option that is a table."""
    return said(say_of(CELL, name.replace("_", " ")))


def _preset_title(preset: str) -> str:
    """What a preset of some game is called."""
    return preset_title(next((name for name, game in GAMES.items() if preset in game.rules.presets), ""), preset)


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
    cells: list[str] = []
    for name, value in table.items():
        words = f"{of} {cell_words(name)}".strip()
        cells += _cells(value, words) if isinstance(value, Mapping) else [f"{words} {value:,}"]
    return cells


def options_words(options: Mapping[str, OptionValue]) -> str:
    """Options of some game with their values: ``Number of hands: 8 and Tribute: none``."""
    games = [next((game for game in GAMES if name in GAMES[game].glossary.options), "") for name in options]
    texts = [option_words(game, name, value) for game, (name, value) in zip(games, options.items(), strict=True)]
    words = texts[0] if texts else ""
    for text in texts[1:]:
        words = _("{first} and {last}", first=words, last=text)
    return words

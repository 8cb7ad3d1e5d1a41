"""Rule sets: the options of a game, its presets, and the rule set that a claim of them gives.

An option is one field of the class of rules in the ``rules.py`` of its game.  Forms, the command line and the pages are
made from it.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Final, Literal, Self, TypeVar, cast, get_args, get_origin, get_type_hints

from engine.rulebook.findings import Detail
from engine.rulebook.sentences import Text, say
from engine.rulebook.suggestions import did_you_mean

OptionValue = bool | int | str | Mapping[str, Any]
Value = TypeVar("Value", bound=OptionValue)
Word = TypeVar("Word", bound=str | int)
Clash = Callable[["RuleSet"], tuple[str, str] | None]
"""Checks whether options of a game contradict one another.  Returns what is wrong and what would be valid, or None."""

_OPTION: Final = "option"
_NOTHING: Final[Mapping[Any, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its values, its default, its base value, and its value in each preset where that differs."""

    name: str
    text: str
    default: OptionValue
    base: OptionValue
    """How the game was judged before the option existed.  It never changes, so that the digests of reports do not
    change.
    """
    presets: Mapping[str, OptionValue]
    choices: tuple[str, ...] = ()
    bounds: tuple[int, int] | None = None
    numbers: tuple[int, ...] = ()
    cells: "Cells | None" = None
    """For a table of numbers, its cells; ``bounds`` are then the bounds of each number."""
    example: str = ""
    """An example of a table, as it is given on the command line."""
    meanings: Mapping[str | int, str] = field(default_factory=lambda: _NOTHING)
    """For a choice, what each value means."""

    def accepts(self, value: object) -> bool:
        """Whether the option can have a value."""
        if self.choices:
            return isinstance(value, str) and value in self.choices
        if self.numbers:
            return isinstance(value, int) and not isinstance(value, bool) and value in self.numbers
        if self.cells is not None:
            return _fits(value, self.cells, self._in_bounds)
        if self.bounds:
            return self._in_bounds(value)
        return isinstance(value, bool)

    def _in_bounds(self, value: object) -> bool:
        low, high = self.bounds or (0, 0)
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high

    def parse(self, text: str) -> object:
        """The value of a text on the command line or in a form; the text itself if it is not a value."""
        if self.choices:
            return text
        if self.cells is not None:
            try:
                return json.loads(text)
            except (ValueError, RecursionError):
                return text
        if self.bounds or self.numbers:
            return int(text) if text.isascii() and text.lstrip("-").isdigit() and len(text) < 16 else text
        return {"true": True, "false": False, "yes": True, "no": False}.get(text.lower(), text)

    def number_of(self, value: "OptionValue") -> int:
        """A value as a number: its place among the choices; a number or a flag is itself, and any table is 0."""
        if isinstance(value, Mapping):
            return 0
        return self.choices.index(value) if isinstance(value, str) else int(value)

    @property
    def values(self) -> str:
        """The possible values, in words."""
        if self.choices:
            return ", ".join(self.choices)
        if self.numbers:
            return ", ".join(map(str, self.numbers))
        if self.cells is not None:
            return say("a table in JSON such as {example}", example=self.example)
        if self.bounds:
            return say("{low} to {high}", low=self.bounds[0], high=self.bounds[1])
        return "true, false"


Cells = Mapping[str, "Cells | None"]
"""The names of the cells of a table.  A cell that has cells of its own is a table inside the table."""


def _fits(value: object, cells: Cells, accepts: Callable[[object], bool]) -> bool:
    return isinstance(value, Mapping) and all(
        name in cells and (accepts(inner) if (within := cells[name]) is None else _fits(inner, within, accepts))
        for name, inner in value.items()
    )


def _sorted(table: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _sorted(cell) if isinstance(cell, Mapping) else cell for name, cell in sorted(table.items())}


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRules:
    """The rules of one match in its game: a field for each option.

    Each game has its own subclass.  The name of a field is the name of an option, and the type of a field allows the
    values of the option; those of a choice are a ``Literal``.  ``choice``, ``flag``, ``number`` and ``table`` give the
    rest.  So mypy finds a wrong name and a wrong value, here and wherever the rules are read.
    """

    @classmethod
    def of(cls, rules: "RuleSet") -> Self:
        """The rules of a rule set of this game, typed."""
        return rules.typed(cls)


Typed = TypeVar("Typed", bound=GameRules)


def choice(
    text: str,
    *,
    meanings: Mapping[Word, str],
    default: Word,
    base: Word | None = None,
    presets: Mapping[str, Word] = _NOTHING,
) -> Word:
    """An option whose values are the words, or the whole numbers, of a ``Literal``; ``meanings`` has each of them.

    Here and below, ``base`` is the base value if it is not the default: for an option that was added with another
    default, or whose default has changed.  ``presets`` are the values in the presets where the value is not the
    default.
    """
    return _field(text, default, base, presets, meanings=MappingProxyType(meanings))


def flag(text: str, *, default: bool, base: bool | None = None, presets: Mapping[str, bool] = _NOTHING) -> bool:
    """An option that is true or false."""
    return _field(text, default, base, presets)


def number(
    low: int, high: int, text: str, *, default: int, base: int | None = None, presets: Mapping[str, int] = _NOTHING
) -> int:
    """An option that is a whole number within bounds."""
    return _field(text, default, base, presets, bounds=(low, high))


def table(cells: Cells, low: int, high: int, text: str, *, example: str) -> Mapping[str, Any]:
    """An option that is a table of whole numbers within bounds.  Its default and its base value are empty."""
    empty: Mapping[str, Any] = {}
    return _field(text, empty, empty, _NOTHING, bounds=(low, high), cells=cells, example=example)


def _field(text: str, default: Value, base: Value | None, presets: Mapping[str, Value], **values: Any) -> Value:
    """A field of a dataclass with its option, typed as the value of the field, like ``dataclasses.field``."""
    option = Option("", text, default, default if base is None else base, presets, **values)
    made: object = field(default_factory=lambda: default, metadata={_OPTION: option})
    return cast(Value, made)


def options_of(rules: type[GameRules]) -> tuple[Option, ...]:
    """The options of a game, in the order of the fields of its rules."""
    types = get_type_hints(rules)
    return tuple(_named(entry.metadata[_OPTION], entry.name, types[entry.name]) for entry in fields(rules))


def _named(option: Option, name: str, values: object) -> Option:
    words = get_args(values) if get_origin(values) is Literal else ()
    if isinstance(option.default, str):
        return replace(option, name=name, choices=words)
    return replace(option, name=name, numbers=words)


def game_words(game: str) -> Text:
    """A game as findings name it, by its name in logs."""
    return say(game.replace("_", " "))


def value_text(value: OptionValue) -> str:
    """A value in the notation of the command line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(_sorted(value)) if isinstance(value, Mapping) else str(value)


class RulesUnknown(Exception):
    """A preset, option or value does not exist.  Has the variant of `unknown-option` and its details."""

    def __init__(self, variant: str, recorded: str, **details: Detail) -> None:
        super().__init__(f"{variant} {recorded}")
        self.variant: Final = variant
        self.recorded: Final = recorded
        self.details: Final = details


@dataclass(frozen=True)
class RuleSet:
    """The rules under which a match is judged: every option with its value."""

    game: str
    preset: str
    options: Mapping[str, OptionValue] = field(hash=False)
    base: Mapping[str, OptionValue] = field(repr=False, compare=False)
    """The base value of every option."""
    _key: str = field(init=False, repr=False, compare=False, hash=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", MappingProxyType(dict(self.options)))
        object.__setattr__(self, "_key", self.key_of(self.options))

    def key_of(self, options: Mapping[str, OptionValue]) -> str:
        """The key of a rule set of the same game with some options."""
        return f"{self.game} " + repr(sorted(options.items()))

    def typed(self, kind: "type[Typed]") -> "Typed":
        """The rules as an object of the class of rules of their game."""
        make: Callable[..., Typed] = kind
        return make(**{entry.name: self.options[entry.name] for entry in fields(kind)})

    @property
    def fixed(self) -> bool:
        """Whether the options never get other values."""
        return True

    @property
    def key(self) -> str:
        """A text that is the same for two rule sets if and only if they judge alike."""
        return self._key

    @property
    def changed(self) -> dict[str, OptionValue]:
        """The options that differ from their base values."""
        return {name: value for name, value in self.options.items() if value != self.base[name]}


@dataclass(frozen=True)
class RuleBook:
    """The options and presets of a game."""

    game: str
    options: tuple[Option, ...]
    presets: Mapping[str, str]
    """By name, what each preset is, in the order in which presets are shown."""
    default: str
    clash: Clash | None = None

    def resolve(self, preset: str | None = None, options: Mapping[str, object] | None = None) -> RuleSet:
        """The rule set of a preset with some options changed.

        Raises RulesUnknown for a preset, an option or a value that the game does not have, and for options that
        contradict one another.
        """
        chosen = self.default if preset is None else preset
        if chosen not in self.presets:
            hint = did_you_mean(chosen, self.presets)
            raise RulesUnknown("preset", chosen, game=game_words(self.game), known=", ".join(self.presets), hint=hint)
        resolved: dict[str, OptionValue] = {o.name: o.presets.get(chosen, o.default) for o in self.options}
        for name, value in (options or {}).items():
            option = self.option(name)
            if not option.accepts(value):
                text = value_text(value) if isinstance(value, bool | Mapping) else str(value)
                hint = did_you_mean(text, option.choices)
                raise RulesUnknown("value", text, option=name, known=option.values, hint=hint)
            resolved[name] = _sorted(value) if isinstance(value, Mapping) else value  # type: ignore[assignment]
        rules = RuleSet(self.game, chosen, resolved, {option.name: option.base for option in self.options})
        clash = None if self.clash is None else self.clash(rules)
        if clash is not None:
            raise RulesUnknown("together", str(clash[0]), reason=clash[0], known=clash[1])
        return rules

    def numbers_of(self, rules: RuleSet) -> list[int]:
        """The values of a rule set as numbers, in the order of the options."""
        return [option.number_of(rules.options[option.name]) for option in self.options]

    def option(self, name: str) -> Option:
        """The option with a name.  Raises RulesUnknown if there is none."""
        for option in self.options:
            if option.name == name:
                return option
        names = [option.name for option in self.options]
        known = ", ".join(names)
        raise RulesUnknown("option", name, game=game_words(self.game), known=known, hint=did_you_mean(name, names))

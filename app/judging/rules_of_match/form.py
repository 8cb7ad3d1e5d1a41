"""A form of the options of a game, and what a form or an address asks for."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy.orm import Session

from app.judging.rules_of_match.asked import CLAIM, HOUSE, AskedRules
from app.judging.rules_of_match.records import house_rules
from app.judging.rules_of_match.refusal import RulesRefused
from app.judging.rules_of_match.words import cell_words, meaning_words, value_words
from app.text.language import _
from app.text.language.sentence import capital
from engine.games import GAMES
from engine.replay.game import Game
from engine.rulebook.findings import Rule
from engine.rulebook.options import Cells, Option, OptionValue, value_text

LONGEST: Final = 4_000
"""Characters of a value."""
MOST: Final = 250
"""Arguments of an address, fields of a form."""
SEPARATOR: Final = "."
"""Between the name of a table and those of its cells: ``royalty_table.middle.four``."""


@dataclass(frozen=True, slots=True)
class Value:
    """One of the values of an option."""

    value: str
    words: str
    chosen: bool
    usual: bool
    """Whether the rules that the form begins with have it."""


@dataclass(frozen=True, slots=True)
class OptionCell:
    """A cell of an option that is a table; its value is empty where the table does not have it."""

    name: str
    words: str
    value: str


@dataclass(frozen=True, slots=True)
class TablePart:
    """Cells of a table that belong together."""

    title: str
    cells: tuple[OptionCell, ...]


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option as a form has it: as a list of values, a number, or a table of numbers."""

    option: Option
    text: str
    value: str
    usual: str
    """The value of the rules that the form begins with, in words."""
    changed: bool
    values: tuple[Value, ...]
    parts: tuple[TablePart, ...]
    pages: tuple[Rule, ...]
    """The rules that it governs."""


def fields_of(
    game: str, shown: Mapping[str, OptionValue], usual: Mapping[str, OptionValue], typed: Mapping[str, str]
) -> list[OptionField]:
    """The options of a game, each with the value ``shown``; ``typed`` texts replace these.

    ``usual`` are the options of the rules that the form begins with.
    """
    known_game = GAMES[game]
    return [
        _field(known_game, option, shown[option.name], usual[option.name], typed) for option in known_game.rules.options
    ]


def asked_in(
    session: Session, arguments: Mapping[str, str], others: tuple[str, ...] = (), game: str | None = None
) -> AskedRules:
    """What the arguments of an address, or the fields of a form, ask for.  ``others`` are not about rules.

    ``rules`` is ``claim`` (also where it is left out), a preset, or ``house:`` and the name of house rules; everything
    else is an option, the cells of tables each by itself.  An empty value leaves an option as it is.
    Raises RulesRefused for house rules that do not exist, and for too much of anything.
    """
    if len(arguments) > MOST or any(len(text) > LONGEST for text in arguments.values()):
        raise RulesRefused(
            _(
                "at most {most} options of at most {characters} characters each are read",
                most=MOST,
                characters=f"{LONGEST:,}",
            )
        )
    options = options_in({name: text for name, text in arguments.items() if name not in ("rules", *others)})
    base = arguments.get("rules", "").strip() or CLAIM
    if base.startswith(HOUSE):
        return AskedRules(None, house_rules(session, base.removeprefix(HOUSE)), options, game)
    return AskedRules(None if base == CLAIM else base, None, options, game)


def options_in(arguments: Mapping[str, str]) -> dict[str, str]:
    """The options among the fields of a form, as texts; cells of a table are put together.

    A table has the cells that are filled in, and no others: a form shows all of them.
    """
    options: dict[str, str] = {}
    # A cell of a table is a text, a number, or a table again.
    tables: dict[str, dict[str, Any]] = {}
    for name, given in arguments.items():
        text = given.strip()
        table, *cells = name.split(SEPARATOR)
        if not cells:
            if text:
                options[name] = text
            continue
        inside = tables.setdefault(table, {})
        if text:
            for cell in cells[:-1]:
                inside = inside.setdefault(cell, {})
            inside[cells[-1]] = _number(text)
    return options | {name: json.dumps(cells, sort_keys=True) for name, cells in tables.items()}


def _number(text: str) -> int | str:
    return int(text) if text.isascii() and text.lstrip("-").isdigit() and len(text) < 16 else text


def _field(game: Game, option: Option, shown: OptionValue, usual: OptionValue, typed: Mapping[str, str]) -> OptionField:
    value = typed.get(option.name, "").strip() or value_text(shown)
    return OptionField(
        option=option,
        text=_sentence(option),
        value=value,
        usual=value_words(usual),
        changed=value != value_text(usual),
        values=tuple(_values(option, value, value_text(usual))),
        parts=() if option.cells is None else tuple(_parts(option, option.cells, shown, typed)),
        pages=tuple(page for page in game.pages if option.name in page.options),
    )


def _sentence(option: Option) -> str:
    """What an option is about, as a label."""
    return capital(_(option.text))


def _values(option: Option, value: str, usual: str) -> Iterator[Value]:
    if option.cells is not None or (option.bounds and not option.numbers):
        return
    values: tuple[OptionValue, ...] = option.choices or option.numbers or (True, False)
    for alternative in values:
        text = value_text(alternative)
        yield Value(text, capital(meaning_words(option, alternative)), text == value, text == usual)


def _parts(option: Option, cells: Cells, shown: OptionValue, typed: Mapping[str, str]) -> Iterator[TablePart]:
    table = shown if isinstance(shown, Mapping) else {}
    flat = [name for name, within in cells.items() if within is None]
    if flat:
        yield TablePart("", tuple(_cell((option.name, name), table.get(name), typed) for name in flat))
    for name, within in cells.items():
        if within is not None:
            inside = table.get(name, {})
            option_cells = (_cell((option.name, name, key), inside.get(key), typed) for key in within)
            yield TablePart(cell_words(name), tuple(option_cells))


def _cell(path: tuple[str, ...], value: int | None, typed: Mapping[str, str]) -> OptionCell:
    name = SEPARATOR.join(path)
    return OptionCell(name, cell_words(path[-1]), typed.get(name, "" if value is None else str(value)))

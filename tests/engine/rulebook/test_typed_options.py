"""The options of each game as fields: the same names and values, and mypy finds what is not among them."""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from engine.games import GAMES
from engine.games.bao_huang.rules import BaoHuangRules
from engine.games.big_a.rules import BigARules
from engine.games.chinese_poker.rules import ChinesePokerRules
from engine.games.guandan.rules import GuandanRules
from engine.replay.game import Game
from engine.rulebook.options import GameRules, Option, OptionValue
from tests.offenders import for_every

REPO = Path(__file__).parents[3]
CLASSES: dict[str, type[GameRules]] = {
    "bao_huang": BaoHuangRules,
    "big_a": BigARules,
    "chinese_poker": ChinesePokerRules,
    "guandan": GuandanRules,
}
every_option = pytest.mark.parametrize(
    ("game", "option"),
    [
        pytest.param(game, option, id=f"{game}-{option.name}")
        for game in CLASSES
        for option in GAMES[game].rules.options
    ],
)


def values_of(option: Option) -> Iterator[OptionValue]:
    """Every value of an option; of a number its bounds, of a table some."""
    if option.choices or option.numbers:
        yield from option.choices or option.numbers
    elif option.cells is not None:
        yield {}
        yield {name: 1 if cells is None else dict.fromkeys(cells, 1) for name, cells in option.cells.items()}
    else:
        yield from option.bounds or (False, True)


def fits(value: object, expected: Any) -> bool:
    """Whether a value is of the type of a field."""
    if get_origin(expected) is Literal:
        return any(type(value) is type(word) and value == word for word in get_args(expected))
    if get_origin(expected) is Mapping:
        _, inner = get_args(expected)
        return isinstance(value, Mapping) and all(fits(cell, inner) for cell in value.values())
    return type(value) is expected


def test_every_game_has_its_rules() -> None:
    assert CLASSES.keys() == GAMES.keys()


@for_every("game", CLASSES)
def test_fields_are_options(game: str) -> None:
    book, rules = GAMES[game].rules, CLASSES[game]
    types = get_type_hints(rules)
    assert [each.name for each in fields(rules)] == [option.name for option in book.options]
    for option in book.options:
        words = get_args(types[option.name]) if get_origin(types[option.name]) is Literal else ()
        assert option.choices + option.numbers == words
        assert bool(words) + (option.cells is not None) + (types[option.name] in (bool, int)) == 1
        assert (types[option.name] is int or option.cells is not None) == (option.bounds is not None)


@every_option
def test_every_value_makes_rules(game: str, option: Option) -> None:
    book, rules = GAMES[game].rules, CLASSES[game]
    plain = book.resolve()
    seen = 0
    for value in values_of(option):
        assert option.accepts(value)
        made = rules.of(replace(plain, options={**plain.options, option.name: value}))
        assert getattr(made, option.name) == value
        assert fits(getattr(made, option.name), get_type_hints(rules)[option.name])
        seen += 1
    assert seen > 1


@every_option
def test_the_presets_of_an_option_are_those_of_the_game(game: str, option: Option) -> None:
    assert set(option.presets) <= set(GAMES[game].rules.presets)


@for_every("game", CLASSES)
def test_rules_hold_what_is_resolved(game: str) -> None:
    for preset in GAMES[game].rules.presets:
        resolved = GAMES[game].rules.resolve(preset)
        made = CLASSES[game].of(resolved)
        assert {each.name: getattr(made, each.name) for each in fields(made)} == dict(resolved.options)
        assert all(fits(getattr(made, name), type_) for name, type_ in get_type_hints(CLASSES[game]).items())


def test_rules_do_not_change() -> None:
    rules = GuandanRules.of(GAMES["guandan"].rules.resolve())
    with pytest.raises(FrozenInstanceError):
        rules.hands = 3  # type: ignore[misc]


@for_every("game", GAMES.values())
def test_every_value_of_a_choice_has_its_meaning(game: Game) -> None:
    for option in game.rules.options:
        assert tuple(option.meanings) == (option.choices or option.numbers), option.name


MISTAKES = """
from dataclasses import dataclass
from typing import Literal
from engine.games.guandan.rules import GuandanRules
from engine.rulebook.options import GameRules, choice, flag, number

def judge(rules: GuandanRules) -> bool:
    assert rules.hands
    assert rules.win_at == "own_a"
    assert rules.hand  # attr-defined
    return rules.win_at == "own-a"  # comparison-overlap

_WORDS: dict[Literal["one", "two"], str] = {"one": "1", "two": "2"}

@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(GameRules):
    good: Literal["one", "two"] = choice("", meanings=_WORDS, default="one", presets={"other": "two"})
    default: Literal["one", "two"] = choice("", meanings=_WORDS, default="on")  # arg-type
    preset: Literal["one", "two"] = choice("", meanings=_WORDS, default="one", presets={"other": "too"})  # dict-item
    base: Literal[1, 2] = choice("", meanings={1: "", 2: ""}, default=1, base=3)  # arg-type
    word: int = choice("", meanings={"one": ""}, default="one")  # assignment
    switch: bool = flag("", default="yes")  # arg-type
    count: Literal["one", "two"] = number(1, 2, "", default=1)  # assignment
"""
"""Code in which each line with a comment is a mistake; the comment is the code of mypy's error."""


def test_mypy_finds_wrong_names_and_values(tmp_path: Path) -> None:
    source = tmp_path / "mistakes.py"
    source.write_text(MISTAKES, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(source)]
    done = subprocess.run(command, cwd=REPO, capture_output=True, text=True, check=False)
    found = re.findall(r"mistakes\.py:(\d+): error: .*\[([a-z-]+)\]$", done.stdout, re.MULTILINE)
    marked = [
        (number, line.rpartition("# ")[2]) for number, line in enumerate(MISTAKES.splitlines(), 1) if "# " in line
    ]
    assert [(int(number), code) for number, code in found] == marked, done.stdout + done.stderr

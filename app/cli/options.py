"""The options that several commands share: under which rules, in which format."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

import click

from app.terminal import Style
from engine.games import GAMES
from engine.logs import FORMATS
from engine.rulebook.options import Option
from engine.rulebook.suggestions import close_name

Command = TypeVar("Command", bound=Callable[..., Any])

_SHOWN: Final = 60


def judged_under(command: Command) -> Command:
    """Adds `--rules` and `--option`: the arguments ``preset`` and ``options``, each known to some game."""
    with_options = click.option(
        "--option",
        "options",
        metavar="NAME=VALUE",
        multiple=True,
        callback=_options,
        help="Change one option of the rules; may be given again. See: fupan rules GAME",
    )(command)
    return click.option(
        "--rules",
        "preset",
        metavar="PRESET",
        callback=_preset,
        help="Judge under this preset, whatever the log claims.",
    )(with_options)


def read_as(command: Command) -> Command:
    """Adds `--format`: the argument ``log_format``, None where the content tells."""
    return click.option(
        "--format",
        "log_format",
        type=click.Choice(list(FORMATS)),
        metavar="NAME",
        help=f"Read the log as this format instead of telling by its content: {', '.join(FORMATS)}.",
    )(command)


def _preset(_context: click.Context, _parameter: click.Parameter, preset: str | None) -> str | None:
    if preset is None or any(preset in game.rules.presets for game in GAMES.values()):
        return preset
    known = [name for game in GAMES.values() for name in game.rules.presets]
    listed = "\n".join(f"  {game.name}: {', '.join(game.rules.presets)}" for game in GAMES.values())
    meant = _meant(preset, known)
    raise click.BadParameter(f"no game has a preset {_quoted(preset)}{meant}\nThe presets are:\n{listed}")


def _options(_context: click.Context, _parameter: click.Parameter, pairs: Sequence[str]) -> Mapping[str, str]:
    options: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"{_quoted(pair)} is not NAME=VALUE, such as hands=8")
        if options.get(name, value) != value:
            raise click.BadParameter(f"{name} is given twice, with different values")
        _refuse_unknown(name, value)
        options[name] = value
    return options


def _refuse_unknown(name: str, value: str) -> None:
    all_options = [option for game in GAMES.values() for option in game.rules.options]
    namesakes = [option for option in all_options if option.name == name]
    if not namesakes:
        listed = "\n".join(
            f"  {game.name}: {', '.join(option.name for option in game.rules.options)}" for game in GAMES.values()
        )
        meant = _meant(name, [option.name for option in all_options])
        raise click.BadParameter(f"no game has an option {_quoted(name)}{meant}\nThe options are:\n{listed}")
    if not any(_takes(option, value) for option in namesakes):
        values = "; or ".join(dict.fromkeys(option.values for option in namesakes))
        raise click.BadParameter(f"{_quoted(value)} is not a valid value for {name}. It takes: {values}")


def _takes(option: Option, value: str) -> bool:
    return option.accepts(option.parse(value))


def _meant(name: str, known: Iterable[str]) -> str:
    close = close_name(name, known)
    return "" if close is None else f"; did you mean {close}?"


def _quoted(text: str) -> str:
    return repr(Style().safe(text, _SHOWN)) if text else "''"

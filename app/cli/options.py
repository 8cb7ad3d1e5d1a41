"""The options that several commands share: the rules, and the format."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from app.glossary import game_named, option_named, preset_named
from app.rule_choice.asked import games_of, known_option, known_preset, quoted
from app.rule_choice.refusal import RulesRefused
from engine.games import GAMES
from engine.logs import FORMATS
from engine.rulebook.suggestions import close_name

Command = TypeVar("Command", bound=Callable[..., Any])


class GameName(click.ParamType):  # type: ignore[type-arg]
    """A game by any of its names, in English or Chinese; the value is its name in logs."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of the game in logs.  Raises click.BadParameter for a text that names no game."""
        game = game_named(value)
        if game is None:
            close = close_name(value, GAMES)
            hint = f"there are {_games()}" if close is None else f"did you mean {close}?"
            self.fail(f"there is no game {quoted(value)}; {hint}", param, ctx)
        return game.name


def judged_under(command: Command) -> Command:
    """Adds `--rules` and `--option`: the arguments ``preset`` and ``options``.  Some game must have each of them."""
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
        is_eager=True,
        help="Judge under this preset, whatever the log claims.",
    )(with_options)


def read_as(command: Command) -> Command:
    """Adds `--format`: the argument ``log_format``, None if the format is recognised by the content."""
    return click.option(
        "--format",
        "log_format",
        type=click.Choice(list(FORMATS)),
        metavar="NAME",
        help=f"Read the log as this format instead of telling by its content: {', '.join(FORMATS)}.",
    )(command)


def _preset(_context: click.Context, _parameter: click.Parameter, preset: str | None) -> str | None:
    if preset is None:
        return None
    try:
        return known_preset(preset_named(preset, GAMES.values()))
    except RulesRefused as refused:
        raise click.BadParameter(str(refused)) from None


def _options(context: click.Context, _parameter: click.Parameter, pairs: Sequence[str]) -> Mapping[str, str]:
    options: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"{quoted(pair)} is not NAME=VALUE, such as hands=8")
        games = games_of(context.params.get("preset"))
        name = option_named(name, games)
        if options.get(name, value) != value:
            raise click.BadParameter(f"{name} is given twice, with different values")
        try:
            known_option(name, value, games)
        except RulesRefused as refused:
            raise click.BadParameter(str(refused)) from None
        options[name] = value
    return options


def _games() -> str:
    return ", ".join(f"{game.name} ({game.glossary.game.simplified})" for game in GAMES.values())

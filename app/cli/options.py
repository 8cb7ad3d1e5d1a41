"""The options that several commands share: the rules, and the format."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from app.cli.commands import option
from app.text.language import _
from engine.games import GAMES
from engine.logs import FORMATS
from engine.rulebook.sentences import say

Command = TypeVar("Command", bound=Callable[..., Any])


class GameName(click.ParamType):  # type: ignore[type-arg]
    """A game by any of its names, in English or Chinese; the value is its name in logs."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of the game in logs.  Raises click.BadParameter for a text that names no game."""
        from app.judging.rules_of_match.asked import quoted
        from app.text.glossary import game_named
        from engine.rulebook.suggestions import close_name

        game = game_named(value)
        if game is None:
            close = close_name(value, GAMES)
            hint = _("there are {games}", games=_games()) if close is None else _("did you mean {name}?", name=close)
            self.fail(_("there is no game {game}; {hint}", game=quoted(value), hint=hint), param, ctx)
        return game.name


def judged_under(command: Command) -> Command:
    """Adds `--rules` and `--option`: the arguments ``preset`` and ``options``.  Some game must have each of them."""
    with_options = option(
        "--option",
        "options",
        metavar="NAME=VALUE",
        multiple=True,
        callback=_options,
        help="Change one option of the rules; can be repeated. See: fupan rules GAME",
    )(command)
    return option(
        "--rules",
        "preset",
        metavar="PRESET",
        callback=_preset,
        is_eager=True,
        help="Judge under this preset, not under the one that the log claims.",
    )(with_options)


def read_as(command: Command) -> Command:
    """Adds `--format`: the argument ``log_format``, None if the format is recognised by the content."""
    return option(
        "--format",
        "log_format",
        type=click.Choice(list(FORMATS)),
        metavar="NAME",
        help=say("Read the log as this format instead of detecting it: {formats}.", formats=", ".join(FORMATS)),
    )(command)


def _preset(_context: click.Context, _parameter: click.Parameter, preset: str | None) -> str | None:
    if preset is None:
        return None
    from app.cli.inputs import reason_of
    from app.judging.rules_of_match.asked import known_preset
    from app.judging.rules_of_match.refusal import RulesRefused
    from app.text.glossary import preset_named

    try:
        return known_preset(preset_named(preset, GAMES.values()))
    except RulesRefused as refused:
        raise click.BadParameter(reason_of(refused)) from None


def _options(context: click.Context, _parameter: click.Parameter, pairs: Sequence[str]) -> Mapping[str, str]:
    options: dict[str, str] = {}
    if not pairs:
        return options
    from app.cli.inputs import reason_of
    from app.judging.rules_of_match.asked import games_of, known_option, quoted
    from app.judging.rules_of_match.refusal import RulesRefused
    from app.text.glossary import option_named

    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise click.BadParameter(_("{pair} is not NAME=VALUE, such as hands=8", pair=quoted(pair)))
        games = games_of(context.params.get("preset"))
        name = option_named(name, games)
        if options.get(name, value) != value:
            raise click.BadParameter(_("{name} is given twice, with different values", name=name))
        try:
            known_option(name, value, games)
        except RulesRefused as refused:
            raise click.BadParameter(reason_of(refused)) from None
        options[name] = value
    return options


def _games() -> str:
    from app.cli.words import with_commas
    from app.text.glossary import in_reader

    return with_commas(f"{game.name} ({in_reader(game.glossary.game)})" for game in GAMES.values())

"""`fupan rules`: the games, their presets and options."""

import sys
import textwrap
from collections.abc import Iterator, Mapping
from typing import TypeVar

import click

from app.cli.output import print_lines
from app.cli.tables import blocks
from app.glossary import game_named, preset_named
from app.terminal import Style, padded, style_of
from engine.games import GAMES
from engine.replay.game import Game
from engine.rulebook.options import value_text
from engine.rulebook.suggestions import close_name

Named = TypeVar("Named")


@click.command()
@click.argument("game", required=False)
@click.argument("preset", required=False)
def rules(game: str | None, preset: str | None) -> None:
    """Show the games; of a GAME its presets and options; of a PRESET what each option is.

    A preset is chosen with --rules, a single option with --option NAME=VALUE. Games, presets and options may also be
    called by their Chinese names: fupan rules 掼蛋 比赛.
    """
    style = style_of(sys.stdout)
    if game is None:
        print_lines(games_page(style), style)
        return
    chosen = game_named(game) or _named(game, GAMES, "game")
    if preset is None:
        print_lines(game_page(chosen, style), style)
    else:
        preset = preset_named(preset, [chosen])
        _named(preset, chosen.rules.presets, f"preset of {chosen.name}")
        print_lines(preset_page(chosen, preset, style), style)


def games_page(style: Style) -> Iterator[str]:
    """Every game with its presets."""
    for game in GAMES.values():
        yield _heading(game, style)
        yield from textwrap.wrap(_presets(game), style.width, initial_indent="    ", subsequent_indent="    ")
    yield ""
    yield "More of a game: fupan rules GAME"


def game_page(game: Game, style: Style) -> Iterator[str]:
    """The presets of a game, and a table of its options by preset, in blocks as wide as the terminal."""
    yield _heading(game, style)
    yield ""
    longest = max(map(len, game.rules.presets))
    for name, text in game.rules.presets.items():
        default = " (the default)" if name == game.rules.default else ""
        yield from _entry(name, text + default, longest, style)
    heads = ["option", *(option.name for option in game.rules.options)]
    for block in blocks(heads, [_column(game, preset) for preset in game.rules.presets], style):
        yield ""
        yield from block
    yield ""
    yield f"What each option means: fupan rules {game.name} PRESET"


def preset_page(game: Game, preset: str, style: Style) -> Iterator[str]:
    """Every option of a game with its value in a preset, its meaning and its possible values."""
    resolved = game.rules.resolve(preset)
    called = game.glossary.presets[preset].simplified
    yield f"{style.paint(f'{game.name} {preset}', 'strong')} ({called}): {game.rules.presets[preset]}"
    for option in game.rules.options:
        yield ""
        called = game.glossary.options[option.name].simplified
        yield f"{style.paint(option.name, 'strong')} = {value_text(resolved.options[option.name])}"
        text = f"{called}: {option.text} (values: {option.values})"
        room = min(style.width, 88) - len(called)
        yield from textwrap.wrap(text, room, initial_indent="    ", subsequent_indent="    ")


def _heading(game: Game, style: Style) -> str:
    return f"{style.paint(game.name, 'strong')}: {game.title} {game.glossary.game.simplified}, {_players(game)} players"


def _entry(name: str, text: str, longest: int, style: Style) -> Iterator[str]:
    first, *rest = textwrap.wrap(text, max(style.width - longest - 4, 30)) or [""]
    yield f"  {padded(name, longest)}  {first}"
    for line in rest:
        yield " " * (longest + 4) + line


def _column(game: Game, preset: str) -> list[str]:
    resolved = game.rules.resolve(preset)
    return [preset, *(value_text(resolved.options[option.name]) for option in game.rules.options)]


def _players(game: Game) -> str:
    fewest, most = game.players[0], game.players[-1]
    return str(fewest) if fewest == most else f"{fewest} to {most}"


def _presets(game: Game) -> str:
    return "presets: " + ", ".join(
        f"{name} (the default)" if name == game.rules.default else name for name in game.rules.presets
    )


def _named(name: str, known: Mapping[str, Named], what: str) -> Named:
    if name in known:
        return known[name]
    close = close_name(name, known)
    hint = f"There are: {', '.join(known)}" if close is None else f"Did you mean {close}?"
    raise click.UsageError(f"unknown {what}: {Style().safe(name, 60)!r}. {hint}")

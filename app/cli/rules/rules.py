"""`fupan rules`: the games, their presets and options."""

import sys
from collections.abc import Iterator, Mapping
from typing import TypeVar

import click

from app.cli.commands import argument, command
from app.cli.output import print_lines
from app.cli.tables import block_lines
from app.cli.words import labelled, with_commas
from app.text.blocks import TextTable
from app.text.glossary import game_named, in_reader, preset_named
from app.text.language import DEFAULT, _, current, said
from app.text.terminal import Style, folded, padded, style_of
from engine.games import GAMES
from engine.replay.game import Game
from engine.rulebook.options import value_text
from engine.rulebook.suggestions import close_name

Named = TypeVar("Named")


@command()
@argument("game", required=False)
@argument("preset", required=False)
def rules(game: str | None, preset: str | None) -> None:
    """Show the games; with GAME its presets and options; with PRESET the value of each option.

    A preset is chosen with --rules, a single option with --option NAME=VALUE. Games, presets and options may also be
    called by their Chinese names: fupan rules 掼蛋 比赛.
    """
    style = style_of(sys.stdout)
    if game is None:
        print_lines(games_page(style), style)
        return
    chosen = game_named(game) or _named(game, GAMES, _("game"))
    if preset is None:
        print_lines(game_page(chosen, style), style)
    else:
        preset = preset_named(preset, [chosen])
        _named(preset, chosen.rules.presets, _("preset of {game}", game=chosen.name))
        print_lines(preset_page(chosen, preset, style), style)


def games_page(style: Style) -> Iterator[str]:
    """Every game with its presets."""
    for game in GAMES.values():
        yield _heading(game, style)
        yield from (f"    {line}" for line in folded(_presets(game), style.width - 4))
    yield ""
    yield _("More of a game: fupan rules GAME")


def game_page(game: Game, style: Style) -> Iterator[str]:
    """The presets of a game, and a table of its options by preset, in blocks as wide as the terminal."""
    yield _heading(game, style)
    yield ""
    longest = max(map(len, game.rules.presets))
    for name, text in game.rules.presets.items():
        shown = _("{name} (the default)", name=_(text)) if name == game.rules.default else _(text)
        yield from _entry(name, shown, longest, style)
    heads = [_("option"), *(option.name for option in game.rules.options)]
    yield ""
    columns = (_column(game, preset) for preset in game.rules.presets)
    yield from block_lines([TextTable.of_lines(heads, columns)], style)
    yield ""
    yield _("What each option means: fupan rules {game} PRESET", game=game.name)


def preset_page(game: Game, preset: str, style: Style) -> Iterator[str]:
    """Every option of a game with its value in a preset, its meaning and its possible values."""
    resolved = game.rules.resolve(preset)
    head = style.paint(f"{game.name} {preset}", "strong")
    called = in_reader(game.glossary.presets[preset])
    yield labelled(_("{name} ({called})", name=head, called=called), _(game.rules.presets[preset]))
    for option in game.rules.options:
        yield ""
        called = in_reader(game.glossary.options[option.name])
        yield f"{style.paint(option.name, 'strong')} = {said(value_text(resolved.options[option.name]))}"
        width = min(style.width, 88) - 4
        text = _("{called}: {text}", called=called, text=_(option.text))
        if not option.meanings:
            text = _("{text} (values: {values})", text=text, values=said(option.values))
        yield from (f"    {line}" for line in folded(text, width))
        for value, meaning in option.meanings.items():
            yield from (f"      {line}" for line in folded(f"{value}: {_(meaning)}", width - 2))


def _heading(game: Game, style: Style) -> str:
    title = game.title if current() is DEFAULT else ""
    return _(
        "{name}: {title}, {players} players",
        name=style.paint(game.name, "strong"),
        title=f"{title} {in_reader(game.glossary.game)}".strip(),
        players=_players(game),
    )


def _entry(name: str, text: str, longest: int, style: Style) -> Iterator[str]:
    first, *rest = folded(text, max(style.width - longest - 4, 30)) or [""]
    yield f"  {padded(name, longest)}  {first}"
    for line in rest:
        yield " " * (longest + 4) + line


def _column(game: Game, preset: str) -> list[str]:
    resolved = game.rules.resolve(preset)
    return [preset, *(said(value_text(resolved.options[option.name])) for option in game.rules.options)]


def _players(game: Game) -> str:
    fewest, most = game.players[0], game.players[-1]
    return str(fewest) if fewest == most else _("{fewest} to {most}", fewest=fewest, most=most)


def _presets(game: Game) -> str:
    shown = (
        _("{name} (the default)", name=name) if name == game.rules.default else name for name in game.rules.presets
    )
    return labelled(_("presets"), with_commas(shown))


def _named(name: str, known: Mapping[str, Named], what: str) -> Named:
    if name in known:
        return known[name]
    close = close_name(name, known)
    hint = _("There are: {names}", names=", ".join(known)) if close is None else _("Did you mean {names}?", names=close)
    raise click.UsageError(_("unknown {what}: {name}. {hint}", what=what, name=repr(Style().safe(name, 60)), hint=hint))

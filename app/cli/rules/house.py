"""`fupan house`: named rule sets of tables."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from app.cli.commands import argument, group, option
from app.cli.inputs import reason_of
from app.cli.matches.importing import database
from app.cli.options import GameName, judged_under
from app.cli.output import print_lines
from app.cli.words import labelled, with_commas
from app.judging.rules_of_match.asked import AskedRules, games_of, known_option, quoted
from app.judging.rules_of_match.refusal import RulesRefused
from app.judging.rules_of_match.words import changes, value_words
from app.text.glossary import game_title
from app.text.language import _, _n, said
from app.text.terminal import Style, folded, style_of
from engine.games import GAMES
from engine.rulebook.options import RuleSet, value_text
from engine.rulebook.suggestions import close_name

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.judging.rules_of_match.house import HouseRules
    from app.judging.rules_of_match.house_names import FormerName
    from app.matches.installation import Installation


@group()
def house() -> None:
    """House rules: a rule set with a name, stored in the database with all its versions.

    Judge under them with: fupan import --house NAME FILE...
    """


@house.command()
@argument("name")
@option("--game", type=GameName(), metavar="GAME", help="The game. Needed if more than one game has the preset.")
@judged_under
@option("--note", default="", metavar="TEXT", help="Why they are as they are, or what changed.")
def add(name: str, game: str | None, preset: str | None, options: Mapping[str, str], note: str) -> int:
    """Store house rules under NAME, or a new version of the house rules of that name.

    New house rules begin with the preset of --rules, or else with the default preset of --game. A new version begins
    with the newest one, or with the preset of --rules. Each --option then changes one option.

    A match keeps the version under which it was judged until it is judged again.
    """
    with database() as fupan:
        try:
            rules, before = _kept(fupan, name, game, preset, options, note)
        except RulesRefused as refused:
            raise click.UsageError(reason_of(refused)) from None
    style = style_of(sys.stdout)
    print_lines([labelled(style.safe(rules.title), with_commas([game_title(rules.game), _rules_text(rules)]))], style)
    if before is not None:
        print_lines(_changes(before, rules), style)
    return 0


@house.command("list")
def list_houses() -> int:
    """List the house rules, each with its game, its newest version and how many matches are judged under it."""
    from app.judging.rules_of_match.records import houses, matches_by_house

    with database(reading=True) as fupan, fupan.sessions() as session:
        all_houses, counts = houses(session), matches_by_house(session)
    style = style_of(sys.stdout)
    if not all_houses:
        print_lines([_("There are no house rules yet. Make some: fupan house add NAME --rules PRESET")], style)
    for rules in all_houses:
        judged = _n("{count} match", "{count} matches", counts.get(rules.house, 0))
        print_lines(
            [
                _(
                    "{name}, version {version}: {game}, {matches}",
                    name=style.paint(style.safe(rules.name), "strong"),
                    version=rules.version,
                    game=rules.game,
                    matches=judged,
                )
            ],
            style,
        )
        print_lines((f"    {line}" for line in folded(_rules_text(rules), style.width - 4)), style)
    return 0


@house.command()
@argument("name", metavar="NAME[@VERSION]")
def show(name: str) -> int:
    """Show house rules: every option of a version (by default the newest), and what each version changed."""
    from app.judging.rules_of_match.house_names import former_names
    from app.judging.rules_of_match.records import house_rules, house_versions, matches_by_version

    with database(reading=True) as fupan, fupan.sessions() as session:
        try:
            wanted, versions = house_rules(session, name), house_versions(session, name)
        except RulesRefused as refused:
            raise click.UsageError(reason_of(refused)) from None
        counts, former = matches_by_version(session, wanted.house), former_names(session, wanted.house)
    style = style_of(sys.stdout)
    print_lines(_page(wanted, versions, counts, style), style)
    print_lines(_former(former, style), style)
    return 0


@house.command()
@argument("name")
@argument("new_name", metavar="NEW_NAME")
def rename(name: str, new_name: str) -> int:
    """Give house rules another name.

    Their versions, and the matches that are judged under them, stay as they are. The former name is kept, and still
    finds them until other house rules have it.
    """
    from app.judging.rules_of_match.house_names import rename_house

    before = _changed(name, lambda session, house: rename_house(session, house, new_name))
    style = style_of(sys.stdout)
    print_lines(
        [_("{before} is now {name}", before=style.safe(before), name=style.safe(" ".join(new_name.split())))], style
    )
    return 0


@house.command()
@argument("name")
def remove(name: str) -> int:
    """Remove house rules with all their versions.

    Refused while a match was judged under them or a score sheet was made under them.
    """
    from app.judging.rules_of_match.house_names import remove_house

    before = _changed(name, remove_house)
    style = style_of(sys.stdout)
    print_lines([_("{name} is removed", name=style.safe(before))], style)
    return 0


def _changed(name: str, change: "Callable[[Session, int], None]") -> str:
    """Changes the house rules of a name; returns the name that they had."""
    from app.database.opening import transact
    from app.judging.rules_of_match.records import house_versions

    def change_named(session: "Session") -> str:
        newest = house_versions(session, name)[0]
        change(session, newest.house)
        return newest.name

    with database() as fupan:
        try:
            return transact(fupan.sessions, change_named)
        except RulesRefused as refused:
            raise click.UsageError(reason_of(refused)) from None


def _kept(
    fupan: "Installation", name: str, game: str | None, preset: str | None, options: Mapping[str, str], note: str
) -> "tuple[HouseRules, HouseRules | None]":
    """The version that is stored, and the one before it."""
    from app.database.opening import transact
    from app.judging.rules_of_match.records import add_house, change_house, find_house

    with fupan.sessions() as session:
        before = find_house(session, name)
    rules = _rules(before, game, preset, options)
    if before is None:
        return transact(fupan.sessions, lambda session: add_house(session, name, rules, note)), None
    return transact(fupan.sessions, lambda session: change_house(session, before.house, rules, note)), before


def _rules(before: "HouseRules | None", game: str | None, preset: str | None, options: Mapping[str, str]) -> RuleSet:
    if game is not None and game not in GAMES:
        close = close_name(game, GAMES)
        hint = _("did you mean {name}?", name=close) if close else _("the games are {games}", games=with_commas(GAMES))
        raise RulesRefused(_("there is no game {game}; {hint}", game=quoted(game), hint=hint))
    if before is not None:
        if game not in (None, before.game):
            raise RulesRefused(
                _(
                    "the house rules {name} are rules of {game}, not of {wanted}",
                    name=before.name,
                    game=before.game,
                    wanted=game,
                )
            )
        game = before.game
    else:
        games = [preset_game.name for preset_game in games_of(preset)]
        if game is None and (preset is None or len(games) > 1):
            raise RulesRefused(_("say which game the rules are of: --game, one of {games}", games=with_commas(games)))
        game = game or games[0]
    for name, value in options.items():
        known_option(name, value, [GAMES[game]])
    if before is not None and preset is None:
        return AskedRules(None, before, options).of_game(game).rules
    return AskedRules(preset or GAMES[game].rules.default, None, options).of_game(game).rules


def _page(
    wanted: "HouseRules", versions: "Sequence[HouseRules]", counts: Mapping[int, int], style: Style
) -> Iterator[str]:
    rules = wanted.rules()
    usual = GAMES[wanted.game].rules.resolve(wanted.preset).options
    yield _(
        "{name}: {game}, preset {preset}",
        name=style.paint(style.safe(wanted.title), "strong"),
        game=game_title(wanted.game),
        preset=wanted.preset,
    )
    for known in GAMES[wanted.game].rules.options:
        value, default = rules.options[known.name], usual[known.name]
        yield ""
        mark = (
            ""
            if value == default
            else "  " + _("(in {preset}: {value})", preset=wanted.preset, value=said(value_text(default)))
        )
        yield f"{style.paint(known.name, 'strong')} = {said(value_text(value))}{mark}"
        yield from (f"    {line}" for line in folded(_(known.text), min(style.width, 88) - 4))
    yield ""
    yield style.paint(_("Versions"), "strong")
    for version in versions:
        judged = _n("{count} match", "{count} matches", counts.get(version.id, 0))
        line = with_commas([f"{version.made_at:%Y-%m-%d %H:%M} UTC", judged])
        yield f"  {version.version}  {labelled(line, style.safe(version.note)) if version.note else line}"
        before = next((older for older in versions if older.version == version.version - 1), None)
        if before is not None:
            yield from (f"     {line}" for line in _changes(before, version))


def _former(names: "Sequence[FormerName]", style: Style) -> Iterator[str]:
    if names:
        yield ""
        yield style.paint(_("Former names"), "strong")
    for name in names:
        until = _("until {day}", day=f"{name.until:%Y-%m-%d %H:%M} UTC")
        yield f"  {with_commas([style.safe(name.name), until])}"


def _changes(before: "HouseRules", after: "HouseRules") -> Iterator[str]:
    if before.preset != after.preset:
        yield _("preset: {before} -> {after}", before=before.preset, after=after.preset)
    for change in changes(before, after):
        yield f"{change.option.name}: {change.before} -> {change.after}"


def _rules_text(rules: "HouseRules") -> str:
    if rules.damaged:
        return _("damaged in the database")
    if not rules.options:
        return _("preset {preset}", preset=rules.preset)
    values = with_commas(f"{name} = {said(value_words(value))}" for name, value in rules.options.items())
    return _("preset {preset} with {options}", preset=rules.preset, options=values)

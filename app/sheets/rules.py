"""The rules that a sheet claims: a preset, and options that differ from it."""

from collections.abc import Iterable, Mapping

from msgspec import UNSET

from app.sheets.sheet import SheetRefused
from engine.games import GAMES
from engine.record.match import Player, RulesClaim
from engine.rulebook.codes import UNKNOWN_OPTION
from engine.rulebook.findings import finding, shown
from engine.rulebook.options import RulesUnknown


def claim_of(game: str, preset: str | None, options: Mapping[str, str]) -> RulesClaim:
    """The claim of a preset (None: the game's own default) with some options, whose values are texts.

    Raises SheetRefused for what the game does not have.
    """
    book = GAMES[game].rules
    try:
        values = {name: book.option(name).parse(text) for name, text in options.items()}
        rules = book.resolve(preset, values)
    except RulesUnknown as unknown:
        said = finding(
            UNKNOWN_OPTION,
            "log.rules",
            variant=unknown.variant,
            recorded=shown(unknown.recorded),
            details=unknown.details,
        )
        raise SheetRefused(f"{said.message}; expected: {said.expected}" if said.expected else said.message) from None
    changed = {name: rules.options[name] for name in values}
    return RulesClaim(preset=rules.preset, options=changed or UNSET)


def options_of(lines: Iterable[str]) -> dict[str, str]:
    """The options of some texts such as ``a_failures=0``.  Raises SheetRefused."""
    options: dict[str, str] = {}
    for line in lines:
        name, equals, value = (part.strip() for part in line.partition("="))
        if not name or not equals:
            raise SheetRefused(f"'{line[:40]}' found for an option; expected: NAME=VALUE, such as hands=8")
        if name in options:
            raise SheetRefused(f"the option '{name[:40]}' is given twice; expected: once")
        options[name] = value
    return options


def refuse_players(game: str, claim: RulesClaim, players: Iterable[Player]) -> None:
    """Raises SheetRefused for a number of players that the rules do not allow."""
    book = GAMES[game].rules
    options = claim.options if isinstance(claim.options, dict) else {}
    rules = book.resolve(claim.preset if isinstance(claim.preset, str) else None, options)
    seats, count = GAMES[game].seats_under(rules), len(list(players))
    if count not in seats:
        wanted = str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"
        raise SheetRefused(f"{count} players found; {GAMES[game].title} under these rules has {wanted}")

"""The rules of a score sheet: what it claims of those that were chosen, and what was chosen of a claim."""

from collections.abc import Iterable

from msgspec import UNSET

from app.judging.rules_of_match.asked import HOUSE, AskedRules, MatchRules, claimed
from app.judging.rules_of_match.house import HouseRules, changed_options
from app.judging.rules_of_match.refusal import RulesRefused
from app.sheets.sheet.sheet import ScoreSheet, SheetRefused
from app.text.language import _
from engine.games import GAMES
from engine.record.match import Player, RulesClaim
from engine.rulebook.options import RuleSet, value_text


def chosen_of(game: str, asked: AskedRules) -> MatchRules:
    """The rules that are asked for, as a game has them.  Raises SheetRefused for what it does not have."""
    try:
        return asked.of_game(game)
    except RulesRefused as refused:
        raise SheetRefused(str(refused)) from None


def claim_of(rules: RuleSet) -> RulesClaim:
    """The claim of a rule set: its preset, and the options that differ from it."""
    return RulesClaim(preset=rules.preset, options=changed_options(rules) or UNSET)


def rules_of_sheet(sheet: ScoreSheet, house: HouseRules | None) -> MatchRules:
    """The rules that a sheet claims, as they differ from house rules or else from their preset.

    Raises RulesUnknown where this version of the engine does not have them, RulesRefused where it does not have the
    house rules.
    """
    rules = claimed(sheet.game, sheet.rules)
    begins = GAMES[sheet.game].rules.resolve(rules.preset) if house is None else house.rules()
    differing = {name: value for name, value in rules.options.items() if value != begins.options[name]}
    return MatchRules(rules, rules.preset if house is None else HOUSE + house.reference, house, differing)


def asked_of(chosen: MatchRules) -> AskedRules:
    """What has to be asked for a match to be judged under the rules of a sheet, with its house rules."""
    options = {name: value_text(value) for name, value in chosen.differing.items()}
    return AskedRules(None if chosen.house else chosen.rules.preset, chosen.house, options)


def options_of(lines: Iterable[str]) -> dict[str, str]:
    """The options of some texts such as ``a_failures=0``.  Raises SheetRefused."""
    options: dict[str, str] = {}
    for line in lines:
        name, equals, value = (part.strip() for part in line.partition("="))
        if not name or not equals:
            raise SheetRefused(_("'{line}' found for an option; expected: NAME=VALUE, such as hands=8", line=line[:40]))
        if name in options:
            raise SheetRefused(_("the option '{name}' is given twice; expected: once", name=name[:40]))
        options[name] = value
    return options


def refuse_players(rules: RuleSet, players: Iterable[Player]) -> None:
    """Raises SheetRefused for a number of players that the rules do not allow."""
    game = GAMES[rules.game]
    seats, count = game.seats_under(rules), len(list(players))
    if count not in seats:
        wanted = str(seats[0]) if len(seats) == 1 else _("{first} to {last}", first=seats[0], last=seats[-1])
        raise SheetRefused(
            _(
                "{count} players found; {title} under these rules has {wanted}",
                count=count,
                title=_(game.title),
                wanted=wanted,
            )
        )

"""Rules as people ask for them: the one place for the command line, uploads, addresses and programs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Final

from app.judging.rules_of_match.house import HouseRules, changed_options
from app.judging.rules_of_match.refusal import RulesRefused, in_words
from app.judging.rules_of_match.words import options_words
from app.text.glossary import preset_title
from app.text.language import _, said
from app.text.terminal import Style
from engine.games import GAMES
from engine.record.match import Match, RulesClaim, given_value
from engine.replay.game import Game
from engine.rulebook.options import Option, OptionValue, RuleSet, RulesUnknown, value_text
from engine.rulebook.suggestions import close_name

CLAIM: Final = "claim"
"""What addresses and forms call the rules that a log claims."""
HOUSE: Final = "house:"
"""How the name of house rules begins in addresses and forms."""
_SHOWN: Final = 60
_NONE: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True)
class MatchRules:
    """Rules that were asked for, as they apply to a match."""

    rules: RuleSet
    base: str
    """What they begin with, as addresses have it: ``claim``, a preset, or ``house:`` and a reference."""
    house: HouseRules | None
    differing: Mapping[str, OptionValue]
    """The options that differ from what they begin with."""

    @cached_property
    def changed(self) -> dict[str, OptionValue]:
        """The options that differ from the preset."""
        return changed_options(self.rules)

    @property
    def address(self) -> dict[str, str]:
        """The arguments of an address that asks for the same rules."""
        return {"rules": self.base} | {name: value_text(value) for name, value in self.differing.items()}

    @property
    def title(self) -> str:
        """The rules in words."""
        if self.house is not None:
            begins = _("the house rules {title}", title=self.house.title)
        elif self.base == CLAIM:
            begins = _("the rules that the log claims")
        else:
            begins = _("the preset {preset}", preset=preset_title(self.rules.game, self.base))
        if not self.differing:
            return begins
        return _("{rules}, with {options}", rules=begins, options=options_words(self.differing))


@dataclass(frozen=True)
class AskedRules:
    """Rules asked for, of whatever game: a preset, house rules or neither, and single options on top as texts.

    Without a preset and without house rules the options change what a log claims.
    """

    preset: str | None = None
    house: HouseRules | None = None
    options: Mapping[str, str] = field(default_factory=lambda: _NONE)
    game: str | None = None
    """The only game that they are meant for; None: any that has them."""

    @property
    def is_claim(self) -> bool:
        """Whether nothing is asked for but what a log claims."""
        return self.preset is None and self.house is None and not self.options

    @property
    def base(self) -> str:
        """What the rules begin with, as addresses have it."""
        return self.preset or CLAIM if self.house is None else HOUSE + self.house.reference

    @property
    def arguments(self) -> dict[str, str]:
        """The arguments of an address that asks for the same; empty if nothing is asked for."""
        if self.is_claim:
            return {}
        game = {} if self.game is None else {"game": self.game}
        return {"rules": self.base} | game | dict(self.options)

    def for_match(self, match: Match) -> MatchRules:
        """The rules for a match.

        Raises RulesRefused where its game does not have them, or they do not allow its number of players.
        """
        game = GAMES[match.game]
        meant = self.house.game if self.house is not None else self.game
        if meant not in (None, match.game):
            raise RulesRefused(
                _(
                    "these are rules of {rules}, and the match is {match}",
                    rules=_(GAMES[meant].title),
                    match=_(game.title),
                )
            )
        claim = match.rules if isinstance(match.rules, RulesClaim) else None
        chosen = self.of_game(match.game, claim)
        seats = game.seats_under(chosen.rules)
        if len(match.players) not in seats:
            wanted = str(seats[0]) if len(seats) == 1 else _("{first} to {last}", first=seats[0], last=seats[-1])
            raise RulesRefused(
                _(
                    "these rules are for {wanted} players, and the match has {count}",
                    wanted=wanted,
                    count=len(match.players),
                )
            )
        return chosen

    def of_game(self, game: str, claim: RulesClaim | None = None) -> MatchRules:
        """The rules as a game has them.  Raises RulesRefused for a preset, option or value that it does not have."""
        book = GAMES[game].rules
        try:
            if self.house is not None:
                begins = self.house.rules()
            elif self.preset is not None:
                begins = book.resolve(self.preset)
            else:
                begins = claimed(game, claim)
            options = {name: book.option(name).parse(text) for name, text in self.options.items()}
            rules = book.resolve(begins.preset, dict(begins.options) | options)
        except RulesUnknown as unknown:
            raise RulesRefused(in_words(unknown)) from None
        differing = {name: value for name, value in rules.options.items() if value != begins.options[name]}
        return MatchRules(rules, self.base, self.house, differing)


NOTHING_ASKED: Final = AskedRules()
"""The rules that logs claim."""


def claimed(game: str, claim: RulesClaim | None) -> RuleSet:
    """The rules that a log claims; the game's default where it claims none.  Raises RulesUnknown."""
    stated = claim or RulesClaim()
    return GAMES[game].rules.resolve(given_value(stated.preset), given_value(stated.options))


def games_of(preset: str | None, house: HouseRules | None = None) -> list[Game]:
    """The games that a preset, or house rules, may be of; all where neither is named."""
    if house is not None:
        return [GAMES[house.game]]
    return [game for game in GAMES.values() if preset is None or preset in game.rules.presets]


def known_preset(preset: str) -> str:
    """A preset that some game has.  Raises RulesRefused for any other: the nearest, and those of its game."""
    if games_of(preset):
        return preset
    known = [name for game in GAMES.values() for name in game.rules.presets]
    close = close_name(preset, known)
    listed = "".join(
        f"\n  {game.name}: {', '.join(game.rules.presets)}"
        for game in GAMES.values()
        if close is None or close in game.rules.presets
    )
    raise RulesRefused(
        _(
            "no game has a preset {found}{hint}\nThe presets are:{listed}",
            found=quoted(preset),
            hint=_meant(close),
            listed=listed,
        )
    )


def known_option(name: str, value: str, games: Iterable[Game]) -> None:
    """Makes sure that one of some games has an option and that it takes a value.

    Raises RulesRefused for any other, with the nearest name and the options of the game that has it.
    """
    meant = list(games)
    of_games = [(game, option) for game in meant for option in game.rules.options]
    namesakes = [option for _, option in of_games if option.name == name]
    if not namesakes:
        raise RulesRefused(_unknown_option(name, meant))
    if not any(_takes(option, value) for option in namesakes):
        values = ""
        for alternative in dict.fromkeys(option.values for option in namesakes):
            values = _("{first}; or {last}", first=values, last=alternative) if values else said(alternative)
        close = close_name(value, [choice for option in namesakes for choice in option.choices])
        raise RulesRefused(
            _(
                "{found} is not a valid value for {name}{hint}. It takes: {values}",
                found=quoted(value),
                name=name,
                hint=_meant(close),
                values=values,
            )
        )


def quoted(text: str) -> str:
    """A text that somebody typed, cut and made safe, in quotation marks."""
    return repr(Style().safe(text, _SHOWN)) if text else "''"


def _unknown_option(name: str, games: list[Game]) -> str:
    close = close_name(name, [option.name for game in games for option in game.rules.options])
    near = [game for game in games if len(games) == 1 or any(option.name == close for option in game.rules.options)]
    if len(games) == 1:
        fault = _("{game} has no option {found}", game=games[0].name, found=quoted(name))
    else:
        fault = _("no game has an option {found}", found=quoted(name))
    if not near:
        return _("{fault}\nThe options of a game: {command}", fault=fault, command="fupan rules GAME")
    listed = "".join(f"\n  {game.name}: {', '.join(option.name for option in game.rules.options)}" for game in near)
    return _("{fault}{hint}\nThe options are:{listed}", fault=fault, hint=_meant(close), listed=listed)


def _takes(option: Option, value: str) -> bool:
    return option.accepts(option.parse(value))


def _meant(close: str | None) -> str:
    return "" if close is None else _("; did you mean {close}?", close=close)

"""Texts of the rule pages with options, values and presets as people call them."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from app.judging.rules_of_match.words import value_words
from app.text.glossary import option_title, preset_title
from app.text.language import DEFAULT, _, current, said
from engine.games import GAMES
from engine.replay.game import Game

_VALUE: Final = r" = (?P<value>\{[^}]*\}|[a-z0-9]+(?:[_-][a-z0-9]+)*)"
_NUMBERS: Final = re.compile(r"[0-9-]+")


def with_option_titles(text: str, game: str = "") -> str:
    """A text in the language of the reader in which ``double_tribute = by_rank`` is “Double tribute: by rank”.

    Without a game that is known, it has the codes of every game.
    """
    games = (GAMES[game],) if game in GAMES else tuple(GAMES.values())
    pattern = _codes_of(game if game in GAMES else "", in_english=current() is DEFAULT)
    return pattern.sub(lambda text_match: _called(text_match, games), said(text))


@cache
def _codes_of(game: str, *, in_english: bool) -> re.Pattern[str]:
    """Finds options with a value, and codes alone: in English those in backticks or that cannot be English words."""
    games = (GAMES[game],) if game else tuple(GAMES.values())
    names = {option.name for known_game in games for option in known_game.rules.options}
    codes = names | {code for known_game in games for code in _values_and_presets(known_game)}
    alone = {code for code in codes if "_" in code or not (in_english or _NUMBERS.fullmatch(code))} | {
        code
        for known_game in games
        for code in known_game.rules.presets
        if "-" in code and code not in ("open-face", "criss-cross")
    }
    valued = rf"(?<![\w.])`?(?P<name>{_either(names)})`?{_VALUE}"
    bare = rf"(?<![\w.`])(?P<bare>{_either(alone)})(?![\w`=-]|\.\w)"
    return re.compile(rf"{valued}|`(?P<quoted>{_either(codes)})`|{bare}", re.ASCII)


def _either(codes: set[str]) -> str:
    return "|".join(sorted(codes, key=lambda code: (-len(code), code)))


def _values_and_presets(game: Game) -> Iterator[str]:
    for option in game.rules.options:
        yield from (value for value in option.choices if isinstance(value, str))
    yield from game.rules.presets


def _called(text_match: re.Match[str], games: tuple[Game, ...]) -> str:
    if text_match["name"] is not None:
        game = next(known_game for known_game in games if text_match["name"] in known_game.glossary.options)
        option = game.rules.option(text_match["name"])
        value = option.parse(text_match["value"])
        shown = value_words(value) if option.accepts(value) else text_match["value"]  # type: ignore[arg-type]
        return _("“{option}: {value}”", option=option_title(game.name, option.name), value=shown)
    code = text_match["quoted"] or text_match["bare"]
    for game in games:
        if code in game.glossary.options:
            return _("“{option}”", option=option_title(game.name, code))
        if code in game.rules.presets:
            return _("“{option}”", option=preset_title(game.name, code))
    return _("“{option}”", option=value_words(code))

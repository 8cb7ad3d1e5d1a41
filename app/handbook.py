"""What can be looked up: every finding code and every rule, by name."""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from itertools import chain
from types import MappingProxyType
from typing import Final

from engine.games import GAMES
from engine.rulebook.codes import EVERY_GAME
from engine.rulebook.findings import Code, Rule
from engine.rulebook.pages import PAGES as SHARED_PAGES

_SUGGESTIONS: Final = 5


@cache
def all_codes() -> Mapping[str, Code]:
    """Every finding code by its name, in the order of the alphabet."""
    found = {code.id: code for code in chain(EVERY_GAME, *(game.codes for game in GAMES.values()))}
    return MappingProxyType(dict(sorted(found.items())))


@cache
def all_rules() -> Mapping[str, Rule]:
    """Every rule by its name: those of logs, then game by game in the order of its rule book."""
    pages = chain(SHARED_PAGES, *(game.pages for game in GAMES.values()))
    return MappingProxyType({rule.id: rule for rule in pages})


def close_names(name: str) -> list[str]:
    """The codes and rules whose names are like a name, the most alike first."""
    return get_close_matches(name.lower(), [*all_codes(), *all_rules()], _SUGGESTIONS, 0.5)

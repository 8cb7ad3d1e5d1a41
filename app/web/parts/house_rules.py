"""House rules as requests name them and forms have them."""

from collections.abc import Mapping
from typing import Final

from app.judging.rules_of_match.form import asked_in
from app.judging.rules_of_match.house import HouseRules
from app.matches.installation import this_installation
from app.text.language import _
from app.web.http.errors import Refusal
from engine.games import GAMES
from engine.rulebook.options import RuleSet
from engine.rulebook.suggestions import close_name

_OTHERS: Final = ("csrf_token", "name", "note", "game")


def typed_rules(game: str, typed: Mapping[str, str]) -> RuleSet:
    """The rules that the fields of a form ask for.  Raises RulesRefused."""
    with this_installation().sessions() as session:
        asked = asked_in(session, typed, _OTHERS, game)
    return asked.of_game(game).rules


def versions_of(versions: list[HouseRules]) -> list[HouseRules]:
    """The versions that were found.  Raises Refusal if there are none."""
    if not versions:
        raise Refusal(404, _("There are no such house rules."))
    return versions


def game_named(name: str) -> str:
    """The name of a game.  Raises Refusal if there is none of that name."""
    if name not in GAMES:
        close = close_name(name, GAMES)
        raise Refusal(
            404,
            _("There is no such game. Did you mean {close}?", close=close) if close else _("There is no such game."),
        )
    return name

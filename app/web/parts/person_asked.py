"""The person that an address names, and the filter that is in its arguments, for pages, files and lists of hands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy.orm import Session

from app.database.joined_players import roots
from app.players.statistics.filters import FactFilter
from app.players.statistics.people import Who, who_is
from app.text.language import _, marked
from app.web.http.errors import Refusal
from app.web.http.paging import day, known_arguments
from engine.games import GAMES
from engine.statistics.facts import role_names

FIELDS: Final = ("game", "since", "until", "preset", "event", "partner", "role", "basis", "as_computed")
ANY: Final = "any"
"""Stands for all presets together, even where their scores are on unlike scales."""
_NAMES: Final[Mapping[str, str]] = {
    "game": marked("game"),
    "preset": marked("preset"),
    "role": marked("role"),
    "basis": marked("basis"),
    "as_computed": marked("as computed"),
}


@dataclass(frozen=True, slots=True)
class PersonRequest:
    """What an address asks for."""

    chosen: Mapping[str, str]
    """The fields of the form that mean something."""
    wanted: FactFilter
    left_aside: tuple[str, ...] = field(default=())
    """Sentences about the fields that mean nothing."""


def person_asked(session: Session, identity: int) -> Who:
    """The person with a number, or the one whom it was joined to.  Raises Refusal if there is none."""
    who = who_is(session, roots(session, [identity])[identity])
    if who is None:
        raise Refusal(404, _("There is no person {number}.", number=identity))
    return who


def asked_of(arguments: Mapping[str, str], key: str) -> PersonRequest:
    """What the arguments of an address ask for about the person with a key."""
    chosen = known_arguments(arguments, FIELDS)
    aside: list[str] = []
    games = [chosen["game"]] if chosen.get("game") in GAMES else list(GAMES)
    allowed = {
        "game": list(GAMES),
        "preset": [ANY, *(preset for game in games for preset in GAMES[game].rules.presets)],
        "role": [role for game in games for role in role_names(GAMES[game])],
        "basis": ["play"],
        "as_computed": ["1"],
    }
    for name, values in allowed.items():
        if name in chosen and chosen[name] not in values:
            field_name, text = _(_NAMES[name]), repr(chosen.pop(name))
            aside.append(_("Ignored the unknown {field} {text}.", field=field_name, text=text))
    for name in ("since", "until"):
        if name in chosen and day(chosen[name]) is None:
            text = repr(chosen.pop(name))
            aside.append(_("Ignored date {text}; use 2024-05-01.", text=text))
    wanted = FactFilter(
        game=chosen.get("game"),
        since=day(chosen.get("since")),
        until=day(chosen.get("until")),
        preset=None if chosen.get("preset") == ANY else chosen.get("preset"),
        event=chosen.get("event"),
        player=key,
        partner=chosen.get("partner"),
        role=chosen.get("role"),
        of_play="basis" in chosen,
        as_computed="as_computed" in chosen,
    )
    return PersonRequest(chosen, wanted, tuple(aside))

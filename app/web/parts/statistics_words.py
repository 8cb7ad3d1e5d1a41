"""What pages of statistics have in common: names of people, seasons, days and hands, and the addresses they lead to."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import request, url_for
from flask import session as visit
from sqlalchemy.orm import Session

from app.matches.installation import this_installation
from app.players.statistics.hand_series import HandPlace
from app.players.statistics.people import Alias, names_of
from app.players.statistics.season import Season
from app.text.language import _, said
from app.text.seats import short_name
from app.web.http.paging import day, known_arguments
from engine.games import GAMES
from engine.rulebook.sentences import listed

_ANONYMOUS: Final = "names_hidden"
_LONGEST: Final = 60
"""Characters of a name that a page shows."""
_SHOW_IT: Final = frozenset({"people", "events", "luck", "ratings", "partner_matrix", "person_pairs", "archived"})
"""The blueprints whose pages show the archive, if one is named."""


def names_are_hidden() -> bool:
    """Whether this visitor sees numbers instead of names."""
    return bool(visit.get(_ANONYMOUS))


def hide_names(hidden: bool) -> None:
    """Hides names from this visitor from now on, or shows them again."""
    if hidden:
        visit[_ANONYMOUS] = True
    else:
        visit.pop(_ANONYMOUS, None)


def name_of(person: int, name: str, hidden: bool) -> str:
    """What a page calls a person: the name, or ``Player`` with the number that the person has here."""
    return _("Player {number}", number=person) if hidden else short_name(name, _LONGEST)


def alias_text(alias: Alias) -> str:
    """A joined key with the name that is written with it."""
    return alias.key if alias.key == alias.name else f"{alias.name} ({alias.key})"


def archived() -> bool:
    """Whether the page of this request shows an archive."""
    return this_installation().archive is not None and request.blueprint in _SHOW_IT


def match_address(match: int) -> str:
    """The page of a match of statistics."""
    return url_for("archived.match" if archived() else "matches.match", identity=match)


def hand_address(match: int, number: int, carried: str | None = None, find: str | None = None) -> str:
    """The replay of a hand of statistics, by its number from 1, which carries the list that it was found in; in an
    archive, which keeps no logs, the page of its match.
    """
    if archived():
        return match_address(match)
    return url_for("replay.hand", identity=match, number=number, list=carried, find=find)


@dataclass(frozen=True, slots=True)
class SeasonNames:
    """The names that a page shows."""

    names: Mapping[int, str]
    hidden: bool
    """Whether pages show numbers instead of names."""

    def called(self, person: int) -> str:
        """What the page calls a person."""
        return name_of(person, self.names.get(person, ""), self.hidden)


def people_of(session: Session, people: Collection[int], *, hidden: bool) -> SeasonNames:
    """The names of some people; none is looked up where they are hidden."""
    return SeasonNames({} if hidden or not people else names_of(session, people), hidden)


def person_address(person: int, game: str) -> str:
    """The page of a person in a game."""
    return url_for("people.person", identity=person, game=game)


def pair_address(first: int, second: int, game: str) -> str:
    """The page of two people."""
    return url_for("person_pairs.pair", first=first, second=second, game=game)


def hand_words(place: HandPlace) -> str:
    """A hand as pages name it."""
    return _("Match {match}, hand {hand}", match=place.match, hand=place.hand + 1)


def names_words(names: Sequence[str]) -> str:
    """Several names in one phrase: ``A, B and C``."""
    return said(listed(names))


def day_words(number: int | None) -> str:
    """A day, given as the number YYYYMMDD; empty for none."""
    return "" if number is None else f"{number // 10_000:04}-{number // 100 % 100:02}-{number % 100:02}"


def span_words(first: int | None, last: int | None) -> str:
    """From a day to another; empty for none."""
    if first == last:
        return day_words(first)
    return _("{since} to {until}", since=day_words(first), until=day_words(last))


def event_words(text: str | None) -> str:
    """An event as pages name it."""
    return text or _("Matches without an event")


def unit_words(game: str) -> str:
    """What a game counts: levels or scores."""
    return _("Levels") if has_levels(game) else _("Score")


def mean_words(game: str) -> str:
    """What a game counts, by the hand."""
    return _("Levels a hand") if has_levels(game) else _("Score a hand")


def has_levels(game: str) -> bool:
    """Whether the scores of a game are levels gained."""
    return bool(GAMES[game].teams)


@dataclass(frozen=True, slots=True)
class SeasonRequest:
    """What an address asks for."""

    season: Season
    chosen: Mapping[str, str]
    """The span as the address writes it, as far as it could be read, and whether scores are those computed."""
    unread: tuple[str, ...]
    """The ends of the span that could not be read."""


def asked_of(arguments: Mapping[str, str], game: str, event: str | None) -> SeasonRequest:
    """The season of a game, and of an event if one is given, with the span and the scores that the address asks for."""
    given = known_arguments(arguments, ("since", "until"))
    days = {name: day(text) for name, text in given.items()}
    as_computed = arguments.get("as_computed") == "1"
    return SeasonRequest(
        Season(game, event, days.get("since"), days.get("until"), as_computed),
        {name: given[name] for name, known_day in days.items() if known_day}
        | ({"as_computed": "1"} if as_computed else {}),
        tuple(name for name, known_day in days.items() if not known_day),
    )

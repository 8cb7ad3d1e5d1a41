"""What pages of seasons say in common: the season that an address asks for, people, days and hands with their pages."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import current_app, url_for
from sqlalchemy.orm import Session

from app.players.statistics.hand_series import HandPlace
from app.players.statistics.people import names_of
from app.players.statistics.season import Season
from app.text.language import _, said
from app.web.http.paging import day, known_arguments
from app.web.parts.person_links import name_of
from engine.games import GAMES
from engine.rulebook.sentences import listed

_PERSON: Final = "people.person"


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
    """The page of a person in a game; empty if there are no such pages."""
    return url_for(_PERSON, identity=person, game=game) if _PERSON in current_app.view_functions else ""


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

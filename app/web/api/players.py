"""Players for programs: people, their statistics, ratings, and seasons."""

from datetime import date
from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from msgspec.structs import asdict

from app.matches.installation import this_installation
from app.players.ratings.leaderboard import Coverage, LeaderboardLine, leaderboard
from app.players.statistics.directory import DirectoryLine, found_people, people
from app.players.statistics.events import Event, events
from app.players.statistics.figures import person_figures
from app.players.statistics.filters import FactFilter
from app.players.statistics.people import Who, names_of
from app.players.statistics.season import Season, keep_to_keys, season_matches
from app.players.statistics.standings import standings
from app.text.game_terms import figure_words
from app.text.language import _
from app.text.places import place_text
from app.web.api.operations import GAME, cursor_of, number_of, operation
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of
from app.web.parts.person_acts import join_to, mark_minor, split_from
from app.web.parts.person_asked import person_asked
from app.web.parts.statistics_words import archived
from engine.games import GAMES
from engine.statistics.person import normal

_SUBJECT: Final = "players"
_PLACES: Final = 50
_LAST: Final = 1_000_000
"""The last place of a leaderboard that a cursor leads to."""
_Text = Annotated[str, Meta(max_length=200)]


class PeopleAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which people are listed."""

    text: _Text = ""
    """A part of a key or a name."""
    cursor: str = ""


class People(Struct, frozen=True):
    """A page of people, in the order of the page."""

    people: tuple[DirectoryLine, ...]
    next: str | None


class Joining(Struct, frozen=True, forbid_unknown_fields=True):
    """The key of a person, or of a player that was joined to one."""

    key: str


class FigureFacts(Struct, frozen=True):
    """A figure."""

    name: str
    words: str
    meaning: str


class FiguresOfGame(Struct, frozen=True):
    """The figures of a game, in the order of pages."""

    game: str
    figures: tuple[FigureFacts, ...]


class MinorMark(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a person is a minor."""

    minor: bool


class FigureList(Struct, frozen=True):
    """The figures by game."""

    games: tuple[FiguresOfGame, ...]


class StatisticsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """What is counted, as the options of ``fupan stats`` say it."""

    game: str | None = None
    since: date | None = None
    until: date | None = None
    preset: str | None = None
    event: str | None = None
    partner: str | None = None
    """The key of a person."""
    role: str | None = None
    of_play: bool = False
    """Whether only hands count that the log shows to their end."""
    as_computed: bool = False
    """Whether scores are those that were computed, whatever was ruled about them."""


class Statistics(Struct, frozen=True):
    """The figures of a person."""

    person: int
    key: str
    name: str
    games: tuple[dict[str, Any], ...]
    """What ``fupan stats --json`` prints of this person in each game."""


class RatingsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which leaderboard."""

    pairs: bool = False
    """That of partnerships."""
    cursor: str = ""


class Ratings(Struct, frozen=True):
    """A page of a leaderboard, the strongest first."""

    lines: tuple[LeaderboardLine, ...]
    total: int
    coverage: Coverage
    """Of how many matches it is made."""
    next: str | None


class SeasonsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which page."""

    cursor: str = ""


class Seasons(Struct, frozen=True):
    """A page of events, those that were first seen last at the top."""

    seasons: tuple[Event, ...]
    next: str | None


class StandingsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which season; the empty event is that of matches without one."""

    event: str
    game: str
    since: date | None = None
    until: date | None = None
    as_computed: bool = False
    cursor: str = ""


class StandingLine(Struct, frozen=True):
    """A person in a season."""

    place: int
    id: int
    name: str
    matches: int
    won: int
    undecided: int
    hands: int
    score: int
    places: dict[str, int]


class Standings(Struct, frozen=True):
    """A page of the standings of a season."""

    lines: tuple[StandingLine, ...]
    total: int
    next: str | None


@operation("GET", "/people", may=May.COUNT, subject=_SUBJECT, gives=People, query=PeopleAsked)
def listed_people(query: PeopleAsked) -> People:
    """Lists the people of counted matches."""
    text = query.text.strip()
    with this_installation().statistics() as session:
        page = found_people(session, text) if text else people(session, number_of(query.cursor))
    return People(page.entries, cursor_of(page.next))


@operation("GET", "/people/<int:person>", may=May.COUNT, of=Of.PERSON, subject=_SUBJECT, gives=Who, errors=(404,))
def person(person: int) -> Who:
    """Gives a person; of a joined one the person that was kept."""
    return _person(person)


def _person(person: int) -> Who:
    with this_installation().statistics() as session:
        return person_asked(session, person)


@operation(
    "POST",
    "/people/<int:person>/joined",
    may=May.RECORD,
    of=Of.PERSON,
    subject=_SUBJECT,
    gives=Who,
    body=Joining,
    errors=(404,),
    examples={"body": {"key": "Zhao Min"}},
)
def join_person(person: int, body: Joining) -> Who:
    """Joins the person with a key to another: the two are one from now on."""
    return _person(join_to(person, body.key))


@operation(
    "DELETE",
    "/people/<int:person>/joined",
    may=May.RECORD,
    of=Of.PERSON,
    subject=_SUBJECT,
    gives=Who,
    query=Joining,
    errors=(404,),
    examples={"key": "Zhao Min"},
)
def split_person(person: int, query: Joining) -> Who:
    """Makes the player with a key, which was joined to a person, a person again."""
    return _person(split_from(person, query.key))


@operation(
    "PUT",
    "/people/<int:person>/minor",
    may=May.RECORD,
    of=Of.PERSON,
    subject=_SUBJECT,
    gives=MinorMark,
    body=MinorMark,
    errors=(404,),
    examples={"body": {"minor": True}},
)
def mark_person(person: int, body: MinorMark) -> MinorMark:
    """Marks a person as a minor, whose name a club hides from guests, or takes the mark away."""
    mark_minor(person, minor=body.minor)
    return body


@operation("GET", "/figures", may=May.READ, subject=_SUBJECT, gives=FigureList)
def figures() -> FigureList:
    """Lists the figures of each game that statistics have."""
    of_games = {
        game.name: [FigureFacts(one.name, figure_words(one.name), _(one.meaning)) for one in game.statistics.figures]
        for game in GAMES.values()
    }
    return FigureList(tuple(FiguresOfGame(game, tuple(facts)) for game, facts in of_games.items()))


@operation(
    "GET",
    "/people/<int:person>/statistics",
    may=May.COUNT,
    of=Of.PERSON,
    subject=_SUBJECT,
    gives=Statistics,
    query=StatisticsAsked,
    errors=(404,),
)
def statistics(person: int, query: StatisticsAsked) -> Statistics:
    """Gives the figures of a person."""
    if query.game is not None:
        _require_game(query.game)
    with this_installation().statistics() as session:
        who = person_asked(session, person)
        wanted = FactFilter(player=who.key, **asdict(query))
        games = [query.game] if query.game else list(GAMES)
        documents = [
            figures.document
            for game in games
            for figures in person_figures(session, game, wanted, reviewed=not archived())
        ]
    return Statistics(who.person, who.key, who.name, tuple(documents))


@operation(
    "GET",
    "/ratings/<game>",
    may=May.COUNT,
    subject=_SUBJECT,
    gives=Ratings,
    query=RatingsAsked,
    errors=(404,),
    examples={"game": GAME},
)
def ratings(game: str, query: RatingsAsked) -> Ratings:
    """Gives the leaderboard of a game."""
    _require_game(game)
    behind = number_of(query.cursor) or 0
    if behind % _PLACES or behind > _LAST:
        raise Refusal(400, _("The cursor is not from an answer of this server."))
    with this_installation().statistics() as session:
        page = behind // _PLACES + 1
        lines, total, coverage = leaderboard(session, game, pairs=query.pairs, page=page, size=_PLACES)
    further = cursor_of(behind + _PLACES if behind + _PLACES < total else None)
    return Ratings(tuple(lines), total, coverage, further)


@operation("GET", "/seasons", may=May.COUNT, subject=_SUBJECT, gives=Seasons, query=SeasonsAsked)
def seasons(query: SeasonsAsked) -> Seasons:
    """Lists the events of counted matches."""
    with this_installation().statistics() as session:
        keep_to_keys(session)
        page = events(session, number_of(query.cursor))
    return Seasons(page.events, cursor_of(page.next))


@operation(
    "GET",
    "/standings",
    may=May.COUNT,
    subject=_SUBJECT,
    gives=Standings,
    query=StandingsAsked,
    errors=(404,),
    examples={"event": "", "game": GAME},
)
def season_standings(query: StandingsAsked) -> Standings:
    """Gives the standings of a season, the largest score first."""
    _require_game(query.game)
    behind = number_of(query.cursor) or 0
    with this_installation().statistics() as session:
        keep_to_keys(session)
        season = Season(query.game, normal(query.event), query.since, query.until, query.as_computed)
        placed = standings(session, season_matches(session, season))
        shown = placed[behind : behind + _PLACES]
        names = names_of(session, [standing.person for standing in shown])
    lines = (
        StandingLine(
            place,
            standing.person,
            names[standing.person],
            standing.matches.matches,
            standing.matches.won,
            standing.matches.undecided,
            standing.hands,
            standing.score,
            {place_text(place_halves): count for place_halves, count in standing.places.items()},
        )
        for place, standing in enumerate(shown, behind + 1)
    )
    return Standings(tuple(lines), len(placed), cursor_of(behind + _PLACES if behind + _PLACES < len(placed) else None))


def _require_game(name: str) -> None:
    if name not in GAMES:
        raise Refusal(404, _("There is no game {name}.", name=name[:60]))

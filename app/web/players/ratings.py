"""The leaderboards: people and partnerships of a game by their ratings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import Response, render_template, request
from sqlalchemy.orm import Session

from app.database.lookup import word_number
from app.matches.installation import this_installation
from app.players.ratings.leaderboard import LeaderboardPlace, coverage, leaders
from app.players.ratings.model import NEWCOMER
from app.players.statistics.people import names_of
from app.text.glossary import game_title
from app.text.language import DEFAULT, _, speaking
from app.web.http.errors import Refusal
from app.web.http.pages import May, Pages
from app.web.http.paging import Slice, whole
from app.web.parts.html_tables import rounded
from app.web.parts.statistics_words import name_of, names_are_hidden
from app.web.parts.table_files import Files, file_of
from engine.games import GAMES

BLUEPRINT: Final = Pages("ratings", __name__)
SIZE: Final = 20
"""Lines of one page of a leaderboard."""
MOST: Final = 10_000
"""Lines of a file at most."""
_PAIRS: Final = "pairs"
_SCALE: Final = 1000
"""The width of the scale on which intervals are drawn."""


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """A line of a leaderboard as its page shows it."""

    place: int
    people: tuple[tuple[int, str], ...]
    """The number and the name of each person."""
    sure: str
    """What the strength is at least, nearly certainly: places are in its order."""
    mean: str
    half: str
    """Half the width of the interval that has the strength with a probability of 95 %."""
    matches: int
    low: int
    """The ends of the interval, and the mean, on the scale."""
    high: int
    at: int


@BLUEPRINT.get("/ratings/", may=May.COUNT)
@BLUEPRINT.get("/ratings/<game>", may=May.COUNT)
def board(game: str | None = None) -> str:
    """The leaderboard of a game (without a name, of the first): ``?of=pairs`` for partnerships, ``?page=``."""
    if game is not None and game not in GAMES:
        raise Refusal(404, _("There is no game {name}.", name=game))
    shown = game or next(iter(GAMES))
    has_pairs = bool(GAMES[shown].teams)
    pairs = has_pairs and request.args.get("of") == _PAIRS
    number = whole(request.args.get("page")) or 1
    with this_installation().statistics() as session:
        code = word_number(session, shown)
        places, total = ([], 0) if code is None else leaders(session, code, pairs=pairs, page=number, size=SIZE)
        known_coverage = None if code is None else coverage(session, code)
        names = _names(session, places)
    return render_template(
        "players/ratings.html",
        games={name: game_title(name) for name in GAMES},
        game=shown,
        pairs=pairs,
        has_pairs=has_pairs,
        lines=Slice(_lines(places, names), number, max(1, -(-total // SIZE)), total, (number - 1) * SIZE),
        newcomer=f"{NEWCOMER.mean:.0f}",
        coverage=known_coverage,
        scale=_SCALE,
        links=Files("ratings.file", {"game": shown}),
    )


@BLUEPRINT.get("/ratings/<game>/<what>.<form>", may=May.COUNT)
def file(game: str, what: str, form: str) -> Response:
    """The leaderboard of a game as a file: ``people`` or ``pairs``, the first `MOST` lines."""
    if game not in GAMES or what not in ("people", _PAIRS) or (what == _PAIRS and not GAMES[game].teams):
        raise Refusal(404, _("There is no leaderboard {name} of {game}.", name=what, game=game))
    with this_installation().statistics() as session:
        code = word_number(session, game)
        places = [] if code is None else leaders(session, code, pairs=what == _PAIRS, page=1, size=MOST)[0]
        with speaking(DEFAULT):
            names = _names(session, places)
    records = [
        {
            "place": place.place,
            "players": " and ".join(names[person] for person in place.who),
            "at_least": rounded(place.rating.sure),
            "rating": rounded(place.rating.mean),
            "rating_half": rounded(2 * place.rating.deviation),
            "matches": place.matches,
        }
        for place in places
    ]
    return file_of(records, f"ratings-{game}-{what}", form)


def _names(session: Session, places: Sequence[LeaderboardPlace]) -> dict[int, str]:
    """What the page calls the people of some places."""
    people = {person for place in places for person in place.who}
    if names_are_hidden():
        return {person: name_of(person, "", hidden=True) for person in people}
    return names_of(session, people)


def _lines(places: Sequence[LeaderboardPlace], names: Mapping[int, str]) -> list[LeaderboardLine]:
    ends = [
        (place.rating.mean - 2 * place.rating.deviation, place.rating.mean + 2 * place.rating.deviation)
        for place in places
    ]
    least = min((low for low, _ in ends), default=0.0)
    width = max((high for _, high in ends), default=1.0) - least or 1.0

    def on_scale(value: float) -> int:
        return round(_SCALE * (value - least) / width)

    return [
        LeaderboardLine(
            place.place,
            tuple((person, names[person]) for person in place.who),
            f"{place.rating.sure:.1f}".replace("-", "−"),
            f"{place.rating.mean:.1f}",
            f"{2 * place.rating.deviation:.1f}",
            place.matches,
            on_scale(low),
            on_scale(high),
            on_scale(place.rating.mean),
        )
        for place, (low, high) in zip(places, ends, strict=True)
    ]

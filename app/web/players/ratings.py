"""The leaderboards: people and partnerships of a game by their ratings."""

from collections.abc import Sequence
from typing import Final

from flask import Response, render_template, request

from app.matches.installation import this_installation
from app.players.ratings.leaderboard import LeaderboardLine, RatedPerson, leaderboard
from app.players.ratings.model import NEWCOMER
from app.text.glossary import game_title
from app.text.language import DEFAULT, _, speaking
from app.web.http.errors import Refusal
from app.web.http.pages import May, Pages
from app.web.http.paging import Slice, whole
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
        lines, total, coverage = leaderboard(session, shown, pairs=pairs, page=number, size=SIZE)
    return render_template(
        "players/ratings.html",
        games={name: game_title(name) for name in GAMES},
        game=shown,
        pairs=pairs,
        has_pairs=has_pairs,
        lines=Slice(_on_scale(lines), number, max(1, -(-total // SIZE)), total, (number - 1) * SIZE),
        called=_called,
        newcomer=f"{NEWCOMER.mean:.0f}",
        coverage=coverage,
        scale=_SCALE,
        links=Files("ratings.file", {"game": shown}),
    )


@BLUEPRINT.get("/ratings/<game>/<what>.<form>", may=May.COUNT)
def file(game: str, what: str, form: str) -> Response:
    """The leaderboard of a game as a file: ``people`` or ``pairs``, the first `MOST` lines."""
    if game not in GAMES or what not in ("people", _PAIRS) or (what == _PAIRS and not GAMES[game].teams):
        raise Refusal(404, _("There is no leaderboard {name} of {game}.", name=what, game=game))
    with this_installation().statistics() as session:
        lines, _total, _coverage = leaderboard(session, game, pairs=what == _PAIRS, page=1, size=MOST)
    with speaking(DEFAULT):
        records = [
            {
                "place": line.place,
                "players": " and ".join(map(_called, line.people)),
                "at_least": line.at_least,
                "rating": line.rating,
                "rating_half": line.half,
                "matches": line.matches,
            }
            for line in lines
        ]
    return file_of(records, f"ratings-{game}-{what}", form)


def _called(rated: RatedPerson) -> str:
    return name_of(rated.person, rated.name, hidden=True) if names_are_hidden() else rated.name


def _on_scale(lines: Sequence[LeaderboardLine]) -> list[tuple[LeaderboardLine, list[int]]]:
    """Each line with the ends of its interval, and the rating between them, on the scale."""
    ends = [(line.rating - line.half, line.rating, line.rating + line.half) for line in lines]
    least = min((low for low, _rating, _high in ends), default=0.0)
    width = max((high for _low, _rating, high in ends), default=1.0) - least or 1.0
    places = ([round(_SCALE * (value - least) / width) for value in interval] for interval in ends)
    return list(zip(lines, places, strict=True))

"""The demo: an evening of each game, a disputed score, and the season of a club."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

from app import store
from app.cli.importing import kept
from app.cli.serve import demo_files
from app.config import Config
from app.fupan import Fupan
from app.store import MatchFilter
from engine.games import GAMES
from tests.season import kept_lines

Run = Callable[..., Result]
CLUB = "Lantern Club"


def test_the_demo_is_a_season_an_evening_of_each_game_and_one_disputed_score(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'demo.sqlite3'}"
    fupan = Fupan.open(Config(database_url=url, secret_key="for tests alone"))
    assert kept(fupan, demo_files()) == 0
    with fupan.sessions() as session:
        page = store.matches(session, MatchFilter())
        rows = [*page.items]
        while page.older is not None:
            page = store.matches(session, MatchFilter(), before=page.older)
            rows += page.items
    fupan.close()
    season = [row for row in rows if (row.event or "").startswith(CLUB)]
    assert len(season) == len(kept_lines().splitlines())
    assert {row.verdict for row in season} == {"clean"}
    assert {row.game for row in season} == set(GAMES)
    rows = [row for row in rows if row not in season]
    assert {row.game for row in rows if row.verdict == "clean"} == set(GAMES)
    assert Counter(row.verdict for row in rows) == {"clean": len(GAMES), "misscored": 1}
    assert all(row.hands >= 5 and row.played_at and row.match_id and row.event for row in rows)
    assert all(" " in name for row in rows for name in row.players)
    assert len({row.match_id for row in rows}) == len(rows)


def test_the_option_is_named_in_the_help(run: Run) -> None:
    assert "--demo" in run("serve", "--help").output

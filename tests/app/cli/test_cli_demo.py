"""The demo: an evening of each game, the season of a club, and disputes."""

import json
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from click.testing import Result
from sqlalchemy import select
from sqlmodel import col

from app import store
from app.cli.importing import kept
from app.config import Config
from app.demo import demo_files, file_disputes
from app.disputes.inquiry import Found
from app.disputes.tables import Dispute, Ruling
from app.fupan import Fupan
from app.store import MatchFilter
from engine.games import GAMES
from tests.season import kept_lines

Run = Callable[..., Result]
CLUB = "Lantern Club"


@pytest.fixture(scope="module")
def fupan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fupan]:
    """A database with the demo."""
    url = f"sqlite:///{tmp_path_factory.mktemp('demo') / 'demo.sqlite3'}"
    opened = Fupan.open(Config(database_url=url, secret_key="for tests alone"))
    assert kept(opened, demo_files()) == 0
    assert file_disputes(opened) == 5
    yield opened
    opened.close()


def test_the_demo_is_a_season_an_evening_of_each_game_and_disputed_matches(fupan: Fupan) -> None:
    with fupan.sessions() as session:
        page = store.matches(session, MatchFilter())
        rows = [*page.items]
        while page.older is not None:
            page = store.matches(session, MatchFilter(), before=page.older)
            rows += page.items
    season = [row for row in rows if (row.event or "").startswith(CLUB)]
    assert len(season) == len(kept_lines().splitlines())
    assert {row.verdict for row in season} == {"clean"}
    assert {row.game for row in season} == set(GAMES)
    rows = [row for row in rows if row not in season]
    assert {row.game for row in rows if row.verdict == "clean"} == set(GAMES)
    assert Counter(row.verdict for row in rows) == {"clean": len(GAMES), "misscored": 4, "illegal": 2}
    assert all(row.hands >= 3 and row.played_at and row.match_id and row.event for row in rows)
    assert all(" " in name for row in rows for name in row.players)
    assert len({row.match_id for row in rows}) == len(rows)


def test_the_demo_has_disputes_in_every_state_about_every_game(fupan: Fupan) -> None:
    with fupan.sessions() as session:
        disputes = session.scalars(select(Dispute).order_by(col(Dispute.id))).all()
        outcomes = Counter(session.scalars(select(col(Ruling.outcome))).all())
        matches = [store.match(session, each.log_id or 0) for each in disputes]
    assert {match.row.game for match in matches if match is not None} == set(GAMES)
    assert Counter(each.state for each in disputes) == {"final": 2, "ruled": 1, "under review": 1, "open": 1}
    found = [Found(json.loads(each.found)["found"]) for each in disputes]
    assert found == [Found.GIVEN, Found.GIVEN, Found.OTHER_RULES, Found.OTHER_RULES, Found.GIVEN]
    under = [json.loads(each.found)["under"][0] for each in disputes[2:4]]
    assert under[0]["changes"] == {"royalty_announced": False}
    assert under[1]["preset"] == "one-six" or under[1]["changes"]
    assert outcomes == {"stands": 2, "void": 1, "corrected": 1}


def test_disputes_are_filed_once(fupan: Fupan) -> None:
    assert file_disputes(fupan) == 0


def test_the_option_is_named_in_the_help(run: Run) -> None:
    assert "--demo" in run("serve", "--help").output

"""What it costs to filter by who asks: queries that are answered from keys, and few more of them than alone."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

import pytest
from sqlalchemy import insert, text

from app.accounts.roles import Role
from app.accounts.viewers import viewer
from app.database.config import Config, Mode
from app.database.seeing import Visibility, asked_by
from app.database.tables.access import MatchAccess, MatchUploader
from app.database.tables.accounts import Account
from app.matches import store
from app.matches.installation import Installation
from app.matches.list_query import MatchFilter
from app.players.search.conditions import people_named
from app.web.create_app import create_app
from tests.app.conftest import Log
from tests.app.matches import test_list_plans
from tests.app.matches.test_list_plans import _troubles, asked
from tests.app.web.test_permissions import with_role
from tests.statements import statements

MORE_QUERIES: Final = 3
"""Of a page of a club, for somebody who is logged in, than of the same page alone."""
HIDDEN_EACH: Final = 5
"""Each match whose number this divides is not for everybody."""

__all__ = ["asked"]


@pytest.fixture
def database_url(bare_database_url: str) -> str:
    """Plans depend on what was counted of tables before, so that each test has tables of its own."""
    return bare_database_url


def hide(fupan: Installation) -> None:
    """Hides some of many matches, half of them brought by account 1."""
    kinds = (Visibility.PRIVATE, Visibility.OFFERED, Visibility.UNLISTED, Visibility.PUBLIC)
    hidden = range(HIDDEN_EACH, test_list_plans.MATCHES + 1, HIDDEN_EACH)
    with fupan.sessions.begin() as session:
        session.add(
            Account(
                id=1, name="Li", name_key="li", password="", role="member", made_at=datetime(2024, 5, 1, tzinfo=UTC)
            )
        )
        session.flush()
        session.execute(insert(MatchAccess), [{"log_id": each, "visibility": kinds[each % 4]} for each in hidden])
        session.execute(insert(MatchUploader), [{"log_id": each, "account": 1} for each in hidden if each % 2])
    with fupan.sessions.kw["bind"].connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))


@pytest.mark.parametrize("role", [Role.GUEST, Role.MEMBER, Role.RECORDER])
def test_what_somebody_sees_is_looked_up_by_keys(asked: tuple[Installation, list[tuple[str, Any]]], role: Role) -> None:
    fupan, found = asked
    hide(fupan)
    seen = replace(
        fupan,
        sessions=asked_by(fupan.sessions, lambda: viewer(role, None if role is Role.GUEST else 1, frozenset({20}))),
    )
    for wanted in test_list_plans.WANTED:
        test_list_plans._pages(seen, MatchFilter(**wanted))
    with seen.sessions() as session:
        store.games(session)
        store.verdicts(session)
        store.player_names(session, "Person")
        assert len(store.recent(session, 200)) == len(store.newest(session, ("clean",), 100)) * 2 == 200
        store.match(session, 20)
        listing = len(found)
        people_named(session, "Person 7")
    several = {(statement, str(values)): (statement, values) for statement, values in found[:listing]}
    assert sum("match_access" in statement for statement, _ in several.values()) > 40
    bad = [(each, values, why) for each, values in several.values() if (why := _troubles(fupan, each, values))]
    assert bad == []
    # The people of a name are made distinct among a bounded number of rows.
    why = [each for statement, values in found[listing:] for each in _troubles(fupan, statement, values)]
    assert not [each for each in why if "Seq Scan" in each or "SCAN" in each]


PAGES: Final = (
    *("/", "/matches/", "/matches/1", "/matches/1/hands/1", "/matches/1/score", "/matches/1/hands/1/share", "/people/"),
    *("/people/1", "/people/1/decisions", "/people/1/more"),
    *("/events/", "/ratings/", "/hands/", "/disputes/", "/verdicts/", "/add", "/help"),
)


def test_a_page_of_a_club_asks_few_more_queries_than_alone(fupan: Installation, log: Log) -> None:
    hands = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}]
    asked_of: dict[Mode, dict[str, int]] = {}
    for mode in Mode:
        app = create_app(Config(database_url=fupan.config.database_url, secret_key="for tests alone", mode=mode))
        here = app.extensions["fupan"]
        client = app.test_client()
        if mode is Mode.ALONE:
            for name in ("a", "b", "c"):
                assert client.post(f"/api/v1/uploads?name={name}.json", data=log(name, hands=hands)).status_code == 201
        else:
            client = with_role(app, Role.MEMBER)
        counts = asked_of.setdefault(mode, {})
        for page in PAGES:
            assert client.get(page).status_code == 200, page
            with statements(here) as found:
                client.get(page)
            counts[page] = len(found)
        here.close()
    more = {page: asked_of[Mode.CLUB][page] - asked_of[Mode.ALONE][page] for page in PAGES}
    assert {page: count for page, count in more.items() if count > MORE_QUERIES} == {}

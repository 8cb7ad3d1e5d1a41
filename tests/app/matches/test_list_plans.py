"""How the databases answer the queries of the list: from indexes, in their order, without reading a table through."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest
from sqlalchemy import event, insert, text

from app.database import search
from app.database.row_pages import PER_PAGE
from app.database.tables.matches import Blob, Judgement, Log, MatchPlayer, Player, name_key
from app.judging.judged import sha256_of
from app.matches import store
from app.matches.installation import Installation
from app.matches.list_query import LEFT_OUT
from app.matches.store import ListPlace, MatchFilter, Page
from engine import __version__

pytestmark = pytest.mark.databases_differ

MATCHES = 6_000
PEOPLE = 1_500
COUNTED, COUNTED_EACH = 200, 100
"""Far fewer than there are matches, as in a large database."""
VERDICTS = ("clean", "clean", "clean", "misscored", "illegal", "incomplete")
GAMES = ("guandan", "guandan", "big_a", "bao_huang", "chinese_poker")
DELETED = 40
"""Each match whose number this divides is deleted: none of its judgements is current."""
DAY = date(2024, 1, 1)

WANTED: list[dict[str, Any]] = [
    {},
    {"verdict": "clean"},
    {"verdict": "unreadable"},
    {"verdict": "sheets"},
    {"verdict": "sheets", "game": "chinese_poker", "text": "Cup"},
    {"verdict": "sheets", "since": DAY + timedelta(days=10)},
    {"game": "guandan"},
    {"game": "big_a", "verdict": "misscored"},
    {"player": "Person 7"},
    {"player": "id-7"},
    {"player": "nobody"},
    {"player": "Person 7", "game": "guandan", "verdict": "clean"},
    {"text": "王小"},
    {"text": "王"},
    {"text": "Cup 47"},
    {"text": "x"},
    {"text": "nothing like it"},
    {"text": "Cup", "player": "Person 8", "verdict": "clean", "game": "guandan"},
    {"since": DAY + timedelta(days=10), "until": DAY + timedelta(days=20)},
    {"since": DAY + timedelta(days=10), "verdict": "illegal", "game": "big_a"},
    {"until": DAY + timedelta(days=20), "player": "Person 9"},
    {"since": DAY, "text": "王小"},
]


@pytest.fixture
def database_url(bare_database_url: str) -> str:
    """Plans depend on what was counted of tables before, so that each test has tables of its own."""
    return bare_database_url


def _is_sheet(number: int) -> bool:
    """Whether a match is a score sheet without a fault."""
    return VERDICTS[number % len(VERDICTS)] == "incomplete" and number % 5 < 2


def _fill(fupan: Installation) -> None:
    """Rows as `app.matches.saving` makes them, with texts that repeat as those of clubs do."""
    names = [f"Person {number}" if number % 2 else f"王小{chr(0x4E00 + number)}" for number in range(PEOPLE)]
    keys = [f"id-{number}" if number % 7 == 0 else name for number, name in enumerate(names)]
    moment = datetime(2024, 5, 1, tzinfo=UTC)
    seats = [
        {
            "log_id": number,
            "place": place,
            "player_id": person + 1,
            "seat": "ENWS"[place],
            "name": names[person],
            "name_key": name_key(names[person]),
        }
        for number in range(1, MATCHES + 1)
        for place in range(4)
        for person in [(number * 31 + place * 7) % PEOPLE]
    ]
    with fupan.sessions() as session:
        session.execute(insert(Blob), [{"sha256": sha256(b"%d" % each).hexdigest(), "size": 0} for each in range(9)])
        session.execute(
            insert(Player),
            [
                {"key_sha256": sha256_of(key), "key": key, "name": name, "name_key": name_key(name)}
                for key, name in zip(keys, names, strict=True)
            ],
        )
        session.execute(
            insert(Log),
            [
                {
                    "id": number,
                    "blob_sha256": sha256(b"%d" % (number % 9)).hexdigest(),
                    "position": number,
                    "source": f"club.jsonl:{number}",
                    "format": "fupan/1",
                    "game": GAMES[number % len(GAMES)],
                    "match_id": f"m{number}",
                    "event": f"Cup {number % 90}",
                    "played_on": DAY + timedelta(days=number % 700),
                    "uploaded_at": moment,
                    "hands": 3,
                }
                for number in range(1, MATCHES + 1)
            ],
        )
        session.execute(insert(MatchPlayer), seats)
        search.add_texts(
            session,
            {
                number: [f"m{number}", f"Cup {number % 90}", "club.jsonl", names[number * 31 % PEOPLE]]
                for number in range(1, MATCHES + 1)
            },
        )
        session.execute(
            insert(Judgement),
            [
                {
                    "log_id": number,
                    "rules_sha256": sha256_of(str(old)),
                    "engine": "0.0.1" if old else __version__,
                    "own": True,
                    "current": not old and number % DELETED != 0,
                    "verdict": VERDICTS[number % len(VERDICTS)],
                    "unchecked_hands": 0 if _is_sheet(number) and (not old or number % 2) else None,
                    **dict.fromkeys(("errors", "warnings", "notices", "report_size"), 0),
                    "report": b"",
                    "digest": "",
                    "judged_at": moment,
                }
                for number in range(1, MATCHES + 1)
                for old in (True, False)
            ],
        )
        session.commit()
    with fupan.sessions.kw["bind"].connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))


@pytest.fixture
def asked(fupan: Installation, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Installation, list[tuple[str, Any]]]]:
    """An installation with many matches, and the statements that reach its database."""
    monkeypatch.setattr("app.matches.list_query.COUNTED", COUNTED)
    monkeypatch.setattr("app.matches.list_query.COUNTED_EACH", COUNTED_EACH)
    _fill(fupan)
    found: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_rest: Any) -> None:
        if statement.startswith("SELECT") and "set_config" not in statement:
            found.append((statement, values))

    engine = fupan.sessions.kw["bind"]
    event.listen(engine, "before_cursor_execute", note)
    yield fupan, found
    event.remove(engine, "before_cursor_execute", note)


def _pages(fupan: Installation, wanted: MatchFilter) -> list[Page[store.MatchRow]]:
    """The first page of a list, and those after and before it."""
    with fupan.sessions() as session:
        first = store.matches(session, wanted)
        second = store.matches(session, wanted, before=first.older or ListPlace(date.max, MATCHES))
        return [first, second, store.matches(session, wanted, after=ListPlace(date.min, 1))]


def _troubles(fupan: Installation, statement: str, values: Any) -> list[str]:
    """What a plan has that grows with the number of matches: tables read through, rows sorted or hashed."""
    with fupan.sessions.kw["bind"].connect() as connection:
        if connection.dialect.name == "sqlite":
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all()
            steps = [row[3] for row in plan]
            return [step for step in steps if "TEMP B-TREE" in step or _reads_through(step)]
        for name in LEFT_OUT:
            connection.exec_driver_sql(f"SET LOCAL {name} = off")
        plan = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", values).scalar_one()
        return list(_nodes(plan[0]["Plan"]))


def _reads_through(step: str) -> bool:
    """Whether a step of SQLite reads a table through.

    It does not where it reads the row of a constant, the rows of a bounded query, or an index that has sheets alone.
    """
    return (
        step.startswith("SCAN")
        and not step.startswith(("SCAN CONSTANT ROW", "SCAN anon_"))
        and not step.endswith("INDEX ix_judgements_log_id")
    )


def _nodes(node: dict[str, Any]) -> Iterator[str]:
    kind = node["Node Type"]
    if kind in ("Seq Scan", "Sort", "Incremental Sort", "Hash", "HashAggregate", "Materialize"):
        yield json.dumps({name: value for name, value in node.items() if name != "Plans"})
    for each in node.get("Plans", ()):
        yield from _nodes(each)


def test_every_query_of_the_list_is_answered_from_indexes(asked: tuple[Installation, list[tuple[str, Any]]]) -> None:
    fupan, found = asked
    firsts = [_pages(fupan, MatchFilter(**wanted))[0] for wanted in WANTED]
    with fupan.sessions() as session:
        assert [count for _, count in store.games(session)] == [COUNTED_EACH + 1] * 4
        assert dict(store.verdicts(session)) == dict.fromkeys({*VERDICTS, "sheets"}, COUNTED_EACH + 1)
        assert len(store.player_names(session)) == len(store.player_names(session, "王")) == 20
        assert len(store.recent(session, 6)) == len(store.newest(session, ("illegal", "misscored"), 6)) == 6
    statements = {(statement, str(values)): (statement, values) for statement, values in found}
    assert len(statements) > 50
    bad = [(each, values, found) for each, values in statements.values() if (found := _troubles(fupan, each, values))]
    assert bad == []
    _have_what_the_filters_let_through(fupan, firsts)


def _have_what_the_filters_let_through(fupan: Installation, firsts: list[Page[store.MatchRow]]) -> None:
    with fupan.sessions() as session:
        rows = session.execute(
            text(
                "SELECT l.id, l.game, j.verdict, l.played_on, t.folded FROM logs l"
                " JOIN match_texts t ON t.log_id = l.id JOIN judgements j ON j.log_id = l.id AND j.current"
                " ORDER BY l.id DESC"
            )
        ).all()
        seats: dict[int, set[str]] = {}
        for identity, name, key in session.execute(
            text("SELECT m.log_id, m.name, p.key FROM match_players m JOIN players p ON p.id = m.player_id")
        ):
            seats.setdefault(identity, set()).update((name, key))
    for wanted, first in zip(WANTED, firsts, strict=True):
        expected = [
            (str(day), identity)
            for identity, game, verdict, day, texts in rows
            if wanted.get("game", game) == game
            and wanted.get("verdict", verdict) in (verdict, "sheets" if _is_sheet(identity) else verdict)
            and str(wanted.get("since", date.min)) <= str(day) <= str(wanted.get("until", date.max))
            and ("player" not in wanted or wanted["player"] in seats[identity])
            and wanted.get("text", "").casefold() in texts
        ]
        if {"since", "until"} & set(wanted) and not {"player", "text"} & set(wanted):
            expected.sort(reverse=True)
        assert [row.id for row in first.items] == [identity for _, identity in expected[:PER_PAGE]], wanted
        assert first.total == min(len(expected), COUNTED + 1)

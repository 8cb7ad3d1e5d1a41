"""How the databases answer a search: from indexes, within a bound of rows, in few queries, whatever is asked."""

import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import event, insert, text

from app.database.lookup import word_numbers
from app.database.tables.matches import Blob, Log, Player
from app.database.tables.notes import NOTE_WORDS, NOTED_HANDS
from app.database.tables.reviews import REVIEWED_SEATS, ReviewedHandRow
from app.database.tables.statistics import (
    COUNTED_MATCHES,
    FACTS,
    HAND_CODES,
    HAND_LEVELS,
    HAND_PLAYS,
    RULED_HANDS,
    SEAT_RESULTS,
)
from app.judging.judged import sha256_of
from app.matches.installation import Installation
from app.players.search import finding
from app.players.search.finding import LEFT_OUT, find, how_many_reviewed
from app.players.search.grammar import read
from app.players.search.starts import HandPosition
from app.players.statistics.plays import bit_of, play_number

pytestmark = pytest.mark.databases_differ

MATCHES, HANDS, SEATS, PEOPLE = 800, 4, 4, 60
WORDS = ("guandan", "njupt", "r", "Cup 1", "Cup 2", "play", "bomb", "straight", "straight_flush", "does-not-beat")
LINES = (
    "",
    "score>2",
    "score>1000",
    "player:P7",
    "player:P7 place:1 score>=2",
    "partner:P7",
    "against:P7 with:P9 place:1",
    "straight_flush T+",
    "bomb",
    "level:A place:1",
    "bomb*5+ K+ player:P7 straight",
    "finding:does-not-beat",
    "finding:does-not-beat score<0",
    'event:"Cup 1"',
    'event:"Cup 1" preset:njupt bombs>=3',
    "game:guandan since:2024-01-05 until:2024-01-06",
    "ruled:yes",
    "ruled:yes computed>=2 score<2",
    "ruled:no player:P7",
    "strength>=1.5",
    "strength<0 ruled:yes place:1",
    "notes>=1",
    "notes>1 player:P7",
    "notes:0 player:P7",
    'note:"too early"',
    "note:炸弹太早 place:1",
    "fault>=1",
    "lucky loss>=2",
    "loss>=0.5 player:P7 inaccuracy:0",
    'event:"Cup 1" fault',
)
MOST_QUERIES = 24


@pytest.fixture
def database_url(bare_database_url: str) -> str:
    """Plans depend on what was counted of tables before, so that each test has tables of its own."""
    return bare_database_url


def fill(fupan: Installation) -> None:
    """Rows as `app.players.statistics.fact_rows` makes them, of a club of sixty people."""
    with fupan.sessions() as session:
        words = word_numbers(session, WORDS)
        session.execute(
            insert(Player),
            [{"key_sha256": sha256_of(key), "key": key, "name": key} for key in (f"P{n}" for n in range(1, PEOPLE))],
        )
        of_match = {"game": words["guandan"], "preset": words["njupt"], "options": words["r"]}
        matches, seats, facts, codes, levels, ruled = [], [], [], [], [], []
        played: defaultdict[tuple[int, int], int] = defaultdict(int)
        for match in range(1, MATCHES + 1):
            shared = of_match | {"event": words[f"Cup {1 + match % 2}"], "day": 20240101 + match % 28}
            matches.append(shared | {"match": match, "judgement": match, "hands": HANDS, "decided": 1, "moment": match})
            levels += [{"match": match, "hand": hand, "level": (match + hand) % 13} for hand in range(HANDS)]
            ruled += [{"adjusted": match % 5 // 3, "match": match, "hand": match % HANDS}] if match % 5 > 1 else []
            for seat in range(SEATS):
                person = 1 + (match * 7 + seat * 13) % (PEOPLE - 1)
                who = {"person": person, "player": person, "match": match, "seat": seat}
                seats.append(who | {"name": 0, "team": seat % 2, "hands": HANDS})
                for hand in range(HANDS):
                    here = {"match": match, "hand": hand, "seat": seat}
                    facts.append(
                        shared
                        | who
                        | here
                        | {
                            "basis": words["play"],
                            "side": seat % 2,
                            "place_halves": 2 + 2 * ((seat + hand + match) % 4),
                        }
                        | {"score": (seat + hand) % 4, "complete": 1, "errors": 0, "bombs": (match + hand) % 3}
                        | {"strength": 500 * ((seat + hand) % 5 - 1), "computed_score": 2 if match % 5 == 3 else None}
                    )
                    for kind, size in (("bomb", 4 + match % 3), ("straight", 5), ("straight_flush", 5)):
                        if (match + hand + seat + size) % (2 if kind != "straight_flush" else 9) == 0:
                            play = play_number(words[kind], size, (match + seat) % 13)
                            played[play, match] |= bit_of(hand, seat)
                if match % 4 == 0:
                    codes.append({"code": words["does-not-beat"], "match": match, "hand": 1, "seat": seat - 1})
        plays = [{"play": play, "match": match, "block": 0, "seats": bits} for (play, match), bits in played.items()]
        rows = ((COUNTED_MATCHES, matches), (SEAT_RESULTS, seats), (FACTS, facts), (HAND_PLAYS, plays))
        noted = [{"match": match, "hand": match % HANDS, "notes": 1 + match % 2} for match in range(1, MATCHES, 3)]
        said = ("too", "early", "炸弹", "弹太", "太早")
        in_notes = [
            {"word": word, "match": each["match"], "hand": each["hand"]}
            for each in noted
            for number, word in enumerate(said, 2)
            if each["match"] % number == 1
        ]
        session.execute(insert(Blob), [{"sha256": str(each["match"]), "size": 0} for each in matches])
        session.execute(
            insert(Log),
            [
                {"id": each["match"], "blob_sha256": str(each["match"]), "source": "", "format": "", "hands": HANDS}
                | {"uploaded_at": datetime.now(UTC), "position": 0}
                for each in matches
            ],
        )
        hands = [(match, hand) for match in range(1, MATCHES + 1, 2) for hand in range(HANDS)]
        session.execute(
            insert(ReviewedHandRow),
            [{"log_id": match, "hand": hand, "key_sha256": "", "data": b"", "size": 0} for match, hand in hands],
        )
        reviewed = [
            {"match": match, "hand": hand, "seat": seat, "judgement": match - match % 7 // 6, "decisions": 3}
            | {"cost": 500 * (seat + hand), "loss": 500 * (seat + hand), "inaccuracy": seat % 2}
            | {"fault": (match + seat) % 3, "lucky": hand % 2}
            for match, hand in hands
            for seat in range(SEATS)
        ]
        rows = (*rows, (NOTED_HANDS, noted), (NOTE_WORDS, in_notes), (REVIEWED_SEATS, reviewed))
        for table, of_table in (*rows, (HAND_CODES, codes), (HAND_LEVELS, levels), (RULED_HANDS, ruled)):
            session.execute(insert(table), of_table)
        session.commit()
    with fupan.sessions.kw["bind"].connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))


@pytest.fixture
def asked(fupan: Installation) -> Iterator[tuple[Installation, list[tuple[str, Any]]]]:
    """An installation with many hands, and the statements that reach its database."""
    fill(fupan)
    found: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_rest: Any) -> None:
        if statement.startswith(("SELECT", "WITH")) and "set_config" not in statement:
            found.append((statement, values))

    engine = fupan.sessions.kw["bind"]
    event.listen(engine, "before_cursor_execute", note)
    yield fupan, found
    event.remove(engine, "before_cursor_execute", note)


TABLES = (
    "facts",
    "hand_plays",
    "hand_codes",
    "hand_levels",
    "ruled_hands",
    "noted_hands",
    "note_words",
    "seat_results",
    "counted_matches",
    "reviewed_seats",
    "players",
    "match_players",
    "words",
)


def troubles(fupan: Installation, statement: str, values: Any) -> list[str]:
    """The tables that a plan reads through."""
    with fupan.sessions.kw["bind"].connect() as connection:
        if connection.dialect.name == "sqlite":
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all()
            found = [row[3] for row in plan if row[3].startswith("SCAN")]
            return [step for step in found if step.split()[1].rstrip("_0123456789") in TABLES]
        for name in LEFT_OUT:
            connection.exec_driver_sql(f"SET LOCAL {name} = off")
        plan = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", values).scalar_one()
        return list(nodes(plan[0]["Plan"]))


def nodes(node: dict[str, Any]) -> Iterator[str]:
    through = node["Node Type"].startswith("Index") and "Index Cond" not in node
    if node["Node Type"] == "Seq Scan" or through:
        yield json.dumps({name: value for name, value in node.items() if name != "Plans"})
    for each in node.get("Plans", ()):
        yield from nodes(each)


def test_no_search_reads_a_table_through(
    asked: tuple[Installation, list[tuple[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With bounds that are small beside the tables, as the true ones are beside those of a large database."""
    fupan, found = asked
    monkeypatch.setattr(finding, "MATCHES", 40)
    monkeypatch.setattr(finding, "LEAST_ROWS", 64)
    monkeypatch.setattr(finding, "LEAST_HANDS", 100)
    monkeypatch.setattr(finding, "WORK", 2_000)
    bad, none = [], []
    for line in LINES:
        reading = read(line)
        assert reading.troubles == (), line
        for place in (None, HandPosition(MATCHES // 2, 2)):
            found.clear()
            with fupan.sessions() as session:
                page = find(session, reading.query, place)
                how_many_reviewed(session, reading.query)
            none += [] if page.hands else [line]
            assert len(found) <= MOST_QUERIES + 6
            bad += [(line, wrong) for statement, values in list(found) if (wrong := troubles(fupan, statement, values))]
    assert bad == []
    assert len(none) < 12


def test_a_search_stops_and_says_how_far_it_came(
    asked: tuple[Installation, list[tuple[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    fupan, _ = asked
    monkeypatch.setattr(finding, "LEAST_HANDS", 100)
    monkeypatch.setattr(finding, "WORK", 4 * 4 * 1_000)
    with fupan.sessions() as session:
        page = find(session, read("score>1000").query)
        assert (page.hands, page.stopped, page.looked_at) == ((), True, 1_000)
        assert page.older == HandPosition(MATCHES - 249, 0)
        further = find(session, read("score>1000").query, page.older)
        assert further.older == HandPosition(MATCHES - 499, 0)
        assert find(session, read("score>1000").query, HandPosition(200, 0)).older is None

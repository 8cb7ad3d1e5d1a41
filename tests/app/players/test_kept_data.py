"""All that is kept of somebody is in the file that they get, from every table that knows of them."""

import json
from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Any, Final

import pytest
from sqlalchemy import Column, Table, TypeDecorator, insert, select, update
from sqlalchemy.orm import Session
from sqlalchemy.sql.visitors import iterate

from app.database.every_table import TABLES
from app.database.opening import transact
from app.database.tables.matches import METADATA, UtcTime
from app.database.tables.traces import TEXT, WITH_NAMES, Kind, mark, owners, trace_of
from app.matches.installation import Installation
from app.players.personal.erasing import erase_rows
from app.players.personal.kept_data import PARTS, as_file, kept_parts
from app.players.personal.whose import Whose, belongs, of_account

OWNERS: Final = {"accounts", "players", "actors"}
"""The tables that people are in; who refers to them is somebody's."""
OF_SOMEBODY: Final = frozenset({"account", "person", "player", "player_id", "partner", "actor", "actor_id", "sender"})
"""What columns are called that name somebody without a foreign key."""
COMPUTED: Final = frozenset({"tallies", "partnerships", "bombs_played", "people_pairs", "standings"})
"""Tables whose rows are added up from others that the file has."""
PACKED_TEXTS: Final = {
    *("blobs.data", "job_pieces.data", "judgements.report", "judgements.counts", "kept_answers.body"),
    *("refusals.report", "refusals.report_size", "reviewed_hands.data", "jobs.data", "verdicts.data"),
    "log_draft_hands.document",
}
"""What may have a name or words and is not in the file: it is a file itself, or made of texts that are there."""
TEXTS: Final = frozenset({Kind.NAME, Kind.TEXT}) | WITH_NAMES
STAYS: Final = {
    *("account_acts", "actors", "record_entries", "disputes", "dispute_parties", "dispute_comments"),
    *("dispute_evidence", "rulings", "ruling_votes", "verdicts", "verdict_texts"),
    *("facts", "seat_results", "tallies", "partnerships", "bombs_played"),
}
"""Tables that have somebody who was erased: by a number, by an opaque id, or until their matches are counted anew."""
NAME: Final = "Li Wei"
NOW: Final = datetime(2024, 5, 1, tzinfo=UTC)


def of_somebody(table: Table) -> list[Column[Any]]:
    """The columns of a table that say whose a row is."""
    return [
        each
        for each in table.c
        if each.name in OF_SOMEBODY or any(key.column.table.name in OWNERS for key in each.foreign_keys)
    ]


def kind_of(column: Column[Any]) -> type:
    """What values of a column are."""
    kind = column.type.impl_instance if isinstance(column.type, TypeDecorator) else column.type
    return kind.python_type


def value_of(column: Column[Any]) -> object:
    """What the one row of a table has in a column: keys are those of the row referred to, texts say where they are."""
    for key in column.foreign_keys:
        return value_of(key.column)
    if (column.table.name, column.name) in {("accounts", "name"), ("actors", "name")}:
        return NAME
    special = {"claim": json.dumps({"text": "record_texts.id"}), "of_player_id": 2, "sender": "account 1"}
    if column.name in special:
        return special[column.name]
    if column.name in ("actor", "identity"):
        return value_of(METADATA.tables["actors"].c.id)
    if isinstance(column.type, UtcTime):
        return NOW
    kind = column.type.python_type
    made: dict[type, object] = {int: 1, float: 1.0, bool: True, bytes: b"1", date: NOW.date()}
    if kind in made:
        return made[kind]
    return f"{column.table.name}.{column.name}"[: getattr(column.type, "length", None) or 200]


@pytest.fixture
def filled(fupan: Installation) -> Installation:
    """A row in every table, of the same person where it is somebody's; and somebody else with an account."""

    def fill(session: Session) -> None:
        for table in METADATA.sorted_tables:
            session.execute(insert(table).values({each.name: value_of(each) for each in table.c}))
        other = {each.name: value_of(each) for each in METADATA.tables["accounts"].c}
        session.execute(insert(METADATA.tables["accounts"]).values(other | {"id": 2, "name": "Sun", "name_key": "sun"}))

    transact(fupan.sessions, fill)
    return fupan


def whole(fupan: Installation, of: Whose) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(b"".join(as_file(fupan.sessions, of, "now")))
    return found


@pytest.mark.breaks_record
def test_the_file_has_the_rows_of_each_part_and_another_has_none_of_them(filled: Installation) -> None:
    with filled.sessions() as session:
        mine, theirs = of_account(session, 1), of_account(session, 2)
    found = whole(filled, mine)
    assert [part.name for part in PARTS if not found[part.name]] == []
    assert [part.name for part in PARTS if whole(filled, theirs)[part.name]] == ["account"]
    assert found["disputes"][0]["text"] == "record_texts.text"
    assert found["comments"][0]["text"] == "record_texts.text"
    assert found["evidence"][0]["file_name"] == "record_texts.text"
    assert found["uploads"][0]["name"] == "uploads.name"
    assert found["matches"][0] | {"seat": "match_players.seat", "name": "match_players.name"} == found["matches"][0]
    said = json.dumps(found)
    for secret in ("accounts.password", "logins.token_sha256", "account_links.secret_sha256"):
        assert secret not in said
    with filled.sessions() as session:
        assert all(each.count == 1 and each.rows for each in kept_parts(session, mine))


def test_every_column_that_says_whose_a_row_is_has_a_part() -> None:
    of = Whose(1, frozenset({1}), frozenset({"a"}))
    asked = {
        (each.table.name, each.name) for part in PARTS for each in iterate(part.rows(of)) if isinstance(each, Column)
    }

    def parts_of(tables: Iterable[Table]) -> set[tuple[str, str]]:
        return {(table.name, each.name) for table in tables for each in of_somebody(table)}

    computed = {table for table in METADATA.sorted_tables if table.name in COMPUTED}
    assert {table.name for table in computed} == COMPUTED
    assert parts_of(set(METADATA.sorted_tables) - computed) - asked == set()


def test_every_text_and_every_column_that_says_whose_a_row_is_has_a_mark() -> None:
    """A column of bytes may have the name of somebody as well as one of text."""
    columns = [column for table in TABLES.sorted_tables for column in table.c]
    texts = [each for each in columns if not issubclass(kind_of(each), (int, float, date))]
    assert len(texts) > 150
    assert [str(each) for each in texts if trace_of(each) is None] == []
    traces = {str(each): trace for each in columns if (trace := trace_of(each)) is not None}
    hidden = {name for name, each in traces.items() if each.kind in TEXTS and not each.shown}
    assert hidden == PACKED_TEXTS
    of_club = {name for name, each in traces.items() if each.of_club}
    assert of_club == {"rulings.text_id", "rulings.dissent_id", "ruling_adjustments.reason_id"}
    of_people = {each for table in TABLES.sorted_tables if table.name not in COMPUTED for each in of_somebody(table)}
    marked = {each for table in TABLES.sorted_tables for each, _kind in owners(table)}
    assert {str(each) for each in of_people - marked} == set()


@pytest.mark.breaks_record
def test_the_file_has_each_text_of_a_part_that_is_not_a_secret(filled: Installation) -> None:
    with filled.sessions() as session:
        mine = of_account(session, 1)
    said = "".join(json.dumps(whole(filled, mine)))
    of = Whose(1, frozenset({1}), frozenset({"a"}))
    tables = {each.table for part in PARTS for each in part.rows(of).selected_columns if isinstance(each.table, Table)}
    lost, revealed = [], []
    for column in (column for table in tables for column in table.c if kind_of(column) is str):
        trace, value = trace_of(column), value_of(column)
        assert trace is not None
        if trace.kind is Kind.SECRET and value in said:
            revealed.append(str(column))
        if trace.kind in TEXTS and trace.shown and value not in said and table_is_own(column):
            lost.append(str(column))
    assert (lost, revealed) == ([], [])


def table_is_own(column: Column[Any]) -> bool:
    """Whether all of its table is in a part: not what another table lends it, such as the event of a match."""
    return any(owners(column.table)) or column.table.name in ("refusals", "log_draft_hands", "ruling_adjustments")


def test_a_mark_that_is_missing_is_noticed() -> None:
    columns = [each for table in TABLES.sorted_tables for each in table.c]
    owned = {each for table in TABLES.sorted_tables if table.name not in COMPUTED for each in of_somebody(table)}
    unnoticed = []
    for column in (each for each in columns if not issubclass(kind_of(each), (int, float, date)) or each in owned):
        trace = column.info.pop("trace")
        try:
            test_every_text_and_every_column_that_says_whose_a_row_is_has_a_mark()
            unnoticed.append(str(column))
        except AssertionError:
            continue
        finally:
            column.info["trace"] = trace
    assert unnoticed == []


@pytest.mark.breaks_record
def test_an_erasure_leaves_no_row_of_somebody_but_those_that_are_named(filled: Installation) -> None:
    def work(session: Session) -> set[str]:
        mine = of_account(session, 1)
        session.execute(update(METADATA.tables["match_players"]).values(player_id=None))
        assert erase_rows(session, mine) == 1
        tables = [each for each in METADATA.sorted_tables if any(owners(each))]
        return {each.name for each in tables if session.execute(select(each).where(belongs(each, mine))).first()}

    assert transact(filled.sessions, work) == STAYS
    with filled.sessions() as session:
        assert session.scalars(select(METADATA.tables["accounts"].c.id)).all() == [2]
        for name, cleared in (("uploads", ["account"]), ("jobs", ["account", "visitor", "reason"])):
            columns = METADATA.tables[name].c
            assert session.execute(select(*(columns[each] for each in cleared))).all() == [(None,) * len(cleared)]


def test_a_mark_is_of_a_column_that_there_is() -> None:
    with pytest.raises(KeyError):
        mark(METADATA.tables["notes"], nothing=TEXT)


@pytest.mark.breaks_record
def test_a_large_part_comes_in_pieces(filled: Installation) -> None:
    def add(session: Session) -> None:
        table = METADATA.tables["uploads"]
        session.execute(
            insert(table),
            [{"id": each, "name": f"{each}.json", "uploaded_at": NOW, "account": 1} for each in range(2, 1202)],
        )

    transact(filled.sessions, add)
    with filled.sessions() as session:
        mine = of_account(session, 1)
        (uploads,) = (each for each in kept_parts(session, mine) if each.title == "Uploads")
    assert (uploads.count, len(uploads.rows)) == (1201, 20)
    pieces = list(as_file(filled.sessions, mine, "now"))
    assert max(map(len, pieces)) < 2_000
    assert len(json.loads(b"".join(pieces))["uploads"]) == 1201

"""`fupan hands`: the search of hands on the command line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import ColumnElement, select, update
from sqlmodel import col

from app.cli.matches.importing import open_fupan
from app.database.opening import transact
from app.database.tables.matches import Blob
from app.database.tables.matches import Log as LogRow
from app.players.search.saved import save

Log = dict[str, Any]


@pytest.fixture
def stored(run: Callable[..., Any], write: Callable[..., str], clean: Log, tmp_path: Path, monkeypatch: Any) -> None:
    """A database with a match of one hand."""
    monkeypatch.setenv("FUPAN_DATABASE_URL", f"sqlite:///{tmp_path / 'fupan.sqlite3'}")
    monkeypatch.setenv("FUPAN_SECRET_KEY", "for tests alone")
    assert run("import", write("log.json", clean)).exit_code == 0


@pytest.mark.usefixtures("stored")
def test_hands_are_printed_with_what_matched(run: Callable[..., Any]) -> None:
    found = run("hands", "place:1 score>=3")
    assert found.exit_code == 0
    assert found.stdout.splitlines() == ["match 1, hand 1  table-7", "  Player E: place 1, score 3"]
    lines = run("hands", "place:1", "--json").stdout.splitlines()
    assert json.loads(lines[0])["seats"] == [
        {"seat": "E", "person": "Player E", "name": "Player E", "matched": ["place 1"]}
    ]
    logs = run("hands", "--logs").stdout.splitlines()
    assert [json.loads(each)["match"]["id"] for each in logs] == ["table-7"]


def test_the_matches_whose_logs_are_not_written_are_named(
    run: Callable[..., Any], write: Callable[..., str], stored: None, clean: dict[str, Any]
) -> None:
    clean["match"]["id"] = "table-8"
    assert run("import", write("other.json", clean)).exit_code == 0
    fupan = open_fupan()
    transact(fupan.sessions, lambda session: session.execute(update(Blob).where(_of(1)).values(data=b"damaged")))
    fupan.close()
    found = run("hands", "--logs")
    assert [json.loads(each)["match"]["id"] for each in found.stdout.splitlines()] == ["table-8"]
    assert "not written are the logs of matches 1: " in found.stderr


def _of(match: int) -> ColumnElement[bool]:
    return col(Blob.sha256) == select(col(LogRow.blob_sha256)).where(col(LogRow.id) == match).scalar_subquery()


@pytest.mark.usefixtures("stored")
def test_nothing_found_and_nothing_read(run: Callable[..., Any]) -> None:
    assert run("hands", "score>100").exit_code == 1
    nobody = run("hands", "player:Nobody")
    assert nobody.exit_code == 1
    assert "Nobody here has the name or the id Nobody." in nobody.stderr
    wrong = run("hands", "plcae:1")
    assert wrong.exit_code == 2
    assert "QUERY: Character 1: 'plcae' is not a field; did you mean 'place'?" in wrong.stderr
    assert run("hands", "--json", "--logs").exit_code == 2
    assert run("hands", "place:1", "--saved", "x").exit_code == 2


@pytest.mark.usefixtures("stored")
def test_saved_searches_are_run_by_their_names(run: Callable[..., Any]) -> None:
    from app.cli.matches.importing import open_fupan

    fupan = open_fupan()
    transact(fupan.sessions, lambda session: save(session, "Wins", "place:1"))
    fupan.close()
    assert "place 1" in run("hands", "--saved", "wins").stdout
    missing = run("hands", "--saved", "Win")
    assert missing.exit_code == 2
    assert "no search is saved as 'Win'; did you mean 'Wins'?" in missing.stderr


def test_programs_get_people_as_the_figures_name_them(
    run: Callable[..., Any], write: Callable[..., str], clean: Log, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setenv("FUPAN_DATABASE_URL", f"sqlite:///{tmp_path / 'fupan.sqlite3'}")
    monkeypatch.setenv("FUPAN_SECRET_KEY", "for tests alone")
    for number, name in enumerate(("Li", "Li Wei", "Li Wei")):
        clean["match"]["id"] = f"table-{number}"
        (east,) = (each for each in clean["players"] if each["seat"] == "E")
        east |= {"id": "p1", "name": name}
        assert run("import", write(f"{number}.json", clean)).exit_code == 0
    figures = [json.loads(each) for each in run("stats", "--game", clean["game"], "--json").stdout.splitlines()]
    named = {each["person"]: each["name"] for each in figures}
    hands = [json.loads(each) for each in run("hands", "place:1", "--json").stdout.splitlines()]
    assert [[(seat["person"], seat["name"]) for seat in each["seats"]] for each in hands] == [[("p1", "Li Wei")]] * 3
    every = [json.loads(each) for each in run("hands", "--json").stdout.splitlines()]
    assert {seat["person"]: seat["name"] for each in every for seat in each["seats"]} == named


def test_a_seat_of_nobody_has_no_person(
    run: Callable[..., Any], write: Callable[..., str], clean: Log, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setenv("FUPAN_DATABASE_URL", f"sqlite:///{tmp_path / 'fupan.sqlite3'}")
    monkeypatch.setenv("FUPAN_SECRET_KEY", "for tests alone")
    for player in clean["players"]:
        player.pop("name", None)
        player.pop("id", None)
    assert run("import", write("log.json", clean)).exit_code == 0
    (hand,) = (json.loads(each) for each in run("hands", "place:1", "--json").stdout.splitlines())
    assert hand["seats"] == [{"seat": "E", "person": None, "name": "E", "matched": ["place 1"]}]

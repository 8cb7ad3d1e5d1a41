"""The figures of people against a second count: loops over the facts of reports, without a query."""

import csv
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from io import BytesIO, StringIO
from typing import Any

import pytest
from pyarrow import parquet

from app.database.tables.statistics import FACTS, TALLIES
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.players.statistics.figures import person_figures
from app.players.statistics.filters import FactFilter
from app.players.statistics.output import as_csv, as_parquet, lines_of_json
from app.players.statistics.recount import count_pending
from engine.games import GAMES
from engine.games.figures import FIGURES
from engine.logs import FORMATS
from engine.record.match import MatchInfo, given_value
from engine.replay.game import Game
from engine.statistics.facts import SeatFacts, role_names
from engine.statistics.person import normal, person_key
from engine.verdict.check import Checker
from tests.counted_facts import passes_able
from tests.databases import fill_once
from tests.short_matches import MATCHES, put_short_matches

pytestmark = pytest.mark.databases_differ

Take = Callable[..., list[IngestResult]]
Row = dict[str, Any]
CHECKER = Checker(counting=True)


WANTED = [
    {},
    {"of_play": True},
    {"player": "Li"},
    {"player": "no such person"},
    {"partner": "p1"},
    {"partner": "王小明", "player": "p1"},
    {"event": "Cup"},
    {"event": ""},
    {"since": date(2024, 5, 1)},
    {"since": date(2024, 5, 2)},
    {"until": date(2024, 5, 1)},
    {"preset": "rizhao"},
    {"preset": "no such preset"},
    {"role": "farmer"},
    {"role": "alone", "player": "Zhao"},
]


def second_count() -> Iterator[Row]:
    """Every fact of the matches, as a row of plain values."""
    for number, document in enumerate(MATCHES):
        (record,) = FORMATS["fupan"].read(json.dumps(document).encode(), "x")
        match = record.match
        assert match is not None
        report = CHECKER.check(record)
        assert report.facts is not None
        assert report.rules is not None
        game = GAMES[match.game]
        able = passes_able(game, CHECKER.judge(report.rules), match)
        info = given_value(match.match) or MatchInfo()
        for fact in report.facts.seats:
            counts = dict(zip(game.statistics.names, fact.counts, strict=True))
            if game.statistics.passes_able is not None:
                counts["passes_able"] = able[fact.hand][fact.seat] if fact.hand in able else 0
            yield {
                "match": number,
                "game": game.name,
                "fact": fact,
                "person": person_key(match.players[fact.seat]),
                "beside": [person_key(match.players[seat]) for seat in fact.side],
                "preset": report.rules.preset,
                "event": normal(given_value(info.event) or ""),
                "day": (given_value(info.played_at) or "")[:10],
                "counts": counts,
            }


ROWS = tuple(second_count())


def passes(row: Row, wanted: Row) -> bool:
    fact: SeatFacts = row["fact"]
    partner = wanted.get("partner")
    return all(
        (
            not wanted.get("of_play") or fact.basis == "play",
            wanted.get("player") in (None, row["person"]),
            partner is None or (partner in row["beside"] and row["person"] != partner),
            wanted.get("event") in (None, row["event"]),
            wanted.get("preset") in (None, row["preset"]),
            wanted.get("role") in (None, fact.role),
            "since" not in wanted or row["day"] >= str(wanted["since"]),
            "until" not in wanted or "" < row["day"] <= str(wanted["until"]),
        )
    )


def expected(game: Game, wanted: Row) -> list[Row]:
    of_people: dict[str, list[Row]] = defaultdict(list)
    for row in ROWS:
        if row["game"] == game.name and row["person"] is not None and passes(row, wanted):
            of_people[row["person"]].append(row)
    return sorted(
        (_figures(game, person, rows) for person, rows in of_people.items()),
        key=lambda each: (-each["hands"], each["person"]),
    )


def _figures(game: Game, person: str, rows: list[Row]) -> Row:
    facts: list[SeatFacts] = [row["fact"] for row in rows]
    won: dict[int, set[bool | None]] = defaultdict(set)
    for row in rows:
        won[row["match"]].add(row["fact"].won)
    places = Counter(fact.place_halves / 2 for fact in facts if fact.place_halves is not None)
    totals: Counter[str] = Counter()
    for row in rows:
        totals.update(row["counts"])
    of_format = [
        figure for figure in game.statistics.figures if figure.name not in ("settings_compared", "points_lost")
    ]
    own = {figure.key or figure.name: Decimal(0) for figure in of_format}
    for figure in of_format:
        own[figure.key or figure.name] += totals[figure.name] * Decimal(10) ** figure.exponent
    return {
        "person": person,
        "game": game.name,
        "matches": len(won),
        "won": sum(True in each for each in won.values()),
        "undecided": sum(each == {None} for each in won.values()),
        "hands": len(facts),
        "played": sum(fact.basis == "play" for fact in facts),
        "score": sum(fact.score for fact in facts),
        "places": {f"{place:g}": count for place, count in sorted(places.items())},
        "roles": {
            role: {
                "hands": sum(fact.role == role for fact in facts),
                "score": sum(fact.score for fact in facts if fact.role == role),
            }
            for role in role_names(game)
        },
        "errors": sum(fact.errors for fact in facts),
        **own,
    }


@pytest.fixture
def filled(fupan: Installation) -> Installation:
    fill_once(fupan, _put_counted)
    return fupan


def _put_counted(fupan: Installation) -> None:
    put_short_matches(fupan)
    count_pending(fupan.sessions)


@pytest.mark.parametrize("game", GAMES)
def test_the_figures_are_those_of_a_second_count(filled: Installation, game: str) -> None:
    found = {}
    for wanted in WANTED:
        with filled.sessions() as session:
            figures = person_figures(session, game, FactFilter(**wanted))
        records = [json.loads(lines_of_json([each.document]), parse_float=Decimal) for each in figures]
        for record in records:
            assert list(record)[:3] == ["person", "name", "game"]
            del record["name"]
            for uncounted in ("settings_compared", "points_lost"):
                record.pop(uncounted, None)
        assert records == expected(GAMES[game], wanted), wanted
        found[str(wanted)] = records
    assert found["{}"]
    assert sum(bool(records) for records in found.values()) >= 5


def test_a_person_at_two_seats_has_one_match(filled: Installation) -> None:
    with filled.sessions() as session:
        twice = [
            each
            for game in GAMES
            for each in person_figures(session, game, FactFilter())
            if each.whole.hands > 2 * each.matches.matches
        ]
    assert twice


def test_every_figure_that_a_game_names_has_its_column() -> None:
    named = [figure for game in GAMES.values() for figure in game.statistics.figures]
    assert list(FIGURES.values()) == list(dict.fromkeys(named))
    assert set(FIGURES) < set(FACTS.c.keys())
    assert set(FIGURES) < set(TALLIES.c.keys())


def test_a_figure_that_games_share_is_the_same_in_each() -> None:
    named = {figure for game in GAMES.values() for figure in game.statistics.figures}
    assert len({figure.name for figure in named}) == len(named)


def test_seconds_are_added_exactly(fupan: Installation, take: Take) -> None:
    match = json.loads(json.dumps(next(each for each in MATCHES if each["game"] == "guandan")))
    match["players"] = [{"seat": seat, "name": seat} for seat in "ENWS"]
    match["hands"] = match["hands"][:1]
    actions = match["hands"][0]["actions"]
    actions[:] = [f"{action} @{number}.{'0' * 17}{number % 10}" for number, action in enumerate(actions)]
    actions[-1] = actions[-1].split(" @")[0] + " @999999999999.5"
    take(json.dumps(match).encode())
    with fupan.sessions() as session:
        figures = person_figures(session, "guandan", FactFilter())
    assert [str(each.values["seconds"]) for each in figures if each.whole.counts["seconds_fine"]]
    assert sum(Decimal(each.values["seconds"]) for each in figures) == Decimal("999999999999.5")


def test_tables_are_written_with_formulas_defused(filled: Installation) -> None:
    with filled.sessions() as session:
        figures = person_figures(session, "bao_huang", FactFilter())
    records = [each.document for each in figures]
    records[0]["name"] = "=1+2"
    header, *rows = csv.reader(StringIO(as_csv(records)))
    assert next(row[header.index("name")] for row in rows) == "'=1+2"
    assert header[: header.index("errors")][:3] == ["person", "name", "game"]
    places = [float(name.removeprefix("place_")) for name in header if name.startswith("place_")]
    assert places == sorted(places)
    assert {"emperor_hands", "emperor_score", "farmer_hands"} < set(header)
    scores = [int(row[header.index("score")]) for row in rows]
    assert scores == [record["score"] for record in records]
    assert min(scores) < 0
    table = parquet.read_table(BytesIO(as_parquet(records)))
    assert table.column_names == header
    assert table.column("score").to_pylist() == scores

"""The sums of a person's page: those of the figures, in a fixed number of queries that read one person's rows."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select
from sqlalchemy.orm import Session

from app.database.opening import transact
from app.database.tables.statistics import PARTNERSHIPS, TALLIES
from app.matches.ingest import IngestResult, ingest
from app.matches.installation import Installation
from app.players.statistics import people
from app.players.statistics.directory import found_people
from app.players.statistics.directory import people as listed
from app.players.statistics.figures import person_figures
from app.players.statistics.filters import FactFilter
from app.players.statistics.hands import hands_of
from app.players.statistics.person import by_partner, by_role, lines_of, numbers_of, source_of
from app.players.statistics.profile import profile_of
from app.players.statistics.recount import count_pending
from engine.games import GAMES
from engine.statistics.facts import role_names
from tests.databases import fill_once
from tests.fact_rows import fact_rows
from tests.profiles import cases
from tests.statements import statements

SAMPLES = Path(__file__).parents[3] / "sample_logs" / "demo"
NAMES = ("Li", "Zhao", "王小明", "Sun", "Qian")
Take = Callable[..., list[IngestResult]]


def season() -> bytes:
    """The samples of every game, played by five people with changing seats, on some days, one of them seated twice."""
    texts = []
    for number, path in enumerate(sorted(SAMPLES.glob("*.json"))):
        whole = json.loads(path.read_bytes())
        whole = {name: value for name, value in whole.items() if name != "result"} | {"hands": whole["hands"][:4]}
        whole["match"] = {"id": path.stem, "event": f"Cup {number % 2}"}
        if number:
            whole["match"]["played_at"] = f"2024-0{number % 3 + 1}-15T19:30:00+08:00"
        for place, player in enumerate(whole["players"]):
            player["name"] = NAMES[(place + number) % len(NAMES)] if number != 2 else NAMES[place % 2]
            player.pop("id", None)
        texts.append(json.dumps(whole, ensure_ascii=False).encode())
    return b"\n".join(texts)


@pytest.fixture
def filled(fupan: Installation) -> Installation:
    """An installation with the season."""
    fill_once(fupan, _put_season)
    return fupan


def _put_season(fupan: Installation) -> None:
    list(ingest(fupan.sessions, fupan.checker, BytesIO(season()), "season.jsonl"))
    count_pending(fupan.sessions)


def filters(game: str) -> list[FactFilter]:
    """Filters of each kind, and some of two."""
    roles = [FactFilter(role=role) for role in role_names(GAMES[game])]
    partners = [FactFilter(partner=name) for name in (*NAMES, "nobody")]
    presets = [FactFilter(preset=preset) for preset in GAMES[game].rules.presets]
    return [
        FactFilter(),
        FactFilter(since=date(2024, 2, 1)),
        FactFilter(until=date(2024, 2, 15), event="Cup 1"),
        FactFilter(event=""),
        FactFilter(of_play=True),
        FactFilter(of_play=True, partner="Li"),
        *roles,
        *partners,
        *presets,
    ]


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.databases_differ] * (game == "guandan")) for game in GAMES]
)
def test_the_sums_are_the_figures(filled: Installation, game: str) -> None:
    compared = 0
    with filled.sessions() as session:
        for wanted in filters(game):
            figures = {each.key: each for each in person_figures(session, game, wanted)}
            for name in cases(NAMES, NAMES[:2]):
                person = people.person_of(session, name)
                assert person is not None
                numbers = numbers_of(session, wanted)
                source = source_of(session, person, name, game, wanted, numbers)
                lines, roles = lines_of(session, source, game, numbers), by_role(session, source, GAMES[game])
                assert lines.whole.hands == sum(each.hands for each in roles.values())
                if name not in figures:
                    assert lines.whole.hands == 0
                    continue
                expected = figures[name]
                whole = expected.whole
                compared += 1
                assert (lines.whole.matches, lines.whole.won, lines.whole.undecided) == (
                    expected.matches.matches,
                    expected.matches.won,
                    expected.matches.undecided,
                )
                assert (lines.whole.hands, lines.whole.played, lines.whole.score, lines.whole.errors) == (
                    whole.hands,
                    whole.played,
                    whole.score,
                    whole.errors,
                )
                assert lines.whole.squares == whole.squares
                for parts in (lines.months, lines.presets, lines.events):
                    assert sum(each.hands for each in parts) == whole.hands
                    assert sum(each.matches for each in parts) == expected.matches.matches
                counts: dict[str, int] = {}
                places: dict[int, int] = {}
                for each in roles.values():
                    for figure, count in each.counts.items():
                        counts[figure] = counts.get(figure, 0) + count
                    for place_halves, (hands, _) in each.places.items():
                        places[place_halves] = places.get(place_halves, 0) + hands
                assert counts == whole.counts
                assert places == expected.places
                every = source_of(session, person, name, None, wanted, numbers)
                assert lines_of(session, every, None, numbers).games[game] == replace(lines.whole, key=numbers.of[game])
                assert replace(lines_of(session, every, game, numbers), games={}) == replace(lines, games={})
                assert sum(each.hands for each in lines.matches) == whole.hands
                assert sum(each.score for each in lines.matches) == whole.score
    assert compared >= 8


@pytest.mark.databases_differ
def test_the_sums_with_a_partner_are_those_of_the_filter(filled: Installation) -> None:
    compared = 0
    with filled.sessions() as session:
        for game in GAMES:
            for name in NAMES:
                person = people.person_of(session, name)
                assert person is not None
                numbers = numbers_of(session, FactFilter())
                for line in by_partner(session, person, game, FactFilter(), numbers):
                    partner = people.keys_of(session, [line.key or 0])[line.key or 0]
                    (expected,) = person_figures(session, game, FactFilter(player=name, partner=partner))
                    assert (line.hands, line.score, line.matches, line.won) == (
                        expected.whole.hands,
                        expected.whole.score,
                        expected.matches.matches,
                        expected.matches.won,
                    )
                    compared += 1
    assert compared > 10


@pytest.mark.databases_differ
def test_a_join_and_a_split_move_the_sums(filled: Installation) -> None:
    with filled.sessions() as session:
        before = fact_rows(session)
    transact(filled.sessions, lambda session: people.join(session, "Li", "Sun"))
    with filled.sessions() as session:
        li = people.person_of(session, "Li")
        assert {row.person for row in session.execute(select(TALLIES.c.person))} == {
            people.person_of(session, name) for name in NAMES
        }
        assert li in set(session.scalars(select(PARTNERSHIPS.c.partner)))
        (found,) = found_people(session, "SU").entries
        assert (found.person, found.key) == (li, "Li")
        assert [entry.key for entry in listed(session).entries] == ["Li", "Qian", "王小明", "Zhao"]
    transact(filled.sessions, lambda session: people.split(session, "Sun"))
    with filled.sessions() as session:
        assert fact_rows(session) == before


def hand_of(identity: str, *names: str, key: str = "") -> bytes:
    """A match of one hand by people of four names; the last has a key beside the name."""
    whole = json.loads((SAMPLES / "guandan-evening.json").read_bytes())
    players = [{"seat": each["seat"], "name": name} for each, name in zip(whole["players"], names, strict=True)]
    players[3] |= {"id": key} if key else {}
    match = {name: value for name, value in whole.items() if name != "result"}
    match |= {"hands": whole["hands"][:1], "players": players, "match": {"id": identity}}
    return json.dumps(match, ensure_ascii=False).encode()


@pytest.mark.databases_differ
def test_people_are_found_by_any_part_of_a_name_or_a_key(fupan: Installation, take: Take) -> None:
    take(hand_of("m1", "王小明", "Ann 100%", "Zoë", "Li", key="club-17"))
    take(hand_of("m2", "王小明", "Ann 100%", "Zoë", "李雷", key="club-17"))
    with fupan.sessions() as session:

        def found(text: str) -> list[str]:
            return [entry.key for entry in found_people(session, text).entries]

        assert found("小") == found("王小") == ["王小明"]
        assert found("b-1") == found("李") == found("Li") == ["club-17"]
        assert found("0%") == ["Ann 100%"]
        assert found("%%") == found("nobody") == []
        assert found("ZO") == ["Zoë"]
        (entry,) = found_people(session, "雷").entries
        assert dict(entry.games) == {"guandan": 2}


@pytest.mark.databases_differ
def test_the_list_goes_on_behind_a_person(fupan: Installation, take: Take, monkeypatch: Any) -> None:
    monkeypatch.setattr("app.players.statistics.directory.SIZE", 3)
    take(b"\n".join(hand_of(f"m{n}", *(f"P{n}{seat}" for seat in "abcd")) for n in range(2)))
    with fupan.sessions() as session:
        keys: list[str] = []
        after: int | None = None
        while True:
            page = listed(session, after)
            keys += [entry.key for entry in page.entries]
            after = page.next
            if after is None:
                break
    assert keys == [f"P{n}{seat}" for n in range(2) for seat in "abcd"]


@pytest.mark.databases_differ
def test_the_hands_behind_a_figure_are_those_with_it(filled: Installation) -> None:
    wanted = FactFilter(game="guandan", player="Li")
    with filled.sessions() as session:
        (figures,) = person_figures(session, "guandan", wanted)
        hands, _ = hands_of(session, wanted, count="bombs")
        assert sum(each.count or 0 for each in hands) == figures.whole.counts["bombs"] > 0
        places, _ = hands_of(session, wanted, place_halves=2)
        assert len(places) == figures.places[2]
        every, following = hands_of(session, wanted)
        assert len(every) == figures.whole.hands
        assert following is None
        behind, _ = hands_of(session, wanted, before=(every[0].match, every[0].hand))
        assert list(behind) == list(every[1:])


@pytest.mark.databases_differ
def test_a_page_asks_the_same_number_of_queries_whatever_there_is(filled: Installation) -> None:
    def page(name: str, wanted: FactFilter) -> int:
        with filled.sessions() as session, statements(filled) as found:
            person = people.person_of(session, name)
            who = people.who_is(session, person or 0)
            assert who is not None
            profile_of(session, who, wanted, play=True, reviewed=False)
            return len(found)

    counts = {name: page(name, FactFilter(player=name, game="guandan")) for name in NAMES}
    assert max(counts.values()) <= 26
    assert max(counts.values()) - min(counts.values()) <= 2


@pytest.mark.databases_differ
def test_no_query_of_a_page_reads_a_table_through(filled: Installation) -> None:
    found: list[tuple[str, Any]] = []
    engine = filled.sessions.kw["bind"]

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_rest: Any) -> None:
        if statement.startswith(("SELECT", "WITH")):
            found.append((statement, values))

    event.listen(engine, "before_cursor_execute", note)
    with filled.sessions() as session:
        with_partner = FactFilter(game="guandan", partner="Zhao")
        for wanted in (
            FactFilter(),
            with_partner,
            FactFilter(event="Cup 1", of_play=True),
            FactFilter(as_computed=True),
        ):
            who = people.who_is(session, people.person_of(session, "Li") or 0)
            assert who is not None
            profile_of(session, who, wanted, play=True, reviewed=False)
    event.remove(engine, "before_cursor_execute", note)
    big = {
        "bombs_played",
        "facts",
        "tallies",
        "partnerships",
        "seat_results",
        "counted_matches",
        "words",
        "players",
        "people",
    }
    with filled.sessions() as session:
        bad = [(statement, step) for statement, values in found for step in _scans(session, statement, values, big)]
    assert bad == []
    assert len(found) > 30


def _scans(session: Session, statement: str, values: Any, tables: set[str]) -> list[str]:
    """The tables of some that the plan of a statement reads through."""
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        steps = [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)]
        return [step for step in steps if step.startswith("SCAN") and step.split()[1] in tables]
    connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
    plan = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", values).scalar_one()
    text = json.dumps(plan)
    return ["Seq Scan"] if '"Seq Scan"' in text else []

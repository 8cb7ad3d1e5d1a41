"""The bombs of people, and what their settings lost: added up here from the facts of each match."""

import json
from collections import Counter
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest

from app.database.opening import transact
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.players.statistics import people
from app.players.statistics.bombs import BombSums, bombs_of
from app.players.statistics.figures import person_figures
from app.players.statistics.filters import FactFilter
from app.players.statistics.output import lines_of_json
from app.players.statistics.person import numbers_of
from app.players.statistics.recount import count_pending
from engine.games import GAMES
from engine.logs.fupan.reading import read_match
from tests.counted_facts import CHECKER

SAMPLES = Path(__file__).parents[3] / "sample_logs" / "demo"
NAMES = ("Li", "Zhao", "王小明", "Sun", "Qian")
Take = Callable[..., list[IngestResult]]


def evenings() -> list[dict[str, Any]]:
    """Evenings of three games, played by five people with changing seats, one of them seated twice, on some days."""
    logs = []
    for number, name in enumerate(("guandan", "big-a", "chinese-poker", "guandan", "big-a")):
        log = json.loads((SAMPLES / f"{name}-evening.json").read_bytes())
        log = {key: value for key, value in log.items() if key != "result"} | {"hands": log["hands"][:3]}
        log["match"] = {"id": str(number), "event": f"Cup {number % 2}"}
        if number:
            log["match"]["played_at"] = f"2024-0{number}-15T19:30:00+08:00"
        for place, player in enumerate(log["players"]):
            player["name"] = NAMES[(place + number) % len(NAMES)] if number != 3 else NAMES[place % 2]
            player.pop("id", None)
        logs.append(log)
    return logs


@pytest.fixture
def filled(fupan: Installation, take: Take) -> Installation:
    """An installation with the evenings."""
    take(b"\n".join(json.dumps(log, ensure_ascii=False).encode() for log in evenings()))
    count_pending(fupan.sessions)
    return fupan


def expected(name: str, game: str, chosen: Callable[[dict[str, Any], Any, list[str]], bool]) -> dict[Any, Counter[str]]:
    """The bombs of a person by kind and cards; ``chosen`` takes the log, the row of the seat, and who is beside it."""
    found: dict[Any, Counter[str]] = {}
    for log in evenings():
        match = read_match(json.dumps(log).encode(), "x.json")
        facts = CHECKER.check(match).facts
        assert facts is not None
        names = [player["name"] for player in log["players"]]
        rows = {(row.hand, row.seat): row for row in facts.seats}
        for hand, of_hand in facts.bombs.items():
            for each in of_hand:
                row = rows[hand, each.seat]
                if log["game"] != game or names[each.seat] != name:
                    continue
                if not chosen(log, row, [names[seat] for seat in row.side]):
                    continue
                counts = found.setdefault((each.kind, each.size), Counter())
                counts.update(played=each.played, won=each.won, beaten=each.beaten, last=each.last, hands=1)
                counts.update(placed=row.place_halves is not None, place_halves=row.place_halves or 0)
                counts.update(score=row.score, squares=row.score**2)
    return found


def shown(fupan: Installation, name: str, game: str, wanted: FactFilter) -> dict[Any, dict[str, Any]] | None:
    with fupan.sessions() as session:
        person = people.person_of(session, name)
        assert person is not None
        found = bombs_of(session, person, GAMES[game], wanted, numbers_of(session, wanted))
    return None if found is None else {(each.kind, each.size): numbers(each) for each in found}


def numbers(each: BombSums) -> dict[str, Any]:
    what = ("played", "won", "beaten", "last", "hands", "placed", "place_halves", "score", "squares")
    return {name: getattr(each, name) for name in what}


CHOSEN: Final = (
    (FactFilter(), lambda *_: True),
    (FactFilter(of_play=True), lambda *_: True),
    (FactFilter(event="Cup 1"), lambda log, *_: log["match"]["event"] == "Cup 1"),
    (FactFilter(since=date(2024, 2, 1)), lambda log, *_: log["match"].get("played_at", "") >= "2024-02"),
    (FactFilter(preset="no such preset"), lambda *_: False),
    (FactFilter(role="opponent"), lambda _, row, __: row.role == "opponent"),
    (FactFilter(partner="Sun"), lambda _, __, beside: "Sun" in beside),
)


def test_bombs_are_added_up_by_kind_and_size(filled: Installation) -> None:
    for wanted, chosen in CHOSEN:
        compared = 0
        for game in ("guandan", "big_a"):
            for name in NAMES:
                found = shown(filled, name, game, wanted)
                if game == "big_a" and wanted.partner is not None:
                    assert found is None
                else:
                    assert found == expected(name, game, chosen), (name, wanted)
                    compared += len(found or {})
        assert compared or wanted.preset, wanted
    assert shown(filled, "Li", "chinese_poker", FactFilter()) is None


def test_bombs_follow_people_who_are_joined_and_split(filled: Installation) -> None:
    before = {name: shown(filled, name, "guandan", FactFilter()) or {} for name in NAMES}
    transact(filled.sessions, lambda session: people.join(session, "Li", "Zhao"))
    together = shown(filled, "Li", "guandan", FactFilter()) or {}
    for kind in {*before["Li"], *before["Zhao"]}:
        parts = [before[name].get(kind, {}) for name in ("Li", "Zhao")]
        assert together[kind]["played"] == sum(part.get("played", 0) for part in parts)
    transact(filled.sessions, lambda session: people.split(session, "Zhao"))
    assert {name: shown(filled, name, "guandan", FactFilter()) or {} for name in NAMES} == before


def test_what_settings_lost_is_what_their_best_ones_would_have_won(filled: Installation) -> None:
    lost, compared = Counter[str](), Counter[str]()
    for log in evenings():
        if log["game"] == "chinese_poker":
            match = read_match(json.dumps(log).encode(), "x.json").match
            assert match is not None
            report = CHECKER.check(read_match(json.dumps(log).encode(), "x.json"))
            assert report.rules is not None
            analysis = GAMES["chinese_poker"].analysis
            assert analysis is not None
            for hand in range(len(match.hands)):
                for each in analysis.losses(CHECKER.judge(report.rules), match, hand):
                    name = log["players"][each.seat]["name"]
                    lost[name] += each.best - each.won
                    compared[name] += 1
    with filled.sessions() as session:
        found = person_figures(session, "chinese_poker", FactFilter())
    figures = {each.key: each.whole.counts for each in found}
    printed = {
        row["person"]: row for row in map(json.loads, lines_of_json(each.document for each in found).splitlines())
    }
    assert {name: (row["settings_compared"], row["points_lost"]) for name, row in printed.items()} == {
        name: (compared[name], lost[name]) for name in figures
    }
    assert sum(lost.values())
    assert {name: counts["points_lost"] for name, counts in figures.items()} == {name: lost[name] for name in figures}
    assert {name: counts["settings_compared"] for name, counts in figures.items()} == dict(compared)

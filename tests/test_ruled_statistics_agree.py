"""The figures of matches that were ruled on are those of the second count of their reports after the rulings."""

import json
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from sqlmodel import col

from app.cli.matches.importing import open_fupan
from app.database.tables.matches import Judgement, Log
from app.disputes.cases.in_force import in_force
from app.disputes.cases.states import CannotAct
from app.matches.installation import Installation
from engine.games import GAMES
from tests.bruteforce.statistics import count, matches
from tests.bruteforce.statistics.rulings import after_rulings
from tests.drawn_rulings import draw_ruling
from tests.profiles import PROFILE
from tests.test_statistics_agree import NOT_COUNTED, Run, chosen, differences, fupan, made_up, options, rows_of, stored

__all__ = ["fupan"]
MATCHES = 40 if PROFILE == "long" else 4
Adjusted = dict[str, dict[int, dict[str, int]]]


def lines_of(game: str) -> list[bytes]:
    """Made-up matches, each with an id of its own, by a few people with changing seats."""
    found = []
    for number, line in enumerate(made_up(game, MATCHES)):
        match = json.loads(line)
        match["match"] = {
            "id": f"m{number}",
            "event": f"Cup {number % 2}",
            "played_at": f"2024-02-0{1 + number % 9}T20:00:00Z",
        }
        for place, player in enumerate(match["players"]):
            player["name"] = "ABCDEFA"[(place + number) % 7]
            player.pop("id", None)
        found.append(json.dumps(match).encode())
    return found


def rule_on(installation: Installation, game: str) -> Adjusted:
    """Draws rulings on the matches stored; by the id of the match the scores that those in force set."""
    rng = Random(game)
    with installation.sessions() as session:
        listed = session.execute(
            select(col(Log.id), col(Log.match_id))
            .join(Judgement, col(Judgement.log_id) == col(Log.id))
            .where(col(Judgement.current))
            .order_by(col(Log.id))
        ).all()
    for match, _ in listed * 2:
        with suppress(CannotAct):
            draw_ruling(installation, rng, match or 0)
    with installation.sessions() as session:
        return {
            name or "": {each.hand: each.scores for each in in_force(session, match or 0)} for match, name in listed
        }


@pytest.mark.parametrize("game", GAMES)
def test_two_counts_of_ruled_matches_agree(tmp_path: Path, fupan: Run, game: str) -> None:
    log, converted = tmp_path / "all.jsonl", tmp_path / "converted.jsonl"
    log.write_bytes(b"\n".join(lines_of(game)) + b"\n")
    converted.write_bytes(fupan("convert", log))
    computed = matches(converted.read_bytes().splitlines(), fupan("check", "--json", converted).splitlines())
    fupan("import", log)
    fupan("stats", "--recount")
    opened = open_fupan()
    try:
        adjusted = rule_on(opened, game)
        assert any(adjusted.values())
        ruled = [after_rulings(match, adjusted[match.log["match"]["id"]]) for match in computed]
        wrong: list[str] = []
        with opened.sessions() as session:
            for filters in chosen(computed, game):
                mine = count(ruled, game, filters)
                wrong += [f"{options(filters)}: {each}" for each in differences(mine, stored(session, game, filters))]
    finally:
        opened.close()
    assert not wrong, "\n".join(wrong[:40])
    assert without_later(rows_of(fupan("stats", "--json", "--game", game))) == count(ruled, game)
    as_computed = fupan("stats", "--json", "--game", game, "--as-computed")
    assert without_later(rows_of(as_computed)) == count(computed, game)


def without_later(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows without the figures that the second count does not have."""
    return [{key: value for key, value in row.items() if key not in NOT_COUNTED} for row in rows]

"""Small logs for tests, and JSON written in ways that `json.dumps` does not."""

import copy
import json
from dataclasses import replace
from typing import Any

from engine.games import GAMES
from engine.logs.fupan.reading import read_match
from engine.logs.record import LogRecord
from engine.recorded.fields import FINISH, ROLES, SCORES
from engine.rulebook.findings import Severity

TABLES = dict(GAMES) | {
    "big_table": replace(GAMES["guandan"], name="big_table", title="Big Table", players=range(2, 13)),
    "bao_huang": replace(
        GAMES["guandan"],
        name="bao_huang",
        title="Bao Huang",
        players=range(5, 6),
        setup_fields=frozenset({"totals", "first", "previous"}),
        recorded=(FINISH, SCORES, ROLES),
    ),
    "open_face": replace(
        GAMES["guandan"],
        name="open_face",
        title="Open Face",
        players=range(2, 5),
        setup_fields=frozenset({"totals", "dealer", "fantasyland", "stakes"}),
        recorded=(SCORES, GAMES["chinese_poker"].recorded_field("units")),
    ),
    "bare": replace(GAMES["guandan"], name="bare", players=range(2, 9), setup_fields=frozenset(), recorded=()),
}
"""The games that there are, and stand-ins with other numbers of players and other fields."""

_MATCH: dict[str, Any] = {
    "format": "fupan/1",
    "game": "guandan",
    "rules": {"preset": "tournament", "options": {"a_failures": 3}},
    "match": {
        "id": "hf-2024-051",
        "played_at": "2024-05-01T19:30:00+08:00",
        "event": "Spring Cup",
        "table": "7",
        "note": "free text",
    },
    "players": [
        {"seat": "E", "name": "Li Wei", "id": "liwei"},
        {"seat": "N", "name": "Zhao Min"},
        {"seat": "W", "name": "Sun Yue"},
        {"seat": "S", "name": "Qian Lu"},
    ],
    "hands": [
        {
            "setup": {"level": "2", "levels": {"E": "2", "N": "2"}, "previous": ["E", "W", ["N", "S"]]},
            "deal": {"E": "2h 3s 3s 4d", "N": "5c ??"},
            "actions": ["E play 3s 3s", "N pass", "W play 5c 5d @8.2", "S pass # thinks"],
            "result": {"finish": ["E", "W"], "scores": {"E": 3, "W": 3}},
        },
        {"actions": []},
    ],
    "result": {"totals": {"E": 3}, "winner": ["E", "W"]},
}


def a_match(**changes: Any) -> dict[str, Any]:
    """A match after the example of the format, with some fields changed; None leaves one out."""
    made = copy.deepcopy(_MATCH) | changes
    return {name: value for name, value in made.items() if value is not None}


def with_hand(**changes: Any) -> dict[str, Any]:
    """A match whose second hand (index 1) has some fields changed; None leaves one out."""
    made = a_match()
    hand = made["hands"][1] | changes
    made["hands"][1] = {name: value for name, value in hand.items() if value is not None}
    return made


def table_of(game: str, count: int, **hand: Any) -> dict[str, Any]:
    """A match of a game with some number of players and one hand."""
    players = [{"seat": f"P{number}"} for number in range(1, count + 1)]
    return {"format": "fupan/1", "game": game, "players": players, "hands": [{"actions": []} | hand]}


def compact(value: Any) -> bytes:
    """JSON without white space, as UTF-8."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def read(value: Any, source: str = "log.json") -> LogRecord:
    """The record of a match given as an object, or as bytes."""
    return read_match(value if isinstance(value, bytes) else compact(value), source, TABLES)


def refusal(value: Any) -> Any:
    """The one finding of a match that is refused."""
    record = read(value)
    assert record.match is None
    (finding,) = record.findings
    assert finding.code.id == "malformed"
    assert finding.severity is Severity.ERROR
    assert finding.message
    return finding

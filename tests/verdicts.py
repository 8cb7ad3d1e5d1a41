"""Small matches to issue verdicts on, and ways to change what is in one."""

import json
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any

from engine import Checker, LogRecord, read_logs
from engine.verdict.proof import canonical
from engine.verdict.proof.building import build
from engine.verdict.proof.form import Body, VerdictFile

SEATS = ("C", "A", "E", "B", "D")
"""Not in the order of the alphabet, in which canonical JSON has them."""


def scores(*points: int) -> dict[str, int]:
    """Points of the five seats."""
    return dict(zip(SEATS, points, strict=True))


def sheet(*hands: Mapping[str, int] | None, options: Mapping[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    """A score sheet: the scores of each hand, None where nobody wrote them down."""
    return {
        "format": "fupan/1",
        "game": "bao_huang",
        "rules": {"options": dict(options or {})},
        "match": {"id": "sheet"},
        "players": [{"seat": seat, "name": f"Player {seat}"} for seat in SEATS],
        "hands": [{"actions": [], **({} if each is None else {"result": {"scores": dict(each)}})} for each in hands],
        **fields,
    }


def as_log(log: Mapping[str, Any]) -> bytes:
    """The bytes of a log."""
    return json.dumps(log, ensure_ascii=False).encode()


def record_of(raw: bytes, name: str = "log.json") -> LogRecord:
    """The only record of some bytes."""
    (record,) = read_logs(BytesIO(raw), name)
    return record


def dispute(outcome: str, *adjustments: Mapping[str, Any], **fields: Any) -> dict[str, Any]:
    """A dispute with its ruling."""
    return {
        "id": "d1",
        "ruling": 1,
        "state": "ruled",
        "replaces": None,
        "subject": {"hand": None, "action": None, "line": None},
        "claim": {"text": "It was otherwise."},
        "outcome": outcome,
        "adjustments": list(adjustments),
        "text": "Ruled.",
        **fields,
    }


def adjustment(hand: int, points: Mapping[str, int]) -> dict[str, Any]:
    """Scores that an arbiter sets."""
    return {"hand": hand, "scores": dict(points), "rule": None, "reason": "agreed at the table"}


def body(raw: bytes, ruling: Mapping[str, Any] | None = None, **fields: Any) -> Body:
    """The body of a verdict on a log."""
    record = record_of(raw)
    stamp = {"identity": "v1", "issued_at": "2026-05-01T18:00:00Z", "issuer": "Li Wei"} | fields
    return build(record, 0, Checker().check(record), dispute=ruling, **stamp)


def adjusted(log: Mapping[str, Any], *adjustments: Mapping[str, Any]) -> Body:
    """The body of a verdict that adjusts some hands."""
    return body(as_log(log), dispute("adjusted", *adjustments))


def unsigned(of: Body) -> bytes:
    """A verdict without signatures."""
    return VerdictFile(body=of, signatures=[]).as_bytes()


def changed(raw: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """A verdict in which something was changed, again in canonical form."""
    fields = json.loads(raw)
    change(fields)
    return canonical.write(fields) + b"\n"


def at(fields: Any, path: Sequence[str | int]) -> Any:
    """What is at a path in a document."""
    for key in path:
        fields = fields[key]
    return fields

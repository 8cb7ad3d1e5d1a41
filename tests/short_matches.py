"""Short matches of every game, cut from those of the demo, with few people at their seats."""

import json
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from unicodedata import normalize

from app.matches.ingest import ingest
from app.matches.installation import Installation
from engine.verdict.check import Checker

SAMPLES = Path(__file__).parents[1] / "sample_logs" / "demo"
NAMES = ("Li", "Zhao", " Li ", "Ré", normalize("NFD", "Ré"), "王小明", "", "Sun")


def pool() -> list[dict[str, Any]]:
    """Short matches of every game, cut from those of the demo."""
    rng = Random(7)
    found = []
    for path in sorted(SAMPLES.glob("*.json")):
        whole = json.loads(path.read_bytes())
        for start in (0, 2, 4):
            match = {name: value for name, value in whole.items() if name != "result"}
            match |= {"hands": whole["hands"][start : start + 2], "match": {"id": f"{path.stem} {start}"}}
            match["match"] |= {} if start else {"played_at": "2024-05-01T19:30:00+08:00", "event": " Cup "}
            match["players"] = [
                {"seat": each["seat"], "name": rng.choice(NAMES)} | ({"id": "p1"} if rng.random() < 0.2 else {})
                for each in whole["players"]
            ]
            found.append(match)
    return found


MATCHES = pool()


def put_short_matches(fupan: Installation) -> None:
    """Keeps all of them."""
    put_short_matches_by(fupan, fupan.checker)


def put_short_matches_by(fupan: Installation, checker: Checker) -> None:
    """Keeps all of them as a checker judges them."""
    data = b"\n".join(json.dumps(match).encode() for match in MATCHES)
    list(ingest(fupan.sessions, checker, BytesIO(data), "short.jsonl"))

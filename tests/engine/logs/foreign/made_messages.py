"""Messages of the NJUPT platform, made as tests need them, and the formats by name."""

from typing import Any

from engine.logs.foreign import FORMATS
from engine.logs.formats import LogFormat

HAND = ["S3", "H3"]


def format_named(name: str) -> LogFormat:
    return next(each for each in FORMATS.values() if each.name == name)


def beginning(seat: int, cards: list[str], rank: int | str = 2, own: int | str = 2, other: int | str = 2) -> Any:
    ranks = {"curRank": rank, "selfRank": own, "oppoRank": other}
    return {"type": "notify", "stage": "beginning", "handCards": cards, "myPos": seat, **ranks}


def play(seat: int, kind: str = "PASS", key: str = "PASS", cards: Any = "PASS") -> Any:
    return {"type": "notify", "stage": "play", "curPos": seat, "curAction": [kind, key, cards]}


def told(stage: str, **fields: Any) -> Any:
    return {"type": "notify", "stage": stage, **fields}

"""Matches that the generator makes up, with people and days that differ."""

from random import Random
from typing import Final

from msgspec.structs import replace

from engine.logs import write_match
from engine.record.match import MatchInfo
from tests.playouts import PLAIN, Style, generate

FAMILIES: Final = "李王张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗"
GIVEN: Final = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英"
PEOPLE: Final = 120


def made_up(game: str, seed: int, hands: int | None = None, style: Style = PLAIN) -> bytes:
    """A match of at most so many hands, or a whole one, as fupan/1."""
    match = generate(game, seed, policy=("greedy", "uniform")[seed % 2], hands=hands, style=style)
    rng = Random(f"people of {game} {seed}")
    players = [
        replace(each, name=f"{FAMILIES[who % len(FAMILIES)]}{GIVEN[who % len(GIVEN)]}{who}", id=f"p{who}")
        for each, who in zip(match.players, rng.sample(range(PEOPLE), len(match.players)), strict=True)
    ]
    day = f"2026-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}T{rng.randrange(10, 24)}:00:00+08:00"
    info = MatchInfo(id=f"made-up-{seed}", event=f"Cup {seed % 9}", played_at=day)
    return write_match(replace(match, players=players, match=info))

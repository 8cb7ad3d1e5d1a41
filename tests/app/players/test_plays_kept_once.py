"""Plays are kept once for each kind, size and rank, however many of them a seat made in a hand."""

from io import BytesIO

import pytest
from msgspec import json, to_builtins
from sqlalchemy import func, select

from app.database.tables.statistics import HAND_PLAYS
from app.matches.ingest import ingest
from app.matches.installation import Installation
from tests.playouts import generate


@pytest.mark.parametrize("game", ["guandan", "bao_huang", "big_a", "chinese_poker"])
def test_matches_with_plays_alike_can_be_kept(fupan: Installation, game: str) -> None:
    # Among them hands in which a seat plays two black jokers, and a black with a red one.
    logs = b"\n".join(json.encode(to_builtins(generate(game, seed))) for seed in (5, 6))
    assert len(list(ingest(fupan.sessions, fupan.checker, BytesIO(logs), "log.jsonl"))) == 2
    with fupan.sessions() as session:
        assert session.scalar(select(func.count()).select_from(HAND_PLAYS))

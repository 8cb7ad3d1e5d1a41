"""Matches of every game to be searched, some ruled on, and a second search that reads all rows."""

import json
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins
from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from app.database.tables.matches import METADATA
from app.database.tables.reviews import REVIEWED_SEATS, ReviewedHandRow
from app.database.tables.statistics import (
    COUNTED_MATCHES,
    FACTS,
    HAND_CODES,
    HAND_LEVELS,
    HAND_PLAYS,
    RULED_HANDS,
    WORDS,
)
from app.disputes.cases.states import CannotAct
from app.matches.ingest import ingest
from app.matches.installation import Installation
from app.players.statistics.recount import count_pending
from app.replay.notes.writing import NoteDraft, add_note
from tests.databases import fill_once
from tests.drawn_rulings import draw_ruling
from tests.playouts import generate

SAMPLES = Path(__file__).parents[3] / "sample_logs"
FAULTY = (
    "guandan/faults/result-only.json",
    "guandan/faults/wrong-leader.json",
    "guandan/faults/incomplete-hand.json",
    "bao_huang/faults/score-mismatch.json",
    "chinese_poker/royalties.jsonl",
)

NOTES = (
    (1, 0, "Too early."),
    (1, 1, "Early, said Li."),
    (1, 1, "他的炸弹太早了"),
    (3, 0, "too late"),
    (3, 0, "EARLY\n炸弹"),
    (9, 0, "炸了,弹了"),
)


@pytest.fixture
def played(fupan: Installation) -> Installation:
    """An installation with the demo, made-up matches of two people of one name, and matches with findings."""
    fill_once(fupan, _play)
    return fupan


def _play(fupan: Installation) -> None:
    paths = [*sorted((SAMPLES / "demo").glob("*.json")), *(SAMPLES / each for each in FAULTY)]
    logs: list[bytes] = [path.read_bytes() for path in paths]
    for seed, game in enumerate(("guandan", "big_a", "bao_huang", "chinese_poker", "guandan")):
        log: dict[str, Any] = to_builtins(generate(game, seed, hands=3))
        for number, player in enumerate(log["players"]):
            player.pop("id", None)
            player["name"] = "LZQSW"[(number + seed) % 5]
        if seed % 2:
            log["players"][0] |= {"id": f"p{seed}", "name": "Li"}
        log["match"] = {"event": "Spring Cup", "played_at": f"2025-03-0{seed + 1}T20:00:00+08:00"}
        logs.append(json.dumps(log).encode())
    for data in logs:
        list(ingest(fupan.sessions, fupan.checker, BytesIO(data), "log.json"))
    count_pending(fupan.sessions)
    with fupan.sessions.begin() as session:
        for match, hand, text in NOTES:
            add_note(session, match, hand, 0, NoteDraft(text))
        _review(session)
    rng = Random(3)
    for match in (1, 2, 3, 5, 9, 10, 11, 12):
        with suppress(CannotAct):
            draw_ruling(fupan, rng, match)


def _review(session: Session) -> None:
    """Rows of reviews as `app.matches.computed.reviews` keeps them, every fifth of a judgement that is not shown."""
    facts, matches = FACTS.c, COUNTED_MATCHES.c
    rng = Random(7)
    seats = session.execute(
        select(facts.match, facts.hand, facts.seat, matches.judgement)
        .join(COUNTED_MATCHES, matches.match == facts.match)
        .order_by(facts.match, facts.hand, facts.seat)
    ).all()
    hands = sorted({(match, hand) for match, hand, _, _ in seats if hand % 3 != 1})
    session.execute(
        insert(ReviewedHandRow),
        [{"log_id": match, "hand": hand, "key_sha256": "", "data": b"", "size": 0} for match, hand in hands],
    )
    rows = []
    for match, hand, seat, judgement in seats:
        if (match, hand) in hands:
            losses = [rng.choice((0, 0, 125, 500, 1_250, 2_000)) for _ in range(rng.randrange(4))]
            rows.append(
                {"match": match, "hand": hand, "seat": seat, "judgement": judgement + (match % 5 == 0)}
                | {"decisions": len(losses), "cost": sum(losses), "loss": max(losses, default=None)}
                | {"fault": sum(each > 1_000 for each in losses), "inaccuracy": losses.count(125)}
                | {"lucky": losses.count(1_250)}
            )
    session.execute(insert(REVIEWED_SEATS), rows)


Rows = list[dict[str, Any]]


@pytest.fixture
def every_row(played: Installation) -> Callable[[], dict[str, Rows]]:
    """Reads all rows of the tables that searches are answered from, numbers of words as words."""
    of_hands = (FACTS, HAND_CODES, HAND_PLAYS, HAND_LEVELS, RULED_HANDS, REVIEWED_SEATS, COUNTED_MATCHES)

    def read() -> dict[str, Rows]:
        with played.sessions() as session:
            words: dict[int, str] = {0: "", **dict(session.execute(select(WORDS.c.id, WORDS.c.text)).all())}
            found = {
                table.name: [dict(row) for row in session.execute(select(table)).mappings()]
                for table in (METADATA.tables["notes"], *of_hands)
            }
        found["hand_plays"] = [
            {"match": row["match"], "kind": row["play"] // 4096, "size": row["play"] // 32 % 128}
            | {"rank": row["play"] % 32 - 1, "hand": row["block"] * 12 + bit // 5, "seat": bit % 5}
            for row in found["hand_plays"]
            for bit in range(60)
            if row["seats"] >> bit & 1
        ]
        for rows in found.values():
            for row in rows:
                for name in {"game", "preset", "event", "basis", "role", "kind", "code"} & set(row):
                    row[name] = None if row[name] is None else words[row[name]]
        return found

    return read

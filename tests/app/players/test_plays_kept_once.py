"""Plays are kept once for each kind, size and rank, however many of them a seat made in a hand."""

from io import BytesIO

import pytest
from msgspec import json, to_builtins
from sqlalchemy import func, select
from sqlmodel import col

from app.database.tables.matches import Judgement
from app.database.tables.statistics import HAND_PLAYS
from app.judging.counted import unpack
from app.matches.ingest import ingest
from app.matches.installation import Installation
from app.players.search import finding, starts
from app.players.search.finding import find
from app.players.search.grammar import read
from app.players.search.starts import HandPosition
from app.players.statistics.plays import RANKS, SEATS
from engine.games import GAMES
from tests.made_up_matches import made_up
from tests.playouts import generate


@pytest.mark.parametrize("game", ["guandan", "bao_huang", "big_a", "chinese_poker"])
def test_matches_with_plays_alike_can_be_kept(fupan: Installation, game: str) -> None:
    # Among them hands in which a seat plays two black jokers, and a black with a red one.
    logs = b"\n".join(json.encode(to_builtins(generate(game, seed))) for seed in (5, 6))
    assert len(list(ingest(fupan.sessions, fupan.checker, BytesIO(logs), "log.jsonl"))) == 2
    with fupan.sessions() as session:
        assert session.scalar(select(func.count()).select_from(HAND_PLAYS))


def test_numbers_of_plays_have_room_for_every_game() -> None:
    for game in GAMES.values():
        assert max(game.players) <= SEATS
        assert all(len(kind.ranks) < RANKS for kind in game.statistics.kinds.values())


def test_every_hand_of_a_long_match_is_found_however_far_a_search_looks(
    fupan: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = b"\n".join(made_up("bao_huang", seed, 27) for seed in range(3))
    list(ingest(fupan.sessions, fupan.checker, BytesIO(logs), "log.jsonl"))
    with fupan.sessions() as session:
        rows = session.execute(select(col(Judgement.log_id), col(Judgement.counts), col(Judgement.counts_size)))
        counted = {match: unpack(data, size) for match, data, size in rows if data is not None}
        wanted = {
            (match, hand, seat)
            for match, each in counted.items()
            for hand, seat, kind, _, rank in each.plays
            if (kind, rank) == ("equal", 5)
        }
        assert {hand // 12 for _, hand, _ in wanted} == {0, 1, 2}
        query = read(f"game:bao_huang equal {GAMES['bao_huang'].statistics.kinds['equal'].ranks[5]}").query
        for rows_of_page in (1_000, 16):
            monkeypatch.setattr(starts, "LEAST", rows_of_page)
            monkeypatch.setattr(finding, "LEAST_ROWS", rows_of_page)
            monkeypatch.setattr(finding, "WORK", rows_of_page)
            found: list[tuple[int, int, int]] = []
            place: HandPosition | None = None
            while True:
                page = find(session, query, place, limit=4)
                assert page.stopped <= (page.looked_at > 0)
                found += [(hand.match, hand.hand, seat.seat) for hand in page.hands for seat in hand.seats]
                if (place := page.older) is None:
                    break
            assert sorted(found) == sorted(wanted)

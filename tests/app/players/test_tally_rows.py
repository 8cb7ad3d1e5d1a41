"""The sums that are added up while facts are written are those that queries add up from the facts."""

import json
import pickle
from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec
import pytest
from sqlalchemy import ColumnElement, FromClause, Select, and_, case, cast, delete, func, insert, select
from sqlalchemy import Float as FloatType
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.inserting import insert_rows
from app.database.lookup import word_number
from app.database.packing import unpacked
from app.database.tables.matches import Judgement
from app.database.tables.statistics import (
    COUNTED_MATCHES,
    FACTS,
    HAND_LEVELS,
    NO_WORD,
    PARTNERSHIPS,
    SEAT_RESULTS,
    TALLIES,
)
from app.judging.counted import read_counted, unpack
from app.judging.judged import judged
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.players.statistics.recount import count_pending
from app.players.statistics.tallying import tallies_of
from tests.fact_rows import fact_rows
from tests.short_matches import MATCHES

pytestmark = pytest.mark.databases_differ

Take = Callable[..., list[IngestResult]]
SUMS = (TALLIES.name, PARTNERSHIPS.name)


@pytest.mark.parametrize("whole", [False, True])
def test_sums_are_those_of_the_queries(fupan: Installation, take: Take, whole: bool) -> None:
    take(b"\n".join(json.dumps(match).encode() for match in MATCHES))
    if whole:
        count_pending(fupan.sessions)
    with fupan.sessions() as session:
        written = fact_rows(session)
        for table in (TALLIES, PARTNERSHIPS):
            session.execute(delete(table))
        play = word_number(session, "play")
        assert play is not None
        _add_queried(session, list(session.scalars(select(COUNTED_MATCHES.c.match))), play)
        queried = fact_rows(session)
    for name in SUMS:
        assert queried[name] == written[name]
        assert len(queried[name]) >= len(MATCHES)


@pytest.mark.parametrize("number", [0, 1, 63, 64, 65, 200])
def test_any_number_of_rows_is_inserted(fupan: Installation, number: int) -> None:
    rows = [(match, match % 13, match % 7) for match in range(number)]
    with fupan.sessions() as session:
        insert_rows(session, HAND_LEVELS, rows, ("match", "level", "hand"))
        found = session.execute(select(HAND_LEVELS.c.match, HAND_LEVELS.c.level, HAND_LEVELS.c.hand))
        assert sorted(tuple(row) for row in found) == rows


def test_counts_at_hand_are_those_that_are_stored(fupan: Installation, take: Take) -> None:
    (taken,) = take(json.dumps(MATCHES[0]).encode())
    ready = judged(taken.report)
    with fupan.sessions() as session:
        data, size = session.execute(select(col(Judgement.counts), col(Judgement.counts_size))).one()
    assert ready.unpacked_counts == unpack(data, size)
    sent = pickle.loads(pickle.dumps(ready))
    assert sent == ready
    assert sent.unpacked_counts is None


def test_damaged_counts_are_refused(take: Take) -> None:
    (taken,) = take(json.dumps(MATCHES[0]).encode())
    ready = judged(taken.report)
    assert ready.counts is not None
    raw = unpacked(ready.counts, ready.counts_size)
    damaged = [raw[:end] for end in range(0, len(raw), 7)]
    damaged += [raw[:at] + byte + raw[at + 1 :] for at in range(0, len(raw), 5) for byte in (b"\x00", b"\x90", b"\xc0")]
    refused = 0
    for each in damaged:
        try:
            read_counted(each)
        except msgspec.MsgspecError:
            refused += 1
    assert refused > len(damaged) // 2


def _add_queried(session: Session, matches: Collection[int], play: int) -> None:
    """Adds the sums of the facts of some matches, which have none; ``play`` is the number of the basis ``play``."""
    results, facts = SEAT_RESULTS, FACTS
    seats = results.join(
        facts,
        and_(facts.c.person == results.c.person, facts.c.match == results.c.match, facts.c.seat == results.c.seat),
    )
    names, chosen = tallies_of(facts.c, play)
    summed = chosen.select_from(seats).where(results.c.match.in_(sorted(matches)))
    session.execute(insert(TALLIES).from_select(names, summed, include_defaults=False))
    names, chosen = _partnerships_of(seats, play)
    session.execute(
        insert(PARTNERSHIPS).from_select(
            names, chosen.where(results.c.match.in_(sorted(matches))), include_defaults=False
        )
    )


def _partnerships_of(seats: FromClause, play: int) -> tuple[list[str], Select[Any]]:
    """The columns of ``PARTNERSHIPS``, and their sums over the facts of some seats."""
    other_facts, other_seats = FACTS.alias("beside"), SEAT_RESULTS.alias("beside_seat")
    mine, theirs, beside = FACTS.c, other_facts.c, other_seats.c
    role, of_play = func.coalesce(mine.role, NO_WORD), case((mine.basis == play, 1), else_=0)
    score = cast(mine.score, FloatType(53))
    columns: dict[str, ColumnElement[Any]] = {
        "person": mine.person,
        "game": mine.game,
        "partner": theirs.person,
        "match": mine.match,
        "seat": mine.seat,
        "partner_seat": theirs.seat,
        "role": role,
        "play": of_play,
        "player": func.max(mine.player),
        "partner_player": func.max(theirs.player),
        "preset": func.max(mine.preset),
        "event": func.max(mine.event),
        "day": func.max(mine.day),
        "won": func.max(mine.won),
        "hands": func.count(),
        "score": func.sum(mine.score),
        "squares": func.sum(score * score),
    }
    joined = seats.join(other_seats, and_(beside.match == SEAT_RESULTS.c.match, beside.seat != mine.seat)).join(
        other_facts,
        and_(
            theirs.person == beside.person,
            theirs.match == beside.match,
            theirs.hand == mine.hand,
            theirs.seat == beside.seat,
            theirs.side == mine.side,
        ),
    )
    keys: Sequence[ColumnElement[Any]] = [columns[column.name] for column in PARTNERSHIPS.primary_key]
    chosen = select(*(column.label(name) for name, column in columns.items())).select_from(joined)
    return list(columns), chosen.group_by(*keys)

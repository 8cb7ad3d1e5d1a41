"""What an earlier version packed without a dictionary is packed again, and remains what it was."""

import msgspec
import pytest
from sqlalchemy import func, select, update
from sqlmodel import col

from app.database.packing import packed, unpacked
from app.database.tables.matches import Blob, Judgement
from app.judging.counted import unpack
from app.matches.installation import Installation
from app.matches.repacking import repack
from tests.databases import fill_once
from tests.short_matches import put_short_matches

pytestmark = pytest.mark.databases_differ

COUNTS = (col(Judgement.id), col(Judgement.counts), col(Judgement.counts_size))
COLUMNS = (
    (col(Blob.sha256), col(Blob.data), col(Blob.size)),
    (col(Judgement.id), col(Judgement.report), col(Judgement.report_size)),
    COUNTS,
)


def _values(fupan: Installation) -> list[tuple[object, object]]:
    with fupan.sessions() as session:
        found = [row for columns in COLUMNS[:-1] for row in session.execute(select(*columns).order_by(columns[0]))]
        counts = session.execute(select(*COUNTS).order_by(COUNTS[0])).all()
    values = [(key, unpacked(data, size)) for key, data, size in found if data is not None]
    return values + [(key, unpack(data, size)) for key, data, size in counts if data is not None]


def _bytes(fupan: Installation) -> int:
    with fupan.sessions() as session:
        return sum(session.scalar(select(func.sum(func.length(data)))) or 0 for _, data, _ in COLUMNS)


def test_values_without_a_dictionary_are_read_and_packed_again_once(fupan: Installation) -> None:
    fill_once(fupan, put_short_matches)
    values, least = _values(fupan), _bytes(fupan)
    assert list(repack(fupan.sessions)) == []
    with fupan.sessions.begin() as session:
        for key, data, size in COLUMNS:
            for row in session.execute(select(key, data, size).where(data.is_not(None))).all():
                plain = unpacked(row[1], row[2])
                if data is COUNTS[1]:
                    plain = msgspec.msgpack.encode(unpack(row[1], row[2]))
                then = {data: packed(plain), size: len(plain)}
                session.execute(update(data.class_).where(key == row[0]).values(then))
    assert _values(fupan) == values
    most = _bytes(fupan)
    assert least < 0.7 * most
    batches = list(repack(fupan.sessions))
    assert sum(batch.values for batch in batches) == len(values)
    assert sum(batch.saved for batch in batches) == most - least
    assert _values(fupan) == values
    assert _bytes(fupan) == least
    assert list(repack(fupan.sessions)) == []


def test_a_damaged_value_stays_as_it_is(fupan: Installation) -> None:
    fill_once(fupan, put_short_matches)
    damaged = packed(b"a log")[:-4] + b"...."
    with fupan.sessions.begin() as session:
        first = session.scalars(select(col(Blob.sha256)).order_by(col(Blob.sha256))).first()
        session.execute(update(Blob).where(col(Blob.sha256) == first).values(data=damaged))
    assert sum(batch.values for batch in repack(fupan.sessions)) == 0
    with fupan.sessions() as session:
        assert session.scalar(select(col(Blob.data)).where(col(Blob.sha256) == first)) == damaged

"""Packs again what is stored without a dictionary, or with one of another version, in batches that are committed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from sqlalchemy import Select, func, select, update
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database.opening import transact
from app.database.packing import HEAD, BytesDamaged, Content, is_packed_anew, packed_for, unpacked
from app.database.tables.matches import Blob, Judgement, Log
from app.judging.counted import pack, unpack

_SEEN: Final = 500
_BATCH: Final = 50


@dataclass(frozen=True, slots=True)
class RepackedBatch:
    """What a batch came to."""

    values: int
    saved: int
    """The bytes that they take less."""


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of packed values."""

    content: Content
    number: Any
    """The number by which its rows are read."""
    key: Any
    data: Any
    size: Any

    def rows(self, *columns: Any) -> Select[Any]:
        """Some columns of the rows that have values."""
        query = select(*columns).select_from(Log)
        if self.content is Content.LOG:
            query = query.join(Blob, col(Blob.sha256) == col(Log.blob_sha256))
        else:
            query = query.join(Judgement, col(Judgement.log_id) == col(Log.id))
        return query.where(self.data.is_not(None))


_COLUMNS: Final = (
    _Column(Content.LOG, col(Log.id), col(Blob.sha256), col(Blob.data), col(Blob.size)),
    _Column(Content.REPORT, col(Judgement.id), col(Judgement.id), col(Judgement.report), col(Judgement.report_size)),
    _Column(Content.COUNTS, col(Judgement.id), col(Judgement.id), col(Judgement.counts), col(Judgement.counts_size)),
)


def repack(sessions: sessionmaker[Session]) -> Iterator[RepackedBatch]:
    """Packs every log, report and count of a game that has dictionaries with the newest one, a batch at a time.

    Values that are damaged stay as they are.
    """
    for column in _COLUMNS:
        after = 0
        while True:
            heads = column.rows(column.number, col(Log.game), func.substr(column.data, 1, HEAD))
            with sessions() as session:
                seen = session.execute(heads.where(column.number > after).order_by(column.number).limit(_SEEN)).all()
            if not seen:
                break
            after = seen[-1][0]
            old = [number for number, game, head in seen if not is_packed_anew(game, column.content, head)]
            for start in range(0, len(old), _BATCH):
                yield transact(sessions, _RepackedBatch(column, old[start : start + _BATCH]))


@dataclass(frozen=True, slots=True)
class _RepackedBatch:
    column: _Column
    numbers: Sequence[int]

    def __call__(self, session: Session) -> RepackedBatch:
        column = self.column
        rows = session.execute(
            column.rows(column.key, col(Log.game), column.data, column.size).where(column.number.in_(self.numbers))
        ).all()
        values = saved = 0
        for key, (game, data, size) in {row[0]: row[1:] for row in rows}.items():
            try:
                raw = unpacked(data, size)
            except BytesDamaged:
                continue
            if len(raw) != size or (column.content is Content.LOG and sha256(raw).hexdigest() != key):
                continue
            if column.content is Content.COUNTS:
                # In the form of now, too.
                counts = pack(unpack(data, size))
                anew, size = counts.data or b"", counts.size
            else:
                anew = packed_for(game, column.content, raw)
            table = column.data.class_
            session.execute(update(table).where(column.key == key).values({column.data: anew, column.size: size}))
            values += 1
            saved += len(data) - len(anew)
        return RepackedBatch(values, saved)

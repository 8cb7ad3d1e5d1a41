"""Checks the record of a database: its chain, and whether the other tables agree with it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database.tables.audit_log import ActorRow, RecordEntry
from app.disputes.audit_check.rows import CheckScope, compare_rows
from app.disputes.audit_check.said import ACTORS, TEXTS, RecordDifference, RecordReading, said_by
from app.disputes.audit_check.verdicts import compare_files
from app.disputes.audit_log.appending import line_of
from app.disputes.audit_log.reading import noting_parties, record_lines
from engine.verdict.proof.chain import ChainResult, check_chain, hash_of

MOST: Final = 1_000
"""The most entries about a dispute that its page holds against the rows."""
_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class AuditResult:
    """What was found of the record of a database."""

    chain: ChainResult
    differs: tuple[RecordDifference, ...]
    """In order of the entries; rows that no entry speaks of come last."""

    parties: tuple[int, ...] = ()
    """The entries by which somebody ruled or voted on a match that they played in."""

    @property
    def whole(self) -> bool:
        """Whether nothing was found wrong."""
        return self.chain.whole and not self.differs


def audit(
    sessions: sessionmaker[Session],
    compare_scores: Callable[[Session, RecordReading], Iterable[RecordDifference]],
    head: str | None = None,
    length: int | None = None,
) -> AuditResult:
    """Checks the record of a database as `check_chain` does, and holds against it what pages and figures rest on.

    ``compare_scores`` is `app.players.statistics.audited_scores.compare_scores`, which is above this floor.  With a
    broken chain only the entries before the break are compared.
    """
    parties: list[int] = []
    chain = check_chain(noting_parties(record_lines(sessions), parties), head, length)
    upto = chain.entries if chain.breaks_at is None else chain.breaks_at - 1
    with sessions() as session:
        said = said_by(_entries(session, upto))
        newest = session.scalar(select(func.count()).select_from(RecordEntry)) or 0
        scope = CheckScope(partial=newest > upto)
        differences = set(compare_rows(session, said, scope)) | set(compare_files(session, said))
        if not scope.partial:
            differences |= set(compare_scores(session, said))
    return AuditResult(chain, in_order(differences), tuple(parties))


@dataclass(frozen=True, slots=True)
class DisputeAudit:
    """What the page of a dispute found of its record."""

    entries: int
    """How many entries are about it."""
    checked: bool
    """Whether they were held against the rows; not if they are too many for a page."""
    breaks_at: int | None = None
    """The first entry whose hash is not the one that the next entry names."""
    differs: tuple[RecordDifference, ...] = ()

    @property
    def broken(self) -> bool:
        """Whether something was found wrong."""
        return self.breaks_at is not None or bool(self.differs)


def audit_dispute(session: Session, dispute: int, match: int | None) -> DisputeAudit:
    """Checks what a page of a dispute shows: that each entry about it still has the hash that the next entry of the
    record names, and that its rows, names and texts are as these entries say.  Files, and scores, are left to `audit`.

    At most `MOST` entries are read.
    """
    about = select(RecordEntry).where(
        col(RecordEntry.subject).in_([f"dispute {dispute}", f"match {match}"]),
        col(RecordEntry.event) != "reprocessed",
    )
    rows = list(session.scalars(about.order_by(col(RecordEntry.n)).limit(MOST + 1)))
    if len(rows) > MOST:
        return DisputeAudit(len(rows), checked=False)
    said = said_by(rows)
    people, texts = ([str(key[0]) for key in said.rows[table]] for table in (ACTORS, TEXTS))
    known = {row.n for row in rows}
    named = set(session.scalars(select(col(ActorRow.entry)).where(col(ActorRow.id).in_(people)))) - {None, *known}
    beside = select(RecordEntry).where(
        col(RecordEntry.n).in_(named)
        | col(RecordEntry.subject).in_([*people, *texts]) & (col(RecordEntry.event) == "erased")
    )
    others = session.scalars(beside).all()
    rows = sorted([*rows, *others], key=lambda row: row.n)
    with_names = said_by(rows)
    said.erased, said.rows[ACTORS] = with_names.erased, {key: with_names.rows[ACTORS][key] for key in said.rows[ACTORS]}
    after: dict[int, str] = dict(
        session.execute(
            select(col(RecordEntry.n), col(RecordEntry.prev)).where(col(RecordEntry.n).in_([row.n + 1 for row in rows]))
        ).all()
    )
    broken = [row.n for row in rows if after.get(row.n + 1) not in (None, hash_of(line_of(row)[:-1]))]
    scope = CheckScope(dispute=dispute, files=False)
    return DisputeAudit(len(known), True, min(broken, default=None), in_order(set(compare_rows(session, said, scope))))


def in_order(differences: set[RecordDifference]) -> tuple[RecordDifference, ...]:
    """Differences in order of the entries; those of no entry last."""
    return tuple(
        sorted(differences, key=lambda difference: (difference.entry is None, difference.entry or 0, difference.what))
    )


def _entries(session: Session, upto: int) -> Iterator[RecordEntry]:
    """The entries up to a number, in order."""
    after = 0
    rows = select(RecordEntry).order_by(col(RecordEntry.n)).limit(_AT_ONCE)
    while batch := session.scalars(rows.where(col(RecordEntry.n) > after, col(RecordEntry.n) <= upto)).all():
        yield from batch
        after = batch[-1].n
        session.expunge_all()

"""Every query of the application.  Values reach the database as bound parameters alone.

Functions take a session and never commit: `app.database.opening.writing` opens a transaction that writes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from sqlalchemy import ColumnElement, and_, exists, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.seeing import is_named, visible
from app.database.tables.matches import Blob, Choice, House, HouseVersion, Judgement, Log, storable
from app.database.tables.uploads import DeletedMatch
from app.judging.judged import StoredJudgement, report_in
from app.judging.rules_of_match.claims import rules_are_unknown
from app.judging.rules_of_match.records import StoredChoice, chosen_of, claim_again, newest_version
from app.matches.entries import ChosenReport, MatchEntry
from app.matches.list_query import ListPlace, MatchFilter
from app.matches.listing import (
    MatchRow,
    Page,
    games,
    is_shown,
    matches,
    newest,
    number_of,
    player_names,
    recent,
    row_of,
    verdicts,
)
from app.matches.saving import (
    SavedRecord,
    already_there,
    keep,
    keep_chosen,
    keep_judged,
    listed_matches,
    unpacked,
)
from app.matches.shown_names import ShownNames, names_of
from app.text.language import current
from app.text.language.reports import put_report
from engine import __version__
from engine.logs.record import LogRecord
from engine.verdict.report import Report
from engine.verdict.stored_report import StoredReport

__all__ = [
    "ChosenReport",
    "ListPlace",
    "MatchEntry",
    "MatchFilter",
    "MatchRow",
    "Page",
    "ReportInStore",
    "SavedRecord",
    "StoredMatch",
    "already_there",
    "choose_claim",
    "choose_rules",
    "games",
    "has_erased_name",
    "has_hidden_name",
    "judge_again",
    "judgements",
    "kept_report",
    "match",
    "match_by_sha256",
    "matches",
    "newest",
    "number_of",
    "player_names",
    "raw",
    "recent",
    "report_json",
    "save",
    "save_all",
    "source",
    "stored_matches",
    "verdicts",
]


@dataclass(frozen=True, slots=True)
class ReportInStore:
    """A report that is kept of a match."""

    id: int
    preset: str | None
    engine: str
    own: bool
    """Whether it is under the rules that the log claims."""
    current: bool
    """Whether it is the one that lists show."""
    verdict: str
    errors: int
    judged_at: datetime


@dataclass(frozen=True)
class StoredMatch:
    """A match with its bytes and its judgement under the rules chosen for it, or else those that it claims.

    Its bytes and its report are unpacked when they are first asked for.  They raise BytesDamaged if they are not what
    was stored.
    """

    id: int
    row: MatchRow
    kept: bool
    """Whether its bytes are stored."""
    sha256: str
    position: int
    """Which match of the bytes, from 0."""
    source: str
    format: str
    engine: str
    """The version of the engine that judged it."""
    judgement_id: int
    """The key of the judgement that ``report`` is kept with."""
    digest: str
    """That of the report."""
    packed_raw: bytes = field(repr=False)
    size: int
    """The bytes of the log."""
    packed_report: bytes = field(repr=False)
    report_size: int
    names: ShownNames = field(repr=False)
    chosen: StoredChoice | None = None
    """The rules that somebody chose for it; None where those that its log claims apply."""
    erased_at: datetime | None = None
    """When its bytes were destroyed, because they have the name of somebody who was erased."""

    @cached_property
    def raw(self) -> bytes:
        """The bytes as they came; empty where there are none, or more than a match may have."""
        return unpacked(self.packed_raw, self.size) if self.kept else b""

    @cached_property
    def report_json(self) -> bytes:
        """The report as the engine wrote it, without the names that the reader may not see."""
        return self.names.left_out_of_report(unpacked(self.packed_report, self.report_size))

    @cached_property
    def report(self) -> StoredReport:
        """The report, whichever version wrote it, in the language of the reader."""
        return put_report(report_in(self.report_json), current())

    @property
    def rules_unknown(self) -> bool:
        """Whether it was read, and only the rules to judge it under are missing."""
        return rules_are_unknown(self.report)

    @property
    def outdated(self) -> bool:
        """Whether another version of the engine judged it than the one that runs."""
        return self.engine != __version__


def match(session: Session, identity: int) -> StoredMatch | None:
    """A match with its newest judgement under its rules; None where there is no such match."""
    if not _possible(identity):
        return None
    in_store = stored_matches(session, col(Log.id) == identity)
    return in_store[0] if in_store else None


def stored_matches(session: Session, *conditions: ColumnElement[bool]) -> list[StoredMatch]:
    """The matches that some conditions let through, by id, as `match` gives them.  Two queries, however many."""
    rows = session.execute(
        select(Log, Blob, Judgement, Choice, HouseVersion, House, newest_version())
        .join(Blob, col(Blob.sha256) == col(Log.blob_sha256))
        .join(Judgement, is_shown())
        .outerjoin(Choice, and_(col(Choice.log_id) == col(Log.id), col(Choice.current).is_(True)))
        .outerjoin(HouseVersion, col(HouseVersion.id) == col(Choice.house_version_id))
        .outerjoin(House, col(House.id) == col(HouseVersion.house_id))
        .where(*conditions, visible(session, col(Log.id), by_link=True))
        .order_by(col(Log.id))
    ).all()
    names = names_of(session, [log.id for log, *_ in rows])
    return [
        _stored(log, blob, judgement, names, None if choice is None else chosen_of(choice, version, house, newest))
        for log, blob, judgement, choice, version, house, newest in rows
    ]


def match_by_sha256(session: Session, sha256: str) -> int | None:
    """The match that has these bytes (the first of them), None where there is none."""
    return session.scalar(
        select(col(Log.id))
        .where(col(Log.blob_sha256) == storable(sha256), visible(session, col(Log.id), by_link=True))
        .order_by(col(Log.position))
        .limit(1)
    )


def raw(session: Session, identity: int) -> bytes | None:
    """The bytes of a match as they came; None where there is no such match, or its bytes are not kept."""
    if not _possible(identity):
        return None
    row = session.execute(
        select(Blob.data, Blob.size)  # type: ignore[call-overload]
        .join(Log, col(Log.blob_sha256) == col(Blob.sha256))
        .where(
            col(Log.id) == identity,
            ~exists().where(col(DeletedMatch.log_id) == col(Log.id)),
            visible(session, col(Log.id), by_link=True),
        )
    ).one_or_none()
    return None if row is None or row.data is None else unpacked(row.data, row.size)


def has_erased_name(session: Session, identity: int) -> bool:
    """Whether a player's name in a match that one sees was erased: its bytes, which have it, are given to nobody."""
    return session.scalar(select(col(Log.name_erased_at)).where(col(Log.id) == identity)) is not None


def has_hidden_name(session: Session, identity: int) -> bool:
    """Whether a player's name in a match is hidden from who asks: that one does not get its bytes."""
    wanted = select(col(Log.id)).where(col(Log.id) == identity, ~is_named(session, col(Log.id)))
    return session.scalar(wanted) is not None


def source(session: Session, identity: int) -> str | None:
    """Where a match was read from: the name of its file; None where there is no such match."""
    if not _possible(identity):
        return None
    wanted = select(col(Log.source)).where(col(Log.id) == identity, visible(session, col(Log.id), by_link=True))
    return session.scalar(wanted)


def report_json(session: Session, identity: int) -> bytes | None:
    """The JSON of a match's newest report under its rules, as the engine wrote it."""
    if not _possible(identity):
        return None
    row = session.execute(
        select(Judgement.report, Judgement.report_size)  # type: ignore[call-overload]
        .join(Log, is_shown())
        .where(col(Log.id) == identity, visible(session, col(Log.id), by_link=True))
    ).one_or_none()
    return None if row is None else unpacked(row.report, row.report_size)


def save(session: Session, record: LogRecord, report: Report, position: int = 0) -> SavedRecord:
    """Keeps a record and its report under its own rules; the match already there where its bytes are known.

    ``position`` tells the matches of one text apart (0 for all others).  Two uploads of the same bytes
    at the same time lead to one match.
    """
    (saved,) = save_all(session, [MatchEntry(record, report, position)])
    return saved


def save_all(session: Session, entries: Sequence[MatchEntry]) -> list[SavedRecord]:
    """Keeps matches as `save` does, with as many statements whatever their number."""
    try:
        with session.begin_nested():
            return keep(session, entries)
    except IntegrityError:
        # Another transaction kept some of the same rows in between; now they are there to be found.
        with session.begin_nested():
            return keep(session, entries)


def judge_again(
    session: Session, reports: Mapping[int, StoredJudgement], *, own: bool, choices: Mapping[int, int] | None = None
) -> None:
    """Keeps another report of some matches; one under the same rules by the same engine stays where there is one.

    ``own``: they are under the rules that the logs claim, and so those that lists show from now on, but not of a match
    that other rules are chosen for.  ``choices``: the keys of the choices, by match, that they are under; lists show
    those from now on whose choice is the match's choice still.
    Raises ValueError for a report without rules under rules that are not the log's own.
    """
    keep_judged(session, reports, own=own, choices=choices)


def choose_rules(session: Session, identity: int, chosen: ChosenReport) -> None:
    """Makes rules those of a match.  Its log's claim, and every report that it has, are kept.

    Raises ValueError for a report without rules: the engine failed on it.
    """
    keep_chosen(session, {identity: chosen})


def choose_claim(session: Session, identity: int, report: StoredJudgement) -> None:
    """Makes the rules that its log claims those of a match again.  ``report`` is the one under them.

    Nothing is changed for a match that is not listed.
    """
    if listed_matches(session, [identity]):
        claim_again(session, [identity])
        keep_judged(session, {identity: report}, own=True)


def judgements(session: Session, identity: int, limit: int = 20) -> list[ReportInStore]:
    """The reports that are kept of a match, the newest first."""
    if not _possible(identity):
        return []
    columns = ("id", "preset", "engine", "own", "current", "verdict", "errors", "judged_at")
    rows = session.execute(
        select(*(getattr(Judgement, name) for name in columns))
        .where(col(Judgement.log_id) == identity, visible(session, col(Judgement.log_id), by_link=True))
        .order_by(col(Judgement.id).desc())
        .limit(limit)
    )
    return [ReportInStore(*row) for row in rows]


def kept_report(session: Session, identity: int, judgement: int) -> bytes | None:
    """The JSON of a report that is kept of a match, as the engine wrote it; None where there is none of this number."""
    if not (_possible(identity) and _possible(judgement)):
        return None
    row = session.execute(
        select(Judgement.report, Judgement.report_size).where(  # type: ignore[call-overload]
            col(Judgement.id) == judgement,
            col(Judgement.log_id) == identity,
            ~exists().where(col(DeletedMatch.log_id) == col(Judgement.log_id)),
            visible(session, col(Judgement.log_id), by_link=True),
        )
    ).one_or_none()
    if row is None:
        return None
    names = names_of(session, [identity]).get(identity, ShownNames())
    return names.left_out_of_report(unpacked(row.report, row.report_size))


def _stored(
    log: Log, blob: Blob, judgement: Judgement, names: Mapping[int, ShownNames], chosen: StoredChoice | None
) -> StoredMatch:
    assert judgement.id is not None
    row = row_of(log, judgement.verdict, judgement.unchecked_hands, judgement.errors, names)
    return StoredMatch(
        id=row.id,
        row=row,
        kept=blob.data is not None,
        sha256=blob.sha256,
        position=log.position,
        source=row.source,
        format=log.format,
        engine=judgement.engine,
        judgement_id=judgement.id,
        digest=judgement.digest,
        packed_raw=blob.data or b"",
        size=blob.size,
        packed_report=judgement.report,
        report_size=judgement.report_size,
        names=names.get(row.id, ShownNames()),
        chosen=chosen,
        erased_at=blob.erased_at,
    )


def _possible(identity: int) -> bool:
    """Whether a number can be a key: databases refuse larger ones."""
    return 0 < identity < 2**31

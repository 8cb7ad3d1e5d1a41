"""Every query of the application.  Values reach the database as bound parameters alone.

Functions take a session and never commit: `app.database.writing` opens a transaction that writes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import ColumnElement, and_, exists, false, func, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlmodel import col

from app.earlier_reports import read_report
from app.kept.tables import DeletedMatch
from app.models import Blob, Choice, House, HouseVersion, Judgement, Log, MatchPlayer, Player, name_key, storable
from app.rule_choice.records import ChosenRules, chosen_of, claim_again, newest_version
from app.saving import ChosenReport, Entry, Judged, Saved, keep, keep_chosen, keep_judged, listed, sha256_of, unpacked
from engine import __version__
from engine.logs.record import LogRecord
from engine.record import bounds
from engine.verdict.report import Report, Verdict

__all__ = [
    "PER_PAGE",
    "ChosenReport",
    "Entry",
    "KeptReport",
    "MatchFilter",
    "MatchRow",
    "Page",
    "Saved",
    "StoredMatch",
    "choose_claim",
    "choose_rules",
    "games",
    "judge_again",
    "judgements",
    "kept_report",
    "match",
    "match_by_sha256",
    "matches",
    "newest",
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

PER_PAGE: Final = 50
NAMES: Final = 20
"""Names that `player_names` returns at most."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches a list shows; None, or an empty text, lets all through."""

    game: str | None = None
    player: str | None = None
    """A person's `id`, or a name (whole, in any case)."""
    verdict: str | None = None
    since: date | None = None
    until: date | None = None
    """Days by the table's clock, both included.  A match without a date is in no range."""
    text: str | None = None
    """A part of the match's title, id, event, its source or a player's name, in any case."""


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list."""

    items: tuple[T, ...]
    number: int
    """Which page, from 1; the nearest there is to the one asked for."""
    pages: int
    """How many there are, at least 1."""
    total: int
    """Items on all pages."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as a list shows it."""

    id: int
    game: str | None
    match_id: str | None
    event: str | None
    title: str | None
    """What people here call it, in place of what the log calls it."""
    players: tuple[str, ...]
    """Names in order of play; the seat where a log names nobody."""
    played_at: str | None
    uploaded_at: datetime
    verdict: str
    errors: int
    hands: int
    source: str


@dataclass(frozen=True, slots=True)
class KeptReport:
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
    """A match with its bytes and its judgement under the rules chosen for it, or else those that it claims."""

    id: int
    row: MatchRow
    raw: bytes = field(repr=False)
    """The bytes as they came; empty where there are none, or more than a match may have: `kept` is then false."""
    kept: bool
    sha256: str
    position: int
    """Which match of the bytes, from 0."""
    source: str
    format: str
    engine: str
    """The version of the engine that judged it."""
    report_json: bytes = field(repr=False)
    chosen: ChosenRules | None = None
    """The rules that somebody chose for it; None where those that its log claims apply."""

    @cached_property
    def report(self) -> dict[str, Any]:
        """The report as the report format has it, whichever version wrote it."""
        return read_report(self.report_json)

    @property
    def outdated(self) -> bool:
        """Whether another version of the engine judged it than the one that runs."""
        return self.engine != __version__


def matches(session: Session, wanted: MatchFilter, page: int = 1) -> Page[MatchRow]:
    """A page of the matches that a filter lets through, the newest upload first.  Three queries, whatever it holds."""
    conditions = _conditions(wanted)
    listed = _listed().where(*conditions)
    total = session.scalar(select(func.count()).select_from(listed.with_only_columns(col(Log.id)).subquery())) or 0
    pages = max(1, -(-total // PER_PAGE))
    number = min(max(1, page), pages)
    found = session.execute(listed.order_by(col(Log.id).desc()).limit(PER_PAGE).offset((number - 1) * PER_PAGE)).all()
    names = _names(session, [log.id for log, _, _ in found])
    return Page(tuple(_row(log, verdict, errors, names) for log, verdict, errors in found), number, pages, total)


def recent(session: Session, limit: int) -> list[MatchRow]:
    """The matches played last, by the day that their logs name; after them those that name none, the newest first."""
    current = select(col(Log.id)).join(Judgement, _shown()).limit(limit)
    dated = session.scalars(
        current.where(col(Log.played_on).is_not(None)).order_by(col(Log.played_on).desc(), col(Log.id).desc())
    ).all()
    others = session.scalars(current.order_by(col(Log.id).desc())).all() if len(dated) < limit else []
    return _rows_of(session, list(dict.fromkeys((*dated, *others)))[:limit])


def newest(session: Session, wanted: Iterable[str], limit: int) -> list[MatchRow]:
    """The matches of some verdicts that were stored last, the newest first."""
    found: list[int] = []
    for verdict in wanted:
        found += session.scalars(
            select(col(Judgement.log_id))
            .where(col(Judgement.verdict) == verdict, col(Judgement.current).is_(True))
            .order_by(col(Judgement.log_id).desc())
            .limit(limit)
        )
    return _rows_of(session, sorted(found, reverse=True)[:limit])


def _rows_of(session: Session, identities: Sequence[int | None]) -> list[MatchRow]:
    """The rows of some matches, in the same order."""
    found = {
        log.id: (log, verdict, errors)
        for log, verdict, errors in session.execute(_listed().where(col(Log.id).in_(identities)))
    }
    names = _names(session, identities)
    return [_row(*found[each], names) for each in identities]


def match(session: Session, identity: int) -> StoredMatch | None:
    """A match with its newest judgement under its rules; None where there is no such match."""
    if not _possible(identity):
        return None
    found = stored_matches(session, col(Log.id) == identity)
    return found[0] if found else None


def stored_matches(session: Session, *conditions: ColumnElement[bool]) -> list[StoredMatch]:
    """The matches that some conditions let through, by id, as `match` gives them.  Two queries, however many."""
    found = session.execute(
        select(Log, Blob, Judgement, Choice, HouseVersion, House, newest_version())
        .join(Blob, col(Blob.sha256) == col(Log.blob_sha256))
        .join(Judgement, _shown())
        .outerjoin(Choice, and_(col(Choice.log_id) == col(Log.id), col(Choice.current).is_(True)))
        .outerjoin(HouseVersion, col(HouseVersion.id) == col(Choice.house_version_id))
        .outerjoin(House, col(House.id) == col(HouseVersion.house_id))
        .where(*conditions)
        .order_by(col(Log.id))
    ).all()
    names = _names(session, [log.id for log, *_ in found])
    return [
        _stored(log, blob, judgement, names, None if choice is None else chosen_of(choice, version, house, newest))
        for log, blob, judgement, choice, version, house, newest in found
    ]


def match_by_sha256(session: Session, sha256: str) -> int | None:
    """The match that has these bytes (the first of them), None where there is none."""
    return session.scalar(
        select(col(Log.id)).where(col(Log.blob_sha256) == storable(sha256)).order_by(col(Log.position)).limit(1)
    )


def raw(session: Session, identity: int) -> bytes | None:
    """The bytes of a match as they came; None where there is no such match, or its bytes are not kept."""
    if not _possible(identity):
        return None
    found = session.execute(
        select(Blob.data, Blob.size)  # type: ignore[call-overload]
        .join(Log, col(Log.blob_sha256) == col(Blob.sha256))
        .where(col(Log.id) == identity, ~exists().where(col(DeletedMatch.log_id) == col(Log.id)))
    ).one_or_none()
    return None if found is None or found.data is None else unpacked(found.data, found.size)


def source(session: Session, identity: int) -> str | None:
    """Where a match was read from: the name of its file; None where there is no such match."""
    if not _possible(identity):
        return None
    return session.scalar(select(col(Log.source)).where(col(Log.id) == identity))


def report_json(session: Session, identity: int) -> bytes | None:
    """The JSON of a match's newest report under its rules, as the engine wrote it."""
    if not _possible(identity):
        return None
    found = session.execute(
        select(Judgement.report, Judgement.report_size)  # type: ignore[call-overload]
        .join(Log, _shown())
        .where(col(Log.id) == identity)
    ).one_or_none()
    return None if found is None else unpacked(found.report, found.report_size)


def save(session: Session, record: LogRecord, report: Report, position: int = 0) -> Saved:
    """Keeps a record and its report under its own rules; the match already there where its bytes are known.

    ``position`` tells the matches of one text apart (0 for all others).  Two uploads of the same bytes
    at the same time lead to one match.
    """
    (saved,) = save_all(session, [Entry(record, report, position)])
    return saved


def save_all(session: Session, entries: Sequence[Entry]) -> list[Saved]:
    """Keeps matches as `save` does, with as many statements whatever their number."""
    try:
        with session.begin_nested():
            return keep(session, entries)
    except IntegrityError:
        # Another transaction kept some of the same rows in between; now they are there to be found.
        with session.begin_nested():
            return keep(session, entries)


def judge_again(
    session: Session, reports: Mapping[int, Judged], *, own: bool, choices: Mapping[int, int] | None = None
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


def choose_claim(session: Session, identity: int, report: Judged) -> None:
    """Makes the rules that its log claims those of a match again.  ``report`` is the one under them.

    Nothing is changed for a match that is not listed.
    """
    if listed(session, [identity]):
        claim_again(session, [identity])
        keep_judged(session, {identity: report}, own=True)


def judgements(session: Session, identity: int, limit: int = 20) -> list[KeptReport]:
    """The reports that are kept of a match, the newest first."""
    if not _possible(identity):
        return []
    columns = ("id", "preset", "engine", "own", "current", "verdict", "errors", "judged_at")
    found = session.execute(
        select(*(getattr(Judgement, name) for name in columns))
        .where(col(Judgement.log_id) == identity)
        .order_by(col(Judgement.id).desc())
        .limit(limit)
    )
    return [KeptReport(*row) for row in found]


def kept_report(session: Session, identity: int, judgement: int) -> bytes | None:
    """The JSON of a report that is kept of a match, as the engine wrote it; None where there is none of this number."""
    if not (_possible(identity) and _possible(judgement)):
        return None
    found = session.execute(
        select(Judgement.report, Judgement.report_size).where(  # type: ignore[call-overload]
            col(Judgement.id) == judgement,
            col(Judgement.log_id) == identity,
            ~exists().where(col(DeletedMatch.log_id) == col(Judgement.log_id)),
        )
    ).one_or_none()
    return None if found is None else unpacked(found.report, found.report_size)


def games(session: Session) -> tuple[tuple[str, int], ...]:
    """The games that matches are of, with how many of each, by name."""
    game = col(Log.game)
    counted = session.execute(
        select(game, func.count()).join(Judgement, _shown()).where(game.is_not(None)).group_by(game).order_by(game)
    )
    return tuple((name, count) for name, count in counted if name is not None)


def verdicts(session: Session) -> tuple[tuple[str, int], ...]:
    """The verdicts that matches have, with how many of each, the worst first."""
    verdict = col(Judgement.verdict)
    counted = session.execute(select(verdict, func.count()).where(col(Judgement.current).is_(True)).group_by(verdict))
    counts = dict[str, int]((name, count) for name, count in counted)
    return tuple((str(each), counts[each]) for each in Verdict if each in counts)


def player_names(session: Session, prefix: str = "") -> tuple[str, ...]:
    """The first names, in order, that begin with a text, in any case."""
    start = name_key(prefix)
    name = col(MatchPlayer.name)
    return tuple(
        session.scalars(
            select(name)
            .where(col(MatchPlayer.name_key).startswith(start, autoescape=True), name != "")
            .group_by(name)
            .order_by(name)
            .limit(NAMES)
        )
    )


def _shown() -> ColumnElement[bool]:
    return and_(col(Judgement.log_id) == col(Log.id), col(Judgement.current).is_(True))


def _listed() -> Any:
    return select(Log, col(Judgement.verdict), col(Judgement.errors)).join(Judgement, _shown())


def _conditions(wanted: MatchFilter) -> Iterable[ColumnElement[bool]]:
    if wanted.game:
        yield col(Log.game) == storable(wanted.game)
    if wanted.verdict:
        yield col(Judgement.verdict) == storable(wanted.verdict)
    if wanted.since:
        yield col(Log.played_on) >= wanted.since
    if wanted.until:
        yield col(Log.played_on) <= wanted.until
    if wanted.player:
        person = select(col(Player.id)).where(col(Player.key_sha256) == sha256_of(wanted.player)).scalar_subquery()
        yield _seated(or_(col(MatchPlayer.player_id) == person, col(MatchPlayer.name_key) == name_key(wanted.player)))
    if wanted.text:
        # No text kept is longer, and databases bound the patterns that they take.
        yield false() if len(wanted.text) > bounds.TEXT else _contains(wanted.text)


def _contains(text: str) -> ColumnElement[bool]:
    return or_(
        col(Log.match_id).icontains(text, autoescape=True),
        col(Log.event).icontains(text, autoescape=True),
        col(Log.title).icontains(text, autoescape=True),
        col(Log.source).icontains(text, autoescape=True),
        _seated(col(MatchPlayer.name).icontains(text, autoescape=True)),
    )


def _seated(condition: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(col(MatchPlayer.log_id) == col(Log.id), condition)


def _names(session: Session, identities: Sequence[int | None]) -> dict[int, list[str]]:
    names: dict[int, list[str]] = {}
    if identities:
        found = session.execute(
            select(col(MatchPlayer.log_id), col(MatchPlayer.name), col(MatchPlayer.seat))
            .where(col(MatchPlayer.log_id).in_(identities))
            .order_by(col(MatchPlayer.log_id), col(MatchPlayer.place))
        )
        for identity, name, seat in found:
            names.setdefault(identity, []).append(name or seat)
    return names


def _stored(
    log: Log, blob: Blob, judgement: Judgement, names: dict[int, list[str]], chosen: ChosenRules | None
) -> StoredMatch:
    row = _row(log, judgement.verdict, judgement.errors, names)
    return StoredMatch(
        id=row.id,
        row=row,
        raw=b"" if blob.data is None else unpacked(blob.data, blob.size),
        kept=blob.data is not None,
        sha256=blob.sha256,
        position=log.position,
        source=log.source,
        format=log.format,
        engine=judgement.engine,
        report_json=unpacked(judgement.report, judgement.report_size),
        chosen=chosen,
    )


def _row(log: Log, verdict: str, errors: int, names: dict[int, list[str]]) -> MatchRow:
    assert log.id is not None
    return MatchRow(
        id=log.id,
        game=log.game,
        match_id=log.match_id,
        event=log.event,
        title=log.title,
        players=tuple(names.get(log.id, ())),
        played_at=log.played_at,
        uploaded_at=log.uploaded_at.astimezone(UTC),
        verdict=verdict,
        errors=errors,
        hands=log.hands,
        source=log.source,
    )


def _possible(identity: int) -> bool:
    """Whether a number can be a key: databases refuse larger ones."""
    return 0 < identity < 2**31

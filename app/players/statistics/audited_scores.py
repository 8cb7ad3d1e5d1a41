"""The scores in use of matches with a ruling: those of the report with its digest, and the adjustments in force."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database.seeing import COUNTED, visibility_of
from app.database.tables.disputes import Dispute
from app.database.tables.matches import Blob, Judgement, Log, MatchPlayer
from app.database.tables.statistics import FACTS, SEAT_RESULTS
from app.disputes.audit_check.checking import AuditResult, audit
from app.disputes.audit_check.rows import kept_bytes
from app.disputes.audit_check.said import RecordDifference, RecordReading
from app.judging.counted import CountOfMatch, read_counted
from app.players.statistics.adjusted import RuledCount, after_rulings_of
from app.players.statistics.unadjusted import winners_computed
from engine.verdict.proof.report_form import digest_of
from engine.verdict.stored_report import StoredReport, read_report

_Row = tuple[int | None, ...]
_FACTS: Final = (FACTS.c.hand, FACTS.c.seat, FACTS.c.score, FACTS.c.won, FACTS.c.computed_score, FACTS.c.computed_won)
_RESULTS: Final = (SEAT_RESULTS.c.seat, SEAT_RESULTS.c.total, SEAT_RESULTS.c.won, SEAT_RESULTS.c.computed_won)


def audit_with_scores(
    sessions: sessionmaker[Session], head: str | None = None, length: int | None = None
) -> AuditResult:
    """Checks the audit log of a database as `audit` does, and the scores in use of matches with a ruling."""
    return audit(sessions, compare_scores, head, length)


def compare_scores(session: Session, said: RecordReading) -> Iterator[RecordDifference]:
    """Which matches with a ruling have other scores than follow from their reports and the rulings in force.

    The entry is the one of the newest ruling on the match.  A match whose log was erased is left out: what rulings
    set cannot be counted without it.  One that statistics do not count, because of who sees it, has no scores in use.
    """
    entries: dict[int, int] = {}
    digests: dict[int, set[str]] = {}
    for number, match in session.execute(select(col(Dispute.id), col(Dispute.log_id)).order_by(col(Dispute.id))):
        ruled = said.newest.get(number)
        if ruled is None or match is None:
            continue
        entries[match] = max(ruled.entry, entries.get(match, 0))
        digests.setdefault(match, set()).add(ruled.value("report"))
    erased = select(col(Log.id)).join(Blob, col(Blob.sha256) == col(Log.blob_sha256))
    left_out = set(session.scalars(erased.where(col(Blob.erased_at).is_not(None), col(Log.id).in_(sorted(entries)))))
    seen_by = visibility_of(session, sorted(entries))
    for match, entry in entries.items():
        counts = seen_by[match] in COUNTED
        if match not in left_out and not _is_in_use(session, match, digests[match], counts=counts):
            yield RecordDifference(entry, "score")


def _is_in_use(session: Session, match: int, ruled_on: set[str], *, counts: bool) -> bool:
    """Whether a match has the scores that it should have, and the reports that its rulings were made on.

    ``counts``: whether statistics count it; the rows of one that they do not count are not there.
    """
    current: tuple[Judgement, StoredReport] | None = None
    for row in session.scalars(select(Judgement).where(col(Judgement.log_id) == match)).all():
        report = _report(row)
        if report is None:
            if row.current or row.digest in ruled_on:
                return False
            continue
        ruled_on.discard(row.digest)
        if row.current:
            current = (row, report)
    if ruled_on or current is None:
        return False
    counted = _counted(current[0])
    if counted is None:
        return current[0].counts is None and _rows(session, match) == ([], [])
    seats = session.scalars(
        select(col(MatchPlayer.seat)).where(col(MatchPlayer.log_id) == match).order_by(col(MatchPlayer.place))
    ).all()
    if not _are_counted(counted, current[1], seats):
        return False
    return _rows(session, match) == (_expected(session, match, counted) if counts else ([], []))


def _report(row: Judgement) -> StoredReport | None:
    """A report as it is kept; None if it is not the one with its digest."""
    raw = kept_bytes(row.report, row.report_size)
    try:
        if raw is None or digest_of(msgspec.json.decode(raw)) != row.digest:
            return None
        report = read_report(raw)
        return report if report.digest == row.digest else None
    except (msgspec.MsgspecError, LookupError, TypeError, AttributeError):
        return None


def _counted(row: Judgement) -> CountOfMatch | None:
    raw = kept_bytes(row.counts, row.counts_size)
    try:
        return None if raw is None else read_counted(raw)
    except msgspec.MsgspecError:
        return None


def _are_counted(counted: CountOfMatch, report: StoredReport, seats: Sequence[str]) -> bool:
    """Whether what is counted of a match has the scores, totals and winner of its report; a score not known is 0."""
    hands, totals, winner = report.hands, report.totals, report.winner
    if len(counted.results) != len(seats) or any(
        row.seat >= len(seats) or row.hand >= len(hands) for row in counted.rows
    ):
        return False
    scores = all(((hands[row.hand].scores or {}).get(seats[row.seat]) or 0) == row.score for row in counted.rows)
    of_totals = all(totals.get(seat) == result.total for seat, result in zip(seats, counted.results, strict=True))
    return (
        scores
        and of_totals
        and all(
            result.won == (None if winner is None else seat in winner)
            for seat, result in zip(seats, counted.results, strict=True)
        )
    )


def _expected(session: Session, match: int, counted: CountOfMatch) -> tuple[list[_Row], list[_Row]]:
    """The facts and results of a match as they follow from what is counted of it and the rulings in force."""
    ruled = after_rulings_of(session, {match: counted}).get(match, RuledCount(counted, counted, {}))
    won = [None if result.won is None else int(result.won) for result in ruled.counted.results]
    before = winners_computed(ruled.computed, ruled.counted)
    computed = {(row.hand, row.seat): row.score for row in ruled.computed.rows}
    facts: list[_Row] = [
        (
            row.hand,
            row.seat,
            row.score,
            won[row.seat],
            computed[row.hand, row.seat] if ruled.hands.get(row.hand) else None,
            before[row.seat],
        )
        for row in ruled.counted.rows
    ]
    results: list[_Row] = [
        (seat, result.total, won[seat], before[seat]) for seat, result in enumerate(ruled.counted.results)
    ]
    return sorted(facts, key=_by_place), results


def _rows(session: Session, match: int) -> tuple[list[_Row], list[_Row]]:
    of_match = select(SEAT_RESULTS.c.person).where(SEAT_RESULTS.c.match == match)
    facts = session.execute(select(*_FACTS).where(FACTS.c.person.in_(of_match), FACTS.c.match == match))
    results = session.execute(select(*_RESULTS).where(SEAT_RESULTS.c.match == match).order_by(SEAT_RESULTS.c.seat))
    return sorted((tuple(row) for row in facts), key=_by_place), [tuple(row) for row in results]


def _by_place(row: _Row) -> tuple[int, int]:
    return row[0] or 0, row[1] or 0

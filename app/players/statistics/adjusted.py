"""What rulings of arbiters change in what is counted of a match.

Scores of hands, totals and the winner follow the rulings in force, by the arithmetic of verdicts; everything else is as
it was computed.  What was computed is kept beside them, in the rows that differ (`match_rows.ruled_rows`).
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace
from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.packing import BytesDamaged, unpacked
from app.database.tables.matches import Blob, Judgement, Log
from app.database.tables.statistics import RULED_HANDS
from app.disputes.cases.adjusted import after_rulings
from app.disputes.cases.in_force import InForce, ruled_matches
from app.judging.counted import CountOfMatch
from app.judging.judged import stored_report
from app.judging.rereading import LogLost, read_again


@dataclass(frozen=True, slots=True)
class RuledCount:
    """What is counted of a match on which rulings are in force."""

    counted: CountOfMatch
    """After the rulings."""
    computed: CountOfMatch
    """As it was computed."""
    hands: Mapping[int, bool]
    """The hands that were ruled on, each with whether its scores were set."""

    @property
    def adjusted(self) -> frozenset[int]:
        """The hands whose scores were set."""
        return frozenset(hand for hand, adjusted in self.hands.items() if adjusted)


def after_rulings_of(session: Session, counted: Mapping[int, CountOfMatch]) -> dict[int, RuledCount]:
    """What is counted, after rulings, of those of some matches that have any; the judgements must be those shown.

    One query if there are none.
    """
    ruled = ruled_matches(session, counted)
    counts = {
        match: RuledCount(counted[match], counted[match], dict.fromkeys(ruled[match].hands, False)) for match in ruled
    }
    adjusted = {match: ruled_match.adjustments for match, ruled_match in ruled.items() if ruled_match.adjustments}
    return counts | _adjusted(session, counts, adjusted)


def keep_ruled(session: Session, ruled: Mapping[int, RuledCount]) -> None:
    """Keeps which hands of matches were ruled on."""
    rows = [
        {"adjusted": int(adjusted), "match": match, "hand": hand}
        for match, count in ruled.items()
        for hand, adjusted in count.hands.items()
    ]
    if rows:
        session.execute(insert(RULED_HANDS), rows)


def forget_ruled(session: Session, matches: Collection[int]) -> None:
    """Removes which hands of some matches were ruled on."""
    c = RULED_HANDS.c
    session.execute(delete(RULED_HANDS).where(c.adjusted.in_((0, 1)), c.match.in_(sorted(matches))))


def _adjusted(
    session: Session, counts: Mapping[int, RuledCount], adjusted: Mapping[int, list[InForce]]
) -> dict[int, RuledCount]:
    """The matches whose scores rulings set.

    Left out are those whose log or report cannot be read, or whose rulings do not fit the report.
    """
    if not adjusted:
        return {}
    made: dict[int, RuledCount] = {}
    for row in _stored(session, adjusted):
        stored, given = row.id, adjusted[row.id]
        try:
            raw = unpacked(row.data, row.size)
            match, _ = read_again(raw, row.format, row.source, row.blob_sha256, row.position)
            report = stored_report(row.report, row.report_size)
        except (LogLost, BytesDamaged):
            continue
        after = None if match is None else after_rulings(report, match, given)
        if match is None or after is None or after.totals is None:
            continue
        computed = counts[stored].computed
        scores = {adjustment.hand: [adjustment.scores[seat] for seat in match.seats] for adjustment in given}
        counted = replace(
            computed,
            rows=[
                replace(row, score=scores[row.hand][row.seat]) if row.hand in scores else row for row in computed.rows
            ],
            results=[
                replace(
                    result,
                    total=after.totals[seat],
                    won=None if after.winner is None else seat in after.winner,
                )
                for seat, result in zip(match.seats, computed.results, strict=True)
            ],
        )
        hands = counts[stored].hands
        made[stored] = RuledCount(counted, computed, {**hands, **dict.fromkeys(scores, True)})
    return made


def _stored(session: Session, matches: Collection[int]) -> Iterable[Any]:
    """The bytes and the reports that are shown of some matches whose bytes are kept."""
    return session.execute(
        select(  # type: ignore[call-overload]
            Log.id,
            Log.blob_sha256,
            Log.position,
            Log.format,
            Log.source,
            Blob.data,
            Blob.size,
            Judgement.report,
            Judgement.report_size,
        )
        .join(Blob, col(Blob.sha256) == col(Log.blob_sha256))
        .join(Judgement, col(Judgement.log_id) == col(Log.id))
        .where(col(Log.id).in_(sorted(matches)), col(Judgement.current), col(Blob.data).is_not(None))
        .order_by(col(Log.id))
    ).all()

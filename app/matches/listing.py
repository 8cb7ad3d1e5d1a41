"""The list of matches: which are in it, a page at a time, and what its filters offer.

A page begins at a place of the list, not behind a number of matches to be skipped.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.packing import BytesDamaged
from app.database.row_pages import PER_PAGE
from app.database.seeing import visible
from app.database.tables.matches import Judgement, Log, name_key
from app.judging.judged import stored_report
from app.judging.rules_of_match.claims import rules_are_unknown
from app.matches.list_query import (
    SHEETS,
    ListPlace,
    ListQuery,
    MatchFilter,
    is_listed,
    keep_to_indexes,
    match_counts,
    names_query,
    of_game,
    of_verdict,
    query_of,
)
from app.matches.shown_names import ShownNames, names_of
from app.text.language import _
from app.text.seats import short_name
from app.text.verdict_names import DAMAGED, known_verdict, shown_verdict
from engine.games import GAMES
from engine.verdict.report import Verdict

TITLE: Final = 80
"""Characters of a match's name that a page shows."""
NAMES: Final = 20
"""Names that `player_names` returns at most."""
_REPORT_BYTES: Final = 64 * 1024
"""The most bytes of a report that is read for a list."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """One page of a list."""

    items: tuple[T, ...]
    total: int
    """Items on all pages; where they are too many to be counted, one more than `COUNTED`."""
    newer: ListPlace | None
    """The page before this one ends there; None for the first page."""
    older: ListPlace | None
    """The page after this one begins behind it; None for the last page."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as a list shows it."""

    id: int
    game: str | None
    match_id: str | None
    event: str | None
    title: str | None
    """The title that people gave it; it replaces the one in the log."""
    players: tuple[str, ...]
    """Names in order of play; the seat where a log names nobody."""
    played_at: str | None
    uploaded_at: datetime
    verdict: str
    """``damaged`` where what is stored is no verdict."""
    shown: str
    """The verdict, or the mark that lists show in its place."""
    errors: int
    hands: int
    source: str
    rules_unknown: bool = False
    """Whether it was read, and only the rules to judge it under are missing."""


def matches(
    session: Session, wanted: MatchFilter, *, before: ListPlace | None = None, after: ListPlace | None = None
) -> Page[MatchRow]:
    """A page of the matches that a filter lets through, the newest upload first.

    Where they are those of a range of days, and neither of a player nor with a text, the last played come first.

    ``before``: the matches that come after a place of the list, which are older; ``after``: the newer ones that lead up
    to it.  The first page where there are none.
    """
    keep_to_indexes(session)
    query = query_of(session, wanted)
    if after is not None:
        places = query.places(session, PER_PAGE + 1, after, newer=True)
        if len(places) > PER_PAGE:
            return _page(session, query, places[PER_PAGE - 1 :: -1], newer=True, older=True)
        before = None
    places = query.places(session, PER_PAGE + 1, before)
    if before is not None and not places:
        before = None
        places = query.places(session, PER_PAGE + 1)
    return _page(session, query, places[:PER_PAGE], newer=before is not None, older=len(places) > PER_PAGE)


def number_of(session: Session, wanted: MatchFilter) -> int:
    """How many matches a filter lets through, at most one more than `COUNTED`."""
    keep_to_indexes(session)
    return query_of(session, wanted).total(session)


def recent(session: Session, limit: int) -> list[MatchRow]:
    """The matches played last, by the day that their logs name; after them those that name none, the newest first."""
    keep_to_indexes(session)
    identity: Any = col(Log.id)
    current = select(identity).where(is_listed(identity), visible(session, identity)).limit(limit)
    dated = session.scalars(
        current.where(col(Log.played_on).is_not(None)).order_by(col(Log.played_on).desc(), col(Log.id).desc())
    ).all()
    others = session.scalars(current.order_by(col(Log.id).desc())).all() if len(dated) < limit else []
    return _rows_of(session, list(dict.fromkeys((*dated, *others)))[:limit])


def newest(session: Session, wanted: Iterable[str], limit: int) -> list[MatchRow]:
    """The matches of some verdicts that were stored last, the newest first."""
    keep_to_indexes(session)
    numbers: list[int] = []
    for verdict in wanted:
        numbers += session.scalars(
            select(col(Judgement.log_id))
            .where(
                col(Judgement.verdict) == verdict,
                col(Judgement.current).is_(True),
                visible(session, col(Judgement.log_id)),
            )
            .order_by(col(Judgement.log_id).desc())
            .limit(limit)
        )
    return _rows_of(session, sorted(numbers, reverse=True)[:limit])


def games(session: Session) -> tuple[tuple[str, int], ...]:
    """The games that matches are of, with how many of each (at most one more than `COUNTED_EACH`), by name."""
    keep_to_indexes(session)
    names, seen = sorted(GAMES), partial(visible, session)
    counts = match_counts(session, [of_game(name).starts[0] for name in names], asked=(is_listed, seen))
    return tuple((name, count) for name, count in zip(names, counts, strict=True) if count)


def verdicts(session: Session) -> tuple[tuple[str, int], ...]:
    """The verdicts that matches have, with how many of each (at most one more than `COUNTED_EACH`), the worst first.

    Before the last, which is clean, come the score sheets without a fault: their verdict is incomplete.
    """
    keep_to_indexes(session)
    names, seen = [str(verdict) for verdict in Verdict], partial(visible, session)
    counts = match_counts(session, [of_verdict(name).starts[0] for name in names], asked=(seen,))
    sheets = of_verdict(SHEETS)
    (of_sheets,) = match_counts(session, sheets.starts, asked=(sheets.among, seen))
    by_verdict = [*zip(names, counts, strict=True)]
    by_verdict.insert(-1, (SHEETS, of_sheets))
    return tuple((name, count) for name, count in by_verdict if count)


def player_names(session: Session, prefix: str = "") -> tuple[str, ...]:
    """The first names, in order, that begin with a text, in any case, as pages show them."""
    keep_to_indexes(session)
    rows = session.execute(names_query(session, name_key(prefix), NAMES)).all()
    names = {(key, name) for key, *spellings in rows for name in spellings}
    return tuple(name for _, name in sorted(names)[:NAMES])


def is_shown() -> ColumnElement[bool]:
    """Whether a judgement is the one of a log that lists show."""
    return and_(col(Judgement.log_id) == col(Log.id), col(Judgement.current).is_(True))


def row_of(
    log: Log,
    verdict: str,
    unchecked: int | None,
    errors: int,
    names: Mapping[int, ShownNames],
    *,
    rules_unknown: bool = False,
    damaged: bool = False,
) -> MatchRow:
    """A match as a list shows it; ``names`` are those of `names_of`, ``damaged``: its report cannot be read."""
    assert log.id is not None
    verdict = known_verdict(verdict)
    called = names.get(log.id, ShownNames())
    return MatchRow(
        id=log.id,
        game=log.game,
        match_id=called.left_out(log.match_id),
        event=called.left_out(log.event),
        title=called.left_out(log.title),
        players=called.shown,
        played_at=log.played_at,
        uploaded_at=log.uploaded_at.astimezone(UTC),
        verdict=verdict,
        shown=DAMAGED if damaged else shown_verdict(verdict, unchecked),
        errors=errors,
        hands=log.hands,
        source=called.left_out(log.source) or "",
        rules_unknown=rules_unknown,
    )


def _page(
    session: Session, query: ListQuery, places: Sequence[ListPlace], *, newer: bool, older: bool
) -> Page[MatchRow]:
    if not places:
        return Page((), 0, None, None)
    return Page(
        items=tuple(_rows_of(session, [place.id for place in places])),
        total=query.total(session) if newer or older else len(places),
        newer=places[0] if newer else None,
        older=places[-1] if older else None,
    )


def match_rows(session: Session, identities: Sequence[int]) -> list[MatchRow]:
    """Those of some matches that lists show, as they show them, in the same order."""
    return _rows_of(session, identities)


def _rows_of(session: Session, identities: Sequence[int | None]) -> list[MatchRow]:
    """The rows of some matches, in the same order."""
    if not identities:
        return []
    log_rows = session.execute(
        select(Log, col(Judgement.verdict), col(Judgement.unchecked_hands), col(Judgement.errors))
        .join(Judgement, is_shown())
        .where(col(Log.id).in_(identities), visible(session, col(Log.id), by_link=True))
    ).all()
    names = names_of(session, identities)
    unknown, damaged = _with_unknown_rules(
        session, [log.id for log, verdict, *_ in log_rows if verdict == Verdict.UNREADABLE]
    )
    rows = {
        log.id: row_of(
            log, verdict, unchecked, errors, names, rules_unknown=log.id in unknown, damaged=log.id in damaged
        )
        for log, verdict, unchecked, errors in log_rows
    }
    return [rows[identity] for identity in identities if identity in rows]


def _with_unknown_rules(session: Session, unreadable: Sequence[int | None]) -> tuple[set[int], set[int]]:
    """Those of some matches without hands in their reports that were read, and whose rules are unknown; and those whose
    reports are damaged.
    """
    if not unreadable:
        return set(), set()
    rows = session.execute(
        select(col(Judgement.log_id), col(Judgement.report), col(Judgement.report_size)).where(
            col(Judgement.log_id).in_(unreadable),
            col(Judgement.current).is_(True),
            col(Judgement.report_size) <= _REPORT_BYTES,
        )
    )
    unknown: set[int] = set()
    damaged: set[int] = set()
    for log_id, data, size in rows:
        try:
            if rules_are_unknown(stored_report(data, size)):
                unknown.add(log_id)
        except BytesDamaged:
            damaged.add(log_id)
    return unknown, damaged


def repeated_titles(rows: Iterable[MatchRow]) -> frozenset[str]:
    """The titles that several of some matches have: lists show the file and the time of upload with these."""
    return frozenset(title for title, count in Counter(map(title_of, rows)).items() if count > 1)


def title_of(row: MatchRow) -> str:
    """What a match is called: what people here call it, else its own id, else its event, else its number here."""
    return short_name(row.title or row.match_id or row.event or _("Match {number}", number=row.id), TITLE)

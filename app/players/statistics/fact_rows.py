"""Writes the rows of what is counted: they are those of the judgements that are shown, in the same transaction.

They follow matches (`app.matches.followers`), so that they change wherever another judgement is shown.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy import Table, and_, bindparam, delete, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.inserting import insert_rows
from app.database.joined_players import roots
from app.database.lookup import known_numbers, word_numbers
from app.database.seeing import is_counted
from app.database.tables.matches import Judgement, Log, MatchPlayer
from app.database.tables.statistics import (
    BOMBS,
    COUNTED_MATCHES,
    FACTS,
    HAND_CODES,
    HAND_LEVELS,
    HAND_PLAYS,
    NOBODY,
    SEAT_RESULTS,
)
from app.judging.counted import CountOfMatch, PackedCount, unpack
from app.matches.followers import JudgementChange, JudgementKey
from app.players.ratings.changes import mark_changed
from app.players.statistics.adjusted import after_rulings_of, forget_ruled, keep_ruled
from app.players.statistics.directory import add_people
from app.players.statistics.match_rows import (
    CountedMatch,
    code_rows,
    day_number,
    level_rows,
    moment_of,
    play_rows,
    rows_of,
    ruled_rows,
    terms_of,
)
from app.players.statistics.tallying import remove_tallies
from engine.statistics.person import normal

_NOTHING: Final[Mapping[JudgementKey, CountOfMatch]] = MappingProxyType({})
_BATCH: Final = 200


def follow(session: Session, change: JudgementChange) -> None:
    """Makes the rows of some matches those of the judgements that are shown now."""
    refresh(session, change.matches, change.made)


def refresh(
    session: Session, matches: Iterable[int], made: Mapping[JudgementKey, CountOfMatch] = MappingProxyType({})
) -> None:
    """Makes the rows of some matches those of the judgements that are shown; a match without one has none.

    Nothing is written for a match whose rows are those already.  ``made`` has what is counted of judgements that were
    just stored, so that it need not be read back.
    """
    for batch in _batches(matches):
        shown = _shown(session, batch)
        written = session.execute(
            select(COUNTED_MATCHES.c.match, COUNTED_MATCHES.c.judgement).where(COUNTED_MATCHES.c.match.in_(batch))
        )
        there: dict[int, int] = dict(written.all())
        forget(session, [match for match, judgement in there.items() if shown.get(match) != judgement])
        _add(session, [match for match, judgement in shown.items() if there.get(match) != judgement], made)


def rewrite(session: Session, matches: Collection[int]) -> None:
    """Writes the rows of some matches anew, such as after a ruling on one."""
    forget(session, matches)
    refresh(session, matches)


def replace_counts(session: Session, counts: Mapping[int, PackedCount]) -> None:
    """Keeps what is counted of some judgements anew, and writes their rows where they are shown."""
    for batch in _batches(counts):
        rows = session.execute(
            select(col(Judgement.id), col(Judgement.log_id)).where(col(Judgement.id).in_(batch), col(Judgement.current))
        )
        shown = {judgement: match for judgement, match in rows if judgement is not None}
        forget(session, sorted(shown.values()))
        for judgement in batch:
            packed = counts[judgement]
            session.execute(
                update(Judgement)
                .where(col(Judgement.id) == judgement)
                .values(counted=packed.state, counts=packed.data, counts_size=packed.size)
            )
        refresh(session, shown.values())


def forget(session: Session, matches: Collection[int]) -> None:
    """Removes the rows of some matches.  What is counted of their judgements must still be as it was written."""
    for batch in _batches(matches):
        counted = _counts(session, batch)
        people = session.execute(
            select(SEAT_RESULTS.c.person, COUNTED_MATCHES.c.game, SEAT_RESULTS.c.match)
            .join(COUNTED_MATCHES, COUNTED_MATCHES.c.match == SEAT_RESULTS.c.match)
            .where(SEAT_RESULTS.c.match.in_(batch))
            .distinct()
        ).all()
        _delete_each(session, FACTS, ("person", "match"), [(person, match) for person, _, match in people])
        _delete_each(session, BOMBS, ("person", "game", "match"), [tuple(row) for row in people])
        numbers = known_numbers(session, terms_of(counted.values()))
        for table, rows in (
            (HAND_PLAYS, play_rows(counted, numbers)),
            (HAND_CODES, code_rows(counted, numbers)),
            (HAND_LEVELS, level_rows(counted)),
        ):
            key = table.primary_key.columns.keys()
            _delete_each(session, table, key, [row[: len(key)] for row in rows])
        of_batch = COUNTED_MATCHES.c.match.in_(batch)
        mark_changed(session, session.scalars(select(COUNTED_MATCHES.c.game).where(of_batch).distinct()))
        forget_ruled(session, batch)
        remove_tallies(session, batch)
        for table in (SEAT_RESULTS, COUNTED_MATCHES):
            session.execute(delete(table).where(table.c.match.in_(batch)))


def _shown(session: Session, matches: Sequence[int]) -> dict[int, int]:
    """The judgements that are shown of those of some matches that count."""
    rows = session.execute(
        select(col(Judgement.log_id), col(Judgement.id)).where(
            col(Judgement.log_id).in_(matches),
            col(Judgement.current),
            col(Judgement.counts).is_not(None),
            is_counted(col(Judgement.log_id)),
        )
    )
    return {match: judgement for match, judgement in rows if judgement is not None}


def _counts(session: Session, matches: Sequence[int]) -> dict[int, CountOfMatch]:
    """What the rows of some matches were made of."""
    rows = session.execute(
        select(COUNTED_MATCHES.c.match, col(Judgement.counts), col(Judgement.counts_size))
        .join(Judgement, col(Judgement.id) == COUNTED_MATCHES.c.judgement)
        .where(COUNTED_MATCHES.c.match.in_(matches))
    )
    return {match: unpack(data, size) for match, data, size in rows if data is not None}


def _add(session: Session, matches: Sequence[int], made: Mapping[JudgementKey, CountOfMatch]) -> None:
    """Writes the rows of some matches that have none."""
    if not matches:
        return
    row_results: Sequence[Any] = session.execute(
        select(
            col(Log.id),
            col(Log.event),
            col(Log.played_on),
            col(Log.played_at),
            col(Judgement.id),
            col(Judgement.preset),
            col(Judgement.rules_sha256),
            col(Judgement.engine),
        )
        .join(Judgement, col(Judgement.log_id) == col(Log.id))
        .where(col(Log.id).in_(matches), col(Judgement.current))
        .order_by(col(Log.id))
    ).all()
    at_hand = {row[0]: made[row[0], row[6], row[7]] for row in row_results if (row[0], row[6], row[7]) in made}
    counted = at_hand | _unpacked(session, [row[4] for row in row_results if row[0] not in at_hand])
    ruled = after_rulings_of(session, counted)
    counted |= {match: count.counted for match, count in ruled.items()}
    seats = _seats(session, counted)
    names = {name for of_match in seats.values() for _, name in of_match}
    others = {text for row in row_results for text in (normal(row[1] or ""), row[5] or "", row[6])}
    numbers = word_numbers(session, names | others | terms_of(counted.values()))
    people = roots(session, {player for of_match in seats.values() for player, _ in of_match})
    matches_in_order = [
        CountedMatch(
            match=match,
            judgement=judgement,
            words=(numbers[counted[match].game], numbers[preset or ""], numbers[rules], numbers[normal(event or "")]),
            day=None if played_on is None else day_number(played_on),
            moment=moment_of(played_at),
            counted=counted[match],
            players=[(people[player], player, numbers[name]) for player, name in seats[match]],
        )
        for match, event, played_on, played_at, judgement, preset, rules, _ in row_results
    ]
    adjusted = {match: count for match, count in ruled.items() if count.adjusted}
    plain = [match for match in matches_in_order if match.match not in adjusted]
    of_ruled = [
        ruled_rows(match, adjusted[match.match].computed, adjusted[match.match].adjusted, numbers)
        for match in matches_in_order
        if match.match in adjusted
    ]
    for table, columns, rows in chain(rows_of(plain, numbers), *of_ruled):
        insert_rows(session, table, rows, columns)
    mark_changed(session, (numbers[match.game] for match in counted.values()))
    keep_ruled(session, ruled)
    add_people(session, {seat for of_match in seats.values() for seat in of_match})
    insert_rows(session, HAND_PLAYS, play_rows(counted, numbers))
    insert_rows(session, HAND_CODES, sorted(code_rows(counted, numbers)))
    insert_rows(session, HAND_LEVELS, sorted(level_rows(counted)))


def _unpacked(session: Session, judgements: Sequence[int]) -> dict[int, CountOfMatch]:
    """By match what is counted of some judgements."""
    if not judgements:
        return {}
    rows = session.execute(
        select(col(Judgement.log_id), col(Judgement.counts), col(Judgement.counts_size)).where(
            col(Judgement.id).in_(judgements)
        )
    )
    return {match: unpack(data, size) for match, data, size in rows if data is not None}


def _seats(session: Session, matches: Mapping[int, CountOfMatch]) -> dict[int, list[tuple[int, str]]]:
    """By match the player, and the name that the log writes, of each seat in order of play."""
    seats = {match: [(NOBODY, "")] * len(counted.results) for match, counted in matches.items()}
    rows = session.execute(
        select(
            col(MatchPlayer.log_id),
            col(MatchPlayer.place),
            col(MatchPlayer.player_id),
            col(MatchPlayer.name),
            col(MatchPlayer.recorded_name),
        ).where(col(MatchPlayer.log_id).in_(matches))
    )
    for match, place, player, shown, recorded in rows:
        seats[match][place] = (player or NOBODY, normal(shown if recorded is None else recorded))
    return seats


def _delete_each(session: Session, table: Table, names: Sequence[str], keys: Sequence[tuple[int, ...]]) -> None:
    """Deletes the rows that have some values in the columns with some names."""
    if not keys:
        return
    condition = and_(*(table.c[name] == bindparam(f"of_{name}") for name in names))
    session.connection().execute(
        delete(table).where(condition),
        [{f"of_{name}": value for name, value in zip(names, key, strict=True)} for key in keys],
    )


def _batches(values: Iterable[int]) -> Iterable[list[int]]:
    whole = sorted(set(values))
    return (whole[start : start + _BATCH] for start in range(0, len(whole), _BATCH))

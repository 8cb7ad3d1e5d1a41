"""Writes the rows of what is counted: they are those of the judgements that are shown, in the same transaction.

Whatever changes which judgement of a match is shown calls `refresh` before its transaction ends.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import Table, and_, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.models import Judgement, Log, MatchPlayer
from app.ratings.changes import mark_changed
from app.statistics.bomb_rows import bomb_rows
from app.statistics.counted import Counted, PackedCount, unpack
from app.statistics.directory import add_people
from app.statistics.people import roots
from app.statistics.ruled import after_rulings_of, forget_ruled, keep_ruled
from app.statistics.tables import (
    BASE,
    BOMBS,
    COUNTED_MATCHES,
    FACTS,
    HAND_CODES,
    HAND_LEVELS,
    HAND_PLAYS,
    KEY,
    NOBODY,
    SEAT_RESULTS,
    STRENGTH,
)
from app.statistics.tallying import add_tallies, remove_tallies
from app.statistics.words import known_numbers, word_numbers
from engine.recorded.basis import Basis
from engine.statistics.person import normal

_BATCH: Final = 200
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

Numbers = tuple[int | None, ...]
_KEY: Final = itemgetter(slice(4))
"""The key of a row of facts."""
_RESULT: Final = ("match", "seat", "person", "player", "name", "team", "total", "won", "hands")


def refresh(session: Session, matches: Iterable[int]) -> None:
    """Makes the rows of some matches those of the judgements that are shown; a match without one has none.

    Nothing is written for a match whose rows are those already.
    """
    for batch in _batches(matches):
        shown = _shown(session, batch)
        written = session.execute(
            select(COUNTED_MATCHES.c.match, COUNTED_MATCHES.c.judgement).where(COUNTED_MATCHES.c.match.in_(batch))
        )
        there: dict[int, int] = dict(written.all())
        forget(session, [match for match, judgement in there.items() if shown.get(match) != judgement])
        _add(session, [match for match, judgement in shown.items() if there.get(match) != judgement])


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
        numbers = known_numbers(session, _terms(counted.values()))
        for table, rows in (
            (HAND_PLAYS, _play_rows(counted, numbers)),
            (HAND_CODES, _code_rows(counted, numbers)),
            (HAND_LEVELS, _level_rows(counted)),
        ):
            _delete_each(session, table, table.primary_key.columns.keys(), rows)
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
            col(Judgement.log_id).in_(matches), col(Judgement.current), col(Judgement.counts).is_not(None)
        )
    )
    return {match: judgement for match, judgement in rows if judgement is not None}


def _counts(session: Session, matches: Sequence[int]) -> dict[int, Counted]:
    """What the rows of some matches were made of."""
    rows = session.execute(
        select(COUNTED_MATCHES.c.match, col(Judgement.counts), col(Judgement.counts_size))
        .join(Judgement, col(Judgement.id) == COUNTED_MATCHES.c.judgement)
        .where(COUNTED_MATCHES.c.match.in_(matches))
    )
    return {match: unpack(data, size) for match, data, size in rows if data is not None}


def _add(session: Session, matches: Sequence[int]) -> None:
    """Writes the rows of some matches that have none."""
    if not matches:
        return
    found: Sequence[Any] = session.execute(
        select(
            col(Log.id),
            col(Log.event),
            col(Log.played_on),
            col(Log.played_at),
            col(Judgement.id),
            col(Judgement.preset),
            col(Judgement.rules_sha256),
            col(Judgement.counts),
            col(Judgement.counts_size),
        )
        .join(Judgement, col(Judgement.log_id) == col(Log.id))
        .where(col(Log.id).in_(matches), col(Judgement.current))
        .order_by(col(Log.id))
    ).all()
    counted: dict[int, Counted] = {row[0]: unpack(row[7], row[8]) for row in found}
    ruled = after_rulings_of(session, counted)
    counted |= {match: each.counted for match, each in ruled.items()}
    seats = _seats(session, counted)
    names = {name for of_match in seats.values() for _, name in of_match}
    others = {text for row in found for text in (normal(row[1] or ""), row[5] or "", row[6])}
    numbers = word_numbers(session, names | others | _terms(counted.values()))
    people = roots(session, {player for of_match in seats.values() for player, _ in of_match})
    results: list[Numbers] = []
    of_matches: list[Numbers] = []
    facts: dict[tuple[str, ...], list[Numbers]] = {}
    bombs: list[Numbers] = []
    for match, event, played_on, played_at, judgement, preset, rules, *_ in found:
        each = counted[match]
        day = None if played_on is None else day_number(played_on)
        words = (numbers[each.game], numbers[preset or ""], numbers[rules], numbers[normal(event or "")])
        won = [None if result.won is None else int(result.won) for result in each.results]
        of_matches.append((match, judgement, *words, day, moment_of(played_at), each.hands, int(None not in won)))
        players = [(people[player], player, numbers[name]) for player, name in seats[match]]
        results += _result_rows(match, each, players, won)
        bombs += bomb_rows(match, each, players, words, day, numbers)
        alike = facts.setdefault(tuple(each.figures), [])
        for row in each.rows:
            person, player, _ = players[row.seat]
            alike.append(
                (
                    *(person, match, row.hand, row.seat, player, *words, day),
                    *(numbers[row.basis], None if row.role is None else numbers[row.role], row.side, row.place2),
                    *(row.score, won[row.seat], int(row.complete), row.errors, *row.figures),
                    *(row.strength, row.expected, row.result),
                )
            )
    _insert(session, COUNTED_MATCHES, of_matches)
    mark_changed(session, (numbers[each.game] for each in counted.values()))
    _insert(session, SEAT_RESULTS, results, _RESULT)
    for figures, alike in facts.items():
        _insert(session, FACTS, sorted(alike, key=_KEY), (*KEY, *BASE, *figures, *STRENGTH))
    add_tallies(session, matches, numbers[str(Basis.PLAY)])
    keep_ruled(session, ruled, numbers[str(Basis.PLAY)])
    add_people(session, {seat for of_match in seats.values() for seat in of_match})
    _insert(session, HAND_PLAYS, sorted(_play_rows(counted, numbers)))
    _insert(session, HAND_CODES, sorted(_code_rows(counted, numbers)))
    _insert(session, HAND_LEVELS, sorted(_level_rows(counted)))
    _insert(session, BOMBS, sorted(bombs))


def _result_rows(
    match: int, counted: Counted, players: Sequence[tuple[int, int, int]], won: Sequence[int | None]
) -> Iterable[Numbers]:
    hands = [0] * len(players)
    for row in counted.rows:
        hands[row.seat] += 1
    for seat, (player, result) in enumerate(zip(players, counted.results, strict=True)):
        yield (match, seat, *player, result.team, result.total, won[seat], hands[seat])


def _seats(session: Session, matches: Mapping[int, Counted]) -> dict[int, list[tuple[int, str]]]:
    """By match the player, and the name that the log writes, of each seat in order of play."""
    found = {match: [(NOBODY, "")] * len(counted.results) for match, counted in matches.items()}
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
        found[match][place] = (player or NOBODY, normal(shown if recorded is None else recorded))
    return found


def _terms(counted: Iterable[Counted]) -> set[str]:
    """The words that the rows of some matches have, beside those about the match."""
    found = {str(Basis.PLAY)}
    for each in counted:
        found.add(each.game)
        found.update(row.basis for row in each.rows)
        found.update(row.role for row in each.rows if row.role is not None)
        found |= {played[2] for played in each.plays}
        found.update(code for _, _, code in each.codes)
    return found


def _play_rows(counted: Mapping[int, Counted], numbers: Mapping[str, int]) -> list[tuple[int, ...]]:
    return [
        (numbers[kind], size, rank, match, hand, seat)
        for match, each in counted.items()
        for hand, seat, kind, size, rank in each.plays
    ]


def _code_rows(counted: Mapping[int, Counted], numbers: Mapping[str, int]) -> list[tuple[int, ...]]:
    return [(numbers[code], match, hand, seat) for match, each in counted.items() for hand, seat, code in each.codes]


def _level_rows(counted: Mapping[int, Counted]) -> list[tuple[int, ...]]:
    return [(level, match, hand) for match, each in counted.items() for hand, level in each.levels]


def day_number(day: date) -> int:
    """A day as the number YYYYMMDD."""
    return day.year * 10_000 + day.month * 100 + day.day


def moment_of(played_at: str | None) -> int | None:
    """An RFC 3339 time in microseconds since 1970 UTC; None if the text is none, or has no offset."""
    try:
        moment = datetime.fromisoformat((played_at or "").upper())
    except ValueError:
        return None
    if moment.tzinfo is None:
        return None
    since = moment - _EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def _insert(session: Session, table: Table, rows: Sequence[Numbers], columns: Sequence[str] = ()) -> None:
    """Inserts rows, which have the columns of a table in order, or those named.  The driver gets them as they are."""
    if not rows:
        return
    names = columns or table.c.keys()
    connection = session.connection()
    of_dialect: Any = type(connection.dialect)
    in_order = of_dialect(paramstyle="qmark" if connection.dialect.name == "sqlite" else "format")
    statement: Any = insert(table).compile(dialect=in_order, column_keys=list(names))
    if tuple(statement.positiontup) != tuple(names):
        pick = itemgetter(*(names.index(name) for name in statement.positiontup))
        rows = [pick(row) for row in rows]
    connection.exec_driver_sql(str(statement), list(rows))


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

"""Writes the rows of what is counted: they are those of the judgements that are shown, in the same transaction.

They follow matches (`app.matches.followers`), so that they change wherever another judgement is shown.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from operator import itemgetter
from types import MappingProxyType
from typing import Any, Final

from sqlalchemy import Table, and_, bindparam, delete, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.inserting import Numbers, insert_rows
from app.database.lookup import known_numbers, word_numbers
from app.database.tables.matches import Judgement, Log, MatchPlayer
from app.database.tables.statistics import (
    BASE,
    BOMBS,
    COUNTED_MATCHES,
    FACTS,
    HAND_CODES,
    HAND_LEVELS,
    HAND_PLAYS,
    KEY,
    NOBODY,
    PARTNERSHIPS,
    SEAT_RESULTS,
    STRENGTH,
    TALLIES,
)
from app.judging.counted import Counted, PackedCount, unpack
from app.matches.followers import Change, JudgementKey
from app.players.ratings.changes import mark_changed
from app.players.statistics.adjusted import after_rulings_of, forget_ruled, keep_ruled
from app.players.statistics.bomb_rows import bomb_rows
from app.players.statistics.directory import add_people
from app.players.statistics.people import roots
from app.players.statistics.tally_rows import (
    PARTNERSHIP,
    TALLY,
    TalliedMatch,
    figure_columns,
    partnership_rows,
    tally_rows,
)
from app.players.statistics.tallying import remove_tallies
from engine.recorded.basis import Basis
from engine.statistics.person import normal

_NOTHING: Final[Mapping[JudgementKey, Counted]] = MappingProxyType({})
_BATCH: Final = 200
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

_TALLY_KEY: Final = itemgetter(slice(6))
_PARTNERSHIP_KEY: Final = itemgetter(slice(8))
_RESULT: Final = ("match", "seat", "person", "player", "name", "team", "total", "won", "hands")


def follow(session: Session, change: Change) -> None:
    """Makes the rows of some matches those of the judgements that are shown now."""
    refresh(session, change.matches, change.made)


def refresh(
    session: Session, matches: Iterable[int], made: Mapping[JudgementKey, Counted] = MappingProxyType({})
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


def _add(session: Session, matches: Sequence[int], made: Mapping[JudgementKey, Counted]) -> None:
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
            col(Judgement.engine),
        )
        .join(Judgement, col(Judgement.log_id) == col(Log.id))
        .where(col(Log.id).in_(matches), col(Judgement.current))
        .order_by(col(Log.id))
    ).all()
    at_hand = {row[0]: made[row[0], row[6], row[7]] for row in found if (row[0], row[6], row[7]) in made}
    counted = at_hand | _unpacked(session, [row[4] for row in found if row[0] not in at_hand])
    ruled = after_rulings_of(session, counted)
    counted |= {match: each.counted for match, each in ruled.items()}
    seats = _seats(session, counted)
    names = {name for of_match in seats.values() for _, name in of_match}
    others = {text for row in found for text in (normal(row[1] or ""), row[5] or "", row[6])}
    numbers = word_numbers(session, names | others | _terms(counted.values()))
    people = roots(session, {player for of_match in seats.values() for player, _ in of_match})
    results: list[Numbers] = []
    of_matches: list[Numbers] = []
    bombs: list[tuple[float | None, ...]] = []
    beside: list[Numbers] = []
    alike: dict[tuple[str, ...], _Alike] = {}
    play = str(Basis.PLAY)
    for match, event, played_on, played_at, judgement, preset, rules, _ in found:
        each = counted[match]
        day = None if played_on is None else day_number(played_on)
        words = (numbers[each.game], numbers[preset or ""], numbers[rules], numbers[normal(event or "")])
        won = [None if result.won is None else int(result.won) for result in each.results]
        of_matches.append((match, judgement, *words, day, moment_of(played_at), each.hands, int(None not in won)))
        players = [(people[player], player, numbers[name]) for player, name in seats[match]]
        results += _result_rows(match, each, players, won)
        computed = ruled[match].computed if match in ruled else each
        bombs += bomb_rows(match, each, computed, players, words, day, numbers)
        of_figures = alike.setdefault(tuple(each.figures), _Alike())
        of_figures.add(match, each, players, (*words, day), won, numbers)
        of_match = TalliedMatch(
            *(match, words[0], words[1], words[3], day, [(person, player) for person, player, _ in players], won)
        )
        of_figures.tallies += tally_rows(of_match, each.rows, each.figures, play, numbers)
        beside += partnership_rows(of_match, each.rows, play, numbers)
    insert_rows(session, COUNTED_MATCHES, of_matches)
    mark_changed(session, (numbers[each.game] for each in counted.values()))
    insert_rows(session, SEAT_RESULTS, results, _RESULT)
    for figures, of_figures in alike.items():
        insert_rows(session, FACTS, of_figures.in_order(), (*KEY, *BASE, *figures, *STRENGTH))
        insert_rows(session, TALLIES, sorted(of_figures.tallies, key=_TALLY_KEY), (*TALLY, *figure_columns(figures)))
    insert_rows(session, PARTNERSHIPS, sorted(beside, key=_PARTNERSHIP_KEY), PARTNERSHIP)
    keep_ruled(session, ruled, numbers[play])
    add_people(session, {seat for of_match in seats.values() for seat in of_match})
    insert_rows(session, HAND_PLAYS, _play_rows(counted, numbers))
    insert_rows(session, HAND_CODES, sorted(_code_rows(counted, numbers)))
    insert_rows(session, HAND_LEVELS, sorted(_level_rows(counted)))
    insert_rows(session, BOMBS, sorted(bombs))


@dataclass(slots=True)
class _Alike:
    """The rows of matches that have the same figures."""

    by_person: dict[int, list[Numbers]] = field(default_factory=dict)
    tallies: list[Numbers] = field(default_factory=list)

    def add(
        self,
        match: int,
        counted: Counted,
        players: Sequence[tuple[int, int, int]],
        of_match: Numbers,
        won: Sequence[int | None],
        numbers: Mapping[str, int],
    ) -> None:
        """Adds the facts of a match; matches come in order of their numbers."""
        of_seats = [
            (self.by_person.setdefault(person, []), person, player, won[seat])
            for seat, (person, player, _) in enumerate(players)
        ]
        for row in counted.rows:
            rows, person, player, won_it = of_seats[row.seat]
            role = row.role
            rows.append(
                (
                    *(person, match, row.hand, row.seat, player, *of_match, numbers[row.basis]),
                    *(None if role is None else numbers[role], row.side, row.place_halves, row.score, won_it),
                    *(int(row.complete), row.errors, *row.figures, row.strength, row.expected, row.result),
                )
            )

    def in_order(self) -> list[Numbers]:
        """The facts in the order of their keys."""
        return [row for person in sorted(self.by_person) for row in self.by_person[person]]


def _result_rows(
    match: int, counted: Counted, players: Sequence[tuple[int, int, int]], won: Sequence[int | None]
) -> Iterable[Numbers]:
    hands = [0] * len(players)
    for row in counted.rows:
        hands[row.seat] += 1
    for seat, (player, result) in enumerate(zip(players, counted.results, strict=True)):
        yield (match, seat, *player, result.team, result.total, won[seat], hands[seat])


def _unpacked(session: Session, judgements: Sequence[int]) -> dict[int, Counted]:
    """By match what is counted of some judgements."""
    if not judgements:
        return {}
    rows = session.execute(
        select(col(Judgement.log_id), col(Judgement.counts), col(Judgement.counts_size)).where(
            col(Judgement.id).in_(judgements)
        )
    )
    return {match: unpack(data, size) for match, data, size in rows if data is not None}


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
    """The words in the rows of some matches, besides those about the match."""
    found = {str(Basis.PLAY)}
    for each in counted:
        found.add(each.game)
        found.update(row.basis for row in each.rows)
        found.update(row.role for row in each.rows if row.role is not None)
        found |= {played[2] for played in each.plays}
        found.update(code for _, _, code in each.codes)
    return found


def _play_rows(counted: Mapping[int, Counted], numbers: Mapping[str, int]) -> list[tuple[int, ...]]:
    """The rows of kinds of plays, by kind, size, rank and match."""
    alike: defaultdict[tuple[str, int, int], list[tuple[int, int, int]]] = defaultdict(list)
    for match, each in sorted(counted.items()):
        for hand, seat, kind, size, rank in each.plays:
            alike[kind, size, rank].append((match, hand, seat))
    in_order = sorted((numbers[kind], size, rank, held) for (kind, size, rank), held in alike.items())
    return [(kind, size, rank, *held) for kind, size, rank, places in in_order for held in places]


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

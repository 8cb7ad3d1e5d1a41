"""Erasing somebody: an account, the person of the statistics that it is tied to, or a person without an account.

Matches stay whole: they show the seat in the place of the name, and their results are nobody's.  The record of disputes
keeps its entries, which have opaque ids.  Functions take a session and never commit.
"""

import secrets
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, Final

import msgspec
from sqlalchemy import Table, delete, null, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.bounded_stores import table_of
from app.database.every_table import TABLES
from app.database.joined_players import batches
from app.database.lookup import texts_of
from app.database.packing import Content, packed_for, unpacked
from app.database.tables.accounts import Account
from app.database.tables.audit_log import ID
from app.database.tables.disputes import Dispute, Evidence
from app.database.tables.erasures import Erasure, hash_of, key_of_player
from app.database.tables.matches import Blob, Judgement, Log, MatchPlayer, Player, Sheet
from app.database.tables.notes import Note
from app.database.tables.statistics import SEAT_RESULTS, WORDS
from app.database.tables.traces import OWNERS, Fate, Kind, owners, traced
from app.database.tables.uploads import Copy, RefusedRecord
from app.database.tables.writing import LogDraft
from app.disputes.audit_log.actors import ActorRole, actor_id, actors_named, erase
from app.disputes.audit_log.appending import append, next_moment
from app.disputes.cases.erasure import show_seats
from app.disputes.cases.states import Acting
from app.matches.shown_names import without_names
from app.matches.uploads.names import index_again
from app.players.personal.whose import Whose, belongs, of_account, of_person
from app.replay.notes.indexing import refresh_hand
from engine.games import GAMES

_SALT: Final = 32
_RESTORING: Final = "fupan restore"
"""Who erases somebody again."""
FILE: Final = "log"
"""What a file is called whose name was erased."""
_REPORTS: Final[Mapping[Table, Any]] = MappingProxyType(
    {
        table_of(Log): select(Judgement, col(Log.game)).join(Log, col(Log.id) == col(Judgement.log_id)),
        table_of(RefusedRecord): select(RefusedRecord, null()),
    }
)
"""The reports that name the files of a table, and their games."""


@dataclass(frozen=True, slots=True)
class ErasedCounts:
    """How much was erased."""

    matches: int
    """The matches that no longer have the name."""
    texts: int
    """The names and texts outside the record of disputes."""
    notes: int


def erase_somebody(
    session: Session, of: Whose, acting: Acting, now: datetime | None = None, *, logs_too: bool = False
) -> ErasedCounts:
    """Erases all that identifies somebody, the account itself too, and notes it in the record without a name.

    ``acting`` is who erases; the name of that one is erased too where it is the same person.  ``logs_too``: the bytes
    of the logs that have the name, and of evidence about their matches and by that one, are destroyed.
    """
    if session.get_bind().dialect.name == "sqlite":
        session.connection().exec_driver_sql("PRAGMA secure_delete = ON")
    moment = next_moment(session, now)
    _remember(session, of, moment, logs_too=logs_too)
    by = actor_id(session, acting.name, acting.role, moment)
    name = session.scalar(select(col(Account.name)).where(col(Account.id) == of.account))
    if name is not None:
        of = replace(of, actors=frozenset(actor.id for actor in actors_named(session, name)))
    mark = secrets.token_hex(ID // 2)
    append(session, actor=by, event="erased", subject=mark, data={"id": mark}, now=moment)
    identities = [*_texts(session, of), *sorted(of.actors)]
    texts = sum(erase(session, identity, actor=by, now=moment) is not None for identity in identities)
    matches, words = _matches(session, of.players), _words(session, of.players)
    names = {*_names(session, matches, of.players), *([] if name is None else [name])}
    _rename(session, lambda text: without_names(text, names), Kind.FILE, Kind.TITLE)
    _rename(session, lambda _: FILE, Kind.FILE, of=of)
    show_seats(session, matches, of.players)
    _erase_files_of_matches(session, matches, moment)
    if logs_too:
        _destroy_logs(session, matches, of.actors, moment)
    notes = erase_rows(session, of)
    _erase_words(session, words)
    return ErasedCounts(len(matches), texts, notes)


def erase_again(session: Session, erasures: Iterable[Erasure], now: datetime | None = None) -> int:
    """Erases those whom some erasures name and whom a restored backup still has; returns how many there were.

    The erasures are those of the database that was lost, and are kept in this one too.  The entries of the record are
    by nobody whom it names otherwise.
    """
    rows = [session.merge(erasure) for erasure in erasures]
    hashes = {(row.salt, row.of_sha256): row.logs_too for row in rows}
    salts = {salt for salt, _ in hashes}

    def erased_as(key: str) -> bool | None:
        """Whether logs were destroyed for the one with a key; None for one who was not erased."""
        return next((logs for salt in salts if (logs := hashes.get((salt, hash_of(salt, key)))) is not None), None)

    people: list[tuple[Whose, bool]] = []
    seen: set[int] = set()
    for account in session.scalars(select(Account)).all():
        logs_too = erased_as(_key_of_account(account))
        if account.id is not None and logs_too is not None:
            people.append((of_account(session, account.id), logs_too))
            seen |= people[-1][0].players
    players = session.execute(select(col(Player.id), col(Player.key_sha256)).order_by(col(Player.id))).all()
    for player, key in players:
        logs_too = None if player is None or player in seen else erased_as(key_of_player(key))
        if player is not None and logs_too is not None:
            people.append((of_person(session, player), logs_too))
            seen |= people[-1][0].players
    acting = Acting(_RESTORING, ActorRole.ARBITER)
    for whose, logs_too in people:
        erase_somebody(session, whose, acting, now, logs_too=logs_too)
    return len(people)


def _remember(session: Session, of: Whose, moment: datetime, *, logs_too: bool) -> None:
    salt = session.scalar(select(col(Erasure.salt)).limit(1)) or secrets.token_bytes(_SALT)
    account = None if of.account is None else session.get(Account, of.account)
    keys = [] if account is None else [_key_of_account(account)]
    wanted = select(col(Player.key_sha256)).where(col(Player.id).in_(sorted(of.players)))
    keys += [key_of_player(text) for text in session.scalars(wanted)]
    for key in keys:
        session.merge(Erasure(of_sha256=hash_of(salt, key), salt=salt, at=moment, logs_too=logs_too))


def _key_of_account(account: Account) -> str:
    return f"account {account.id} {account.made_at.astimezone(UTC).isoformat()} {account.name_key}"


def _texts(session: Session, of: Whose) -> Iterator[str]:
    """The ids of what somebody said in disputes, and of the names of the files that they showed.

    The reasons of rulings are the club's.
    """
    for table in TABLES.sorted_tables:
        for column, trace in traced(table, Kind.TEXT_ID):
            if not trace.of_club:
                yield from session.scalars(select(column).where(column.is_not(None), belongs(table, of))).all()


def _matches(session: Session, players: Collection[int]) -> list[int]:
    sat = select(col(MatchPlayer.log_id)).where(col(MatchPlayer.player_id).in_(sorted(players))).distinct()
    return list(session.scalars(sat.order_by(col(MatchPlayer.log_id))))


def _names(session: Session, matches: Collection[int], players: Collection[int]) -> Iterator[str]:
    """What some players are called, in the statistics and in matches."""
    yield from session.scalars(select(col(Player.name)).where(col(Player.id).in_(sorted(players)))).all()
    for batch in batches(matches):
        seats = select(MatchPlayer).where(col(MatchPlayer.log_id).in_(batch))
        for player in session.scalars(seats.where(col(MatchPlayer.player_id).in_(sorted(players)))).all():
            yield from (text for text in (player.name, player.recorded_name) if text and text != player.seat)


def _rename(session: Session, rename: Callable[[str], str], *kinds: Kind, of: Whose | None = None) -> None:
    """Renames what has marks of some kinds, files in reports too, whose digests are without them.

    ``of``: whose these are; None for all.
    """
    for table in TABLES.sorted_tables:
        for column, trace in traced(table, *kinds):
            rows = select(table.c.id, column).where(column.is_not(None))
            row_texts = session.execute(rows if of is None else rows.where(belongs(table, of))).all()
            renamed = {number: name for number, text in row_texts if (name := rename(text)) != text}
            for number, name in renamed.items():
                session.execute(update(table).where(table.c.id == number).values({column: name}))
                if table is table_of(Log):
                    index_again(session, number)
            if trace.kind is Kind.FILE:
                _rename_in_reports(session, table, renamed, rename)


def _rename_in_reports(session: Session, table: Table, rows: Collection[int], rename: Callable[[str], str]) -> None:
    """Gives files other names in the reports of matches, or of files that could not be read."""
    for batch in batches(rows if table in _REPORTS else ()):
        for row, game in session.execute(_REPORTS[table].where(table.c.id.in_(batch))):
            report: dict[str, object] = msgspec.json.decode(unpacked(row.report, row.report_size))
            log = report.get("log")
            if isinstance(log, dict) and isinstance(log.get("source"), str):
                text = msgspec.json.encode(report | {"log": log | {"source": rename(log["source"])}})
                row.report, row.report_size = packed_for(game, Content.REPORT, text), len(text)
    session.flush()


def _erase_files_of_matches(session: Session, matches: Collection[int], moment: datetime) -> None:
    """Notes that the bytes of matches are given to nobody, and removes the sheets and drafts that became them."""
    for batch in batches(matches):
        session.execute(update(Log).where(col(Log.id).in_(batch)).values(name_erased_at=moment))
        session.execute(delete(Sheet).where(col(Sheet.log_id).in_(batch)))
        session.execute(delete(LogDraft).where(col(LogDraft.log_id).in_(batch)))


def _destroy_logs(session: Session, matches: Collection[int], actors: Collection[str], moment: datetime) -> None:
    """Destroys the bytes of matches, and of other matches in the same text, of copies, and of somebody's evidence."""
    digests = set(session.scalars(select(col(Evidence.blob_sha256)).where(col(Evidence.actor_id).in_(sorted(actors)))))
    for batch in batches(matches):
        digests |= set(session.scalars(select(col(Log.blob_sha256)).where(col(Log.id).in_(batch))))
        digests |= set(session.scalars(select(col(Copy.blob_sha256)).where(col(Copy.log_id).in_(batch))))
        disputes = select(col(Dispute.id)).where(col(Dispute.log_id).in_(batch))
        digests |= set(session.scalars(select(col(Evidence.blob_sha256)).where(col(Evidence.dispute_id).in_(disputes))))
    for digest in sorted(digests):
        session.execute(update(Blob).where(col(Blob.sha256) == digest).values(data=None, size=0, erased_at=moment))


def _words(session: Session, players: Collection[int]) -> list[int]:
    """The numbers of the names that matches write of some players."""
    named = SEAT_RESULTS.c.player.in_(sorted(players))
    return list(session.scalars(select(SEAT_RESULTS.c.name).where(named).distinct()))


def _erase_words(session: Session, words: Collection[int]) -> None:
    """Removes names from the dictionary that nothing else means; numbers of kinds of plays are in other numbers."""
    columns = [column for table in TABLES.sorted_tables for column, _ in traced(table, Kind.WORD)]
    kinds = {kind for game in GAMES.values() for kind in game.statistics.kinds}
    for number, text in texts_of(session, words).items():
        used = (select(column).where(column == number).limit(1) for column in columns)
        if text not in kinds and not any(session.scalar(query) is not None for query in used):
            session.execute(delete(WORDS).where(WORDS.c.id == number))


def erase_rows(session: Session, of: Whose) -> int:
    """Removes what is somebody's, or all of the person in it, by the marks of columns; returns the number of notes.

    No match has the players any more.
    """
    wanted = select(col(Note.log_id), col(Note.hand), col(Note.text)).where(belongs(table_of(Note), of))
    notes = session.execute(wanted).all()
    for table in reversed(TABLES.sorted_tables):
        fates = {trace.fate for _, trace in owners(table)}
        if Fate.GOES in fates:
            session.execute(delete(table).where(belongs(table, of)))
        elif Fate.CLEARED in fates:
            cleared = [column for column, _ in traced(table, *OWNERS, Kind.HASHED, Kind.TEXT) if column.nullable]
            session.execute(update(table).where(belongs(table, of)).values(dict.fromkeys(cleared)))
    for match, hand in sorted({(match, hand) for match, hand, _ in notes}):
        refresh_hand(session, match, hand, [text for *place, text in notes if place == [match, hand]])
    return len(notes)

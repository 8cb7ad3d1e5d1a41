"""Erasing somebody: an account, the person of the statistics that it is tied to, or a person without an account.

Matches stay whole: they show the seat in the place of the name, and their results are nobody's.  The record of disputes
keeps its entries, which have opaque ids.  Functions take a session and never commit.
"""

import re
import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

import msgspec
from sqlalchemy import Column, delete, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.bounded_stores import table_of
from app.database.joined_players import batches
from app.database.lookup import texts_of
from app.database.packing import Content, packed_for, unpacked
from app.database.tables.accounts import Account
from app.database.tables.audit_log import ID
from app.database.tables.disputes import CommentRow, Dispute, Evidence
from app.database.tables.erasures import Erasure, hash_of, key_of_player
from app.database.tables.hand_search import SAVED_SEARCHES
from app.database.tables.jobs import Job
from app.database.tables.kept_answers import KeptAnswer
from app.database.tables.matches import Blob, Judgement, Log, MatchPlayer, Player, Sheet, SheetTap, UploadedFile
from app.database.tables.notes import Note
from app.database.tables.ratings import RATINGS, STANDINGS
from app.database.tables.reviews import EventReviewRow
from app.database.tables.statistics import (
    ALIASES,
    COUNTED_MATCHES,
    PEOPLE,
    PEOPLE_PAIRS,
    SEAT_RESULTS,
    WORDS,
)
from app.database.tables.uploads import Copy, Refused
from app.database.tables.writing import LogDraft, LogDraftHand
from app.disputes.audit_log.actors import ActorRole, actor_id, actors_named, erase
from app.disputes.audit_log.appending import append, next_moment
from app.disputes.cases.erasure import show_seats
from app.disputes.cases.states import Acting
from app.matches.shown_names import without_names
from app.matches.uploads.names import index_again
from app.players.personal.whose import Whose, belongs, of_account, of_person
from app.replay.notes.indexing import refresh_hand
from app.text.catalogue import all_codes
from engine.games import GAMES
from engine.recorded.basis import Basis
from engine.statistics.facts import role_names

_SALT: Final = 32
_RESTORING: Final = "fupan restore"
"""Who erases somebody again."""
FILE: Final = "log"
"""What a file is called whose name was erased."""
_HASH: Final = re.compile("[0-9a-f]{64}")
_OTHER_MEANINGS: Final[Sequence[Column[int]]] = (
    COUNTED_MATCHES.c.preset,
    COUNTED_MATCHES.c.event,
    table_of(EventReviewRow).c.event,
)
"""Where somebody's name may mean something else."""


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
        of = replace(of, actors=frozenset(each.id for each in actors_named(session, name)))
    mark = secrets.token_hex(ID // 2)
    append(session, actor=by, event="erased", subject=mark, data={"id": mark}, now=moment)
    identities = [*_texts(session, of), *sorted(of.actors)]
    texts = sum(erase(session, each, actor=by, now=moment) is not None for each in identities)
    matches, words = _matches(session, of.players), _words(session, of.players)
    _erase_in_titles(session, {*_names(session, matches, of.players), *([] if name is None else [name])})
    show_seats(session, matches, of.players)
    _erase_files_of_matches(session, matches, moment)
    _erase_people(session, of.players, words)
    if logs_too:
        _destroy_logs(session, matches, of.actors, moment)
    notes = 0 if of.account is None else _erase_of_account(session, of.account)
    return ErasedCounts(len(matches), texts, notes)


def erase_again(session: Session, erasures: Iterable[Erasure], now: datetime | None = None) -> int:
    """Erases those whom some erasures name and whom a restored backup still has; returns how many there were.

    The erasures are those of the database that was lost, and are kept in this one too.  The entries of the record are
    by nobody whom it names otherwise.
    """
    kept = [session.merge(each) for each in erasures]
    hashes = {(each.salt, each.of_sha256): each.logs_too for each in kept}
    salts = {salt for salt, _ in hashes}

    def erased_as(key: str) -> bool | None:
        """Whether logs were destroyed for the one with a key; None for one who was not erased."""
        return next((logs for salt in salts if (logs := hashes.get((salt, hash_of(salt, key)))) is not None), None)

    found: list[tuple[Whose, bool]] = []
    seen: set[int] = set()
    for account in session.scalars(select(Account)).all():
        logs_too = erased_as(_key_of_account(account))
        if account.id is not None and logs_too is not None:
            found.append((of_account(session, account.id), logs_too))
            seen |= found[-1][0].players
    players = session.execute(select(col(Player.id), col(Player.key_sha256)).order_by(col(Player.id))).all()
    for player, key in players:
        logs_too = None if player is None or player in seen else erased_as(key_of_player(key))
        if player is not None and logs_too is not None:
            found.append((of_person(session, player), logs_too))
            seen |= found[-1][0].players
    acting = Acting(_RESTORING, ActorRole.ARBITER)
    for each, logs_too in found:
        erase_somebody(session, each, acting, now, logs_too=logs_too)
    return len(found)


def _remember(session: Session, of: Whose, moment: datetime, *, logs_too: bool) -> None:
    salt = session.scalar(select(col(Erasure.salt)).limit(1)) or secrets.token_bytes(_SALT)
    account = None if of.account is None else session.get(Account, of.account)
    keys = [] if account is None else [_key_of_account(account)]
    wanted = select(col(Player.key_sha256)).where(col(Player.id).in_(sorted(of.players)))
    keys += [key_of_player(each) for each in session.scalars(wanted)]
    for key in keys:
        session.merge(Erasure(of_sha256=hash_of(salt, key), salt=salt, at=moment, logs_too=logs_too))


def _key_of_account(account: Account) -> str:
    return f"account {account.id} {account.made_at.astimezone(UTC).isoformat()} {account.name_key}"


def _texts(session: Session, of: Whose) -> Iterator[str]:
    """The ids of what somebody said in disputes, and of the names of the files that they showed.

    The reasons of rulings are the club's.
    """
    actors = sorted(of.actors)
    claims = session.scalars(select(col(Dispute.claim)).where(col(Dispute.actor_id).in_(actors)))
    for claim in claims.all():
        text = msgspec.json.decode(claim, type=dict[str, object]).get("text")
        if isinstance(text, str):
            yield text
    yield from session.scalars(select(col(CommentRow.text_id)).where(col(CommentRow.actor_id).in_(actors))).all()
    yield from session.scalars(select(col(Evidence.name_id)).where(col(Evidence.actor_id).in_(actors))).all()


def _matches(session: Session, players: Collection[int]) -> list[int]:
    sat = select(col(MatchPlayer.log_id)).where(col(MatchPlayer.player_id).in_(sorted(players))).distinct()
    return list(session.scalars(sat.order_by(col(MatchPlayer.log_id))))


def _names(session: Session, matches: Collection[int], players: Collection[int]) -> Iterator[str]:
    """What some players are called, in the statistics and in matches."""
    yield from session.scalars(select(col(Player.name)).where(col(Player.id).in_(sorted(players)))).all()
    for batch in batches(matches):
        seats = select(MatchPlayer).where(col(MatchPlayer.log_id).in_(batch))
        for each in session.scalars(seats.where(col(MatchPlayer.player_id).in_(sorted(players)))).all():
            yield from (text for text in (each.name, each.recorded_name) if text and text != each.seat)


def _erase_in_titles(session: Session, names: Collection[str]) -> None:
    """Removes names from custom match titles."""
    for match, title in session.execute(select(col(Log.id), col(Log.title)).where(col(Log.title).is_not(None))).all():
        if title is not None and match is not None and (left := without_names(title, names)) != title:
            session.execute(update(Log).where(col(Log.id) == match).values(title=left))
            index_again(session, match)


def _erase_files_of_matches(session: Session, matches: Collection[int], moment: datetime) -> None:
    """Notes that the bytes of matches are given to nobody, and removes the sheets and drafts that became them."""
    for batch in batches(matches):
        session.execute(update(Log).where(col(Log.id).in_(batch)).values(name_erased_at=moment))
        sheets = select(col(Sheet.id)).where(col(Sheet.log_id).in_(batch))
        session.execute(delete(SheetTap).where(col(SheetTap.sheet_id).in_(sheets)))
        session.execute(delete(Sheet).where(col(Sheet.log_id).in_(batch)))
        _remove_drafts(session, list(session.scalars(select(col(LogDraft.id)).where(col(LogDraft.log_id).in_(batch)))))


def _destroy_logs(session: Session, matches: Collection[int], actors: Collection[str], moment: datetime) -> None:
    """Destroys the bytes of matches, and of other matches in the same text, of copies, and of somebody's evidence."""
    found = set(session.scalars(select(col(Evidence.blob_sha256)).where(col(Evidence.actor_id).in_(sorted(actors)))))
    for batch in batches(matches):
        found |= set(session.scalars(select(col(Log.blob_sha256)).where(col(Log.id).in_(batch))))
        found |= set(session.scalars(select(col(Copy.blob_sha256)).where(col(Copy.log_id).in_(batch))))
        disputes = select(col(Dispute.id)).where(col(Dispute.log_id).in_(batch))
        found |= set(session.scalars(select(col(Evidence.blob_sha256)).where(col(Evidence.dispute_id).in_(disputes))))
    for digest in sorted(found):
        session.execute(update(Blob).where(col(Blob.sha256) == digest).values(data=None, size=0, erased_at=moment))


def _words(session: Session, players: Collection[int]) -> list[int]:
    """The numbers of the names that matches write of some players."""
    named = SEAT_RESULTS.c.player.in_(sorted(players))
    return list(session.scalars(select(SEAT_RESULTS.c.name).where(named).distinct()))


def _erase_people(session: Session, players: Collection[int], words: Collection[int]) -> None:
    """Removes players whom no match has any more, with all that names them in the statistics."""
    for batch in batches(players):
        of = Whose(None, frozenset(batch), frozenset())
        for table in (RATINGS, STANDINGS, ALIASES, PEOPLE, PEOPLE_PAIRS, table_of(Player)):
            session.execute(delete(table).where(belongs(table, of)))
    terms = _terms()
    for number, text in texts_of(session, words).items():
        used = (select(column).where(column == number).limit(1) for column in (SEAT_RESULTS.c.name, *_OTHER_MEANINGS))
        is_of_games = text in terms or _HASH.fullmatch(text)
        if not is_of_games and not any(session.scalar(each) is not None for each in used):
            session.execute(delete(WORDS).where(WORDS.c.id == number))


def _terms() -> frozenset[str]:
    """Texts of the dictionary that rows of every kind may refer to: the words of games, such as roles and plays."""
    games = GAMES.values()
    of_games = (term for each in games for term in (each.name, *each.statistics.kinds, *role_names(each)))
    return frozenset({"", *of_games, *map(str, Basis), *all_codes()})


def _erase_of_account(session: Session, account: int) -> int:
    """Removes an account and what it made; returns how many notes there were."""
    notes = session.scalars(select(Note).where(col(Note.account) == account)).all()
    session.execute(delete(Note).where(col(Note.account) == account))
    for match, hand in sorted({(each.log_id, each.hand) for each in notes}):
        refresh_hand(session, match, hand, [each.text for each in notes if (each.log_id, each.hand) == (match, hand)])
    _remove_drafts(session, list(session.scalars(select(col(LogDraft.id)).where(col(LogDraft.account) == account))))
    uploads = list(session.scalars(select(col(UploadedFile.id)).where(col(UploadedFile.account) == account)))
    for upload in uploads:
        matches = list(session.scalars(select(col(Log.id)).where(col(Log.upload_id) == upload)))
        for batch in batches(each for each in matches if each is not None):
            _erase_file_names(session, batch)
        session.execute(update(Refused).where(col(Refused.upload_id) == upload).values(source=FILE))
    session.execute(update(UploadedFile).where(col(UploadedFile.account) == account).values(name=FILE, account=None))
    session.execute(update(Job).where(col(Job.account) == account).values(name=FILE, account=None, visitor=None))
    of = Whose(account, frozenset(), frozenset())
    for table in (SAVED_SEARCHES, table_of(KeptAnswer), table_of(Account)):
        session.execute(delete(table).where(belongs(table, of)))
    return len(notes)


def _erase_file_names(session: Session, matches: Collection[int]) -> None:
    """Gives erased uploads a neutral file name, in their reports too: the digest of a report is without that name."""
    session.execute(update(Log).where(col(Log.id).in_(matches)).values(source=FILE))
    session.execute(update(Copy).where(col(Copy.log_id).in_(matches)).values(source=FILE))
    for match in matches:
        index_again(session, match)
    reports = select(Judgement, col(Log.game)).join(Log, col(Log.id) == col(Judgement.log_id))
    for judgement, game in session.execute(reports.where(col(Judgement.log_id).in_(matches))):
        report: dict[str, object] = msgspec.json.decode(unpacked(judgement.report, judgement.report_size))
        log = report.get("log")
        if isinstance(log, dict):
            text = msgspec.json.encode(report | {"log": log | {"source": FILE}})
            judgement.report, judgement.report_size = packed_for(game, Content.REPORT, text), len(text)
    session.flush()


def _remove_drafts(session: Session, drafts: Collection[int | None]) -> None:
    for batch in batches(each for each in drafts if each is not None):
        session.execute(delete(LogDraftHand).where(col(LogDraftHand.draft_id).in_(batch)))
        session.execute(delete(LogDraft).where(col(LogDraft.id).in_(batch)))

"""Logs that are being written, in the database.

Functions take a session and never commit: `app.database.opening.transact` opens a transaction that writes.
"""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import msgspec
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database import bounded_stores
from app.database.bounded_stores import StoreFull, make_room
from app.database.seeing import account_of
from app.database.tables.matches import storable
from app.database.tables.writing import LogDraft, LogDraftHand
from app.judging.rules_of_match.house import HouseRules
from app.judging.rules_of_match.records import house_by_version
from app.sheets.writing.texts import MOST_ALTOGETHER, MOST_HANDS, NotTaken, Parts, refuse_size, refuse_text
from app.text.language import _
from engine.logs.loose.hands import read_hand
from engine.record.match import Hand

_KEY_BYTES: Final = 18
_LONGEST_KEY: Final = 32


class DraftChanged(Exception):
    """A draft was changed by someone else since it was read, or has become a match."""


@dataclass(frozen=True, slots=True)
class UnfinishedLog:
    """A log that is being written."""

    id: int
    key: str
    game: str
    parts: Parts
    language: str
    version: int
    created_at: datetime
    changed_at: datetime
    log_id: int | None
    """The match that it has become; None while it is being written."""
    documents: tuple[str, ...]
    """The hands as `fupan/1` has them, as far as they could be read."""
    house: HouseRules | None = None
    """The house rules that its rules begin with."""

    def hands(self) -> list[Hand]:
        """The hands, as far as they could be read."""
        return [msgspec.json.decode(document, type=Hand) for document in self.documents]


def add(
    session: Session,
    game: str,
    parts: Parts,
    language: str,
    house: HouseRules | None = None,
    *,
    visitor: str | None = None,
) -> str:
    """Keeps a new draft of a visitor, and returns the key of its address.

    Raises NotTaken if there are too many, or it is too large.
    """
    refuse_size(parts)
    try:
        make_room(session, bounded_stores.DRAFTS, visitor)
    except StoreFull as full:
        raise NotTaken(str(full)) from None
    now = datetime.now(UTC)
    row = LogDraft(
        key=secrets.token_urlsafe(_KEY_BYTES),
        game=game,
        head=storable(parts.head),
        language=language,
        house_version_id=None if house is None else house.id,
        version=0,
        created_at=now,
        changed_at=now,
        visitor=visitor,
        account=account_of(session),
    )
    session.add(row)
    session.flush()
    assert row.id is not None
    for number, text in enumerate(parts.hands, 1):
        session.add(_hand(row.id, number, row.head, text))
    return row.key


def find(session: Session, key: str) -> UnfinishedLog | None:
    """The draft with a key; None if there is none."""
    if not 0 < len(key) <= _LONGEST_KEY:
        return None
    row = session.scalar(select(LogDraft).where(col(LogDraft.key) == key))
    if row is None:
        return None
    assert row.id is not None
    hands = session.scalars(
        select(LogDraftHand).where(col(LogDraftHand.draft_id) == row.id).order_by(col(LogDraftHand.number))
    ).all()
    house = None if row.house_version_id is None else house_by_version(session, row.house_version_id)
    return UnfinishedLog(
        id=row.id,
        key=row.key,
        game=row.game,
        parts=Parts(row.head, tuple(hand.text for hand in hands)),
        language=row.language,
        version=row.version,
        created_at=row.created_at,
        changed_at=row.changed_at,
        log_id=row.log_id,
        documents=tuple(hand.document for hand in hands),
        house=house,
    )


def drafts_of(session: Session, keys: list[str]) -> list[UnfinishedLog]:
    """The drafts with some keys, in their order, without those that are gone."""
    return [draft for key in keys if (draft := find(session, key)) is not None]


def write_hand(session: Session, draft: UnfinishedLog, number: int, text: str) -> UnfinishedLog:
    """The draft with another text of a hand (from 1); the hand after the last one is added.

    Raises DraftChanged if the draft was changed in the meantime, NotTaken for a text that is too large.
    """
    text = storable(text)
    refuse_text(text)
    if number > MOST_HANDS:
        raise NotTaken(_("{count} hands found; at most {most} are taken", count=number, most=MOST_HANDS))
    others = sum(len(hand) for place, hand in enumerate(draft.parts.hands, 1) if place != number)
    if others + len(draft.parts.head) + len(text) > MOST_ALTOGETHER:
        raise NotTaken(_("the log would have more than {most} characters", most=f"{MOST_ALTOGETHER:,}"))
    if number <= len(draft.parts.hands) and draft.parts.hands[number - 1] == text:
        return draft
    _change(session, draft)
    session.merge(_hand(draft.id, number, draft.parts.head, text))
    return _again(session, draft)


def write_head(session: Session, draft: UnfinishedLog, head: str) -> UnfinishedLog:
    """The draft with other lines before its hands, which are read anew.  Raises as ``write_hand`` does."""
    head = storable(head)
    refuse_text(head)
    if draft.parts.head == head:
        return draft
    _change(session, draft)
    session.execute(update(LogDraft).where(col(LogDraft.id) == draft.id).values(head=head))
    for number, text in enumerate(draft.parts.hands, 1):
        session.merge(_hand(draft.id, number, head, text))
    return _again(session, draft)


def write_all(session: Session, draft: UnfinishedLog, parts: Parts) -> UnfinishedLog:
    """The draft with another text.  Raises as ``write_hand`` does."""
    refuse_size(parts)
    _change(session, draft)
    head = storable(parts.head)
    session.execute(update(LogDraft).where(col(LogDraft.id) == draft.id).values(head=head))
    session.execute(delete(LogDraftHand).where(col(LogDraftHand.draft_id) == draft.id))
    session.expire_all()
    for number, text in enumerate(parts.hands, 1):
        session.add(_hand(draft.id, number, head, text))
    return _again(session, draft)


def drop_hand(session: Session, draft: UnfinishedLog, number: int) -> UnfinishedLog:
    """The draft without a hand.  Raises DraftChanged."""
    _change(session, draft)
    session.execute(delete(LogDraftHand).where(col(LogDraftHand.draft_id) == draft.id))
    session.flush()
    texts = [text for place, text in enumerate(draft.parts.hands, 1) if place != number]
    for place, text in enumerate(texts, 1):
        session.add(_hand(draft.id, place, draft.parts.head, text))
    return _again(session, draft)


def become(session: Session, draft: UnfinishedLog, log_id: int) -> None:
    """Notes which match a draft has become.  Raises DraftChanged."""
    _change(session, draft)
    session.execute(update(LogDraft).where(col(LogDraft.id) == draft.id).values(log_id=log_id))


def drop(session: Session, draft: UnfinishedLog) -> None:
    """Deletes a draft; a match that it has become stays."""
    session.execute(delete(LogDraftHand).where(col(LogDraftHand.draft_id) == draft.id))
    session.execute(delete(LogDraft).where(col(LogDraft.id) == draft.id))


def _change(session: Session, draft: UnfinishedLog) -> None:
    changed = session.execute(
        update(LogDraft)
        .where(col(LogDraft.id) == draft.id, col(LogDraft.version) == draft.version, col(LogDraft.log_id).is_(None))
        .values(version=draft.version + 1, changed_at=datetime.now(UTC))
    )
    if changed.rowcount != 1:  # type: ignore[attr-defined]
        raise DraftChanged


def _again(session: Session, draft: UnfinishedLog) -> UnfinishedLog:
    session.flush()
    session.expire_all()
    log = find(session, draft.key)
    assert log is not None
    return log


def _hand(draft: int, number: int, head: str, text: str) -> LogDraftHand:
    try:
        match = read_hand(head, text).match
    except ValueError:
        match = None
    hand = Hand(actions=[]) if match is None else match.hands[0]
    return LogDraftHand(draft_id=draft, number=number, text=storable(text), document=msgspec.json.encode(hand).decode())

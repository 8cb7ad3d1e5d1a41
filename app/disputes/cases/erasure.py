"""Erasing what identifies people in the disputes, verdicts and notes of a match.

The record of disputes has random ids in the place of names and texts, so that it remains whole.  Matches with disputes
or verdicts are not deleted.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Table, func, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.bounded_stores import table_of
from app.database.every_table import TABLES
from app.database.joined_players import batches
from app.database.tables.audit_log import ActorRow, RecordText
from app.database.tables.disputes import Dispute, Party, ProposedRuling
from app.database.tables.matches import Log, MatchPlayer, name_key
from app.database.tables.notes import Note
from app.database.tables.traces import Kind, referring, traced
from app.disputes.audit_log.actors import actor_id, erase
from app.disputes.cases.acts import act
from app.disputes.cases.listing import ERASED
from app.disputes.cases.proposals import discard
from app.disputes.cases.states import Acting, CannotAct, require_arbiter
from app.matches import followers
from app.matches.followers import JudgementChange
from app.matches.installation import Installation
from app.matches.uploads.names import index_again
from app.replay.notes.indexing import remove_notes
from app.replay.notes.reading import texts_of_match
from app.text.language import _, marked

MOST_AT_ONCE: Final = 2_000
"""The most names and texts that are erased at once."""
SHOWN: Final = 5
"""The texts of a dispute that are shown before they are erased."""
_EXCERPT: Final = 160


@dataclass(frozen=True, slots=True)
class ErasableName:
    """Somebody who acts in the disputes of a match, or has issued a verdict on it."""

    id: str
    name: str
    role: str
    is_erased: bool
    elsewhere: int
    """The disputes about other matches in which the name is erased too."""


@dataclass(frozen=True, slots=True)
class ErasableTexts:
    """The texts of a dispute: the claim, comments, names of files, rulings and their reasons, and a proposed ruling."""

    dispute: int
    count: int
    """Those that are not erased yet."""
    erased: int
    excerpts: tuple[str, ...]
    """The beginnings of the first of them."""


@dataclass(frozen=True, slots=True)
class ErasableNotes:
    """The notes at steps of the hands of a match, which are removed as a whole."""

    count: int = 0
    excerpts: tuple[str, ...] = ()
    """The beginnings of the first of them."""


@dataclass(frozen=True, slots=True)
class Erasable:
    """What can be erased of a match."""

    names: tuple[ErasableName, ...]
    texts: tuple[ErasableTexts, ...]
    players: tuple[tuple[str, str], ...]
    """The players by seat, as pages show them."""
    notes: ErasableNotes = ErasableNotes()

    @property
    def is_anything(self) -> bool:
        """Whether there is something left to erase."""
        return (
            any(not name.is_erased for name in self.names)
            or any(text.count for text in self.texts)
            or any(seat != name for seat, name in self.players)
            or self.notes.count > 0
        )


@dataclass(frozen=True, slots=True)
class Erasing:
    """What is to be erased."""

    names: Collection[str] = ()
    """Ids of names."""
    disputes: Collection[int] = ()
    """The disputes whose texts are erased."""
    players: bool = False
    """Whether pages show the seats instead of the players' names."""
    notes: bool = False
    """Whether all notes at steps of its hands are removed."""


def erasable(session: Session, match: int) -> Erasable:
    """What can be erased of a match."""
    disputes = list(
        session.scalars(select(col(Dispute.id)).where(col(Dispute.log_id) == match).order_by(col(Dispute.id)))
    )
    actors = _actors(session, match)
    rows = session.scalars(select(ActorRow).where(col(ActorRow.id).in_(actors)))
    people = sorted(rows, key=lambda row: (row.role, row.name or "", row.id))
    others = session.execute(
        select(col(Party.actor_id), func.count())
        .where(col(Party.actor_id).in_(actors), col(Party.dispute_id).not_in(disputes))
        .group_by(col(Party.actor_id))
    )
    elsewhere: dict[str, int] = dict(others.all())
    players = session.execute(
        select(col(MatchPlayer.seat), col(MatchPlayer.name))
        .where(col(MatchPlayer.log_id) == match)
        .order_by(col(MatchPlayer.place))
    )
    return Erasable(
        names=tuple(
            ErasableName(
                person.id, person.name or _(ERASED), person.role, person.name is None, elsewhere.get(person.id, 0)
            )
            for person in people
        ),
        texts=tuple(_of_dispute(session, dispute) for dispute in disputes if dispute is not None),
        players=tuple((seat, name) for seat, name in players),
        notes=_notes(session, match),
    )


def erase_of_match(
    fupan: Installation, match: int, acting: Acting, wanted: Erasing, now: datetime | None = None
) -> int:
    """Erases names and texts of a match, and returns how many; each erasure becomes an entry of the record.

    Raises CannotAct: only an arbiter erases, whose own name remains, and only what belongs to the match is erased.
    """
    require_arbiter(acting, marked("erases what identifies people"))

    def work(session: Session) -> int:
        known = erasable(session, match)
        names = [name.id for name in known.names if name.id in wanted.names and not name.is_erased]
        disputes = [text.dispute for text in known.texts if text.dispute in wanted.disputes]
        strangers = set(wanted.names) - {name.id for name in known.names} or set(wanted.disputes) - set(disputes)
        if strangers:
            raise CannotAct(_("Something that was chosen does not belong to this match. Load the page again."))
        identities = [*names, *(text for dispute in disputes for text in _text_ids(session, dispute))]
        proposed = discard(session, disputes)
        if not identities and not proposed and not wanted.players and not (wanted.notes and known.notes.count):
            raise CannotAct(_("Nothing was chosen that is not erased already."))
        if len(identities) > MOST_AT_ONCE:
            raise CannotAct(
                _(
                    "These are {count} names and texts; {most} are erased at once at most. Choose fewer disputes.",
                    count=f"{len(identities):,}",
                    most=f"{MOST_AT_ONCE:,}",
                )
            )
        arbiter = actor_id(session, acting.name, acting.role, now)
        if arbiter in names:
            raise CannotAct(
                _(
                    "{name} erases this, so that name is kept: leave it out, or act as another arbiter.",
                    name=acting.name,
                )
            )
        count = proposed + sum(erase(session, identity, actor=arbiter, now=now) is not None for identity in identities)
        if wanted.players:
            count += show_seats(session, [match])
        if wanted.notes:
            count += remove_notes(session, match)
        return count

    return act(fupan, work)


def show_seats(session: Session, matches: Collection[int], players: Collection[int] | None = None) -> int:
    """Replaces names by seats in some matches so that searches do not find them; returns how many.

    ``players``: those whose names it is about; None for everybody.
    """
    count = 0
    for batch in batches(matches):
        followers.note_forgotten(session, batch)
        wanted = select(MatchPlayer).where(col(MatchPlayer.log_id).in_(batch))
        if players is not None:
            wanted = wanted.where(col(MatchPlayer.player_id).in_(sorted(players)))
        for player in session.scalars(wanted).all():
            count += player.name != player.seat
            player.name, player.name_key = player.seat, name_key(player.seat)
            player.recorded_name = player.player_id = None
        session.flush()
        for match in batch:
            index_again(session, match)
        followers.note_judged(session, JudgementChange(batch))
    return count


def _actors(session: Session, match: int) -> list[str]:
    """The ids of all who act in the disputes of a match, or issued a verdict on it."""
    return sorted({*_marked(session, Kind.ACTOR, table_of(Log), match)})


def _text_ids(session: Session, dispute: int) -> list[str]:
    """The ids of the texts of a dispute, in the order in which they came about."""
    return list(dict.fromkeys(_marked(session, Kind.TEXT_ID, table_of(Dispute), dispute)))


def _marked(session: Session, kind: Kind, to: Table, number: int) -> Iterator[str]:
    """The ids in columns with marks of a kind, of the rows that refer to a row."""
    for table in TABLES.sorted_tables:
        rows = referring(table, lambda other: to.c.id == number if other is to else None)
        if rows is None:
            continue
        for column, _trace in traced(table, kind):
            yield from session.scalars(select(column).where(column.is_not(None), rows).order_by(*table.primary_key))


def _of_dispute(session: Session, dispute: int) -> ErasableTexts:
    identities = _text_ids(session, dispute)
    beginning = func.substr(col(RecordText.text), 1, _EXCERPT + 1)
    texts: dict[str, str | None] = {}
    for batch in batches(identities):
        query = select(col(RecordText.id), beginning).where(col(RecordText.id).in_(batch))
        texts |= dict(session.execute(query).all())
    known_texts = [text for identity in identities if (text := texts.get(identity)) is not None]
    proposed = session.scalar(select(func.count()).where(col(ProposedRuling.dispute_id) == dispute)) or 0
    return ErasableTexts(
        dispute=dispute,
        count=len(known_texts) + proposed,
        erased=len(identities) - len(known_texts),
        excerpts=_beginnings(known_texts[:SHOWN]),
    )


def _notes(session: Session, match: int) -> ErasableNotes:
    count = session.scalar(select(func.count()).select_from(Note).where(col(Note.log_id) == match)) or 0
    return ErasableNotes(count, _beginnings([text for text in texts_of_match(session, match, SHOWN) if text]))


def _beginnings(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(text if len(text) <= _EXCERPT else text[: _EXCERPT - 1] + "…" for text in texts)

"""Matches joined and split: records on top of logs, judged as matches of their own.  No log is touched.

A match that is made of parts is stored as a log that is written from them; the matches that it is made of are in no
list until it is taken apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.opening import transact
from app.database.seeing import inherit, visible
from app.database.tables.matches import Judgement, Log
from app.database.tables.uploads import DeletedMatch, Part
from app.judging.fault_barrier import guarded_check
from app.judging.rules_of_match.refusal import in_words
from app.matches import followers
from app.matches.entries import ChosenReport, MatchEntry
from app.matches.followers import JudgementChange
from app.matches.installation import Installation
from app.matches.saving import keep
from app.matches.store import StoredMatch
from app.matches.uploads.copies import matches_of_content
from app.matches.uploads.deletion import CannotDelete, refuse_proven, remove_matches
from app.text.language import _
from engine.logs import FUPAN, write_match
from engine.logs.record import LogRecord
from engine.record.composing import CannotCompose, Hands, composed_match
from engine.record.content import content_key
from engine.record.match import Match
from engine.rulebook.options import RulesUnknown

_SOURCE: Final = 400


@dataclass(frozen=True, slots=True)
class PartRow:
    """A part, as the page of the match that is made of it lists it."""

    match: int
    source: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class _PartOfMatch:
    stored: StoredMatch
    hands: Hands

    @property
    def match(self) -> int:
        return self.stored.id


def join(fupan: Installation, first: int, second: int) -> int:
    """Joins two matches into one that has the hands of both, and returns its number.

    Rules that are chosen for them are chosen for it.
    Raises CannotCompose, with the reason, where they do not make one match.
    """
    if first == second:
        raise CannotCompose(_("A match cannot be joined with itself."))
    pieces = []
    for identity in (first, second):
        stored, match = _decoded(fupan, identity)
        pieces.append(_PartOfMatch(stored, Hands(match, 1, len(match.hands))))
    source = " + ".join(piece.stored.source for piece in pieces)
    (made,) = _make(fupan, [(pieces, source)])
    return made


def split(fupan: Installation, match: int, after: int) -> tuple[int, int]:
    """Splits a match behind a hand (from 1) into two, and returns their numbers.

    Rules that are chosen for it are chosen for both.
    Raises CannotCompose, with the reason, where there is no hand on either side.
    """
    stored, decoded = _decoded(fupan, match)
    count = len(decoded.hands)
    if not 1 <= after < count:
        raise CannotCompose(
            _("The match has {count} hands: it can be split behind hands 1 to {last}.", count=count, last=count - 1)
        )
    ranges = ((1, after), (after + 1, count))
    first, second = _make(
        fupan,
        [
            ([_PartOfMatch(stored, Hands(decoded, begin, end))], f"{stored.source}, hands {begin} to {end}")
            for begin, end in ranges
        ],
    )
    return first, second


def take_apart(fupan: Installation, match: int) -> list[int]:
    """Undoes a joining or a splitting; returns the matches that are listed again.

    Raises CannotCompose, with the reason, for a match that is not made of parts, or whose other part is in use.
    """
    return transact(fupan.sessions, lambda session: _take_apart(session, match))


def parts_of(session: Session, match: int) -> list[PartRow]:
    """The parts that a match is made of; none for a match as it came."""
    rows = session.execute(
        select(col(Part.of_log_id), col(Log.source), col(Part.first_hand), col(Part.last_hand))
        .join(Log, col(Log.id) == col(Part.of_log_id))
        .where(col(Part.log_id) == match)
        .order_by(col(Part.number))
    )
    return [PartRow(*row) for row in rows]


def _decoded(fupan: Installation, identity: int) -> tuple[StoredMatch, Match]:
    stored = fupan.match(identity)
    if stored is None:
        raise CannotCompose(_("There is no match {number}.", number=identity))
    match = fupan.decoded.get(stored)
    if match is None:
        raise CannotCompose(_("Match {number} cannot be read, or its log is not kept.", number=identity))
    return stored, match


def _make(fupan: Installation, wanted: Sequence[tuple[Sequence[_PartOfMatch], str]]) -> list[int]:
    entries = []
    for pieces, source in wanted:
        match = composed_match([piece.hands for piece in pieces])
        (record,) = FUPAN.read(write_match(match), source[:_SOURCE])
        if record.match is None:
            raise CannotCompose(_("The hands do not make a match that can be read."))
        report = guarded_check(fupan.checker, record, written=True)
        entries.append(MatchEntry(record, report, chosen=_chosen(fupan, pieces, record)))
    return transact(fupan.sessions, lambda session: _keep(session, entries, [pair[0] for pair in wanted]))


def _chosen(fupan: Installation, pieces: Sequence[_PartOfMatch], record: LogRecord) -> ChosenReport | None:
    """The report under the rules chosen for the parts; None where each is judged as its log claims."""
    chosen = next((piece.stored.chosen for piece in pieces if piece.stored.chosen is not None), None)
    if chosen is None:
        return None
    try:
        first, *others = (fupan.rules(piece.stored, piece.hands.match) for piece in pieces)
    except RulesUnknown as unknown:
        raise CannotCompose(_("The rules of a part are unknown: {reason}.", reason=in_words(unknown))) from None
    if any((rule_set.preset, rule_set.key) != (first.preset, first.key) for rule_set in others):
        raise CannotCompose(_("The two matches are judged under different rules. Choose the same for both first."))
    report = guarded_check(fupan.checker, record, first, written=True)
    if report.rules is None:
        raise CannotCompose(_("Fupan failed on the match that the hands make, under the rules chosen for them."))
    return ChosenReport(first, chosen.house, report)


def _keep(session: Session, entries: Sequence[MatchEntry], pieces: Sequence[Sequence[_PartOfMatch]]) -> list[int]:
    same = matches_of_content(session, [content_key(entry.record.match) for entry in entries if entry.record.match])
    if same:
        raise CannotCompose(_("Match {number} is that match already.", number=min(same.values())))
    made_of = sorted({piece.match for of_match in pieces for piece in of_match})
    _refuse_proven(session, made_of)
    current = dict(
        session.execute(
            select(col(Judgement.log_id), col(Judgement.id)).where(
                col(Judgement.log_id).in_(made_of), col(Judgement.current)
            )
        ).all()
    )
    if len(current) != len(made_of):
        raise CannotCompose(_("One of the matches has just been deleted, or is part of another."))
    made = [record.id for record in keep(session, entries)]
    inherit(session, made, made_of)
    session.execute(
        insert(Part),
        [
            {
                "log_id": made[index],
                "number": number,
                "of_log_id": piece.match,
                "first_hand": piece.hands.first,
                "last_hand": piece.hands.last,
                "judgement_id": current[piece.match],
            }
            for index, of_match in enumerate(pieces)
            for number, piece in enumerate(of_match)
        ],
    )
    session.execute(update(Judgement).where(col(Judgement.log_id).in_(made_of)).values(current=False))
    followers.note_judged(session, JudgementChange([*made_of, *made]))
    return made


def _refuse_proven(session: Session, matches: Sequence[int]) -> None:
    """Raises CannotCompose for a match that has a dispute or a verdict: its hands keep their numbers."""
    try:
        refuse_proven(session, matches)
    except CannotDelete:
        raise CannotCompose(
            _("A match that has a dispute, or a verdict that was handed out, is not joined, split or taken apart.")
        ) from None


def _take_apart(session: Session, match: int) -> list[int]:
    own = session.execute(
        select(col(Part.of_log_id), col(Part.judgement_id))
        .where(col(Part.log_id) == match, visible(session, col(Part.log_id)))
        .order_by(col(Part.number))
    ).all()
    if not own:
        raise CannotCompose(_("Match {number} is not made of parts.", number=match))
    made_of = [row[0] for row in own]
    made = set(session.scalars(select(col(Part.log_id)).where(col(Part.of_log_id).in_(made_of))))
    if session.scalars(select(col(Part.log_id)).where(col(Part.of_log_id).in_(made))).first() is not None:
        raise CannotCompose(_("A part of it is part of another match: take that one apart first."))
    if session.scalars(select(col(DeletedMatch.log_id)).where(col(DeletedMatch.log_id).in_(made))).first() is not None:
        raise CannotCompose(_("Another part of it is deleted: bring that one back first."))
    _refuse_proven(session, sorted(made))
    judgements = [row[1] for row in own]
    remove_matches(session, sorted(made), dict.fromkeys(made, made_of[0]))
    session.execute(update(Judgement).where(col(Judgement.id).in_(judgements)).values(current=True))
    followers.note_judged(session, JudgementChange(made_of))
    return made_of

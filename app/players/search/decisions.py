"""The decisions of reviewed hands in the database as rows of a table: of a match, and of hands that were found."""

from collections.abc import Collection, Container, Iterator, Mapping, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.packing import BytesDamaged
from app.database.seeing import visible
from app.database.tables.reviews import ReviewedHandRow
from app.matches.computed.decisions import People, decision_rows
from app.matches.computed.reviews import Reviewing, kept_hands
from app.matches.installation import Installation
from app.players.search import export
from app.players.search.starts import HandPosition
from app.players.statistics.output import Row
from app.players.statistics.people import keys_of, names_of, people_of_match
from engine.record.match import Match
from engine.rulebook.options import RulesUnknown


def rows_of_match(session: Session, reviewing: Reviewing, match: Match) -> Iterator[Row]:
    """The decisions of the hands of a match that are reviewed."""
    identity = reviewing.stored.id
    return _rows(session, reviewing, match, _people(session, [identity])[identity])


def chosen_of(
    session: Session, gathered_hands: export.GatheredHands
) -> tuple[Mapping[int, Container[int]], HandPosition | None]:
    """The matches among hands that were found whose decisions one export reads, with these hands, from 0.

    They are the newest that are reviewed, as many as an export of logs may have.  Second, the place where others may
    follow; None where these are all.
    """
    hands: dict[int, set[int]] = {}
    for hand in gathered_hands.hands:
        hands.setdefault(hand.match.id, set()).add(hand.number - 1)
    reviewed = reviewed_among(session, hands)
    chosen, beyond = export.affordable(session, [match for match in hands if match in reviewed])
    return {match: hands[match] for match in chosen}, gathered_hands.following(beyond)


def rows_of_hands(
    fupan: Installation, chosen: Mapping[int, Container[int]], left_out: list[int]
) -> Iterator[Iterator[Row]]:
    """The decisions of hands of some matches, by the numbers of these hands, from 0; a match at a time.

    Adds to ``left_out`` the matches whose logs are lost or damaged.
    """
    with fupan.sessions() as session:
        people = _people(session, list(chosen))
    for identity, hands in chosen.items():
        stored = fupan.match(identity)
        if stored is None:
            continue
        try:
            match = fupan.decoded.get(stored)
        except BytesDamaged:
            match = None
        if match is None:
            left_out.append(identity)
            continue
        try:
            reviewing = Reviewing.of(stored, match, fupan.rules(stored, match))
        except RulesUnknown:
            continue
        with fupan.sessions() as session:
            yield _rows(session, reviewing, match, people[identity], hands)


def _rows(
    session: Session, reviewing: Reviewing, match: Match, people: People, hands: Container[int] | None = None
) -> Iterator[Row]:
    review = reviewing.whole(kept_hands(session, reviewing))
    known = {seat: people.get(seat, (None, seat)) for seat in match.seats}
    return decision_rows(review, match, known, number=reviewing.stored.id, hands=hands)


def _people(session: Session, matches: Sequence[int]) -> dict[int, dict[str, tuple[str | None, str]]]:
    """By match the people at its seats, as who asks may see them."""
    seats = {match: people_of_match(session, match) for match in matches}
    people = {person for by_seat in seats.values() for person in by_seat.values()}
    keys, names = keys_of(session, people), names_of(session, people)
    return {
        match: {seat: (keys[person], names[person]) for seat, person in by_seat.items()}
        for match, by_seat in seats.items()
    }


def reviewed_among(session: Session, matches: Collection[int]) -> frozenset[int]:
    """Those of some matches that have a reviewed hand."""
    log = col(ReviewedHandRow.log_id)
    return frozenset(session.scalars(select(log).distinct().where(log.in_(matches), visible(session, log))))

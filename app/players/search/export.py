"""Hands that were found, for programs: lines of JSON, CSV, and the logs of their matches."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Final

from msgspec import Struct
from msgspec.structs import astuple
from sqlalchemy import select
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database.packing import BytesDamaged
from app.database.row_pages import PER_PAGE
from app.database.tables.matches import Blob, Log
from app.database.tables.statistics import NOBODY
from app.judging.rereading import LogLost
from app.matches.ingest import reread
from app.matches.store import has_erased_name, match
from app.players.search.finding import find
from app.players.search.matched import HandWords, SeatWords, in_words
from app.players.search.query import HandQuery
from app.players.search.starts import HANDS as HANDS_OF_MATCH
from app.players.search.starts import HandPosition
from app.players.statistics.output import cell
from app.players.statistics.people import keys_of, names_of
from engine.logs.fupan.writing import write_record

HANDS: Final = 1_000
"""Hands of one export."""
ROUNDS: Final = 20
"""The most searches that one export makes; each looks at as many hands as one page may."""
MATCHES: Final = 100
"""Matches whose logs are exported together."""
LOG_BYTES: Final = 64 * 1024 * 1024
"""Bytes of these logs, as they came."""

People = Mapping[int, tuple[str, str]]
"""By person the key and the name."""


class FoundSeat(Struct, frozen=True):
    """A seat that matches."""

    seat: str
    person: str | None
    """The key of the person."""
    name: str
    matched: tuple[str, ...]
    """What matched, in words."""


class FoundHand(Struct, frozen=True):
    """A hand that matches."""

    match: int
    hand: int
    """From 1."""
    game: str | None
    match_id: str | None
    event: str | None
    played_at: str | None
    seats: tuple[FoundSeat, ...]


@dataclass(frozen=True, slots=True)
class GatheredHands:
    """Hands from several pages."""

    hands: tuple[HandWords, ...]
    older: HandPosition | None
    """Where further ones may be; None where these are all."""
    unknown: tuple[str, ...]

    @property
    def matches(self) -> list[int]:
        """The matches of the hands, each once."""
        return list(dict.fromkeys(hand.match.id for hand in self.hands))

    def following(self, beyond: Sequence[int]) -> HandPosition | None:
        """Where the next file begins after one without the last of these matches, ``beyond``; None if it has all."""
        return HandPosition(beyond[0], HANDS_OF_MATCH - 1) if beyond else self.older


def gather(
    sessions: sessionmaker[Session],
    query: HandQuery,
    before: HandPosition | None = None,
    *,
    limit: int = HANDS,
    rounds: int | None = ROUNDS,
) -> GatheredHands:
    """The newest hands that a query lets through, of those before a place, at most a limit.

    ``rounds``: how many pages are looked for; None for as many as are needed.
    """
    hands: list[HandWords] = []
    place = before
    done = 0
    while len(hands) < limit and (rounds is None or done < rounds):
        with sessions() as session:
            page = find(session, query, place, limit=min(PER_PAGE, limit - len(hands)))
            hands += in_words(session, query, page)
        place, done = page.older, done + 1
        if place is None:
            return GatheredHands(tuple(hands), None, page.unknown)
    return GatheredHands(tuple(hands), place, ())


def people_of(session: Session, hands: Iterable[HandWords]) -> People:
    """The keys and the names of the people in some hands, as their figures have them."""
    people = {seat.person for hand in hands for seat in hand.seats} - {NOBODY}
    keys, names = keys_of(session, people), names_of(session, people)
    return {person: (keys[person], names[person]) for person in people}


def as_record(hand: HandWords, people: People) -> FoundHand:
    """A hand for programs; numbers of hands count from 1.  ``people`` are those of `people_of`.

    A seat of nobody has no person; its name is that of the seat.
    """
    match = hand.match
    seats = tuple(_of_seat(seat, people) for seat in hand.seats)
    return FoundHand(match.id, hand.number, match.game, match.match_id, match.event, match.played_at, seats)


def _of_seat(seat: SeatWords, people: People) -> FoundSeat:
    key, name = people.get(seat.person, (None, seat.name))
    return FoundSeat(seat.seat, key, name, tuple(seat.matched))


def as_csv(hands: Iterable[HandWords], people: People) -> str:
    """Hands as CSV, a line a seat that matched; a text that a spreadsheet would take for a formula is defused."""
    output = StringIO(newline="")
    writer = csv.writer(output)
    writer.writerow(("match", "hand", "game", "match_id", "event", "played_at", "seat", "person", "name", "matched"))
    for hand in hands:
        *of_hand, seats = astuple(as_record(hand, people))
        for seat in seats:
            row = (*of_hand, seat.seat, seat.person, seat.name, "; ".join(seat.matched))
            writer.writerow(cell(value) for value in row)
    return output.getvalue()


def logs(sessions: sessionmaker[Session], matches: Sequence[int], left_out: list[int]) -> Iterator[bytes]:
    """The logs of some matches as `fupan/1`, a line each.

    Adds to ``left_out`` the matches that have no line: a name was erased in them, or their bytes are lost or damaged.
    """
    for identity in matches:
        with sessions() as session:
            stored = None if has_erased_name(session, identity) else match(session, identity)
        try:
            this_match, record = (None, None) if stored is None else reread(stored)
        except (LogLost, BytesDamaged):
            this_match, record = None, None
        if this_match is None or record is None:
            left_out.append(identity)
        else:
            yield write_record(record)


def affordable(session: Session, matches: Sequence[int]) -> tuple[Sequence[int], Sequence[int]]:
    """The first of some matches, those whose logs one export reads; and the others."""
    rows = session.execute(
        select(col(Log.id), col(Blob.size))
        .join(Blob, col(Blob.sha256) == col(Log.blob_sha256))
        .where(col(Log.id).in_(matches[:MATCHES]))
    )
    sizes = {identity: size for identity, size in rows if identity is not None}
    total = 0
    for number, identity in enumerate(matches[:MATCHES]):
        total += sizes.get(identity, 0)
        if total > LOG_BYTES and number:
            return matches[:number], matches[number:]
    return matches[:MATCHES], matches[MATCHES:]

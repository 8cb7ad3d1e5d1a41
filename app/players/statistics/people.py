"""People: the players of logs, joined where several keys are of one person, and the names that they are shown under."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from sqlalchemy import ColumnElement, delete, func, insert, select, true, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.joined_players import batches, leads, minors, roots, tied_accounts, with_joined
from app.database.lookup import texts_of
from app.database.seeing import unnamed_players, viewer_of
from app.database.tables.accounts import Minor
from app.database.tables.matches import MatchPlayer, Player
from app.database.tables.statistics import (
    ALIASES,
    BOMBS,
    COUNTED_MATCHES,
    FACTS,
    NO_WORD,
    NOBODY,
    PARTNERSHIPS,
    SEAT_RESULTS,
    TALLIES,
)
from app.players.ratings.changes import mark_changed
from app.text.language import _
from engine.statistics.person import normal

_HIDDEN: Final = "#"
"""Begins the key of somebody whose name is hidden; the number of the person follows."""
_DIGITS: Final = 10


class CannotJoin(ValueError):
    """People are not joined, or not split; the text of the exception is the reason, a sentence."""


@dataclass(frozen=True, slots=True)
class Alias:
    """A key that was joined to another."""

    key: str
    name: str
    """The name most often written with this key alone."""


@dataclass(frozen=True, slots=True)
class Who:
    """A person."""

    person: int
    key: str
    name: str
    aliases: Sequence[Alias]


def who_is(session: Session, person: int) -> Who | None:
    """The person with a number; None if there is none."""
    keys = keys_of(session, [person])
    if not person or person not in keys or not is_known(session, person):
        return None
    return Who(person, keys[person], names_of(session, [person])[person], aliases_of(session, person))


def join(session: Session, main_key: str, joined: str) -> None:
    """Makes two people one, under the key ``main_key``; figures count all of ``joined`` for that person from now on.

    People that were joined to ``joined`` before come along.  Raises CannotJoin for a key that nobody has, for one that
    is joined to another already, for two keys of one person, and for two people with an account each.
    """
    into, other = _player(session, main_key), _player(session, joined)
    root = roots(session, [into])[into]
    if _of(session, other) is not None:
        raise CannotJoin(_("{key} is joined to another person already: split it first.", key=repr(joined)))
    if root == other:
        raise CannotJoin(_("{first} and {second} are one person already.", first=repr(main_key), second=repr(joined)))
    if len(tied_accounts(session, [root, other])) > 1:
        raise CannotJoin(_("Both players are linked to accounts; unlink one first."))
    session.execute(insert(ALIASES).values(player_id=other, of_player_id=into))
    _move(session, other, root, None)


def split(session: Session, joined: str) -> None:
    """Undoes the joining of a key to another; the people that were joined to it stay with it.

    Raises CannotJoin for a key that nobody has, or that is not joined to another.
    """
    player = _player(session, joined)
    if _of(session, player) is None:
        raise CannotJoin(_("{key} is not joined to another person.", key=repr(joined)))
    root = roots(session, [player])[player]
    session.execute(delete(ALIASES).where(ALIASES.c.player_id == player))
    _move(session, root, player, sorted(with_joined(session, player)))


def is_minor(session: Session, person: int) -> bool:
    """Whether a person was marked as a minor."""
    return person in minors(session)


def mark_minor(session: Session, person: int, *, minor: bool) -> None:
    """Marks a person as a minor, with all players that are joined to it, or takes the mark away."""
    players = sorted(with_joined(session, person))
    session.execute(delete(Minor).where(col(Minor.player_id).in_(players)))
    if minor:
        session.execute(insert(Minor), [{"player_id": player} for player in players])


def person_of(session: Session, key: str) -> int | None:
    """The person that has a key, or to which the player with it is joined; None if there is none.

    Somebody whose name is hidden from who asks has the key that `keys_of` gives, and no other.
    """
    hidden = unnamed_players(session)
    number = key.removeprefix(_HIDDEN)
    if number != key and number.isdecimal() and len(number) < _DIGITS and int(number) in hidden:
        return int(number)
    digest = sha256(normal(key).encode("utf-8", "surrogatepass")).hexdigest()
    player = session.scalar(select(col(Player.id)).where(col(Player.key_sha256) == digest))
    return None if player is None or player in hidden else roots(session, [player])[player]


def is_known(session: Session, person: int) -> bool:
    """Whether who asks may see that there is a person: in a club only those whom a match counts."""
    counted = select(SEAT_RESULTS.c.person).where(SEAT_RESULTS.c.person == person).limit(1)
    return viewer_of(session) is None or session.scalar(counted) is not None


def people_of_match(session: Session, match: int) -> dict[str, int]:
    """By seat the person of each player of a match; a seat of nobody is left out."""
    seats = session.execute(
        select(col(MatchPlayer.seat), col(MatchPlayer.player_id)).where(
            col(MatchPlayer.log_id) == match, col(MatchPlayer.player_id).is_not(None)
        )
    )
    players = {seat: player for seat, player in seats if player is not None}
    people = roots(session, players.values())
    return {seat: people[player] for seat, player in players.items()}


def keys_of(session: Session, people: Collection[int]) -> dict[int, str]:
    """The keys of some people, or what is in the place of one that is hidden from who asks; nobody has ""."""
    hidden = unnamed_players(session)
    keys = {NOBODY: ""} | {person: f"{_HIDDEN}{person}" for person in people if person in hidden}
    for batch in batches(person for person in people if person not in hidden):
        rows = session.execute(select(col(Player.id), col(Player.key)).where(col(Player.id).in_(batch)))
        keys |= {identity: key for identity, key in rows if identity is not None}
    return keys


def names_of(session: Session, people: Collection[int]) -> dict[int, str]:
    """The names of some people: the one most often written with each, of equally often the first by code point.

    It is the key for a person with whom no log writes a name.  Only matches that count are looked at.
    Somebody whose name is hidden from who asks is called ``Player`` with the number that the person has here.
    """
    hidden = unnamed_players(session)
    names = _written_names(session, SEAT_RESULTS.c.person, [person for person in people if person not in hidden])
    names |= {person: _("Player {number}", number=person) for person in people if person in hidden}
    return keys_of(session, [person for person in people if person not in names]) | names


def aliases_of(session: Session, person: int) -> list[Alias]:
    """The keys that are joined to a person, in order; none of somebody whose name is hidden from who asks."""
    players = sorted(with_joined(session, person) - {person} - unnamed_players(session))
    keys = keys_of(session, players)
    names = _written_names(session, SEAT_RESULTS.c.player, players, SEAT_RESULTS.c.person == person)
    return sorted(
        (Alias(keys[player], names.get(player) or keys[player]) for player in players), key=lambda alias: alias.key
    )


def _written_names(
    session: Session, whose: ColumnElement[int], numbers: Collection[int], among: ColumnElement[bool] | None = None
) -> dict[int, str]:
    """The names most often written with some people, or players, by their numbers in the column ``whose``."""
    name = SEAT_RESULTS.c.name
    most: dict[int, tuple[int, list[int]]] = {}
    for batch in batches(numbers):
        rows = session.execute(
            select(whose, name, func.count())
            .where(whose.in_(batch), name != NO_WORD, true() if among is None else among)
            .group_by(whose, name)
        )
        for number, written, count in rows:
            before, names = most.get(number, (0, []))
            if count > before:
                most[number] = (count, [written])
            elif count == before:
                names.append(written)
    texts = texts_of(session, (word for _, names in most.values() for word in names))
    return {number: min(texts[word] for word in names) for number, (_, names) in most.items()}


def _player(session: Session, key: str) -> int:
    digest = sha256(normal(key).encode("utf-8", "surrogatepass")).hexdigest()
    number = session.scalar(select(col(Player.id)).where(col(Player.key_sha256) == digest))
    if number is None:
        raise CannotJoin(_("There is no person with the key {key}.", key=repr(key)))
    return number


def _of(session: Session, player: int) -> int | None:
    return leads(session, [player]).get(player)


def _move(session: Session, person: int, into: int, players: Collection[int] | None) -> None:
    """Counts the rows of a person, or those of some of its players, for another person."""
    of_person = select(SEAT_RESULTS.c.match).where(SEAT_RESULTS.c.person == person)
    others = select(SEAT_RESULTS.c.person).where(SEAT_RESULTS.c.match.in_(of_person)).distinct()
    games = (
        select(COUNTED_MATCHES.c.game)
        .join(SEAT_RESULTS, SEAT_RESULTS.c.match == COUNTED_MATCHES.c.match)
        .where(SEAT_RESULTS.c.person == person)
        .distinct()
    )
    mark_changed(session, session.scalars(games))
    of_pair = PARTNERSHIPS.c
    beside = update(PARTNERSHIPS).where(of_pair.person.in_(others), of_pair.game.in_(games), of_pair.partner == person)
    if players is not None:
        beside = beside.where(PARTNERSHIPS.c.partner_player.in_(players))
    session.execute(beside.values(partner=into))
    for table in (FACTS, TALLIES, PARTNERSHIPS, BOMBS, SEAT_RESULTS):
        statement = update(table).where(table.c.person == person)
        if players is not None:
            statement = statement.where(table.c.player.in_(players))
        session.execute(statement.values(person=into))

"""Players that were joined, because several keys are of one person, and the accounts of a club that people have.

Functions take a session and never commit.
"""

from collections.abc import Collection, Iterable
from typing import Final, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.accounts import Account, FormerTie, Minor, Tie
from app.database.tables.statistics import ALIASES

_BATCH: Final = 500
Key = TypeVar("Key", int, str)


def roots(session: Session, players: Iterable[int]) -> dict[int, int]:
    """The person of each of some players: the one that it is joined to, through any number of steps, or itself."""
    by_player = {player: player for player in players}
    while True:
        led = leads(session, set(by_player.values()))
        if not led:
            return by_player
        by_player = {player: led.get(person, person) for player, person in by_player.items()}


def with_joined(session: Session, *players: int) -> set[int]:
    """Some players with all that are joined to them, through any number of steps."""
    whole, fresh = set(players), set(players)
    while fresh:
        fresh = set(session.scalars(select(ALIASES.c.player_id).where(ALIASES.c.of_player_id.in_(sorted(fresh)))))
        whole |= fresh
    return whole


def leads(session: Session, players: Collection[int]) -> dict[int, int]:
    """The player that each of some is joined to; none for those that are not joined."""
    by_player: dict[int, int] = {}
    for batch in batches(players):
        rows = session.execute(
            select(ALIASES.c.player_id, ALIASES.c.of_player_id).where(ALIASES.c.player_id.in_(batch))
        )
        by_player |= dict(rows.all())
    return by_player


def tied_players(session: Session, account: int) -> frozenset[int]:
    """The players of the person that an account is tied to; none without a tie that a recorder agreed to."""
    wanted = select(col(Tie.player_id)).where(col(Tie.account) == account, col(Tie.agreed_at).is_not(None))
    player = session.scalar(wanted)
    return frozenset() if player is None else frozenset(with_joined(session, roots(session, [player])[player]))


def ever_tied_players(session: Session, account: int) -> frozenset[int]:
    """The players of all persons that an account is or was tied to."""
    wanted = select(col(FormerTie.player_id)).where(col(FormerTie.account) == account)
    people = set(roots(session, session.scalars(wanted).all()).values())
    earlier = (player for person in sorted(people) for player in with_joined(session, person))
    return tied_players(session, account).union(earlier)


def says_who_plays(session: Session, account: int) -> bool:
    """Whether it is known which player an account is: it is tied to one, or declared that it plays nowhere here."""
    tied = select(col(Tie.account)).where(col(Tie.account) == account, col(Tie.agreed_at).is_not(None))
    nowhere = select(col(Account.id)).where(col(Account.id) == account, col(Account.plays_nowhere_at).is_not(None))
    return any(session.scalar(wanted) is not None for wanted in (tied, nowhere))


def tied_accounts(session: Session, people: Collection[int]) -> set[int]:
    """The accounts that are tied to some people."""
    players = {player for person in people for player in with_joined(session, person)}
    wanted = select(col(Tie.account)).where(col(Tie.player_id).in_(sorted(players)), col(Tie.agreed_at).is_not(None))
    return set(session.scalars(wanted))


def minors(session: Session) -> frozenset[int]:
    """All players of the people who are minors: each person that has a player who was marked."""
    marked = session.scalars(select(col(Minor.player_id))).all()
    return frozenset(with_joined(session, *roots(session, marked).values()))


def batches(values: Iterable[Key]) -> Iterable[list[Key]]:
    """Some numbers or ids, in order and each once, in parts that fit into a statement."""
    whole = sorted(set(values))
    return (whole[start : start + _BATCH] for start in range(0, len(whole), _BATCH))

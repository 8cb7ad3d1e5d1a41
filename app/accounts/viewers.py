"""Which matches the people of a club see."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from sqlalchemy.orm import Session, sessionmaker

from app.accounts.members import role_of
from app.accounts.roles import Role
from app.database.joined_players import tied_players
from app.database.seeing import Viewer, Visibility, asked_by
from app.database.tables.accounts import Account

SEEN: Final[Mapping[Role, frozenset[Visibility]]] = MappingProxyType(
    {
        Role.GUEST: frozenset({Visibility.PUBLIC}),
        Role.MEMBER: frozenset({Visibility.PUBLIC, Visibility.CLUB}),
        Role.RECORDER: frozenset(Visibility) - {Visibility.PRIVATE},
        Role.ARBITER: frozenset(Visibility),
        Role.ADMIN: frozenset(Visibility),
    }
)
"""The matches that somebody with a role sees without regard to who brought them."""


def viewer(
    role: Role,
    account: int | None = None,
    opened: frozenset[int] = frozenset(),
    players: frozenset[int] = frozenset(),
) -> Viewer:
    """Somebody with a role, who is some players, and with the unlisted matches whose links were opened."""
    return Viewer(account, SEEN[role], role >= Role.RECORDER, opened, players)


def viewer_with(session: Session, account: int) -> Viewer:
    """Somebody with an account, in the role of this moment; a guest if the account is gone."""
    row = session.get(Account, account)
    if row is None:
        return viewer(Role.GUEST)
    return viewer(role_of(row), account, players=tied_players(session, account))


def asked_from(sessions: sessionmaker[Session], account: int | None) -> sessionmaker[Session]:
    """The same sessions for queries of an account, in its role of this moment; without one everything is visible."""
    if account is None:
        return sessions
    with sessions() as session:
        asks = viewer_with(session, account)
    return asked_by(sessions, lambda: asks)

"""Whose data: an account, the players of a person, and the opaque ids under which the record of disputes has them."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Table, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.joined_players import roots, tied_accounts, tied_players, with_joined
from app.database.tables.accounts import Account
from app.database.tables.kept_answers import sender_of
from app.database.tables.traces import Kind, any_of, owners, referring
from app.disputes.audit_log.actors import actors_named


@dataclass(frozen=True, slots=True)
class Whose:
    """Somebody, by the keys that tables have of them."""

    account: int | None
    players: frozenset[int]
    """The players of the person: that one, and all that are joined to it."""
    actors: frozenset[str]
    """Their ids in the record of disputes; names that are erased there have none of them any more."""


def of_account(session: Session, account: int) -> Whose:
    """Whose an account is, with the person that it is tied to; nobody's if there is no such account."""
    name = session.scalar(select(col(Account.name)).where(col(Account.id) == account))
    if name is None:
        return Whose(None, frozenset(), frozenset())
    actors = frozenset(actor.id for actor in actors_named(session, name))
    return Whose(account, tied_players(session, account), actors)


def of_person(session: Session, player: int) -> Whose:
    """Whose a player is, with the account that is tied to the person."""
    person = roots(session, [player])[player]
    for account in tied_accounts(session, [person]):
        return of_account(session, account)
    return Whose(None, frozenset(with_joined(session, person)), frozenset())


def belongs(table: Table, of: Whose) -> ColumnElement[bool]:
    """Which rows of a table are somebody's, by the marks of its columns, or of those of a table that it refers to.

    Raises LookupError for a table that is nobody's.
    """
    keys: dict[Kind, list[Any]] = {
        Kind.ACCOUNT: [] if of.account is None else [of.account],
        Kind.SENDER: [] if of.account is None else [sender_of(of.account)],
        Kind.PLAYER: sorted(of.players),
        Kind.ACTOR: sorted(of.actors),
    }

    def own(any_table: Table) -> ColumnElement[bool] | None:
        return any_of(column.in_(keys[trace.kind]) for column, trace in owners(any_table))

    condition = referring(table, own)
    if condition is None:
        raise LookupError(table.name)
    return condition

"""Searches that were saved with a name."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from app.database import bounded_stores
from app.database.bounded_stores import StoreFull, make_room
from app.database.seeing import account_of
from app.database.tables.hand_search import SAVED_SEARCHES
from app.database.tables.matches import NAME_KEY, name_key, storable
from app.players.search.grammar import read
from app.players.search.wording import text_of
from app.text.language import _
from engine.rulebook.suggestions import did_you_mean
from engine.statistics.person import normal

LONGEST_NAME: Final = 80


class CannotSave(ValueError):
    """A search is not saved; the text of the exception is the reason, a sentence."""


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A saved search."""

    id: int
    name: str
    line: str


def saved_searches(session: Session) -> list[SavedSearch]:
    """All saved searches, by name."""
    columns = SAVED_SEARCHES.c
    rows = session.execute(select(columns.id, columns.name, columns.line).order_by(columns.name_key))
    return [SavedSearch(*row) for row in rows]


def saved_search(session: Session, name: str) -> SavedSearch | None:
    """The search with a name, in any case."""
    columns = SAVED_SEARCHES.c
    row = session.execute(
        select(columns.id, columns.name, columns.line).where(columns.name_key == name_key(normal(name)))
    ).first()
    return None if row is None else SavedSearch(*row)


def saved_as(session: Session, line: str) -> str | None:
    """The name under which a line is saved, which is written as its query is; None where it is not."""
    columns = SAVED_SEARCHES.c
    return session.scalar(select(columns.name).where(columns.line == line).order_by(columns.name_key).limit(1))


def save(session: Session, name: str, line: str, *, visitor: str | None = None) -> int:
    """Keeps a search of a visitor under a name; returns its number.

    Raises CannotSave for a name that is empty, too long or taken, for a line that cannot be read or that asks for
    nothing, and where too many are kept.
    """
    whole = storable(normal(name))
    if not whole:
        raise CannotSave(_("The search needs a name."))
    if len(whole) > min(LONGEST_NAME, NAME_KEY):
        raise CannotSave(
            _("The name has {count} characters; at most {most} are kept.", count=len(whole), most=LONGEST_NAME)
        )
    reading = read(line)
    if reading.troubles:
        raise CannotSave(_("The line cannot be read: {troubles}", troubles=reading.troubles[0]))
    if not reading.query.conditions:
        raise CannotSave(_("The search asks for nothing yet."))
    taken = saved_search(session, whole)
    if taken is not None:
        raise CannotSave(
            _("There is a search with the name {name} already: delete it first, or take another name.", name=taken.name)
        )
    try:
        make_room(session, bounded_stores.SAVED, visitor)
    except StoreFull as full:
        raise CannotSave(full.sentence) from None
    values = {
        "name": whole,
        "name_key": name_key(whole),
        "line": storable(text_of(reading.query)),
        "saved_at": datetime.now(UTC),
        "visitor": visitor,
        "account": account_of(session),
    }
    saved: int = session.execute(insert(SAVED_SEARCHES).values(values).returning(SAVED_SEARCHES.c.id)).scalar_one()
    return saved


def delete_saved(session: Session, identity: int) -> bool:
    """Deletes a saved search; returns whether there was one."""
    result = session.execute(
        delete(SAVED_SEARCHES).where(SAVED_SEARCHES.c.id == identity).returning(SAVED_SEARCHES.c.id)
    )
    return result.first() is not None


def did_you_mean_saved(session: Session, name: str) -> str:
    """The end of a sentence about a name that no saved search has."""
    return did_you_mean(name, [search.name for search in saved_searches(session)])

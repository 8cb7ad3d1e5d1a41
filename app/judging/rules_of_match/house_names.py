"""Renaming and removing house rules.

Functions take a session and never commit: `app.database.opening.writing` opens a transaction that writes.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.matches import Choice, House, HouseNameRow, HouseVersion, Sheet, name_key
from app.judging.rules_of_match.house import house_name
from app.judging.rules_of_match.refusal import RulesRefused
from app.text.language import _, _n, said
from engine.rulebook.sentences import listed

MOST_FORMER_NAMES: Final = 100
"""The most names that house rules may have had before."""


@dataclass(frozen=True, slots=True)
class FormerName:
    """A name that house rules had before, and when they lost it."""

    name: str
    until: datetime


@dataclass(frozen=True, slots=True)
class Uses:
    """What refers to house rules: matches that are or were judged under them, and score sheets."""

    matches: int
    sheets: int

    @property
    def reason(self) -> str:
        """Why the house rules cannot be removed, as a clause; empty if nothing refers to them."""
        parts = []
        if self.matches:
            parts.append(
                _n("{count} match was judged under them", "{count} matches were judged under them", self.matches)
            )
        if self.sheets:
            parts.append(
                _n("{count} score sheet was made under them", "{count} score sheets were made under them", self.sheets)
            )
        return said(listed(parts))


def house_named(session: Session, name: str) -> int | None:
    """The number of the house rules that have a name, or that had it last; None if there are none."""
    key = name_key(" ".join(name.split()))
    now = session.scalar(select(col(House.id)).where(col(House.name_key) == key))
    if now is not None:
        return now
    return session.scalar(
        select(col(HouseNameRow.house_id))
        .where(col(HouseNameRow.name_key) == key)
        .order_by(col(HouseNameRow.id).desc())
        .limit(1)
    )


def former_names(session: Session, house: int) -> list[FormerName]:
    """The names that house rules had before, the last one first."""
    rows = session.execute(
        select(col(HouseNameRow.name), col(HouseNameRow.until))
        .where(col(HouseNameRow.house_id) == house)
        .order_by(col(HouseNameRow.id).desc())
    )
    return [FormerName(name, until) for name, until in rows]


def rename_house(session: Session, house: int, name: str) -> None:
    """Gives house rules another name.  Their versions and the matches judged under them stay as they are.

    The former name is kept, and still finds them until others have it.  Raises RulesRefused for a name that cannot be
    used or that others have.
    """
    name = house_name(name)
    key = name_key(name)
    row = session.get(House, house)
    if row is None:
        raise RulesRefused(_("there are no such house rules"))
    if row.name == name:
        raise RulesRefused(_("the name of these house rules is {name} already", name=repr(name)))
    other = session.scalar(select(col(House.id)).where(col(House.name_key) == key, col(House.id) != house))
    if other is not None:
        raise RulesRefused(_("other house rules have the name {name}", name=repr(name)))
    if len(former_names(session, house)) >= MOST_FORMER_NAMES:
        raise RulesRefused(
            _("{name} was renamed {most} times, the most that are kept", name=row.name, most=MOST_FORMER_NAMES)
        )
    session.execute(
        insert(HouseNameRow).values(house_id=house, name=row.name, name_key=row.name_key, until=datetime.now(UTC))
    )
    session.execute(update(House).where(col(House.id) == house).values(name=name, name_key=key))


def remove_house(session: Session, house: int) -> None:
    """Removes house rules with all their versions.

    Raises RulesRefused while a match or a score sheet refers to one of them: a match that was judged under them before,
    and one that is deleted but can be brought back, too.
    """
    row = session.get(House, house)
    if row is None:
        raise RulesRefused(_("there are no such house rules"))
    reason = uses_of(session, house).reason
    if reason:
        raise RulesRefused(_("{name} cannot be removed: {reason}", name=row.name, reason=reason))
    session.execute(delete(HouseNameRow).where(col(HouseNameRow.house_id) == house))
    session.execute(delete(HouseVersion).where(col(HouseVersion.house_id) == house))
    session.execute(delete(House).where(col(House.id) == house))


def uses_of(session: Session, house: int) -> Uses:
    """What refers to any version of house rules."""
    versions = select(col(HouseVersion.id)).where(col(HouseVersion.house_id) == house)
    matches = select(func.count(col(Choice.log_id).distinct())).where(col(Choice.house_version_id).in_(versions))
    sheets = select(func.count()).select_from(Sheet).where(col(Sheet.house_version_id).in_(versions))
    return Uses(session.scalar(matches) or 0, session.scalar(sheets) or 0)

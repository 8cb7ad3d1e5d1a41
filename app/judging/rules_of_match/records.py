"""The queries of house rules, and of the rules that were chosen for matches.

Functions take a session and never commit: `app.database.opening.writing` opens a transaction that writes.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, exists, func, insert, select, update
from sqlalchemy.orm import Session, aliased
from sqlmodel import col

from app.database import bounded_stores
from app.database.bounded_stores import StoreFull, make_room
from app.database.packing import BytesDamaged, stored_json
from app.database.seeing import visible
from app.database.tables.matches import Choice, House, HouseVersion, Judgement, name_key
from app.judging.rules_of_match.house import HouseRules, changed_options, house_name, house_note, name_and_version
from app.judging.rules_of_match.house_names import house_named
from app.judging.rules_of_match.refusal import RulesRefused
from app.text.language import _
from engine.rulebook.options import OptionValue, RuleSet
from engine.rulebook.suggestions import close_name

MOST_VERSIONS: Final = 1_000


@dataclass(frozen=True, slots=True)
class StoredChoice:
    """The rules that somebody chose for a match, as they are kept."""

    id: int
    preset: str
    options: Mapping[str, OptionValue]
    """Those that differ from the preset."""
    house: HouseRules | None
    """The house rules that the choice begins with."""
    chosen_at: datetime

    @property
    def differs_from_house(self) -> bool:
        """Whether some options are not those of the house rules that it begins with."""
        return self.house is not None and (self.preset, self.options) != (self.house.preset, self.house.options)


def houses(session: Session) -> list[HouseRules]:
    """The newest version of all house rules, by game and name.  One query."""
    newest = newest_version()
    rows = session.execute(
        _versions().where(col(HouseVersion.version) == newest).order_by(col(House.game), col(House.name_key))
    )
    return [_house(house, version, newest) for house, version, newest in rows]


def house_by_id(session: Session, identity: int) -> list[HouseRules]:
    """Every version of house rules, the newest first; none where there are no such rules.  One query."""
    if not 0 < identity < 2**31:
        return []
    rows = session.execute(_versions().where(col(House.id) == identity).order_by(col(HouseVersion.version).desc()))
    return [_house(house, version, newest) for house, version, newest in rows]


def house_by_version(session: Session, version: int) -> HouseRules | None:
    """The version of house rules that has a key; None where there is none.  One query."""
    row = session.execute(_versions().where(col(HouseVersion.id) == version)).one_or_none()
    return None if row is None else _house(*row)


def house_versions(session: Session, reference: str) -> list[HouseRules]:
    """Every version of the house rules that have a name, or had it last, the newest first.

    Raises RulesRefused where there are none, with the nearest name.
    """
    name, _version = name_and_version(reference)
    identity = house_named(session, name)
    if identity is None:
        known = [house.name for house in houses(session)]
        close = close_name(name, known)
        hint = _("; did you mean {close}?", close=close) if close else _("; there are none yet") if not known else ""
        raise RulesRefused(_("there are no house rules {name}{hint}", name=repr(name[:60]), hint=hint))
    return house_by_id(session, identity)


def find_house(session: Session, name: str) -> HouseRules | None:
    """The newest version of the house rules of a name; None where there are none.  One query."""
    row = session.execute(
        _versions().where(
            col(House.name_key) == name_key(" ".join(name.split())), col(HouseVersion.version) == newest_version()
        )
    ).one_or_none()
    return None if row is None else _house(*row)


def house_rules(session: Session, reference: str) -> HouseRules:
    """The house rules that ``Friday table`` (the newest version) or ``Friday table@2`` names.

    Raises RulesRefused where there are none.
    """
    versions = house_versions(session, reference)
    _name, wanted = name_and_version(reference)
    for version in versions:
        if wanted in (None, version.version):
            return version
    raise RulesRefused(
        _(
            "there is no version {wanted} of the house rules {name}: the newest is {version}",
            wanted=wanted,
            name=versions[0].name,
            version=versions[0].version,
        )
    )


def add_house(session: Session, name: str, rules: RuleSet, note: str = "", *, visitor: str | None = None) -> HouseRules:
    """Keeps house rules under a new name, as version 1.  Raises RulesRefused for a name that is taken or too long."""
    name, note = house_name(name), house_note(note)
    key = name_key(name)
    if session.scalar(select(col(House.id)).where(col(House.name_key) == key)) is not None:
        raise RulesRefused(
            _("there are house rules {name} already; a change makes a new version of them", name=repr(name))
        )
    try:
        make_room(session, bounded_stores.HOUSES, visitor)
    except StoreFull as full:
        raise RulesRefused(str(full)) from None
    session.execute(insert(House).values(game=rules.game, name=name, name_key=key, visitor=visitor))
    house = session.scalar(select(col(House.id)).where(col(House.name_key) == key))
    assert house is not None
    return _add_version(session, house, 1, rules, note)


def change_house(session: Session, house: int, rules: RuleSet, note: str = "") -> HouseRules:
    """Keeps a new version of house rules.  Raises RulesRefused where it would say the same as the newest one."""
    note = house_note(note)
    versions = house_by_id(session, house)
    if not versions:
        raise RulesRefused(_("there are no such house rules"))
    newest = versions[0]
    if rules.game != newest.game:
        raise RulesRefused(
            _(
                "the house rules {name} are rules of {game}, not of {other}",
                name=newest.name,
                game=newest.game,
                other=rules.game,
            )
        )
    if (rules.preset, changed_options(rules)) == (newest.preset, newest.options):
        raise RulesRefused(
            _(
                "nothing would change: version {version} of {name} has these rules",
                version=newest.version,
                name=newest.name,
            )
        )
    if newest.version >= MOST_VERSIONS:
        raise RulesRefused(
            _("{name} has {most} versions, the most that are kept", name=newest.name, most=MOST_VERSIONS)
        )
    return _add_version(session, house, newest.version + 1, rules, note)


def matches_by_version(session: Session, house: int) -> dict[int, int]:
    """How many matches are judged under each version (by its key) of house rules.  One query."""
    rows = session.execute(
        select(col(Choice.house_version_id), func.count())
        .join(HouseVersion, col(HouseVersion.id) == col(Choice.house_version_id))
        .where(col(HouseVersion.house_id) == house, col(Choice.current).is_(True), _is_listed(session))
        .group_by(col(Choice.house_version_id))
    )
    return {version: count for version, count in rows if version is not None}


def matches_by_house(session: Session) -> dict[int, int]:
    """How many matches are judged under some version of each of the house rules.  One query."""
    rows = session.execute(
        select(col(HouseVersion.house_id), func.count())
        .join(Choice, col(HouseVersion.id) == col(Choice.house_version_id))
        .where(col(Choice.current).is_(True), _is_listed(session))
        .group_by(col(HouseVersion.house_id))
    )
    return dict[int, int]((house, count) for house, count in rows)


def newest_matches(session: Session, version: int, limit: int) -> list[int]:
    """The matches judged under a version of house rules, the newest first.  One query."""
    return list(
        session.scalars(
            select(col(Choice.log_id))
            .where(col(Choice.house_version_id) == version, col(Choice.current).is_(True), _is_listed(session))
            .order_by(col(Choice.log_id).desc())
            .limit(limit)
        )
    )


def chosen_rules(session: Session, matches: Collection[int]) -> dict[int, StoredChoice]:
    """The rules chosen for some matches; none for those that are judged as their logs claim.  One query."""
    rows = session.execute(
        select(Choice, HouseVersion, House, newest_version())
        .outerjoin(HouseVersion, col(HouseVersion.id) == col(Choice.house_version_id))
        .outerjoin(House, col(House.id) == col(HouseVersion.house_id))
        .where(col(Choice.log_id).in_(matches), col(Choice.current).is_(True))
    )
    return {choice.log_id: chosen_of(choice, version, house, newest) for choice, version, house, newest in rows}


def chosen_of(choice: Choice, version: HouseVersion | None, house: House | None, newest: int | None) -> StoredChoice:
    """The rows of a choice as it is read."""
    assert choice.id is not None
    begins = None if version is None or house is None else _house(house, version, newest or version.version)
    return StoredChoice(
        choice.id, choice.preset, stored_json(choice.options, dict[str, OptionValue]), begins, choice.chosen_at
    )


def choose(session: Session, rules: Mapping[int, tuple[RuleSet, HouseRules | None]]) -> dict[int, int]:
    """Makes rules those of some matches; a match that has the same ones by choice already keeps that choice.

    Returns the key of each match's choice.  As many queries whatever their number.
    """
    if not rules:
        return {}
    values = {log_id: _choice_values(log_id, rule_set, house) for log_id, (rule_set, house) in rules.items()}
    there = {
        row.log_id: row
        for row in session.scalars(select(Choice).where(col(Choice.log_id).in_(values), col(Choice.current).is_(True)))
    }
    fresh = {
        log_id: value
        for log_id, value in values.items()
        if log_id not in there or any(getattr(there[log_id], name) != value[name] for name in _SAME)
    }
    if fresh:
        claim_again(session, list(fresh))
        session.execute(insert(Choice), list(fresh.values()))
    rows = session.execute(
        select(col(Choice.log_id), col(Choice.id)).where(col(Choice.log_id).in_(values), col(Choice.current).is_(True))
    )
    return {log_id: identity for log_id, identity in rows if identity is not None}


def claim_again(session: Session, matches: Sequence[int]) -> None:
    """Makes the rules that their logs claim those of some matches.  What was chosen before stays in the history."""
    session.execute(
        update(Choice).where(col(Choice.log_id).in_(matches), col(Choice.current).is_(True)).values(current=False)
    )


def _is_listed(session: Session) -> ColumnElement[bool]:
    """Whether lists show the match of a choice: it is neither deleted nor part of another, and visible."""
    listed = exists().where(col(Judgement.log_id) == col(Choice.log_id), col(Judgement.current).is_(True))
    return and_(listed, visible(session, col(Choice.log_id)))


_SAME: Final = ("preset", "options", "house_version_id")


def _choice_values(log_id: int, rules: RuleSet, house: HouseRules | None) -> dict[str, object]:
    return {
        "log_id": log_id,
        "preset": rules.preset,
        "options": _as_text(rules),
        "house_version_id": None if house is None else house.id,
        "current": True,
        "chosen_at": datetime.now(UTC),
    }


def _add_version(session: Session, house: int, version: int, rules: RuleSet, note: str) -> HouseRules:
    session.execute(
        insert(HouseVersion).values(
            house_id=house,
            version=version,
            preset=rules.preset,
            options=_as_text(rules),
            note=note,
            made_at=datetime.now(UTC),
        )
    )
    return house_by_id(session, house)[0]


def _as_text(rules: RuleSet) -> str:
    return json.dumps(changed_options(rules), ensure_ascii=False)


def _versions() -> Any:
    return select(House, HouseVersion, newest_version()).join(HouseVersion, col(HouseVersion.house_id) == col(House.id))


def newest_version() -> Any:
    """The newest version of the house rules of a row, as a part of a query."""
    every = aliased(HouseVersion)
    same = col(every.house_id) == col(HouseVersion.house_id)
    return select(func.max(col(every.version))).where(same).correlate(HouseVersion).scalar_subquery()


def _house(house: House, version: HouseVersion, newest: int) -> HouseRules:
    assert house.id is not None
    assert version.id is not None
    try:
        options, damaged = stored_json(version.options, dict[str, OptionValue]), False
    except BytesDamaged:
        options, damaged = {}, True
    return HouseRules(
        id=version.id,
        house=house.id,
        name=house.name,
        game=house.game,
        version=version.version,
        newest=newest,
        preset=version.preset,
        options=options,
        note=version.note,
        made_at=version.made_at,
        damaged=damaged,
    )

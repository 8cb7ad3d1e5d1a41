"""What a club owns as files of a folder, and these into the database of another installation.

The file that names its form is written last, so that a folder without it is not whole.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session, aliased
from sqlmodel import col

from app.accounts.acts import Act
from app.accounts.ties import note_about
from app.cli.exports.files import Counts, Export, ExportFolder
from app.cli.exports.matches import BroughtMatches, ExportedRules, Place, rules_of, write_matches
from app.cli.exports.record import bring_record, last_account, write_record
from app.cli.exports.rows import columns_of, exported, row_type
from app.cli.words import labelled
from app.database.backup import snapshot
from app.database.opening import transact
from app.database.packing import BytesDamaged
from app.database.tables.accounts import Account, Minor
from app.database.tables.matches import Player, Sheet, SheetTap
from app.database.tables.notes import Note
from app.database.tables.statistics import ALIASES
from app.disputes.audit_log.appending import chain_now
from app.judging.rules_of_match.asked import AskedRules
from app.judging.rules_of_match.house import HouseRules
from app.judging.rules_of_match.records import (
    add_house,
    change_house,
    find_house,
    house_by_id,
    house_by_version,
    house_rules,
    houses,
)
from app.judging.rules_of_match.refusal import RulesRefused
from app.matches.installation import Installation
from app.players.statistics.people import CannotJoin, is_minor, join, mark_minor, person_of
from app.replay.notes.indexing import refresh_hand
from app.sheets.sheet.drafts import add_again
from app.text.language import _

_MINORS: Final = (
    select(col(Player.key)).join(Minor, col(Minor.player_id) == col(Player.id)).order_by(col(Player.key_sha256))
)


class _House(msgspec.Struct, frozen=True):
    """House rules with all their versions, the first one first."""

    name: str
    game: str
    versions: tuple[ExportedRules, ...]


class _Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A score sheet that is being filled, or has become a match."""

    document: str
    taps: tuple[str, ...]
    house: str = ""
    match: Place | None = None


class _Joined(msgspec.Struct, frozen=True):
    """Two keys of one person."""

    kept: str
    joined: str


class _Minor(msgspec.Struct, frozen=True):
    """A player who is marked as a minor."""

    key: str


_NOTE: Final = row_type(Note, {"by": str})
"""A note with the name of its account."""


def export_all(fupan: Installation, folder: Path) -> Counts:
    """Writes all to a folder, which is made for its owner alone, as it is at one moment.

    Raises WrongUsage if there is something in it, and OSError.
    """
    to = ExportFolder(folder)
    numbers: dict[int, Place] = {}
    with fupan.sessions() as asking, snapshot(asking.get_bind().engine) as connection, Session(connection) as session:
        matches = write_matches(session, to, numbers)
        row_counts = write_record(session, to, numbers)
        counts = Counts(
            matches=matches,
            house_rules=to.values("house_rules", (_house(session, house) for house in houses(session))),
            sheets=to.values("sheets", _sheets(session, numbers)),
            people=to.values("people", _people(session)),
            minors=to.values("minors", map(_Minor, session.scalars(_MINORS))),
            notes=to.values("notes", _notes(session, numbers)),
            accounts=row_counts["accounts"],
            disputes=row_counts["disputes"],
            verdicts=row_counts["verdicts"],
        )
        to.end(counts, chain_now(session), last_account(session))
    return counts


def lines_of(counts: Counts) -> list[str]:
    """How much of each there is, or was new."""
    return [
        labelled(_("matches"), f"{counts.matches:,}"),
        labelled(_("house rules"), f"{counts.house_rules:,}"),
        labelled(_("score sheets"), f"{counts.sheets:,}"),
        labelled(_("joined names"), f"{counts.people:,}"),
        labelled(_("minors"), f"{counts.minors:,}"),
        labelled(_("notes"), f"{counts.notes:,}"),
        labelled(_("accounts"), f"{counts.accounts:,}"),
        labelled(_("disputes"), f"{counts.disputes:,}"),
        labelled(_("verdicts"), f"{counts.verdicts:,}"),
    ]


def _house(session: Session, newest: HouseRules) -> _House:
    versions = house_by_id(session, newest.house)[::-1]
    for version in versions:
        if version.damaged:
            raise BytesDamaged(version.reference)
    return _House(
        newest.name, newest.game, tuple(rules_of(rules.preset, rules.options, note=rules.note) for rules in versions)
    )


def _sheets(session: Session, numbers: Mapping[int, Place]) -> Iterator[_Sheet]:
    for sheet in session.scalars(select(Sheet).order_by(col(Sheet.id))):
        taps = select(col(SheetTap.tap)).where(col(SheetTap.sheet_id) == sheet.id).order_by(col(SheetTap.number))
        house = None if sheet.house_version_id is None else house_by_version(session, sheet.house_version_id)
        yield _Sheet(
            sheet.document,
            tuple(session.scalars(taps)),
            "" if house is None else house.reference,
            None if sheet.log_id is None else numbers.get(sheet.log_id),
        )


def _people(session: Session) -> Iterator[_Joined]:
    player, joined = aliased(Player), aliased(Player)
    rows = session.execute(
        select(col(player.key), col(joined.key))
        .select_from(ALIASES)
        .join(player, col(player.id) == ALIASES.c.of_player_id)
        .join(joined, col(joined.id) == ALIASES.c.player_id)
        .order_by(col(joined.key_sha256))
    )
    for key, other in rows:
        yield _Joined(key, other)


def _notes(session: Session, numbers: Mapping[int, Place]) -> Iterator[msgspec.Raw]:
    names: dict[int | None, str] = dict(session.execute(select(col(Account.id), col(Account.name))).all())
    for note in session.scalars(select(Note).order_by(col(Note.id)).execution_options(yield_per=500)):
        if note.log_id in numbers:
            yield exported(note, by=names.get(note.account, ""))


def import_all(fupan: Installation, folder: Path) -> tuple[Counts, list[str]]:
    """Stores what an export has.  What is there already does not change, so that it can be done again.

    Returns how much of each is new, and what was left out, in sentences.

    Raises WrongUsage for a folder that is not whole, and for a file of it that is wrong.
    """
    export, new, left_out = Export(folder), Counter[str](), list[str]()
    for house in export.values("house_rules", _House):
        try:
            new["house_rules"] += transact(fupan.sessions, partial(_add_house, house))
        except RulesRefused as refused:
            left_out.append(f"{house.name}: {refused}")
    matches = BroughtMatches(fupan, export)
    matches.bring()
    new["matches"] = matches.new
    left_out += matches.left_out
    for sheet in export.values("sheets", _Sheet):
        new["sheets"] += transact(fupan.sessions, partial(_add_sheet, sheet, matches.places))
    record = transact(fupan.sessions, partial(bring_record, export=export, keeps_numbers=matches.kept))
    if record.reason:
        left_out.append(record.reason)
    if record.new:
        new.update({name: getattr(export.head.counts, name) for name in ("accounts", "disputes", "verdicts")})
    for person in export.values("people", _Joined):
        try:
            transact(fupan.sessions, partial(_join, person))
        except CannotJoin:
            continue
        new["people"] += 1
    for minor in export.values("minors", _Minor):
        new["minors"] += transact(fupan.sessions, partial(_mark, minor.key))
    notes = list(map(columns_of, export.values("notes", _NOTE)))
    new["notes"] = transact(fupan.sessions, partial(_add_notes, notes, matches.numbers, record.there))
    return Counts(**new), left_out


def _join(two: _Joined, session: Session) -> None:
    """Makes two people one.  Raises CannotJoin."""
    join(session, two.kept, two.joined)
    person = person_of(session, two.kept)
    if person is not None:
        note_about(session, Act.KEY_JOINED, None, person)


def _mark(key: str, session: Session) -> bool:
    """Marks a player as a minor.  Returns whether there is one who was not marked."""
    person = person_of(session, key)
    if person is None or is_minor(session, person):
        return False
    mark_minor(session, person, minor=True)
    note_about(session, Act.MINOR, None, person)
    return True


def _add_house(house: _House, session: Session) -> bool:
    """Adds the versions of house rules that are not there.  Returns whether there were any."""
    there = find_house(session, house.name)
    missing = house.versions[0 if there is None else there.newest :]
    for exported_rules in missing:
        rules = AskedRules(exported_rules.preset, None, exported_rules.options).of_game(house.game).rules
        if there is None:
            there = add_house(session, house.name, rules, exported_rules.note)
        else:
            there = change_house(session, there.house, rules, exported_rules.note)
    return bool(missing)


def _add_sheet(sheet: _Sheet, places: Mapping[Place, int], session: Session) -> bool:
    """Adds a sheet that is not there.  Returns whether it was added."""
    house = house_rules(session, sheet.house) if sheet.house else None
    match = None if sheet.match is None else places.get(sheet.match)
    return add_again(session, sheet.document, sheet.taps, house, match)


def _add_notes(notes: list[dict[str, Any]], numbers: Mapping[int, int], accounts: bool, session: Session) -> int:
    """Adds the notes that are not there to their matches; returns how many there were.

    ``accounts``: the accounts of the export are here too; without them, a note has the name of who wrote it.
    """
    count, before = 0, dict[tuple[int, int], list[str]]()
    for record in notes:
        match, hand, by = numbers.get(record["log_id"]), record["hand"], record["by"]
        note = Note(**{name: value for name, value in record.items() if name != "by"} | {"log_id": match})
        same = (
            col(getattr(Note, name)) == getattr(note, name) for name in ("log_id", "hand", "step", "text", "created_at")
        )
        if match is None or session.scalar(select(col(Note.id)).where(*same).limit(1)) is not None:
            continue
        if not accounts and note.account is not None:
            note.account, note.author = None, note.author or by
        if (match, hand) not in before:
            of_hand = (col(Note.log_id) == match, col(Note.hand) == hand)
            before[match, hand] = list(session.scalars(select(col(Note.text)).where(*of_hand)))
        session.add(note)
        count += 1
    session.flush()
    for (match, hand), texts in before.items():
        refresh_hand(session, match, hand, texts)
    return count

"""What a club owns as files of a folder, and these into the database of another installation.

The file that names its form is written last, so that a folder without it is not whole.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session, aliased
from sqlmodel import col

from app.cli.inputs import EXPORTED, Refused, is_log
from app.cli.words import labelled
from app.database.opening import transact
from app.database.seeing import Visibility, visibility_of
from app.database.tables.matches import Judgement, Log, MatchPlayer, Player, Sheet, SheetTap
from app.database.tables.statistics import ALIASES
from app.judging.fault_barrier import guarded_read
from app.judging.rules_of_match.asked import Asked
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
from app.matches import store
from app.matches.access import show_to
from app.matches.ingest import ingest_records, reread
from app.matches.installation import Installation
from app.matches.store import ChosenReport, StoredMatch
from app.matches.trials import report_under
from app.matches.uploads.names import rename
from app.players.statistics.people import CannotJoin, join
from app.sheets.sheet.drafts import add_again
from app.text.language import _
from engine.rulebook.options import OptionValue, value_text
from engine.version import __version__

FORM: Final = "fupan-export/1"
_LOGS: Final = "logs"
_BATCH: Final = 100
_Place = tuple[str, int]
"""The hash of the bytes of a log, and the position of a match among the matches of these bytes."""
Kind = TypeVar("Kind")


class _Rules(msgspec.Struct, frozen=True, omit_defaults=True):
    """Rules: a preset, and the options that differ from it, as the command line takes them."""

    preset: str
    options: dict[str, str]
    house: str = ""
    """The house rules that they begin with, as ``Friday table@2``."""
    note: str = ""


class _House(msgspec.Struct, frozen=True):
    """House rules with all their versions, the first one first."""

    name: str
    game: str
    versions: tuple[_Rules, ...]


class _Match(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of a match beside its log."""

    sha256: str
    """The hash of the bytes of its log."""
    file: str
    """The file with them, in the folder of logs."""
    source: str
    """The name of the file that was uploaded."""
    position: int = 0
    title: str = ""
    names: dict[str, str] = msgspec.field(default_factory=dict)
    """Those that are shown in place of the recorded ones, by seat."""
    visibility: Visibility = Visibility.CLUB
    rules: _Rules | None = None
    """Those that were chosen for it."""


class _Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A score sheet that is being filled, or has become a match."""

    document: str
    taps: tuple[str, ...]
    house: str = ""
    match: _Place | None = None


class _Joined(msgspec.Struct, frozen=True):
    """Two keys of one person."""

    kept: str
    joined: str


class Counts(msgspec.Struct, frozen=True):
    """How much of each there is."""

    matches: int
    house_rules: int
    sheets: int
    people: int


class _Head(msgspec.Struct, frozen=True):
    format: str
    version: str
    counts: Counts


def export_all(fupan: Installation, folder: Path) -> Counts:
    """Writes all to a folder, which is made for its owner alone.

    Raises Refused if there is something in it, and OSError.
    """
    if folder.exists() and any(folder.iterdir()):
        raise Refused(_("{target}: there is something in it already", target=str(folder)))
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    (folder / _LOGS).mkdir()
    with fupan.sessions() as session:
        counts = Counts(
            matches=_write(folder, "matches", _matches(session, folder / _LOGS)),
            house_rules=_write(folder, "house_rules", (_house(session, each) for each in houses(session))),
            sheets=_write(folder, "sheets", _sheets(session)),
            people=_write(folder, "people", _people(session)),
        )
    (folder / EXPORTED).write_bytes(msgspec.json.encode(_Head(FORM, __version__, counts)))
    return counts


def lines_of(counts: "Counts | Imported") -> list[str]:
    """How much of each there is, or was new."""
    return [
        labelled(_("matches"), f"{counts.matches:,}"),
        labelled(_("house rules"), f"{counts.house_rules:,}"),
        labelled(_("score sheets"), f"{counts.sheets:,}"),
        labelled(_("joined names"), f"{counts.people:,}"),
    ]


def _write(folder: Path, name: str, values: Iterable[object]) -> int:
    """Writes values, a line each, and returns how many there are."""
    with (folder / f"{name}.jsonl").open("wb") as file:
        return sum(bool(file.write(msgspec.json.encode(value) + b"\n")) for value in values)


def _matches(session: Session, logs: Path) -> Iterator[_Match]:
    """Every match that is in lists and whose log is kept; writes the logs to a folder."""
    ids = session.scalars(select(col(Judgement.log_id)).where(col(Judgement.current)).order_by(col(Judgement.log_id)))
    for batch in ids.partitions(_BATCH):
        rows = session.execute(select(col(Log.id), col(Log.title)).where(col(Log.id).in_(batch)))
        titles = {row.id: row.title for row in rows}
        renamed = col(MatchPlayer.recorded_name).is_not(None)
        names: dict[int, dict[str, str]] = {}
        for player in session.scalars(select(MatchPlayer).where(col(MatchPlayer.log_id).in_(batch), renamed)):
            names.setdefault(player.log_id, {})[player.seat] = player.name
        visibility = visibility_of(session, batch)
        for each in store.stored_matches(session, col(Log.id).in_(batch)):
            if not each.kept:
                continue
            suffix = Path(each.source).suffix
            file = each.sha256 + (suffix if is_log(f"a{suffix}") else ".log")
            (logs / file).write_bytes(each.raw)
            yield _Match(
                each.sha256,
                file,
                each.source,
                each.position,
                titles[each.id] or "",
                names.get(each.id, {}),
                visibility[each.id],
                _chosen(each),
            )


def _chosen(stored: StoredMatch) -> _Rules | None:
    if stored.chosen is None:
        return None
    house = stored.chosen.house
    return _rules(stored.chosen.preset, stored.chosen.options, "" if house is None else house.reference)


def _house(session: Session, newest: HouseRules) -> _House:
    versions = reversed(house_by_id(session, newest.house))
    return _House(
        newest.name, newest.game, tuple(_rules(each.preset, each.options, note=each.note) for each in versions)
    )


def _rules(preset: str, options: Mapping[str, OptionValue], house: str = "", note: str = "") -> _Rules:
    return _Rules(preset, {name: value_text(value) for name, value in options.items()}, house, note)


def _sheets(session: Session) -> Iterator[_Sheet]:
    rows = session.execute(
        select(Sheet, col(Log.blob_sha256), col(Log.position))
        .outerjoin(Log, col(Log.id) == col(Sheet.log_id))
        .order_by(col(Sheet.id))
    )
    for sheet, sha256, position in rows:
        taps = select(col(SheetTap.tap)).where(col(SheetTap.sheet_id) == sheet.id).order_by(col(SheetTap.number))
        house = None if sheet.house_version_id is None else house_by_version(session, sheet.house_version_id)
        yield _Sheet(
            sheet.document,
            tuple(session.scalars(taps)),
            "" if house is None else house.reference,
            None if sha256 is None else (sha256, position),
        )


def _people(session: Session) -> Iterator[_Joined]:
    kept, joined = aliased(Player), aliased(Player)
    rows = session.execute(
        select(col(kept.key), col(joined.key))
        .select_from(ALIASES)
        .join(kept, col(kept.id) == ALIASES.c.of_player_id)
        .join(joined, col(joined.id) == ALIASES.c.player_id)
        .order_by(ALIASES.c.player_id)
    )
    for key, other in rows:
        yield _Joined(key, other)


@dataclass
class Imported:
    """What an import has stored, and what it has left out, in sentences."""

    matches: int = 0
    house_rules: int = 0
    sheets: int = 0
    people: int = 0
    left_out: list[str] = field(default_factory=list)


def import_all(fupan: Installation, folder: Path) -> Imported:
    """Stores what an export has.  What is there already does not change, so that it can be done again.

    Raises Refused for a folder that is not whole, and OSError.
    """
    try:
        head = msgspec.json.decode((folder / EXPORTED).read_bytes(), type=_Head)
    except (FileNotFoundError, NotADirectoryError, msgspec.DecodeError):
        head = None
    if head is None or head.format != FORM:
        raise Refused(_("{source}: fupan export --all has not written it, or not to its end", source=str(folder)))
    found = Imported()
    for house in _read(folder, "house_rules", _House):
        try:
            found.house_rules += transact(fupan.sessions, partial(_add_house, house))
        except RulesRefused as refused:
            found.left_out.append(f"{house.name}: {refused}")
    places: dict[_Place, int] = {}
    for match in _read(folder, "matches", _Match):
        _bring_match(fupan, folder / _LOGS / Path(match.file).name, match, places, found)
    for sheet in _read(folder, "sheets", _Sheet):
        found.sheets += transact(fupan.sessions, partial(_add_sheet, sheet, places))
    for each in _read(folder, "people", _Joined):
        try:
            transact(fupan.sessions, partial(join, kept=each.kept, joined=each.joined))
        except CannotJoin:
            continue
        found.people += 1
    return found


def _read(folder: Path, name: str, kind: type[Kind]) -> Iterator[Kind]:
    path = folder / f"{name}.jsonl"
    with path.open("rb") as file:
        for line in file:
            try:
                yield msgspec.json.decode(line, type=kind)
            except msgspec.DecodeError as wrong:
                raise Refused(_("{source}: {reason}", source=str(path), reason=str(wrong))) from None


def _add_house(house: _House, session: Session) -> bool:
    """Adds the versions of house rules that are not there.  Returns whether there were any."""
    there = find_house(session, house.name)
    missing = house.versions[0 if there is None else there.newest :]
    for each in missing:
        rules = Asked(each.preset, None, each.options).of_game(house.game).rules
        if there is None:
            there = add_house(session, house.name, rules, each.note)
        else:
            there = change_house(session, there.house, rules, each.note)
    return bool(missing)


def _bring_match(fupan: Installation, file: Path, match: _Match, places: dict[_Place, int], found: Imported) -> None:
    """Stores the log of a match, unless a match before has brought it, and what is kept beside it if it is new."""
    place = (match.sha256, match.position)
    if place not in places:
        read = guarded_read(BytesIO(file.read_bytes()), match.source)
        records = (msgspec.structs.replace(each, source=match.source) for each in read)
        for number, each in enumerate(ingest_records(fupan.sessions, fupan.checker, records, match.source)):
            if not each.unread:
                places[match.sha256, number] = each.id
                found.matches += each.new
    if place not in places:
        found.left_out.append(_("{source}: it could not be read as a match", source=match.source))
        return
    identity = places[place]
    transact(fupan.sessions, lambda session: _keep_beside(session, identity, match))
    stored = fupan.match(identity)
    if match.rules is None or stored is None or stored.chosen is not None:
        return
    try:
        with fupan.sessions() as session:
            house = house_rules(session, match.rules.house) if match.rules.house else None
        record = reread(stored)[0]
        if record is not None:
            rules = Asked(match.rules.preset, None, match.rules.options).for_match(record).rules
            chosen = ChosenReport(rules, house, report_under(fupan.checker, stored, rules))
            transact(fupan.sessions, lambda session: store.choose_rules(session, identity, chosen))
    except RulesRefused as refused:
        found.left_out.append(f"{match.source}: {refused}")


def _keep_beside(session: Session, identity: int, match: _Match) -> None:
    """Keeps title, names and visibility of a match that has none of its own."""
    log = session.get_one(Log, identity)
    renamed = select(col(MatchPlayer.log_id)).where(
        col(MatchPlayer.log_id) == identity, col(MatchPlayer.recorded_name).is_not(None)
    )
    if log.title is None and session.scalar(renamed.limit(1)) is None and (match.title or match.names):
        rename(session, identity, match.title, match.names)
    if match.visibility is not visibility_of(session, [identity])[identity] is Visibility.CLUB:
        show_to(session, identity, match.visibility)


def _add_sheet(sheet: _Sheet, places: Mapping[_Place, int], session: Session) -> bool:
    """Adds a sheet that is not there.  Returns whether it was added."""
    house = house_rules(session, sheet.house) if sheet.house else None
    match = None if sheet.match is None else places.get(sheet.match)
    return add_again(session, sheet.document, sheet.taps, house, match)

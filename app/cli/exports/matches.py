"""The matches of an export: their logs, what people gave them, and what cannot be read from their logs again."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import exists, insert, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.cli.exports.files import Export, ExportFolder
from app.cli.exports.rows import columns_of, exported, row_type
from app.cli.inputs import WrongUsage, is_log
from app.database.opening import transact
from app.database.packing import BytesDamaged, Content, packed_for, unpacked
from app.database.search import add_texts
from app.database.seeing import Visibility, set_visibility, visibility_of
from app.database.tables.disputes import Dispute
from app.database.tables.matches import Blob, JudgedRules, Judgement, Log, MatchPlayer, Player, name_key
from app.database.tables.verdicts import HandedOut
from app.judging.counted import CountOfMatch, pack, unpack
from app.judging.fault_barrier import guarded_check, guarded_read
from app.judging.judged import sha256_of
from app.judging.rules_of_match.asked import AskedRules
from app.judging.rules_of_match.records import choose, house_rules
from app.judging.rules_of_match.refusal import RulesRefused
from app.matches import followers, store
from app.matches.followers import JudgementChange
from app.matches.ingest import reread
from app.matches.installation import Installation
from app.matches.store import ChosenReport, MatchEntry, StoredMatch
from app.matches.trials import report_under
from app.matches.uploads.names import rename
from app.matches.uploads.places import matches_at
from app.matches.uploads.uploads import credit, new_upload
from app.matches.uploads.used_numbers import continue_with, first_free_number
from app.text.language import _
from engine.logs.record import LogRecord, with_positions
from engine.record import bounds
from engine.rulebook.options import OptionValue, value_text
from engine.verdict.proof.report_form import digest_of

Place = tuple[str, int]
"""The hash of the bytes of a log, and the position of a match among the matches of these bytes."""
_FILE: Final = "matches"
_LOGS: Final = "logs"
_KEPT: Final = ".kept"
"""The ending of a log that has an erased name: no import of a folder of logs reads it."""
_BATCH: Final = 100
_LOG: Final = row_type(Log)
_SEAT: Final = row_type(MatchPlayer, {"key": str | None, "person": str})
_REPORT: Final = row_type(Judgement, {"rules_key": str, "counts": CountOfMatch | None, "report": msgspec.Raw})


class ExportedRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """Rules: a preset, and the options that differ from it, as the command line takes them."""

    preset: str
    options: dict[str, str]
    house: str = ""
    """The house rules that they begin with, as ``Friday table@2``."""
    note: str = ""


class _Erased(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match in which a name was erased: its log, which has the name, is not read again."""

    log: msgspec.Raw
    """A row of the table of logs."""
    seats: tuple[msgspec.Raw, ...]
    """Its seats in order, each with the key of its player, None for nobody, and what that one is called."""
    destroyed_at: datetime | None = None
    """When the bytes of the log were destroyed."""


class _Match(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of a match beside its log."""

    number: int
    sha256: str
    """The hash of the bytes of its log."""
    file: str
    """The file with them, in the folder of logs; empty where they were destroyed."""
    source: str
    """The name of the file that was uploaded."""
    position: int = 0
    title: str = ""
    names: dict[str, str] = msgspec.field(default_factory=dict)
    """Those that are shown in place of the recorded ones, by seat."""
    visibility: Visibility = Visibility.CLUB
    rules: ExportedRules | None = None
    """Those that were chosen for it."""
    erased: _Erased | None = None
    reports: tuple[msgspec.Raw, ...] = ()
    """Its reports, if names in it were erased or if a dispute or a verdict is about it."""


def rules_of(preset: str, options: Mapping[str, OptionValue], house: str = "", note: str = "") -> ExportedRules:
    """Rules as they are exported."""
    return ExportedRules(preset, {name: value_text(value) for name, value in options.items()}, house, note)


def write_matches(session: Session, to: ExportFolder, numbers: dict[int, Place]) -> int:
    """Writes every match that is in lists, and its log; notes the places of those that are written.

    Returns how many there are.
    """
    return to.values(_FILE, _matches(session, to, numbers))


def _matches(session: Session, to: ExportFolder, numbers: dict[int, Place]) -> Iterator[_Match]:
    ids = session.scalars(select(col(Judgement.log_id)).where(col(Judgement.current)).order_by(col(Judgement.log_id)))
    for batch in ids.partitions(_BATCH):
        logs = {row.id: row for row in session.scalars(select(Log).where(col(Log.id).in_(batch)))}
        seats: dict[int, list[MatchPlayer]] = {}
        wanted = select(MatchPlayer).where(col(MatchPlayer.log_id).in_(batch))
        for player in session.scalars(wanted.order_by(col(MatchPlayer.log_id), col(MatchPlayer.place))):
            seats.setdefault(player.log_id, []).append(player)
        disputed = _disputed(session, batch)
        visibility = visibility_of(session, batch)
        for match in store.stored_matches(session, col(Log.id).in_(batch)):
            log = logs[match.id]
            if not match.kept and match.erased_at is None:
                continue
            erased = None
            gone = any(of.name and of.player_id is None for of in seats.get(match.id, []))
            if gone or log.name_erased_at is not None or match.erased_at is not None:
                erased = _Erased(exported(log), tuple(_seats(session, seats.get(match.id, []))), match.erased_at)
            suffix = Path(match.source).suffix
            file = match.sha256 + (_KEPT if erased else suffix if is_log(f"a{suffix}") else ".log")
            with _naming(match.id):
                if match.kept:
                    to.bytes(_LOGS, file, match.raw)
                reports = tuple(_reports(session, match.id)) if erased or match.id in disputed else ()
            numbers[match.id] = (match.sha256, match.position)
            yield _Match(
                match.id,
                match.sha256,
                file if match.kept else "",
                match.source,
                match.position,
                log.title or "",
                {of.seat: of.name for of in seats.get(match.id, []) if of.recorded_name is not None},
                visibility[match.id],
                _chosen(match),
                erased,
                reports,
            )
        session.expunge_all()


@contextmanager
def _naming(match: int) -> Iterator[None]:
    """Has a BytesDamaged name the match."""
    try:
        yield
    except BytesDamaged as cause:
        raise BytesDamaged(f"match {match}: {cause}") from cause


def _disputed(session: Session, batch: "list[int] | object") -> set[int]:
    """Those of some matches that a dispute or a verdict is about."""
    wanted = col(Log.id).in_(batch)  # type: ignore[arg-type]
    about = or_(*(exists().where(col(table.log_id) == col(Log.id)) for table in (Dispute, HandedOut)))
    return {number for number in session.scalars(select(col(Log.id)).where(wanted, about)) if number is not None}


def _seats(session: Session, players: list[MatchPlayer]) -> Iterator[msgspec.Raw]:
    for player in players:
        person = None if player.player_id is None else session.get_one(Player, player.player_id)
        key, name = (None, "") if person is None else (person.key, person.name)
        yield exported(player, key=key, person=name)


def _reports(session: Session, match: int) -> Iterator[msgspec.Raw]:
    """The reports of a match, as values of JSON."""
    wanted = select(Judgement, col(JudgedRules.rules_key)).join(
        JudgedRules, col(JudgedRules.sha256) == col(Judgement.rules_sha256)
    )
    ordered = wanted.where(col(Judgement.log_id) == match).order_by(col(Judgement.engine), col(Judgement.rules_sha256))
    for row, rules_key in session.execute(ordered):
        counts = None if row.counts is None else unpack(row.counts, row.counts_size)
        report = msgspec.Raw(unpacked(row.report, row.report_size))
        yield exported(row, rules_key=rules_key, counts=counts, report=report)


def _chosen(stored: StoredMatch) -> ExportedRules | None:
    if stored.chosen is None:
        return None
    house = stored.chosen.house
    return rules_of(stored.chosen.preset, stored.chosen.options, "" if house is None else house.reference)


class BroughtMatches:
    """Stores the matches of an export."""

    def __init__(self, fupan: Installation, export: Export) -> None:
        """``numbers`` are those that its matches have here; ``kept``: whether each may keep its number."""
        self._fupan: Final = fupan
        self._export: Final = export
        self.numbers: Final[dict[int, int]] = {}
        self.places: Final[dict[Place, int]] = {}
        self.new = 0
        self.left_out: Final[list[str]] = []
        self._records: tuple[str, list[tuple[LogRecord, int]]] = ("", [])
        self._uploads: dict[str, int] = {}
        self.kept: Final = self._may_keep()

    def _may_keep(self) -> bool:
        """Whether all matches that are here are those of the export, with its numbers."""
        with self._fupan.sessions() as session:
            rows = session.execute(select(col(Log.id), col(Log.blob_sha256), col(Log.position))).all()
        here = {number: (sha256, position) for number, sha256, position in rows}
        for match in self._export.values(_FILE, _Match):
            if here.get(match.number) == (match.sha256, match.position):
                del here[match.number]
        return not here

    def bring(self) -> None:
        """Stores the matches that are not there.  Raises WrongUsage."""
        before = 0
        for line, match in self._export.numbered(_FILE, _Match):
            if not before < match.number < 2**31:
                raise self._fault(line, _("the numbers of matches do not ascend"))
            before, place = match.number, (match.sha256, match.position)
            if place in self.places:
                raise self._fault(line, _("the match is in the file twice"))
            with self._fupan.sessions() as session:
                record = store.already_there(session, [match.sha256]).get(place)
            identity = record.id if record is not None else self._new(line, match)
            if identity is not None:
                self.places[place] = self.numbers[match.number] = identity
                if record is None and match.reports:
                    transact(self._fupan.sessions, partial(self._keep_reports, line, match, identity))

    def _new(self, line: int, match: _Match) -> int | None:
        if match.erased is not None:
            return transact(self._fupan.sessions, partial(self._add_erased, line, match, match.erased))
        record = self._record(match)
        if record is None or record.match is None:
            self.left_out.append(_("{source}: it could not be read as a match", source=match.source))
            return None
        report = guarded_check(self._fupan.checker, record, written=True, as_read=True)
        entry = MatchEntry(record, report, match.position)

        def add(session: Session) -> tuple[int, bool]:
            if self.kept:
                continue_with(session, match.number)
            (saved,) = store.save_all(session, [entry])
            if saved.new:
                upload = self._uploads.get(match.sha256) or new_upload(session, match.source[: bounds.TEXT])
                self._uploads = {match.sha256: upload}
                credit(session, upload, [saved.id], [])
                if match.title or match.names:
                    rename(session, saved.id, match.title, match.names)
                if match.visibility is not Visibility.CLUB:
                    set_visibility(session, [saved.id], match.visibility)
                    followers.note_judged(session, JudgementChange([saved.id]))
            return saved.id, saved.new

        identity, new = transact(self._fupan.sessions, add)
        self.new += new
        if new and match.rules is not None:
            self._choose(match, match.rules, identity)
        return identity

    def _record(self, match: _Match) -> LogRecord | None:
        """The record of a log; those of its file are kept, for the next match of it."""
        if self._records[0] != match.sha256:
            data = self._export.bytes(_LOGS, match.file, match.sha256)
            read = guarded_read(BytesIO(data), match.source)
            records = [msgspec.structs.replace(record, source=match.source) for record in read]
            self._records = (match.sha256, list(with_positions(records)))
        return next((record for record, position in self._records[1] if position == match.position), None)

    def _choose(self, match: _Match, wanted: ExportedRules, identity: int) -> None:
        """Makes rules those of a match."""
        stored = self._fupan.match(identity)
        if stored is None:
            return
        try:
            with self._fupan.sessions() as session:
                house = house_rules(session, wanted.house) if wanted.house else None
            record = reread(stored)[0]
            if record is not None:
                rules = AskedRules(wanted.preset, None, wanted.options).for_match(record).rules
                chosen = ChosenReport(rules, house, report_under(self._fupan.checker, stored, rules))
                transact(self._fupan.sessions, lambda session: store.choose_rules(session, identity, chosen))
        except RulesRefused as refused:
            self.left_out.append(f"{match.source}: {refused}")

    def _add_erased(self, line: int, match: _Match, erased: _Erased, session: Session) -> int:
        """Adds a match in which a name was erased, as it was."""
        there = matches_at(session, [(match.sha256, match.position)])
        if there:
            return next(iter(there.values()))
        row = columns_of(self._export.decoded(_FILE, line, erased.log, _LOG))
        if session.get(Blob, match.sha256) is None:
            data = self._export.bytes(_LOGS, match.file, match.sha256) if erased.destroyed_at is None else b""
            packed = None if erased.destroyed_at else packed_for(str(row["game"]), Content.LOG, data)
            session.add(Blob(sha256=match.sha256, data=packed, size=len(data), erased_at=erased.destroyed_at))
            session.flush()
        row["id"] = match.number if self.kept else first_free_number(session)
        log = Log(**row | {"blob_sha256": match.sha256, "position": match.position})
        session.add(log)
        session.flush()
        assert log.id is not None
        texts = [log.title, log.match_id, log.event, log.source]
        for place, raw in enumerate(erased.seats):
            seat = columns_of(self._export.decoded(_FILE, line, raw, _SEAT))
            key, person = seat.pop("key"), seat.pop("person")
            seat |= {"log_id": log.id, "place": place, "name_key": name_key(seat["name"])}
            player = None if key is None else player_of(session, key, person)
            session.add(MatchPlayer(**seat, player_id=player))
            texts.append(seat["name"])
        add_texts(session, {log.id: [text or "" for text in texts]})
        if match.rules is not None:
            house = house_rules(session, match.rules.house) if match.rules.house else None
            rules = AskedRules(match.rules.preset, None, match.rules.options).of_game(log.game or "").rules
            choose(session, {log.id: (rules, house)})
        set_visibility(session, [log.id], match.visibility)
        self.new += 1
        return log.id

    def _keep_reports(self, line: int, match: _Match, identity: int, session: Session) -> None:
        """Makes the reports of a match those that are exported."""
        shown = update(Judgement).where(col(Judgement.log_id) == identity)
        session.execute(shown.values(current=False))
        for report in match.reports:
            row = columns_of(self._export.decoded(_FILE, line, report, _REPORT))
            raw, counts, key = bytes(row.pop("report")), row.pop("counts"), row.pop("rules_key")
            if digest_of(msgspec.json.decode(raw)) != row["digest"]:
                raise self._fault(line, _("a report of match {number} does not have its digest", number=match.number))
            game = session.get_one(Log, identity).game
            row |= {"report": packed_for(game, Content.REPORT, raw), "report_size": len(raw)}
            if isinstance(counts, CountOfMatch):
                packed = pack(counts)
                row |= {"counts": packed.data, "counts_size": packed.size}
            if session.get(JudgedRules, row["rules_sha256"]) is None:
                session.execute(insert(JudgedRules).values(sha256=row["rules_sha256"], rules_key=key))
            of_rules = (col(Judgement.rules_sha256) == row["rules_sha256"], col(Judgement.engine) == row["engine"])
            if not session.execute(shown.where(*of_rules).values(**row)).rowcount:  # type: ignore[attr-defined]
                session.execute(insert(Judgement).values(log_id=identity, **row))
        followers.note_judged(session, JudgementChange([identity]))

    def _fault(self, line: int, reason: str) -> WrongUsage:
        return self._export.fault(f"{_FILE}.jsonl", reason, line)


def player_of(session: Session, key: str, name: str) -> int:
    """The player with a key, who is added if there is none."""
    digest = sha256_of(key)
    number = session.scalar(select(col(Player.id)).where(col(Player.key_sha256) == digest))
    if number is None:
        made = Player(key_sha256=digest, key=key, name=name)
        session.add(made)
        session.flush()
        number = made.id
    assert number is not None
    return number

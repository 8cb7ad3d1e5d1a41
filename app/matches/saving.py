"""Writes match records and reports.  Use `app.matches.store`, not this module."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Final

from sqlalchemy import and_, exists, insert, or_, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.packing import unpacked as unpacked
from app.database.search import add_texts
from app.database.seeing import note_uploader, viewer_of, visible
from app.database.tables.matches import (
    Blob,
    Choice,
    JudgedRules,
    Judgement,
    Log,
    MatchPlayer,
    Player,
    name_key,
    storable,
)
from app.database.tables.uploads import Copy, DeletedMatch, Part, Place
from app.judging.counted import unpack
from app.judging.judged import StoredJudgement, judged, judgement_values, rules_sha256_of, sha256_of
from app.judging.rules_of_match.records import StoredChoice, choose, chosen_rules
from app.matches import followers
from app.matches.entries import ChosenReport, MatchEntry
from app.matches.followers import JudgementChange, ListedJudgement
from app.matches.uploads import refusals
from app.matches.uploads.copies import matches_of_content
from app.matches.uploads.deletion import RestoredRows, bring_back
from app.matches.uploads.places import copies_at, copies_of_bytes, matches_at, matches_of_bytes, refusals_at
from app.matches.uploads.used_numbers import first_free_number
from engine import __version__
from engine.logs.json.times import is_moment
from engine.logs.record import LogRecord
from engine.record import bounds
from engine.record.match import Player as PlayerOfMatch
from engine.record.match import given_value
from engine.statistics.person import person_key
from engine.verdict.report import Report

_DAY: Final = len("2024-05-01")
_GAME: Final = 64


@dataclass(frozen=True, slots=True)
class SavedRecord:
    """The match or the refusal of a record, and whether it is new."""

    id: int
    new: bool
    unread: bool = False
    """Whether it could not be read as a match: ``id`` is the number of a refusal."""
    copy: bool = False
    """Whether the bytes are a further copy of the match, which came in other bytes first."""
    restored: bool = False
    """Whether it was deleted, and is there again."""
    chosen: StoredChoice | None = None
    """The rules that a person chose for the match, now or before."""
    verdict: str | None = None
    """The verdict under those rules."""


def keep(session: Session, entries: Sequence[MatchEntry]) -> list[SavedRecord]:
    """Stores matches, with the same number of statements for any number of them: see `app.matches.store.save_all`."""
    places = [(_digest(entry), entry.position) for entry in entries]
    wanted = dict(zip(places, entries, strict=True))
    logs = matches_at(session, wanted)
    copies = copies_at(session, wanted.keys() - logs.keys())
    fresh = {place: entry for place, entry in wanted.items() if place not in logs and place not in copies}
    readable = {place: entry for place, entry in fresh.items() if entry.record.match is not None}
    new_logs, new_copies = _add_matches(session, readable) if readable else ({}, {})
    logs |= new_logs
    copies |= new_copies
    refused, unseen = _add_refusals(session, {place: fresh[place] for place in fresh if place not in readable})
    matches = {*logs.values(), *copies.values()}
    note_uploader(session, new_logs.values(), matches.difference(new_logs.values()))
    changing = may_change(session)
    restored = bring_back(session, matches, refused.values()) if changing else RestoredRows(frozenset(), frozenset())
    entries_of = {log_id: wanted[place] for place, log_id in logs.items()}
    if not changing:
        old_logs = entries_of.keys() - set(new_logs.values())
        entries_of |= {log_id: replace(entries_of[log_id], chosen=None) for log_id in old_logs}
    _judge(session, entries_of)
    asked = matches - {log_id for place, log_id in new_logs.items() if wanted[place].chosen is None}
    choices = chosen_rules(session, asked) if asked else {}
    verdicts = _verdicts(session, choices)
    unseen |= set(new_logs)
    saved = []
    for place in places:
        new = place in unseen
        unseen.discard(place)
        if place in refused:
            saved.append(SavedRecord(refused[place], new, unread=True, restored=refused[place] in restored.refusals))
            continue
        log_id = logs[place] if place in logs else copies[place]
        saved.append(
            SavedRecord(
                log_id,
                new,
                copy=place in copies,
                restored=log_id in restored.matches,
                chosen=choices.get(log_id),
                verdict=verdicts.get(log_id),
            )
        )
    return saved


def may_change(session: Session) -> bool:
    """Whether an upload may change matches that are there: bring them back, and choose their rules."""
    viewer = viewer_of(session)
    return viewer is None or viewer.records


def _judge(session: Session, entries: Mapping[int, MatchEntry]) -> None:
    """Keeps the reports of some logs, and makes the rules chosen for them theirs."""
    rules = {log_id: rules_sha256_of(entry.report) for log_id, entry in entries.items()}
    _keep_judgements(session, rules, lambda log_id: _ready(entries[log_id].report), own=True)
    keep_chosen(session, {log_id: entry.chosen for log_id, entry in entries.items() if entry.chosen is not None})


def already_there(session: Session, digests: Collection[str]) -> dict[Place, SavedRecord]:
    """The listed matches of some bytes, also those that the bytes are a further copy of, with the verdicts shown."""
    by_place = matches_of_bytes(session, digests)
    copies = {place: log_id for place, log_id in copies_of_bytes(session, digests).items() if place not in by_place}
    verdicts = _verdicts(session, {*by_place.values(), *copies.values()})
    choices = chosen_rules(session, verdicts) if verdicts else {}
    return {
        place: SavedRecord(log_id, False, copy=place in copies, chosen=choices.get(log_id), verdict=verdicts[log_id])
        for place, log_id in (by_place | copies).items()
        if log_id in verdicts
    }


def _add_matches(session: Session, entries: Mapping[Place, MatchEntry]) -> tuple[dict[Place, int], dict[Place, int]]:
    """Adds matches whose bytes are not stored yet.

    Returns, by place, the new matches, and the stored matches that the others are further copies of.
    """
    by_place = {place: entry.content_sha256 for place, entry in entries.items()}
    keys = {place: key for place, key in by_place.items() if key is not None}
    same = matches_of_content(session, keys.values())
    firsts: dict[str, Place] = {}
    for place, key in keys.items():
        if key not in same:
            firsts.setdefault(key, place)
    _insert_blobs(session, entries)
    new = {place: entries[place] for place in firsts.values()}
    logs = _insert_logs(session, new, keys) if new else {}
    copies = {place: same[key] if key in same else logs[firsts[key]] for place, key in keys.items() if place not in new}
    if copies:
        session.execute(
            insert(Copy), [_copy_values(place, log_id, entries[place].record) for place, log_id in copies.items()]
        )
    refusals.no_longer_refused(session, logs | copies)
    return logs, copies


def _insert_logs(session: Session, fresh: Mapping[Place, MatchEntry], keys: Mapping[Place, str]) -> dict[Place, int]:
    people = _people(session, fresh.values())
    first = first_free_number(session)
    session.execute(
        insert(Log),
        [
            _log_values(place, entry.record)
            | {"content_sha256": keys[place], "hands": entry.hands}
            | ({} if first is None else {"id": first + number})
            for number, (place, entry) in enumerate(fresh.items())
        ],
    )
    logs = matches_at(session, fresh)
    seats = [
        _seat_values(logs[place], number, player, people)
        for place, entry in fresh.items()
        for number, player in enumerate(_players(entry.record))
    ]
    if seats:
        session.execute(insert(MatchPlayer), seats)
    add_texts(session, {logs[place]: _texts(entry.record) for place, entry in fresh.items()})
    return logs


def _add_refusals(session: Session, entries: Mapping[Place, MatchEntry]) -> tuple[dict[Place, int], set[Place]]:
    """The refusals of some entries by their places, added where they are not there; and the places of those added."""
    if not entries:
        return {}, set()
    known = refusals_at(session, entries)
    fresh = {place: entry for place, entry in entries.items() if place not in known}
    if fresh:
        _insert_blobs(session, fresh)
        refusals.insert_refusals(
            session, {place: (entry.record, report_of_refusal(entry)) for place, entry in fresh.items()}
        )
        known |= refusals_at(session, fresh)
    return known, set(fresh)


def keep_judged(
    session: Session, reports: Mapping[int, StoredJudgement], *, own: bool, choices: Mapping[int, int] | None = None
) -> None:
    """Stores a report for each of some logs: see `app.matches.store.judge_again`.

    Raises ValueError for a report without rules if it is under rules other than those of the log.
    """
    if not own and not all(report.rules_key for report in reports.values()):
        raise ValueError("a judgement under rules that do not exist")
    rules = {log_id: report.rules_sha256 for log_id, report in reports.items()}
    _keep_judgements(session, rules, reports.__getitem__, own=own, choices=choices)


def keep_chosen(session: Session, chosen: Mapping[int, ChosenReport]) -> None:
    """Makes rules those of some logs, and stores the reports under them as the ones that lists show.

    Nothing is changed for a match that is not listed: it is deleted, or part of another.
    Raises ValueError for a report without rules: the engine failed on it.
    """
    there = listed_matches(session, chosen) if chosen else []
    if not there:
        return
    choices = choose(session, {log_id: (chosen[log_id].rules, chosen[log_id].house) for log_id in there})
    reports = {log_id: judged(chosen[log_id].report) for log_id in there}
    keep_judged(session, reports, own=False, choices=choices)


def listed_matches(session: Session, matches: Collection[int]) -> list[int]:
    """Those of some matches that lists show, in order: neither deleted nor part of another."""
    return list(
        session.scalars(
            select(col(Judgement.log_id))
            .where(
                col(Judgement.log_id).in_(matches),
                col(Judgement.current).is_(True),
                visible(session, col(Judgement.log_id), by_link=True),
            )
            .order_by(col(Judgement.log_id))
        )
    )


def day_of(played_at: str | None) -> date | None:
    """The day of a date, alone or with a time, in its own time zone; None if the text is none."""
    if not is_moment(played_at or ""):
        return None
    try:
        return date.fromisoformat((played_at or "")[:_DAY])
    except ValueError:
        return None


def _keep_judgements(
    session: Session,
    rules: Mapping[int, str],
    report_of: Callable[[int], StoredJudgement],
    *,
    own: bool,
    choices: Mapping[int, int] | None = None,
) -> None:
    """Stores the reports of some logs whose rules have the hashes ``rules``.  Only missing reports are made.

    ``choices`` has the keys of the choices that chose the rules.
    """
    columns = ("log_id", "rules_sha256", "current", "engine", "digest", "verdict")
    rows = session.execute(
        select(*(getattr(Judgement, name) for name in columns)).where(
            col(Judgement.log_id).in_(rules), or_(col(Judgement.engine) == __version__, col(Judgement.current))
        )
    ).all()
    there = {(row.log_id, row.rules_sha256): row.current for row in rows if row.engine == __version__}
    missing = {log_id: report_of(log_id) for log_id in rules if (log_id, rules[log_id]) not in there}
    if missing:
        values = [judgement_values(log_id, report, own) for log_id, report in missing.items()]
        session.execute(insert(Judgement), values)
        _keep_rules(session, {report.rules_sha256: report.rules_key for report in missing.values()})
    if own or choices:
        hidden = {log_id: digest for log_id, digest in rules.items() if not there.get((log_id, digest))}
        made = {
            (log_id, rules[log_id], __version__): judgement.unpacked_counts
            or unpack(judgement.counts, judgement.counts_size)
            for log_id, judgement in missing.items()
            if judgement.counts is not None
        }
        digests = {
            row.log_id: row.digest
            for row in rows
            if row.engine == __version__ and row.rules_sha256 == rules[row.log_id]
        }
        digests |= {log_id: judgement.digest for log_id, judgement in missing.items()}
        before = {
            row.log_id: ListedJudgement(row.engine, row.digest, row.verdict)
            for row in rows
            if row.engine != __version__ and row.digest != digests[row.log_id]
        }
        _show(session, hidden, own, choices or {})
        if hidden:
            followers.note_judged(session, JudgementChange(hidden, made, before))


def _keep_rules(session: Session, rules: Mapping[str, str]) -> None:
    """Stores the keys of rules, by their hashes, which are not stored yet."""
    known = set(session.scalars(select(col(JudgedRules.sha256)).where(col(JudgedRules.sha256).in_(rules))))
    values = [{"sha256": digest, "rules_key": key} for digest, key in rules.items() if digest not in known]
    if values:
        session.execute(insert(JudgedRules), values)


def _show(
    session: Session,
    rules: Mapping[int, str],
    own: bool,
    choices: Mapping[int, int],
) -> None:
    """Makes the judgements of some logs, under rules with these hashes, the ones that lists show.

    Those under a log's own rules are not shown if other rules are now chosen for the match.  Those under ``choices``
    are shown only if these are still the choices of the match.  Those of a match that is deleted, or is part of another
    match, are not shown.
    """
    if not rules:
        return
    chosen = exists().where(col(Choice.log_id) == col(Judgement.log_id), col(Choice.current).is_(True))
    allowed = ~chosen if own else chosen.where(col(Choice.id).in_(choices.values()))
    there = and_(
        ~exists().where(col(DeletedMatch.log_id) == col(Judgement.log_id)),
        ~exists().where(col(Part.of_log_id) == col(Judgement.log_id)),
    )
    session.execute(
        update(Judgement).where(col(Judgement.log_id).in_(rules), col(Judgement.current), allowed).values(current=False)
    )
    by_rules: dict[str, list[int]] = {}
    for log_id, digest in rules.items():
        by_rules.setdefault(digest, []).append(log_id)
    for digest, of_logs in by_rules.items():
        session.execute(
            update(Judgement)
            .where(
                col(Judgement.log_id).in_(of_logs),
                col(Judgement.rules_sha256) == digest,
                col(Judgement.engine) == __version__,
                allowed,
                there,
            )
            .values({"current": True} | ({"own": True} if own else {}))
        )


def _digest(entry: MatchEntry) -> str:
    """The hash of the bytes of a log; for a refusal without bytes, such as a damaged archive, that of its report."""
    record = entry.record
    return record.sha256 if record.raw or record.hashed else sha256(report_of_refusal(entry).as_json()).hexdigest()


def report_of_refusal(entry: MatchEntry) -> Report:
    """The report of something that could not be read as a match."""
    assert isinstance(entry.report, Report)
    return entry.report


def _ready(report: Report | StoredJudgement) -> StoredJudgement:
    return report if isinstance(report, StoredJudgement) else judged(report)


def _insert_blobs(session: Session, fresh: Mapping[Place, MatchEntry]) -> None:
    entries = {digest: entry for (digest, _), entry in fresh.items()}
    there = set(session.scalars(select(col(Blob.sha256)).where(col(Blob.sha256).in_(entries))))
    values = []
    for digest, entry in entries.items():
        if digest not in there:
            data, size = entry.packed_bytes
            values.append({"sha256": digest, "data": data, "size": size})
    if values:
        session.execute(insert(Blob), values)


def _people(session: Session, entries: Iterable[MatchEntry]) -> dict[str, int]:
    """The rows of the players, by the hash of their keys.  Makes those that do not exist yet."""
    wanted = {
        sha256_of(key): (key, given_value(player.name) or key)
        for entry in entries
        for player in _players(entry.record)
        if (key := person_key(player)) is not None
    }
    numbers = _person_rows(session, wanted)
    missing = [
        {"key_sha256": digest, "key": key, "name": name}
        for digest, (key, name) in sorted(wanted.items())
        if digest not in numbers
    ]
    if not missing:
        return numbers
    session.execute(insert(Player), missing)
    return _person_rows(session, wanted)


def _person_rows(session: Session, digests: Iterable[str]) -> dict[str, int]:
    rows = session.execute(select(col(Player.key_sha256), col(Player.id)).where(col(Player.key_sha256).in_(digests)))
    return {digest: identity for digest, identity in rows if identity is not None}


def _players(record: LogRecord) -> Sequence[PlayerOfMatch]:
    return () if record.match is None else record.match.players


def _texts(record: LogRecord) -> list[str]:
    """The texts that a match is found by."""
    info = None if record.match is None else given_value(record.match.match)
    event = None if info is None else given_value(info.event)
    names = [given_value(player.name) or "" for player in _players(record)]
    return [(record.match_id or "")[: bounds.TEXT], event or "", record.source[: bounds.TEXT], *names]


def _log_values(place: Place, record: LogRecord) -> dict[str, object]:
    digest, position = place
    info = None if record.match is None else given_value(record.match.match)
    played_at = None if info is None else given_value(info.played_at)
    return {
        "blob_sha256": digest,
        "position": position,
        "source": record.source[: bounds.TEXT],
        "format": storable(record.format)[:_GAME],
        "game": None if record.game is None else storable(record.game)[:_GAME],
        "match_id": None if record.match_id is None else record.match_id[: bounds.TEXT],
        "event": None if info is None else given_value(info.event),
        "played_at": played_at,
        "played_on": day_of(played_at),
        "uploaded_at": datetime.now(UTC),
    }


def _copy_values(place: Place, log_id: int, record: LogRecord) -> dict[str, object]:
    digest, position = place
    return {
        "log_id": log_id,
        "blob_sha256": digest,
        "position": position,
        "source": record.source[: bounds.TEXT],
        "format": storable(record.format)[:_GAME],
        "uploaded_at": datetime.now(UTC),
    }


def _seat_values(log_id: int, number: int, player: PlayerOfMatch, people: Mapping[str, int]) -> dict[str, object]:
    name = given_value(player.name) or ""
    key = person_key(player)
    return {
        "log_id": log_id,
        "place": number,
        "player_id": None if key is None else people[sha256_of(key)],
        "seat": player.seat,
        "name": name,
        "name_key": name_key(name),
    }


def _verdicts(session: Session, matches: Collection[int]) -> dict[int, str]:
    """The verdicts of some matches as lists show them."""
    if not matches:
        return {}
    rows = session.execute(
        select(col(Judgement.log_id), col(Judgement.verdict)).where(
            col(Judgement.log_id).in_(matches), col(Judgement.current).is_(True)
        )
    )
    return dict[int, str]((log_id, verdict) for log_id, verdict in rows)

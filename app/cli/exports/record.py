"""The accounts of an export, and its disputes with the record, which are stored as a whole or not at all."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Final

import msgspec
from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from app.accounts.members import key_of
from app.cli.exports.files import Export, ExportFolder
from app.cli.exports.matches import player_of
from app.cli.exports.rows import columns_of, not_exported, row_type, rows_of
from app.database.backup import count_on, last_number
from app.database.bounded_stores import table_of
from app.database.packing import packed, unpacked
from app.database.tables.access import MatchUploader
from app.database.tables.accounts import Account, Club, FormerTie, Tie
from app.database.tables.audit_log import ActorRow, RecordEntry, RecordText
from app.database.tables.disputes import (
    CommentRow,
    Dispute,
    Evidence,
    Party,
    ProposedRuling,
    RulingAdjustment,
    RulingRow,
    RulingVote,
)
from app.database.tables.erasures import Erasure
from app.database.tables.matches import Blob, Judgement, Log, Player
from app.database.tables.verdicts import HandedOut, InVerdict
from app.database.trouble import trouble
from app.disputes.audit_log.appending import line_of
from app.disputes.cases.evidence import BYTES as EVIDENCE_BYTES
from app.matches import followers
from app.text.language import _, said
from engine.verdict.proof import canonical
from engine.verdict.proof.canonical import BYTES as VERDICT_BYTES
from engine.verdict.proof.chain import Entry, check_chain, hash_of

_RECORD: Final = "record.jsonl"
_EVIDENCE: Final = "evidence"
_VERDICTS: Final = "verdicts"
_BATCH: Final = 500
_MODELS: Final[Mapping[str, type[SQLModel]]] = MappingProxyType(
    {
        "club": Club,
        "accounts": Account,
        "ties": Tie,
        "former_ties": FormerTie,
        "uploaders": MatchUploader,
        "record_names": ActorRow,
        "record_texts": RecordText,
        "disputes": Dispute,
        "dispute_parties": Party,
        "dispute_comments": CommentRow,
        "dispute_evidence": Evidence,
        "rulings": RulingRow,
        "ruling_votes": RulingVote,
        "proposed_rulings": ProposedRuling,
        "ruling_adjustments": RulingAdjustment,
        "verdicts": HandedOut,
        "verdict_texts": InVerdict,
        "erasures": Erasure,
    }
)
"""The tables by the names of their files, those first that others refer to."""
_BESIDE: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {
        "ties": {"person": str},
        "former_ties": {"person": str},
        "dispute_evidence": {"erased_at": datetime | None},
        "verdicts": {"file_sha256": str | None},
    }
)
_ROWS: Final[Mapping[str, type[msgspec.Struct]]] = MappingProxyType(
    {name: row_type(model, _BESIDE.get(name, {})) for name, model in _MODELS.items()}
)


def write_record(session: Session, to: ExportFolder, matches: Mapping[int, object]) -> Mapping[str, int]:
    """Writes accounts, disputes and the record; returns how many there are of each.

    Rows about a match that is not exported are left out, or no longer name it.
    """
    counts: dict[str, int] = {}
    for name, model in _MODELS.items():
        counts[name] = to.values(name, (_shown(session, to, name, row) for row in _rows(session, name, model, matches)))
    entries = session.scalars(select(RecordEntry).order_by(col(RecordEntry.n)).execution_options(yield_per=_BATCH))
    to.lines(_RECORD, map(line_of, entries))
    return counts


def last_account(session: Session) -> int:
    """The last number that an account got."""
    return last_number(session.connection(), Account.__tablename__, ["id"])


def _rows(
    session: Session, name: str, model: type[SQLModel], matches: Mapping[int, object]
) -> Iterator[dict[str, object]]:
    for row in rows_of(session, model):
        if row.get("log_id") not in matches and row.get("log_id") is not None:
            if name == "uploaders":
                continue
            row["log_id"] = None
        yield row


def _shown(session: Session, to: ExportFolder, name: str, row: dict[str, object]) -> dict[str, object]:
    """A row as it is exported; writes the file that it has."""
    if "person" in _BESIDE.get(name, ()):
        row["person"] = session.get_one(Player, row["player_id"]).key
    elif name == "dispute_evidence":
        blob = session.get_one(Blob, row["blob_sha256"])
        row["erased_at"] = blob.erased_at
        if blob.data is not None:
            to.bytes(_EVIDENCE, blob.sha256, unpacked(blob.data, blob.size))
        session.expunge(blob)
    elif name == "verdicts":
        data = row["data"]
        file = None if data is None else unpacked(data, row["size"])  # type: ignore[arg-type]
        row["file_sha256"] = None if file is None else hash_of(file)
        if file is not None:
            to.bytes(_VERDICTS, f"{row['id']}.json", file)
    left_out = not_exported(_MODELS[name])
    return {column: value for column, value in row.items() if column not in left_out}


@dataclass(frozen=True, slots=True)
class BroughtRecord:
    """What became of the accounts, the disputes and the record of an export."""

    there: bool
    """Whether they are in the database now."""
    new: bool = False
    reason: str = ""
    """Why they are not, a sentence."""


def bring_record(session: Session, export: Export, *, keeps_numbers: bool) -> BroughtRecord:
    """Stores accounts, disputes and the record if the database has none of its own.

    ``keeps_numbers``: whether all matches have the numbers by which the record names them.
    Raises WrongUsage for a file that is wrong.
    """
    chain = check_chain(export.lines(_RECORD), export.head.record.head, export.head.record.length)
    if not chain.whole:
        reason = export.fault(_RECORD, said(chain.reason), chain.breaks_at).message
        return BroughtRecord(
            there=False, reason=_("{reason}; accounts, disputes and verdicts are left out", reason=reason)
        )
    if _are_there(session, export):
        return BroughtRecord(there=True)
    if not keeps_numbers or any(
        session.scalar(select(func.count()).select_from(table)) for table in (Account, ActorRow, RecordEntry)
    ):
        if not export.head.record.length and not export.head.counts.accounts:
            return BroughtRecord(there=False)
        reason = _(
            "accounts, disputes and verdicts are left out: the record of disputes is one chain and names matches by "
            "number, so that it cannot be joined with what is here; import into an empty installation to have them"
        )
        return BroughtRecord(there=False, reason=reason)
    session.execute(delete(Club))
    for name, model in _MODELS.items():
        _add(session, export, name, model)
        if name == "record_texts":
            _add_entries(session, export)
    ruled = select(col(Dispute.log_id)).join(RulingRow, col(RulingRow.dispute_id) == col(Dispute.id)).distinct()
    followers.note_ruled(session, [match for match in session.scalars(ruled) if match is not None])
    for model in (*_MODELS.values(), Log):  # type: ignore[assignment]
        key = [column.name for column in table_of(model).primary_key.columns]
        if key == ["id"] and model not in (ActorRow, RecordText):
            last = export.head.last_account if model is Account else 0
            count_on(session.connection(), table_of(model).name, last, key)
    return BroughtRecord(there=True, new=True)


def _are_there(session: Session, export: Export) -> bool:
    """Whether the accounts and the record of an export, and what came after it, are here."""
    record = export.head.record
    here = session.get(RecordEntry, record.length) if record.length else None
    if record.length and (here is None or hash_of(line_of(here)[:-1]) != record.head):
        return False
    accounts = {account.id: (account.name, account.made_at) for account in session.scalars(select(Account))}
    wanted = {
        row["id"]: (row["name"], row["made_at"])
        for row in map(columns_of, export.values("accounts", _ROWS["accounts"]))
    }
    return bool(record.length or wanted) and wanted.items() <= accounts.items()


def _add(session: Session, export: Export, name: str, model: type[SQLModel]) -> None:
    """Adds the rows of a file."""
    batch: list[dict[str, object]] = []

    def put() -> None:
        try:
            if batch:
                session.execute(insert(model), batch)
        except IntegrityError as wrong:
            reason = _("a row is there twice, or names one that is not there ({reason})", reason=str(trouble(wrong)))
            raise export.fault(f"{name}.jsonl", reason) from wrong
        batch.clear()

    for value in export.values(name, _ROWS[name]):
        batch.append(_stored(session, export, name, columns_of(value)))
        if len(batch) >= _BATCH:
            put()
    put()


def _stored(session: Session, export: Export, name: str, row: dict[str, object]) -> dict[str, object]:
    """A row as it is stored, with the file that it has."""
    if name == "accounts":
        row |= {"password": "", "name_key": key_of(str(row["name"]))}
    elif "person" in _BESIDE.get(name, ()):
        key = str(row.pop("person"))
        row["player_id"] = player_of(session, key, key)
    elif name == "disputes":
        of_match = (col(Judgement.log_id) == row["log_id"], col(Judgement.digest) == row["digest"])
        row["judgement_id"] = session.scalar(select(func.min(col(Judgement.id))).where(*of_match))
    elif name == "dispute_evidence":
        erased_at, digest = row.pop("erased_at"), str(row["blob_sha256"])
        if session.get(Blob, digest) is None:
            data = export.bytes(_EVIDENCE, digest, digest, EVIDENCE_BYTES) if erased_at is None else b""
            blob = Blob(sha256=digest, data=packed(data) if erased_at is None else None, size=len(data))
            blob.erased_at = erased_at  # type: ignore[assignment]
            session.add(blob)
            session.flush()
    elif name == "verdicts":
        file = row.pop("file_sha256")
        row["data"] = (
            packed(export.bytes(_VERDICTS, f"{row['id']}.json", str(file), VERDICT_BYTES)) if file is not None else None
        )
    return row


def _add_entries(session: Session, export: Export) -> None:
    """Adds the entries of the record, whose chain was checked."""
    rows = []
    for line in export.lines(_RECORD):
        entry = msgspec.json.decode(line, type=Entry)
        rows.append(columns_of(entry) | {"data": canonical.write(entry.data).decode()})
    for start in range(0, len(rows), _BATCH):
        session.execute(insert(RecordEntry), rows[start : start + _BATCH])

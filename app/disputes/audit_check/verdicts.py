"""The verdicts that are kept, held against what the record says of them."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session, defer
from sqlmodel import col

from app.database.tables.verdicts import HandedOut
from app.disputes.audit_check.rows import CheckScope, kept_bytes
from app.disputes.audit_check.said import Carried, Issued, RecordDifference, RecordedAct, RecordReading
from app.disputes.verdicts.ed25519 import holds, key_of
from app.disputes.verdicts.issued import NOTED
from app.text.moments import moment
from engine.verdict.proof import canonical
from engine.verdict.proof.fields import FormFault
from engine.verdict.proof.form import Chain, read_verdict

_AT_ONCE: Final = 20
"""Verdicts whose files are held in memory at a time."""


def compare_verdicts(session: Session, said: RecordReading, scope: CheckScope) -> Iterator[RecordDifference]:
    """Which verdicts differ: their rows, and their files where these are kept.

    The file of a verdict with a text that was erased is not kept.
    """
    left = {number: entry for number, (entry, _, _) in said.issued.items()}
    last = 0
    wanted = select(HandedOut).order_by(col(HandedOut.id)).limit(_AT_ONCE)
    if not scope.files:
        wanted = wanted.options(defer(HandedOut.data))  # type: ignore[arg-type]
    if scope.dispute is not None:
        wanted = wanted.where(col(HandedOut.dispute_id) == scope.dispute)
    while rows := session.scalars(wanted.where(col(HandedOut.id) > last)).all():
        for row in rows:
            last = row.id or 0
            found = said.issued.get(last)
            left.pop(last, None)
            if found is None:
                if not scope.partial:
                    yield RecordDifference(None, "verdict")
            elif not (_is_as_said(row, *found) and (not scope.files or row.data is None or _is_file(row, *found[1:]))):
                yield RecordDifference(found[0].n, "verdict")
            session.expunge(row)
    yield from (RecordDifference(entry.n, "verdict") for entry in left.values())


def _is_as_said(row: HandedOut, entry: RecordedAct, issued: Issued, carried: Carried) -> bool:
    noted = {field: getattr(row, column) for field, column in NOTED.items()}
    if (entry.actor, entry.at) != (row.actor_id, moment(row.at)) or row.dispute_id != issued.dispute:
        return False
    if any(value != getattr(issued, field) for field, value in noted.items()):
        return False
    return (row.ruling, row.state, row.replaces) == (carried.ruling, carried.state, carried.replaces)


def _is_file(row: HandedOut, issued: Issued, carried: Carried) -> bool:
    """Whether the file of a verdict is the one that was issued: its body, what it carries, and its signature.

    Arbiters may have added signatures of their own since.
    """
    raw = kept_bytes(row.data, row.size)
    try:
        verdict = None if raw is None else read_verdict(raw)
    except FormFault:
        return False
    if verdict is None or sha256(canonical.write(verdict.body)).hexdigest() != issued.body:
        return False
    message = verdict.body.signed()
    issuer = [] if issued.key is None else [issued.key]
    dispute = verdict.body.dispute
    place = (None, None, None) if dispute is None else (dispute.ruling, dispute.state, dispute.replaces)
    return (
        [key_of(each).hex() for each in verdict.signatures][: len(issuer)] == issuer
        and all(holds(each, message) for each in verdict.signatures)
        and verdict.body.chain == Chain(length=carried.length, head=carried.head)
        and place == (carried.ruling, carried.state, carried.replaces)
    )

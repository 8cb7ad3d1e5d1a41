"""The files of verdicts that are kept, held against what the record says of them."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.tables.verdicts import HandedOut
from app.disputes.audit_check.rows import kept_bytes
from app.disputes.audit_check.said import VERDICTS, ExpectedRow, RecordDifference, RecordReading
from app.disputes.verdicts.ed25519 import holds, key_of
from engine.verdict.proof import canonical
from engine.verdict.proof.fields import FormFault
from engine.verdict.proof.form import Chain, read_verdict

_AT_ONCE: Final = 20
"""Verdicts whose files are held in memory at a time."""


def compare_files(session: Session, said: RecordReading) -> Iterator[RecordDifference]:
    """Which files of verdicts differ.  That of a verdict with a text that was erased is not kept."""
    last = 0
    wanted = select(HandedOut).where(col(HandedOut.data).is_not(None)).order_by(col(HandedOut.id)).limit(_AT_ONCE)
    while rows := session.scalars(wanted.where(col(HandedOut.id) > last)).all():
        for row in rows:
            last = row.id or 0
            known = said.rows[VERDICTS].get((last,))
            if known is not None and not _is_file(row, known):
                yield RecordDifference(known.entry, "verdict")
            session.expunge(row)


def _is_file(row: HandedOut, known: ExpectedRow) -> bool:
    """Whether the file of a verdict is the one that was issued: its body, what it carries, and its signature.

    Arbiters may have added signatures of their own since.
    """
    raw = kept_bytes(row.data, row.size)
    try:
        verdict = None if raw is None else read_verdict(raw)
    except FormFault:
        return False
    if verdict is None or sha256(canonical.write(verdict.body)).hexdigest() != known.value("body"):
        return False
    message = verdict.body.signed()
    issuer = [] if known.value("key") is None else [known.value("key")]
    dispute = verdict.body.dispute
    place = (None, None, None) if dispute is None else (dispute.ruling, dispute.state, dispute.replaces)
    return (
        [key_of(signature).hex() for signature in verdict.signatures][: len(issuer)] == issuer
        and all(holds(signature, message) for signature in verdict.signatures)
        and verdict.body.chain == Chain(length=known.entry - 1, head=known.before)
        and place == (known.value("ruling"), known.value("state"), known.value("replaces"))
    )

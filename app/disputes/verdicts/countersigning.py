"""Signatures that are made elsewhere: added to the file of a verdict, and kept with a verdict that was handed out."""

from collections.abc import Sequence
from hashlib import sha256

from sqlalchemy import select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.opening import transact
from app.database.packing import packed
from app.database.tables.verdicts import HandedOut
from app.disputes.cases.partial import refuse_to_sign
from app.disputes.verdicts.ed25519 import holds, key_of
from app.disputes.verdicts.issued import verdict_bytes
from app.disputes.verdicts.issuing import Signer
from app.disputes.verdicts.public_keys import fingerprint
from app.matches.installation import Installation
from app.text.language import _
from engine.verdict.proof import canonical
from engine.verdict.proof.form import SIGNATURES, Body, Signature, VerdictFile, read_verdict


class CannotSign(ValueError):
    """A signature is not added.  The text says why, without its end."""


def countersigned(raw: bytes, sign: Signer) -> bytes:
    """The file of a verdict with one signature more; its body is the same.

    Raises FormFault for bytes that are not a verdict, CannotSign, and what the signer raises.
    """
    verdict = read_verdict(raw)
    made = sign(verdict.body)
    if any(signature.key == made.key for signature in verdict.signatures):
        raise CannotSign(_("the key {key} has signed it already", key=fingerprint(key_of(made))))
    return _with(verdict.body, [*verdict.signatures, made])


def keep_signatures(fupan: Installation, number: int, raw: bytes) -> list[str]:
    """Keeps the signatures that a copy of a verdict has besides those kept; returns all keys, in hexadecimal.

    Raises FormFault for bytes that are not a verdict, and CannotSign: for a copy with another body, with a signature
    that does not hold, without a new one, and where the verdict is not here or its file was removed.  Raises MayNot
    for somebody of a club who signs no verdict on the match.
    """
    with fupan.sessions() as opened:
        refuse_to_sign(opened, opened.scalar(select(col(HandedOut.log_id)).where(col(HandedOut.id) == number)))
    sent = read_verdict(raw)
    body = canonical.write(sent.body)

    def work(session: Session) -> list[str]:
        content = verdict_bytes(session, number)
        if content is None:
            raise CannotSign(_("the file of this verdict is not here any more"))
        verdict = read_verdict(content)
        if canonical.write(verdict.body) != body:
            other = sha256(body).hexdigest()
            raise CannotSign(_("it is the file of another verdict: its body has the hash {hash}", hash=other))
        known = {signature.key for signature in verdict.signatures}
        new = [signature for signature in sent.signatures if signature.key not in known]
        if not new:
            raise CannotSign(_("it has no signature that is not here already"))
        signatures = [*verdict.signatures, *new]
        made = _with(verdict.body, signatures)
        session.execute(update(HandedOut).where(col(HandedOut.id) == number).values(data=packed(made), size=len(made)))
        return [key_of(signature).hex() for signature in signatures]

    return transact(fupan.sessions, work)


def _with(body: Body, signatures: Sequence[Signature]) -> bytes:
    """The file of a verdict with signatures.  Raises CannotSign where one does not hold, or they are too many."""
    message = body.signed()
    for signature in signatures:
        if not holds(signature, message):
            raise CannotSign(_("a signature does not hold: that of the key {key}", key=fingerprint(key_of(signature))))
    made = VerdictFile(body=body, signatures=list(signatures)).as_bytes()
    if len(signatures) > SIGNATURES or len(made) > canonical.BYTES:
        raise CannotSign(_("a verdict has at most {most} signatures", most=SIGNATURES))
    return made

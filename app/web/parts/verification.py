"""The checks of a verdict that is sent, with the logs, keys, head and hash that are sent with it."""

from collections.abc import Sequence
from typing import BinaryIO, Final, cast

from flask import request
from werkzeug.datastructures import FileStorage

from app.database.tables.matches import storable
from app.disputes.verdicts.printed_hash import read_printed
from app.disputes.verdicts.public_keys import PEM_BYTES, KeyUnreadable, read_pem
from app.disputes.verdicts.verifying import Bounds, Verification, verify
from app.judging.fault_barrier import guarded_limit_exceeded
from app.matches.trials import ACTIONS_AT_ONCE
from app.text.language import _, marked
from engine.logs import AT_ONCE, Meter
from engine.verdict.proof.fields import is_hash
from engine.verdict.proof.form import SIGNATURES

MOST_LOGS: Final = 10
NAME: Final = 255
"""Characters of a file's name."""
LONGEST_HASH: Final = 200


class NotAsked(ValueError):
    """What was sent cannot be checked.  The text says why, as a sentence."""


def verification(raw: bytes) -> Verification:
    """The checks of a verdict with the logs, keys, head and hash of the form.  Raises NotAsked."""
    return verify(raw, _logs(), _keys(), _head(), Bounds(actions=ACTIONS_AT_ONCE), _printed())


def _sent(field: str, most: int, what: str) -> Sequence[FileStorage]:
    """The files of a field.  ``what`` says that they are too many."""
    files = [file for file in request.files.getlist(field) if file.filename]
    if len(files) > most:
        raise NotAsked(_(what, count=len(files), most=most))
    return files


def _logs() -> list[tuple[str, BinaryIO]]:
    """The logs that were sent.  Together they must be small enough to be read while the sender waits."""
    seen: dict[str, int] = {}
    logs = []
    for file in _sent("logs", MOST_LOGS, marked("{count} logs were sent; at most {most} are taken.")):
        name = storable(file.filename or "")[:NAME]
        stream = cast(BinaryIO, file.stream)
        meter = Meter(AT_ONCE, seen)
        bound = guarded_limit_exceeded(stream, name, meter)
        if bound is not None:
            raise NotAsked(
                _(
                    "The logs have more than {bound}, which is more than this page takes. In a terminal, fupan verify "
                    "takes logs of any size.",
                    bound=_(bound),
                )
            )
        stream.seek(0)
        seen = meter.seen
        logs.append((name, stream))
    return logs


def _keys() -> list[bytes]:
    keys = []
    for file in _sent("keys", SIGNATURES, marked("{count} keys were sent; at most {most} are taken.")):
        try:
            keys.append(read_pem(file.stream.read(PEM_BYTES + 1)))
        except KeyUnreadable as reason:
            name = storable(file.filename or "")[:NAME]
            raise NotAsked(_("The key {name} cannot be used: {reason}.", name=name, reason=_(str(reason)))) from None
    return keys


def _head() -> str | None:
    head = "".join(request.form.get("head", "").split())
    if head and not is_hash(head):
        raise NotAsked(_("The head of a record has 64 digits, 0 to 9 and a to f."))
    return head or None


def _printed() -> str | None:
    text = request.form.get("hash", "").strip()
    digest = read_printed(text) if len(text) <= LONGEST_HASH else None
    if text and digest is None:
        raise NotAsked(_("The hash of a print has 64 digits, 0 to 9 and a to f, or is what its QR code holds."))
    return digest

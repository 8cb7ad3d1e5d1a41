"""Verifies a verdict: a file, and what to check it with."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import BinaryIO, Final, cast

from flask import Response, render_template, request
from werkzeug.datastructures import FileStorage

from app.database.tables.matches import storable
from app.disputes.verdicts.printed_hash import read_printed
from app.disputes.verdicts.public_keys import PEM_BYTES, KeyUnreadable, read_pem
from app.disputes.verdicts.verifying import Bounds, Verification, verify
from app.disputes.verdicts.words import HEADLINES, TITLES, conclusion, facts
from app.drawing.files.fonts import NoFont
from app.judging.fault_barrier import guarded_limit_exceeded
from app.matches.trials import ACTIONS_AT_ONCE
from app.text.language import _, marked
from app.web.disputes.prints import KINDS, printed_verdict, short_enough
from app.web.http.errors import Refusal
from app.web.http.pages import May, Pages
from engine.logs import AT_ONCE, Meter
from engine.verdict.proof.canonical import BYTES
from engine.verdict.proof.fields import is_hash
from engine.verdict.proof.form import SIGNATURES

BLUEPRINT: Final = Pages("verify", __name__, url_prefix="/verify")

MOST_LOGS: Final = 10
NAME: Final = 255
"""Characters of a file's name."""
_LONGEST_HASH: Final = 200
_OUTCOMES: Final[Mapping[str, str]] = MappingProxyType(
    {"ok": marked("ok"), "failed": marked("failed"), "skipped": marked("not checked")}
)


class NotAsked(ValueError):
    """What was sent cannot be checked.  The text says why, as a sentence."""


@BLUEPRINT.get("", may=May.READ)
def form() -> str:
    """The form for a verdict, the log that it is about, the issuer's key and a head of the record."""
    return _page()


@BLUEPRINT.post("", may=May.READ)
def check() -> tuple[str, int] | str | Response:
    """The outcome of each check of the verdict that was sent, or its print.  Nothing of what was sent is kept."""
    file = request.files.get("verdict")
    if file is None or not file.filename:
        raise Refusal(400, _("No verdict was chosen. Go back and choose one."))
    name = storable(file.filename)[:NAME]
    try:
        result = verification(file.stream.read(BYTES + 1))
        wanted = request.form.get("as")
        if wanted in KINDS and result.verdict is not None:
            return printed_verdict(result.verdict, short_enough(result.record), wanted)
    except NotAsked as refused:
        return _page(refused=str(refused)), 422
    except NoFont as reason:
        return _page(refused=f"{reason}"), 503
    return _page(result, name)


def verification(raw: bytes) -> Verification:
    """The checks of a verdict with the logs, keys, head and hash of the form.  Raises NotAsked."""
    return verify(raw, _logs(), _keys(), _head(), Bounds(actions=ACTIONS_AT_ONCE), _printed())


def _page(result: Verification | None = None, name: str = "", refused: str = "") -> str:
    return render_template(
        "disputes/verify.html",
        found=result,
        name=name,
        refused=refused,
        headline="" if result is None else HEADLINES[result.standing],
        conclusion="" if result is None else conclusion(result),
        titles=TITLES,
        outcomes=_OUTCOMES,
        facts=[] if result is None or result.verdict is None else facts(result.verdict, result.keys),
        head=request.form.get("head", "")[:64],
        printed=request.form.get("hash", "")[:_LONGEST_HASH],
    )


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
    digest = read_printed(text) if len(text) <= _LONGEST_HASH else None
    if text and digest is None:
        raise NotAsked(_("The hash of a print has 64 digits, 0 to 9 and a to f, or is what its QR code holds."))
    return digest

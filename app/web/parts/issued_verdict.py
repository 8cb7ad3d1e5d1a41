"""An issued verdict with its file, and issuing one on a dispute."""

import os
from collections.abc import Sequence
from typing import Final

from app.disputes.audit_log.actors import UnfitText
from app.disputes.cases.partial import refuse_to_sign
from app.disputes.cases.states import Acting, CannotAct, require_arbiter
from app.disputes.verdicts.issued import (
    VerdictRow,
    verdict_bytes,
    verdict_row,
)
from app.disputes.verdicts.issuing import CannotIssue, IssuedVerdict, Stamp, issue_stored, match_of_dispute
from app.disputes.verdicts.key_folder import Key, KeyRefused, folder_of, keys_in, signature_by
from app.matches.installation import this_installation
from app.text.language import _, marked
from app.web.http.errors import Refusal
from engine.verdict.proof.fields import FormFault

_UNUSABLE: Final = marked("The key cannot be used. In a terminal on the server, fupan keys list says why.")


def kept_file(number: int) -> tuple[VerdictRow, bytes]:
    """A verdict and its file.  Raises Refusal where there is none, or where it was removed."""
    row, raw = kept_verdict(number)
    if raw is None:
        raise Refusal(
            410, _("A name or a text in verdict {number} was erased, so its file was removed here.", number=number)
        )
    return row, raw


def kept_verdict(number: int) -> tuple[VerdictRow, bytes | None]:
    """A verdict, and its file unless it was removed.  Raises Refusal where there is none."""
    with this_installation().sessions() as session:
        row, raw = verdict_row(session, number), verdict_bytes(session, number)
    if row is None:
        raise Refusal(404, _("There is no verdict {number}.", number=number))
    return row, raw


def issued_on(dispute: int, who: Acting, key_name: str, seen: int) -> IssuedVerdict:
    """The verdict that an arbiter issues on a dispute, having seen its ruling ``seen``.  Raises CannotAct."""
    fupan = this_installation()
    require_arbiter(who, marked("issues a verdict"))
    where = folder_of(os.environ)
    try:
        match = match_of_dispute(fupan, dispute)
        with fupan.sessions() as session:
            refuse_to_sign(session, match)
        key = _key(key_name)
        stamp = Stamp(who.name, lambda body: signature_by(where, key, body))
        return issue_stored(fupan, match, None, stamp, dispute, seen)
    except UnfitText as reason:
        raise CannotAct(str(reason)) from None
    except (CannotIssue, FormFault) as reason:
        raise CannotAct(_("No verdict can be issued: {reason}.", reason=str(reason))) from None
    except KeyRefused:
        raise CannotAct(_(_UNUSABLE)) from None


def _key(name: str) -> Key:
    """The key in use with a name.  Raises CannotAct."""
    for key in keys_in_use():
        if key.name == name:
            return key
    raise CannotAct(_("Choose the key that signs the verdict."))


def keys_in_use() -> Sequence[Key]:
    """The keys that can sign, the newest first; none if the folder of keys cannot be used."""
    try:
        return [key for key in reversed(keys_in(folder_of(os.environ))) if key.until is None]
    except (KeyRefused, OSError):
        return []

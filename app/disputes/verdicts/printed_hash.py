"""The hash that the print of a verdict has at its foot, and the form in which its QR code holds it."""

import re
from hashlib import sha256
from typing import Final

from engine.verdict.proof import canonical
from engine.verdict.proof.form import FORMAT, Body

_FORM: Final = re.compile(rf"(?:{re.escape(FORMAT)}\s*(?:sha256:)?)?([0-9a-f]{{64}})")


def body_hash(body: Body) -> str:
    """The SHA-256 of the canonical body of a verdict: the hash that the record of disputes notes when it is issued."""
    return sha256(canonical.write(body)).hexdigest()


def code_text(digest: str) -> str:
    """What the QR code of a hash holds: ``fupan-verdict/1 sha256:`` and 64 digits."""
    return f"{FORMAT} sha256:{digest}"


def read_printed(text: str) -> str | None:
    """The hash that somebody typed or scanned from a print: 64 digits, or what a QR code holds; None for other texts.

    Spaces and the case of letters do not matter.
    """
    text_match = _FORM.fullmatch("".join(text.split()).lower())
    return None if text_match is None else text_match[1]

"""The kinds of fields of a verdict: texts with a form, counts, moments, and objects that allow no other fields."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Final, NoReturn

import msgspec
from msgspec import Meta

from engine.rulebook.sentences import say

HASH: Final = r"\A[0-9a-f]{64}\Z"
"""A SHA-256."""
MOMENT: Final = r"\A[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z\Z"
KEY: Final = r"\A[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=\Z"
"""32 bytes in base64, with the unused bits zero."""
SIGNATURE: Final = r"\A[A-Za-z0-9+/]{85}[AQgw]==\Z"
"""64 bytes in base64, with the unused bits zero."""
SEAT: Final = r"\A[A-Za-z0-9_]{1,8}\Z"
DIGEST: Final = r"\Asha256:[0-9a-f]{64}\Z"
UNITS: Final = r"\A[A-Za-z0-9_]{1,8}-[A-Za-z0-9_]{1,8}\Z"

PATTERNS: Final[Mapping[str, str]] = {
    HASH: say("64 lower-case hexadecimal digits"),
    MOMENT: say("a moment as YYYY-MM-DDTHH:MM:SSZ"),
    KEY: say("32 bytes in base64 (standard alphabet, padded, unused bits zero)"),
    SIGNATURE: say("64 bytes in base64 (standard alphabet, padded, unused bits zero)"),
    SEAT: say("a seat: 1 to 8 of A-Z, a-z, 0-9 and _"),
    DIGEST: say("sha256: and 64 lower-case hexadecimal digits"),
    UNITS: say("two seats with a hyphen between them"),
}
"""What the forms of texts are, in words."""

Hash = Annotated[str, Meta(pattern=HASH)]
Moment = Annotated[str, Meta(pattern=MOMENT)]
Seat = Annotated[str, Meta(pattern=SEAT)]
Pair = Annotated[str, Meta(pattern=UNITS)]
Count = Annotated[int, Meta(ge=0)]
Scores = dict[Seat, int | None]
Points = dict[Seat, int]


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An object that has the fields named in its class and no others."""


class FormFault(ValueError):
    """A document does not have the form that its format demands."""

    def __init__(self, reason: str) -> None:
        """``reason`` says where and why."""
        super().__init__(reason)
        self.reason: Final = reason


def is_hash(text: str) -> bool:
    """Whether a text is a SHA-256 as verdicts and the record write it."""
    return re.search(HASH, text) is not None


def refuse(place: str, reason: str) -> NoReturn:
    """Raises FormFault for a place."""
    raise FormFault(say("{place}: {reason}", place=place, reason=reason))


def is_moment(text: str) -> bool:
    """Whether a text is a moment as verdicts write it: ``2026-05-01T18:00:00Z``, on a day and at a time that exist."""
    if re.match(MOMENT, text) is None:
        return False
    try:
        datetime.fromisoformat(text.removesuffix("Z"))
    except ValueError:
        return False
    return True

"""The quick reading of a JSON text that has no faults.

Decoding takes the last of duplicate fields in silence, and it does not check bounds.  Some checks of the bytes make
sure that neither matters: no text, number or nesting is over its bound, and the text has no more keys than were
decoded.  If they cannot make sure, the text is read exactly (see ``strict``).
"""

from itertools import chain
from typing import Any, Final

import msgspec

from engine.record import bounds

_WINDOW: Final = bounds.TEXT // 2
"""If every stretch of this many bytes has a quote in it, no text is longer than the bound."""

_KINDS: Final = bytes(
    ord("0") if byte in b"0123456789" else ord("e") if byte in b"eE" else ord(" ") for byte in range(256)
)
_LONG_NUMBER: Final = b"0" * len(str(bounds.NUMBER))
_EXPONENT: Final = b"0e"


def document(text: bytes) -> Any | None:
    """The document of a JSON text; None if it is invalid, is null, or may be over a bound or have duplicate fields."""
    if not is_plain(text):
        return None
    try:
        decoded = msgspec.json.decode(text)
    except (ValueError, RecursionError):
        return None
    return decoded if keys_of(decoded) == key_marks(text) else None


def is_plain(text: bytes) -> bool:
    """Whether a JSON text has no escapes, and certainly has no text or number over its bound."""
    return b"\\" not in text and _has_short_texts(text) and _has_small_numbers(text)


def key_marks(text: bytes) -> int:
    """How often a colon follows a quote: in a plain text at least as often as it has keys that no space follows."""
    return text.count(b'":')


def _has_short_texts(text: bytes) -> bool:
    return all(b'"' in text[start : start + _WINDOW] for start in range(0, len(text) - _WINDOW, _WINDOW))


def _has_small_numbers(text: bytes) -> bool:
    kinds = text.translate(_KINDS)
    return _LONG_NUMBER not in kinds and _EXPONENT not in kinds


def keys_of(decoded: Any, depth: int = 0) -> int:
    """The number of keys in a document, or in a value at a given depth; far below 0 if it is nested too deeply."""
    keys = 0
    level = [decoded]
    for _ in range(depth, bounds.DEPTH):
        objects = [value for value in level if type(value) is dict]
        keys += sum(map(len, objects))
        inner = chain(*[value.values() for value in objects], *[value for value in level if type(value) is list])
        level = [value for value in inner if type(value) is dict or type(value) is list]
        if not level:
            return keys
    return -bounds.MATCH_BYTES

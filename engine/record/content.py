"""The content of a match: what is the same whichever bytes the match came in."""

from hashlib import sha256

import msgspec

from engine.record.match import Match


def content_key(match: Match) -> str:
    """The SHA-256, in hexadecimal, of a match as canonical JSON: sorted fields, no white space, UTF-8.

    Two logs have the same key if and only if they decode to the same match: they may differ in their encoding, ends of
    lines, spacing, order of fields, and in fields that their format does not name.
    """
    return sha256(msgspec.json.encode(match, order="sorted")).hexdigest()

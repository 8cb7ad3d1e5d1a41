"""Every bound on what is read, in one place; a refusal names the bound it rests on."""

MATCH_BYTES = 16 * 1024 * 1024
"""Bytes of one match, unpacked."""

HANDS = 2_000
"""Hands of a match."""

ACTIONS = 10_000
"""Actions of a hand."""

WORDS = 256
"""Words of an action, without its comment."""

TEXT = 4_096
"""Characters of one text."""

PLAYERS = 8
"""Players of a match, in any game."""

NUMBER = 10**12
"""Magnitude of any number."""

POINTS = 10**9
"""Magnitude of a recorded score, total or number of units, and of units times their stake."""

DEPTH = 32
"""Levels of nesting in JSON."""

UPLOAD_BYTES = 256 * 1024 * 1024
"""Bytes of an upload, unpacked."""

UPLOAD_MATCHES = 20_000
"""Matches of an upload."""

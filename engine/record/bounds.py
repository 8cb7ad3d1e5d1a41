"""Every bound on what is read, in one place.  A refusal names the bound that was exceeded."""

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

UPLOAD_MEMBERS = 20_000
"""Files in a zip of an upload."""

UPLOAD_LINES = 1_000_000
"""Lines of an upload, with blank ones, in files that have one match on each line."""

UPLOAD_ACTIONS = 10_000_000
"""Actions of an upload."""

UPLOAD_CARDS = 50_000_000
"""Cards of an upload: the words of its deals and actions after the seat."""

AT_ONCE_BYTES = 8 * 1024 * 1024
"""Bytes, unpacked, of an upload that is judged while the sender waits.  A larger one is queued, here and below."""

AT_ONCE_MATCHES = 1_000
"""Matches of an upload that is judged at once."""

AT_ONCE_MEMBERS = 200
"""Files in a zip that is judged at once."""

AT_ONCE_LINES = 5_000
"""Lines of an upload that is judged at once."""

AT_ONCE_ACTIONS = 50_000
"""Actions of an upload that is judged at once."""

AT_ONCE_CARDS = 250_000
"""Cards of an upload that is judged at once."""

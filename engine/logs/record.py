"""One match as it was read: its bytes, what they hold, and what the reader has to say of them."""

from hashlib import sha256

from msgspec import Struct

from engine.record.match import Match
from engine.rulebook.findings import Finding


class LogRecord(Struct, frozen=True, kw_only=True):
    """A match of an input, or the refusal of one.

    ``match`` is None where it could not be read; then ``findings`` says why.  Else they are what stands
    before the hands in a report: unknown fields, what was read as what, what the format does not hold.
    """

    source: str
    """The input's name as given, with the line of a `.jsonl` or the member of a `.zip`."""
    raw: bytes
    """The match's own bytes, unpacked; of a `.jsonl` the line without its end.  Empty where they are too many."""
    format: str
    match: Match | None
    game: str | None
    """The game, as far as it is known."""
    match_id: str | None
    findings: tuple[Finding, ...] = ()
    hashed: str | None = None
    """The hash of the match's own bytes where ``raw`` does not hold them."""

    @property
    def sha256(self) -> str:
        """The hash of the match's own bytes, in hexadecimal."""
        return self.hashed or sha256(self.raw).hexdigest()

"""One match as it was read: its bytes, its content, and the findings of the reader."""

from collections.abc import Iterable, Iterator
from hashlib import sha256

from msgspec import Struct

from engine.record.match import Match
from engine.rulebook.findings import Finding


class LogRecord(Struct, frozen=True, kw_only=True):
    """A match of an input, or the refusal of one.

    ``match`` is None if the match could not be read; then ``findings`` says why.  Otherwise ``findings`` are those that
    a report lists before the hands: unknown fields, values that were read as something else, facts that the format
    lacks.
    """

    source: str
    """The name of the input, with the line of a `.jsonl` or the member of a `.zip`."""
    raw: bytes
    """The unpacked bytes of the match; in a `.jsonl` the line without its end.  Empty if they are over the bound."""
    format: str
    match: Match | None
    game: str | None
    """The game; None if it is not known."""
    match_id: str | None
    findings: tuple[Finding, ...] = ()
    action_lines: tuple[tuple[int, ...], ...] = ()
    """By hand, the line of each action in a text that has an action on each line; empty for every other format."""
    hashed: str | None = None
    """The hash of the bytes of the match, if ``raw`` does not have them."""

    @property
    def sha256(self) -> str:
        """The hash of the bytes of the match, in hexadecimal."""
        return self.hashed or sha256(self.raw).hexdigest()


def with_positions(records: Iterable[LogRecord]) -> Iterator[tuple[LogRecord, int]]:
    """Each record with its position among the matches of its bytes; 0 if there is only one."""
    before: bytes | None = None
    position = 0
    for record in records:
        # The matches of one text share its bytes as one object; all texts of a single byte share one object, too.
        position = position + 1 if record.raw is before and len(record.raw) > 1 else 0
        before = record.raw
        yield record, position

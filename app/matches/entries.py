"""Matches to be stored: each a record, its report, and what its rows are made of."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from msgspec.structs import replace as struct_replace

from app.database.packing import Content, packed_for
from app.judging.judged import StoredJudgement
from app.judging.rules_of_match.house import HouseRules
from engine.logs.record import LogRecord
from engine.record.content import content_key
from engine.rulebook.options import RuleSet
from engine.verdict.report import Report


@dataclass(frozen=True, slots=True)
class ChosenReport:
    """A report under rules that a person chose for a match instead of those that its log claims."""

    rules: RuleSet
    house: HouseRules | None
    """The house rules from which they were changed; None if there are none."""
    report: Report


class PackedLog(NamedTuple):
    """The bytes of a record as they are stored, and what of its hands is stored beside them."""

    data: bytes | None
    """None if there are no bytes."""
    size: int
    hands: int
    content_sha256: str | None
    """None for what is not a match."""


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """A match to be stored: its record, its report under its own rules, and its position among the matches of its
    bytes.
    """

    record: LogRecord
    report: Report | StoredJudgement
    """For what is not a match it is a `Report`."""
    position: int = 0
    chosen: ChosenReport | None = None
    log: PackedLog | None = None
    """What `for_another_process` made of the record, which then has neither bytes nor hands."""

    @property
    def content_sha256(self) -> str | None:
        """The hash of the content of the match; None for what is not a match."""
        return _content(self.record) if self.log is None else self.log.content_sha256

    @property
    def hands(self) -> int:
        """The number of hands of the match."""
        return _hands(self.record) if self.log is None else self.log.hands

    @property
    def packed_bytes(self) -> tuple[bytes | None, int]:
        """The packed bytes of the record, None if there are none, and their size before packing."""
        if self.log is not None:
            return self.log.data, self.log.size
        raw = self.record.raw
        return packed_for(self.record.game, Content.LOG, raw) if raw else None, len(raw)


def for_another_process(entries: Iterable[MatchEntry]) -> Iterator[MatchEntry]:
    """Entries that another process stores: packed, without what storing does not need."""
    raw, data = b"", None
    for entry in entries:
        record, match = entry.record, entry.record.match
        if record.raw is not raw:
            # The matches of one text share its bytes as one object.
            raw, data = record.raw, entry.packed_bytes[0]
        yield replace(
            entry,
            record=struct_replace(
                record,
                raw=b"",
                hashed=record.sha256 if record.raw else record.hashed,
                match=None if match is None else struct_replace(match, hands=[]),
            ),
            log=PackedLog(data, len(record.raw), entry.hands, entry.content_sha256),
        )


def _content(record: LogRecord) -> str | None:
    return None if record.match is None else content_key(record.match)


def _hands(record: LogRecord) -> int:
    return 0 if record.match is None else len(record.match.hands)

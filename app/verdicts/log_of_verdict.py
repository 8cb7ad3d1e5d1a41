"""Finding the match that a verdict is about in the logs that somebody gives."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import BinaryIO, Final

from app.fault_barrier import read_carefully, read_unit_carefully
from app.language import marked
from engine.logs import FORMATS, Limits, LogRecord
from engine.logs.record import placed
from engine.record import bounds
from engine.rulebook.sentences import say
from engine.verdict.proof.form import LogOf


@dataclass(frozen=True, slots=True)
class Search:
    """What was found: the match, or why there is none."""

    record: LogRecord | None
    reason: str


_NONE_HAS_IT: Final = marked("none of the logs given has these bytes: SHA-256 {sha256}")


def find_match(logs: Iterable[tuple[str, BinaryIO]], wanted: LogOf, limits: Limits | None = None) -> Search:
    """The match that a verdict names, in the first of some logs that has it.

    A log may be packed, an archive, or a file with a match on each line.  ``limits`` bound what is read of each.
    """
    reason: str = say(_NONE_HAS_IT, sha256=wanted.sha256)
    for name, stream in logs:
        whole = _whole(stream)
        records = read_carefully(stream, name, limits=limits)
        found = _among(records, wanted)
        if found.record is None and whole is not None:
            found = _as_bytes(whole, name, wanted) or found
        if found.record is not None:
            return found
        reason = found.reason or reason
    return Search(None, reason)


def _among(records: Iterable[LogRecord], wanted: LogOf) -> Search:
    count = 0
    for record, position in placed(records):
        if record.sha256 != wanted.sha256 or not record.raw:
            if count:
                break
            continue
        if len(record.raw) != wanted.bytes:
            return Search(
                None,
                say(
                    "the log has {count} bytes, and {named} are named",
                    count=f"{len(record.raw):,}",
                    named=f"{wanted.bytes:,}",
                ),
            )
        if position == wanted.position:
            return Search(record, "")
        count = position + 1
    if count:
        return Search(
            None,
            say(
                "the log holds {count} matches, and number {number} of them is named",
                count=f"{count:,}",
                number=f"{wanted.position + 1:,}",
            ),
        )
    return Search(None, "")


def _whole(stream: BinaryIO) -> bytes | None:
    """All bytes of a stream that is not larger than a match may be, which is left at its beginning."""
    if not stream.seekable():
        return None
    whole = stream.read(bounds.MATCH_BYTES + 1)
    stream.seek(0)
    return whole if len(whole) <= bounds.MATCH_BYTES else None


def _as_bytes(whole: bytes, name: str, wanted: LogOf) -> Search | None:
    """The match in bytes that are those of the log, whatever the name of the file is; None if they are others."""
    known = FORMATS.get(wanted.format)
    for raw in (whole, whole.rstrip(b"\r\n")):
        if known is not None and sha256(raw).hexdigest() == wanted.sha256:
            return _among(read_unit_carefully(known, raw, name), wanted)
    return None

"""Finding the match that a verdict is about in the logs that somebody gives."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import BinaryIO, Final

from app.judging.fault_barrier import guarded_read, guarded_read_unit
from app.text.language import marked
from engine.logs import FORMATS, Limits, LogFormat, LogRecord, detect
from engine.logs.record import with_positions
from engine.record import bounds
from engine.rulebook.sentences import say
from engine.verdict.proof.form import LogOf


@dataclass(frozen=True, slots=True)
class Search:
    """What was found: the match, or why there is none."""

    record: LogRecord | None
    reason: str


_NAMED: Final = 40
"""Characters of the name of a format that are repeated."""
_SNIFFED: Final = 64 * 1024
"""The bytes at the beginning of a log by which its format is recognised."""
_NONE_HAS_IT: Final = marked("none of the logs given has these bytes: SHA-256 {sha256}")


def find_match(logs: Iterable[tuple[str, BinaryIO]], wanted: LogOf, limits: Limits | None = None) -> Search:
    """The match that a verdict names, in the first of some logs that has it.

    A log may be packed, an archive, or a file with a match on each line.  ``limits`` bound what is read of each.
    """
    reason: str = say(_NONE_HAS_IT, sha256=wanted.sha256)
    for name, stream in logs:
        whole = _whole(stream)
        records = guarded_read(stream, name, limits=limits)
        search = _among(records, wanted)
        if search.record is None and whole is not None:
            search = _as_bytes(whole, name, wanted) or search
        if search.record is not None:
            return search
        reason = search.reason or reason
    return Search(None, reason)


def _among(records: Iterable[LogRecord], wanted: LogOf) -> Search:
    """The match that is wanted among records, which are read again where they were read as another format."""
    count = 0
    for record, position in with_positions(records):
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
        if record.format != wanted.format:
            return _as_named(record.raw, record.source, wanted)
        if position == wanted.position:
            return Search(record, "")
        count = position + 1
    return _too_few(count, wanted) if count else Search(None, "")


def _too_few(count: int, wanted: LogOf) -> Search:
    return Search(
        None,
        say(
            "the log holds {count} matches, and number {number} of them is named",
            count=f"{count:,}",
            number=f"{wanted.position + 1:,}",
        ),
    )


def _whole(stream: BinaryIO) -> bytes | None:
    """All bytes of a stream that is not larger than a match may be, which is left at its beginning."""
    if not stream.seekable():
        return None
    whole = stream.read(bounds.MATCH_BYTES + 1)
    stream.seek(0)
    return whole if len(whole) <= bounds.MATCH_BYTES else None


def _as_bytes(whole: bytes, name: str, wanted: LogOf) -> Search | None:
    """The match in bytes that are those of the log, whatever the name of the file is; None if they are others."""
    for raw in (whole, whole.rstrip(b"\r\n")):
        if sha256(raw).hexdigest() == wanted.sha256 and len(raw) == wanted.bytes:
            return _as_named(raw, name, wanted)
    return None


def _as_named(raw: bytes, source: str, wanted: LogOf) -> Search:
    """The match in the bytes of the log, read as the format that is named, if they are of that format.

    Bytes in which no match can be read are of any format as which nothing else can read them either.
    """
    named, other = FORMATS.get(wanted.format), detect(raw[:_SNIFFED])
    records = [] if named is None else guarded_read_unit(named, raw, source)
    unread = other is not None and other is not named and all(record.match is None for record in records)
    if other is not None and unread and (named is None or _can_read(other, raw, source)):
        return Search(
            None,
            say(
                "the log is of the format {format}, and {named} is named",
                format=other.name,
                named=repr(wanted.format[:_NAMED]),
            ),
        )
    if not records:
        return Search(None, say("the log is not of the format {named}", named=repr(wanted.format[:_NAMED])))
    return Search(records[wanted.position], "") if wanted.position < len(records) else _too_few(len(records), wanted)


def _can_read(known: LogFormat, raw: bytes, source: str) -> bool:
    return any(record.match is not None for record in guarded_read_unit(known, raw, source))

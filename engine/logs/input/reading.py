"""From an input to its records: unpacked, recognised by its content, and divided into lines or read as a whole."""

from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO, Final, NamedTuple, cast

import msgspec

from engine.imported import ImportedValues
from engine.logs.foreign import FORMATS as FOREIGN
from engine.logs.formats import LogFormat
from engine.logs.fupan.reading import NAME, is_fupan, read_match
from engine.logs.input.encodings import Encoding, encoding_of, in_utf_8, opening_of
from engine.logs.input.limits import Limits, Meter, TooMuch
from engine.logs.input.packing import MARK_BYTES, PIECE, NotALog, PackingFault, WatchedStream, is_packed, pieces_of
from engine.logs.input.text import MARK, InputText, Span, Unit
from engine.logs.input.texts import texts_of
from engine.logs.json.strict import size_text
from engine.logs.record import LogRecord
from engine.record import bounds
from engine.rulebook.codes import MALFORMED
from engine.rulebook.findings import Finding, finding, shown
from engine.rulebook.sentences import say

FUPAN: Final = LogFormat(
    NAME,
    say("the match log fupan/1"),
    is_fupan,
    "line",
    lambda raw, source: [read_match(raw, source)],
    fields=("format", "game", "players", "hands"),
)

FORMATS: Final[Mapping[str, LogFormat]] = ImportedValues(
    {NAME: f"{__name__}:FUPAN", **FOREIGN.places, "text": "engine.logs.loose.reading:FORMAT"}
)
"""Every format that can be read, by name, in the order in which an input is tested for them."""

SNIFFED: Final = 64 * 1024
"""The number of bytes at the beginning of a text by which its format is recognised."""

NO_LIMITS: Final = Limits()

UNKNOWN: Final = "unknown"
"""The format of a record that was refused before its format was recognised."""

_PACKED: Final = (".gz", ".zst")


class UndecodedText(NamedTuple):
    """A line of a text, or a whole text, that is not decoded yet."""

    unit: Unit
    source: str
    format: str
    """The name of its format."""
    lines: Encoding | None
    """The encoding whose line ends it was found between; None for a whole text."""


Failed = Callable[[str, Exception], None]
"""Called with the source of a text on which a reader failed, and the exception.  Exceptions that it raises are not
caught.
"""


def read_logs(
    stream: BinaryIO,
    name: str,
    *,
    format: str | None = None,
    limits: Limits | None = None,
    failed: Failed | None = None,
) -> Iterator[LogRecord]:
    """The records of an input, in its order: every match in it, and a refusal for each part that cannot be read.

    The sources of the records begin with ``name``, and its ending says whether a text is read line by line (`.jsonl`)
    or as a whole (`.json`).  ``format`` names the format; with ``UNKNOWN`` it is recognised by the content.  ``limits``
    are those of the input, such as ``UPLOAD`` for an upload; by default there are none.  If a text is read line by
    line, only one line is held in memory at a time.  With ``failed``, a match on which a reader itself fails (a bug) is
    refused as well.

    Raises ValueError for an unknown name of a format, and whatever the stream raises.  No content of the stream raises
    anything.
    """
    meter = Meter(limits or NO_LIMITS)
    return _limited(_records(WatchedStream(stream), name, _chosen(format), meter, failed), name, meter)


def undecoded_texts(
    stream: BinaryIO, name: str, *, format: str | None = None, failed: Failed | None = None
) -> Iterator[UndecodedText | LogRecord]:
    """The lines and texts of an input before `read_records` makes records of them; both together do what `read_logs`
    does without limits.  What is refused without decoding is a record.

    Raises what `read_logs` raises.
    """
    return _undecoded(WatchedStream(stream), name, _chosen(format), Meter(NO_LIMITS), failed)


def spans_of(
    stream: BinaryIO, name: str, size: int, lines: int, *, format: str | None = None
) -> Iterator[tuple[UndecodedText, Span]] | None:
    """The lines of a plain input in spans that end where ``size`` bytes or ``lines`` lines are reached, each after its
    first line as `undecoded_lines` takes it.  Only the line ends are looked for.

    None for an input that is packed, is read as a whole or has nothing at its beginning; some of it is read by then.
    Raises what `read_logs` raises.
    """
    text = InputText(pieces_of(stream))
    beginning = text.beginning(SNIFFED)
    if is_packed(beginning[:MARK_BYTES]) or _is_empty(beginning):
        return None
    encoding = encoding_of(beginning)
    known = _chosen(format) or _known_format(beginning, _ending(name))
    if known is None or not _is_in_lines(text, name, known, encoding):
        return None
    return (
        (UndecodedText(Unit(b"", span.number, span.offset, 0), f"{name}:{span.number}", known.name, encoding), span)
        for span in text.spans(encoding, size, lines)
    )


def undecoded_lines(stream: BinaryIO, first: UndecodedText, size: int) -> Iterator[UndecodedText]:
    """The lines in the next ``size`` bytes of a plain input, which begin with the line ``first``.

    Its content need not be there; its places, its source and its format count.  Raises whatever the stream raises.
    """
    assert first.lines is not None
    name = first.source.removesuffix(f":{first.unit.number}")
    text = InputText(_next_bytes(stream, size))
    for unit in text.lines(first.lines, first.unit.number, first.unit.offset):
        yield UndecodedText(unit, f"{name}:{unit.number}", first.format, first.lines)


def read_records(log: UndecodedText | LogRecord, failed: Failed | None = None) -> list[LogRecord]:
    """The matches of a line or a text.  With ``failed``, an exception of its reader becomes a refusal."""
    if isinstance(log, LogRecord):
        return [log]
    if log.unit.hashed is not None:
        what = say("a match of {size} bytes", size=f"{log.unit.size:,}")
        too_long = _bound(what, size_text(bounds.MATCH_BYTES))
        records = [_refusal(log.source, too_long, log.format, hashed=log.unit.hashed)]
    else:
        records = read_unit(FORMATS[log.format], log.unit.raw, log.source, failed)
    if log.lines is None:
        return records
    return [record if record.match else _placed(record, log.unit) for record in records]


def _chosen(format: str | None) -> LogFormat | None:
    if format is None or format == UNKNOWN:
        return None
    chosen = FORMATS.get(format)
    if chosen is None:
        raise ValueError(f"unknown format '{format}'; the formats are {', '.join(FORMATS)}")
    return chosen


def _next_bytes(stream: BinaryIO, size: int) -> Iterator[bytes]:
    while size > 0 and (piece := stream.read(min(size, PIECE))):
        size -= len(piece)
        yield piece


def limit_exceeded(stream: BinaryIO, name: str, meter: Meter, failed: Failed | None = None) -> str | None:
    """The first limit of a meter that an input exceeds, in words such as ``1,000 matches``; None if it exceeds none.

    The input is read as ``read_logs`` reads it, to its end or to the limit.  Raises whatever the stream raises.
    """
    for _ in _limited(_records(WatchedStream(stream), name, None, meter, failed), name, meter):
        if meter.exceeded is not None:
            break
    return None if meter.exceeded is None else meter.exceeded.bound


def read_unit(known: LogFormat, raw: bytes, source: str, failed: Failed | None = None) -> list[LogRecord]:
    """The matches of one unit of a format.  With ``failed``, an exception of its reader becomes a refusal."""
    try:
        return known.read(raw, source)
    except Exception as fault:
        if failed is None:
            raise
        failed(source, fault)
        return [_refusal(source, _failure(fault), known.name, raw)]


def detect(beginning: bytes) -> LogFormat | None:
    """The format of a text with this beginning, or None.  A JSON object of no other format counts as `fupan/1`."""
    opening = opening_of(beginning)
    for log_format in FORMATS.values():
        if log_format.sniff(opening):
            return log_format
    return FUPAN if opening.removeprefix(MARK).lstrip().startswith(b"{") else None


def _known_format(beginning: bytes, ending: str) -> LogFormat | None:
    """The format of a text by its beginning and its name; None where it is surely not a log.

    What is named as JSON, or begins as a JSON object, is read as `fupan/1`, so that a fault is reported with its place:
    but not binary data, and not sound JSON that has none of the fields of a match.
    """
    known = detect(beginning)
    if known is not None and known.sniff(opening_of(beginning)):
        return known
    if known is None and not ending:
        return None
    from engine.logs.kinds import kind_of
    from engine.logs.likeness import is_other_json

    return None if kind_of(beginning) or is_other_json(beginning[:SNIFFED], FUPAN) else FUPAN


def _limited(records: Iterator[LogRecord], name: str, meter: Meter) -> Iterator[LogRecord]:
    for record in records:
        try:
            if meter.exceeded is None:
                meter.add_match(record.match)
        except TooMuch as fault:
            yield _refusal(name, _breaking_off(fault))
            return
        yield record


def _records(
    stream: WatchedStream, name: str, chosen: LogFormat | None, meter: Meter, failed: Failed | None
) -> Iterator[LogRecord]:
    for log in _undecoded(stream, name, chosen, meter, failed):
        yield from read_records(log, failed)


def _undecoded(
    stream: WatchedStream, name: str, chosen: LogFormat | None, meter: Meter, failed: Failed | None
) -> Iterator[UndecodedText | LogRecord]:
    try:
        for text_name, pieces in texts_of(cast(BinaryIO, stream), name, meter):
            try:
                yield from _undecoded_text(InputText(pieces, meter), text_name, chosen)
            except Exception as fault:
                yield _failed_on(stream, text_name, fault, failed)
    except Exception as fault:
        yield _failed_on(stream, name, fault, failed)


def _failed_on(stream: WatchedStream, name: str, fault: Exception, failed: Failed | None) -> LogRecord:
    """The refusal of a text on which reading failed.  Raises the exception again if the stream raised it."""
    if failed is None or stream.fault is not None:
        raise fault
    failed(name, fault)
    return _refusal(name, _failure(fault))


def _failure(fault: Exception) -> Finding:
    return finding(MALFORMED, "log.format", variant="read-fault", reason=type(fault).__name__)


def _undecoded_text(text: InputText, name: str, chosen: LogFormat | None) -> Iterator[UndecodedText | LogRecord]:
    beginning = text.beginning(SNIFFED)
    encoding = encoding_of(beginning)
    if _is_empty(beginning):
        empty = finding(MALFORMED, "log.format", variant="empty-file")
        yield _refusal(name, empty if text.fault is None else _breaking_off(text.fault), raw=beginning)
        return
    known = chosen or _known_format(beginning, _ending(name))
    if known is None:
        if text.fault is not None:
            yield _refusal(name, _breaking_off(text.fault), raw=beginning)
            return
        from engine.logs.likeness import looks_like

        unit = text.whole()
        unknown = finding(MALFORMED, "log.format", variant="kind", what=looks_like(beginning, FORMATS.values()))
        yield _refusal(name, unknown, raw=unit.raw, hashed=unit.hashed)
    elif _is_in_lines(text, name, known, encoding):
        yield from _lines(text, name, known, encoding)
    else:
        yield _whole(text, name, known)


def _is_empty(beginning: bytes) -> bool:
    return len(beginning) < SNIFFED and not opening_of(beginning).removeprefix(MARK).strip()


def _is_in_lines(text: InputText, name: str, known: LogFormat, encoding: Encoding) -> bool:
    """Whether a text is read line by line."""
    ending = _ending(name)
    return known.unit == "line" and (ending == ".jsonl" or (not ending and _is_object(text.first_line(encoding))))


def _lines(text: InputText, name: str, known: LogFormat, encoding: Encoding) -> Iterator[UndecodedText | LogRecord]:
    for unit in text.lines(encoding):
        yield UndecodedText(unit, f"{name}:{unit.number}", known.name, encoding)
    if text.fault is not None:
        yield _refusal(name, _breaking_off(text.fault), known.name)


def _whole(text: InputText, name: str, known: LogFormat) -> UndecodedText | LogRecord:
    unit = text.whole()
    if text.fault is not None:
        return _refusal(name, _breaking_off(text.fault), known.name, unit.raw, unit.hashed)
    return UndecodedText(unit, name, known.name, None)


def _ending(name: str) -> str:
    """``.json`` or ``.jsonl`` if a name ends so, even before the ending of a compressed file; otherwise empty."""
    lower = name.lower()
    for packed in _PACKED:
        lower = lower.removesuffix(packed)
    return next((ending for ending in (".jsonl", ".json") if lower.endswith(ending)), "")


def _is_object(line: bytes) -> bool:
    return _is_object_in_utf_8(line) or _is_object_in_utf_8(in_utf_8(line))


def _is_object_in_utf_8(line: bytes) -> bool:
    try:
        return isinstance(msgspec.json.decode(line.removeprefix(MARK)), dict)
    except (ValueError, RecursionError):
        return False


def _placed(record: LogRecord, unit: Unit) -> LogRecord:
    """The refusal of a line, with its places counted from the beginning of the file."""
    starts: dict[str, Callable[[int], int]] = {
        "line": lambda line: line + unit.number - 1,
        "byte": lambda byte: byte + unit.offset,
    }
    placed = []
    for fault in record.findings:
        details = dict(fault.details)
        for name, start in starts.items():
            value = details.get(name)
            if isinstance(value, int):
                details[name] = start(value)
        placed.append(msgspec.structs.replace(fault, details=details))
    return msgspec.structs.replace(record, findings=tuple(placed))


def _bound(what: str, bound: str) -> Finding:
    return finding(MALFORMED, "log.bounds", variant="bound", what=what, bound=bound)


def _breaking_off(fault: PackingFault | TooMuch) -> Finding:
    if isinstance(fault, TooMuch):
        return _bound(fault.what, fault.bound)
    if isinstance(fault, NotALog):
        return finding(MALFORMED, "log.format", variant="kind", what=fault.reason)
    return finding(MALFORMED, "log.format", variant="packed", reason=shown(fault.reason))


def _refusal(
    source: str, refusal: Finding, format: str = UNKNOWN, raw: bytes = b"", hashed: str | None = None
) -> LogRecord:
    return LogRecord(
        source=source,
        raw=raw,
        format=format,
        match=None,
        game=None,
        match_id=None,
        findings=(refusal,),
        hashed=hashed,
    )

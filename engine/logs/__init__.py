"""Reading logs: the formats, one line each, and how the format of an input is recognised and its matches are read."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from engine.imported import ImportedValues

if TYPE_CHECKING:
    from engine.logs.formats import LogFormat
    from engine.logs.fupan.writing import write_match, write_record
    from engine.logs.input.limits import AT_ONCE, UPLOAD, Limits, Meter
    from engine.logs.input.reading import (
        FORMATS,
        FUPAN,
        UndecodedText,
        detect,
        limit_exceeded,
        read_logs,
        read_records,
        read_unit,
        spans_of,
        undecoded_lines,
        undecoded_texts,
    )
    from engine.logs.loose.writing import write_text
    from engine.logs.record import LogRecord

__all__ = [
    "AT_ONCE",
    "FORMATS",
    "FUPAN",
    "UPLOAD",
    "Limits",
    "LogFormat",
    "LogRecord",
    "Meter",
    "UndecodedText",
    "detect",
    "limit_exceeded",
    "read_logs",
    "read_records",
    "read_unit",
    "spans_of",
    "undecoded_lines",
    "undecoded_texts",
    "write_match",
    "write_record",
    "write_text",
]

_FACE: Final[Mapping[str, Any]] = ImportedValues(
    {
        "AT_ONCE": "engine.logs.input.limits:AT_ONCE",
        "FORMATS": "engine.logs.input.reading:FORMATS",
        "FUPAN": "engine.logs.input.reading:FUPAN",
        "UPLOAD": "engine.logs.input.limits:UPLOAD",
        "Limits": "engine.logs.input.limits:Limits",
        "LogFormat": "engine.logs.formats:LogFormat",
        "LogRecord": "engine.logs.record:LogRecord",
        "Meter": "engine.logs.input.limits:Meter",
        "UndecodedText": "engine.logs.input.reading:UndecodedText",
        "read_records": "engine.logs.input.reading:read_records",
        "detect": "engine.logs.input.reading:detect",
        "spans_of": "engine.logs.input.reading:spans_of",
        "limit_exceeded": "engine.logs.input.reading:limit_exceeded",
        "read_logs": "engine.logs.input.reading:read_logs",
        "read_unit": "engine.logs.input.reading:read_unit",
        "undecoded_texts": "engine.logs.input.reading:undecoded_texts",
        "undecoded_lines": "engine.logs.input.reading:undecoded_lines",
        "write_match": "engine.logs.fupan.writing:write_match",
        "write_record": "engine.logs.fupan.writing:write_record",
        "write_text": "engine.logs.loose.writing:write_text",
    }
)

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """What the package offers under a name, imported when it is first asked for."""
        if name in _FACE:
            return _FACE[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

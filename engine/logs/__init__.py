"""Reading logs: the formats, one line each, and how the format of an input is recognised and its matches are read."""

from engine.logs.formats import LogFormat
from engine.logs.fupan.writing import write_match, write_record
from engine.logs.input.limits import AT_ONCE, UPLOAD, Limits, Meter
from engine.logs.input.reading import FORMATS, FUPAN, detect, limit_exceeded, read_logs, read_unit
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
    "detect",
    "limit_exceeded",
    "read_logs",
    "read_unit",
    "write_match",
    "write_record",
    "write_text",
]

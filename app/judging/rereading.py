"""Reading a stored match again from its bytes."""

from io import BytesIO

from msgspec.structs import replace

from app.judging.fault_barrier import guarded_read, guarded_read_unit
from engine.logs import FORMATS
from engine.logs.record import LogRecord, with_positions
from engine.record.match import Match
from engine.rulebook.sentences import say


class LogLost(LookupError):
    """A stored match cannot be read as it was before.  The text of the exception is the reason."""


def read_again(raw: bytes, form: str, source: str, sha256: str, position: int) -> tuple[Match | None, LogRecord]:
    """The match with a hash and a place in some bytes (None if it cannot be read), and the record of its reading.

    ``form`` is the name of the format in which they were read before.  Raises LogLost if the bytes no longer give as
    many matches as before.
    """
    known = FORMATS.get(form)
    records = guarded_read_unit(known, raw, source) if known else guarded_read(BytesIO(raw), source)
    for record, place in with_positions(records):
        if place == position and record.sha256 == sha256:
            return record.match, replace(record, source=source)
    raise LogLost(say("its log can no longer be read as the match that it was"))

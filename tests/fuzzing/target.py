"""What is fuzzed: any bytes are read, judged, written, compared under every preset, and shown step by step.

Nothing on this path may raise, whatever the bytes are.
"""

from collections.abc import Sequence
from io import BytesIO
from itertools import islice

import msgspec

from app.judging.comparison import comparison_of
from engine.logs import FORMATS, UPLOAD, LogRecord, read_logs, write_record, write_text
from engine.logs.loose.vocabulary import LANGUAGES
from engine.record.match import Match
from engine.replay.fold import frames
from engine.replay.views import seen_frame, views
from engine.verdict.check import Checker
from engine.verdict.comparison import compare

NAMES: Sequence[str] = ("x.json", "x.jsonl", "x")
"""The names of inputs; the ending says how a text is taken."""
REPLAYS = 12
"""Replays of a comparison, beside those of the presets."""
MATCHES = 6
HANDS = 3
STEPS = 150

_FORMATS = (None, *FORMATS)


def try_bytes(data: bytes) -> None:
    """Goes the whole path with some bytes: the first two choose the name and the format of the input."""
    name = NAMES[data[0] % len(NAMES)] if data else NAMES[0]
    chosen = _FORMATS[data[1] % len(_FORMATS)] if len(data) > 1 and data[1] >= 128 else None
    try_text(data[2:], name, chosen)


def try_text(text: bytes, name: str, chosen: str | None = None) -> None:
    """Goes the whole path with an input."""
    checker = Checker()
    for record in islice(read_logs(BytesIO(text), name, format=chosen, limits=UPLOAD), MATCHES):
        report = checker.check(record)
        report.as_json()
        if record.match is None:
            continue
        compared = compare(checker, record, report, REPLAYS)
        if compared is not None:
            msgspec.json.encode(comparison_of(compared))
        _write(checker, record, report.digest)
        if report.rules is not None:
            _show(checker, record.match)


def _write(checker: Checker, record: LogRecord, digest: str) -> None:
    """The match written as `fupan/1` must be read again, and where it was one, be judged the same."""
    (again,) = read_logs(BytesIO(write_record(record)), "x.json")
    assert again.match is not None, again.findings[0].message
    checker.check(again).as_json()
    for language in LANGUAGES:
        (typed,) = read_logs(BytesIO(write_text(again.match, language)), "x.txt")
        assert typed.match == again.match, language


def _show(checker: Checker, match: Match) -> None:
    judge = checker.judge(checker.rules(match))
    every = views(match.seats)
    for index in range(min(len(match.hands), HANDS)):
        for frame in islice(frames(judge, match, index, 0), STEPS):
            for view in every:
                seen_frame(frame, view)

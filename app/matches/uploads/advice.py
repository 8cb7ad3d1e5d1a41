"""What a file is, and what somebody can do about one that could not be read: a name for each case."""

import re
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from engine.logs import FORMATS, detect
from engine.logs.json.syntax import CUT_OFF
from engine.logs.kinds import Sort
from engine.logs.likeness import looks_like, sort_of
from engine.rulebook.sentences import Text

BEGINNING: Final = 512
"""The bytes at the beginning of a file that are looked at."""
_OWN: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{.{0,80}?"fupan-(?P<form>\w+)/\d', re.DOTALL)


class Advice(StrEnum):
    """What can be done about a file, by what the file is."""

    PICTURE = "picture"
    RECORDING = "recording"
    DOCUMENT = "document"
    TABLE = "table"
    ARCHIVE = "archive"
    PAGE = "page"
    ACTIONS = "actions"
    TEXT = "text"
    JSON = "json"
    OTHER = "other"
    REPORT = "report"
    VERDICT = "verdict"
    STUDY = "study"
    EMPTY = "empty"
    CUT = "cut"
    LARGE = "large"
    PACKED = "packed"
    LINE = "line"
    FAILED = "failed"
    LOG = "log"
    """A log with a fault at a place that the finding names."""


_OF_VARIANT: Final[Mapping[str, Advice]] = MappingProxyType(
    {
        "empty-file": Advice.EMPTY,
        "bound": Advice.LARGE,
        "packed": Advice.PACKED,
        "line": Advice.LINE,
        "fault": Advice.FAILED,
        "read-fault": Advice.FAILED,
    }
)
_OF_SORT: Final[Mapping[Sort, Advice]] = MappingProxyType({sort: Advice(sort.name.lower()) for sort in Sort})
_OF_OWN: Final[Mapping[bytes, Advice]] = MappingProxyType({b"verdict": Advice.VERDICT, b"study": Advice.STUDY})


def kind_of_text(beginning: bytes) -> Advice:
    """What a file is by its first 64 KiB: a log where a format claims it, else what it looks most like."""
    if _OWN.match(beginning) is None and detect(beginning) is not None:
        return Advice.LOG
    return advice_on("kind", {"what": looks_like(beginning, FORMATS.values())}, beginning)


def advice_on(variant: str, values: Mapping[str, object], beginning: bytes) -> Advice:
    """What can be done about a file.

    ``variant`` and ``values`` are those of the finding for which it was refused; ``beginning`` is the first `BEGINNING`
    bytes of the file, or of the line that was refused.
    """
    own = _OWN.match(beginning)
    if own is not None:
        return _OF_OWN.get(own["form"], Advice.REPORT)
    if variant == "kind":
        return _OF_SORT[sort_of(values.get("what"))]
    reason = values.get("reason")
    if variant == "json" and isinstance(reason, Text) and reason.template in CUT_OFF:
        return Advice.CUT
    return _OF_VARIANT.get(variant, Advice.LOG)

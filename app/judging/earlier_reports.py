"""Stored reports, converted to the report format of this version."""

from typing import Any, Final

import msgspec

_PLAYED: Final = "play"


def read_report(text: bytes) -> dict[str, Any]:
    """A stored report, with the fields that an earlier version of the engine did not write.

    A hand without a ``basis`` gets ``"play"`` if it is complete, otherwise None.  Everything else, with the digest, is
    unchanged.
    """
    report: dict[str, Any] = msgspec.json.decode(text)
    for hand in report.get("hands", ()):
        hand.setdefault("basis", _PLAYED if hand["complete"] else None)
    return report

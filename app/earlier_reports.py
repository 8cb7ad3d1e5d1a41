"""Reports as they were kept, read as the report format of today has them."""

from typing import Any, Final

import msgspec

_PLAYED: Final = "play"


def read_report(text: bytes) -> dict[str, Any]:
    """A kept report, with what an earlier version of the engine did not write yet filled in.

    A hand without a ``basis`` gets ``"play"`` where it is complete, else None.  Everything else, the digest too, is as
    it was written.
    """
    report: dict[str, Any] = msgspec.json.decode(text)
    for hand in report.get("hands", ()):
        hand.setdefault("basis", _PLAYED if hand["complete"] else None)
    return report

"""Reports as they are read back after they were stored, from the facts that a test is about."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from engine.verdict.stored_report import StoredHand, StoredReport, read_report

_EVERY: Final = {
    "log": {"source": "log.json", "sha256": "", "game": "guandan", "match": None},
    "engine": "0.1.0",
    "verdict": "clean",
    "findings": [],
    "digest": "sha256:0",
}
_RULES: Final = {"game": "guandan", "preset": "tournament", "options": {}}


def stored(facts: Mapping[str, Any]) -> StoredReport:
    """A report with some facts, and with the fields that every report has; rules where it has hands."""
    return read_report(msgspec.json.encode(_EVERY | ({"rules": _RULES} if "hands" in facts else {}) | dict(facts)))


def stored_hand(facts: Mapping[str, Any]) -> StoredHand:
    """A hand with some facts."""
    return stored({"hands": [facts]}).hands[0]

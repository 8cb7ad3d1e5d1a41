"""The logs of the demo."""

from pathlib import Path
from typing import Final

from app.text.folders import folder
from engine.logs import read_logs

DISPUTED: Final = "disputes"
"""The folder of those that the demo has disputes about."""


def demo_folder() -> Path:
    """The folder of the demo's logs."""
    return folder("sample_logs") / "demo"


def demo_files() -> list[str]:
    """The logs of the demo: the season first, so that lists show the evenings above it."""
    patterns = ("*.jsonl.gz", f"{DISPUTED}/*.json", "*.json")
    return [str(path) for pattern in patterns for path in sorted(demo_folder().glob(pattern))]


def demo_hashes() -> frozenset[str]:
    """The hashes of the bytes of every match of the demo."""
    found: set[str] = set()
    for path in demo_files():
        with open(path, "rb") as stream:
            found.update(record.sha256 for record in read_logs(stream, path))
    return frozenset(found)

"""Where the records of other programs are, and how a format reads a text."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from made_messages import format_named

from engine.logs.record import LogRecord

REPO = Path(__file__).parents[4]

Records = Callable[[str, bytes], list[LogRecord]]


@pytest.fixture(scope="session")
def peer(shared: Path) -> Callable[[str], bytes]:
    """Gives a file of the other programs' records, unpacked: one of Guandan, or ``chinese_poker/`` and its name."""

    def read(name: str) -> bytes:
        folder, _, file = name.rpartition("chinese_poker/")
        raw = (shared / "peers" / ("chinese_poker" if name != file else "guandan") / (folder + file)).read_bytes()
        return gzip.decompress(raw) if name.endswith(".gz") else raw

    return read


@pytest.fixture(scope="session")
def records() -> Records:
    """Reads a text in the format of a name, by lines where the format is one of lines."""

    def read(name: str, raw: bytes) -> list[LogRecord]:
        foreign = format_named(name)
        units = [line for line in raw.split(b"\n") if line.strip()] if foreign.unit == "line" else [raw]
        return [record for unit in units for record in foreign.read(unit, "it")]

    return read


@pytest.fixture(scope="session")
def sample() -> Callable[[str], bytes]:
    """Gives the sample of a format, or with ``name.fupan`` its twin in the project's own format."""

    def read(name: str) -> bytes:
        if name.endswith(".fupan"):
            return (REPO / "tests" / "data" / "twins" / f"{name}.jsonl").read_bytes()
        folders = (REPO / "sample_logs").glob("*/foreign")
        (path,) = [path for folder in folders for path in folder.glob(f"{name}.*") if path.name.count(".") == 1]
        return path.read_bytes()

    return read

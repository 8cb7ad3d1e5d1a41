"""The inputs that fuzzing begins with: the sample logs, shortened so that many can be tried."""

import json
from collections.abc import Iterator
from typing import Any

from tests.golden import samples

SEED_BYTES = 48 * 1024
"""Samples with more bytes are left out, or only their first lines are taken."""
HANDS = 2
_CHOOSE = {".json": b"\x00\x00", ".jsonl": b"\x01\x00"}
_BY_CONTENT = b"\x02\x00"


def seeds() -> Iterator[bytes]:
    """Inputs in the form that `tests.fuzzing.target.try_bytes` takes, in the order of the samples."""
    for sample in samples():
        data = sample.read_bytes()
        chosen = _CHOOSE.get(sample.suffix, _BY_CONTENT)
        if sample.suffix == ".json" and "foreign" not in sample.parts:
            data = _shortened(data)
        elif sample.suffix == ".jsonl":
            data = b"\n".join(data.split(b"\n")[:2])
        if len(data) <= SEED_BYTES:
            yield chosen + data


def _shortened(data: bytes) -> bytes:
    """The first hands of a match on one line; the bytes as they are where they are not a match."""
    try:
        log: Any = json.loads(data)
    except ValueError:
        return data
    if not (isinstance(log, dict) and isinstance(log.get("hands"), list)):
        return data
    return json.dumps(log | {"hands": log["hands"][:HANDS]}, ensure_ascii=False, separators=(",", ":")).encode()
